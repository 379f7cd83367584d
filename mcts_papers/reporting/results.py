"""The results from which a paper's figures, tables and claims are made."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Mapping

from mcts_lab import matches
from mcts_lab.errors import UnknownName

from .. import store
from ..registry import Paper


class NotMeasured(RuntimeError):
    """There are not enough stored results of an experiment. The message names the command that computes them."""


class Results(Mapping):
    """Map the name of an experiment to a DataFrame with its results, for the experiments of one paper.

    The results of an experiment are read (or computed) when they are used for the first time. Afterwards `budgets` has
    the budget of each experiment, `remarks` a text about missing results, and `about` a description of the results.

    budget: None uses the results at the budget "paper" if they are complete. Otherwise it uses the results at the
    budget "standard", even if some are missing (then there are only fewer games), and if there are none, quick results.
    compute: False only reads stored results, and raises `NotMeasured` if an experiment has none. variants: {name:
    experiment with the user's settings}; such an experiment replaces the paper's experiment, and has its own budget
    and store.
    """

    def __init__(self, paper: Paper, budget=None, workers=None, progress=None, compute=True, variants=None):
        self.paper, self.variants = paper, variants or {}
        self.known = {experiment.name: experiment for experiment in paper.experiments}
        self.known |= {name: variant.experiment for name, variant in self.variants.items()}
        self.wanted, self.workers, self.progress, self.compute = budget, workers, progress, compute
        self.frames, self.budgets, self.remarks, self.about = {}, {}, {}, {}
        self.found = {}  # (experiment, budget) -> its stored results, so that each is read only once
        self.used = set()  # names of the experiments that were used since somebody last emptied this set

    def __getitem__(self, name):
        if name not in self.known:
            raise UnknownName("experiment of this paper", name, self.known)
        self.used.add(name)
        if name not in self.frames:
            self._read(self.known[name])
        return self.frames[name]

    def __iter__(self):
        return iter(self.known)

    def __len__(self):
        return len(self.known)

    def _read(self, experiment):
        name = experiment.name
        budget = self.budget_of(name)
        done, total, *_ = self._status(experiment, budget)
        if not done and not self.compute:
            self.about[name] = self._about(experiment, budget, done, total)
            raise NotMeasured(f"nothing is measured yet; to compute the results, run {self.about[name]['command']}")
        partly = not self.compute or (self.wanted is None and name not in self.variants)
        if done == total or (done and partly):
            self.frames[name] = self._stored(experiment, budget).frame()
            self.frames[name].attrs.clear()  # otherwise pandas would copy them with every selection of rows
        else:
            self.frames[name] = store.run(experiment, budget, workers=self.workers, progress=self.progress,
                                                store=self._store(name))
            done = total
        self.about[name] = self._about(experiment, budget, done, total)

    def _about(self, experiment, budget, done, total) -> dict:
        """Return a description of an experiment's results, as data for JSON: command, budget, seed and size."""
        frame = self.frames.get(experiment.name, ())
        own = self.variants.get(experiment.name)
        command = own.command if own else f"mcts-lab run {experiment.name} --budget {budget}"
        return {"command": command, "experiment": experiment.name,
                "budget": budget, "seed": experiment.seed, "tasks": done, "tasks_planned": total, "rows": len(frame),
                "size": size(frame, self._stored(experiment, budget).given) if len(frame) else "nothing"}

    def _stored(self, experiment, budget):
        if (experiment.name, budget) not in self.found:
            self.found[experiment.name, budget] = store.stored(experiment, budget, self._store(experiment.name))
        return self.found[experiment.name, budget]

    def seconds(self, name) -> float:
        """The processing time that the results of an experiment took, on one core."""
        return self._status(self.known[name], self.budget_of(name)).seconds

    def _store(self, name):
        return self.variants[name].store if name in self.variants else None

    def _status(self, experiment, budget):
        return self._stored(experiment, budget).status()

    def read(self, names):
        """Read the results of some experiments, and compute results that are missing."""
        for name in names:
            self[name]

    def made(self, make, needs):
        """Return ``make(self, budget)``, where `budget` is the smallest budget of the experiments `needs`.

        Raises `NotMeasured` if one of them has no stored results, or if `make` fails and some results are missing.
        """
        try:
            return make(self, self.lowest(needs))
        except NotMeasured:
            raise
        except Exception as error:
            if not any(self.remarks.values()):
                raise
            raise NotMeasured("too few results are stored yet; the remarks name the command that computes the "
                              "others") from error

    def budget_of(self, name) -> str:
        """Return the budget whose results are used for an experiment."""
        if name not in self.known:
            raise UnknownName("experiment of this paper", name, self.known)
        if name not in self.budgets:
            experiment, own = self.known[name], self.variants.get(name)
            self.budgets[name], self.remarks[name] = own.budget if own else self.wanted, ""
            if self.budgets[name] is None:
                self.budgets[name] = store.shown(experiment, read=self._stored)
                done, total, *_ = self._status(experiment, self.budgets[name])
                if done < total:
                    quick = experiment.budgets[0]
                    other = not done and (self.compute or self._status(experiment, quick).done)
                    instead = f", so {quick} results are used" if other else ""
                    self.remarks[name] = (
                        f"{done or 'none'} of the {total} tasks of {name} are there at budget {self.budgets[name]}"
                        f"{instead}; mcts-lab run {name} --budget {self.budgets[name]} computes the others")
                    if other:
                        self.budgets[name] = quick
        return self.budgets[name]

    def lowest(self, names) -> str | None:
        """Return the smallest budget of some experiments; None if there are no experiments."""
        used = {self.budget_of(name) for name in names}
        return next((budget for budget in matches.BUDGETS if budget in used), None)


def once(function):
    """Return a function of results and further arguments that stores its return values in the `Results`.

    So the values for the same results and arguments are computed only once. If the results are a plain dict, which
    cannot store values, they are computed at each call.
    """
    @functools.wraps(function)
    def worked_out(results, *arguments):
        kept = getattr(results, "__dict__", {}).setdefault("worked_out", {})
        used = getattr(results, "used", set())
        if (function, arguments) not in kept:
            with asked_for(used) as asked:
                kept[function, arguments] = function(results, *arguments), asked
        found, asked = kept[function, arguments]
        used |= asked
        return found
    return worked_out


@contextlib.contextmanager
def asked_for(used):
    """Yield a set. At the end of the ``with`` block, the set contains all names that the block has added to `used`.

    A name counts as added even if it was in `used` before the block.
    """
    before, asked = set(used), set()
    used.clear()
    try:
        yield asked
    finally:
        asked |= used
        used |= before


def size(frame, given) -> str:
    """Return the size of results as text, such as "2,000 games".

    A row is one game, or the sum of several games, whose number is in the column `games`. Results without games are
    counted in rows: they have no column `game`, or the number in the column `games` is 0.

    given: names of the tasks' parameters. If `games` is one of them, it is not the number of games of a row.
    """
    games = len(frame) if "game" in frame.columns else 0
    if "games" in frame.columns and "games" not in given:
        games = int(frame["games"].sum())
    return f"{games:,} games" if games else f"{len(frame):,} rows"


def source_of(record: Mapping) -> dict:
    """Return a description of how an item was made: command, version and results. It is written into the item's file.
    """
    source = {"command": record["command"], "version": f"mcts_lab {record['version']}"}
    if record["experiments"]:
        source["results"] = "; ".join(
            f"{name}: {about['budget']} budget, seed {about['seed']}, {about['size']}"
            for name, about in record["experiments"].items())
    return source
