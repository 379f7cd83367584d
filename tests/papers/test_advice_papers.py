"""No error message leads from a game with hidden information to a search that looks at what is hidden."""


import inspect
import re

import combinations
import pytest
from test_advice import CHANCE_ONLY, HIDDEN, SEES_ALL, cheats, first_turn, said_by, without_pimc

from mcts_lab import AlphaBeta, Minimax, games, search, start
from mcts_lab.cli import main
from mcts_lab.engine.generic import compiler
from mcts_lab.search import (
    ISMCTS,
    PIMC,
    UCT,
    OpenLoop,
    SavedStates,
    Search,
)
from mcts_lab.search.mcts.components import TYPES
from mcts_lab.search.mcts.plan import Plan
from mcts_lab.search.minimax.expectiminimax import Expectiminimax
from mcts_papers.evolution import RHEA
from mcts_papers.joppen2019.best_first import BestFirst
from mcts_papers.studies.halving import SequentialHalving


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


def test_the_games_and_parts_are_those_that_matter():
    assert {"knockout_whist", "spades", "dou_dizhu", "kuhn_poker", "leduc_poker", "liars_dice", "phantom_ttt",
            "dark_hex", "hearthstone"} <= HIDDEN.keys()
    assert {"pig", "bandit", "tribes"} <= CHANCE_ONLY.keys()
    assert {slot for slot, _ in PARTS} == set(TYPES) and len(PARTS) > 60 and len(WORLDS) >= 8


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


def test_refusals_of_card_games_say_what_happened_and_what_to_do():
    game = games.knockout_whist()
    state = start(game, 1)
    honest = "Use ISMCTS(), which does not see hidden information"
    assert said_by(lambda: AlphaBeta(depth=3).search(game, state)) == (
        f"This search cannot search Knockout Whist, which has random events. {honest}.")
    assert said_by(lambda: UCT().search(game, state, iterations=1)) == (
        "ClosedLoop (the default tree) has one node for each state, but Knockout Whist uses random numbers during a "
        f"move. {honest}, or "
        "PIMC(method=UCT(tree=OpenLoop())).")
    assert said_by(lambda: PIMC(method=UCT(tree=SavedStates())).search(game, state, iterations=100)) == (
        "PIMC searches each determinization as a game without hidden information. Write "
        "PIMC(method=UCT(tree=OpenLoop())).")
    spades = games.spades()
    assert said_by(lambda: Minimax().search(spades, start(spades, 1))) == (
        f"This search needs a two-player zero-sum game, which Spades is not. {honest}.")
    halving = UCT(tree=ISMCTS().tree, pruning=SequentialHalving())
    assert said_by(lambda: Plan(spades, halving, False)) == (
        "SequentialHalving needs the same actions at every visit of a node. Leave it out, or give it to the trees of "
        "PIMC(method=UCT(...)).")
    assert said_by(lambda: Plan(game, halving, False)) == (
        "SequentialHalving needs the same actions at every visit of a node. Leave it out.")
    kuhn = games.kuhn_poker()
    assert said_by(lambda: Plan(kuhn, search.MCTSSolver(), False)) == (
        f"The solver needs a game without chance and hidden information, which Kuhn poker is not. {honest}.")
    assert said_by(lambda: Plan(kuhn, ISMCTS(solver=True), False)).endswith("is not. Set solver=False.")


AGENTS = ["AlphaBeta(depth=2)", "Minimax(depth=2)", "Expectiminimax(depth=2)", "UCT()", "OMCTS()", "UCT(solver=True)",
          "PIMC(trees=2)", "UCT(c=1)"]
NO_AGENTS = ["3", "UCT(", "Playout()"]


@pytest.mark.parametrize("agent", AGENTS + NO_AGENTS)
@pytest.mark.parametrize("game", ["knockout_whist", "kuhn_poker", "dark_hex"])
def test_commands_advise_no_search_that_sees_what_is_hidden(game, agent, capsys, monkeypatch):
    monkeypatch.setattr(compiler, "available", lambda: False)
    for command in (["duel", agent, agent, "--games", "2", "--iterations", "4", "--opening", "0"],
                    ["tune", agent, "--vary", "depth=1,2", "--games", "16", "--iterations", "4"]):
        main([command[0], game, *command[1:], *(["-o", "players=2"] if game == "knockout_whist" else [])])
        message = capsys.readouterr().err.removeprefix("mcts-lab: ")
        advice = message.partition(". ")[2].removeprefix("UCT has no parameter")
        assert SEES_ALL.findall(without_pimc(advice)) == []
        assert "ISMCTS()" in advice or agent not in NO_AGENTS
