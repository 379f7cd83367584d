"""Solved positions of Connect Four, and the share of them in which UCT plays a best move, for several budgets.

`python -m mcts_course.questions.solved` finds and solves new positions, and writes `solved.json` beside this file.
"""

import functools
import json
import random
from importlib.resources import files
from pathlib import Path

from mcts_lab import games
from mcts_lab.game import TERMINAL, after, legal_actions, position_after
from mcts_lab.search import UCT
from mcts_lab.views.captions import player_name

from ..widgets.boards import board_picture
from ..widgets.model import Question
from ..widgets.true_values import true_values
from .kind import Item, Kind

POSITIONS, PLIES, PLAYED, SAFE = 20, (20, 30), 60, 3  # PLAYED: iterations of the searches that play; SAFE: moves
BUDGETS, RUNS = (10, 30, 100, 300, 1000, 3000, 10_000), 10  # RUNS: number of seeds
FILE = "solved.json"
SAID = {1.0: "wins", 0.0: "draws", -1.0: "loses"}


def position(actions):
    """Return the game and the position after these actions."""
    game = games.make("connect_four")
    return game, position_after(game, actions)


def solved(actions) -> dict:
    """Return the payoff of each move under best play, for the player to move; NaN if it is too far to solve."""
    return true_values(*position(actions))


def quiet(game, state) -> bool:
    """Return whether no move wins immediately and enough moves do not lose immediately."""
    safe = 0
    for action in legal_actions(game, state):
        following = after(game, state, action)
        if game.to_move(following) == TERMINAL:
            return False
        safe += all(game.to_move(after(game, following, reply)) != TERMINAL
                    for reply in legal_actions(game, following))
    return safe >= SAFE


def found(seed) -> list:
    """Return quiet positions from games of short searches, each as the list of actions that lead to it.

    In each position, at most half of the moves are best.
    """
    rng, kept = random.Random(seed), []
    while len(kept) < POSITIONS:
        actions, plies = [], rng.randrange(*PLIES)
        game, state = position(())
        while len(actions) < plies and game.to_move(state) != TERMINAL:
            result = UCT().search(game, state, iterations=PLAYED, seed=rng.randrange(2**31))
            actions.append(int(result.action))
            state = after(game, state, actions[-1])
        if game.to_move(state) == TERMINAL or not quiet(game, state):
            continue
        values = list(solved(actions).values())
        if all(v == v for v in values) and values.count(max(values)) <= len(values) / 2:
            kept.append(actions)
    return kept


def played_right(actions, values, iterations, seed) -> bool:
    """Return whether UCT plays a best move."""
    game, state = position(actions)
    found = UCT().search(game, state, iterations=iterations, seed=seed)
    return values[int(found.action)] == max(values.values())


def curve_of(positions) -> list:
    """Return pairs of iterations and the share of positions in which UCT plays a best move, over `RUNS` seeds."""
    return [(n, sum(played_right(*one, n, seed) for one in positions for seed in range(RUNS)) / RUNS / len(positions))
            for n in BUDGETS]


def write():
    """Find positions, solve them, and write them to the file."""
    positions = [(actions, solved(actions)) for actions in found(1)]
    text = {"positions": [{"actions": actions, "values": values} for actions, values in positions],
            "curve": curve_of(positions)}
    Path(__file__).with_name(FILE).write_text(json.dumps(text) + "\n", encoding="utf-8")


@functools.cache
def read() -> dict:
    """Return the content of the file."""
    return json.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))


def known() -> list:
    """Return the positions as pairs (actions, dict from a move to its payoff)."""
    return [(one["actions"], {int(move): value for move, value in one["values"].items()})
            for one in read()["positions"]]


def curve() -> list:
    """Return pairs of iterations and the share of positions in which UCT plays a best move."""
    return [tuple(pair) for pair in read()["curve"]]


class BestMove(Kind):
    """Questions: which move is best in a solved position?"""

    name, title, lesson, number = "connect_four", "best moves of Connect Four", "03", POSITIONS

    def items(self, seed, number=None):
        rng, number = random.Random(f"{self.name} {seed}"), min(number or POSITIONS, POSITIONS)
        chosen = rng.sample(range(POSITIONS), number)
        return [item_of(*known()[i]) for i in chosen]


def item_of(actions, values) -> Item:
    """Return the question about a position."""
    game, state = position(actions)
    names = {action: str(game.action_name(state, action)) for action in values}
    best = max(values.values())
    right = tuple(i for i, value in enumerate(values.values()) if value == best)
    told = "; ".join(f"{names[action]} {SAID[value]}" for action, value in values.items())
    notes = tuple("" if value == best else f"Under best play {names[action]} {SAID[value]}."
                  for action, value in values.items())
    places = tuple((names[action], tuple(map(float, game.areas(state, action)[0]))) for action in values)
    mover, picture = player_name(game, game.to_move(state)), board_picture(game, state)
    asked = Question(f"It is the turn of {mover}. Which move is best?", tuple(names.values()), right, notes, places)
    return Item(asked, picture, picture, f"Under best play: {told}.")


KINDS = (BestMove(),)


if __name__ == "__main__":
    write()
