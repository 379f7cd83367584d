"""Each part of a search: switched off it changes nothing, and every number that it takes changes the search."""

import random

import pytest
from combinations import Annotated, Drawn
from test_combinations import PARTS, completed

from mcts_lab import after, games, start
from mcts_lab.search import (
    GRAVE,
    KLUCB,
    MAST,
    PUCT,
    RAVE,
    UCB1,
    UCBV,
    UCT,
    All,
    EpsilonGreedy,
    Evaluate,
    HardPruning,
    HardPruningByMean,
    HeuristicPrior,
    HeuristicRating,
    HorizonPlayout,
    ImplicitMinimax,
    LastGoodReply,
    LimitedPlayout,
    MaxBackup,
    MixMax,
    ModelPrior,
    ModelValue,
    OpenLoop,
    Playout,
    ProgressiveUnpruning,
    ProgressiveWidening,
    SavedStates,
    Search,
    SingleObserver,
    SoftPruning,
    Thompson,
    Together,
    UCB1Tuned,
)
from mcts_papers.hsu2020.groups import MovePruning, RootGroup
from mcts_papers.hsu2020.one_sided import OneSidedUCB1
from mcts_papers.hsu2020.readings import EagerStates, HardPruningRead
from mcts_papers.joppen2019.preferences import BinarySubtree
from mcts_papers.papagiannis2022.mixed_leaves import Blend, ByBranching, EarlySimulation, OneSided
from mcts_papers.papagiannis2022.unpruning import RandomUnpruning
from mcts_papers.powley2013.knowledge import Advice, InformedPlayout, PriorCounts, ProgressiveBias, SkewedBackup
from mcts_papers.powley2013.program import ProgramObserver
from mcts_papers.runnels2023.credit import SameSideCredit
from mcts_papers.runnels2023.greedy import GreedyPlayout
from mcts_papers.studies.pairs import NST

GAME = Annotated(5, 7, 4)  # Connect Four with a word on everything that a part may ask for
NEVER = 10**9
BY_MEAN, RATED = UCT(pruning=HardPruningByMean()), UCT(prior=Advice())
OFF = [  # a search, and the same with a part that is switched off
    (UCT(), UCT(value=MixMax(0.0))), (UCT(), UCT(pruning=HardPruningByMean(NEVER))),
    (UCT(), UCT(pruning=HardPruning(NEVER))), (UCT(), UCT(pruning=SoftPruning(NEVER))),
    (UCT(), UCT(pruning=ProgressiveWidening(alpha=1.0))),
    (UCT(), UCT(leaf=InformedPlayout(1.0))), (UCT(), UCT(leaf=LimitedPlayout(35))),
    (BY_MEAN, UCT(pruning=RandomUnpruning(HardPruningByMean(), 0.0))),
    (BY_MEAN, UCT(pruning=Together(HardPruningByMean(), All()))),
    (RATED, RATED._replace(value=PriorCounts(0.0))), (RATED, RATED._replace(selection=ProgressiveBias(2**0.5, 0.0))),
    (RATED, RATED._replace(value=SkewedBackup(0.0))),
    (UCT(prior=HeuristicRating()), UCT(value=ImplicitMinimax(0.0), prior=HeuristicRating())),
    (UCT(), UCT(backup=MaxBackup(1.0))), (UCT(UCB1(0.0)), UCT(KLUCB(0.0))), (UCT(UCB1(0.0)), UCT(UCBV(0.0))),
]
MODELS = Drawn(GAME, random.Random(1))
PRUNED = {"patience": 40, "alpha": 2.5, "least": 3}
ON = [  # a part, and other values of its numbers, each of which makes another tree
    (UCB1(), {"c": 0.5}), (UCB1Tuned(), {"c": 0.5}), (PUCT(), {"c": 3.0}), (OneSidedUCB1(), {"c": 0.5, "others": 1.0}),
    (ProgressiveBias(), {"c": 0.2, "weight": 3.0}),
    (RAVE(), {"c": 0.5, "bias": 0.5}), (GRAVE(), {"c": 0.5, "bias": 0.5, "ref": 3, "tables": 2}),
    (MixMax(), {"q": 0.5}), (PriorCounts(), {"weight": 50.0}),
    (SkewedBackup(), {"k": 5.0}), (SameSideCredit(), {"whose": 1}),
    (HardPruning(least=2), PRUNED), (HardPruningByMean(least=2), PRUNED),
    (HardPruningRead(least=2), {**PRUNED, "share": 0.85}),
    (SoftPruning(least=2), PRUNED),
    (ProgressiveUnpruning(least=2), {**PRUNED, "speed": 60.0, "growth": 1.1}),
    (ProgressiveWidening(), {"k": 2.0, "alpha": 0.4}),
    (RootGroup(), {"strict": True}),
    (MovePruning(least=1), {"alpha": 2.0, "least": 5}), (RandomUnpruning(HardPruningByMean(least=2)), {"chance": 0.5}),
    (LimitedPlayout(), {"limit": 2}), (HorizonPlayout(), {"horizon": 4}), (InformedPlayout(), {"epsilon": 0.7}),
    (GreedyPlayout(), {"epsilon": 0.9, "limit": 3}), (GreedyPlayout(limit=3), {"judge": True}),
    (ModelValue(MODELS.model(1)), {"certain": True}), (Blend(Evaluate()), {"weight": 0.3}),
    (ByBranching(Evaluate(), Playout()), {"rate": 0.01}), (OneSided(), {"others": 1}),
    (EarlySimulation(Evaluate(), 9), {"until": 7}),
    (HeuristicPrior(), {"temperature": 1.0}), (ModelPrior(MODELS.model(7)), {"temperature": 9.0}),
    (OpenLoop(), {"availability": False}), (SingleObserver(), {"availability": False}),
    (SavedStates(), {"depth": 1}), (EagerStates(), {"depth": 1}), (ProgramObserver(), {"availability": False}),
    (UCBV(), {"z": 0.3, "c": 0.1}), (KLUCB(), {"c": 0.2}), (Thompson(), {"c": 0.1}),
    (EpsilonGreedy(), {"epsilon": 1.0}), (MAST(), {"epsilon": 0.9}), (NST(), {"epsilon": 0.9}),
    (LastGoodReply(), {"forget": False}), (ImplicitMinimax(), {"alpha": 0.9}),
    (MaxBackup(), {"lam": 0.3}),
]
ELSEWHERE = {  # what shows only where something is hidden or drawn, an array is full, or in longer searches
    "Borda": {"room"}, "RunningBorda": {"room"}, "OneOutcome": {"guesses"},
    "SavedOutcomes": {"depth", "k", "alpha"},
    "ModelPrior": {"first"}, "PruningNetworks": {"again"},
    "RelativeUCB": {"alpha"}, "SequentialHalving": {"most", "scale"}, "AbsolutePruning": {"stop"},
    "TargetPlayout": {"limit", "greed", "patience"}, "BinarySubtree": {"best"},
    "HardPruningRead": {"untried"},
}


def grown(method):
    game = games.tic_tac_toe() if isinstance(method.selection, (GRAVE, RAVE)) else GAME
    state = start(game)
    for action in (3, 3, 2, 3, 4) if game is GAME else ():
        state = after(game, state, action)
    search = Search(game, state, method, seed=1, compiled=False)
    search.run(60 if isinstance(method.tree, BinarySubtree) else 250)
    return repr([search.nodes[field].tolist() for field in ("action", "visits")])


@pytest.mark.parametrize(("plain", "off"), OFF, ids=str)
def test_what_is_switched_off_changes_nothing(plain, off):
    assert grown(plain) == grown(off)


def searched(part):
    """A search with the part, and with what it needs."""
    slot = next(slot for slot, parts in PARTS.items() if any(type(one) is type(part) for one in parts))
    return completed(**{slot: part}, **{"selection": PUCT()} if slot == "prior" else {})


@pytest.mark.sampled(2, others="all")
@pytest.mark.parametrize(("part", "numbers"), ON, ids=lambda thing: type(thing).__name__)
def test_every_number_matters(part, numbers):
    trees = {grown(searched(part))} | {grown(searched(part._replace(**{name: value})))
                                       for name, value in numbers.items()}
    assert len(trees) == 1 + len(numbers)


def test_every_number_of_every_part_is_in_the_list():
    named = {(type(part).__name__, name) for part, numbers in ON for name in numbers}
    named |= {(kind, name) for kind, names in ELSEWHERE.items() for name in names}
    there = {(type(part).__name__, name) for parts in PARTS.values() for part in parts
             if type(part).__module__ != Drawn.__module__
             for name, value in part._field_defaults.items() if isinstance(value, (int, float))}
    assert there == named
