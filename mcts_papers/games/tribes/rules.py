"""Tribes: two to four tribes explore, settle and fight on an island map.

The rules are those of the Java framework that [Hsu & Perez-Liebana 2020] used, with the whole map visible. A tribe
does any number of actions in its turn and ends it with `END_TURN`. In the mode CAPITALS a tribe wins if it holds all
capitals, in the mode SCORE if all other tribes have lost. When the time is over, the score decides.

The option `model` of `tribes` gives the forward model of the original's searches. It differs from the game: the
number of rounds (`tick`) does not increase, the end of the game is tested only at the end of a turn, a tribe without
cities has not lost, only the trade network of the tribe to move is updated, and each action sets the stored worth of
all cities to 0.
"""

from mcts_lab.engine.arithmetic import exp
from mcts_lab.engine.generic import unit
from mcts_lab.engine.random import below
from mcts_lab.game import TERMINAL, Facts, Game
from mcts_lab.hints import JOINS

from . import state as s
from . import tables as t
from .choices import list_choices
from .cities import new_city
from .holdings import claim, make_unit
from .levels import generate, new_draft
from .play import take
from .rule_player import BEST, best_rated, rate
from .state import ACTIONS, NONE, STATE, STRIDE, TILES, TRIBES_MOST
from .turns import begin_turn
from .value import judgement, standing

ANY_LEVEL = -1
DECISIVE = 100.0  # a lead of this size in `standing` multiplies the odds of winning by e
CITY_ACTIONS, TRIBE_ACTIONS, UNIT_ACTIONS = range(3)  # groups of actions


class TribesRules(Game):
    """The rules. Use `tribes` to make the game."""

    size: int = 11
    players: int = 2
    kinds: tuple = (0, 1, NONE, NONE)  # the tribes, in the order for the map generator
    mode: int = t.CAPITALS
    level: int = ANY_LEVEL  # seed of the map; ANY_LEVEL: a random map for each game
    frozen_tick: bool = False  # the number of rounds does not increase
    late_end: bool = False  # the end of the game is tested only when a turn ends
    own_networks: bool = False  # only the network of the tribe to move is updated
    zero_worth: bool = False  # every action sets the stored worth of all cities to 0
    viewer: int = NONE  # the tribe of the search, in a game made by `searched`; NONE: the game itself
    features: int = 7  # features of the value for searches: 7 as in the framework, or 9 as in the paper
    spare_villages: bool = False  # moves onto villages are not `minor`

    def facts(self):
        if not 8 <= self.size <= STRIDE:
            raise ValueError(f"size must be 8 to {STRIDE}, not {self.size!r}.")
        if not 2 <= self.players <= TRIBES_MOST:
            raise ValueError(f"players must be 2 to {TRIBES_MOST}, not {self.players!r}.")
        if not ANY_LEVEL <= self.level < 1 << 48:
            raise ValueError(f"level must be the seed of a map, 0 to 2^48 - 1, not {self.level!r}.")
        rounds = int(t.LAST_TICK[self.mode]) + 1
        return Facts(
            name="tribes", title="Tribes", players=self.players, actions=ACTIONS, branching=8 * self.size**2 + 64,
            length=400 * self.players * rounds, low=0.0, high=1.0, outcomes=(0.0, 1.0) if self.viewer == NONE else (),
            dtype=STATE, zero_sum=True, ends=not self.frozen_tick,
            deterministic=False, perfect_information=True,
            player_names=tuple(f"tribe {i + 1}" for i in range(self.players)), random_play=True,
        )

    def reset(self, state, rng):
        level = self.level
        if level == ANY_LEVEL:
            level = random_level(rng)
        set_up(self, state, level)

    def to_move(self, state):
        return TERMINAL if state.over else int(state.turn)

    def turn(self, state):
        """Return the number of the turn as if no tribe had lost. With `frozen_tick`, rounds do not count."""
        return int(state.tick) * self.players + int(state.turn) + 1

    def legal(self, state, out):
        return list_choices(self, state, out)

    def play(self, state, action, rng):
        take(self, state, action, rng)

    def payoff(self, state, player):
        """Return 1 for the winner and 0 for others; before the end, return 1 / players.

        In a search's game, return `judgement`.
        """
        if self.viewer != NONE:
            return judgement(self, state, player)
        if not state.over:
            return 1.0 / self.players
        return 1.0 if state.outcome[player] == t.WIN else 0.0

    def heuristic(self, state, player):
        """Return an estimate of the probability of winning, a softmax of all tribes' `standing`.

        In a search's game return `judgement`.
        """
        if self.viewer != NONE:
            return judgement(self, state, player)
        if state.over:
            return 1.0 if state.outcome[player] == t.WIN else 0.0
        own = standing(self, state, player)
        total = 0.0
        for tribe in range(self.players):
            lead = (standing(self, state, tribe) - own) / DECISIVE
            total += exp(min(max(lead, -50.0), 50.0))
        return 1.0 / total

    def advice(self, state, action):
        """Return the rule-based player's rating, from 0 to 1."""
        return max(rate(self, state, action), 0) / BEST

    def advised_against(self, state, action):
        """Return whether an action destroys a building or disbands a unit."""
        block = action >> 8
        return block == s.DESTROY or block == s.DISBAND

    def group(self, state, action):
        """Return the group of an action: cities, the tribe, or units.

        Return -1 for destroying, which has no group. The end of the turn belongs to the tribe's group only if this
        group has other actions.
        """
        block = action >> 8
        if block == s.DESTROY:
            return -1
        if block == s.END_TURN:
            return TRIBE_ACTIONS + JOINS
        if block == s.RESEARCH or block == s.ROAD:
            return TRIBE_ACTIONS
        if block < s.GATHER or s.CAPTURE <= block < s.LEVEL_UP:
            return UNIT_ACTIONS
        return CITY_ACTIONS

    def minor(self, state, action):
        """Return whether a move ends neither on ruins nor in a city."""
        if action >> 8 >= s.ATTACK:
            return False
        tile = action & 255
        if state.resource[tile] == t.RUINS or state.terrain[tile] == t.CITY:
            return False
        return not (self.spare_villages and state.terrain[tile] == t.VILLAGE)

    def rule_action(self, state, rng, scratch):
        return best_rated(self, state, rng, scratch)


def searched(game, viewer, features=7, model=True, spare_villages=False):
    """Return the game that a search plays for the tribe `viewer` with the states that `observe` shows.

    Its payoff is the value of a state; a win adds nothing. features: number of features of the value, 7 or 9. model:
    True for the original's forward model. spare_villages: see `Tribes`.

    Raises ValueError for another number of features or an unknown tribe.
    """
    if features not in (7, 9):
        raise ValueError(f"features cannot be {features!r}. Use 7 or 9.")
    if not 0 <= viewer < game.players:
        raise ValueError(f"There is no tribe {viewer!r}. Use a number from 0 to {game.players - 1}.")
    model = bool(model)
    return game._replace(frozen_tick=model, late_end=model, own_networks=model, zero_worth=model, viewer=int(viewer),
                         features=features, spare_villages=bool(spare_villages))


@unit
def random_level(rng) -> int:
    """Return the seed of a random map."""
    return below(rng, 1 << 20) * (1 << 21) + below(rng, 1 << 21)


@unit
def set_up(game, state, level) -> None:
    """Turn `state` into the start of a game on the map with this seed."""
    draft = new_draft()
    for tribe in range(TRIBES_MOST):
        draft.capital[tribe] = NONE
    clear(state)
    generate(game.size, game.players, game.kinds, level, state, draft)
    seat = 0
    for tile in range(TILES):  # seats are in the order of the capitals, row by row
        if state.terrain[tile] == t.CITY:
            for tribe in range(game.players):
                if draft.capital[tribe] == tile:
                    settle_tribe(game, state, seat, game.kinds[tribe], tile)
            seat += 1
    begin_turn(game, state)


@unit
def clear(state) -> None:
    """Empty the map and all lists."""
    state.network[:] = 0
    state.owner[:] = NONE
    state.building[:] = 0
    state.temple[:] = 0
    state.growth[:] = 0
    state.built[:] = 0
    state.unit_at[:] = NONE
    state.unit_kind[:] = NONE
    state.kind[:] = NONE
    state.stars[:] = 0
    state.score[:] = 0
    state.kills[:] = 0
    state.techs[:] = 0
    state.pacifist[:] = 0
    state.all_techs[:] = 0
    state.capital[:] = NONE
    state.outcome[:] = t.INCOMPLETE
    state.cities[:] = 0
    state.connections[:] = 0
    state.monument[:] = 0
    state.tick = 0
    state.turn = 0
    state.over = 0
    state.founded = 0
    state.unit_end = 0
    state.next_id = 1
    state.next_order = 0


@unit
def settle_tribe(game, state, tribe, kind, tile) -> None:
    """Give a tribe its capital, land, first unit and first technology."""
    state.kind[tribe] = kind
    state.stars[tribe] = t.START_STARS
    state.techs[tribe] = t.KNOWN_TO_ALL | (1 << t.START_TECH[kind])
    city = new_city(state, tile, tribe)
    state.city_capital[city] = 1
    state.capital[tribe] = city
    state.network[tile] = 1
    claim(game, state, city)
    make_unit(state, t.START_UNIT[kind], tile, tribe, city)
    state.score[tribe] += t.TECH_POINTS + t.CITY_POINTS + t.POINTS[t.START_UNIT[kind]]
