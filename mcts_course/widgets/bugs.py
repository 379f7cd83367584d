"""The bug lab: the classic mistakes of Monte Carlo tree search, switched on one at a time.

    BugLab()                 # tic-tac-toe, where only one move saves the draw
    BugLab(bug="sign")
    BugLab.blind("sign")     # two searches, one of them with the bug: which one?
    BugLab.ward()            # six searches: name the bug of each
    BugLab.cheating()        # a search that uses hidden information

The searches are `uct` and, for games with hidden information, `ismcts` of `mcts_lab.textbook`. A mistake changes
one or two lines.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mcts_lab import textbook
from mcts_lab.engine.random import stream
from mcts_lab.game import after, copy, legal_actions, start
from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.matches.statistics import wilson
from mcts_lab.views.captions import player_name
from mcts_lab.views.svg_colours import SOFT, TEXT, width_of

from ..hidden_exact import best_reply, turn
from . import charts
from .model import Frame, Model, Setting

WIDGETS = {"bugs": "BugLab"}


class Bug(NamedTuple):
    """A mistake: its name, its meaning, and the text that it replaces in functions of the textbook."""

    called: str
    meaning: str
    edits: dict  # from the name of a function to pairs of texts (old, new)


BUGS = {
    "none": Bug("no bug", "nothing is wrong", {}),
    "sign": Bug(
        "the sign is not flipped",
        "every node adds up the rewards of the player at the root, so the opponent is taken to help",
        {"back_up": [("rewards[node.mover]", "rewards[path[0].mover]")]}),
    "draw": Bug(
        "a draw counts as a loss", "a draw is rewarded like a loss, for both sides",
        {"simulate": [("rewards_in(game, state)", "[float(r == 1.0) for r in rewards_in(game, state)]")]}),
    "unvisited": Bug(
        "unvisited children are ignored", "once a child has been tried, those never tried are forgotten",
        {"select": [(" and not untried(game, path[-1])", "")],
         "ismcts": [("if untried:", "if untried and not there:")]}),
    "leaf": Bug(
        "only the leaf is backed up", "the nodes above the new leaf never hear of the result, only of the visit",
        {"back_up": [("total += rewards[node.mover]", "total += rewards[node.mover] if node is path[-1] else 0.0")]}),
    "value": Bug(
        "the best mean is played", "the last choice goes by the mean reward, however few the visits",
        {"most_visited": [("(child.visits, child.total)", "child.total / max(child.visits, 1)")]}),
    "visits": Bug(
        "the parent's visits are miscounted", "the bonus takes a child's own visits for its parent's",
        {"bound": [("math.log(node.visits)", "math.log(child.visits)")],
         "ismcts": [("math.log(child.available)", "math.log(child.visits)")]}),
    "cheating": Bug(
        "the search looks at what is hidden",
        "every iteration begins from the true state, and not from one that the player thinks possible",
        {"ismcts": [("        game.determinize(determinization, observer, rng)\n", "")]}),
}
WARD = {"A": "leaf", "B": "visits", "C": "sign", "D": "unvisited", "E": "value", "F": "draw"}  # patient: bug
ITERATIONS = (10, 20, 40, 80, 160, 320)




def parts_of(game, bug="none") -> dict:
    """Return the textbook functions that a search of `game` consists of, by name, with the bug built in.

    `search` is the search itself. Raises ValueError if there is no such bug.
    """
    if bug not in BUGS:
        raise ValueError(f"There is no bug {bug!r}. Choose one of {', '.join(BUGS)}.")
    hidden = not game.facts().perfect_information
    steps = () if hidden else (textbook.bound, textbook.select)
    search = textbook.ismcts if hidden else textbook.uct
    found = {}
    for function in (textbook.simulate, textbook.back_up, *steps, search, textbook.most_visited):  # callers come last
        name = function.__name__
        found[name] = textbook.changed(function, *BUGS[bug].edits.get(name, ()), **found)
    return {**found, "search": found[search.__name__]}


def difference(game, bug) -> str:
    """Return the lines in which the search of `game` with a bug differs from the search without it."""
    parts = parts_of(game, bug)
    return "\n".join(textbook.difference(getattr(textbook, name), parts[name])
                     for name in BUGS[bug].edits if name in parts)


class BugLab(Model):
    """A search with a mistake beside a search without one, and the exact values.

    game, state:  a two-player zero-sum game without chance, near enough to its end to be solved by plain minimax;
                  None: tic-tac-toe, where x has to stop a threat of o. Or a single-player game whose only chance
                  event hides something at the start
    bug:          a name in `BUGS`
    budgets:      iterations, one number for each step
    runs:         number of runs from which the share of right moves is computed
    hidden:       True: the widget does not name the bug
    patients:     dict from a letter to a hidden bug, to choose from; None: there is one patient
    """

    unit = "budget"
    parameter = "iterations"
    slots = {"broken": "with the bug", "right": "without", "share": "how often the move played is a best one",
             "lines": "the mistake in the code"}

    def __init__(self, game=None, state=None, bug="sign", budgets=ITERATIONS, runs=10, seed=0, hidden=False,
                 patients=None):
        if game is None:
            game, state = threatened((0, 1, 5, 4))
        known = game.facts()
        open_game = known.perfect_information and known.deterministic and known.players == 2 and known.zero_sum
        if not open_game and (known.perfect_information or known.players != 1):
            raise ValueError(f"{known.title} cannot be solved by plain minimax. Choose a two-player game without "
                             "chance.")
        parts_of(game, bug)  # raises ValueError if there is no such bug
        self.game, self.state = game, copy(game, state)
        self.bug, self.budgets, self.runs, self.seed, self.hidden = bug, tuple(budgets), runs, seed, hidden
        self.player = game.to_move(self.state)
        self.actions = legal_actions(game, self.state)
        self.names = [str(game.action_name(self.state, action)) for action in self.actions]
        self.exact = [textbook.minimax(game, after(game, self.state, action), self.player) if open_game else
                      worth(game, action) for action in self.actions]
        self.bugs = [name for name in BUGS if name not in (("cheating",) if open_game else ("sign", "draw"))]
        self.patients, self.patient = dict(patients or {}), next(iter(patients), "") if patients else ""
        self.title = f"Bug lab: {known.title}"
        self.about = ("Bars are visits, dots mean rewards, thick marks the exact ones. One seed is shown; the shares "
                      f"are of {runs} seeds.")
        self._position = min(3, len(self))
        self.grown = lru_cache(None)(self._grown)

    @classmethod
    def example(cls):
        return cls(budgets=(20, 60), runs=2)

    @classmethod
    def blind(cls, bug="sign", **options):
        """Make a lab with two searches, one with a bug. It does not show which one, nor how often they are right."""
        lab = cls(bug=bug, hidden=True, **options)
        lab.slots = {"broken": "search A", "right": "search B"}
        return lab

    @classmethod
    def ward(cls, **options):
        """Make a lab with six searches, each with a different bug that is not named."""
        game, state = threatened((1, 0, 3, 4))
        ward = cls(game, state, next(iter(WARD.values())), hidden=True, patients=WARD, **{"seed": 38, **options})
        ward.seek(len(ward))
        return ward

    @classmethod
    def cheating(cls, **options):
        """Make a lab with a search that can see which box hides the coin."""
        from mcts_lab import games

        game = games.make("coin_in_a_box")
        return cls(game, after(game, start(game), 0), "cheating", **options)

    def __len__(self):
        return len(self.budgets) - 1

    def values(self):
        return list(self.budgets)

    def settings(self):
        if self.hidden:
            letters = tuple((letter, letter) for letter in self.patients)
            return [Setting("patient", "patient", self.patient, letters)] if letters else []
        return [Setting("bug", "bug", self.bug, tuple((name, BUGS[name][0]) for name in self.bugs))]

    def change(self, name, value):
        if name == "patient":
            self.patient, self.bug = value, self.patients[value]
        else:
            self.bug = value

    def _grown(self, bug, seed):
        """Search once; return for each budget the visits and mean rewards of actions, and the index of the one
        played.
        """
        parts, found = parts_of(self.game, bug), []

        def back_up(path, rewards):
            parts["back_up"](path, rewards)
            if path[0].visits in self.budgets:
                known = {child.action: child for child in path[0].children if child.visits}
                visits = np.array([known[a].visits if a in known else 0 for a in self.actions])
                means = np.array([known[a].total / known[a].visits if a in known else np.nan for a in self.actions])
                found.append((visits, means, self.actions.index(parts["most_visited"](path[0]).action)))

        search = textbook.changed(parts["search"], back_up=back_up)
        search(self.game, self.state, self.budgets[-1], stream(seed))
        return found

    def share(self, bug, position) -> float:
        """Return the share of the runs in which the action played is one of the best."""
        played = [self.grown(bug, self.seed + i)[position][2] for i in range(self.runs)]
        return float(np.mean([self.exact[action] == max(self.exact) for action in played]))

    def frame(self, position):
        budget = self.budgets[position]
        parts = {slot: self._bars(bug, position) for slot, bug in (("broken", self.bug), ("right", "none"))}
        if "share" not in self.slots:
            return Frame(f"One of the two searches has a bug. Both have made {budget:,} iterations.", parts)
        shares = [self._curve(*line, position) for line in (("with the bug", self.bug, 1), ("without", "none", 0))]
        parts["share"] = charts.curves(shares, "iterations", f"share of {self.runs} runs",
                                       (self.budgets[0], self.budgets[-1]), (0, 1), "Right moves", log=True)
        called, meaning, edits = BUGS[self.bug]
        if edits and not self.hidden:
            parts["lines"] = self._lines()
        where = f"in patient {self.patient}" if self.patient else "here"
        wrong = f"A bug is hidden {where}" if self.hidden else f"{called[0].upper()}{called[1:]}: {meaning}"
        return Frame(f"{wrong}. After {budget:,} iterations the broken search plays a best move in "
                     f"{self.share(self.bug, position):.0%} of {self.runs} runs, the right one in "
                     f"{self.share('none', position):.0%}.", parts)

    def _curve(self, name, bug, colour, position):
        """Return the share of right moves up to `position`, as a curve with 95 % intervals (Wilson)."""
        shares = np.array([self.share(bug, p) for p in range(position + 1)])
        low, high = wilson(shares * self.runs, np.full(len(shares), self.runs))
        return charts.Curve(name, self.budgets[:position + 1], shares, low, high, colour, dots=True)

    def _lines(self):
        """Draw the lines of code that the bug changes."""
        lines = difference(self.game, self.bug).splitlines()
        drawing = Drawing(24 + max(width_of(line, 12) for line in lines), 12 + 18 * len(lines), self.slots["lines"],
                          " ".join(lines))
        for i, line in enumerate(lines):
            sign, words = (line[0], line[1:].lstrip()) if line[0] in "+-" else ("", line.lstrip())
            drawing.text(6, 15 + 18 * i, sign, TEXT, 12, bold=True)
            drawing.text(6 + 5 * (len(line) - len(words)), 15 + 18 * i, words, TEXT if sign else SOFT, 12)
        return drawing.svg()

    def _bars(self, bug, position):
        visits, means, played = self.grown(bug, self.seed)[position]
        known = self.game.facts()
        exact = (np.array(self.exact, float) - known.low) / (known.high - known.low)
        rows = [charts.Bar(name, int(n), float(mean), marked=i == played, exact=float(true))
                for i, (name, n, mean, true) in enumerate(zip(self.names, visits, means, exact, strict=True))]
        who = player_name(self.game, self.player)
        return charts.bars(rows, self.budgets[position], "Visits, mean and exact rewards", "visits",
                           f"mean reward to {who}")


def threatened(squares):
    """Return tic-tac-toe and its state after four moves, in which x has to stop a line of o."""
    from mcts_lab import games

    game = games.make("tic_tac_toe")
    state = start(game)
    for square in squares:
        state = after(game, state, square)
    return game, state


def worth(game, action) -> float:
    """Return the payoff of an action to the only player of a game, who does not see the chance event at the start."""
    begin = start(game)
    worlds = [(after(game, after(game, begin, drawn), action), odds) for drawn, odds in turn(game, begin, None)]
    return best_reply(game, 0, None, worlds)


class BugPlayer:
    """A player that searches with a bug of `BUGS`, or without a bug ("none").

    iterations: number of iterations of each search
    """

    always_legal = True

    def __init__(self, bug="none", iterations=40, name=None):
        if bug not in BUGS:
            raise ValueError(f"There is no bug {bug!r}. Choose one of {', '.join(BUGS)}.")
        self.bug, self.iterations, self.name = bug, iterations, name or ("no bug" if bug == "none" else bug)

    def choose(self, game, state, seed):
        parts = parts_of(game, self.bug)
        return parts["most_visited"](parts["search"](game, state, self.iterations, stream(seed))).action

    def describe(self):
        return {"player": "BugPlayer", "bug": self.bug, "iterations": self.iterations, "name": self.name}
