"""The games of the paper, on the project's own levels or on those of the GVGAI framework, which are read from a
folder.

The framework's files are not copied. Results store a digest of the level. Experiments on these levels have other
names, so their results are stored separately.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

import pandas as pd

from ..games.vgdl import vgdl
from ..games.vgdl.library import SCORES
from ..reporting.results import once
from .agents import TUNED

LEVELS = {"Aliens": 0, "Whackamole": 0, "Surround": 0, "Zelda": 3, "Jaws": 0, "Chase": 0, "Boulderchase": 0}
GAMES = tuple(LEVELS)  # fastest first
DIGESTS = {  # of the framework's levels 0 to 4, see `digest`
    "Aliens": ("e6d68e62540cce6c", "b42c9a70a631b348", "7a8df5c6db548c1a", "4d6c77a6d7ced8cc", "67cc7426b94e1e3f"),
    "Whackamole": ("bd0b95a3f1e14c11", "e25a44cb44e4e9d4", "ccc2c8db8321737d", "44f05810d99df392", "6791235109519a44"),
    "Surround": ("a444512ddf4333a2", "4258b651ac532365", "c210e1be40f312af", "86a44b67f06eaa90", "9026a5a8ab258e81"),
    "Zelda": ("9e0098f65224465a", "5623c2543ecc3fe4", "a406889a130974fc", "1826d120023c2304", "8099143a876fc92c"),
    "Jaws": ("f115c4eb9db5111f", "27a86742ee443ef7", "8866d26012027a3a", "c4328f8782d50664", "96e55bea05ad999b"),
    "Chase": ("5526e1432cc167fd", "232b8e9ce30b7f1c", "e7f56192951ea406", "dd1e743cf6fe2d48", "bcd431f4683fdc79"),
    "Boulderchase": ("de262dcd7f667677", "8cc28195eb9f4f77", "052de1942021196d", "d8c418008dc01cfd",
                     "712b65f500ee2f64"),
}
FRAMEWORK = "-framework"  # names of experiments on the framework's levels end with this
OWN, EVERY_LEVEL = "levels of this project", "levels 0 to 4 at 500 calls"
FAR = 10**6  # a number that is larger than the points and the ticks of every game
READ = f"joppen2019_readings{FRAMEWORK}"


def shown(name: str) -> str:
    """Return the name of the experiment that tables, figures and claims show: the one on the framework's levels."""
    return f"joppen2019_{name}{FRAMEWORK}"


class Instead(Mapping):
    """Results in which the rows of some experiments are replaced.

    changed: {experiment: other rows}; None: results on the project's own levels replace those on the framework's.
    """

    def __init__(self, results, changed=None):
        self.results, self.changed, self.used = results, changed, getattr(results, "used", set())

    def __iter__(self):
        return (name for name in self.results if not name.endswith(FRAMEWORK))

    def __len__(self):
        return sum(1 for _ in self)

    def __getitem__(self, name):
        if self.changed is None:
            return self.results[name.removesuffix(FRAMEWORK)]
        return self.changed[name] if name in self.changed else self.results[name]


@once
def with_further(results):
    """Return the games of Table 1 and those that were played later. Other interpretations have no later games."""
    games, further = results[shown("cells")], shown("further")
    if isinstance(results, Instead) or further not in results:
        return games
    return pd.concat([games, results[further]], ignore_index=True)


@once
def otherwise(results):
    """Return one tuple for each other interpretation under which a claim can be measured.

    A tuple has the name of the interpretation, its results, the experiment with these results, and the agents whose
    games in Table 1 they replace. If all results are replaced, the last two elements are "" and ().
    """
    return tuple(_otherwise(results))


def _otherwise(results):
    known, name, keys = set(results), shown("cells"), ["agent", "game", "time"]
    if name not in known:
        return
    if name.removesuffix(FRAMEWORK) in known:
        yield OWN, Instead(results), "", ()
    if (other := shown("levels")) in known:
        yield EVERY_LEVEL, Instead(results, {name: at_every_level(results[name], results[other])}), other, TUNED
    for reading, rows in results[READ].groupby("agent", sort=False) if READ in known else ():
        agent, cells = reading.partition(", ")[0], results[name]
        rows = rows.assign(agent=agent)
        others = cells[~pd.MultiIndex.from_frame(cells[keys]).isin(pd.MultiIndex.from_frame(rows[keys]))]
        yield reading, Instead(results, {name: pd.concat([others, rows], ignore_index=True)}), READ, (agent,)


@once
def extremes(results, agent):
    """Return two sets of results in which an agent's games of Table 1 are changed.

    In the first set, the agent has lost all of them. In the second set, it has won all of them.
    """
    found, name = [], shown("cells")
    for won, points, ticks in ((0, -FAR, FAR), (1, FAR, 1)):
        games = results[name].copy()
        mine = games["agent"] == agent
        games.loc[mine, "score"] += points
        games.loc[mine, "won"], games.loc[mine, "ticks"] = won, ticks
        found.append(Instead(results, {name: games}))
    return found


def at_every_level(cells, others):
    """Return games at all levels of each game, equally many at each level.

    others: games at the other levels. cells: games at the usual level; those with the same number of calls count.
    """
    each = others.groupby(["game", "time", "agent", "number"]).size().max()
    usual = cells[(cells["run"] < each) & cells["time"].isin(others["time"]) & cells["agent"].isin(others["agent"])]
    return pd.concat([usual.assign(number=usual["game"].map(LEVELS)),
                      others.assign(run=others["run"] + each * (1 + others["number"]))], ignore_index=True)


def all_ways(measure):
    """Return a claim's measure that also reports other interpretations, which do not decide the verdict.

    They are: the project's own levels if the framework's levels decide, all levels of a game, and agents that
    follow other interpretations of the paper. Agents of another interpretation are only reported if the claim uses
    games that they replace. Otherwise, the same numbers would be reported twice.
    """
    @functools.wraps(measure)
    def measured(results, budget):
        @functools.cache
        def counts(agent):
            worst, best = (measure(one, budget).parts for one in extremes(results, agent))
            return repr(worst) != repr(best)

        found, used = measure(results, budget), getattr(results, "used", set())
        before = set(used)
        ways = [way for way in otherwise(results) if not way[-1] or any(map(counts, way[-1]))]
        used &= before  # remove the experiments that were read only for the other interpretations
        used |= {experiment for _, _, experiment, _ in ways if experiment}
        told = {reading: [part._replace(reading=reading) for part in measure(other, budget).parts]
                for reading, other, *_ in ways}
        note = calls_of_readings(results) if set(told) - {OWN, EVERY_LEVEL} else ""
        return found._replace(secondary=(*found.secondary, *chain.from_iterable(told.values())),
                              note="; ".join(filter(None, (found.note, note))))
    return measured


def calls_of_readings(results) -> str:
    """Return the numbers of calls at which agents with other interpretations of the paper have played, in words."""
    times = results[READ]["time"]
    return (f"agents that follow other interpretations were played at {times.min():,} to {times.max():,} calls per "
            "move; at other numbers of calls, the usual games count")


def make_game(name: str, folder: str | None = None, number: int | None = None):
    """Return a game of the paper.

    folder: folder of the framework's levels; None: the level of this number that was made for this project. Payoffs are
        scaled by the scores that can be reached on the project's level of the same number.
    number: number of the level, 0 to 4; None: the level that fits the paper's numbers; in Zelda only level 3 has scores
        above 8
    """
    number = LEVELS[name] if number is None else number
    if folder is None:
        return vgdl(name.lower(), number)
    low, high = SCORES[name.lower()]
    return vgdl(name.lower(), level_file(name, folder, number), low=low, high=high[number])


def level_file(name: str, folder: str, number: int) -> Path:
    """Return the path of the framework's level of a game. Raises ValueError if the file is missing or another level.
    """
    path = Path(folder) / f"{name.lower()}_lvl{number}.txt"
    if not folder:
        raise ValueError("Games on the framework's levels need the files of these levels. Give --levels and the folder "
                         "examples/gridphysics of a copy of GVGAI.")
    if not path.is_file():
        raise ValueError(f"{path.parent} has no level {path.name} for {name}. Give the folder examples/gridphysics of "
                         "a copy of GVGAI.")
    if digest(path) != DIGESTS[name][number]:
        raise ValueError(f"{path} is not the level of the framework: its digest is {digest(path)}, not "
                         f"{DIGESTS[name][number]}. Take the file from an unchanged copy of GVGAI.")
    return path


def digest(path: Path) -> str:
    """Return a hash of a level that does not depend on the kind of line ends."""
    lines = path.read_bytes().decode("utf-8", "replace").strip("\r\n").splitlines()
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def played_on(game: str, folder: str | None, number: int | None = None) -> dict:
    """Return the parameters of a task that describe its level. They are empty for the project's usual level."""
    said = {} if number is None else {"number": number}
    return said if folder is None else said | {"level": DIGESTS[game][LEVELS[game] if number is None else number]}


def on_framework(experiment, folder: str = ""):
    """Return the experiment on the framework's levels.

    folder: must contain all of these levels; "" if results are only read.
    """
    if folder:
        for name in GAMES:
            level_file(name, str(folder), LEVELS[name])
    return experiment._replace(name=experiment.name + FRAMEWORK, levels=functools.partial(on_framework, experiment),
                               title=f"{experiment.title}, on the framework's levels",
                               tasks=functools.partial(experiment.tasks, levels=str(folder)))


def on_any(experiment):
    """Return the experiment with the option to run it on the framework's levels."""
    return experiment._replace(levels=functools.partial(on_framework, experiment))
