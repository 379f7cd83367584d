"""The results a paper's figures, tables and claims are made from."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Mapping

from mcts_lab import matches
from mcts_lab.errors import UnknownName

from .. import store
from ..registry import Paper


class NotMeasured(RuntimeError):
    """Too little is stored of an experiment; the message says what computes it."""


class Results(Mapping):
    """Experiment name -> DataFrame, for the experiments of one paper, read (or computed) when asked for.

    `budget` None takes the results at the paper's sizes where all of them are there, else standard ones as far as they
    are (the games of a match are in the order of their deals, so fewer are only fewer), else quick ones. `budgets` says
    what was taken, `remarks` what is missing, and `about` where each comes from. With `compute` off only what is stored
    is read, and to ask for an experiment of which nothing is stored raises `NotMeasured`. `variants` has experiments
    with settings of one's own by their names: these take the place of the paper's, with their own budget and store.
    """

    def __init__(self, paper: Paper, budget=None, workers=None, progress=None, compute=True, variants=None):
        self.paper, self.variants = paper, variants or {}
        self.known = {experiment.name: experiment for experiment in paper.experiments}
        self.known |= {name: variant.experiment for name, variant in self.variants.items()}
        self.wanted, self.workers, self.progress, self.compute = budget, workers, progress, compute
        self.frames, self.budgets, self.remarks, self.about = {}, {}, {}, {}
        self.found = {}  # (experiment, budget) -> what is stored, each looked up once
        self.used = set()  # names of the experiments asked for, until somebody empties it

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
            raise NotMeasured(f"nothing is measured yet: {self.about[name]['command']} computes it")
        partly = not self.compute or (self.wanted is None and name not in self.variants)
        if done == total or (done and partly):
            self.frames[name] = self._stored(experiment, budget).frame()
            self.frames[name].attrs.clear()  # pandas copies them with every selection
        else:
            self.frames[name] = store.run(experiment, budget, workers=self.workers, progress=self.progress,
                                                store=self._store(name))
            done = total
        self.about[name] = self._about(experiment, budget, done, total)

    def _about(self, experiment, budget, done, total) -> dict:
        """Where an experiment's rows come from, as JSON-able data."""
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
        """Read the results of some experiments, computing what is missing."""
        for name in names:
            self[name]

    def made(self, make, needs):
        """Return ``make(self, budget)``, with the smallest budget of the experiments that it needs.

        Raises `NotMeasured` where one of them is not stored, or where it fails on results that are not complete.
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
        """The budget whose results are taken for an experiment."""
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
        """The smallest budget among those of some experiments; None for none."""
        used = {self.budget_of(name) for name in names}
        return next((budget for budget in matches.BUDGETS if budget in used), None)


def once(function):
    """The same function of results and further arguments, worked out once for the same results and arguments; for a
    plain dict, which has no room for what was found, again and again."""
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
    """Yield a set that has, after the block, what the block adds to `used` or finds there."""
    before, asked = set(used), set()
    used.clear()
    try:
        yield asked
    finally:
        asked |= used
        used |= before


def size(frame, given) -> str:
    """How much results hold, in words. A row is one game, or says in its own column `games` how many it sums up.

    Results that are not of games, with 0 of them in that column or no column `game`, are counted in rows.
    given: the names of the tasks' parameters, which a column `games` can be one of
    """
    games = len(frame) if "game" in frame.columns else 0
    if "games" in frame.columns and "games" not in given:
        games = int(frame["games"].sum())
    return f"{games:,} games" if games else f"{len(frame):,} rows"


def source_of(record: Mapping) -> dict:
    """Where an item comes from, in the words that stand in the file and under the picture."""
    source = {"command": record["command"], "version": f"mcts_lab {record['version']}"}
    if record["experiments"]:
        source["results"] = "; ".join(
            f"{name}: {about['budget']} budget, seed {about['seed']}, {about['size']}"
            for name, about in record["experiments"].items())
    return source
