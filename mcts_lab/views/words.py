"""Words for a reader: the names of players, and how a game has ended."""

from __future__ import annotations

from ..game import CHANCE, facts, outcome, payoff


def player_name(game, player) -> str:
    """Return the name of a player: the game's own, or "player 0"; "chance" for `CHANCE`."""
    if player == CHANCE:
        return "chance"
    names = facts(game).player_names
    return str(names[player]) if names else f"player {player}"


def ending(game, state) -> str:
    """Return how a finished game has ended: the game's own words, or those of `said_of_payoffs`."""
    about = facts(game)
    seats = range(about.players)
    return outcome(game, state) or said_of_payoffs([player_name(game, player) for player in seats],
                                                   [float(payoff(game, state, player)) for player in seats],
                                                   about.low, about.high)


def said_of_payoffs(names, paid, low, high) -> str:
    """Return who has won: "x wins", "a draw", "North and South win (...)".

    names, paid: the players' names and payoffs; low, high: the least and the greatest payoff of the game. Payoffs stand
    in brackets unless they say no more than who has won.
    """
    if len(paid) == 1:
        return f"a payoff of {paid[0]:g}"
    best = max(paid)
    if min(paid) == best:
        return "a draw"
    winners = [name for name, x in zip(names, paid, strict=True) if x == best]
    said = f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}"
    if all([x in (low, high) for x in paid]):
        return said
    return f"{said} ({', '.join([f'{name} {x:+g}' for name, x in zip(names, paid, strict=True)])})"
