"""Show a paper's figures, tables and claims in a notebook. One call shows one of them:

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
    """The figures, tables and animations of one paper, made from stored results.

    name:    the paper's name
    budget:  "quick", "standard" or "paper"; missing results are computed. None: only stored results are used
    """

    def __init__(self, name, budget=None):
        self.paper = paper(name)
        self.results = Results(self.paper, budget, compute=budget is not None)

    def __call__(self, name, quick=False, **settings):
        """Return an item: a Figure with alternative text, a Film, or a DataFrame.

        A cell of the DataFrame has our number, and the published number in brackets. If results that the item needs are
        not stored, return a table with the commands that compute them.

        quick: True computes a small version of the item in this process. Its results are not mixed with the stored
        ones. settings: settings of the experiments that the item needs (see `mcts-lab list experiments`); with
        settings, a small version is computed too.
        """
        item = self.paper.item(name)
        try:
            frame = self.changed(item, settings) if quick or settings else self.frame(name)
        except NotMeasured:
            return self.progress(*item.needs)
        if item.kind == "figure":
            figure = frame[0] if isinstance(frame, tuple) else frame  # without the DataFrame with its numbers
            figure.alt = item.alt
            return figure
        if item.kind == "animation":
            return frame
        columns, rows = shown(self.paper, item, frame)
        texts = [[ours + (f" (paper: {known})" if known else "") for ours, known in row] for row in rows]
        table = pd.DataFrame(texts, columns=columns)
        return table.set_index(columns[0])

    def beside(self, name, **only):
        """Return the published numbers of a table beside ours, in the layout of the paper.

        keys: column = value; only rows with these values are returned.
        """
        item = self.paper.item(name)
        chosen = [cell | {"row": {key: value for key, value in cell["row"].items() if key not in only}}
                  for cell in cells(self.paper, item, self.frame(name)) if only.items() <= cell["row"].items()]
        return Grid(chosen, item.across, item.title)

    def changed(self, item, settings):
        """Return an item made from quick results with some settings. Raises ValueError for an unknown setting."""
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
        """Return a store for quick results. It is deleted together with this object."""
        self._folder = tempfile.TemporaryDirectory(prefix="mcts_lab_quick_")
        return Store(self._folder.name)

    @functools.cached_property
    def _judged(self):
        """Return all claims of the paper with verdicts, as dicts."""
        return judged(self.paper, self.results)

    def frame(self, name):
        """Return an item without changes: a Figure, a Film, or a DataFrame of numbers."""
        item = self.paper.item(name)
        return self.results.made(item.make, item.needs)

    def claims(self, *words):
        """Return the paper's claims with our verdicts, as a DataFrame.

        With `words`, return only claims whose id contains one of these words. Only claims of the kind "replication"
        are evidence; the other claims are true by construction, or cannot be tested.
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
        """Return how many results of some experiments are stored and which commands compute the rest, as a DataFrame.

        Without names, return this for all experiments of the paper.
        """
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
    """Return a table styled for long sentences: lines wrap, and text is at the left and the top of its cell.

    The names of columns have spaces in place of underscores.
    """
    left = [{"selector": "th, td",
             "props": "text-align: left; vertical-align: top; max-width: 26em; white-space: normal;"}]
    named = table.rename(columns=lambda name: str(name).replace("_", " "))
    named.index.name = str(table.index.name or "").replace("_", " ") or None
    return named.style.set_table_styles(left)
