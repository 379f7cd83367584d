"""Write figures, tables, the gallery, and the comparison with the papers into `figures/`.

Figures and tables are made from stored results. If there are no results at the standard budget, quick results are used
(and computed if they are missing), and a remark says so. The same results and code give exactly the same files.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from mcts_lab import __version__
from mcts_lab.engine.whole_files import writable
from mcts_lab.views.templates import filled

from .. import paths, store
from .. import registry as papers
from ..processes import side_by_side
from ..registry import Item, Paper
from ..store.own import kept
from .compare import shown
from .forest_plot import effects
from .results import Results, source_of

# --- figures and tables ----------------------------------------------------------------------------------------------


def chosen(selected: Iterable[str]) -> list[tuple[Paper, Item]]:
    """Return the items for arguments of the form PAPER or PAPER/ITEM; without arguments, return all items.

    Raises `UnknownName`.
    """
    pairs = {}
    for text in selected or papers.drawn():
        name, slash, item = text.partition("/")
        paper = papers.paper(name)
        for one in [paper.item(item)] if slash else paper.items:
            pairs[name, one.name] = paper, one
    return list(pairs.values())


def regenerate(pairs, budget=None, workers=None, progress=None, failed=None, own="", out=None):
    """Make items one after the other, yielding for each a dict: where it comes from and which files it is in.

    The results of a paper are read only once. If `failed(paper, item, error)` is given, an item that cannot be made
    does not stop the others.

    own:  the name of results of one's own; they take the place of the project's, and only what needs them is made
    out:  the folder of the files, which keeps what it has of others; None: the project's figures
    """
    results = {}
    for paper, item in pairs:
        if paper.name not in results:
            variants = kept(own, paper.experiments) if own else {}
            results[paper.name] = Results(paper, budget, workers, progress, variants=variants)
        if own and not set(item.needs) & set(results[paper.name].variants):
            continue
        try:
            entry = _regenerate(paper, item, results[paper.name], own, out)
        except Exception as error:
            if failed is None or isinstance(error, OSError):  # if the disk is full, the other items would fail too
                raise
            failed(paper, item, error)
        else:
            yield entry


def regenerate_by_paper(selected, budget, out, workers=None):
    """Draw items by several processes, each of which draws the items of one paper at a time.

    Yields for each paper, as soon as it is drawn, what `regenerate` yields, and pairs of an item's name and the error
    that stopped it.
    """
    import joblib

    by_paper = {}
    for paper, item in chosen(selected):
        by_paper.setdefault(paper.name, []).append(f"{paper.name}/{item.name}")
    calls = [joblib.delayed(regenerate_all)(items, budget, out) for items in by_paper.values()]
    yield from side_by_side(calls, workers, unordered=True)


def regenerate_all(items, budget, out) -> tuple[list, list]:
    """Draw some items in this process. Returns what `regenerate` yields, and the items that failed with their errors.
    """
    failures = []
    made = list(regenerate(chosen(items), budget, 1, None, lambda paper, item, error: failures.append(
        (f"{paper.name}/{item.name}", error)), out=out))
    return made, failures


def _regenerate(paper, item, results, own, out):
    folder = (paths.figures() if out is None else Path(out)) / paper.name
    writable(folder / "provenance.json")
    records = _records(folder / "provenance.json")
    results.read(item.needs)
    budget = results.lowest(item.needs)
    made = item.make(results, budget)
    about = {name: results.about[name] for name in item.needs}
    remark = "; ".join(filter(None, (results.remarks[name] for name in item.needs)))
    record = {
        "command": f"mcts-lab figures {paper.name}/{item.name}" + (
            f" --from {own} --out FOLDER" if own else f" --budget {budget}" if budget else ""),
        "version": __version__, "budget": budget,
        "experiments": {name: {"budget": a["budget"], "seed": a["seed"], "tasks": a["tasks"],
                               "size": a["size"], **({"command": a["command"]} if name in results.variants else {})}
                        for name, a in about.items()},
        "inputs": inputs(paper, item, {name: results.budget_of(name) for name in item.needs}), "remark": remark,
    }
    if out is not None:
        refuse_others(folder, item, records.get(item.name, {}).get("files", ()))
        record |= drawn()
    record["files"] = _write_item(folder, paper, item, made, record, GALLERY if out is None else None)
    if out is None:  # the project's figures have no other items
        records = {name: records[name] for name in records if name in {one.name for one in paper.items}}
    _write(folder / "provenance.json", _json({**records, item.name: record}))
    return {"paper": paper.name, "item": item.name, "title": item.title, **record}


def drawn() -> dict:
    """Return today's date and the checkout's commit, from `git describe`. Without Git, the commit is "".

    The commit ends with "-dirty" if files have changed since. Only figures in the user's folder have these data,
    because the project's figures must not depend on the day on which they are drawn.
    """
    words = ["git", "-C", str(paths.root()), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        commit = subprocess.run(words, text=True, capture_output=True, check=False).stdout.strip()
    except OSError:
        commit = ""
    return {"commit": commit, "date": date.today().isoformat()}


def refuse_others(folder, item, files):
    """Raise FileExistsError if the user's folder has a file with an item's name that this project did not create."""
    for path in sorted(folder.glob(f"{item.name}.*")):
        if path.name not in files:
            raise FileExistsError(f"{path} already exists and is not a figure of this project. Name another folder.")


def inputs(paper: Paper, item: Item, budgets: Mapping) -> str:
    """Return a hash of the files from which an item is made: results, and published numbers or claims."""
    files = [paper.published("claims.csv" if item.make is effects else f"{paper.name}_{item.name}.csv")]
    for name, budget in budgets.items():
        files += store.Store(None).parts(name, budget)
    return _hash(files)


def _hash(files) -> str:
    digest = hashlib.sha256()
    for file in files:
        if file.is_file():
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


GALLERY = "../index.html", "Figures and tables"  # from the folder of a paper


def _write_item(folder, paper, item, made, record, home):
    """Write the figure, table or animation that `make` returned into files, and return their names.

    home: (address, text) of the link from the page of an animation to the gallery, or None.
    """
    import pandas as pd

    if hasattr(made, "gif") != (item.kind == "animation"):
        raise TypeError(f"{paper.name}/{item.name} is a {item.kind}, but its function returned something else. Return "
                        f"a {item.kind}.")
    if item.kind == "animation":
        _write(folder / f"{item.name}.gif", made.gif())
        _write(folder / f"{item.name}.html", made.page(item.title, home).encode())
        return [f"{item.name}.gif", f"{item.name}.html"]
    if isinstance(made, pd.DataFrame):
        made = None, made
    figure, frame = made if isinstance(made, tuple) else (made, None)
    if (figure is None) != (item.kind == "table"):
        raise TypeError(f"{paper.name}/{item.name} is a {item.kind}, but its function returned something else. Return "
                        f"a {item.kind}.")
    files = []
    if figure is not None:
        from mcts_lab.views.plots import style

        with tempfile.TemporaryDirectory() as scratch:
            source = {"title": item.title, "paper": paper.reference, **source_of(record)}
            foot = " | ".join(filter(None, (f"{paper.name}/{item.name}: {item.title}", source.get("results"))))
            for path in style.save(figure, Path(scratch) / item.name, source, alt=item.alt, foot=foot):
                files.append(path.name)
                _write(folder / path.name, path.read_bytes())
    if frame is not None:
        text = frame.to_csv(index=False, float_format="%.6g", lineterminator="\n")
        files += [f"{item.name}.csv", f"{item.name}.md"]
        _write(folder / files[-2], text.encode())
        _write(folder / files[-1], _markdown(paper, item, frame, record).encode())
    return files


def _markdown(paper, item, frame, record):
    columns, rows = shown(paper, item, frame)
    return filled(__package__, "table.md", paper=paper, item=item, columns=columns, rows=rows, source=source_of(record))


# --- pages and files -------------------------------------------------------------------------------------------------


def write_gallery() -> Path:
    """Write ``figures/index.html`` and a page for each paper, with the files in the folder; return the first path."""
    from .pages import gallery

    folder = paths.figures()
    entries = []
    for name in papers.drawn():
        paper = papers.paper(name)
        records = _records(folder / name / "provenance.json")
        entries.append((paper, [(item, records.get(item.name)) for item in paper.items]))
    written = [_write(folder / name, page.encode()) for name, page in gallery(entries, folder).items()]
    return written[-1]


def write_report(reports: list[dict], page=None) -> Path:
    """Write ``figures/report.html`` and a page for each paper from comparisons, and return the path of the first.

    page: path of a single file for the comparisons of all papers; None: the files in ``figures``.
    """
    from .pages import comparison, overview, page_of

    if page is not None:
        return _write(Path(page), comparison(reports, paths.figures()).encode())
    for report in reports:
        _write(paths.figures() / page_of(report["paper"]), comparison([report], paths.figures()).encode())
    return _write(paths.figures() / "report.html", overview(reports, paths.figures()).encode())


def _records(file: Path) -> dict:
    """Return the descriptions of all items in `file`; {} if they cannot be read, so that all items are made again."""
    try:
        records = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return records if isinstance(records, dict) else {}


def _json(value) -> bytes:
    return (json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _write(path: Path, content: bytes) -> Path:
    """Write a file completely or, if this fails, not at all. Do not write a file that has this content already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and path.read_bytes() == content:
        return path
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(scratch, 0o644)
        os.replace(scratch, path)
    except BaseException:
        Path(scratch).unlink(missing_ok=True)
        raise
    return path
