"""Tree reuse: what is kept is what the owner of the tree has seen, and nothing that is no action comes out."""

import numpy as np
import pytest
from positions import Moves, dealt, play_on
from test_checks import DrawnCoin

from mcts_lab import as_game, games
from mcts_lab.engine.random import stream
from mcts_lab.game import CHANCE, TERMINAL, after, legal_actions, sample_action, start
from mcts_lab.search import (
    PUCT,
    UCB1,
    UCT,
    ClosedLoop,
    HeuristicPrior,
    MultipleObserver,
    OpenLoop,
    Search,
    SingleObserver,
    SingleObserverPOM,
)
from mcts_lab.search.mcts.capacity import by_node
from mcts_lab.search.mcts.nodes import ROOT

WORLDS = [SingleObserver(), SingleObserverPOM(), MultipleObserver()]
HIDDEN = ["phantom_ttt", "liars_dice", "kuhn_poker", "hidden_choice"]
PHANTOM = games.phantom_ttt()


def grown(game, state, tree, iterations=200, seed=1, **options):
    search = Search(game, state, UCT(tree=tree, selection=UCB1(0.7)), seed=seed, compiled=False, **options)
    search.run(iterations)
    return search


def contents(search):
    """All that a search remembers, as bytes."""
    memory = search.memory
    used = len(search.nodes)
    arrays = [search.nodes, memory.counters, memory.rng, memory.priors[:used]]
    arrays += [array[:used] for array in by_node(memory)]
    return [np.ascontiguousarray(array).tobytes() for array in arrays]


@pytest.mark.parametrize(("tree", "other"), [
    *((tree, (8,)) for tree in (*WORLDS, ClosedLoop(), OpenLoop())),
    (SingleObserverPOM(), (4, 0))],  # player 1 tries the centre in vain, and nobody else is told
    ids=lambda value: type(value).__name__)
def test_two_hidden_replies_that_look_alike_leave_the_same_tree(tree, other):
    left = []
    for hidden in ((0,), other):
        search = grown(PHANTOM, start(PHANTOM), tree, 300)
        play_on(search, 4, *hidden)
        left.append(contents(search))
    assert left[0] == left[1]


@pytest.mark.parametrize("tree", WORLDS, ids=lambda tree: type(tree).__name__)
@pytest.mark.parametrize("name", HIDDEN)
def test_no_label_ever_comes_out_as_an_action(name, tree):
    """Along random games, whoever is to move: what is kept and what comes out is legal."""
    game = games.make(name)
    for seed in range(2):
        state = dealt(game, seed)
        search = grown(game, state, tree, 30, seed)
        rng, scratch, since = stream(seed), np.empty(game.facts().branching, np.int32), []
        while True:
            action = int(sample_action(game, state, rng, scratch))
            state = after(game, state, action)
            since.append(action)
            if game.to_move(state) == TERMINAL:
                break
            if game.to_move(state) == CHANCE:
                continue
            owner = int(search.memory.nodes[ROOT].mover)
            play_on(search, *since)
            since.clear()
            if owner != game.to_move(state):
                assert len(search.nodes) == len(search.memory.path_ends) and search.iterations == 0
            search.run(20)
            assert search.result().action in legal_actions(game, state)
            assert set(search.result().visits) <= set(legal_actions(game, state))


def test_a_game_that_does_not_say_what_is_seen_starts_anew():
    game = as_game(DrawnCoin())
    search = grown(game, start(game), SingleObserver(), 100)
    play_on(search, 0)
    assert search.iterations == 0


# -- chance, and games where nothing is hidden -------------------------------------------------------------------------


class SharedPot(Moves):
    """Two plays with a coin after each, then another play; four points are shared, of payoffs from 0 to 10."""

    low, high, length, movers, deterministic = 0.0, 10.0, 5, (0, CHANCE, 1, CHANCE, 0), False

    def payoff(self, state, player):
        mine = sum((place + 2) * action for place, action in enumerate(state)) % 5
        return mine if player == 0 else 4 - mine


def test_outcomes_of_chance_are_turned_round_at_what_the_payoffs_add_up_to():
    game = as_game(SharedPot())
    search = Search(game, start(game), UCT(), seed=0)
    search.run(2000)
    play_on(search, 0, 1)
    nodes = search.nodes
    outcomes = [n for n in nodes if n.mover == CHANCE and n.visits > 0]
    payoffs = [game.facts().high * float(n.total / n.visits) for n in outcomes]
    assert len(payoffs) >= 4 and min(payoffs) > -1e-9 and max(payoffs) < 4 + 1e-9


def test_where_play_is_random_nothing_is_kept():
    game = games.bandit()
    state = start(game, 0)
    search = Search(game, state, UCT(tree=OpenLoop()), seed=1, compiled=False)
    search.run(20)
    play_on(search, 0, state=state)
    assert search.iterations == 0


def test_kept_nodes_keep_their_priors():
    game = games.connect_four(rows=5, columns=5)

    def priors(search):
        lines = {0: ()}
        for node in range(1, len(search.nodes)):  # parents come before their children
            lines[node] = (*lines[int(search.nodes[node].parent)], int(search.nodes[node].action))
        return {line: float(search.memory.priors[node]) for node, line in lines.items() if line}

    search = Search(game, start(game), UCT(selection=PUCT(), prior=HeuristicPrior()), seed=1, compiled=False)
    search.run(150)
    before = priors(search)
    play_on(search, 2)
    kept = priors(search)
    assert len(kept) > 20 and len(set(kept.values())) > 10
    assert kept == {line[1:]: prior for line, prior in before.items() if line[0] == 2 and len(line) > 1}


@pytest.mark.parametrize("actions, word", [((4, 77), "legal"), ((0, 3, 1, 4, 2), "over")])
def test_illegal_actions_and_the_end_of_the_game_are_refused(actions, word):
    game = games.tic_tac_toe()
    search = grown(game, start(game), ClosedLoop(), 20)
    with pytest.raises(ValueError, match=word):
        play_on(search, *actions)
