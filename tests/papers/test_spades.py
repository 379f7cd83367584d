"""Spades: bidding, play, scores, hidden cards, the rule player."""

import numpy as np
import pytest
from spades_strength import measure

from mcts_lab.engine.generic import entry
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, legal_actions, start
from mcts_papers.games.playing_cards import mask_of, parse_hand
from mcts_papers.games.spades import set_deal, spades
from mcts_papers.games.spades.game import Spades
from mcts_papers.games.spades.player import expected_tricks, fit_for_nil, rule_bid
from mcts_papers.games.spades.rules import BID, PLAYING, end_deal
from mcts_papers.games.spades.scoring import match_over


def play_named(game, state, written):
    """Play actions by their names."""
    for name in written.split():
        game.play(state, {game.action_name(state, a): a for a in legal_actions(game, state)}[name], stream(0))


def bidding_done(game, hands, bids=(3, 3, 3, 3)):
    state = start(game, 0)
    set_deal(game, state, hands)
    for tricks in bids:
        game.play(state, BID + tricks, stream(0))
    return state


ORDERED = [mask_of(range(13 * q, 13 * q + 13)) for q in range(4)]  # all clubs, all diamonds, ...


# ---------------------------------------------------------------------------------------------------------------------
# Scores


def scored(game, bids, tricks, bags=(0, 0)):
    """A finished deal with these bids and tricks by seat."""
    state = start(game, 0)
    state.bids[:] = bids
    state.tricks[:] = tricks
    state.bags[:] = bags
    end_deal(game, state)
    return state


@pytest.mark.parametrize(("bids", "tricks", "points"), [
    ((4, 3, 3, 2), (5, 3, 3, 2), (71, 50)),
    ((4, 3, 0, 3), (5, 4, 0, 4), (141, 62)),
    ((4, 3, 0, 3), (3, 4, 2, 4), (-59, 62)),
    ((5, 3, 3, 2), (4, 3, 3, 3), (-80, 51)),
    ((0, 4, 0, 4), (0, 6, 1, 6), (1, 84)),
])
def test_the_worked_scores(bids, tricks, points):
    state = scored(Spades(), bids, tricks)
    assert tuple(state.gained.tolist()) == points
    assert tuple(state.points.tolist()) == points


@pytest.mark.parametrize(("options", "bids", "tricks", "table", "first"), [
    ({"bag_points": 0}, (4, 3, 3, 2), (5, 3, 3, 2), {}, 70),
    ({"bag_points": -1}, (4, 3, 3, 2), (5, 3, 3, 2), {}, 69),
    ({"nil_points": 50}, (4, 3, 0, 3), (5, 4, 0, 4), {}, 91),
    ({}, (3, 3, 0, 3), (3, 4, 2, 4), {}, 30 + 2 - 100),  # tricks of a failed nil count
    ({"bag_penalty": 0}, (1, 1, 0, 1), (12, 1, 0, 0), {}, 10 + 11 + 100),
    ({"bag_penalty": 200}, (1, 1, 0, 1), (12, 1, 0, 0), {}, 10 + 11 + 100 - 200),
    ({}, (1, 4, 1, 4), (3, 4, 2, 4), {"bags": (9, 0)}, 20 + 3 - 100),  # ten bags; two are carried on
])
def test_scoring_options(options, bids, tricks, table, first):
    state = scored(spades(**options), bids, tricks, **table)
    assert state.gained[0] == first and (table != {"bags": (9, 0)} or state.bags.tolist() == [2, 0])


def test_the_reward_is_the_scaled_difference_with_bags_at_their_price():
    final = scored(Spades(), (4, 3, 3, 2), (5, 3, 3, 2))  # 71 with one bag against 50
    assert Spades().payoff(final, 0) == pytest.approx((71 - 10 - 50) / 200)
    assert spades(scale=100).payoff(final, 2) == pytest.approx((71 - 10 - 50) / 100)
    assert spades(bag_penalty=0).payoff(final, 0) == pytest.approx(21 / 200)
    assert spades(scale=5).payoff(final, 0) == 1.0


@pytest.mark.parametrize(("points", "deals", "over"), [
    ((499, 100), 5, False), ((500, 100), 5, True), ((510, 510), 5, False), ((530, 510), 5, True),
    ((-900, 0), 2, False), ((0, 0), 60, True), ((0, 0), 59, False),
])
def test_when_a_match_ends(points, deals, over):
    game = spades(match=True)
    state = start(game, 0)
    state.points[:] = points
    state.deal = deals
    assert match_over(game, state) == over


# ---------------------------------------------------------------------------------------------------------------------
# The rule player


@pytest.mark.parametrize(("hand", "tricks", "bid"), [
    ("SA SK SQ SJ H2 H3 H4 D2 D3 D4 C2 C3 C4", 3.4, 4),
    ("SA S2 S3 HA HK H2 H3 D2 D3 D4 D5 D6 D7", 1 + 1 + 0.8 + 0.8 * 2, 5),
    ("S2 S3 H2 H4 H6 H8 D2 D4 D6 D8 C2 C4 C6", 0.0, 0),
])
def test_bids(hand, tricks, bid):
    assert expected_tricks(parse_hand(hand)) == pytest.approx(tricks)
    assert rule_bid(parse_hand(hand), 13, 0.65) == bid


def test_a_bid_respects_the_cap_and_high_cards_forbid_nil():
    assert rule_bid(parse_hand("SA SK SQ SJ H2 H3 H4 D2 D3 D4 C2 C3 C4"), 2, 0.65) == 2
    assert not fit_for_nil(parse_hand("SJ H2 D2 C2"))
    assert not fit_for_nil(parse_hand("S2 H7 D2 C2"))
    assert fit_for_nil(parse_hand("S2 H6 H9 HJ HK D2 C2"))


@entry
def points_by_rules(game, state, matches, rng, scratch):
    """The matches that the first side wins by the rules against one that bids by them and plays at random."""
    points = 0.0
    for _ in range(matches):
        game.reset(state, rng)
        while game.to_move(state) != TERMINAL:
            if state.turn % 2 == 0 or state.phase != PLAYING:
                action = game.rule_action(state, rng, scratch)
            else:
                action = game.random_action(state, rng, scratch)
            game.play(state, action, rng)
        points += game.payoff(state, 0) > 0
    return points


def test_the_rule_player_is_as_strong_as_it_was_measured_elsewhere():
    game, n = spades(match=True), 3000
    ours, _ = measure(game, n, 1, random=(False, True))
    assert 0.97 < ours["wins"] / n < 0.995  # two other engines: 98.7 and 99.0 %
    for side in measure(game, n, 2):
        for key, of, share, error in (("bid", "deals", 5.8, 0.05), ("made", "deals", 0.89, 0.015),
                                      ("bags", "deals", 0.83, 0.05), ("nils", "deals", 0.06, 0.01),
                                      ("nils_made", "nils", 0.92, 0.03)):
            assert side[key] / side[of] == pytest.approx(share, abs=error)
    careful, bold = (measure(game, n, 3, offsets=(offset, 0.65))[0] for offset in (0.15, 1.15))
    assert 0.31 < careful["wins"] / n < 0.43 and 0.2 < bold["wins"] / n < 0.3


# ---------------------------------------------------------------------------------------------------------------------
# Words


@pytest.mark.parametrize(("hands", "said"), [
    (ORDERED[:3], "3 hands"), ([ORDERED[0], ORDERED[0], *ORDERED[2:]], "dealt twice"),
    ([ORDERED[0] & ~np.uint64(1), *ORDERED[1:]], "12 cards"),
])
def test_deals_that_cannot_exist_are_refused(hands, said):
    game = spades()
    with pytest.raises(ValueError, match=said):
        set_deal(game, start(game, 0), hands)


@pytest.mark.parametrize(("rule", "suits"), [("standard", {2, 3}), ("never", {2}), ("free", {2, 3})])
def test_spades_may_be_led_once_broken(rule, suits):
    hands = ["C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK DA", "D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK CA",
             "S2 S3 S4 S5 S6 S7 S8 S9 ST SJ H2 H3 H4", "SQ SK SA H5 H6 H7 H8 H9 HT HJ HQ HK HA"]
    game = spades(break_rule=rule)
    state = bidding_done(game, hands)
    play_named(game, state, "C2 CA H2 H5")  # East wins
    assert game.to_move(state) == 1
    play_named(game, state, "D2 S2 H6 DA")  # South ruffs
    assert game.to_move(state) == 2
    assert {action // 13 for action in legal_actions(game, state)} == suits
