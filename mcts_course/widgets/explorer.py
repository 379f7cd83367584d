"""An explorer of searches: choose a game, an algorithm and its parameters, and see four pictures of the search.

    Explorer("Kuhn poker", "ISMCTS", {"c": 0.2}, {"c": 2.0})

It consists of widgets of ipywidgets. The pictures come from the code that `written` returns, so you can copy that
code to get the same pictures.
"""

from functools import lru_cache
from typing import NamedTuple

import ipywidgets
import numpy as np

from mcts_lab import games, textbook
from mcts_lab.game import heuristic, legal_actions
from mcts_lab.search.mcts.nodes import BACK_UP, NODE, NONE, TRACE_EVENT
from mcts_lab.views.tree import Tree

from .lens import first_decision
from .opening import source
from .stage import in_short

GAMES = {"Tic-tac-toe": "games.tic_tac_toe()", "Connect Four": "games.connect_four()",
         "Hex, 4 x 4": 'games.make("hex", size=4)',
         "Uniform tree, 12 actions": 'games.make("uniform_tree", branching=12, depth=5)',
         "Kuhn poker": "games.kuhn_poker()", "Knockout Whist": "games.knockout_whist(players=2)",
         "Liar's dice": "games.liars_dice()"}
CHOICES = {  # parameter: (lowest, highest, step, first value)
    "depth": (1, 6, 1, 3), "c": (0.0, 3.0, 0.1, 1.4), "patience": (5, 100, 5, 20), "least": (1, 8, 1, 3),
    "k": (1.0, 5.0, 0.5, 1.0), "iterations": (50, 2000, 50, 500), "seed": (0, 20, 1, 0)}
EXACT = ("minimax", "alpha-beta")
HALF = {"width": "50%", "min_width": "0"}
MOST = 20_000  # maximum number of positions that minimax or alpha-beta may visit


class Algorithm(NamedTuple):
    """The code of a search for games with perfect information (`open`) and with hidden information (`hidden`).

    Parameters are in braces. The code is "" if the algorithm does not fit.
    """

    open: str
    hidden: str
    parameters: tuple


def pruned(rule, *names):
    """Return the searches that use a pruning rule."""
    more = f"pruning={rule}({', '.join(f'{name}={{{name}}}' for name in names)})"
    return Algorithm(f"UCT(selection=UCB1({{c}}), {more})", f"ISMCTS({{c}}, {more})", ("c", *names))


ALGORITHMS = {
    "minimax": Algorithm("textbook.minimax", "", ("depth",)),
    "alpha-beta": Algorithm("textbook.alpha_beta", "", ("depth",)),
    "UCT": Algorithm("UCT(selection=UCB1({c}))", "", ("c",)),
    "ISMCTS": Algorithm("", "ISMCTS({c})", ("c",)),
    "O-MCTS": Algorithm("OMCTS({c})", "OMCTS({c}, tree=SingleObserver())", ("c",)),
    "hard pruning": pruned("HardPruning", "patience", "least"),
    "hard pruning by mean": pruned("HardPruningByMean", "patience", "least"),
    "progressive unpruning": pruned("ProgressiveUnpruning", "patience", "least"),
    "soft pruning": pruned("SoftPruning", "patience", "least"),
    "progressive widening": pruned("ProgressiveWidening", "k"),
}


RULES = [one.open.partition("pruning=")[2].partition("(")[0] for one in ALGORITHMS.values() if "pruning=" in one.open]


class LookedAt(NamedTuple):
    """The positions that minimax or alpha-beta visited: a tree, and a trace of its leaves."""

    tree: Tree
    trace_events: np.ndarray


def looked_at(search, game, state, depth) -> LookedAt:
    """Run `textbook.minimax` or `textbook.alpha_beta`, and return the visited positions as a tree.

    The visits of a node are the number of leaves below it, its mean reward is the value found there. Raises
    ValueError if the search visits more than `MOST` positions.
    """
    known, root_player = game.facts(), game.to_move(state)
    if known.branching**depth > 50 * MOST:
        raise ValueError(f"A depth of {depth} moves is too large here. Choose a smaller depth.")
    rows, values, path, leaves = [], [], [], []
    for arguments, value in textbook.recorded(search, game, state, root_player, depth, heuristic):
        if value is None:
            above = path[-1] if path else NONE
            mover = root_player if above == NONE else game.to_move(rows[above][0])
            action = NONE if above == NONE else legal_actions(game, rows[above][0])[len(rows[above][3])]
            rows.append((arguments[1], above, (mover, action), []))
            if len(rows) > MOST:
                raise ValueError(f"There are more than {MOST:,} positions to this depth. Choose a smaller depth.")
            if path:
                rows[above][3].append(len(rows) - 1)
            path.append(len(rows) - 1)
            values.append(0.0)
        else:
            node = path.pop()
            values[node] = (value - known.low) / (known.high - known.low)
            if not rows[node][3]:
                leaves.append((node, *path[1:2]))
    nodes, trace = np.zeros(len(rows), NODE), np.zeros(len(leaves), TRACE_EVENT)
    nodes["parent"] = [row[1] for row in rows]
    nodes["mover"], nodes["action"] = np.array([row[2] for row in rows]).T
    nodes["first_child"] = nodes["next_sibling"] = NONE
    for node, (_, _, _, below) in reversed(list(enumerate(rows))):
        nodes["visits"][node] = nodes["visits"][below].sum() if below else 1
        nodes["children"][node] = len(below)
        own = values[node] if nodes["mover"][node] == root_player else 1.0 - values[node]
        nodes["total"][node] = own * nodes["visits"][node]
        nodes["next_sibling"][below[:-1]] = below[1:]
        nodes["first_child"][node] = below[0] if below else NONE
    for number, (leaf, *first) in enumerate(leaves):
        trace[number]["iteration"], trace[number]["phase"] = number, BACK_UP
        trace[number]["node"], trace[number]["reward"] = first[0] if first else leaf, values[leaf]
    return LookedAt(Tree(game, state, nodes), trace)


@lru_cache(None)
def game_called(name):
    """Return the game with this name in `GAMES`."""
    return eval(GAMES[name], {"games": games})


@lru_cache(None)
def fitting(game) -> tuple:
    """Return the names in `ALGORITHMS` of the algorithms that fit a game."""
    first = {parameter: choice[-1] for parameter, choice in CHOICES.items()}
    lines = {name: search_line(game, name, first) for name in ALGORITHMS}
    return tuple(name for name, line in lines.items()
                 if line and (name in EXACT or fits(game_called(game), line)))


def fits(game, code) -> bool:
    """Return whether a search can be used for a game."""
    from mcts_lab import search

    try:
        search.Search(game, first_decision(game, 0), eval(code, dict(vars(search))), compiled=False)
    except ValueError:
        return False
    return True


def search_line(game, algorithm, values) -> str:
    """Return the Python code of a search, or "" if the algorithm does not fit the game."""
    code = ALGORITHMS[algorithm]
    return (code.open if game_called(game).facts().perfect_information else code.hidden).format(**values)


def written(game, algorithm, values) -> str:
    """Return the code that draws the four pictures, or "" if the algorithm does not fit the game."""
    line = search_line(game, algorithm, values)
    if not line:
        return ""
    exact = algorithm in EXACT
    parts = (f"looked_at({line}, game, state, {values['depth']})" if exact else
             f"Search(game, state, {line}, seed={values['seed']}, trace=True)")
    names = [name for name in ("ISMCTS", "OMCTS", "SingleObserver", *RULES) if f"{name}(" in line]
    told = ", ".join(f"{name} = {values[name]:g}" for name in ALGORITHMS[algorithm].parameters)
    spent = "leaves" if exact else "iterations"
    lines = ["from mcts_course.lesson import *", "from mcts_course.widgets.lens import first_decision",
             f"from mcts_lab.search import {', '.join(names)}" if names else "",
             "from mcts_course.widgets.explorer import looked_at" if exact else "", "",
             f"game = {GAMES[game]}", f"state = first_decision(game, {values['seed']})", f"search = {parts}",
             "" if exact else f"search.run({values['iterations']})", "",
             "pictures = [", f'    tree.draw(search.tree, top=3, max_depth=2, title="{algorithm}, {told}"),',
             f'    plot.root_actions(search.tree, top=8, title="where the {spent} went"{", interval=False" * exact}),',
             '    plot.shape(search.tree, title="depth against branching"),',
             '    plot.rewards(search.tree, search.trace_events, top=8, title="rewards that came back"),', "]",
             "display(*pictures)"]
    return "\n".join(line for i, line in enumerate(lines) if line or i in (4, 9)) + "\n"


@lru_cache(32)
def drawn(code) -> list[str]:
    """Run code that `written` returned, and return its four pictures as HTML."""
    room = {"display": lambda *_: None}
    exec(code, room)
    return [picture._repr_mimebundle_()[0]["text/html"] for picture in room["pictures"]]


class Side:
    """One of the two sides: the controls, and places for four pictures."""

    def __init__(self, game, algorithm, values):
        self.game = ipywidgets.Dropdown(options=list(GAMES), value=game, description="game")
        self.algorithm = ipywidgets.Dropdown(options=fitting(game), value=algorithm, description="algorithm")
        self.sliders = {name: (ipywidgets.FloatSlider if isinstance(step, float) else ipywidgets.IntSlider)(
            value=values.get(name, first), min=least, max=most, step=step, description=name, continuous_update=False)
            for name, (least, most, step, first) in CHOICES.items()}
        self.said, self.button = ipywidgets.HTML(), ipywidgets.Button(description="write the code", icon="code")
        self.code = ipywidgets.Textarea(layout={"width": "98%", "height": "24em", "display": "none"})
        self.controls = ipywidgets.VBox([self.game, self.algorithm, *self.sliders.values(), self.button, self.code,
                                         self.said], layout=HALF)
        self.pictures = [ipywidgets.HTML(layout=HALF) for _ in range(4)]
        self.button.on_click(self.write)
        for one in (self.algorithm, *self.sliders.values()):
            one.observe(self.draw, "value")
        self.game.observe(self.offer, "value")
        self.draw()

    @property
    def written(self) -> str:
        """Return the code that draws the pictures shown now."""
        return written(self.game.value, self.algorithm.value,
                       {name: round(slider.value, 2) for name, slider in self.sliders.items()})

    def offer(self, _=None):
        """Offer the algorithms that fit the game; keep the chosen algorithm if it is one of them."""
        known, kept = fitting(self.game.value), self.algorithm.value
        self.algorithm.unobserve(self.draw, "value")
        self.algorithm.options = known
        self.algorithm.value = kept if kept in known else next(name for name in known if "CT" in name)
        self.algorithm.observe(self.draw, "value")
        self.draw()

    def draw(self, _=None):
        """Search, and show the four pictures. After an error, show its message and keep the old pictures."""
        exact = self.algorithm.value in EXACT
        wanted = {*ALGORITHMS[self.algorithm.value].parameters} | (set() if exact else {"iterations", "seed"})
        for name, slider in self.sliders.items():
            slider.layout.display = None if name in wanted else "none"
        self.said.value, self.code.layout.display = "searching ...", "none"
        try:
            for place, picture in zip(self.pictures, drawn(self.written), strict=True):
                place.value = picture
            self.said.value = ""
        except ValueError as error:
            self.said.value = f"⚠ {in_short(error)}"

    def write(self, _=None):
        """Show the code of the pictures, or hide it again."""
        self.code.value = self.written
        self.code.layout.display = None if self.code.layout.display else "none"


class Explorer(ipywidgets.VBox):
    """Two settings side by side, and below each the tree, the visits, depth against branching, and the rewards.

    game, algorithm:  the game and the algorithm of both sides, names in `GAMES` and `ALGORITHMS`
    left, right:      dict from a parameter of `CHOICES` to its value on one side; None: the usual values
    """

    def __init__(self, game="Connect Four", algorithm="UCT", left=None, right=None):
        self.sides = [Side(game, algorithm, values or {}) for values in (left, right)]
        look = ipywidgets.HTML(f"<style>{source('stage_widget.css')}</style>")
        rows = [[one.controls for one in self.sides], *zip(*(one.pictures for one in self.sides), strict=True)]
        super().__init__([*(ipywidgets.HBox(row) for row in rows), look])
