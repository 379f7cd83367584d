"""Knowledge in searches: ratings, rules to avoid, rule playouts."""

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, copy, legal_actions, start
from mcts_lab.search import PUCT, UCB1, UCT, ClosedLoop, MultipleObserver, Search, SingleObserver, SingleObserverPOM
from mcts_lab.search.mcts.nodes import ROOT
from mcts_papers.games.playing_cards import mask_of
from mcts_papers.games.spades.rules import DECKS, PLAYING
from mcts_papers.powley2013.knowledge import (
    Advice,
    AvoidRules,
    InformedPlayout,
    PriorCounts,
    ProgressiveBias,
    SkewedBackup,
)

SPADES = games.make("spades")
DOU_DIZHU = games.make("dou_dizhu")
STEPS = games.make("dou_dizhu", kicker_step=True)
C = 0.7
PLAIN = UCT(tree=SingleObserver(), selection=UCB1(C))
RATED = PLAIN._replace(prior=Advice())


def position(game, seed, plays):
    """A state after `plays` actions of which every other one is by the rules, the others random."""
    state, rng = start(game, seed), stream(seed)
    chance = np.random.default_rng(seed)
    scratch = np.zeros(game.facts().branching, np.int32)
    for i in range(plays):
        if game.to_move(state) == TERMINAL:
            break
        ruled = i % 2 == 0 or (game is SPADES and i < 4)
        action = game.rule_action(state, rng, scratch) if ruled else chance.choice(legal_actions(game, state))
        game.play(state, action, rng)
    return state


def grown(game, method, seed=7, iterations=80, plays=5):
    """The tree of a search."""
    search = Search(game, position(game, 1, plays), method, seed=seed, compiled=False)
    search.step(iterations)
    return search


def tree(search):
    return search.nodes.tobytes()


@pytest.mark.parametrize("game", [SPADES, DOU_DIZHU, STEPS])
@pytest.mark.parametrize("seed", range(4))
def test_advice_uses_only_what_the_mover_knows(game, seed):
    """Whatever the others may hold, the rules say the same."""
    rng, scratch, asked = stream(seed), np.zeros(game.facts().branching, np.int32), 0
    for plays in (0, 4, 5, 9, 14, 21, 30):
        state = position(game, seed, plays)
        mover = game.to_move(state)
        if mover == TERMINAL:
            continue
        asked += 1
        other = copy(game, state)
        game.determinize(other, mover, rng)
        for action in legal_actions(game, state):
            rating = game.advice(state, action)
            assert 0.0 <= rating <= 1.0
            assert rating == game.advice(other, action)
            assert game.advised_against(state, action) == game.advised_against(other, action)
        chosen = game.rule_action(state, rng, scratch)
        assert chosen in legal_actions(game, state)
        assert chosen == game.rule_action(other, rng, scratch)
    assert asked >= 3


def spades_trick(hand, trick, bids=(3, 3, 3, 3), leader=0):
    """The mover's `hand` after the cards of `trick`; the other hands are whatever else there is, as far as needed."""
    state = start(SPADES, 0)
    rest = int(DECKS[0]) & ~int(mask_of(hand)) & ~int(mask_of(trick))
    cards = [c for c in range(52) if rest >> c & 1]
    mover = (leader + len(trick)) % 4
    for seat in range(4):
        n = len(hand) - (0 if (seat - leader) % 4 >= len(trick) else 1)
        own = hand if seat == mover else [cards.pop(0) for _ in range(n)]
        if (seat - leader) % 4 < len(trick):
            own = [*own, trick[(seat - leader) % 4]]
        state.hands[seat] = mask_of(own)
    state.played = np.uint64(int(mask_of(cards)))
    state.bids[:] = bids
    state.tricks[:] = 0
    state.phase, state.turn, state.first, state.winner = PLAYING, leader, leader, leader
    for card in trick:
        SPADES.play(state, card, stream(0))
    return state


def avoided(state):
    return {a for a in legal_actions(SPADES, state) if SPADES.advised_against(state, a)}


def test_spades_do_not_overtake_a_partner_who_wins():
    """Clubs 0 to 12; the last to play holds 3 and 12, his partner played second."""
    assert avoided(spades_trick([3, 12], [11, 5, 2])) == set()  # an opponent wins: both cards are reasonable
    assert avoided(spades_trick([3, 12], [2, 11, 4])) == {12}
    nil = spades_trick([3, 12], [2, 11, 4], bids=(3, 0, 3, 4))
    assert avoided(nil) == {3}  # the partner's nil: cover it


def test_spades_a_nil_does_not_win():
    assert avoided(spades_trick([3, 12], [5, 11, 2], bids=(4, 4, 4, 0))) == {12}


def test_prior_counts_and_skewed_backup_by_hand():
    for rule, expected in ((PriorCounts(3.0), (1.5 + 3 * 0.8) / 5), (SkewedBackup(4.0), 0.5 * (1 * 1.24 + 0.5 * 1.2))):
        memory = Search(SPADES, position(SPADES, 1, 5), RATED._replace(value=rule), seed=0, compiled=False).memory
        memory.priors[1] = 0.8
        memory.nodes[1].visits, memory.nodes[1].total = 0, 0.0
        rule.init_node(1, memory)
        for reward in (1.0, 0.5):
            rule.update(ROOT, 1, reward, memory)
            memory.nodes[1].visits += 1
            memory.nodes[1].total += reward
        assert rule.estimate(ROOT, 1, memory) == pytest.approx(expected)


@pytest.mark.parametrize("world", [ClosedLoop(), SingleObserver(), MultipleObserver()])
@pytest.mark.parametrize("game", [SPADES, DOU_DIZHU])
def test_avoided_actions_are_not_in_the_tree(game, world):
    """At the root, where every world agrees on what the mover knows."""
    state, foolish = next(
        (state, foolish) for plays in range(8, 40) for state in [position(game, 3, plays)]
        if 0 < len(foolish := {a for a in legal_actions(game, state) if game.advised_against(state, a)})
        < len(legal_actions(game, state)))
    search = Search(game, state, UCT(tree=world, pruning=AvoidRules()), seed=0, compiled=False)
    search.step(150)
    visits = search.result().visits
    assert visits and not foolish & set(visits)


def test_ratings_stay_with_their_children_where_children_are_made_together():
    search = grown(DOU_DIZHU, UCT(selection=ProgressiveBias(), prior=Advice()), iterations=60)
    state, nodes = search.root[0], search.nodes
    children = [n for n in range(1, len(nodes)) if nodes[n].parent == ROOT]
    ratings = [float(search.memory.priors[n]) for n in children]
    assert ratings == [float(DOU_DIZHU.advice(state, int(nodes[n].action))) for n in children]
    assert ratings == sorted(ratings, reverse=True) and len(set(ratings)) > 1


@pytest.mark.parametrize(("game", "method"), [
    ("tic_tac_toe", UCT(prior=Advice())), ("tic_tac_toe", UCT(pruning=AvoidRules())),
    ("tic_tac_toe", UCT(leaf=InformedPlayout())), ("spades", UCT(value=PriorCounts())),
    ("spades", UCT(value=SkewedBackup())), ("spades", UCT(selection=ProgressiveBias())),
    ("spades", UCT(leaf=InformedPlayout(1.5))), ("spades", UCT(leaf=InformedPlayout(float("nan")))),
    ("spades", RATED._replace(value=PriorCounts(-1.0))), ("spades", RATED._replace(selection=PUCT())),
    ("spades", RATED._replace(tree=SingleObserverPOM()))])
def test_refusals(game, method):
    game = games.make(game)
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        method.search(game, start(game, 0), iterations=1)
