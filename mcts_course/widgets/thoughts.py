"""The results of an opponent's search that a person may see."""

from typing import NamedTuple

from mcts_lab.players.disclosure import CLOSED, is_open, shares
from mcts_lab.views.captions import player_name

from . import charts

SHOWN = 12  # actions in the picture of a search
LINE = 8  # moves in an expected line


class Thought(NamedTuple):
    """The stored results of a search; `is_open` returns whether a person may see them."""

    player: int
    rows: tuple  # `mcts_lab.players.disclosure.Share` of each action
    line: list  # names of the actions in the expected line; empty for games with hidden information
    iterations: int
    played: str  # name of the action; "" while the search runs


def thought_of(game, state, player, result, played) -> Thought:
    """Return the results of a player's search that are stored.

    played: name of the action played; "" if there is none yet
    """
    rows, line = tuple(shares(game, state, result)), []
    if game.facts().perfect_information and hasattr(result, "tree") and rows:
        line = [result.tree.name(node) for node in result.tree.line()[1:LINE + 1]]
    return Thought(player, rows, line, getattr(result, "iterations", 0), str(played))


def counts_picture(thought, game, state, seat) -> str:
    """Draw how a search divided its iterations, if the person in this seat may see it."""
    who = player_name(game, thought.player)
    if not is_open(game, state, seat):
        return charts.words_lines(f"The last search of {who}", [f"{thought.iterations:,} iterations; {CLOSED}"])
    rows = [charts.Bar(row.name, row.visits, reward(game, row.value), marked=row.name == thought.played)
            for row in sorted(thought.rows[:SHOWN], key=lambda row: row.action)]  # rows keep their places
    rest = thought.rows[SHOWN:]
    if rest:
        rows.append(charts.Bar(f"+{len(rest)} more", sum(row.visits for row in rest)))
    if not rows:
        return charts.words_lines(f"The last search of {who}", ["it grew no tree, so there are no counts"])
    return charts.bars(rows, None, f"How the last search of {who} divided {thought.iterations:,} iterations",
                       f"visits of {thought.iterations:,}", f"mean reward to {who}")


def reward(game, value) -> float:
    """Return a payoff as a reward, from 0 (the lowest payoff of the game) to 1 (the highest)."""
    known = game.facts()
    return float((value - known.low) / (known.high - known.low))


def line_picture(thought, game) -> str:
    """Write the line of play that a search expects."""
    best, *then = thought.line
    return charts.words_lines(f"What {player_name(game, thought.player)} expects",
                              [f"{best}: {', then '.join(then) or 'no further'}"])
