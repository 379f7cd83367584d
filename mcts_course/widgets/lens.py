"""The information-set lens: what each player sees, and the determinizations that a search samples.

    Lens(game, state)                      # determinizations, one at a time, and the legal actions in each
    Fusion()                               # three searches of a game in which separate determinizations mislead
"""

from functools import lru_cache

import numpy as np

from mcts_lab.engine.random import stream
from mcts_lab.game import CHANCE, TERMINAL, copy, entered, game_of, legal_actions, sample_action, start
from mcts_lab.views.captions import player_name

from . import charts
from .boards import board_picture
from .model import Computes, Frame, Model, Setting

WIDGETS = {"fusion": "Fusion", "lens": "Lens"}
SHOWN = 14  # actions in the picture


class Lens(Model):
    """Determinizations, one at a time: states that an observer considers possible.

    game, state:  a position of a game with hidden information in which a player is to move; None: the first decision
    worlds:       number of determinizations
    seed:         seed of the random numbers

    The settings choose the observer and, if it is the observer's turn, the observer's action. The widget counts in
    how many determinizations each action of the next player is legal, as a search of information sets does. Raises
    ValueError for a game without hidden information, or if no player is to move.
    """

    unit = "determinization"
    slots = {"seen": "what the observer sees", "world": "a determinization", "available": "available actions"}

    def __init__(self, game, state=None, worlds=20, seed=0):
        game, state = entered(game, first_decision(game_of(game), seed) if state is None else state)
        self.game, self.state, self.worlds, self.seed = game, copy(game, state), worlds, seed
        self.about_game = game.facts()
        if self.about_game.perfect_information:
            raise ValueError(f"{self.about_game.title} has no hidden information, so there is only one "
                             "determinization. Choose a game with hidden information.")
        if game.to_move(state) in (TERMINAL, CHANCE):
            raise ValueError("No player is to move in this position. Choose another position.")
        self.viewer = game.to_move(state)
        self.first = legal_actions(game, state)[0]
        self.title = f"Information-set lens: {self.about_game.title}"
        self.about = "Each step deals the hidden cards again, as the search does in each iteration."
        self._worlds = lru_cache(None)(self._drawn)

    @classmethod
    def example(cls):
        from mcts_lab import games

        game = games.knockout_whist(players=2)
        return cls(game, first_decision(game, 1), worlds=3)

    def __len__(self):
        return self.worlds

    def settings(self):
        found = [Setting("viewer", "observer", self.viewer,
                         tuple((p, player_name(self.game, p)) for p in range(self.about_game.players)))]
        if self.game.to_move(self.state) == self.viewer:
            found.append(Setting("first", "plays", self.first, tuple(
                (a, str(self.game.action_name(self.state, a))) for a in legal_actions(self.game, self.state))))
        return found

    def computes(self):
        return Computes(self.game, guesses=True)

    def _drawn(self, viewer, first, number):
        """Return determinization `number`, and the state after the observer's action, if it is the observer's turn."""
        world, rng = copy(self.game, self.state), stream(np.random.SeedSequence((self.seed, viewer, number)))
        self.game.determinize(world, viewer, rng)
        then = copy(self.game, world)
        if self.game.to_move(then) == viewer:
            self.game.play(then, first, rng)
        return world, then

    def availability(self, position) -> dict:
        """Return two dicts of actions: in how many of the first `position` determinizations each is legal; its
        name.
        """
        counts, names = {}, {}
        for number in range(position):
            _, then = self._worlds(self.viewer, self.first, number)
            if self.game.to_move(then) < 0:
                continue
            for action in legal_actions(self.game, then):
                counts[action] = counts.get(action, 0) + 1
                names.setdefault(action, str(self.game.action_name(then, action)))
        return counts, names

    def frame(self, position):
        seen = board_picture(self.game, self.state, self.viewer)
        counts, names = self.availability(position)
        last = self._worlds(self.viewer, self.first, max(position - 1, 0))
        every = self._all_names()
        rows = [charts.Bar(every[a], counts.get(a, 0)) for a in list(every)[:SHOWN]]
        if len(every) > SHOWN:
            rest = sum(counts.get(a, 0) for a in list(every)[SHOWN:])
            rows.append(charts.Bar(f"+{len(every) - SHOWN} more", rest))
        parts = {"seen": seen, "available": charts.bars(rows, max(position, 1), "How often each action is legal",
                                                        f"of {position}", width=240)}
        if position:
            parts["world"] = board_picture(self.game, last[0])
        who = self.game.to_move(last[1])
        mover = player_name(self.game, who) if who >= 0 else "no player"
        always = sum(n == position for n in counts.values())
        observer = player_name(self.game, self.viewer)
        words = (f"Determinization {position} for {observer}. In all {position} so far, {always} actions of {mover} "
                 f"were always legal, {len(counts) - always} only in some." if position else
                 f"What {observer} sees; no determinization has been sampled yet.")
        return Frame(words, parts)

    def _all_names(self):
        """Return the names of all actions in all determinizations, by action number."""
        return dict(sorted(self.availability(self.worlds)[1].items()))


class Fusion(Model):
    """Three searches of one position: a cheating search, one with separate trees (PIMC), and ISMCTS.

    game:    a game with hidden information; None: the coin in the box, where separate trees mislead
    state:   None: the first decision, after chance events sampled with `seed`
    budgets: iterations, one number for each step
    """

    unit = "budget"
    parameter = "iterations"
    slots = {"cheating": "cheating: sees the hidden state", "pimc": "PIMC", "ismcts": "ISMCTS"}
    BUDGETS = (20, 40, 80, 160, 320, 640)

    def __init__(self, game=None, state=None, budgets=BUDGETS, seed=0, c=0.7, compiled=False):
        from mcts_lab import games
        from mcts_lab.search.mcts.information_sets import SingleObserver
        from mcts_lab.search.mcts.pimc import PIMC
        from mcts_lab.search.mcts.search import UCT
        from mcts_lab.search.mcts.selection import UCB1

        self.game = games.make("coin_in_a_box") if game is None else game
        self.state = first_decision(self.game, seed) if state is None else copy(self.game, state)
        self.budgets, self.seed, self.compiled = tuple(budgets), seed, compiled
        known = self.game.facts()
        if known.perfect_information:
            raise ValueError(f"{known.title} has no hidden information, so all three searches are the same. Choose a "
                             "game with hidden information.")
        plain = UCT(selection=UCB1(c))
        self.methods = {"cheating": plain, "pimc": PIMC(trees=10, method=plain),
                        "ismcts": UCT(tree=SingleObserver(), selection=UCB1(c))}
        self.title = f"{known.title}: three searches"
        self.about = "Each step gives the searches more iterations. A bar counts visits; beside it is the mean payoff."
        self._position = len(self.budgets) - 1
        self.result = lru_cache(None)(self._searched)

    @classmethod
    def example(cls):
        return cls(budgets=(20, 40))

    def __len__(self):
        return len(self.budgets) - 1

    def values(self):
        return list(self.budgets)

    def _searched(self, name, position):
        return self.methods[name].search(self.game, copy(self.game, self.state), seed=self.seed,
                                         iterations=self.budgets[position], compiled=self.compiled)

    def frame(self, position):
        known = self.game.facts()
        parts, said = {}, []
        actions = legal_actions(self.game, self.state)
        for name in self.methods:
            result = self.result(name, position)
            rows = [charts.Bar(str(self.game.action_name(self.state, a)), result.visits.get(a, 0),
                               float(result.values.get(a, np.nan)), marked=a == result.action) for a in actions]
            parts[name] = charts.bars(rows, self.budgets[position], self.slots[name], "visits", "mean payoff",
                                      (known.low, known.high), width=400)  # two rows of charts
            said.append(f"{self.slots[name].split(':')[0]} plays {result.name} ({result.value:+.2f})")
        return Frame(f"After {self.budgets[position]:,} iterations: {', '.join(said)}.", parts)


def first_decision(game, seed):
    """Return the first state in which a player is to move; chance events before it are sampled with `seed`."""
    state, rng = start(game, seed), stream(seed)
    scratch = np.empty(game.facts().branching, np.int32)
    while game.to_move(state) == CHANCE:
        game.play(state, int(sample_action(game, state, rng, scratch)), rng)
    return state
