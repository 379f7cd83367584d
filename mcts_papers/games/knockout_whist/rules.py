"""The rules of Knockout Whist: dealing, trumps, tricks, and the end of a round."""

import numpy as np

from mcts_lab.engine.bits import bit, count_bits, lowest_bit
from mcts_lab.engine.light import fill
from mcts_lab.engine.random import below
from mcts_lab.game import TERMINAL, Facts, Game, public_observation

from ..hidden_cards import EXACT, redeal
from ..playing_cards import NO_CARDS, PACK, SUITS, random_card, random_subset, suit_of, trick_value

RANDOM, TURNED, CHOSEN = 0, 1, 2
WINNER, DEALER = 0, 1
GAME, ROUND, TRICK = 0, 1, 2

FIRST_ROUND = 7
STOCK = 7  # index of the undealt cards in `hands`
TRUMP_CHOICE = 52  # action 52 + suit
WAIT = 56  # a player on a dog's life keeps the one card for a later trick
ACTIONS = 57

PLAYING, CHOOSING, OVER = 0, 1, 2
NOTHING = -1


class WhistRules(Game):
    """The rules. Parameters are numbers; `knockout_whist` takes words and explains them."""

    apart = ("play", "legal", "determinize", "playout")  # big rules

    players: int = 4  # 2 to 7
    trump: int = RANDOM  # how the trump of each round is chosen
    leader: int = WINNER  # who leads in later rounds
    dogs_life: bool = False  # the first players without a trick in a round stay in the game, with one card
    dead_hands: bool = True  # knocked-out seats are dealt cards, which are neither seen nor played
    horizon: int = GAME  # GAME, ROUND or TRICK: where the tree of a search ends
    sampler: int = EXACT  # how `determinize` deals

    def facts(self):
        if not 2 <= self.players <= 7:
            raise ValueError(f"Knockout Whist has 2 to 7 players, not {self.players}, because each player gets 7 cards "
                             "of one pack.")
        return Facts(
            name="knockout_whist", title="Knockout Whist", players=self.players, actions=ACTIONS, branching=8,
            length=35 * self.players + 6, low=0.0, high=1.0, outcomes=(0.0, 1.0), dtype=STATE,
            zero_sum=self.horizon != TRICK, deterministic=False, random_play=self.horizon == GAME,
            perfect_information=False,
            player_names=tuple(f"Player {i + 1}" for i in range(self.players)),
        )

    def reset(self, state, rng):
        state.hands[:] = 0
        state.alive = (1 << self.players) - 1
        state.dogs = 0
        state.dog_used = 0
        state.dealer = self.players - 1
        state.round_cards = FIRST_ROUND
        fill(state.last_trick, NOTHING)
        deal(self, state, rng)
        start_round(self, state, 0, TURNED if self.trump == CHOSEN else self.trump, rng)

    def to_move(self, state):
        if state.phase == OVER:
            return TERMINAL
        return int(state.turn)

    def legal(self, state, out):
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

    def random_action(self, state, rng, scratch):
        return any_turn(state, rng)

    def play(self, state, action, rng):
        before = state.round_cards
        take_turn(self, state, action, rng)
        if self.horizon == ROUND and state.round_cards != before and state.phase != OVER:
            random_rest(self, state, rng, False)

    def payoff(self, state, player):
        if self.horizon == TRICK:
            return 1.0 if state.taken[player] > 0 else 0.0
        return 1.0 if (int(state.alive) >> player) & 1 else 0.0

    def for_search(self):
        """Return the game whose tree ends with the round."""
        return self._replace(horizon=ROUND)

    observation = public_observation

    def determinize(self, state, observer, rng):
        """Deal the stock and all other hands, dead hands too, again."""
        unseen = PACK & ~(state.hands[observer] | state.played)
        if state.turned != NOTHING:
            unseen &= ~bit(int(state.turned))
        hidden = (((1 << self.players) - 1) | (1 << STOCK)) & ~(1 << observer)
        redeal(state.hands, hidden, unseen, state.voids, self.sampler, rng)

    def heuristic(self, state, player):
        """Return an estimate of the probability of winning; players with a trick count twice."""
        alive = int(state.alive)
        if not (alive >> player) & 1:
            return 0.0
        total = 0
        for seat in range(self.players):
            if (alive >> seat) & 1:
                total += 2 if state.taken[seat] > 0 else 1
        return (2.0 if state.taken[player] > 0 else 1.0) / total


STATE = np.dtype(
    [
        ("hands", np.uint64, (8,)),  # the cards of each seat; [STOCK] has the undealt cards without the turned card
        ("played", np.uint64),  # cards played in this round, the current trick included
        ("best", np.uint64),  # `trick_value` of the card that is winning the trick
        ("trick", np.int8, (7,)),  # the card each seat has in the trick, or NOTHING
        ("last_trick", np.int8, (7,)),  # the card each seat had in the trick before, or NOTHING
        ("taken", np.int8, (7,)),  # tricks taken in this round
        ("voids", np.uint8, (8,)),  # public: a bit for each suit that the seat did not follow in this round
        ("alive", np.uint8),  # a bit for each seat that is not knocked out
        ("todo", np.uint8),  # a bit for each seat that must still act in this trick, also for the seat to move
        ("dogs", np.uint8),  # seats on a dog's life in this round
        ("spent", np.uint8),  # seats on a dog's life that have played their card
        ("dog_used", np.uint8),  # whether the dog's life has been granted
        ("phase", np.int8),
        ("turn", np.int8),  # the seat to move
        ("first", np.int8),  # the seat that led the trick
        ("winner", np.int8),  # the seat with the best card in the trick; after the trick, its winner
        ("led", np.int8),  # the suit led, or NOTHING
        ("trump", np.int8),  # the trump suit
        ("turned", np.int8),  # the card turned up for trump, or NOTHING
        ("dealer", np.int8),
        ("round_cards", np.int8),  # cards dealt to each seat in this round; 0 when the game is over
        ("left", np.int8),  # tricks left in this round, the current one included
    ],
    align=True,
)


def deal(game, state, rng):
    """Deal the hands of a round; the stock gets all other cards."""
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


def start_round(game, state, leader, trump, rng):
    """Choose the trump by the rule `trump` and give `leader` the lead."""
    state.turned = NOTHING
    if trump == TURNED:
        card = random_card(state.hands[STOCK], rng)
        state.hands[STOCK] ^= bit(card)
        state.turned = card
        state.trump = suit_of(card)
    elif trump == RANDOM:
        state.trump = below(rng, 4)
    open_round(state, leader)


def open_round(state, leader):
    """Clear the table for the first trick of a round."""
    state.played = NO_CARDS
    fill(state.taken, 0)
    fill(state.voids, 0)
    state.spent = 0
    state.left = state.round_cards
    state.phase = PLAYING
    open_trick(state, leader)


def open_trick(state, leader):
    """Clear the trick. `leader` leads, or the next seat with a card."""
    todo = int(state.alive) & ~int(state.spent)
    if not (todo >> leader) & 1:
        leader = next_seat(todo, leader)
    fill(state.trick, NOTHING)
    state.todo = todo
    state.turn = leader
    state.first = leader
    state.led = NOTHING
    state.best = NO_CARDS


def next_seat(seats, seat):
    """Return the next seat after `seat` in the bit set `seats`, going round."""
    later = seats >> (seat + 1)
    if later:
        return lowest_bit(np.uint64(later)) + seat + 1
    return lowest_bit(np.uint64(seats))


def legal_cards(state):
    """Return the cards that the seat to move may play."""
    hand = state.hands[int(state.turn)]
    if state.led == NOTHING:
        return hand
    following = hand & SUITS[int(state.led)]
    return following if following != NO_CARDS else hand


def may_wait(state):
    """Return whether the seat to move is on a dog's life and may skip this trick."""
    return state.dogs != 0 and ((int(state.dogs) >> int(state.turn)) & 1) != 0 and state.left > 1


def any_turn(state, rng):
    """Return a uniformly random legal action."""
    if state.phase == CHOOSING:
        return TRUMP_CHOICE + below(rng, 4)
    cards = legal_cards(state)
    if may_wait(state) and below(rng, count_bits(cards) + 1) == 0:
        return WAIT
    return random_card(cards, rng)


def random_rest(game, state, rng, trick):
    """Play at random to the end of the game, or of the trick if `trick`; return the number of plays."""
    plays = 0
    while state.phase != OVER and not (trick and state.led == NOTHING):
        take_turn(game, state, any_turn(state, rng), rng)
        plays += 1
    return plays


def take_turn(game, state, action, rng):
    """Carry out one action by the rules of the game, independently of `horizon`."""
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


def put_card(state, seat, card):
    """Move a card from the hand to the trick, and store a void that this card reveals."""
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


def end_trick(game, state, rng):
    """Give the trick to its winner; the last trick ends the round."""
    winner = int(state.winner)
    state.taken[winner] += 1
    for seat in range(game.players):
        state.last_trick[seat] = state.trick[seat]
    state.left -= 1
    if state.left > 0:
        open_trick(state, winner)
    else:
        end_round(game, state, rng)


def end_round(game, state, rng):
    """Knock out the players without a trick. Then deal the next round or end the game."""
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
        fill(state.trick, NOTHING)
        state.phase = OVER
        return
    if game.horizon == TRICK:  # the tricks of this round are the result
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


def first_leader(game, state, winner):
    """Return the seat that leads in a round after the first."""
    return next_seat(int(state.alive), int(state.dealer)) if game.leader == DEALER else winner


def most_tricks(state, alive, rng):
    """Return the seat with the most tricks; choose at random between equal seats."""
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
