"""A paper's figures, tables and claims in a notebook, one call each.

    show = Show("hsu2020")
    show("figure2")
    show("positions", quick=True)
    show("positions", maps=2)
    show.claims()
"""

import contextlib
import functools
import tempfile

import pandas as pd

from mcts_lab.matches.experiment import settings_of, with_settings
from mcts_lab.matches.progress import counter

from ..registry import paper
from ..store import Store
from ..store.own import Variant
from .compare import cells, judged, shown, split
from .grid import Grid
from .results import NotMeasured, Results


class Show:
    """The items of one paper, made from stored results.

    name:    the paper's name
    budget:  "quick", "standard" or "paper", computed where not stored; None: standard results as far as they are stored
    """

    def __init__(self, name, budget=None):
        self.paper = paper(name)
        self.results = Results(self.paper, budget, compute=budget is not None)

    def __call__(self, name, quick=False, **settings):
        """An item: a Figure with its alternative text, a Film, or a DataFrame (ours, in brackets what the paper has).

        Where something that it needs is not stored, a table that says what computes it. With `quick` a small version of
        it is computed now, in this process, and kept apart from what is stored; so it is with settings of the
        experiments that it needs (`mcts-lab list experiments` names them).
        """
        item = self.paper.item(name)
        try:
            frame = self.changed(item, settings) if quick or settings else self.frame(name)
        except NotMeasured:
            return self.progress(*item.needs)
        if item.kind == "figure":
            figure = frame[0] if isinstance(frame, tuple) else frame  # without the numbers it shows
            figure.alt = item.alt
            return figure
        if item.kind == "animation":
            return frame
        columns, rows = shown(self.paper, item, frame)
        texts = [[ours + (f" (paper: {known})" if known else "") for ours, known in row] for row in rows]
        table = pd.DataFrame(texts, columns=columns)
        return table.set_index(columns[0])

    def beside(self, name, **only):
        """The published numbers of a table beside ours, in the grid of the paper; only the rows with these keys."""
        item = self.paper.item(name)
        chosen = [cell | {"row": {key: value for key, value in cell["row"].items() if key not in only}}
                  for cell in cells(self.paper, item, self.frame(name)) if only.items() <= cell["row"].items()]
        return Grid(chosen, item.across, item.title)

    def changed(self, item, settings):
        """Return an item as it is made from quick results with some settings. Raises ValueError for unknown ones."""
        variants, known = {}, set()
        for name in item.needs:
            experiment = self.results.known[name]
            own = {one: value for one, value in settings.items() if one in settings_of(experiment)}
            known |= settings_of(experiment).keys()
            variants[name] = Variant(with_settings(experiment, own), experiment.budgets[0], self._scratch, own)
        for one in settings:
            if one not in known:
                raise ValueError(f"{item.name} of {self.paper.name} has no setting {one!r}. Its settings: "
                                 f"{', '.join(sorted(known)) or 'none'}.")
        results = Results(self.paper, workers=1, progress=counter("tasks"), variants=variants)
        return results.made(item.make, item.needs)

    @functools.cached_property
    def _scratch(self):
        """A store for quick results, which goes when the `Show` goes."""
        self._folder = tempfile.TemporaryDirectory(prefix="mcts_lab_quick_")
        return Store(self._folder.name)

    @functools.cached_property
    def _judged(self):
        """All claims of the paper with verdicts, as dicts."""
        return judged(self.paper, self.results)

    def frame(self, name):
        """An item as it is made: a Figure, a Film, or a DataFrame of numbers."""
        item = self.paper.item(name)
        return self.results.made(item.make, item.needs)

    def claims(self, *words):
        """The paper's claims with our verdicts, as a DataFrame; only those whose id contains one of `words`, if any.

        Only claims of the kind "replication" are evidence; the others are true by construction, or cannot be tested.
        """
        rows = []
        for claim in self._judged:
            if words and not any(word in claim["id"] for word in words):
                continue
            note = "; ".join(filter(None, (claim["corrected"], split(claim["readings"]),
                                           claim["lacks"] and f"to decide: {claim['lacks']}", claim["note"])))
            rows.append({"where": claim["where"], "the paper says": claim["statement"], "kind": claim["kind"],
                         "verdict": claim["verdict"], "ours": claim["ours"], "interval": claim["interval"],
                         "size": claim["size"], "note": note})
        if not rows:
            raise ValueError(f"No claim of {self.paper.name} has {' or '.join(words)} in its id. Leave out the words "
                             "to see all claims.")
        return pd.DataFrame(rows).set_index("where")

    def progress(self, *names):
        """How much of some experiments is stored, and what computes the rest, as a DataFrame; all if none is named."""
        rows = []
        for name in names or self.results:
            with contextlib.suppress(NotMeasured):
                self.results[name]
            about = self.results.about[name]
            done, planned = about["tasks"], about["tasks_planned"]
            rows.append({"experiment": name, "stored": f"{done:,} of {planned:,} tasks: {about['size']}",
                         "what to do": "" if done == planned else f"{about['command']} computes the others"})
        return pd.DataFrame(rows).set_index("experiment")


def wide(table):
    """A table with long sentences, styled so that they wrap: text at the left and the top of its cell.

    Columns are named in words, without the underscores that code needs.
    """
    left = [{"selector": "th, td",
             "props": "text-align: left; vertical-align: top; max-width: 26em; white-space: normal;"}]
    named = table.rename(columns=lambda name: str(name).replace("_", " "))
    named.index.name = str(table.index.name or "").replace("_", " ") or None
    return named.style.set_table_styles(left)
