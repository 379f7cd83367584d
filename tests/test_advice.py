"""No error message leads from a game with hidden information to a search that looks at what is hidden."""

import inspect
import re

import combinations
import pytest

from mcts_lab import games, search
from mcts_lab.cli import main
from mcts_lab.engine.generic import compiler
from mcts_lab.game import CHANCE, after, sample, start
from mcts_lab.papers.joppen2019.best_first import BestFirst
from mcts_lab.papers.joppen2019.population import PopulationRHEA
from mcts_lab.players import SearchPlayer
from mcts_lab.search import (
    ISMCTS,
    PIMC,
    UCT,
    OpenLoop,
    SavedStates,
    Search,
    SequentialHalving,
)
from mcts_lab.search.evolution import RHEA
from mcts_lab.search.mcts.components import TYPES
from mcts_lab.search.mcts.plan import Plan
from mcts_lab.search.minimax.alpha_beta import AlphaBeta
from mcts_lab.search.minimax.expectiminimax import Expectiminimax
from mcts_lab.search.minimax.minimax import Minimax
from mcts_lab.web.page import described

ALL = {name: games.make(name) for name in games.names()}
HIDDEN = {name: game for name, game in ALL.items() if not game.facts().perfect_information}
CHANCE_ONLY = {name: game for name, game in ALL.items() if game.facts().perfect_information
               and not game.facts().deterministic}
SEES_ALL = re.compile(r"\b(UCT|OMCTS|MCTSSolver|ClosedLoop|OpenLoop|SavedStates|SavedOutcomes|BinarySubtree|RHEA|"
                      r"PopulationRHEA|BestFirst|AlphaBeta|Minimax|Expectiminimax|minimax|alpha-beta)\b")


def first_turn(game):
    """The first position of a game in which a player is to move."""
    state = start(game, 0)
    while game.to_move(state) == CHANCE:
        state = after(game, state, sample(game, state, 0))
    return state


def said_by(ask) -> str:
    """The message with which a call is refused; "" where it is not."""
    try:
        ask()
    except (ValueError, TypeError) as error:
        return str(error)
    return ""


def without_pimc(message) -> str:
    """A message without what is inside of PIMC(...), whose trees see a determinization only."""
    while (begin := message.find("PIMC(")) >= 0:
        depth, end = 0, begin
        while end == begin or depth:
            depth += {"(": 1, ")": -1}.get(message[end + 4], 0)
            end += 1
        message = message[:begin] + message[end + 4:]
    return message


def cheats(message, *asked) -> list[str]:
    """The searches that see everything of which a message speaks, besides the part or search that was asked for."""
    for one in asked:
        message = message.replace(f"Search cannot run {type(one).__name__}", "", 1)
    return SEES_ALL.findall(without_pimc(message.partition(" ")[2]))


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


def test_what_is_inside_of_pimc_does_not_count():
    assert cheats("X is refused: use ISMCTS(), or PIMC(method=UCT(tree=OpenLoop())).") == []
    assert cheats("X is refused: use PIMC(method=UCT()) or UCT().") == ["UCT"]
    assert cheats("ClosedLoop is refused: use tree=OpenLoop().") == ["OpenLoop"]


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
          Expectiminimax(depth=1, perspective="root"), RHEA(), PopulationRHEA(), BestFirst(), UCT(), UCT(solver=True),
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
        if "random events" in message or "random numbers" in message or "zero-sum" in message or "secrets" in message:
            assert ": use ISMCTS()" in message


@pytest.mark.parametrize("name", HIDDEN)
def test_the_searches_that_are_advised_run(name):
    game = HIDDEN[name]
    Plan(game, ISMCTS(), False)
    inner = UCT(tree=OpenLoop()) if game.facts().random_play else UCT()
    assert PIMC(trees=2, method=inner).search(game, first_turn(game), iterations=2, compiled=False).iterations == 2


def test_refusals_of_card_games_say_what_happened_and_what_to_do():
    game = games.knockout_whist()
    state = start(game, 1)
    honest = "use ISMCTS(), which does not look at what is hidden"
    assert said_by(lambda: AlphaBeta(depth=3).search(game, state)) == (
        f"Knockout Whist has random events, which this search does not know: {honest}")
    assert said_by(lambda: UCT().search(game, state, iterations=1)) == (
        f"ClosedLoop takes a node for a state, but Knockout Whist draws random numbers as it plays: {honest}, or "
        "PIMC(method=UCT(tree=OpenLoop())).")
    assert said_by(lambda: PIMC(method=UCT(tree=SavedStates())).search(game, state, iterations=100)) == (
        "Each tree of PIMC searches one determinization as if it were the truth: use "
        "PIMC(method=UCT(tree=OpenLoop())).")
    spades = games.spades()
    assert said_by(lambda: Minimax().search(spades, start(spades, 1))) == (
        f"Spades is not a zero-sum game of two players, which this search needs: {honest}")
    halving = UCT(tree=ISMCTS().tree, pruning=SequentialHalving())
    assert said_by(lambda: Plan(spades, halving, False)) == (
        "SequentialHalving needs actions that stay the same: leave it out, or give it to the trees of "
        "PIMC(method=UCT(...)).")
    assert said_by(lambda: Plan(game, halving, False)) == (
        "SequentialHalving needs actions that stay the same: leave it out.")
    kuhn = games.kuhn_poker()
    assert said_by(lambda: Plan(kuhn, search.MCTSSolver(), False)) == (
        f"The solver proves results of games without chance or secrets, which Kuhn poker is not: {honest}.")
    assert said_by(lambda: Plan(kuhn, ISMCTS(solver=True), False)).endswith("is not: set solver=False.")


def test_open_games_of_chance_keep_their_searches():
    pig = games.pig()
    state = first_turn(pig)
    assert said_by(lambda: AlphaBeta(depth=1).search(pig, state)) == (
        "Pig has random events, which this search does not know: use Expectiminimax() or UCT()")
    assert Expectiminimax(depth=1).search(pig, state, compiled=False).name
    Plan(pig, UCT(), False)
    gaps = games.gaps()
    assert said_by(lambda: Minimax(depth=1).search(gaps, start(gaps, 1))).endswith(": use UCT(tree=OpenLoop())")
    assert said_by(lambda: Plan(gaps, UCT(), False)).endswith(": use tree=OpenLoop() or SavedStates().")
    decisive = UCT(tree=OpenLoop(), leaf=search.DecisivePlayout())
    assert said_by(lambda: Plan(gaps, decisive, False)).endswith(": use tree=SavedStates().")
    Plan(gaps, decisive._replace(tree=SavedStates()), False)


@pytest.mark.parametrize("name", CHANCE_ONLY)
def test_the_advice_for_open_games_of_chance_can_be_followed(name):
    game = CHANCE_ONLY[name]
    known = game.facts()
    message = said_by(lambda: AlphaBeta(depth=1).search(game, first_turn(game)))
    advised = "UCT(tree=OpenLoop())" if known.random_play else "Expectiminimax() or UCT()"
    assert message.endswith(f": use {advised}")
    method = UCT(tree=OpenLoop()) if known.random_play else UCT()
    refused = said_by(lambda: Plan(game, method, False))
    assert refused == "" or not known.ends and "use LimitedPlayout()" in refused


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
        advice = message.partition(": ")[2]
        assert SEES_ALL.findall(without_pimc(advice).partition("UCT.__new__()")[2] or without_pimc(advice)) == []
        assert "ISMCTS()" in advice or agent not in NO_AGENTS


def test_commands_know_the_searches_that_are_advised_for_open_games(capsys, monkeypatch):
    monkeypatch.setattr(compiler, "available", lambda: False)
    duel = ["duel", "pig", "-o", "win_score=12", "--games", "2", "--iterations", "4", "--opening", "0"]
    assert main([*duel, "AlphaBeta(depth=1)", "UCT()"]) != 0
    assert "use Expectiminimax() or UCT()" in capsys.readouterr().err
    assert main([*duel, "Expectiminimax(depth=1)", "UCT()"]) == 0


def test_pages_advise_no_search_that_sees_what_is_hidden():
    cards, board = games.knockout_whist().facts(), games.connect_four().facts()
    slow = SearchPlayer(ISMCTS(), seconds=1.0)
    assert said_by(lambda: described("dice", AlphaBeta(), cards)).endswith(": give ISMCTS(), or leave it out")
    assert said_by(lambda: described("dice", AlphaBeta(), board)).endswith(": give UCT(), or leave it out")
    assert said_by(lambda: described("slow", slow, cards)).endswith("such as SearchPlayer(ISMCTS(), iterations=1000)")


def test_a_player_names_the_search_for_hidden_information():
    message = said_by(lambda: SearchPlayer(3))
    assert message.endswith("give a value such as UCT() or AlphaBeta(depth=5), or ISMCTS() where something is hidden")
