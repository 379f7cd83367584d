"""All parts of a search together: nothing is written out of place, no pair that is accepted fails, and the same comes
out however it is run. `combinations` draws them; MCTS_LAB_COMBINATIONS=2000 in the environment draws more."""

import os
import random
from itertools import combinations_with_replacement

import pytest
from combinations import GAMES, NEWER, Drawn, difference, in_pieces, is_sentence, looked_at, position, task, trees

from mcts_lab.search import PUCT, UCT, BestValue, HeuristicPrior, ImplicitMinimax, OpenLoop, Search, Together
from mcts_lab.search.mcts.checks import check
from mcts_lab.search.mcts.components import TYPES
from mcts_papers.joppen2019.preferences import BinarySubtree, RelativeUCB
from mcts_papers.joppen2019.sights import AvoidKnown, TargetPlayout
from mcts_papers.joppen2019.values import Expectimax
from mcts_papers.papagiannis2022.mixed_leaves import Blend
from mcts_papers.powley2013.knowledge import Advice, PriorCounts, ProgressiveBias, SkewedBackup

NUMBER = int(os.environ.get("MCTS_LAB_COMBINATIONS", 300))
EACH = 20  # combinations that a test looks at
PIECES = 5  # one of so many is run in the shortest pieces as well
# Small games in which each part occurs at least once. What Yolobot sees plays on a grid, which takes long to compile:
# it is compared in test_sights.
COMPILED = (11, 16, 39, 62, 116, 209, 369, 449, 459, 776, 833, 961, 1201, 1281, 1390, 2097,
            10003, 10048, 10142, 10295, 10312, 10353)
GRID = {"AvoidKnown", "TargetPlayout"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("first", [*range(0, NUMBER, EACH), *range(NEWER, NEWER + NUMBER // 5, EACH)])
def test_combinations_stay_in_their_memory(first):
    refused = []
    for number in range(first, first + EACH):
        one = task(number, refused)
        with looked_at():
            here = trees(one)
        if number % PIECES == 0:
            with in_pieces():
                assert not difference(here, trees(one)), one
    assert all(map(is_sentence, refused))


@pytest.mark.sampled(3)
@pytest.mark.compiled
@pytest.mark.parametrize("number", COMPILED)
def test_combinations_are_the_same_compiled(number):
    one = task(number)
    assert not difference(trees(one), trees(one, compiled=None)), one


def kinds(part) -> set:
    """The names of a part and of those it is made of."""
    inside = set().union(*map(kinds, part)) if isinstance(part, tuple) else set()
    return inside | {type(part).__name__} if any(isinstance(part, TYPES[slot]) for slot in TYPES) else inside


def test_every_part_is_compiled_once():
    parts = {type(part).__name__ for parts in PARTS.values() for part in parts}
    assert set().union(*(kinds(task(number).method) for number in COMPILED)) >= parts - GRID


def examples(slot):
    """A part of each kind for a slot, whatever game it is for."""
    found = {}
    for name in ("annotated", "maze"):
        drawn, newer = Drawn(GAMES[name], random.Random(0)), Drawn(GAMES[name], random.Random(0), newer=True)
        for part in (getattr(drawn, slot)() for _ in range(800)):
            found.setdefault(type(part), part)
        for part in (newer.newest(slot) for _ in range(800)):
            if part is not None:
                found.setdefault(type(part), part)
    return list(found.values())


PARTS = {slot: examples(slot) for slot in TYPES}


def completed(**parts):
    """A search with these parts, and those without which one of them goes nowhere."""
    method = UCT(**parts)
    if isinstance(method.tree, BinarySubtree) or isinstance(method.selection, RelativeUCB):
        method = method._replace(tree=BinarySubtree(), selection=RelativeUCB(), final=BestValue())
    if "prior" not in parts and (isinstance(method.value, (ImplicitMinimax, PriorCounts, SkewedBackup))
                                 or isinstance(method.selection, ProgressiveBias)):
        method = method._replace(prior=Advice())
    if "prior" not in parts and isinstance(method.selection, PUCT):
        method = method._replace(prior=HeuristicPrior())
    if "tree" not in parts and any(isinstance(part, (Expectimax, AvoidKnown, TargetPlayout)) for part in method):
        method = method._replace(tree=OpenLoop())
    return method


def game_for(method):
    """A game on which such a search works; None if all refuse it, which takes a sentence."""
    for name in ("annotated", "gaps", "maze", "phantom_ttt"):
        try:
            check(GAMES[name], method)
            return GAMES[name]
        except ValueError as error:
            assert is_sentence(str(error)), error
    return None


# A search with each part by itself.
SINGLE = {type(part).__name__: completed(**{slot: part}) for slot, parts in PARTS.items() for part in parts}


def pairs(slot, other):
    """Searches with a part of each slot; of the same, where one stands in the other."""
    for i, one in enumerate(PARTS[slot]):
        for second in PARTS[other][i if slot == other else 0:]:
            if slot != other:
                yield completed(**{slot: one, other: second})
            elif slot in ("leaf", "pruning"):
                yield completed(**{slot: (Blend if slot == "leaf" else Together)(one, second)})


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("slot", "other"), list(combinations_with_replacement(TYPES, 2)))
def test_every_pair_of_parts_works_or_is_refused_in_a_sentence(slot, other):
    made = 0
    for method in pairs(slot, other):
        game = game_for(method)
        if game is not None:
            with looked_at():
                search = Search(game, position(task(0)._replace(game=game)), method, seed=1, compiled=False)
                search.run(5 if isinstance(method.tree, BinarySubtree) or game is GAMES["maze"] else 50)
            made += 1
    assert made > 0 or slot == other


def test_all_parts_are_drawn():
    for slot, parts in PARTS.items():
        assert len(parts) >= 2 and all(isinstance(part, TYPES[slot]) for part in parts)
    kinds = {type(part).__name__ for parts in PARTS.values() for part in parts}
    import mcts_lab.search as offered

    parts = {name for name in offered.__all__ if name not in ("UCT", "Search", "Result", "Seen", "Sights")
             and any(isinstance(getattr(offered, name), TYPES[slot]) for slot in TYPES)}
    assert parts <= kinds
