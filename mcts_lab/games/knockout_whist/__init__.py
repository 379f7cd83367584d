"""Knockout Whist: rounds of 7, 6, ... 1 cards; whoever takes no trick in a round is out; the last one left wins.

The rules are those of the demonstration program published with [Powley 2013]; the usual rules as described on
pagat.com are options. Trumps and new hands are drawn inside the play that ends a round.

Where a search should stop
--------------------------
The tree of an information-set search beyond the end of a round would mix unrelated hands, because every iteration deals
the next round differently. The game a *search* is given may therefore differ from the game that is *played*, in the
option `horizon` alone (the states are the same):

"game"    nothing special: the tree runs across deals, as in the demonstration program;
"round"   the play that ends the round also plays the rest of the game at random, so that the tree ends with the round
          and the payoff is still who wins. `for_search` gives this game;
"trick"   the round is the end: the payoff is 1 for taking a trick in it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.bits import bit, count_bits, lowest_bit
from ...engine.generic import helper
from ...engine.random import below
from ...game import (
    TERMINAL,
    Facts,
    action_name,
    determinize,
    facts,
    for_search,
    heuristic,
    legal,
    payoff,
    play,
    playout,
    random_action,
    reset,
    svg,
    svg_for,
    text,
    text_for,
    to_move,
)
from ..cards.cards import (
    NO_CARDS,
    PACK,
    SUIT_LETTERS,
    SUITS,
    card_name,
    cards_of,
    check_deal,
    hand_text,
    hidden_text,
    parse_card,
    parse_hand,
    random_card,
    random_subset,
    suit_of,
    trick_value,
)
from ..cards.hidden_cards import EXACT, SAMPLERS, redeal

TRUMPS = {"random": 0, "turned": 1, "chosen": 2}
LEADERS = {"winner": 0, "dealer": 1}
HORIZONS = {"game": 0, "round": 1, "trick": 2}
RANDOM, TURNED, CHOSEN = 0, 1, 2
WINNER, DEALER = 0, 1
GAME, ROUND, TRICK = 0, 1, 2

FIRST_ROUND = 7
STOCK = 7  # the place of the undealt cards among the hands
TRUMP_CHOICE = 52  # action 52 + suit
WAIT = 56  # a player on a dog's life keeps the one card for a later trick
ACTIONS = 57

PLAYING, CHOOSING, OVER = 0, 1, 2
NOTHING = -1


class KnockoutWhist(NamedTuple):
    """Parameters (numbers as in `knockout_whist`, which takes words)."""

    apart = ("play", "legal", "determinize", "playout")  # big rules

    players: int = 4  # 2 to 7
    trump: int = RANDOM  # each round's trump
    leader: int = WINNER  # who leads a later round
    dogs_life: bool = False  # the first players ever to take no trick get one more chance, with one card
    dead_hands: bool = True  # knocked-out seats are dealt cards, which nobody sees or plays
    horizon: int = GAME  # where a search stops
    sampler: int = EXACT  # how `determinize` deals


def knockout_whist(players=4, trump="random", leader="winner", dogs_life=False, dead_hands=True, horizon="game",
                   sampler="exact"):
    """Knockout Whist for 2 to 7 players.

    Parameters: `trump` is "random" (a random suit each round), "turned" (the suit of the top card left undealt) or
    "chosen" (turned in round 1, then named by the player with the most tricks of the round before, ties drawn);
    `leader` of later rounds is the "winner" of the last trick or sits left of the "dealer"; `dogs_life` True gives the
    first player to take no trick one card in the next round, to play in a trick of their choice; `dead_hands` False
    deals nothing to those who are out; `horizon` is "game", "round" or "trick", see the module; `sampler` is "exact",
    "cheap" or "uniform", see `mcts_lab.games.cards.hidden_cards`.

    Raises ValueError for any other value.
    """
    game = KnockoutWhist(players, word("trump", trump, TRUMPS), word("leader", leader, LEADERS), bool(dogs_life),
                         bool(dead_hands), word("horizon", horizon, HORIZONS), word("sampler", sampler, SAMPLERS))
    facts(game)
    return game


def word(option, value, table):
    """The number of an option's value given by its word (or already as that number)."""
    if isinstance(value, str) and value in table:
        return table[value]
    if not isinstance(value, (str, bool)) and value in table.values():
        return int(value)
    raise ValueError(f"{option} cannot be {value!r}: choose one of {', '.join(table)}")


def pagat(players=4, **options):
    """The game with the usual rules instead of the demonstration program's; further options as in `knockout_whist`."""
    return knockout_whist(players, **{"trump": "chosen", "leader": "dealer", "dogs_life": True, "dead_hands": False,
                                      **options})


@for_search.register(KnockoutWhist)
def knockout_whist_for_search(game):
    """Its tree ends with the round."""
    return game._replace(horizon=ROUND)


STATE = np.dtype(
    [
        ("hands", np.uint64, (8,)),  # the cards of each seat; [STOCK] is the rest of the pack less the turned card
        ("played", np.uint64),  # cards played in this round, the current trick included
        ("best", np.uint64),  # `trick_value` of the card that is winning the trick
        ("trick", np.int8, (7,)),  # the card each seat has in the trick, or NOTHING
        ("last_trick", np.int8, (7,)),  # the same for the trick before
        ("taken", np.int8, (7,)),  # tricks taken in this round
        ("voids", np.uint8, (8,)),  # public: a bit per suit the seat has failed to follow in this round
        ("alive", np.uint8),  # a bit per seat that is not knocked out
        ("todo", np.uint8),  # a bit per seat still to act in this trick, the one to move included
        ("dogs", np.uint8),  # seats on a dog's life in this round
        ("spent", np.uint8),  # and those of them that have played their card
        ("dog_used", np.uint8),  # whether the dog's life has been granted
        ("phase", np.int8),
        ("turn", np.int8),  # the seat to move
        ("first", np.int8),  # the seat that led the trick
        ("winner", np.int8),  # the seat winning the trick, then of the last trick
        ("led", np.int8),  # the suit led, or NOTHING
        ("trump", np.int8),  # the trump suit
        ("turned", np.int8),  # the card turned up for trump, or NOTHING
        ("dealer", np.int8),
        ("round_cards", np.int8),  # cards dealt to each seat in this round; 0 when the game is over
        ("left", np.int8),  # tricks left in this round, the current one included
    ],
    align=True,
)


@facts.register(KnockoutWhist)
def knockout_whist_facts(game):
    if not 2 <= game.players <= 7:
        raise ValueError(f"Knockout Whist is for 2 to 7 players, not {game.players}: each gets 7 cards of one pack")
    return Facts(
        name="knockout_whist", title="Knockout Whist", players=game.players, actions=ACTIONS, branching=8,
        length=35 * game.players + 6, low=0.0, high=1.0, outcomes=(0.0, 1.0), dtype=STATE,
        zero_sum=game.horizon != TRICK, deterministic=False, random_play=game.horizon == GAME,
        perfect_information=False,
        player_names=tuple(f"Player {i + 1}" for i in range(game.players)),
    )


# ---------------------------------------------------------------------------------------------------------------------
# Rules


@reset.register(KnockoutWhist)
def knockout_whist_reset(game, state, rng):
    state.hands[:] = 0
    state.alive = (1 << game.players) - 1
    state.dogs = 0
    state.dog_used = 0
    state.dealer = game.players - 1
    state.round_cards = FIRST_ROUND
    state.last_trick[:] = NOTHING
    deal(game, state, rng)
    start_round(game, state, 0, TURNED if game.trump == CHOSEN else game.trump, rng)


@helper
def deal(game, state, rng):
    """Deal a round: hands, the stock, and whatever is turned up."""
    size = int(state.round_cards)
    alive = int(state.alive)
    dogs = int(state.dogs)
    deck = PACK
    for seat in range(game.players):
        cards = NO_CARDS
        if game.dead_hands or (alive >> seat) & 1:
            cards = random_subset(deck, 1 if (dogs >> seat) & 1 else size, rng)
        state.hands[seat] = cards
        deck = deck ^ cards
    state.hands[STOCK] = deck


@helper
def start_round(game, state, leader, trump, rng):
    """Turn up a card if the rules say so, draw trumps (unless somebody is to name them) and give `leader` the lead."""
    state.turned = NOTHING
    if trump == TURNED:
        card = random_card(state.hands[STOCK], rng)
        state.hands[STOCK] ^= bit(card)
        state.turned = card
        state.trump = suit_of(card)
    elif trump == RANDOM:
        state.trump = below(rng, 4)
    open_round(state, leader)


@helper
def open_round(state, leader):
    """Clear the table for the first trick of a round."""
    state.played = NO_CARDS
    state.taken[:] = 0
    state.voids[:] = 0
    state.spent = 0
    state.left = state.round_cards
    state.phase = PLAYING
    open_trick(state, leader)


@helper
def open_trick(state, leader):
    """Clear the trick; `leader` leads, or the next seat that has a card."""
    todo = int(state.alive) & ~int(state.spent)
    if not (todo >> leader) & 1:
        leader = next_seat(todo, leader)
    state.trick[:] = NOTHING
    state.todo = todo
    state.turn = leader
    state.first = leader
    state.led = NOTHING
    state.best = NO_CARDS


@helper
def next_seat(seats, seat):
    """The next seat in the bit set `seats` after `seat`, going round."""
    later = seats >> (seat + 1)
    if later:
        return lowest_bit(np.uint64(later)) + seat + 1
    return lowest_bit(np.uint64(seats))


@to_move.register(KnockoutWhist)
def knockout_whist_to_move(game, state):
    if state.phase == OVER:
        return TERMINAL
    return int(state.turn)


@helper
def legal_cards(state):
    """The cards the seat to move may play."""
    hand = state.hands[int(state.turn)]
    if state.led == NOTHING:
        return hand
    following = hand & SUITS[int(state.led)]
    return following if following != NO_CARDS else hand


@helper
def may_wait(state):
    """Whether the seat to move is on a dog's life and need not play in this trick."""
    return state.dogs != 0 and ((int(state.dogs) >> int(state.turn)) & 1) != 0 and state.left > 1


@legal.register(KnockoutWhist)
def knockout_whist_legal(game, state, out):
    n = 0
    if state.phase == OVER:
        return 0
    if state.phase == CHOOSING:
        for suit in range(4):
            out[n] = TRUMP_CHOICE + suit
            n += 1
        return n
    cards = legal_cards(state)
    while cards != NO_CARDS:
        out[n] = lowest_bit(cards)
        cards = cards & (cards - np.uint64(1))
        n += 1
    if may_wait(state):
        out[n] = WAIT
        n += 1
    return n


@random_action.register(KnockoutWhist)
def knockout_whist_random_action(game, state, rng, scratch):
    return any_turn(state, rng)


@helper
def any_turn(state, rng):
    """A uniformly random legal action."""
    if state.phase == CHOOSING:
        return TRUMP_CHOICE + below(rng, 4)
    cards = legal_cards(state)
    if may_wait(state) and below(rng, count_bits(cards) + 1) == 0:
        return WAIT
    return random_card(cards, rng)


@play.register(KnockoutWhist)
def knockout_whist_play(game, state, action, rng):
    before = state.round_cards
    take_turn(game, state, action, rng)
    if game.horizon == ROUND and state.round_cards != before and state.phase != OVER:
        random_rest(game, state, rng, False)


@helper
def take_turn(game, state, action, rng):
    """One action by the rules of the game, whatever the horizon."""
    seat = int(state.turn)
    if state.phase == CHOOSING:
        state.trump = action - TRUMP_CHOICE
        open_round(state, first_leader(game, state, int(state.winner)))
        return
    if action != WAIT:
        put_card(state, seat, action)
    todo = int(state.todo) & ~(1 << seat)
    state.todo = todo
    if todo:
        state.turn = next_seat(todo, seat)
    else:
        end_trick(game, state, rng)


@helper
def put_card(state, seat, card):
    """Move a card from the hand to the trick and note what it shows."""
    suit = suit_of(card)
    state.hands[seat] ^= bit(card)
    state.played |= bit(card)
    state.trick[seat] = card
    if (int(state.dogs) >> seat) & 1:
        state.spent |= 1 << seat
    if state.led == NOTHING:
        state.led = suit
    elif suit != state.led:
        state.voids[seat] |= 1 << int(state.led)
    value = trick_value(card, SUITS[int(state.led)], SUITS[int(state.trump)])
    if value > state.best:
        state.best = value
        state.winner = seat


@helper
def end_trick(game, state, rng):
    """Give the trick to its winner; end the round with its last trick."""
    winner = int(state.winner)
    state.taken[winner] += 1
    for seat in range(game.players):
        state.last_trick[seat] = state.trick[seat]
    state.left -= 1
    if state.left > 0:
        open_trick(state, winner)
    else:
        end_round(game, state, rng)


@helper
def end_round(game, state, rng):
    """Knock out who took no trick; deal the next round, or end the game."""
    winner = int(state.winner)
    alive = int(state.alive)
    empty = 0
    for seat in range(game.players):
        if (alive >> seat) & 1 and state.taken[seat] == 0:
            empty |= 1 << seat
    spared = 0
    if game.dogs_life and empty and not state.dog_used and state.round_cards > 1:
        spared = empty
        state.dog_used = 1
    alive &= ~empty | spared
    if state.round_cards == 1 or count_bits(np.uint64(alive)) == 1:
        state.alive = alive
        state.round_cards = 0
        state.hands[:] = 0
        state.trick[:] = NOTHING
        state.phase = OVER
        return
    if game.horizon == TRICK:  # the last round's tricks are the result
        state.alive = alive
        state.phase = OVER
        return
    chooser = most_tricks(state, alive, rng) if game.trump == CHOSEN else winner
    state.alive = alive
    state.dogs = spared
    state.round_cards -= 1
    if game.leader == DEALER:
        state.dealer = next_seat(alive, int(state.dealer))
    deal(game, state, rng)
    if game.trump == CHOSEN:
        open_round(state, chooser)
        state.turned = NOTHING
        state.turn = chooser
        state.phase = CHOOSING
    else:
        start_round(game, state, first_leader(game, state, winner), game.trump, rng)


@helper
def first_leader(game, state, winner):
    """Who leads a round after the first."""
    return next_seat(int(state.alive), int(state.dealer)) if game.leader == DEALER else winner


@helper
def most_tricks(state, alive, rng):
    """The seat with the most tricks, ties drawn at random."""
    best = -1
    ties = 0
    chosen = 0
    for seat in range(7):
        if (alive >> seat) & 1:
            if state.taken[seat] > best:
                best = int(state.taken[seat])
                ties = 1
                chosen = seat
            elif state.taken[seat] == best:
                ties += 1
                if below(rng, ties) == 0:
                    chosen = seat
    return chosen


@payoff.register(KnockoutWhist)
def knockout_whist_payoff(game, state, player):
    if game.horizon == TRICK:
        return 1.0 if state.taken[player] > 0 else 0.0
    return 1.0 if (int(state.alive) >> player) & 1 else 0.0


@heuristic.register(KnockoutWhist)
def knockout_whist_heuristic(game, state, player):
    """The share of survivors' chances: those out have none, those with a trick count twice."""
    alive = int(state.alive)
    if not (alive >> player) & 1:
        return 0.0
    total = 0
    for seat in range(game.players):
        if (alive >> seat) & 1:
            total += 2 if state.taken[seat] > 0 else 1
    return (2.0 if state.taken[player] > 0 else 1.0) / total


# ---------------------------------------------------------------------------------------------------------------------
# Hidden cards


@determinize.register(KnockoutWhist)
def knockout_whist_determinize(game, state, observer, rng):
    """Deal the other hands, dead ones included, and the stock again."""
    unseen = PACK & ~(state.hands[observer] | state.played)
    if state.turned != NOTHING:
        unseen &= ~bit(int(state.turned))
    hidden = (((1 << game.players) - 1) | (1 << STOCK)) & ~(1 << observer)
    redeal(state.hands, hidden, unseen, state.voids, game.sampler, rng)


# ---------------------------------------------------------------------------------------------------------------------
# Playouts


@playout.register(KnockoutWhist)
def knockout_whist_playout(game, state, rng, scratch):
    if game.horizon == TRICK or game.dogs_life or game.trump != RANDOM or game.leader != WINNER:
        return random_rest(game, state, rng, False)
    plays = random_rest(game, state, rng, True)
    return plays if state.phase == OVER else plays + short_rest(game, state, rng)


@helper
def random_rest(game, state, rng, trick):
    """Random play to the end of the game (of the trick, if `trick`); returns the number of plays."""
    plays = 0
    while state.phase != OVER and not (trick and state.led == NOTHING):
        take_turn(game, state, any_turn(state, rng), rng)
        plays += 1
    return plays


@helper
def short_rest(game, state, rng):
    """Random play from the lead to a trick, for the demonstration program's rules, keeping only what matters.

    That is, of a round, who takes a trick and who takes the last one; dead hands and the stock are not dealt.
    """
    plays = 0
    hands = state.hands
    alive = int(state.alive)
    seats = count_bits(np.uint64(alive))
    trumps = SUITS[int(state.trump)]
    leader = int(state.turn)
    size = int(state.round_cards)
    left = int(state.left)
    took = 0
    for seat in range(game.players):
        if state.taken[seat] > 0:
            took |= 1 << seat
    while True:
        while left > 0:
            seat = leader
            card = random_card(hands[seat], rng)
            hands[seat] ^= bit(card)
            led = SUITS[suit_of(card)]
            best = trick_value(card, led, trumps)
            for _ in range(seats - 1):
                seat = next_seat(alive, seat)
                hand = hands[seat]
                following = hand & led
                card = random_card(following if following != NO_CARDS else hand, rng)
                hands[seat] = hand ^ bit(card)
                value = trick_value(card, led, trumps)
                if value > best:
                    best = value
                    leader = seat
            took |= 1 << leader
            plays += seats
            left -= 1
        alive &= took
        seats = count_bits(np.uint64(alive))
        size -= 1
        if seats == 1 or size == 0:
            break
        deck = PACK
        for seat in range(game.players):
            if (alive >> seat) & 1:
                cards = random_subset(deck, size, rng)
                hands[seat] = cards
                deck = deck ^ cards
        trumps = SUITS[below(rng, 4)]
        left = size
        took = 0
    state.alive = alive
    state.winner = leader
    state.round_cards = 0
    state.phase = OVER
    hands[:] = 0
    return plays


# ---------------------------------------------------------------------------------------------------------------------
# Setting up and showing


def set_deal(game, state, hands, trump, round_cards=None, leader=0, alive=None):
    """Turn `state` into the start of a round with given cards.

    Parameters: `hands` holds a hand per player (as `parse_hand` reads them; a dead seat's may be empty); `trump` is a
    suit (0 to 3 or a letter of CDHS); `round_cards` is how many cards each has (default: as many as the leader);
    `leader` the seat that leads; `alive` the seats still in, default all. Raises ValueError for a deal that cannot
    exist.
    """
    facts(game)
    if len(hands) != game.players:
        raise ValueError(f"{len(hands)} hands for {game.players} players: give one hand for each")
    hands = [parse_hand(hand) for hand in hands]
    check_deal(hands)
    alive = sorted(set(range(game.players) if alive is None else alive))
    if not alive or not all(0 <= seat < game.players for seat in alive) or leader not in alive:
        raise ValueError(f"the leader {leader} must be a player who is still in, numbered 0 to {game.players - 1}")
    size = count_bits(hands[leader]) if round_cards is None else int(round_cards)
    if not 1 <= size <= FIRST_ROUND:
        raise ValueError(f"a round has 1 to {FIRST_ROUND} cards each, not {size}")
    for seat, hand in enumerate(hands):
        if count_bits(hand) != size and (seat in alive or count_bits(hand)):
            raise ValueError(f"player {seat + 1} has {count_bits(hand)} cards in a round of {size}: "
                             "everybody in gets the same number")
    suit = SUIT_LETTERS.find(trump) if isinstance(trump, str) else int(trump)
    if not 0 <= suit <= 3 or trump == "":
        raise ValueError(f"{trump!r} is not a suit: give one of C D H S, or 0 to 3")
    rest = int(PACK)
    state.hands[:] = 0
    for seat, hand in enumerate(hands):
        state.hands[seat] = hand
        rest &= ~int(hand)
    state.hands[STOCK] = np.uint64(rest)
    state.alive = sum(1 << seat for seat in alive)
    state.dogs = 0
    state.dog_used = 0
    state.dealer = (leader - 1) % game.players
    state.round_cards = size
    state.trump = suit
    state.turned = NOTHING
    state.last_trick[:] = NOTHING
    open_round(state, leader)


def parse_action(game, state, written: str) -> int:
    """The action a person wrote: a card, ``trump S`` (or the suit's letter) when naming trumps, or ``wait``.

    Raises ValueError saying what is wrong: not a card, not in the hand, or not allowed now.
    """
    if state.phase == OVER:
        raise ValueError("the game is over, so nothing can be played")
    seat = int(state.turn)
    if state.phase == CHOOSING:
        letter = written.strip().upper()[-1:]
        if letter and letter in SUIT_LETTERS:
            return TRUMP_CHOICE + SUIT_LETTERS.index(letter)
        raise ValueError(f"{written!r} does not name trumps: write one of C D H S")
    if written.strip().lower() == "wait":
        if may_wait(state):
            return WAIT
        raise ValueError("only a player on a dog's life may wait, and not in the last trick")
    card = parse_card(written)
    if not state.hands[seat] & bit(card):
        hand = hand_text(state.hands[seat])
        raise ValueError(f"Player {seat + 1} does not hold {card_name(card)}; the hand is {hand}")
    if not legal_cards(state) & bit(card):
        raise ValueError(f"{card_name(card)} does not follow suit: play one of "
                         f"{' '.join(card_name(c) for c in cards_of(legal_cards(state)))}")
    return card


@action_name.register(KnockoutWhist)
def knockout_whist_action_name(game, state, action):
    if action == WAIT:
        return "wait"
    if action >= TRUMP_CHOICE:
        return f"trump {SUIT_LETTERS[action - TRUMP_CHOICE]}"
    return card_name(action)


@text.register(KnockoutWhist)
def knockout_whist_text(game, state):
    return text_for(game, state, None)


@text_for.register(KnockoutWhist)
def knockout_whist_text_for(game, state, viewer=None):
    """The table as text, as `viewer` sees it (None: everything)."""
    if state.phase == OVER and not int(state.round_cards):
        return f"Player {int(state.alive).bit_length()} wins"
    lines = [f"round of {int(state.round_cards)}, trumps "
             f"{'to be named' if state.phase == CHOOSING else SUIT_LETTERS[int(state.trump)]}"]
    for seat in range(game.players):
        shown = hand_text(state.hands[seat]) if viewer in (None, seat) else hidden_text(state.hands[seat])
        status = f"tricks {int(state.taken[seat])}" if int(state.alive) >> seat & 1 else "out"
        played = f"  plays {card_name(state.trick[seat])}" if state.trick[seat] != NOTHING else ""
        mark = ">" if to_move(game, state) == seat else " "
        lines.append(f"{mark} Player {seat + 1}: {shown}  ({status}){played}")
    return "\n".join(lines)


@svg.register(KnockoutWhist)
def knockout_whist_svg(game, state, dark=False):
    return svg_for(game, state, None, dark)


@svg_for.register(KnockoutWhist)
def knockout_whist_svg_for(game, state, viewer=None, dark=False):
    """The table as an SVG picture, from the seat of `viewer`, who sees their own cards alone (None: all are open)."""
    from ..drawing.card_table import Seat, table

    seats = []
    for seat in range(game.players):
        out = not int(state.alive) >> seat & 1
        note = "out" if out else f"{int(state.taken[seat])} trick{'' if state.taken[seat] == 1 else 's'}"
        if int(state.dogs) >> seat & 1:
            note += ", dog's life"
        seats.append(Seat(
            name=f"Player {seat + 1}", cards=cards_of(state.hands[seat])[::-1],
            open=(viewer is None and not out) or viewer == seat, note=note, turn=to_move(game, state) == seat,
            played=int(state.trick[seat]), last=int(state.last_trick[seat]), dimmed=out))
    if state.phase == OVER:
        headline = f"Player {int(state.alive).bit_length()} wins" if not int(state.round_cards) else "The round is over"
    else:
        headline = f"Round of {int(state.round_cards)}"
    return table(seats, headline=headline, trump=None if state.phase != PLAYING else int(state.trump),
                 viewer=viewer or 0, dark=dark)
