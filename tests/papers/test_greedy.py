"""Greedy playouts, and the literal reading of the paper's backup."""

import numpy as np
import pytest
from conformance.soccer import from_tuple

from mcts_lab import UCT, Search, after, legal_actions, start
from mcts_lab.games import soccer
from mcts_lab.search.mcts.nodes import BACK_UP, PLAY_OUT, ROOT
from mcts_lab.search.mcts.reuse import children_of
from mcts_papers.games.soccer import RED
from mcts_papers.runnels2023.credit import CHOOSER, LEAF, ROOT_PLAYER, SameSideCredit
from mcts_papers.runnels2023.greedy import GreedyPlayout

GAME = soccer(eq6="away")


def rewards(rule, state, seed=0):
    """The rewards and length of one playout, interpreted."""
    search = Search(GAME, state, UCT(leaf=rule), seed=seed, compiled=False)
    search.memory.states[0] = state
    length = rule.evaluate(GAME, search.memory.states[0], search.memory)
    return search.memory.rewards.tolist(), length


def test_a_greedy_player_in_front_of_the_goal_scores():
    state = from_tuple(GAME, (0, 15, 7, 1, 3, 3, 0, 15, 7, 0, None))
    assert rewards(GreedyPlayout(epsilon=0.0), state) == ([1.0, 0.0], 1)


def test_what_a_cut_off_playout_is_worth():
    state = from_tuple(GAME, (0, 5, 7, 1, 10, 7, 0, 5, 7, 0, None))
    assert rewards(GreedyPlayout(limit=0), state) == ([0.5, 0.5], 0)
    judged, _ = rewards(GreedyPlayout(limit=0, judge=True), state)
    assert judged == pytest.approx([(GAME.heuristic(state, p) + 10) / 20 for p in (RED, 1)])


def test_looking_ahead_is_counted():
    """A playout of one play costs that play, and one more for each action looked at."""
    state = start(GAME, 3)
    calls = {}
    for epsilon in (0.0, 1.0):
        search = Search(GAME, state, UCT(leaf=GreedyPlayout(epsilon=epsilon, limit=1)), seed=1, compiled=False)
        search.run(iterations=1)
        leaf = next(node for node in search.nodes[1:] if node.visits)
        calls[epsilon] = search.calls
    following = after(GAME, state, int(leaf.action))
    assert calls[0.0] - calls[1.0] == len(legal_actions(GAME, following))


@pytest.mark.parametrize("whose", [LEAF, ROOT_PLAYER, CHOOSER])
def test_credit_goes_where_the_paper_says(whose):
    """Recounted from the trace: a node's credit is the utility of the simulations whose leaf has the same mover."""
    search = Search(GAME, start(GAME, 5), UCT(leaf=GreedyPlayout(limit=40), value=SameSideCredit(whose)), seed=1,
                    compiled=False, trace=True)
    search.run(iterations=60)
    nodes, events = search.nodes, search.trace_events
    expected = np.zeros(len(nodes))
    leaf = None
    for event in events:
        if event.phase == PLAY_OUT:
            leaf = int(event.node)
        elif event.phase == BACK_UP and event.node != ROOT:
            mover = int(nodes[event.node].mover)
            if mover == int(nodes[leaf].mover):
                own = whose == CHOOSER or whose == ROOT_PLAYER and mover == int(nodes[ROOT].mover)
                expected[event.node] += event.reward if own else 1.0 - event.reward
    assert np.allclose(search.memory.of(search.method.value).credit[: len(nodes)], expected)
    assert expected.any()
    deepest = [c for c in children_of(nodes, ROOT) if nodes[c].children]
    assert deepest, "some simulations must start below the second level for this to mean anything"
