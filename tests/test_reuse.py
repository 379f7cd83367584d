"""Tree reuse: what is kept is what the owner of the tree has seen, and nothing that is no action comes out."""

import numpy as np
import pytest
from test_checks import DrawnCoin

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import (
    CHANCE,
    TERMINAL,
    after,
    copy,
    determinize,
    facts,
    legal_actions,
    observation,
    sample_action,
    start,
    to_move,
)
from mcts_lab.games.adapters.plain import as_game
from mcts_lab.papers.joppen2019.values import NormalisedMean
from mcts_lab.players import SearchPlayer
from mcts_lab.search import (
    PUCT,
    UCB1,
    UCT,
    Borda,
    ClosedLoop,
    HeuristicPrior,
    Mean,
    MultipleObserver,
    OpenLoop,
    Search,
    SingleObserver,
    SingleObserverPOM,
)
from mcts_lab.search.mcts.reuse import Seen, children_of, seen_by
from mcts_lab.search.mcts.tree import ROOT

WORLDS = [SingleObserver(), SingleObserverPOM(), MultipleObserver()]
HIDDEN = ["phantom_ttt", "dark_hex", "liars_dice", "kuhn_poker", "leduc_poker", "hidden_choice"]
PHANTOM = games.phantom_ttt()


def grown(game, state, world, iterations=200, seed=1, **options):
    search = Search(game, state, UCT(world=world, selection=UCB1(0.7)), seed=seed, compiled=False, **options)
    search.run(iterations)
    return search


def dealt(game, seed):
    """The first state in which a player is to move."""
    state, rng, scratch = start(game, seed), stream(seed), np.empty(facts(game).branching, np.int32)
    while to_move(game, state) == CHANCE:
        state = after(game, state, int(sample_action(game, state, rng, scratch)))
    return state


def contents(search):
    """All that a search remembers, as bytes."""
    memory = search.memory
    used = len(search.nodes)
    arrays = [search.nodes, memory.counters, memory.rng, memory.priors[:used]]
    arrays += [array[:used] for part in (memory.world, memory.selection, memory.value) for array in part]
    return [np.ascontiguousarray(array).tobytes() for array in arrays]


@pytest.mark.parametrize("world", [*WORLDS, ClosedLoop(), OpenLoop()], ids=lambda world: type(world).__name__)
def test_two_hidden_replies_that_look_alike_leave_the_same_tree(world):
    left = []
    for hidden in (0, 8):
        search = grown(PHANTOM, start(PHANTOM), world)
        search.play_on(4, hidden)
        left.append(contents(search))
    assert left[0] == left[1]


def test_a_reply_that_nobody_notices_leaves_the_same_tree_as_none():
    """Player 1 tries the centre in vain, and nobody but he is told."""
    left = []
    for hidden in ((0,), (4, 0)):
        search = grown(PHANTOM, start(PHANTOM), SingleObserverPOM(), 300)
        search.play_on(4, *hidden)
        left.append(contents(search))
    assert left[0] == left[1]
    assert search.iterations > 0


def test_what_the_owner_saw_of_his_own_moves_is_kept():
    search = grown(PHANTOM, start(PHANTOM), SingleObserverPOM(), 300)
    search.play_on(4, 0)
    visits = search.result().visits
    assert search.iterations == sum(visits.values()) > 0
    assert set(visits) <= {0, 1, 2, 3, 5, 6, 7, 8}


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: type(world).__name__)
@pytest.mark.parametrize("name", HIDDEN)
def test_no_label_ever_comes_out_as_an_action(name, world):
    """Along random games, whoever is to move: what is kept and what comes out is legal."""
    game = games.make(name)
    for seed in range(2):
        state = dealt(game, seed)
        search = grown(game, state, world, 30, seed)
        rng, scratch, since = stream(seed), np.empty(facts(game).branching, np.int32), []
        while True:
            action = int(sample_action(game, state, rng, scratch))
            state = after(game, state, action)
            since.append(action)
            if to_move(game, state) == TERMINAL:
                break
            if to_move(game, state) == CHANCE:
                continue
            owner = int(search.memory.nodes[ROOT].mover)
            search.play_on(*since)
            since.clear()
            if owner != to_move(game, state):
                assert len(search.nodes) == len(search.memory.path_ends) and search.iterations == 0
            search.run(20)
            assert search.result().action in legal_actions(game, state)
            assert set(search.result().visits) <= set(legal_actions(game, state))


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: type(world).__name__)
@pytest.mark.parametrize("name", [*HIDDEN, "spades"])
def test_what_is_kept_is_the_same_in_every_world_that_the_owner_thinks_possible(name, world):
    game = games.make(name)
    kept = 0
    for seed in range(2):
        state = dealt(game, seed)
        owner = int(to_move(game, state))
        one, two = (grown(game, state, world, 30, seed) for _ in range(2))
        rng, scratch, seen = stream(seed), np.empty(facts(game).branching, np.int32), []
        for turn in range(30):
            action = one.result().action if turn == 0 else int(sample_action(game, state, rng, scratch))
            seen.append(seen_by(game, state, action, owner))
            state = after(game, state, action)
            if to_move(game, state) in (owner, TERMINAL):
                break
        if to_move(game, state) != owner:
            continue
        guess = copy(game, state)
        determinize(game, guess, owner, rng)
        seen = [event for event in seen if event is not None]
        one.follow(seen, state)
        two.follow(seen, guess)
        assert contents(one) == contents(two)
        kept += one.iterations
    assert kept == 0 or not isinstance(world, MultipleObserver)


def test_a_game_that_does_not_say_what_is_seen_starts_anew():
    game = as_game(DrawnCoin())
    search = grown(game, start(game), SingleObserver(), 100)
    search.play_on(0)
    assert search.iterations == 0


@pytest.mark.parametrize("name", [*HIDDEN, "coin_in_a_box", "non_locality", "spades", "knockout_whist", "dou_dizhu"])
def test_what_looks_like_an_action_is_that_action_seen_in_full(name):
    """The label of another player's action is itself, or the number of no action."""
    game = games.make(name)
    fact = facts(game)
    for seed in range(3):
        rng, scratch, state = stream(seed), np.empty(fact.branching, np.int32), start(game, seed)
        while to_move(game, state) != TERMINAL:
            for action in legal_actions(game, state):
                for observer in set(range(fact.players)) - {int(to_move(game, state))}:
                    label = observation(game, state, action, observer)
                    assert label == action or label >= fact.actions or label == -1
            state = after(game, state, int(sample_action(game, state, rng, scratch)), seed=seed)


# -- chance, and games where nothing is hidden -------------------------------------------------------------------------


def test_outcomes_of_chance_hold_the_rewards_of_the_player_at_the_root():
    """Where another player comes to the root they are turned round; checked against what lies below them."""
    game = games.pig(win_score=20)
    state = start(game, 0)
    search = Search(game, state, UCT(), seed=3, compiled=False)
    search.run(400)
    before = search.iterations
    mover = int(to_move(game, state))
    passing = next(
        (action, outcome)
        for action in legal_actions(game, state)
        for outcome in (legal_actions(game, after(game, state, action))
                        if to_move(game, after(game, state, action)) == CHANCE else [None])
        if outcome is not None and to_move(game, after(game, after(game, state, action), outcome)) == 1 - mover
    )
    search.play_on(*passing)
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
    search.play_on(0, 1)
    nodes = search.nodes
    outcomes = [n for n in nodes if n.mover == CHANCE and n.visits > 0]
    payoffs = [game.facts.high * float(n.total / n.visits) for n in outcomes]
    assert len(payoffs) >= 4 and min(payoffs) > -1e-9 and max(payoffs) < 4 + 1e-9


def test_where_play_is_random_the_state_that_followed_is_needed_and_nothing_is_kept():
    game = games.bandit()
    state = start(game, 0)
    search = Search(game, state, UCT(world=OpenLoop()), seed=1, compiled=False)
    search.run(20)
    with pytest.raises(ValueError, match="state="):
        search.play_on(0)
    search.play_on(0, state=state)
    assert search.iterations == 0


@pytest.mark.parametrize("value, kept", [(Mean(), True), (NormalisedMean(), False), (Borda(), False)])
def test_what_others_might_have_done_is_dropped(value, kept):
    """A mark on a cell that is taken leaves the turn where it is; the tree below also holds that it passes.

    Tables that compare siblings cannot be kept for some of them.
    """
    state = after(PHANTOM, after(PHANTOM, start(PHANTOM), 4), 8)
    search = Search(PHANTOM, state, UCT(world=SingleObserverPOM(), value=value), seed=1, compiled=False)
    search.run(300)
    top = next(child for child in children_of(search.nodes, ROOT) if search.nodes[child].action == 8)
    assert set(search.nodes["mover"][children_of(search.nodes, top)]) == {0, 1}
    search.play_on(8)
    assert (search.iterations > 0) == kept
    assert set(search.nodes["mover"][children_of(search.nodes, ROOT)]) <= {0}
    search.run(20)
    assert set(search.result().visits) <= {0, 1, 2, 3, 5, 6, 7}


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
    search.play_on(2)
    kept = priors(search)
    assert len(kept) > 20 and len(set(kept.values())) > 10
    assert kept == {line[1:]: prior for line, prior in before.items() if line[0] == 2 and len(line) > 1}


@pytest.mark.parametrize("actions, word", [((4, 77), "legal"), ((0, 3, 1, 4, 2), "over")])
def test_illegal_actions_and_the_end_of_the_game_are_refused(actions, word):
    game = games.tic_tac_toe()
    search = grown(game, start(game), ClosedLoop(), 20)
    with pytest.raises(ValueError, match=word):
        search.play_on(*actions)


# -- players -----------------------------------------------------------------------------------------------------------


def test_a_player_who_keeps_his_tree_is_told_only_what_he_sees():
    player = SearchPlayer(UCT(world=SingleObserverPOM()), keep_tree=True, iterations=50, compiled=False)
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
