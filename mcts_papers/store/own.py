"""The user's own results: results of experiments with changed settings, separate from the project's results.

The user gives them a name. They are in ``own_results/NAME``, which is in the same folder as the project's results. In
the folder of each experiment, ``settings.json`` contains the settings and the budget of its last run. Only results
with these settings count.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from mcts_lab.matches.experiment import Experiment, with_settings

from .store import ResultsError, Store, results_folder

FILE = "settings.json"


class Variant(NamedTuple):
    """An experiment with your own settings, and the store of its results."""

    experiment: Experiment
    budget: str
    store: Store
    settings: dict
    name: str = ""  # the name under which its results are stored; "" if they are not stored

    @property
    def command(self) -> str:
        """Return the command that computes the results."""
        chosen = "".join(f" --set {name}={written(value)}" for name, value in self.settings.items())
        kept = f" --as {self.name}" if self.name else ""
        return f"mcts-lab run {self.experiment.name} --budget {self.budget}{chosen}{kept}"


def written(value) -> str:
    """Return a setting as it is written on the command line."""
    values = value if isinstance(value, (list, tuple)) else [value]
    text = ",".join(map(str, values)) if not any("," in str(one) for one in values) else json.dumps(list(values))
    return f"'{text}'" if re.search(r"[^\w.,+-]", text) else text


def folder_of(name: str) -> Path:
    """Return the folder of the results with this name. Raises ValueError if the text cannot be a name."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise ValueError(f"{name!r} cannot be a name of results. Use letters, digits, _ and -.")
    return results_folder().absolute().with_name("own_results") / name


def begin(name: str, experiment: Experiment, budget: str, settings: dict) -> Variant:
    """Return a variant of an experiment whose results are stored under a name, and write its settings into a file.

    Raises ValueError if the experiment does not have one of the settings, and ResultsError if the folder cannot be
    written.
    """
    chosen = Variant(with_settings(experiment, settings), budget, Store(folder_of(name)), settings, name)
    place = chosen.store.folder / experiment.name / FILE
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps({"budget": budget, "settings": settings}, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise ResultsError(f"Results cannot be written to {place.parent}: {error.strerror or error}. Choose another "
                           "folder, or change its permissions.") from None
    return chosen


def kept(name: str, experiments) -> dict[str, Variant]:
    """Return the variants of experiments whose results are stored under a name, by the experiments' names.

    Raises ResultsError if there are no results with this name, or if a file of settings cannot be used.
    """
    folder, found = folder_of(name), {}
    if not folder.is_dir():
        raise ResultsError(f"There are no results named {name}. Compute them with: mcts-lab run EXPERIMENT --as {name}")
    for experiment in experiments:
        place = folder / experiment.name / FILE
        if place.is_file():
            try:
                said = json.loads(place.read_text(encoding="utf-8"))
                changed = with_settings(experiment, said["settings"])
                found[experiment.name] = Variant(changed, said["budget"], Store(folder), said["settings"], name)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise ResultsError(f"{place} cannot be used ({str(error).rstrip('.')}). Give the command 'mcts-lab run "
                                   f"{experiment.name} --as {name}' with its settings again.") from None
    return found
