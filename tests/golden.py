"""Digests of what some 450 searches build: visits, totals, the order of nodes, and the random numbers drawn.

    python tests/golden.py                 interpreted, beside golden.json; says which differ
    python tests/golden.py --compiled      the same compiled
    python tests/golden.py --write         writes golden.json anew: for changes of behaviour that are meant

The searches are the first of `combinations`, and plain ones of the larger games.
"""

import argparse
import json
import sys
from hashlib import blake2b
from pathlib import Path

from combinations import EXACT, Task, task, trees

from mcts_lab import games
from mcts_lab.search import (
    UCB1,
    UCT,
    Borda,
    Evaluate,
    HardPruning,
    LimitedPlayout,
    MixMax,
    MultipleObserver,
    Playout,
    ProgressiveWidening,
    SavedStates,
    SingleObserver,
)
from mcts_lab.search.mcts.checks import check

FILE = Path(__file__).with_suffix(".json")
COMBINATIONS = 400
LARGE = ("othello", "pig", "dou_dizhu", "hearthstone", "vgdl", "soccer", "leduc_poker", "dark_hex", "tribes")
SLOW = ("tribes", "vgdl")  # to play to the end, interpreted
METHODS = (
    UCT(), UCT(world=SavedStates(), leaf=Evaluate(), pruning=HardPruning(3, least=2)), UCT(world=SavedStates()),
    UCT(value=Borda(), world=SavedStates(), leaf=LimitedPlayout(3)), UCT(pruning=ProgressiveWidening(1.5, 0.4)),
    UCT(value=MixMax(0.3), world=SavedStates(), leaf=LimitedPlayout(3)),
    UCT(selection=UCB1(0.7), world=SingleObserver()), UCT(selection=UCB1(0.7), world=MultipleObserver()),
)


def tasks():
    """Name: `Task`, of all searches that are looked at."""
    found = {f"combination {number}": task(number) for number in range(COMBINATIONS)}
    for name in LARGE:
        game = games.make(name)
        for number, method in enumerate(METHODS):
            if name in SLOW and method.leaf == Playout():
                method = method._replace(leaf=LimitedPlayout(2))
            try:
                check(game, method)
            except ValueError:
                continue
            found[f"{name} {number}"] = Task(name, game, method, 7, 0, ({"iterations": 12},), 1, 1)
    return found


def digest(one, compiled=False):
    """A digest of all that a search builds, after each budget and each move."""
    words = blake2b(digest_size=6)
    for step in trees(one, compiled=compiled):
        if isinstance(step, tuple) and isinstance(step[0], list) and len(step) == 4:
            columns, totals, _, draws = step
            named = dict(zip(EXACT, columns, strict=True))
            words.update(repr(([named[name] for name in ("visits", "parent", "action", "mover")],
                               [round(float(total), 9) + 0.0 for total in totals], [int(word) for word in draws])
                              ).encode())
        else:
            words.update(repr(step).encode())
    return words.hexdigest()


def stored():
    return json.loads(FILE.read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    found = {name: digest(one, None if options.compiled else False) for name, one in tasks().items()}
    if options.write:
        FILE.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
    known = stored()
    wrong = [name for name in found | known if found.get(name) != known.get(name)]
    print(f"{len(found)} searches, {len(wrong)} differ", *wrong, sep="\n    ")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
