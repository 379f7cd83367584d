"""Hearthstone: cards, rules and quirks, hidden information, features, recordings."""

import gzip
import json
from collections import Counter

import numpy as np
import pytest
from conformance import hearthstone_invariants as invariants
from conformance.hearthstone import replay, script
from positions import walk
from recordings import recording

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, copy, legal_actions
from mcts_papers.games.hearthstone import CARDS, Card, Step, features_of, hearthstone, set_table, value_of
from mcts_papers.games.hearthstone import cards as c
from mcts_papers.games.hearthstone.chance import READ
from mcts_papers.games.hearthstone.choices import HIDDEN_SECRET
from mcts_papers.games.hearthstone.words import card_name, card_number


def set_secrets(game, state, side, *secrets):
    player = state.players[side]
    for i, name in enumerate(secrets):
        player.secrets[i] = card_number(game, name)
    player.secret_count = len(secrets)


DECK_NAMES = ("hunter", "warlock", "shaman", "beasts")


def table(deck, **things):
    """A game and a position in it."""
    game = hearthstone(deck)
    state = game.new_states(1)[0]
    set_table(game, state, **things)
    return game, state


def do(game, state, *chosen, outcomes=()):
    """Play actions by their names, with these random outcomes; all of them must be drawn, and no others."""
    words = script(outcomes)
    for name in chosen:
        known = {game.action_name(state, action): action for action in legal_actions(game, state)}
        assert name in known, f"{name!r} is not among {list(known)}"
        game.play(state, known[name], words)
    assert int(words[READ]) == len(outcomes)


def names(game, state):
    return [game.action_name(state, action) for action in legal_actions(game, state)]


def board(game, state, side):
    player = state.players[side]
    return [card_name(game, state.minions[int(place)].card) for place in player.board[: int(player.board_size)]]


def minion(state, side, index):
    return state.minions[int(state.players[side].board[index])]


def hand(game, state, side):
    player = state.players[side]
    return [card_name(game, card) for card in player.hand[: int(player.hand_size)]]


# -- recordings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECK_NAMES)
def test_recorded_games_are_replayed_without_a_difference(deck, tmp_path):
    with gzip.open(recording("hearthstone", f"{deck}.jsonl.gz"), "rt") as file:
        lines = [line for line in file if json.loads(line)["game"] == 1]  # in which boards are full
    short = tmp_path / "short.jsonl"
    short.write_text("".join(lines))
    assert replay(short, compiled=False) == (sum('"type":"step"' in line.replace(" ", "") for line in lines), [])


# -- cards and decks ---------------------------------------------------------------------------------------------------


GNOMES = {"minion_leper_gnome": 30}


@pytest.mark.parametrize("options", [
    {"deck": "mage"}, {"deck": ("hero_rexxar", {"minion_leper_gnome": 31})}, {"deck": 3},
    {"deck": ("hero_rexxar", {"minion_leper_gnom": 30})}, {"deck": ("minion_leper_gnome", GNOMES)},
    {"deck": ("hero_rexxar", {"hero_thrall": 30})}, {"cards": [CARDS[0]]}, {"hand_odds": "low"}, {"turns": 0},
    {"cards": [Card("minion_new", c.MINION, cost=1000)]}, {"draw_value": 2},
    {"cards": [Card("minion_new", c.MINION, play=(Step(c.SUMMON, "token_owl", 1),))]},
    {"cards": [Card("minion_new", c.MINION, play=(Step(c.DRAW, 1),) * 4)]},
    {"cards": [Card(f"minion_{i}", c.MINION) for i in range(100)]}, {"cards": [Card("m" * 41, c.MINION)]},
], ids=lambda options: str(options)[:40])
def test_what_cannot_be_is_refused_in_a_sentence(options):
    with pytest.raises(games.BadOption, match="^[^\n]{20,}$"):
        games.make("hearthstone", **options)


# -- invariants --------------------------------------------------------------------------------------------------------


def owned(state, side):
    """The cards of a player's hand and deck."""
    player = state.players[side]
    return Counter(map(int, [*player.hand[: int(player.hand_size)], *player.deck[: int(player.deck_size)]]))


@pytest.mark.parametrize("odds", ["cheap", "uniform"])
def test_determinization_keeps_what_the_observer_knows(odds):
    game = hearthstone("hunter", hand_odds=odds)
    coin = int(game.book[0].coin)
    rng = stream(1)
    changed = 0
    for state in walk(game, 3):
        for observer in (0, 1):
            world = copy(game, state)
            game.determinize(world, observer, rng)
            assert world.players[observer] == state.players[observer]
            assert owned(world, observer ^ 1) == owned(state, observer ^ 1)
            if state.status == 0:
                assert game.text_for(world, observer) == game.text_for(state, observer)
                assert legal_actions(game, world) == legal_actions(game, state) or state.active != observer
            coins = [[int(card) for card in one.players[observer ^ 1].hand[: int(one.players[observer ^ 1].hand_size)]]
                     .count(coin) for one in (state, world)]
            assert coins[0] == coins[1]
            changed += game.text(world) != game.text(state)
    assert changed > 20


@pytest.mark.parametrize(("odds", "least", "most"), [("uniform", 2.3, 2.7), ("cheap", 0.0, 1.0)])
def test_cheap_cards_are_thought_to_be_in_the_hand(odds, least, most):
    game, state = table("warlock", hands=((), ("Mountain Giant",) * 5), decks=((), ("Soulfire",) * 5))
    game, rng, counts = game._replace(hand_odds=hearthstone(hand_odds=odds).hand_odds), stream(2), []
    for _ in range(300):
        world = copy(game, state)
        game.determinize(world, 0, rng)
        counts.append(hand(game, world, 1).count("Mountain Giant"))
    assert least < np.mean(counts) < most


def test_opponents_do_not_see_which_copy_nor_which_secret():
    game, state = table("hunter", hands=(("Leper Gnome", "Leper Gnome", "Freezing Trap", "Snake Trap"), ()))
    hidden = game._replace(secrets_known=False)
    known = dict(zip(names(game, state), legal_actions(game, state), strict=True))
    for one in (game, hidden):
        first, second = known["play Leper Gnome"], known["play Leper Gnome [2]"]
        assert one.observation(state, first, 1) == one.observation(state, second, 1)
        assert len({one.observation(state, action, 0) for action in known.values()}) == len(known)
    assert game.observation(state, known["play Snake Trap"], 1) == known["play Snake Trap"]
    for secret in ("Snake Trap", "Freezing Trap"):
        assert hidden.observation(state, known[f"play {secret}"], 1) == HIDDEN_SECRET
    do(game, state, "play Snake Trap")
    assert "Snake Trap" in game.text_for(state, 1) and "Snake Trap" not in hidden.text_for(state, 1)
    assert "Leper Gnome" not in game.text_for(state, 1)


# -- turns -------------------------------------------------------------------------------------------------------------


def test_both_heroes_dead_is_a_draw():
    game, state = table("warlock", hands=(("Hellfire",), ()), hp=(3, 3))
    do(game, state, "play Hellfire")
    assert game.to_move(state) == TERMINAL and game.payoff(state, 0) == game.payoff(state, 1) == 0.5
    assert game._replace(draw_value=0.0).payoff(state, 0) == 0.0


# -- quirks ------------------------------------------------------------------------------------------------------------


def test_loatheb_makes_all_spells_dearer_for_one_turn():
    """Q13, twice"""
    game, state = table("warlock", hands=(("Loatheb", "Loatheb"), ("The Coin", "Soulfire", "Leper Gnome")))
    do(game, state, "play Loatheb", "play Loatheb as number 2", "end the turn")
    text = game.text_for(state, 1)
    assert all(card in text for card in ("(10) The Coin", "(11) Soulfire", "(1) Leper Gnome"))
    do(game, state, "end the turn", "end the turn")
    assert "(0) The Coin" in game.text_for(state, 1) and "(1) Soulfire" in game.text_for(state, 1)


def test_jaraxxus():
    """Q8 and Q9: the minion dies, the weapon and the new hero power can be used at once."""
    game, state = table("warlock", hands=(("Lord Jaraxxus",), ()), decks=(("Soulfire", "Soulfire"), ()), mana=(13, 0))
    do(game, state, "Life Tap", outcomes=[card_number(game, "Soulfire")])
    do(game, state, "play Lord Jaraxxus")
    player = state.players[0]
    assert (int(player.hp), int(player.max_hp)) == (15, 15) and card_name(game, player.hero) == "Jaraxxus"
    assert [card_name(game, card) for card in player.died[: int(player.died_count)]] == ["Lord Jaraxxus"]
    do(game, state, "hero attacks enemy hero", "Inferno")
    assert state.players[1].hp == 27 and board(game, state, 0) == ["Infernal"] and player.weapon_durability == 7


@pytest.mark.parametrize(("before", "after"), [
    (("Harvest Golem", "Haunted Creeper"), ["Damaged Golem", "Haunted Creeper", "Harvest Golem"]),
    (("Harvest Golem",) * 7, ["Damaged Golem"] + ["Harvest Golem"] * 6)])
def test_reincarnate_needs_room(before, after):
    """Q5: the copy stands at the right end before the original leaves; with seven minions it is lost."""
    game, state = table("shaman", boards=(before, ()), hands=(("Reincarnate",), ()))
    do(game, state, "play Reincarnate on your Harvest Golem (1)")
    assert board(game, state, 0) == after


def test_tokens_stand_where_their_minion_stood():
    """Q6: the index before the wave, clipped to the right end; several tokens of one minion use the same index."""
    game, state = table("warlock", hands=(("Hellfire",), ()),
                        boards=((), ("Sludge Belcher", "Haunted Creeper", "Faceless Manipulator")))
    minion(state, 1, 0).hp = 2
    minion(state, 1, 2).hp = 5
    first, second = (int(place) for place in state.players[1].board[:2])
    do(game, state, "play Hellfire")
    assert board(game, state, 1) == ["Slime", "Spectral Spider", "Spectral Spider", "Faceless Manipulator"]
    assert first != second


# -- evaluation --------------------------------------------------------------------------------------------------------


def test_features_have_two_forms():
    game, state = table("hunter", boards=(("Leper Gnome",), ("Webspinner", "Leper Gnome")), hands=(("Flare",), ()))
    short, long = features_of(game, state), features_of(game, state, columns=45)
    assert len(short) == 42 and list(long[:42]) == list(short)
    assert list(long[42:]) == [0, 2, 2]
    assert list(short[:9]) == [20, 1, 30, 0, 10, 1, 1, 0, 1]
    with pytest.raises(ValueError, match="43 columns of features. Use 42 or 45"):
        features_of(game, state, columns=43)


def test_values_of_both_sides_of_a_mirrored_table():
    minions, cards = ("Leper Gnome", "Sludge Belcher"), ("Kill Command",)
    game, state = table("hunter", boards=(minions, minions), hands=(cards, cards))
    assert value_of(game, state, 0, compiled=False) == value_of(game, state, 1, compiled=False)
    state.players[1].hp = 20
    assert game.heuristic(state, 0) > 0.5 > game.heuristic(state, 1)


# -- what must always hold ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(DECK_NAMES)))
def test_nothing_is_broken_in_random_games(number):
    assert invariants.check_game(number, steps=20, compiled=False) == (20, "")


BREAKS = [  # number of the invariant, what breaks it
    (1, lambda state: setattr(state.players[0], "hand_size", 11)),
    (2, lambda state: setattr(state.players[1], "board_size", 8)),
    (3, lambda state: setattr(state.players[0], "mana", -1)),
    (4, lambda state: setattr(state.players[1], "deck_size", 31)),
    (6, lambda state: setattr(state, "free", np.uint64(0xFFFF))),
    (7, lambda state: setattr(state.minions[int(state.players[0].board[0])], "hp", 0)),
    (8, lambda state: setattr(state.minions[int(state.players[0].board[0])], "side", 1)),
    (9, lambda state: setattr(state.players[0], "hp", 31)),
    (10, lambda state: setattr(state.players[0], "hp", 0)),
]


@pytest.mark.parametrize(("number", "spoil"), BREAKS)
def test_what_is_broken_is_found(number, spoil):
    game, state = table("hunter", boards=(("Leper Gnome",), ("Webspinner",)), hands=(("Flare",), ("Flare",)))
    assert invariants.violated(game, state, 30) == 0
    spoil(state)
    assert invariants.violated(game, state, 30) == number and number in invariants.HOLDS


def test_an_attack_stopped_by_a_secret_is_not_counted():
    """Q3: the defender is dying already, so the attacker keeps its attack; the trap is used up."""
    game, state = table("hunter", boards=(("Houndmaster",), ("Leper Gnome", "Undertaker")))
    set_secrets(game, state, 1, "Snake Trap")
    minion(state, 1, 0).keywords |= c.DESTROYED
    do(game, state, "Houndmaster (1) attacks enemy Leper Gnome (1)")
    assert minion(state, 0, 0).attacks == 1 and minion(state, 0, 0).hp == 3
    assert board(game, state, 1) == ["Undertaker", "Snake", "Snake", "Snake"] and state.players[0].hp == 28


def test_freezing_trap_returns_and_makes_dearer():
    game, state = table("hunter", boards=(("Leper Gnome",), ()))
    set_secrets(game, state, 1, "Freezing Trap", "Snake Trap")
    do(game, state, "Leper Gnome (1) attacks enemy hero")
    assert board(game, state, 0) == [] and hand(game, state, 0) == ["Leper Gnome"]
    assert "(3) Leper Gnome" in game.text_for(state, 0) and state.players[1].secret_count == 1


def test_snake_trap_is_used_up_by_a_full_board():
    """Q11"""
    game, state = table("hunter", boards=(("Houndmaster",), ("Webspinner",) * 7))
    set_secrets(game, state, 1, "Snake Trap")
    do(game, state, "Houndmaster (1) attacks enemy Webspinner (4)", outcomes=[0])
    assert state.players[1].secret_count == 0 and state.players[1].board_size == 6


def test_giants_cost_less_with_more_cards_and_with_less_health():
    game, state = table("warlock", hands=(("Mountain Giant", "Molten Giant", "Soulfire"), ()), hp=(20, 30))
    assert "(10) Mountain Giant" in game.text_for(state, 0) and "(15) Molten Giant" in game.text_for(state, 0)


def test_a_leaving_rhino_takes_charge_from_all_beasts():
    """Q28"""
    game, state = table("beasts", boards=(("King Krush", "Tundra Rhino", "Bloodfen Raptor"), ()), active=1,
                        hands=((), ("Kill Command",)))
    assert all(minion(state, 0, i).keywords & c.CHARGE for i in range(3))
    minion(state, 0, 1).hp = 3
    do(game, state, "play Kill Command on enemy Tundra Rhino (2)")
    assert not any(minion(state, 0, i).keywords & c.CHARGE for i in range(2))
