"""Replaying OpenSpiel's recordings of games with hidden information.

The format ``openspiel-traj-1`` is one JSON object per line in a gzip file: a header, then games. Each step tells who
moves, what was legal, what was done, and what the mover saw. An *adapter* says for one game how OpenSpiel prints its
actions, observations and states.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..game import CHANCE, TERMINAL, legal_actions, new_states, payoff, play, start, to_move
from ..games.dark_hex import DarkHex, slanted
from ..games.dou_dizhu import like_openspiel
from ..games.dou_dizhu.moves import BIDS, DEUCE, PASS, cards_text, move_text, word_of
from ..games.dou_dizhu.rules import LEFT_OVER, NOBODY, PLAYERS, begin
from ..games.kuhn_poker import KuhnPoker
from ..games.leduc_poker import LeducPoker
from ..games.liars_dice import LiarsDice, bid_name, bid_names
from ..games.phantom import PhantomTicTacToe, marks_of
from ..random import stream

SCHEMA = "openspiel-traj-1"


class Adapter:
    """How OpenSpiel prints a game. `game` makes it from the header's parameters."""

    def game(self, parameters):
        raise NotImplementedError

    def chance_name(self, game, state, action) -> str:
        raise NotImplementedError

    def name(self, game, state, action) -> str:
        raise NotImplementedError

    def observation(self, game, state, player) -> str:
        raise NotImplementedError

    def truth(self, game, state) -> str | None:
        """The whole state, or None if it cannot be compared."""
        return None

    def final(self, game, state) -> str | None:
        return self.truth(game, state)

    def payoff(self, game, state, player) -> float:
        return payoff(game, state, player)


class Phantom(Adapter):
    def game(self, parameters):
        return PhantomTicTacToe()

    def name(self, game, state, action):
        return f"{'xo'[to_move(game, state)]}({action // game.columns},{action % game.columns})"

    def observation(self, game, state, player):
        return "\n".join(marks_of(game, state, player))

    def truth(self, game, state):
        return "\n".join(marks_of(game, state))


class Dark(Phantom):
    def game(self, parameters):
        return DarkHex(int(parameters["num_rows"]), int(parameters["num_cols"]))

    def name(self, game, state, action):
        return f"{chr(ord('a') + action % game.columns)}{action // game.columns + 1}"

    def truth(self, game, state):
        return "\n".join(line + " " for line in slanted(marks_of(game, state)).split("\n"))


class Kuhn(Adapter):
    def game(self, parameters):
        return KuhnPoker()

    def chance_name(self, game, state, action):
        return f"Deal:{action}"

    def name(self, game, state, action):
        return ("Pass", "Bet")[action]

    def observation(self, game, state, player):
        chips = [1, 1]
        for i, action in enumerate(state.actions[: int(state.spoken)]):
            chips[i % 2] += int(action)
        return f"{int(state.cards[player])}{chips[0]}{chips[1]}"

    def truth(self, game, state):
        spoken = "".join("pb"[int(a)] for a in state.actions[: int(state.spoken)])
        return f"{int(state.cards[0])} {int(state.cards[1])} {spoken}".rstrip()


class Leduc(Adapter):
    NOT_DEALT = -10000
    PURSE = 100
    WORDS = ("Fold", "Call", "Raise")

    def game(self, parameters):
        return LeducPoker()

    def chance_name(self, game, state, action):
        return f"Chance outcome:{action}"

    def name(self, game, state, action):
        return self.WORDS[action]

    def observation(self, game, state, player):
        put_in = [int(c) for c in state.chips]
        public = f"[Public: {int(state.public)}]" if state.public >= 0 else ""
        return (f"[Observer: {player}][Private: {int(state.cards[player])}][Round {int(state.betting) + 1}]"
                f"[Player: {int(state.turn)}][Pot: {sum(put_in)}][Money: {self._money(put_in)}]"
                f"{public}[Ante: {put_in[0]} {put_in[1]}]")  # fmt: skip

    def _money(self, put_in):
        return " ".join(str(self.PURSE - c) for c in put_in)

    def truth(self, game, state):
        return self._print(state, int(state.turn), sum(int(c) for c in state.chips), self._money(state.chips))

    def _print(self, state, player, pot, money):
        public = int(state.public) if state.public >= 0 else self.NOT_DEALT
        sequences = [
            ", ".join(self.WORDS[int(a)] for a in state.actions[r, : int(state.spoken[r])]) for r in (0, 1)
        ]
        betting = min(int(state.betting), 1) + 1
        return (f"Round: {betting}\nPlayer: {player}\nPot: {pot}\nMoney (player_0 player_1): {money}\n"
                f"Cards (public player_0 player_1): {public} {int(state.cards[0])} {int(state.cards[1])} \n"
                f"Round 1 sequence: {sequences[0]}\nRound 2 sequence: {sequences[1]}\n")  # fmt: skip

    def final(self, game, state):
        # OpenSpiel pays out before it prints, and leaves whoever acted last as the player
        money = " ".join(f"{self.PURSE + payoff(game, state, p):g}" for p in (0, 1))
        return self._print(state, 1 - int(state.turn), 0, money) if state.folded >= 0 else None


class Dice(Adapter):
    def game(self, parameters):
        return LiarsDice(int(parameters["dice_sides"]))

    def chance_name(self, game, state, action):
        return f"Roll {action + 1}"

    def name(self, game, state, action):
        return "Liar" if action == 2 * game.sides else bid_name(game, action)

    def observation(self, game, state, player):
        return " ".join([str(int(state.dice[player])), *bid_names(game, state)])

    def truth(self, game, state):
        called = ["Liar"] if state.called else []
        return " ".join([*(str(int(d)) for d in state.dice), *bid_names(game, state), *called])


class DouDiZhu(Adapter):
    """OpenSpiel deals by chance turns; here a recorded deal is laid out before play begins."""

    def game(self, parameters):
        return like_openspiel()

    def name(self, game, state, action):
        if state.landlord == NOBODY and action < BIDS:
            return "Pass" if action == PASS else f"Bid {action}"
        return move_text(action)

    def observation(self, game, state, player):
        played = sum(int(w) for w in state.played)
        reference = state.landlord if state.landlord != NOBODY else max(int(state.bidder), 0)
        return (f"My hand {cards_text(state.hands[player])}\nPlayed cards {cards_text(played)}\n"
                f"face up card rank: {int(state.face_up)}start player: {int(state.first)}"
                f"My position from Dizhu: {(player - int(reference)) % PLAYERS}")  # fmt: skip


ADAPTERS = {
    "phantom_ttt": Phantom(),
    "dark_hex": Dark(),
    "kuhn_poker": Kuhn(),
    "leduc_poker": Leduc(),
    "liars_dice": Dice(),
    "dou_dizhu": DouDiZhu(),
}

CARDS = 54
DEALT = CARDS - LEFT_OVER


def card_text(card) -> str:
    """OpenSpiel's name of the card with this number, ``13 * suit + rank`` or a joker."""
    return ("(BWJ)", "(CJ)")[card - 52] if card >= 52 else "CDHS"[card // 13] + "3456789TJQKA2"[card % 13]


def card_rank(card) -> int:
    return card - 52 + DEUCE + 1 if card >= 52 else card % 13


class Replay(NamedTuple):
    """A check under way: where we are, and what differed."""

    where: str
    differences: list

    def compare(self, at, what, recorded, ours):
        if recorded != ours:
            self.differences.append(f"{self.where}, step {at}: {what} is {recorded!r} in the recording, {ours!r} here")
        return recorded == ours


def replay(path) -> tuple[int, list[str]]:
    """Replay one recording; return the number of steps checked and one sentence for each difference.

    Raises ValueError if the file is no recording of a game known here, OSError if it cannot be read.
    """
    path = Path(path)
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.strip()]
        header, games = lines[0], lines[1:]
        schema, name = header["schema"], header["game_string"].partition("(")[0]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, EOFError) as error:
        raise ValueError(f"{path} is not a recording: {error}") from None
    if schema != SCHEMA or name not in ADAPTERS:
        raise ValueError(f"{path} records {name!r} as {schema!r}; known here are {', '.join(ADAPTERS)} as {SCHEMA!r}")
    adapter = ADAPTERS[name]
    game = adapter.game(header["parameters"])
    steps, differences = 0, []
    for record in games:
        check = Replay(f"{path.name}, game {record['game']}", differences)
        steps += replay_game(adapter, game, record, check)
    return steps, differences


def replay_game(adapter, game, record, check) -> int:
    """Check one game as far as it agrees; return the number of steps checked."""
    moves = record["steps"]
    done = 0
    if isinstance(adapter, DouDiZhu):
        state, done = dealt(game, moves, check)
        if state is None:
            return done
    else:
        state = start(game, 0)
    rng = stream(0)
    for at in range(done, len(moves)):
        action = check_step(adapter, game, state, moves[at], at, check)
        if action is None:
            return at
        play(game, state, action, rng)
    at = len(moves)
    if check.compare(at, "the player to move", TERMINAL, to_move(game, state)):
        ours = [adapter.payoff(game, state, p) for p in range(len(record["returns"]))]
        check.compare(at, "the result", record["returns"], ours)
        final = adapter.final(game, state)
        if final is not None:
            check.compare(at, "the final state", record["final"], final)
    return at


def check_step(adapter, game, state, step, at, check):
    """Compare one step; return our number of its action, or None if the game cannot go on."""
    mover = to_move(game, state)
    if not check.compare(at, "the player to move", step["p"], mover):
        return None
    ours = legal_actions(game, state)
    if mover == CHANCE:
        names = {adapter.chance_name(game, state, a): a for a in ours}
        check.compare(at, "the number of outcomes", step["n"], len(ours))
    else:
        names = {adapter.name(game, state, a): a for a in ours}
        check.compare(at, "the set of legal actions", sorted(step["ls"]), sorted(names))
        check.compare(at, "the observation", step["o"], adapter.observation(game, state, mover))
        if "t" in step:
            check.compare(at, "the state", step["t"], adapter.truth(game, state))
    if step["s"] not in names:
        check.differences.append(f"{check.where}, step {at}: {step['s']!r} was played, which is not legal here")
        return None
    return names[step["s"]]


def dealt(game, moves, check):
    """The state after a recorded deal of Dou Di Zhu (None if it cannot be), and the number of its chance steps."""
    deal = moves[: DEALT + 1]
    if len(deal) <= DEALT or any(step["p"] != CHANCE for step in deal):
        check.differences.append(f"{check.where}: the game does not begin with {DEALT + 1} chance steps")
        return None, 0
    position = deal[0]["a"]
    check.compare(0, "the number of outcomes", deal[0]["n"], DEALT)
    check.compare(0, "the outcome", deal[0]["s"], f"Decide first card up position {position}")
    cards = []
    for at, step in enumerate(deal[1:], start=1):
        card = step["a"] - DEALT
        check.compare(at, "the number of outcomes", step["n"], CARDS - len(cards))
        if card in cards or not 0 <= card < CARDS:
            check.differences.append(f"{check.where}, step {at}: {step['s']!r} cannot be dealt")
            return None, at
        check.compare(at, "the outcome", step["s"], f"Deal {card_text(card)}")
        cards.append(card)
    state = new_states(game, 1)[0]
    for seat in range(PLAYERS):
        state.hands[seat] = word_of(card_rank(c) for c in cards[seat::PLAYERS])
    left_over = word_of(card_rank(c) for c in range(CARDS) if c not in cards)
    begin(game, state, np.uint64(left_over), position % PLAYERS, card_rank(cards[position]))
    return state, len(deal)
