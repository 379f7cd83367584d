"""No error message leads from a game with hidden information to a search that looks at what is hidden."""

import inspect
import re

import combinations
import pytest
from test_advice import HIDDEN, cheats, first_turn, said_by

from mcts_lab import AlphaBeta, Minimax, search
from mcts_lab.search import ISMCTS, PIMC, UCT, OpenLoop, SavedStates, Search
from mcts_lab.search.mcts.components import TYPES
from mcts_lab.search.mcts.plan import Plan
from mcts_lab.search.minimax.expectiminimax import Expectiminimax
from mcts_papers.evolution import RHEA
from mcts_papers.joppen2019.best_first import BestFirst


def parts():
    """One part of each class that the package has for a slot and that can be made without arguments: (slot, part)."""
    found = {}
    for known in (vars(search), vars(combinations)):
        for one in known.values():
            if isinstance(one, type) and hasattr(one, "_fields") and one not in found:
                try:
                    found[one] = one()
                except TypeError:  # it needs a model, or another part
                    continue
    return [(slot, part) for part in found.values() for slot in TYPES if isinstance(part, TYPES[slot])]


PARTS = parts()
WORLDS = [part for slot, part in PARTS if slot == "tree"]


@pytest.mark.parametrize("name", HIDDEN)
def test_no_part_of_a_search_is_refused_in_favour_of_one_that_sees_what_is_hidden(name):
    game, refusals = HIDDEN[name], set()
    for slot, part in PARTS:
        for tree in [part] if slot == "tree" else WORLDS:
            for solver in (False, True):
                method = UCT(**{"tree": tree, slot: part, "solver": solver})
                refusals.add(said_by(lambda method=method: Plan(game, method, False)))
    assert len(refusals) > 15
    assert [message for message in refusals if cheats(message)] == []


OTHERS = [AlphaBeta(depth=1), AlphaBeta(depth=1, perspective="root"), AlphaBeta(depth=1, table_bits=8),
          AlphaBeta(depth=1, quiescence=2), AlphaBeta(depth=1, ordering="heuristic"),
          Minimax(depth=1), Expectiminimax(depth=1),
          Expectiminimax(depth=1, perspective="root"), RHEA(), BestFirst(), UCT(), UCT(solver=True),
          search.OMCTS(), search.MCTSSolver(), PIMC(trees=2), PIMC(trees=2, guess=False),
          PIMC(trees=2, method=ISMCTS()), PIMC(trees=2, method=UCT(tree=SavedStates())),
          PIMC(trees=2, method=UCT(tree=OpenLoop())), PIMC(trees=2, method=AlphaBeta())]


@pytest.mark.parametrize("name", HIDDEN)
def test_no_search_is_refused_in_favour_of_one_that_sees_what_is_hidden(name):
    game, refusals = HIDDEN[name], {}
    state = first_turn(game)
    for method in OTHERS:
        takes = inspect.signature(method.search).parameters
        budget = {"calls": 4} if "iterations" not in takes and "calls" in takes else {}
        budget |= {"iterations": 2} if "iterations" in takes else {}
        found = said_by(lambda method=method, budget=budget: method.search(game, state, compiled=False, **budget))
        refusals[found] = method
        found = said_by(lambda method=method: Search(game, state, method, compiled=False))
        refusals[found] = method
    assert len(refusals) > 5
    assert [message for message, method in refusals.items() if cheats(message, method)] == []
    for message in refusals:  # a game that does not fit, whatever the parameters
        if re.search("random (events|numbers)|zero-sum|without chance", message):
            assert " Use ISMCTS()" in message
