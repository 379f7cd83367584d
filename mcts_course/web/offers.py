"""The searches that pages offer for a game, by the names that a person reads."""

from mcts_lab.engine.distinct import overrides
from mcts_lab.game import Game
from mcts_lab.search import UCB1, UCT, Borda, HorizonPlayout, OpenLoop, SingleObserver
from mcts_lab.search.mcts.plan import Plan

HORIZON = 20  # plays of a playout in a game that need not end, and in open-loop games that may take
LONG = 1000  # plays and more: a playout of Chase is 1,700 plays long


def usual(game) -> dict:
    """The searches for a page of `game`, of three those that fit it: a dict from names to `UCT`."""
    known = game.facts()
    if not known.perfect_information:
        base, name = UCT(tree=SingleObserver(), selection=UCB1(0.7)), "SO-ISMCTS"
    elif known.random_play:
        base, name = UCT(tree=OpenLoop()), "open-loop UCT"
    else:
        base, name = UCT(), "UCT"
    if not known.ends or name == "open-loop UCT" and known.length > LONG and overrides(game, Game.heuristic):
        base = base._replace(leaf=HorizonPlayout(HORIZON))
    wanted = {name: base, "O-MCTS": base._replace(value=Borda()), "MCTS-Solver": base._replace(solver=True)}
    return {name: method for name, method in wanted.items() if fits(game, method)}


def fits(game, method) -> bool:
    """Whether the parts of a method fit together and the game."""
    try:
        Plan(game, method)
    except ValueError:
        return False
    return True
