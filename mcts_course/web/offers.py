"""The searches that pages offer for a game, by the names that a person reads."""

from mcts_lab.engine.distinct import overrides
from mcts_lab.game import Game
from mcts_lab.search import (
    PUCT,
    UCB1,
    UCT,
    Borda,
    HardPruning,
    HeuristicPrior,
    HorizonPlayout,
    MixMax,
    OpenLoop,
    SingleObserver,
    UCB1Tuned,
)
from mcts_lab.search.mcts.plan import Plan

USUAL = ("UCT", "SO-ISMCTS", "open-loop UCT", "O-MCTS", "MCTS-Solver")
HORIZON = 20  # plays of a playout in a game that need not end, and in open-loop games that may take
LONG = 1000  # plays and more: a playout of Chase is 1,700 plays long


def offers(game) -> dict:
    """The searches for a page of `game`, those that fit it of the ones in the papers: a dict from names to `UCT`."""
    known = game.facts()
    if not known.perfect_information:
        base, name = UCT(tree=SingleObserver(), selection=UCB1(0.7)), "SO-ISMCTS"
    elif known.random_play:
        base, name = UCT(tree=OpenLoop()), "open-loop UCT"
    else:
        base, name = UCT(), "UCT"
    limited = not known.ends or name == "open-loop UCT" and known.length > LONG and overrides(game, Game.heuristic)
    if limited:
        base = base._replace(leaf=HorizonPlayout(HORIZON))
    wanted = {
        name: base,
        "O-MCTS": base._replace(value=Borda()),
        "MCTS-Solver": base._replace(solver=True),
        "UCB1-Tuned": base._replace(selection=UCB1Tuned()),
        "MixMax": base._replace(value=MixMax()),
        "hard pruning": base._replace(pruning=HardPruning()),
        "PUCT": base._replace(selection=PUCT(), prior=HeuristicPrior()),
    }
    return {name: method for name, method in wanted.items() if fits(game, method)}


def usual(game) -> dict:
    """The searches of a page that says nothing else."""
    known = offers(game)
    return {name: known[name] for name in USUAL if name in known}


def fits(game, method) -> bool:
    """Whether the parts of a method fit together and the game."""
    if isinstance(method.prior, HeuristicPrior) and not overrides(game, Game.heuristic):
        return False
    try:
        Plan(game, method)
    except ValueError:
        return False
    return True
