"""No error message leads from a game with hidden information to a search that looks at what is hidden."""

import re

import pytest

from mcts_lab import AlphaBeta, games
from mcts_lab.game import CHANCE, after, sample, start
from mcts_lab.players import SearchPlayer
from mcts_lab.search import (
    ISMCTS,
    PIMC,
    UCT,
    OpenLoop,
)
from mcts_lab.search.mcts.plan import Plan

ALL = {name: games.make(name) for name in games.names()}
HIDDEN = {name: game for name, game in ALL.items() if not game.facts().perfect_information}
CHANCE_ONLY = {name: game for name, game in ALL.items() if game.facts().perfect_information
               and not game.facts().deterministic}
SEES_ALL = re.compile(r"\b(UCT|OMCTS|MCTSSolver|ClosedLoop|OpenLoop|SavedStates|SavedOutcomes|BinarySubtree|RHEA|"
                      r"BestFirst|AlphaBeta|Minimax|Expectiminimax|minimax|alpha-beta)\b")


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


def test_what_is_inside_of_pimc_does_not_count():
    assert cheats("X is refused: use ISMCTS(), or PIMC(method=UCT(tree=OpenLoop())).") == []
    assert cheats("X is refused: use PIMC(method=UCT()) or UCT().") == ["UCT"]
    assert cheats("ClosedLoop is refused: use tree=OpenLoop().") == ["OpenLoop"]


@pytest.mark.parametrize("name", HIDDEN)
def test_the_searches_that_are_advised_run(name):
    game = HIDDEN[name]
    Plan(game, ISMCTS(), False)
    inner = UCT(tree=OpenLoop()) if game.facts().random_play else UCT()
    assert PIMC(trees=2, method=inner).search(game, first_turn(game), iterations=2, compiled=False).iterations == 2


@pytest.mark.parametrize("name", CHANCE_ONLY)
def test_the_advice_for_open_games_of_chance_can_be_followed(name):
    game = CHANCE_ONLY[name]
    known = game.facts()
    message = said_by(lambda: AlphaBeta(depth=1).search(game, first_turn(game)))
    advised = "UCT(tree=OpenLoop())" if known.random_play else "Expectiminimax() or UCT()"
    assert message.endswith(f" Use {advised}.")
    method = UCT(tree=OpenLoop()) if known.random_play else UCT()
    refused = said_by(lambda: Plan(game, method, False))
    assert refused == "" or not known.ends and "Use LimitedPlayout()" in refused


def test_a_player_names_the_search_for_hidden_information():
    message = said_by(lambda: SearchPlayer(3))
    assert message.endswith("UCT() or AlphaBeta(depth=5), or ISMCTS() for a game with hidden information.")
