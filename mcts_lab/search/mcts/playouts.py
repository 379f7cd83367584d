"""Leaf evaluation: the rewards that a new leaf is worth."""

from ...game import LONGEST, TERMINAL, sample_action
from .components import Leaf
from .memory import BROKEN, CALLS, DEPTH, ENDLESS, LAST_CALL
from .needs import no_end, no_heuristic


class Playout(Leaf):
    """Uniformly random play to the end of the game."""

    pays_off = True

    def problem(self, game, facts, method):
        return no_end(facts)

    def evaluate(self, game, state, memory):
        plays = game.playout(state, memory.rng, memory.scratch)
        finish(game, state, plays, memory)
        return plays


class LimitedPlayout(Leaf):
    """Random play for at most `limit` plays, then the game's heuristic [Joppen & Fuernkranz 2019, section 4.1].

    A budget of calls cuts the last one off.

    limit: plays, at least 0; 0 evaluates the leaf itself.
    """

    limit: int = 10

    def problem(self, game, facts, method):
        return no_heuristic(game, facts)

    def evaluate(self, game, state, memory):
        return play_for(self.limit, game, state, memory)


class HorizonPlayout(Leaf):
    """Random play up to `horizon` plays from the root, those in the tree included, then the game's heuristic, as in the
    sample MCTS of the GVGAI framework [Perez-Liebana et al. 2016]. Where the tree is deeper, it is evaluated there.

    horizon: plays, at least 0.
    """

    horizon: int = 10

    problem = LimitedPlayout.problem

    def evaluate(self, game, state, memory):
        return play_for(self.horizon - memory.counters[DEPTH], game, state, memory)


class Evaluate(Leaf):
    """The game's heuristic at the leaf, without any playout."""

    problem = LimitedPlayout.problem

    def evaluate(self, game, state, memory):
        estimated_rewards(game, state, memory)
        return 0


def play_for(limit, game, state, memory):
    """Play at random for at most so many plays, as far as the budget goes, and estimate; the number of plays."""
    limit = min(limit, memory.counters[LAST_CALL] - memory.counters[CALLS])
    plays = 0
    while plays < limit and game.to_move(state) != TERMINAL:
        game.play(state, sample_action(game, state, memory.rng, memory.scratch), memory.rng)
        plays += 1
    estimated_rewards(game, state, memory)
    return plays


def finish(game, state, plays, memory):
    """The rewards after a playout of so many plays; one that was given up is noted as BROKEN."""
    if plays >= LONGEST:
        memory.counters[BROKEN] = ENDLESS
    final_rewards(game, state, memory)


def final_rewards(game, state, memory):
    """Put every player's payoff, rescaled to [0, 1], into `memory.rewards`: float64[players]. The game is over."""
    for player in range(len(memory.rewards)):
        memory.rewards[player] = (game.payoff(state, player) - memory.scale[0]) * memory.scale[1]
    take_grades(game, state, memory)


def take_grades(game, state, memory):
    """Put every player's grade of the state into `memory.grades`, if the game has some."""
    for player in range(len(memory.grades)):
        memory.grades[player] = game.grade(state, player)


def estimated_rewards(game, state, memory):
    """The same by the game's heuristic, cut off at 0 and 1, where the game is not over."""
    if game.to_move(state) == TERMINAL:
        final_rewards(game, state, memory)
    else:
        for player in range(len(memory.rewards)):
            reward = (game.heuristic(state, player) - memory.scale[0]) * memory.scale[1]
            memory.rewards[player] = min(1.0, max(0.0, reward))
        take_grades(game, state, memory)
