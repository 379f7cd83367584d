"""Show minimax and alpha-beta, one node at a time, on trees small enough to see as a whole.

    AlphaBetaSteps("((3 12 8) (2 4 6) (14 5 2))")
"""

import math

from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.games.teaching.given_tree import GivenTree
from mcts_lab.textbook import minimax
from mcts_lab.views.plots.style import DARK, LIGHT, ink_on
from mcts_lab.views.svg_colours import ACCENT, FAINT, GRID, PAPER, SHADE, SOFT, TEXT, both, cycle, width_of
from mcts_lab.views.tree_layout import tidy

from . import charts
from .model import Computes, Frame, Model, Question, Setting
from .small_trees import checked, fewest, number, ordered, parse, steps_of, written

WIDGETS = {"alpha_beta": "AlphaBetaSteps"}
SIDE, DROP, LEAF = 40.0, 84.0, 26.0  # pixels: side of a triangle, distance of levels, height of a leaf
INKS = tuple(both(ink_on(LIGHT.cycle[i]), ink_on(DARK.cycle[i])) for i in (0, 1))  # text on triangles up, down


class AlphaBetaSteps(Model):
    """Minimax or alpha-beta on a tree, step by step.

    tree:      nested lists of numbers, or one line such as ``"((3 5) (6 9))"``
    maximise:  True if the player at the root maximises

    Values are those of the maximising player. Raises ValueError for an input that is not a tree, or is too large to
    show.
    """

    unit = "step"
    slots = {"tree": "", "counters": "work"}
    asks = True
    made_anew = ("tree", "events", "leaves", "exact", "across", "widths")

    def __init__(self, tree, maximise=True):
        self.given = checked(parse(tree) if isinstance(tree, str) else tree)
        self.maximise = maximise
        self.method, self.place, self.line = "alpha-beta", -1, written(self.given)
        self.title = "Alpha-beta, step by step"
        self.about = ("Triangles point up where max moves, down where min does. [α, β] is the window: what max and min "
                      "have for sure elsewhere. Hatched branches are cut off. The thick line at the end is best play.")
        self._search()

    @classmethod
    def example(cls):
        return cls("((3 12 8) (2 4 6) (14 5 2))")  # leaves of [Russell & Norvig 2021, Figure 5.5]

    def settings(self):
        most = max(len(kids) for kids in self.tree.children)
        places = (-1, *range(most))
        words = {-1: "as given", 0: "best move first", most - 1: "best move last"}
        return [
            Setting("method", "search", self.method, (("alpha-beta", "alpha-beta"), ("minimax", "minimax"))),
            Setting("place", "order", self.place, tuple((p, words.get(p, f"best move at place {p + 1}"))
                                                         for p in places), slider=True),
            Setting("line", "your own tree", self.line),
        ]

    def change(self, name, value):
        if name == "line":
            self.given, self.line = checked(parse(value)), value
        else:
            setattr(self, name, value)
        self._search()
        self._position = 0

    # -- the search -------------------------------------------------------------------------------------------------

    def computes(self):
        return Computes()

    def begin(self):
        self._search()

    def _search(self):
        self.tree = GivenTree(ordered(self.given, self.maximise, self.place), self.maximise)
        self.events = list(steps_of(self.tree, self.method == "alpha-beta"))
        self.leaves = sum(not kids for kids in self.tree.children)
        self.exact = [minimax(self.tree, self.tree.at(node), 0) for node in range(len(self.tree.parent))]
        widths = [max(width_of(number(v), 13) + 10, LEAF) if not kids else SIDE + 4
                  for kids, v in zip(self.tree.children, self.tree.value, strict=True)]
        self.across = tidy(self.tree.children, widths, gap=8.0)
        self.widths = widths

    def __len__(self):
        return len(self.events)

    def landmarks(self):
        """Return the steps after which a child of the root is finished."""
        return [i + 1 for i, event in enumerate(self.events) if event.kind == "back" and event.node == 0]

    def cut_after(self, position) -> frozenset:
        """Return the nodes that have been cut off after `position` steps, with all their descendants."""
        gone = []
        for event in self.events[:position]:
            if event.kind == "cut":
                kids = self.tree.children[event.node]
                gone += kids[kids.index(event.child) + 1:]
        for node in gone:
            gone += self.tree.children[node]
        return frozenset(gone)

    def frame(self, position):
        event = self.events[position - 1] if position else None
        state = {}
        for past in self.events[:position]:
            state[past.node] = past
        cut = self.cut_after(position)
        looked = sum(past.kind == "leaf" for past in self.events[:position])
        line = self.best_line() if position == len(self) else ()
        words = self._words(event) + (f" Best play: {', '.join(map(self._branch, line[1:]))}." if line else "")
        parts = {"tree": self._draw(state, cut, event, line, words), "counters": self._counters(looked, cut)}
        return Frame(words, parts, self._question(position))

    def best_line(self) -> list[int]:
        """Return the principal variation, as nodes from the root to a leaf that all have the root's minimax value."""
        line = [0]
        while self.tree.children[line[-1]]:
            line.append(next(c for c in self.tree.children[line[-1]] if self.exact[c] == self.exact[line[-1]]))
        return line

    def _up(self, node):
        return self.maximise == (self.tree.depth[node] % 2 == 0)

    def _who(self, node):
        return "max" if self._up(node) else "min"

    def _called(self, node):
        path = []
        while self.tree.parent[node] >= 0:
            path.append(self._branch(node))
            node = self.tree.parent[node]
        return ", ".join(reversed(path)) or "the root"

    def _branch(self, node):
        return f"branch {self.tree.children[self.tree.parent[node]].index(node) + 1}"

    def _words(self, event):
        if event is None:
            return f"Before the first step: {self.leaves} leaves, and nothing has been looked at."
        window = f"[{number(event.alpha)}, {number(event.beta)}]"
        where = self._called(event.node)
        if event.kind == "leaf":
            return f"The leaf at {where} is worth {number(event.value)}."
        if event.kind == "enter":
            return f"{self._who(event.node)} is to move at {where}" + (
                f", with the window {window}." if self.method == "alpha-beta" else ".")
        if event.kind == "back":
            done = event.child == self.tree.children[event.node][-1]
            end = " All of its branches have been looked at." if done else ""
            now = f" The window is {window} now." if self.method == "alpha-beta" and not done else ""
            return f"Back at {where}: the best for {self._who(event.node)} so far is {number(event.value)}.{now}{end}"
        kids = self.tree.children[event.node]
        rest = len(kids) - kids.index(event.child) - 1
        other = "min" if self._up(event.node) else "max"
        return (f"Cut at {where}: {self._who(event.node)} has {number(event.value)} here, and {other} is at least as "
                f"well off elsewhere and never lets it come to this. {rest} branch{'' if rest == 1 else 'es'} need "
                "no look.")

    def _question(self, position):
        """Ask whether the remaining branches are cut off, if a child's value has come back and branches remain."""
        if position < 2 or self.method != "alpha-beta":
            return None
        event, before = self.events[position - 1], self.events[position - 2]
        if before.kind != "back" or before.child == self.tree.children[before.node][-1]:
            return None
        kids = self.tree.children[before.node]
        rest = len(kids) - kids.index(before.child) - 1
        return Question(f"At {self._called(before.node)} the window is [{number(before.alpha)}, {number(before.beta)}]"
                        f" and {rest} more branch{'' if rest == 1 else 'es'} left. What happens to the rest?",
                        ("it is cut off", "it is looked at"), (0 if event.kind == "cut" else 1,))

    # -- drawing ----------------------------------------------------------------------------------------------------

    def _at(self, node):
        return float(self.across[node]) + 46.0, 34.0 + DROP * self.tree.depth[node]

    def area(self, node) -> tuple[float, float, float, float]:
        """Return the rectangle (x, y, width, height) of a node in the picture."""
        (x, y), wide = self._at(node), self.widths[node]
        high = SIDE if self.tree.children[node] else LEAF
        return x - wide / 2, y - high / 2, wide, high

    def _draw(self, state, cut, event, line, words):
        tree = self.tree
        right = max(self._at(n)[0] + self.widths[n] / 2 for n in range(len(tree.parent)))
        drawing = Drawing(max(right + 54, 420), 34 + DROP * max(tree.depth) + 34, "Game tree", words)
        for level in range(max(tree.depth)):
            who = "max" if self.maximise == (level % 2 == 0) else "min"
            drawing.text(4, 34 + DROP * level, who, SOFT, 12, italic=True)
        now = event.node if event else -1
        for node, parent in enumerate(tree.parent):
            if parent < 0:
                continue
            (x, y), (to_x, to_y) = self._at(parent), self._at(node)
            y, to_y = y + SIDE * 0.4, to_y - (SIDE * 0.4 if tree.children[node] else LEAF / 2)
            here = not line and event is not None and node == event.child
            drawing.line(x, y, to_x, to_y, ACCENT if here else TEXT if node in line else GRID if node in cut else FAINT,
                         3 if here or node in line else 1.4, dashed=node in cut)
            if node in cut and parent not in cut:
                self._hatch(drawing, x, y, to_x, to_y)
        for node, kids in enumerate(tree.children):
            known = state.get(node)
            if kids:
                self._triangle(drawing, node, known, node in cut, node == now)
            else:
                self._leaf(drawing, node, known, node in cut, node == now)
        node = now
        while node >= 0 and self.method == "alpha-beta":  # windows up to the root, over all other parts
            if tree.children[node]:
                self._window(drawing, node, state[node])
            node = tree.parent[node]
        return drawing.svg()

    def _hatch(self, drawing, x, y, to_x, to_y):
        length = math.hypot(to_x - x, to_y - y)
        along = (to_x - x) / length, (to_y - y) / length
        for part in (0.6, 0.68, 0.76):
            a, b = x + (to_x - x) * part, y + (to_y - y) * part
            drawing.line(a - 8 * along[1] - 3 * along[0], b + 8 * along[0] - 3 * along[1],
                         a + 8 * along[1] + 3 * along[0], b - 8 * along[0] + 3 * along[1], TEXT, 2)

    def _triangle(self, drawing, node, known, cut, now):
        x, y = self._at(node)
        up = 1 if self._up(node) else -1
        colour = cycle(0 if up > 0 else 1)
        half = SIDE * 0.43
        points = [(x - SIDE / 2, y + up * half), (x + SIDE / 2, y + up * half), (x, y - up * half)]
        seen = known is not None and known.kind != "enter"
        if now:
            drawing.disc(x, y, SIDE * 0.72, None, ACCENT, 3)
        drawing.polygon(points, colour if seen else PAPER, GRID if cut else colour, 2)
        if seen:
            drawing.text(x, y + up * 5, number(known.value), INKS[up < 0], 13, "middle", bold=True)

    def _window(self, drawing, node, known):
        x, y = self._at(node)
        words = f"[{number(known.alpha)}, {number(known.beta)}]"
        x, y = x + SIDE * 0.76, y - (27 if self._up(node) else -14)
        drawing.rectangle(x - 2, y - 8, width_of(words, 11) + 4, 16, PAPER, corner=3)
        drawing.text(x, y, words, TEXT, 11)

    def _leaf(self, drawing, node, known, cut, now):
        x, y = self._at(node)
        wide = self.widths[node]
        if now:
            drawing.rectangle(x - wide / 2 - 4, y - LEAF / 2 - 4, wide + 8, LEAF + 8, line=ACCENT, thick=3, corner=6)
        drawing.rectangle(x - wide / 2, y - LEAF / 2, wide, LEAF, SHADE if known else PAPER, GRID if cut else TEXT, 1.2,
                          4, dashed=cut)
        drawing.text(x, y, number(self.tree.value[node]), SOFT if cut else TEXT, 13, "middle", bold=known is not None)

    def _counters(self, looked, cut):
        plain = self.leaves
        gone = sum(not self.tree.children[n] for n in cut)
        best = fewest(self.tree)
        rows = [charts.Bar("looked at", looked), charts.Bar("cut off", gone),
                charts.Bar("minimax", plain), charts.Bar("at best", best)]
        return charts.bars(rows, plain, "Leaves looked at", "leaves", width=330)
