"""Dou Di Zhu: the table of moves, choices, rules, worlds, stakes, the rule player."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.engine.generic import entry
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, copy, legal_actions, start
from mcts_lab.players import RulePlayer
from mcts_papers.games.dou_dizhu import choices, hands, moves, stakes_of
from mcts_papers.games.dou_dizhu.rule_player import rule_move, turns
from mcts_papers.games.dou_dizhu.rules import begin


def rule_choice(state, game=None):
    game = game or games.make("dou_dizhu", quads=False)
    return game.action_name(state, RulePlayer().choose(game, state))


CARDS = {letter: rank for rank, letter in enumerate("3456789TJQKA2BR")}


def word(cards: str) -> np.uint64:
    """Cards by their letters; B and R are the jokers."""
    return np.uint64(moves.word_of(CARDS[c] for c in cards))


def ranks(some_word) -> Counter:
    return Counter(moves.ranks_of(some_word))


def leading(game, first, second="44", third="55", turn=0):
    """A position in which `turn` leads; hands by their letters."""
    state = start(game, 0)
    for seat, cards in enumerate((first, second, third)):
        state.hands[seat] = word(cards)
    state.turn = turn
    return state


# ---------------------------------------------------------------------------------------------------------------------
# The table of moves


def ids(category, policy=moves.OPENSPIEL) -> list[int]:
    return [m for m in range(moves.BIDS, moves.MOVES)
            if moves.CATEGORY[moves.GROUP[m]] == category and moves.POLICY[m] & policy]


@pytest.mark.parametrize(
    "category, first, count",
    [
        (moves.SOLO, 4, 15), (moves.SOLO_CHAIN, 19, 36), (moves.PAIR, 55, 13), (moves.PAIR_CHAIN, 68, 52),
        (moves.TRIO, 120, 13), (moves.TRIO_SOLO, 133, 182), (moves.TRIO_PAIR, 315, 156), (moves.AIRPLANE, 471, 45),
        (moves.AIRPLANE_SOLOS, 516, 22588), (moves.AIRPLANE_PAIRS, 23104, 2939), (moves.BOMB, 26043, 13),
        (moves.ROCKET, 26056, 1),
    ],
)
def test_every_category_has_its_numbers(category, first, count):
    assert ids(category) == list(range(first, first + count))


def test_how_many_moves_each_policy_allows():
    assert moves.OPENSPIEL_IDS == 26057
    allowed = {p: int(np.count_nonzero(moves.POLICY[: moves.MOVES] & p)) for p in moves.POLICIES.values()}
    assert allowed[moves.RLCARD] - 3 == 27472  # RLCard has no bids
    assert len(ids(moves.AIRPLANE_SOLOS, moves.RLCARD)) == 21822
    assert len(ids(moves.AIRPLANE_SOLOS, moves.DISTINCT)) == 7161
    assert [len(ids(moves.QUAD_SOLOS, p)) for p in (moves.RLCARD, moves.DISTINCT)] == [1326, 1170]
    assert len(ids(moves.QUAD_PAIRS)) == 858
    by_length = Counter(int(moves.LENGTH[moves.GROUP[m]]) for m in ids(moves.AIRPLANE_SOLOS))
    assert by_length == {2: 968, 3: 3300, 4: 7344, 5: 10976}
    by_length = Counter(int(moves.LENGTH[moves.GROUP[m]]) for m in ids(moves.AIRPLANE_PAIRS))
    assert by_length == {2: 605, 3: 1200, 4: 1134}


# ---------------------------------------------------------------------------------------------------------------------
# Choices


def naive_leads(game, hand) -> set[int]:
    """All moves whose cards are in the hand, by counting."""
    held = ranks(hand)
    found = set()
    for move in range(moves.BIDS, moves.MOVES):
        quad = moves.CATEGORY[moves.GROUP[move]] in (moves.QUAD_SOLOS, moves.QUAD_PAIRS)
        if moves.POLICY[move] & game.kickers and (game.quads or not quad) and hands.fits(hand, moves.WORD[move]):
            assert not ranks(moves.WORD[move]) - held
            found.add(move)
    return found


def naive_beats(move, last) -> bool:
    category, other = (int(moves.CATEGORY[moves.GROUP[m]]) for m in (move, last))
    if other == moves.ROCKET:
        return False
    if category == moves.ROCKET:
        return True
    if category == moves.BOMB and other != moves.BOMB:
        return True
    return moves.GROUP[move] == moves.GROUP[last] and moves.MAIN[move] > moves.MAIN[last]


FULL = ("333344445555666678QA", "345678999TTTJJJQQKBR", "33445566778899TTJJQA", "77788899TJQKA22BR", "3BR", "2")


@pytest.mark.parametrize("kickers", ["openspiel", "rlcard", "distinct"])
@pytest.mark.parametrize("quads", [True, False])
def test_leads_are_all_moves_the_hand_holds(kickers, quads):
    game = games.make("dou_dizhu", kickers=kickers, quads=quads)
    for cards in FULL[:: 1 if quads else 2]:
        state = leading(game, cards)
        found = legal_actions(game, state)
        assert len(set(found)) == len(found)
        assert set(found) == naive_leads(game, word(cards))


def test_replies_are_all_moves_that_beat_the_last():
    game = games.make("dou_dizhu")
    random = np.random.default_rng(3)
    for cards in FULL[:4]:
        leads = naive_leads(game, word(cards))
        lasts = random.integers(moves.BIDS, moves.MOVES, 40).tolist() + [*range(26043, 26057), 4, 133, 315, 26100]
        for last in lasts:
            if last == moves.I_ROCKET and hands.fits(word(cards), moves.WORD[last]):
                continue  # there is only one
            state = leading(game, cards)
            state.last = last
            found = legal_actions(game, state)
            assert found[0] == moves.PASS and len(set(found)) == len(found)
            assert set(found[1:]) == {m for m in leads if naive_beats(m, last)}


@pytest.mark.parametrize("kicker_step", [False, True])
@pytest.mark.parametrize("quirks", [False, True])
@pytest.mark.parametrize("kickers", [moves.OPENSPIEL, moves.DISTINCT])
def test_the_nth_choice_is_the_nth_of_the_list(kicker_step, quirks, kickers):
    out = np.empty(4000, np.int32)
    for cards in FULL:
        hand = word(cards)
        n = choices.list_leads(hand, kickers, True, quirks, kicker_step, out)
        assert ~choices.nth_lead(hand, kickers, True, quirks, kicker_step, choices.MANY) == n
        found = [choices.nth_lead(hand, kickers, True, quirks, kicker_step, i) for i in range(n)]
        assert found == out[:n].tolist()
        for last in (4, 19, 60, 68, 121, 140, 320, 471, 516, 1600, 5000, 23104, 26045, 26056, 26060, 27800):
            n = choices.list_replies(hand, last, kickers, quirks, kicker_step, out)
            assert ~choices.nth_reply(hand, last, kickers, quirks, kicker_step, choices.MANY) == n
            found = [choices.nth_reply(hand, last, kickers, quirks, kicker_step, i) for i in range(n)]
            assert found == out[:n].tolist()


# ---------------------------------------------------------------------------------------------------------------------
# Play


@pytest.mark.parametrize(
    "bid, bombs, plays, winner, expected",
    [
        (3, 2, (7, 0, 0), 0, [48, -24, -24]),  # two bombs and a spring: 3 * 2 * 2 * 2 = 24
        (1, 0, (7, 3, 0), 0, [2, -1, -1]),
        (1, 0, (7, 3, 9), 2, [-2, 1, 1]),
        (2, 1, (1, 3, 9), 1, [-16, 8, 8]),  # the landlord played once
        (2, 0, (2, 0, 9), 2, [-4, 2, 2]),
        (3, 0, (5, 1, 0), -1, [0, 0, 0]),
    ],
)
def test_stakes(bid, bombs, plays, winner, expected):
    game = games.make("dou_dizhu", stakes=True)
    state = start(game, 0)
    state.bid, state.bombs, state.winner = bid, bombs, winner
    state.plays[:] = plays
    assert [stakes_of(state, p) for p in range(3)] == expected
    assert [game.payoff(state, p) for p in range(3)] == expected
    assert game.facts().low <= min(expected) and max(expected) <= game.facts().high


# ---------------------------------------------------------------------------------------------------------------------
# Worlds


OPTIONS = (
    {}, {"bidding": True}, {"bidding": True, "show_leftover": False}, {"show_leftover": False, "landlord": 2},
    {"kicker_step": True, "kickers": "rlcard"},
)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(2))
def test_no_world_is_impossible(options, seed):
    game = games.make("dou_dizhu", **options)
    state, rng = start(game, seed), stream(seed)
    scratch = np.empty(game.facts().branching, np.int32)
    while game.to_move(state) != TERMINAL:
        for observer in range(3):
            world = copy(game, state)
            game.determinize(world, observer, rng)
            check_world(game, state, world, observer)
        game.play(state, game.random_action(state, rng, scratch), rng)


def check_world(game, state, world, observer):
    assert world.hands[observer] == state.hands[observer]
    assert (world.played == state.played).all()
    sizes = [hands.size(h) for h in state.hands]
    assert [hands.size(h) for h in world.hands] == sizes
    auction = state.landlord == -1
    everything = sum((ranks(w) for w in (*world.hands, *world.played)), Counter())
    if auction:
        everything += ranks(world.left_over)
    assert everything == ranks(hands.DECK)
    original = [ranks(h) + ranks(p) for h, p in zip(world.hands, world.played, strict=True)]
    shown = Counter([int(state.face_up)]) if state.face_up >= 0 else Counter()
    if not auction:
        if game.show_leftover or observer == state.landlord:
            assert world.left_over == state.left_over
        left_over = ranks(world.left_over)
        assert left_over.total() == 3
        assert not left_over - original[state.landlord]
        if state.landlord == state.first:
            shown += left_over
    assert not shown - original[state.first]
    if game.to_move(state) == observer:
        assert legal_actions(game, world) == legal_actions(game, state)
    else:
        assert legal_actions(game, world)
    assert game.text_for(world, observer) == game.text_for(state, observer) or not game.show_leftover
    remaining = {k: state[k] for k in state.dtype.names if k not in ("hands", "left_over")}
    assert all(np.array_equal(world[k], v) for k, v in remaining.items())


@entry
def deals(game, root, worlds, observer, rng):
    for i in range(len(worlds)):
        worlds[i] = root[0]
        game.determinize(worlds[i], observer, rng)
    return 0


def test_worlds_of_a_small_ending_are_equally_likely():
    game = games.make("dou_dizhu")
    root, worlds = game.new_states(1), game.new_states(6000)
    held = {0: "334", 1: "K", 2: "35"}
    for seat, cards in held.items():
        root[0].hands[seat] = word(cards)
    root[0].played[0] = hands.DECK - word("33435K")
    begin(game, root[0], hands.EMPTY, 1, -1)
    root[0].played[0] = hands.DECK - word("33435K")
    deals(game, root, worlds, 1, stream(5))
    found = Counter(int(w) for w in worlds["hands"][:, 2])
    # two of the cards 3 3 3 4 5 are with seat 2
    pairs = Counter(int(word("".join(pair))) for pair in combinations("33345", 2))
    assert set(found) == set(pairs)
    distance = sum((found[k] - 600 * n) ** 2 / (600 * n) for k, n in pairs.items())
    assert distance < 16.3  # chi-squared, 3 degrees of freedom, one in a thousand


# ---------------------------------------------------------------------------------------------------------------------
# The rule player


@pytest.mark.parametrize(
    "cards, expected",
    [("", 0), ("3", 1), ("33", 1), ("3334", 1), ("33344", 1), ("34567", 1), ("334455", 1), ("333444", 1),
     ("33344456", 1), ("3333", 1), ("BR", 1), ("B2", 2), ("345678A", 2), ("3334445", 1), ("33445566777", 2),
     ("33445567", 3), ("34567777", 5), ("222KKK", 2), ("AAA222", 2)],
)
def test_turns(cards, expected):
    assert turns(word(cards)) == expected


@entry
def landlord_wins(game, state, landlord_rules, peasant_rules, rng, scratch, n):
    """How many of `n` games the landlord wins; each side plays by rules or at random."""
    wins = 0
    for _ in range(n):
        game.reset(state, rng)
        while game.to_move(state) != TERMINAL:
            by_rules = landlord_rules if state.turn == state.landlord else peasant_rules
            if by_rules:
                action = rule_move(game, state, scratch)
            else:
                action = game.random_action(state, rng, scratch)
            game.play(state, action, rng)
        wins += state.winner == state.landlord
    return wins


@pytest.mark.compiled
@pytest.mark.parametrize(
    "landlord, peasants, published",
    [(False, False, 35.1), (False, True, 0.9), (True, False, 94.8), (True, True, 42.8)],
)
def test_strength_of_the_rules(landlord, peasants, published):
    """Win rates of the landlord, in per cent, as another engine measured them in 4000 games each."""
    game = games.make("dou_dizhu", quads=False)
    n = 4000
    scratch = np.empty(game.facts().branching, np.int32)
    wins = landlord_wins(game, start(game, 0), landlord, peasants, stream(6), scratch, n)
    chance = published / 100
    error = 100 * (2 * chance * (1 - chance) / n) ** 0.5  # of the difference of two such measurements
    assert abs(100 * wins / n - published) < 3.5 * error


def test_rules_lead():
    game = games.make("dou_dizhu", quads=False)
    assert rule_choice(leading(game, "34567", "KK", "AA")) == "34567"  # empties the hand
    assert rule_choice(leading(game, "3K", "9", "TT")) == "K"  # an enemy has one card
    assert rule_choice(leading(game, "39", "KKK", "AAA")) == "3"
    assert rule_choice(leading(game, "6789T", "3355", "4", turn=1)) == "3"  # the mate can go out next
    assert rule_choice(leading(game, "6789T", "4", "3355", turn=2)) == "33"  # the landlord plays before the mate


def test_rules_follow():
    game = games.make("dou_dizhu", quads=False)
    state = leading(game, "567KK", "3399Q", "44TTA", turn=1)
    state.last, state.holder = moves.I_SOLO + 2, 2  # the mate has played a 5
    state.hands[2] = word("44TTA")
    assert rule_choice(state) == "Q"
    state.hands[2] = word("44TA")
    assert rule_choice(state) == "pass"  # he is nearly out
    state.holder = 0
    state.last, state.hands[1] = moves.I_SOLO + 8, word("QQR")  # a jack: the joker saves a turn, Q none
    assert rule_choice(state) == "(CJ)"
    state.last = moves.I_SOLO + 12
    state.hands[1] = word("6666789K")
    state.hands[0] = word("3" * 4 + "44455")
    assert rule_choice(state) == "pass"
    state.hands[0] = word("3344")
    assert rule_choice(state) == "6666"
