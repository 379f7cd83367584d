"""What learned models add to a decision: the rows of ``python -m benchmarks --against without``.

Searches of Hearthstone as in [Papagiannis 2022], in the middle of a game with each deck: with pruning networks; with
networks that are asked as often and never prune, so that the tree is the same and only the asking is measured; and with
the value model, which is asked in every iteration.
"""

from __future__ import annotations

import math
from statistics import median

from mcts_lab import games
from mcts_lab.game import for_search, legal_actions, start, to_move

from .rows import rate

DECKS = ("hunter", "warlock", "shaman")
ITERATIONS = 1000
TURN, ACTIONS = 12, 10  # a position of at least this turn, with at least so many actions


def against_without(rounds: int = 5) -> list[dict]:
    """Iterations per second with a model and without it, measured in turns; ``ratio`` is how many times as long."""
    rows = []
    for deck in DECKS:
        game = games.make("hearthstone", deck=deck)
        state = in_the_middle(game)
        plain, *others = methods()
        for name, method in others:
            ours, theirs = work_of(game, state, method), work_of(game, state, plain[1])
            ours(), theirs()  # compiles
            pairs = [(rate(ours), rate(theirs)) for _ in range(rounds)]
            rows.append({"game": deck, "method": name, "unit": "iterations", "ours": median(p[0] for p in pairs),
                         "theirs": median(p[1] for p in pairs), "ratio": median(p[1] / p[0] for p in pairs),
                         "remark": ""})
    return rows


def methods() -> list:
    """Pairs of a name and a search: without any model, then with each."""
    import numpy as np

    from mcts_lab.learning.forests import load_forest
    from mcts_lab.learning.networks import load
    from mcts_lab.papers.papagiannis2022.mixed_leaves import Blend, ByBranching, EarlySimulation
    from mcts_lab.project.paths import data
    from mcts_lab.search import UCB1, UCT, ListedOrder, ModelValue, OneOutcome, Playout, PruningNetworks

    plain = UCT(selection=UCB1(math.sqrt(0.5)), world=OneOutcome(), prior=ListedOrder(), leaf=Playout())
    tables = load(data() / "models" / "pruning_uniform.npz").tables
    odds = np.zeros_like(tables.found)
    odds += np.linspace(0, 1, odds.shape[1], dtype=odds.dtype)  # the more iterations are left, the better: never prune
    model = EarlySimulation(ModelValue(load_forest(data() / "models" / "value_hearthstone.npz")[0], certain=True), 5)
    return [("without", plain),
            ("networks", plain._replace(pruning=PruningNetworks(tables))),
            ("networks, no pruning", plain._replace(pruning=PruningNetworks(tables._replace(found=odds)))),
            ("value model", plain._replace(leaf=ByBranching(model, Blend(model, Playout(), 0.8), 0.1)))]


def in_the_middle(game):
    """A position of a random game at which there is much to choose from."""
    import numpy as np

    from mcts_lab.engine.random import stream
    from mcts_lab.game import facts, play, random_action

    scratch = np.empty(facts(game).branching, np.int32)
    for seed in range(1000):
        rng, state = stream(seed), start(game, seed)
        while to_move(game, state) >= 0:
            if state.turn >= TURN and len(legal_actions(game, state)) >= ACTIONS and not state.pending:
                return state
            play(game, state, random_action(game, state, rng, scratch), rng)
    raise ValueError("no such position was found")


def work_of(game, state, method):
    def work():
        method.search(for_search(game), state, iterations=ITERATIONS, seed=0)
        return ITERATIONS

    return work
