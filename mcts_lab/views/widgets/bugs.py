"""The bug lab: the classic mistakes of Monte Carlo tree search, switched on one at a time.

    BugLab()                 # tic-tac-toe, where only moves at an edge save the draw
    BugLab(bug="sign")
    BugLab.ward()            # six searches whose bugs are to be named
    BugLab.cheating()        # a search that looks at what is hidden from it

The search here is a textbook one of a page, in plain Python, so that a mistake is one line of it; `mcts_lab.search` is
what is used everywhere else.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from ...engine.random import stream
from ...game import TERMINAL, action_name, after, copy, determinize, facts, legal_actions, payoff, start, to_move
from ...search.hidden_exact import best_reply, turn
from ...textbook.exact import minimax
from ..plots.search import reward_interval
from . import charts
from .model import Frame, Model, Setting

BUGS = {  # name: (what it is called, what is wrong)
    "none": ("no bug", "nothing is wrong"),
    "sign": ("the sign is not flipped", "every node adds up the rewards of the player at the root, so the opponent is "
                                        "taken to help"),
    "draw": ("a draw counts as a loss", "a draw is rewarded like a loss, for both sides"),
    "unvisited": ("unvisited children are ignored", "once a child has been tried, those never tried are forgotten"),
    "leaf": ("only the leaf is backed up", "the nodes above the new leaf never hear of the result, only of the visit"),
    "value": ("the best mean is played", "the last choice goes by the mean reward, however few the visits"),
    "visits": ("the parent's visits are miscounted", "the bonus takes a child's own visits for its parent's"),
    "cheating": ("the search looks at what is hidden", "every iteration begins from the true state, and not from one "
                                                       "that the player thinks possible"),
}
WARD = {"A": "leaf", "B": "visits", "C": "sign", "D": "unvisited", "E": "value", "F": "draw"}  # patient: bug
ITERATIONS = (10, 20, 40, 80, 160, 320)
C = math.sqrt(2.0)


class Node:
    """A node of the textbook search: what its mover got, and how often."""

    __slots__ = ("action", "mover", "parent", "children", "visits", "total")

    def __init__(self, action, mover, parent):
        self.action, self.mover, self.parent, self.children = action, mover, parent, []
        self.visits, self.total = 0, 0.0

    def __repr__(self):
        return f"Node(visits={self.visits}, total={self.total:g}, children={self.children})"


class Position:
    """A state, and what the rules say of it; what has been asked once is remembered."""

    __slots__ = ("game", "state", "mover", "actions", "rewards", "known", "following")

    def __init__(self, game, state, known):
        self.game, self.state, self.known, self.following = game, state, known, {}
        self.mover, self.actions = to_move(game, state), legal_actions(game, state)
        about = facts(game)
        self.rewards = [(payoff(game, state, p) - about.low) / (about.high - about.low) for p in range(about.players)
                        ] if self.mover == TERMINAL else None

    @classmethod
    def of(cls, game, state, known):
        """The position of a state, the one that is `known` already if there is one."""
        name = state.tobytes()
        if name not in known:
            known[name] = cls(game, state, known)
        return known[name]

    def after(self, action):
        """The position that follows."""
        if action not in self.following:
            self.following[action] = self.of(self.game, after(self.game, self.state, action), self.known)
        return self.following[action]

    def guess(self, player, rng):
        """A position that `player` cannot tell from this one."""
        state = copy(self.game, self.state)
        determinize(self.game, state, player, stream(int(rng.integers(1 << 31))))
        return self.of(self.game, state, self.known)


def search(begin, iterations, bug, rng, root=None):
    """UCT [Browne et al. 2012, Algorithm 2] with one mistake; returns the root, or goes on from `root`.

    Where something is hidden, each iteration begins from a position that the player to move thinks possible, and a
    node stands for a sequence of actions.
    """
    player = begin.mover
    guesses = not facts(begin.game).perfect_information and bug != "cheating"
    root = Node(-1, player, None) if root is None else root
    for _ in range(iterations):
        node, now = root, begin.guess(player, rng) if guesses else begin
        # 1. selection
        while node.children and (bug == "unvisited" or len(node.children) == len(now.actions)):
            node = max(node.children, key=lambda child: urgency(child, bug))
            now = now.after(node.action)
        # 2. expansion
        tried = {child.action for child in node.children}
        untried = [action for action in now.actions if action not in tried]
        if untried:
            action = untried[int(rng.integers(len(untried)))]
            child = Node(action, now.mover, node)
            node.children.append(child)
            node, now = child, now.after(action)
        # 3. playout
        while now.mover != TERMINAL:
            now = now.after(now.actions[int(rng.integers(len(now.actions)))])
        rewards = now.rewards
        if bug == "draw":
            rewards = [0.0 if reward == 0.5 else reward for reward in rewards]
        # 4. backup
        leaf = node
        while node is not None:
            node.visits += 1
            if bug != "leaf" or node is leaf:
                node.total += rewards[player if bug == "sign" else node.mover]
            node = node.parent
    return root


def urgency(child, bug):
    """UCB1 of a child."""
    parent = child.visits if bug == "visits" else child.parent.visits
    return child.total / child.visits + C * math.sqrt(math.log(parent) / child.visits)


def choice(root, bug):
    """The child to play: the most visited one; of equals, the first."""
    if bug == "value":
        return max(root.children, key=lambda child: child.total / child.visits)
    return max(root.children, key=lambda child: child.visits)


class BugLab(Model):
    """A search with a mistake beside one without, and what is exactly true.

    game, state:  a two-player zero-sum game without chance, near enough to its end to be solved by plain minimax;
                  None: tic-tac-toe after two opposite corners and the centre. Or a game for one in which chance hides
                  something at the start and nothing later
    bug:          of `BUGS`
    budgets:      iterations, a step each
    runs:         games of chance over which the share of right moves is taken
    hidden:       True does not say which bug it is, to be named: `guess`
    patients:     dict from a letter to a bug, to choose from where bugs are hidden; None: there is one patient
    """

    unit = "budget"
    slots = {"broken": "with the bug", "right": "without", "share": "how often the move played is a best one"}

    def __init__(self, game=None, state=None, bug="sign", budgets=ITERATIONS, runs=10, seed=0, hidden=False,
                 patients=None):
        from ... import games

        if game is None:
            game = games.make("tic_tac_toe")
            state = start(game)
            for square in (0, 4, 8):
                state = after(game, state, square)
        known = facts(game)
        open_game = known.perfect_information and known.deterministic and known.players == 2 and known.zero_sum
        if not open_game and (known.perfect_information or known.players != 1):
            raise ValueError(f"{known.title} cannot be solved by plain minimax: take a two-player game without chance")
        if bug not in BUGS:
            raise ValueError(f"there is no bug {bug!r}; there are {', '.join(BUGS)}")
        self.game, self.state = game, copy(game, state)
        self.bug, self.budgets, self.runs, self.seed, self.hidden = bug, tuple(budgets), runs, seed, hidden
        self.player = to_move(game, self.state)
        self.actions = legal_actions(game, self.state)
        self.names = [str(action_name(game, self.state, action)) for action in self.actions]
        self.exact = [minimax(game, after(game, self.state, action), self.player) if open_game else
                      worth(game, action) for action in self.actions]
        self.bugs = [name for name in BUGS if name not in (("cheating",) if open_game else ("sign", "draw"))]
        self.patients, self.patient = dict(patients or {}), next(iter(patients), "") if patients else ""
        self.title = f"Bug lab: {known.title}"
        self.about = ("Bars are visits, dots mean rewards, thick marks the exact ones. One seed is shown; the shares "
                      f"are of {runs} seeds.")
        self._position = min(3, len(self))
        self.begin = Position.of(game, self.state, {})
        self.grown = lru_cache(None)(self._grown)

    @classmethod
    def ward(cls, **options):
        """Six searches, each with another bug, which is not said."""
        ward = cls(bug=next(iter(WARD.values())), hidden=True, patients=WARD, **{"seed": 3, **options})
        ward.seek(len(ward))
        return ward

    @classmethod
    def cheating(cls, **options):
        """A search that looks into the box in which a coin lies."""
        from ... import games

        game = games.make("coin_in_a_box")
        return cls(game, after(game, start(game), 0), "cheating", **options)

    def __len__(self):
        return len(self.budgets) - 1

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

    def guess(self, bug) -> str:
        """Name the hidden bug; says whether that is right. Raises ValueError for a name that there is not."""
        if bug not in BUGS:
            raise ValueError(f"there is no bug {bug!r}; there are {', '.join(BUGS)}")
        if bug == self.bug:
            self.hidden = False
            return f"Right: {BUGS[bug][1]}."
        return f"No: with {BUGS[bug][0]} the picture would be another."

    def _grown(self, bug, seed):
        """Per budget: (visits, mean rewards of each action; the number of the action played)."""
        rng, root, found = np.random.default_rng(seed), None, []
        for more in np.diff((0, *self.budgets)).tolist():
            root = search(self.begin, more, bug, rng, root)
            visits, means = np.zeros(len(self.actions), int), np.full(len(self.actions), np.nan)
            for child in root.children:
                i = self.actions.index(child.action)
                visits[i] = child.visits
                means[i] = child.total / child.visits
            found.append((visits, means, self.actions.index(choice(root, bug).action)))
        return found

    def share(self, bug, position) -> float:
        """How often the action played is one of the best, over seeds."""
        played = [self.grown(bug, self.seed + i)[position][2] for i in range(self.runs)]
        return float(np.mean([self.exact[action] == max(self.exact) for action in played]))

    def frame(self, position):
        budget = self.budgets[position]
        parts = {slot: self._bars(bug, position) for slot, bug in (("broken", self.bug), ("right", "none"))}
        shares = [self._curve(*line, position) for line in (("with the bug", self.bug, 1), ("without", "none", 0))]
        parts["share"] = charts.curves(shares, "iterations", f"share of {self.runs} runs",
                                       (self.budgets[0], self.budgets[-1]), (0, 1), "Right moves", log=True)
        called, meaning = BUGS[self.bug]
        where = f"in patient {self.patient}" if self.patient else "here"
        wrong = f"A bug is hidden {where}" if self.hidden else f"{called[0].upper()}{called[1:]}: {meaning}"
        return Frame(f"{wrong}. After {budget:,} iterations the broken search plays a best move in "
                     f"{self.share(self.bug, position):.0%} of {self.runs} runs, the right one in "
                     f"{self.share('none', position):.0%}.", parts)

    def _curve(self, name, bug, colour, position):
        """The shares of right moves so far, with 95 % intervals (Wilson)."""
        shares = np.array([self.share(bug, p) for p in range(position + 1)])
        low, high = reward_interval(shares * self.runs, np.full(len(shares), self.runs))
        return charts.Curve(name, self.budgets[:position + 1], shares, low, high, colour, dots=True)

    def _bars(self, bug, position):
        visits, means, played = self.grown(bug, self.seed)[position]
        known = facts(self.game)
        exact = (np.array(self.exact, float) - known.low) / (known.high - known.low)
        rows = [charts.Bar(name, int(n), float(mean), marked=i == played, exact=float(true))
                for i, (name, n, mean, true) in enumerate(zip(self.names, visits, means, exact, strict=True))]
        who = known.player_names[self.player] if known.player_names else f"player {self.player}"
        return charts.bars(rows, self.budgets[position], "Visits, mean and exact rewards", "visits",
                           f"mean reward to {who}")


def worth(game, action) -> float:
    """The payoff of an action to the only player of a game, who does not see what chance did at its start."""
    begin = start(game)
    worlds = [(after(game, after(game, begin, drawn), action), odds) for drawn, odds in turn(game, begin, None)]
    return best_reply(game, 0, None, worlds)


class BugPlayer:
    """A player that searches with a bug of `BUGS`, or without ("none").

    iterations: of each search
    """

    always_legal = True

    def __init__(self, bug="none", iterations=40, name=None):
        if bug not in BUGS:
            raise ValueError(f"there is no bug {bug!r}; there are {', '.join(BUGS)}")
        self.bug, self.iterations, self.name = bug, iterations, name or ("no bug" if bug == "none" else bug)
        self.known = {}

    def choose(self, game, state, seed):
        begin = Position.of(game, copy(game, state), self.known)
        rng = np.random.default_rng(seed)
        return choice(search(begin, self.iterations, self.bug, rng), self.bug).action

    def describe(self):
        return {"player": "BugPlayer", "bug": self.bug, "iterations": self.iterations, "name": self.name}
