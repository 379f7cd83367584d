"""The sensitivity board in a notebook: the verdict on a claim as one turns what its paper leaves open, and the margin.

    Sensitivity("joppen2019", "dominance")
"""

from __future__ import annotations

from ...views.widgets import charts
from ...views.widgets.model import Frame, Model, Setting
from .. import paper as find
from ..judging import OPEN, VERDICTS, Finding, Part, Rule, by_reading
from .board import turned, with_margin
from .compare import ends, in_words, judged, number, rounded
from .results import Results

WIDGETS = {"sensitivity": "Sensitivity"}
FACTORS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)  # times the margin that was fixed
ALL, USUAL, OTHERS = "all", "as decided", "otherwise"
SHOWN = 12  # parts that are listed
NOT_PLAYED = "no verdict, as no games of this combination are stored"


class Sensitivity(Model):
    """The sensitivity board: the verdict on a claim by what its paper leaves open, and by the margin.

    paper:  its name
    claim:  the end of the id of one of its claims; None: the first of those that can be turned

    A verdict is computed from what was measured when it is shown. Raises ValueError for a claim that cannot be turned.
    """

    unit = "margin"
    slots = {"verdicts": "readings", "parts": "what was measured"}
    about = ("Steps change the margin. A reading alone keeps the corrections for all of them. Readings that do not "
             "decide were played one at a time, so two of them together have no verdict.")

    def __init__(self, paper, claim=None):
        known = find(paper)
        self._take(judged(known, Results(known, compute=False)), claim, known.title)

    @classmethod
    def of(cls, claims, claim=None, title="claims"):
        """Return the board of claims as `compare.judged` returns them."""
        made = cls.__new__(cls)
        made._take(claims, claim, title)
        return made

    @classmethod
    def example(cls):
        *parts, beside = (Part("", x, x - 0.1, x + 0.1, reading, 90) for reading, x in (
            ("red, first", 0.15), ("red, last", 0.3), ("blue, first", -0.2), ("no model", 0.2)))
        board = turned(Rule("greater", 0, 0.1), Finding(tuple(parts), "", secondary=(beside,)))
        return cls.of([{"id": "a-b", "statement": "It wins more", "endpoint": "difference", "board": board}])

    def _take(self, claims, claim, title):
        self.claims = {one["id"].partition("-")[2]: one for one in claims if one["board"]}
        self.title = f"Sensitivity of verdicts: {title}"
        self.change("claim", next(iter(self.claims)) if claim is None else claim)

    def __len__(self):
        return 0 if self.board.rule.margin is None else len(FACTORS) - 1

    def change(self, name, value):
        if name != "claim":
            self.chosen = {**self.chosen, name: value}
            return
        if value not in self.claims:
            raise ValueError(f"there is no claim {value!r} to turn; there are {', '.join(self.claims)}")
        self.claim, self.board, self.chosen = value, self.claims[value]["board"], {}
        self._position = FACTORS.index(1.0)
        pieces = {part.reading: part.reading.split(", ") for part in self.board.finding.parts}
        if len(set(map(len, pieces.values()))) > 1:
            pieces = {reading: [reading] for reading in pieces}
        axes = [list(dict.fromkeys(axis)) for axis in zip(*pieces.values(), strict=True)]
        self.pieces, self.axes = pieces, {" or ".join(axis): axis for axis in axes}
        self.beside = {}  # what is turned -> readings that do not decide
        for reading in dict.fromkeys(part.reading for part in self.board.beside()):
            what, comma, _ = reading.partition(", ")
            self.beside.setdefault(what if comma else OTHERS, []).append(reading)

    def settings(self):
        named = [("claim", self.claim, self.claims), *((name, ALL, (ALL, *axis)) for name, axis in self.axes.items()
                                                       if len(axis) > 1),
                 *((name, USUAL, (USUAL, *readings)) for name, readings in self.beside.items())]
        return [Setting(name, name, self.chosen.get(name, usual), tuple((one, one) for one in choices))
                for name, usual, choices in named]

    def parts(self) -> list:
        """Return the parts of the readings that are left as things are turned; none where no games are stored."""
        beside = [self.chosen[name] for name in self.beside if self.chosen.get(name, USUAL) != USUAL]
        wanted = [self.chosen.get(name, ALL) for name in self.axes]
        if beside:
            alone = len(beside) == 1 and set(wanted) == {ALL}
            return [part for part in self.board.beside() if alone and part.reading == beside[0]]
        return [part for part in self.board.finding.parts if all(
            one in (ALL, piece) for one, piece in zip(wanted, self.pieces[part.reading], strict=True))]

    def verdicts(self, position) -> dict[str, str]:
        """Return the verdict of each reading that is left, by the margin of a position."""
        board, rule, parts = self.board, self.rule(position), self.parts()
        decide = parts and parts[0] in board.finding.parts
        found = by_reading(rule, board.finding.parts, board.others) if decide else by_reading(rule, board.beside())
        return {part.reading: found[part.reading] for part in parts}

    def rule(self, position):
        """Return the rule of the claim with the margin of a position."""
        return with_margin(self.board.rule, FACTORS[position]) if len(self) else self.board.rule

    def frame(self, position):
        found, parts = list(self.verdicts(position).values()), self.parts()
        verdict = (found[0] if len(set(found)) == 1 else OPEN) if found else NOT_PLAYED
        rows = [", ".join(filter(None, (one.reading, one.endpoint, one.label))) or "all" for one in parts[:SHOWN]]
        cells = [[number(rounded(one.estimate)), ends(one), f"{one.n:,}"] for one in parts[:SHOWN]]
        some = f"{SHOWN} of {len(parts)}" if len(parts) > SHOWN else ""
        claim = self.claims[self.claim]
        words = f"{claim['statement']}: {verdict}. Asked is: {claim['endpoint']}, {in_words(self.rule(position))}."
        return Frame(words, {
            "verdicts": charts.table(VERDICTS, ["readings"], [[found.count(one)] for one in VERDICTS], "Verdicts"),
            "parts": charts.table(rows, ["estimate", "interval", "n"], cells, "What was measured", corner=some,
                                  words="; ".join(rows) or NOT_PLAYED)})
