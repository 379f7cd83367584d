"""Spades: bidding, play, scores, hidden cards, the rule player."""


import numpy as np
import pytest
from positions import walk
from spades_strength import measure

from mcts_lab.engine.bits import bit, count_bits
from mcts_lab.engine.generic import entry
from mcts_lab.engine.random import below, stream
from mcts_lab.game import (
    TERMINAL,
    action_name,
    copy,
    determinize,
    legal_actions,
    new_states,
    observation,
    payoff,
    play,
    playout,
    random_action,
    start,
    to_move,
)
from mcts_lab.games.cards.cards import SUITS, mask_of, parse_card, parse_hand
from mcts_lab.games.cards.hidden_cards import CHEAP, EXACT
from mcts_lab.games.spades import set_deal, spades
from mcts_lab.games.spades.player import expected_tricks, fit_for_nil, rule_bid
from mcts_lab.games.spades.rules import (
    BID,
    BLIND_NIL,
    FACE_DOWN,
    LOOK,
    PASSING,
    PLAYING,
    Spades,
    end_deal,
)
from mcts_lab.games.spades.scoring import match_over

ORDERED = [mask_of(range(13 * q, 13 * q + 13)) for q in range(4)]  # all clubs, all diamonds, ...


def random_deal(game, seed, blind=False):
    """The states of a deal at random, each before its action, and the final state."""
    rng = stream(seed)
    state = start(game, seed)
    states = []
    while to_move(game, state) != TERMINAL:
        states.append(copy(game, state))
        choices = legal_actions(game, state)
        action = choices[below(rng, len(choices))]
        if blind and BLIND_NIL in choices and to_move(game, state) == 0:
            action = BLIND_NIL
        elif blind and BLIND_NIL in choices:
            action = LOOK
        play(game, state, action, rng)
    return [*states, state]


# ---------------------------------------------------------------------------------------------------------------------
# Scores


def scored(game, bids, tricks, blind=0, bags=(0, 0)):
    """A finished deal with these bids and tricks by seat."""
    state = start(game, 0)
    state.bids[:] = bids
    state.tricks[:] = tricks
    state.blind = blind
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


NIL, BLINDLY = (4, 3, 0, 3), {"blind_nil": 100, "blind_nil_points": 200}


@pytest.mark.parametrize(("options", "bids", "tricks", "table", "first"), [
    ({"bag_points": 0}, (4, 3, 3, 2), (5, 3, 3, 2), {}, 70),
    ({"bag_points": -1}, (4, 3, 3, 2), (5, 3, 3, 2), {}, 69),
    ({"nil_points": 50}, NIL, (5, 4, 0, 4), {}, 91),
    ({"nil_tricks_count": False}, NIL, (3, 4, 2, 4), {}, -140),
    ({"nil_tricks_count": False}, (3, 3, 0, 3), (3, 4, 2, 4), {}, 30 + 2 - 100),
    ({"bag_penalty": 0}, (1, 1, 0, 1), (12, 1, 0, 0), {}, 10 + 11 + 100),
    ({"bag_penalty": 200}, (1, 1, 0, 1), (12, 1, 0, 0), {}, 10 + 11 + 100 - 200),
    ({}, (1, 4, 1, 4), (3, 4, 2, 4), {"bags": (9, 0)}, 20 + 3 - 100),  # ten bags; two are carried on
    (BLINDLY, NIL, (5, 4, 0, 4), {"blind": 4}, 40 + 1 + 200), (BLINDLY, NIL, (4, 4, 1, 4), {"blind": 4}, 41 - 200),
])
def test_scoring_options(options, bids, tricks, table, first):
    state = scored(spades(**options), bids, tricks, **table)
    assert state.gained[0] == first and (table != {"bags": (9, 0)} or state.bags.tolist() == [2, 0])


def test_the_reward_is_the_scaled_difference_with_bags_at_their_price():
    final = scored(Spades(), (4, 3, 3, 2), (5, 3, 3, 2))  # 71 with one bag against 50
    assert payoff(Spades(), final, 0) == pytest.approx((71 - 10 - 50) / 200)
    assert payoff(spades(scale=100), final, 2) == pytest.approx((71 - 10 - 50) / 100)
    assert payoff(spades(bag_penalty=0), final, 0) == pytest.approx(21 / 200)
    assert payoff(spades(scale=5), final, 0) == 1.0


@pytest.mark.parametrize(("options", "points", "deals", "over"), [
    ({}, (499, 100), 5, False), ({}, (500, 100), 5, True), ({}, (510, 510), 5, False), ({}, (530, 510), 5, True),
    ({"target": 300}, (301, 0), 2, True), ({"floor": -200}, (-200, 0), 2, True), ({}, (-900, 0), 2, False),
    ({"hands": 8}, (900, 0), 7, False), ({"hands": 8}, (0, 0), 8, True),
])
def test_when_a_match_ends(options, points, deals, over):
    game = spades(match=True, **options)
    state = start(game, 0)
    state.points[:] = points
    state.deal = deals
    assert match_over(game, state) == over


# ---------------------------------------------------------------------------------------------------------------------
# Bidding, passing and play


def bidding_done(game, hands, bids=(3, 3, 3, 3)):
    state = start(game, 0)
    set_deal(game, state, hands)
    for tricks in bids:
        play(game, state, BID + tricks, stream(0))
    return state


def play_named(game, state, written):
    """Play actions by their names."""
    for name in written.split():
        play(game, state, {action_name(game, state, a): a for a in legal_actions(game, state)}[name], stream(0))


@pytest.mark.parametrize(("rule", "suits"), [("standard", {2, 3}), ("never", {2}), ("free", {2, 3})])
def test_spades_may_be_led_once_broken(rule, suits):
    hands = ["C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK DA", "D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK CA",
             "S2 S3 S4 S5 S6 S7 S8 S9 ST SJ H2 H3 H4", "SQ SK SA H5 H6 H7 H8 H9 HT HJ HQ HK HA"]
    game = spades(break_rule=rule)
    state = bidding_done(game, hands)
    play_named(game, state, "C2 CA H2 H5")  # East wins
    assert to_move(game, state) == 1
    play_named(game, state, "D2 S2 H6 DA")  # South ruffs
    assert to_move(game, state) == 2
    assert {action // 13 for action in legal_actions(game, state)} == suits


@pytest.mark.parametrize(("cap", "first", "most"), [(13, 9, 4), (12, 0, 12), (14, 0, 13), (26, 0, 13), (0, 9, 13)])
def test_the_partners_bids_are_capped_together(cap, first, most):
    game = spades(team_bid_cap=cap)
    state = start(game, 0)
    for tricks in (first, 0):
        play(game, state, BID + tricks, stream(0))
    assert legal_actions(game, state) == list(range(BID, BID + most + 1))


def test_blind_nil_is_offered_when_behind_and_passes_cards():
    game = spades(blind_nil=100, blind_nil_pass=2)
    state = start(game, 0)
    assert BLIND_NIL not in legal_actions(game, state)
    hands = [ORDERED[3], ORDERED[1], ORDERED[2], ORDERED[0]]
    set_deal(game, state, hands, points=(0, 100))
    assert legal_actions(game, state) == [BLIND_NIL, LOOK]
    for action in (BLIND_NIL, BID + 3, LOOK, BID + 4, BID + 3):
        play(game, state, action, stream(0))
    assert state.phase == PASSING
    assert to_move(game, state) == 0
    assert observation(game, state, 51, 1) == observation(game, state, 50, 3) == FACE_DOWN
    assert observation(game, state, 51, 2) == 51
    play_named(game, state, "SA SK")
    assert to_move(game, state) == 2
    assert parse_card("SA") not in legal_actions(game, state)  # what was given cannot go back
    play_named(game, state, "H2 H3")
    assert state.phase == PLAYING
    assert [count_bits(state.hands[q]) for q in range(4)] == [13] * 4
    rng = stream(1)
    for _ in range(5):  # the giver knows where the cards are
        world = copy(game, state)
        determinize(game, world, 0, rng)
        assert world.hands[2] & bit(51)
        assert world.hands[2] & bit(50)


# ---------------------------------------------------------------------------------------------------------------------
# Hidden cards


def known(game, state, observer):
    """All that `observer` can see of a state."""
    fields = [state[name].tobytes() for name in state.dtype.names if name not in ("hands", "passed")]
    own = int(state.hands[observer]) if int(state.looked) >> observer & 1 else None
    partner = (observer + 2) & 3
    given = int(state.passed[observer] & state.hands[partner])
    return fields, own, [count_bits(hand) for hand in state.hands], int(state.passed[observer]), given


@pytest.mark.parametrize("sampler", ["exact", "cheap"])
@pytest.mark.parametrize("options", [{}, {"break_rule": "never"}, {"trumps": "jokers_deuces"},
                                     {"first_lead": "two_of_clubs"}, {"blind_nil": 0, "blind_nil_pass": 2}], ids=str)
def test_no_world_contradicts_what_the_observer_knows(options, sampler):
    game = spades(**options, sampler=sampler)
    assert game.sampler == {"exact": EXACT, "cheap": CHEAP}[sampler]
    rng = stream(8)
    for seed in range(2):
        for state in random_deal(game, seed, blind="blind_nil" in options)[:-1:2]:
            for observer in {to_move(game, state), 1}:
                world = copy(game, state)
                determinize(game, world, observer, rng)
                assert known(game, world, observer) == known(game, state, observer)
                assert sum(int(h) for h in world.hands) == sum(int(h) for h in state.hands)
                assert int(np.bitwise_or.reduce(world.hands)) == int(np.bitwise_or.reduce(state.hands))
                for seat in range(4):
                    for suit in range(4):
                        if int(world.voids[seat]) >> suit & 1:
                            assert not world.hands[seat] & SUITS[suit]
                assert to_move(game, world) == to_move(game, state)
                assert legal_actions(game, world)


# ---------------------------------------------------------------------------------------------------------------------
# Playouts


@entry
def total_reward(game, roots, states, rng, n, whole, totals, scratch):
    """Random deals from the root, by `playout` or action by action: sums of the reward, its square, and tricks."""
    for _ in range(n):
        states[0] = roots[0]
        state = states[0]
        if whole:
            while to_move(game, state) != TERMINAL:
                play(game, state, random_action(game, state, rng, scratch), rng)
        else:
            playout(game, state, rng, scratch)
        value = payoff(game, state, 0)
        totals[0] += value
        totals[1] += value * value
        for seat in range(4):
            totals[2 + seat] += int(state.tricks[seat])


def totals_of(game, root, n, whole, seed, compiled=True):
    totals = np.zeros(6)
    states = new_states(game, 1)
    total_reward(game, np.array([root], root.dtype), states, stream(seed), n, whole, totals, np.empty(16, np.int32),
                 compiled=compiled)
    return totals


@pytest.mark.compiled
def test_short_playouts_have_the_distribution_of_whole_deals():
    n = 20000
    for options, moves in (({}, 4), ({"break_rule": "never"}, 9), ({"first_lead": "two_of_clubs"}, 4)):
        game = spades(**options)
        root = list(walk(game, 5, moves))[-1]
        short = totals_of(game, root, n, False, 1) / n
        whole = totals_of(game, root, n, True, 2) / n
        error = (short[1] / n) ** 0.5
        assert abs(short[0] - whole[0]) < 6 * error
        assert np.abs(short[2:] - whole[2:]).max() < 0.07  # over four standard errors
        assert short[2:].sum() == pytest.approx(13)


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
