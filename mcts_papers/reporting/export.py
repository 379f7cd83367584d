"""Stored results as files for other programs: a table for each experiment, and a codebook."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path

import pandas as pd

from mcts_lab import __version__

from .. import paths
from .. import registry as papers
from ..store.store import Store
from .results import NotMeasured, Results

FORMATS = ("csv", "parquet")
CITATION = "The mcts_lab developers, “mcts_lab: game tree search for teaching and research”"  # as in CITATION.cff


def export(folder, names=None, form="csv", budget=None, told=print, archive=False) -> list[Path]:
    """Write the stored results of the papers' experiments to a new folder, and return the files.

    Each experiment becomes a table of its own (`form` "csv" or "parquet"), ``experiments.csv`` says where each comes
    from and what a row is, ``codebook.csv`` what each column means. ``SHA256SUMS`` has the
    checksums of the other files.

    names:   names of papers; None: all papers
    form:    format of the tables, "csv" or "parquet"
    budget:  budget of the results; None: see `Results`
    told:    function that is called with a line of text for each table
    archive: True also packs the folder into a zip file of the same name, which can be put into a research archive

    Raises ValueError if the folder is not empty, if a paper or the format is unknown, or if the format needs the
    package pyarrow, which is not installed.
    """
    folder = Path(folder)
    if form not in FORMATS:
        raise ValueError(f"{form!r} is not a format of tables. Choose {' or '.join(FORMATS)}.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} already exists and is not empty. Name another folder.")
    place = folder.resolve()
    packed = place.with_name(f"{place.name}.zip")
    if archive and packed.exists():
        raise ValueError(f"{packed} already exists. Name another folder.")
    chosen = [papers.paper(name) for name in names or papers.drawn()]
    if form == "parquet" and find_spec("pyarrow") is None:
        raise ValueError("Parquet needs the package pyarrow. Install it with pip install pyarrow, or use CSV.")
    meanings = pd.read_csv(paths.data() / "codebook.csv", keep_default_na=False)
    sources, columns, files = [], [], []
    folder.mkdir(parents=True, exist_ok=True)
    for paper in chosen:
        results = Results(paper, budget, compute=False)
        for experiment in paper.experiments:
            try:
                frame = results[experiment.name]
            except NotMeasured:
                continue
            source = {name: value for name, value in results.about[experiment.name].items() if name != "size"}
            frame = frame.assign(**{name: frame[name].map(_cell) for name in frame if frame[name].dtype == object})
            files.append(folder / f"{experiment.name}.{form}")
            getattr(frame, f"to_{form}")(files[-1], index=False)
            told(f"{files[-1].name}: {len(frame):,} rows, {source['tasks']} of {source['tasks_planned']} tasks")
            machine = Store(None).headers(experiment.name, source["budget"])[-1].environment or {}
            sources.append({"paper": paper.name, "title": experiment.title, "row": _row(experiment), **source,
                            **{name: _cell(value) for name, value in machine.items()}})
            columns += [{"experiment": experiment.name, "column": name, **_spread(frame[name]),
                         **_meaning(meanings, experiment.name, name)} for name in frame]
    for name, rows in (("experiments.csv", sources), ("codebook.csv", columns)):
        files.append(folder / name)
        pd.DataFrame(rows).to_csv(files[-1], index=False)
    files.append(folder / "README.md")
    files[-1].write_text(_about([row["experiment"] for row in sources], form, chosen), encoding="utf-8")
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files)]
    files.append(folder / "SHA256SUMS")
    files[-1].write_text("".join(sums), encoding="utf-8")
    if archive:
        files.append(Path(shutil.make_archive(str(place), "zip", place.parent, place.name)))
    return files


def _meaning(meanings, experiment, column) -> dict:
    """Return the unit and the meaning of a column, from the first row of the codebook whose patterns match it."""
    for row in meanings.itertuples():
        if fnmatchcase(column, row.column) and fnmatchcase(experiment, row.experiments):
            return {"unit": row.unit, "meaning": row.meaning}
    return {"unit": "", "meaning": ""}


def _spread(values) -> dict:
    """Return the type of a column, its minimum and maximum, and a list of its values if there are at most 12."""
    number = pd.api.types.is_numeric_dtype(values)
    found = values.dropna().unique()
    return {"type": "number" if number else "text", "least": values.min() if number else "",
            "greatest": values.max() if number else "", "missing": int(values.isna().sum()),
            "values": "; ".join(map(str, sorted(found))) if len(found) <= 12 else f"{len(found)} different"}


def _row(experiment) -> str:
    """Return a description of an experiment's rows: the first sentence of the docstring of the function for its tasks.
    """
    made = getattr(experiment.run_task, "func", experiment.run_task)
    return re.split(r"(?<=\.)\s", (made.__doc__ or "").strip())[0].replace("\n", " ")


def _cell(value):
    """Return a value for a cell of a table. Lists and dicts become JSON text."""
    return json.dumps(value) if isinstance(value, (list, dict)) else value


def _about(names, form, chosen) -> str:
    """Return the text of the folder's README."""
    return "\n".join((
        "# Results of mcts_lab", "",
        f"Stored results of experiments on game tree search, written by mcts_lab {__version__}. "
        "`experiments.csv` says what a row of each table is and which command computes it, `codebook.csv` what each "
        "column means, its unit and its range.", "",
        "In this folder, `sha256sum --check SHA256SUMS` checks that no file has changed.", "",
        f"Please cite {CITATION}, version {__version__}, and the paper whose experiment you use:", "",
        *(f"* {one.reference}" for one in chosen), "", "The tables:", "",
        *(f"* `{name}.{form}`" for name in names), ""))
