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
    """Return how a finished game has ended: "x wins", "a draw", "North and South win (...)", or the game's own words.

    Payoffs stand in brackets unless they say no more than who has won.
    """
    about = facts(game)
    paid = [float(payoff(game, state, player)) for player in range(about.players)]
    if own := outcome(game, state):
        return own
    if about.players == 1:
        return f"a payoff of {paid[0]:g}"
    if len(set(paid)) == 1:
        return "a draw"
    winners = [player_name(game, player) for player, x in enumerate(paid) if x == max(paid)]
    said = f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}"
    if set(paid) == {about.low, about.high}:
        return said
    return f"{said} ({', '.join(f'{player_name(game, player)} {x:+g}' for player, x in enumerate(paid))})"
