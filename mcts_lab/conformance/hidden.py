"""Adapters of the small games with hidden information for OpenSpiel's recordings."""

from __future__ import annotations

from .. import games
from ..game import CHANCE, payoff, to_move
from ..games.boards.dark_hex import slanted
from ..games.boards.phantom import marks_of
from ..games.cards.liars_dice import bid_names
from .openspiel import Adapter, our_name, parameter

# ---------------------------------------------------------------------------------------------------------------------
# Boards


def make_phantom(header):
    """The game of a recording's header."""
    if parameter(header, "gameversion", str, "classical") != "classical":
        raise ValueError("only the version in which a failed try keeps the turn is known")
    return games.make("phantom_ttt")


def make_dark_hex(header):
    """The game of a recording's header."""
    if parameter(header, "gameversion", str, "cdh") != "cdh":
        raise ValueError("only the version in which a failed try keeps the turn is known")
    size = parameter(header, "board_size", default=3)
    return games.make("dark_hex", rows=parameter(header, "num_rows", default=size),
                      columns=parameter(header, "num_cols", default=size))


def board_seen(game, state, player):
    """The board as `player` sees it."""
    return "\n".join(marks_of(game, state, player))


def board(game, state, player):
    """The whole board."""
    return "\n".join(marks_of(game, state))


def hex_board(game, state, player):
    """The whole board, slanted."""
    return slanted(marks_of(game, state))


# ---------------------------------------------------------------------------------------------------------------------
# Poker


def make_kuhn(header):
    """The game of a recording's header."""
    return two_players(header, "kuhn_poker")


def make_leduc(header):
    """The game of a recording's header."""
    return two_players(header, "leduc_poker")


def two_players(header, name):
    """The poker game of this name; ValueError for more than two players."""
    if parameter(header, "players", default=2) != 2:
        raise ValueError("only the game of two players is known")
    return games.make(name)


def kuhn_action(game, state, action):
    """OpenSpiel's text of an action."""
    return f"Deal:{action}" if to_move(game, state) == CHANCE else ("Pass", "Bet")[action]


def kuhn_spoken(state):
    """What has been said, in order."""
    return [int(a) for a in state.actions[: int(state.spoken)]]


def kuhn_seen(game, state, player):
    """The own card, then what each player has put in."""
    spoken = kuhn_spoken(state)
    return f"{int(state.cards[player])}{1 + sum(spoken[::2])}{1 + sum(spoken[1::2])}"


def kuhn_truth(game, state, player):
    """Both cards, then what was said."""
    return f"{int(state.cards[0])} {int(state.cards[1])} {''.join('pb'[a] for a in kuhn_spoken(state))}"


LEDUC = ("Fold", "Call", "Raise")
PURSE = 100
NO_CARD = -10000


def leduc_action(game, state, action):
    """OpenSpiel's text of an action."""
    return f"Chance outcome:{action}" if to_move(game, state) == CHANCE else LEDUC[action]


def leduc_seen(game, state, player):
    """The own card and all that is public."""
    first, second = (int(c) for c in state.chips)
    public = f"[Public: {int(state.public)}]" if state.public >= 0 else ""
    return (
        f"[Observer: {player}][Private: {int(state.cards[player])}][Round {int(state.betting) + 1}]"
        f"[Player: {int(state.turn)}][Pot: {first + second}][Money: {PURSE - first} {PURSE - second}]"
        f"{public}[Ante: {first} {second}]"
    )


def leduc_truth(game, state, player):
    """Everything, before the pot is paid out."""
    chips = [int(c) for c in state.chips]
    return leduc_print(state, player, sum(chips), [PURSE - c for c in chips])


def leduc_final(game, state, player):
    """As the truth, after the pot was paid out; the last to act still stands as the player."""
    spoken = [int(n) for n in state.spoken if n > 0]
    return leduc_print(state, (spoken[-1] - 1) % 2, 0, [PURSE + payoff(game, state, p) for p in (0, 1)])


def leduc_print(state, player, pot, money):
    """OpenSpiel's text of a position, with `pot` and `money` as they are to appear."""
    public = int(state.public) if state.public >= 0 else NO_CARD
    first, second = (", ".join(LEDUC[int(a)] for a in state.actions[r, : int(state.spoken[r])]) for r in (0, 1))
    return (
        f"Round: {min(int(state.betting), 1) + 1}\nPlayer: {player}\nPot: {pot}\n"
        f"Money (player_0 player_1): {money[0]:g} {money[1]:g}\n"
        f"Cards (public player_0 player_1): {public} {int(state.cards[0])} {int(state.cards[1])} \n"
        f"Round 1 sequence: {first}\nRound 2 sequence: {second}"
    )


# ---------------------------------------------------------------------------------------------------------------------
# Dice


def make_dice(header):
    """The game of a recording's header."""
    if parameter(header, "numdice", default=1) != 1 or parameter(header, "players", default=2) != 2:
        raise ValueError("only the game of two players with one die each is known")
    if parameter(header, "bidding_rule", str, "reset-face") != "reset-face":
        raise ValueError("only the bidding rule reset-face is known")
    return games.make("liars_dice", sides=parameter(header, "dice_sides", default=6))


def dice_action(game, state, action):
    """OpenSpiel's text of an action."""
    return f"Roll {action + 1}" if to_move(game, state) == CHANCE else our_name(game, state, action)


def dice_seen(game, state, player):
    """The own die and the bids."""
    return " ".join([str(int(state.dice[player])), *bid_names(game, state)])


def dice_truth(game, state, player):
    """Both dice, the bids, and whether the last was called a lie."""
    called = ["Liar"] if state.called else []
    return " ".join([*(str(int(d)) for d in state.dice), *bid_names(game, state), *called])


ADAPTERS = {
    "phantom_ttt": Adapter(make_phantom, ("phantom_ttt",), observed=board_seen, truth=board, final=board),
    "dark_hex": Adapter(make_dark_hex, ("dark_hex",), observed=board_seen, truth=hex_board, final=hex_board),
    "kuhn_poker": Adapter(
        make_kuhn, ("kuhn_poker",), action=kuhn_action, observed=kuhn_seen, truth=kuhn_truth, final=kuhn_truth
    ),
    "leduc_poker": Adapter(
        make_leduc, ("leduc_poker",), action=leduc_action, observed=leduc_seen, truth=leduc_truth, final=leduc_final
    ),
    "liars_dice": Adapter(
        make_dice, ("liars_dice",), action=dice_action, observed=dice_seen, truth=dice_truth, final=dice_truth
    ),
}
