"""The bug lab: the classic mistakes of Monte Carlo tree search, switched on one at a time.

    BugLab()                 # tic-tac-toe, where only moves at an edge save the draw
    BugLab(bug="sign")

The search here is a textbook one of a page, in plain Python, so that a mistake is one line of it; `mcts_lab.search` is
what is used everywhere else.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from ...game import TERMINAL, action_name, after, copy, facts, legal_actions, payoff, start, to_move
from ...search.minimax.textbook import minimax
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
}
ITERATIONS = (10, 20, 40, 80, 160, 320)
C = math.sqrt(2.0)


class Node:
    """A node of the textbook search: what its mover got, and how often."""

    __slots__ = ("action", "mover", "parent", "children", "untried", "visits", "total")

    def __init__(self, action, mover, parent, untried):
        self.action, self.mover, self.parent = action, mover, parent
        self.children, self.untried = [], untried
        self.visits, self.total = 0, 0.0


def search(game, state, iterations, bug, rng, root=None):
    """UCT [Browne et al. 2012, Algorithm 2] with one mistake; returns the root, or goes on from `root`."""
    known, player = facts(game), to_move(game, state)
    if root is None:
        root = Node(-1, player, None, legal_actions(game, state))
    for _ in range(iterations):
        node, now = root, state
        # 1. selection
        while not node.untried or (bug == "unvisited" and node.children):
            if not node.children:
                break
            node = max(node.children, key=lambda child: urgency(child, bug))
            now = after(game, now, node.action)
        # 2. expansion
        if node.untried:
            action = node.untried.pop(int(rng.integers(len(node.untried))))
            mover, now = to_move(game, now), after(game, now, action)
            child = Node(action, mover, node, legal_actions(game, now))
            node.children.append(child)
            node = child
        # 3. playout
        while to_move(game, now) != TERMINAL:
            actions = legal_actions(game, now)
            now = after(game, now, actions[int(rng.integers(len(actions)))])
        rewards = [(payoff(game, now, p) - known.low) / (known.high - known.low) for p in range(known.players)]
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
                  None: tic-tac-toe after two opposite corners and the centre
    bug:          of `BUGS`
    budgets:      iterations, a step each
    runs:         games of chance over which the share of right moves is taken
    hidden:       True does not say which bug it is, to be named: `guess`
    """

    unit = "budget"
    slots = {"broken": "with the bug", "right": "without", "share": "how often the move played is a best one"}

    def __init__(self, game=None, state=None, bug="sign", budgets=ITERATIONS, runs=10, seed=0, hidden=False):
        from ... import games

        if game is None:
            game = games.make("tic_tac_toe")
            state = start(game)
            for square in (0, 4, 8):
                state = after(game, state, square)
        known = facts(game)
        if not (known.perfect_information and known.deterministic and known.players == 2 and known.zero_sum):
            raise ValueError(f"{known.title} cannot be solved by plain minimax: take a two-player game without chance")
        if bug not in BUGS:
            raise ValueError(f"there is no bug {bug!r}; there are {', '.join(BUGS)}")
        self.game, self.state = game, copy(game, state)
        self.bug, self.budgets, self.runs, self.seed, self.hidden = bug, tuple(budgets), runs, seed, hidden
        self.player = to_move(game, self.state)
        self.actions = legal_actions(game, self.state)
        self.names = [str(action_name(game, self.state, action)) for action in self.actions]
        self.exact = [minimax(game, after(game, self.state, action), self.player) for action in self.actions]
        self.title = f"Bug lab: {known.title}"
        self.about = ("Bars are visits, dots mean payoffs, thick marks the exact values. One seed is shown; the shares "
                      f"are of {runs} seeds.")
        self._position = min(3, len(self))
        self.grown = lru_cache(None)(self._grown)

    def __len__(self):
        return len(self.budgets) - 1

    def settings(self):
        return [] if self.hidden else [
            Setting("bug", "bug", self.bug, tuple((name, called) for name, (called, _) in BUGS.items()))]

    def change(self, name, value):
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
        """Per budget: (visits, mean payoffs of each action; the number of the action played)."""
        known, rng, root, found = facts(self.game), np.random.default_rng(seed), None, []
        for more in np.diff((0, *self.budgets)).tolist():
            root = search(self.game, self.state, more, bug, rng, root)
            visits, means = np.zeros(len(self.actions), int), np.full(len(self.actions), np.nan)
            for child in root.children:
                i = self.actions.index(child.action)
                visits[i] = child.visits
                means[i] = known.low + (known.high - known.low) * child.total / child.visits
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
        wrong = "A bug is hidden here" if self.hidden else f"{BUGS[self.bug][0][0].upper()}{BUGS[self.bug][0][1:]}"
        told = "" if self.hidden else f": {BUGS[self.bug][1]}"
        return Frame(f"{wrong}{told}. After {budget:,} iterations the broken search plays a best move in "
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
        rows = [charts.Bar(name, int(n), float(mean), marked=i == played, exact=float(true))
                for i, (name, n, mean, true) in enumerate(zip(self.names, visits, means, self.exact, strict=True))]
        who = known.player_names[self.player] if known.player_names else f"player {self.player}"
        return charts.bars(rows, self.budgets[position], "Visits, mean and exact payoffs", "visits",
                           f"mean payoff to {who}", (known.low, known.high))
