"""Tree reuse: what is kept is what the owner of the tree has seen, and nothing that is no action comes out."""


import numpy as np
import pytest
from positions import dealt, play_on
from test_checks import DrawnCoin

from mcts_lab import as_game, games
from mcts_lab.engine.random import stream
from mcts_lab.game import CHANCE, TERMINAL, after, legal_actions, sample_action, start
from mcts_lab.players import SearchPlayer
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
from mcts_lab.search.mcts.reuse import Seen, children_of

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


@pytest.mark.parametrize("tree", [*WORLDS, ClosedLoop(), OpenLoop()], ids=lambda tree: type(tree).__name__)
def test_two_hidden_replies_that_look_alike_leave_the_same_tree(tree):
    left = []
    for hidden in (0, 8):
        search = grown(PHANTOM, start(PHANTOM), tree)
        play_on(search, 4, hidden)
        left.append(contents(search))
    assert left[0] == left[1]


def test_a_reply_that_nobody_notices_leaves_the_same_tree_as_none():
    """Player 1 tries the centre in vain, and nobody but he is told."""
    left = []
    for hidden in ((0,), (4, 0)):
        search = grown(PHANTOM, start(PHANTOM), SingleObserverPOM(), 300)
        play_on(search, 4, *hidden)
        left.append(contents(search))
    assert left[0] == left[1]
    assert search.iterations > 0


def test_what_the_owner_saw_of_his_own_moves_is_kept():
    search = grown(PHANTOM, start(PHANTOM), SingleObserverPOM(), 300)
    play_on(search, 4, 0)
    visits = search.result().visits
    assert search.iterations == sum(visits.values()) > 0
    assert set(visits) <= {0, 1, 2, 3, 5, 6, 7, 8}


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


def test_outcomes_of_chance_hold_the_rewards_of_the_player_at_the_root():
    """Where another player comes to the root they are turned round; checked against what lies below them."""
    game = games.pig(win_score=20)
    state = start(game, 0)
    search = Search(game, state, UCT(), seed=3, compiled=False)
    search.run(400)
    before = search.iterations
    mover = int(game.to_move(state))
    passing = next(
        (action, outcome)
        for action in legal_actions(game, state)
        for outcome in (legal_actions(game, after(game, state, action))
                        if game.to_move(after(game, state, action)) == CHANCE else [None])
        if outcome is not None and game.to_move(after(game, after(game, state, action), outcome)) == 1 - mover
    )
    play_on(search, *passing)
    nodes = search.nodes
    assert int(nodes[ROOT].mover) == 1 - mover and 0 < search.iterations < before
    chance = [n for n in range(1, len(nodes)) if nodes[n].mover == CHANCE and nodes[n].children]
    checked = 0
    for node in chance:
        below = children_of(nodes, node)
        if len({int(nodes[c].mover) for c in below}) != 1 or nodes[below[0]].mover == CHANCE:
            continue
        total = nodes["total"][below].sum()
        if nodes[below[0]].mover != 1 - mover:
            total = nodes["visits"][below].sum() - total
        own = nodes[node].total - total  # of the one visit that made the node
        assert -1e-9 <= own <= 1 + 1e-9
        checked += nodes[node].visits > 3
    assert checked > 3


class SharedPot:
    """Two plays with a coin after each, then another play; four points are shared, of payoffs from 0 to 10."""

    low, high, length, zero_sum = 0.0, 10.0, 6, True

    def start(self):
        return ()

    def to_move(self, state):
        return None if len(state) == 5 else (0, CHANCE, 1, CHANCE, 0)[len(state)]

    def legal(self, state):
        return [0, 1]

    def weight(self, state, outcome):
        return 1.0

    def play(self, state, action):
        return (*state, action)

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


# -- players -----------------------------------------------------------------------------------------------------------


def test_a_player_who_keeps_his_tree_is_told_only_what_he_sees():
    player = SearchPlayer(UCT(tree=SingleObserverPOM()), keep_tree=True, iterations=50, compiled=False)
    found = []
    for hidden in (0, 8):
        seated = player.sit(PHANTOM, 0, 0)
        state = start(PHANTOM)
        seated.choose(PHANTOM, state, 1)
        for action in (4, hidden):
            seated.watch(PHANTOM, state, action)
            state = after(PHANTOM, state, action)
        assert seated._seen == [Seen(0, 4), Seen(1, 18)]
        seated._search.follow(seated._seen, state)
        found.append(contents(seated._search))
    assert found[0] == found[1]
