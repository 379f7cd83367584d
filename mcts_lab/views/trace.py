"""Replaying the trace of a search: the tree as it was after any phase of any iteration, forwards and backwards.

A trace is an array of `mcts_lab.search.mcts.tree.TRACE_EVENT` records, as ``Search(..., trace=True).trace_events``
gives it. Every event holds a node's statistics before and after, so nothing has to be searched again.
Widgets, animations and exercises use this.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..search.mcts.tree import BACK_UP, EXPAND, NONE, PLAY_OUT, PROVEN, ROOT, SELECT
from .tree import Tree

PHASES = ("selection", "expansion", "playout", "backup")


class Phase(NamedTuple):
    """One phase of one iteration: a run of events."""

    iteration: int  # counting from 0
    kind: int  # SELECT, EXPAND, PLAY_OUT or BACK_UP
    begin: int  # the run's first event
    end: int  # one after its last


class Replay:
    """The history of a tree. Positions count phases: 0 is before the first, ``len(replay)`` after the last one.

    tree:    the tree in the end
    events:  the trace that led to it
    Raises ValueError for an empty trace, and for one that belongs to another tree.
    """

    def __init__(self, tree: Tree, events):
        if len(events) == 0:
            raise ValueError("the trace is empty: search with trace=True and at least one iteration")
        if int(events["node"].max()) >= len(tree):
            raise ValueError(f"the trace speaks of node {int(events['node'].max())}, but the tree has only {len(tree)} "
                             "nodes: give the tree of the same search")
        self.tree, self.events = tree, events
        change = np.flatnonzero((np.diff(events["iteration"]) != 0) | (np.diff(events["phase"]) != 0)) + 1
        begins = np.concatenate(([0], change))
        ends = np.concatenate((change, [len(events)]))
        self.phases = [Phase(int(events["iteration"][b]), int(events["phase"][b]), int(b), int(e))
                       for b, e in zip(begins, ends, strict=True)]
        # statistics before the first event: those of the end, but for what the trace touched
        touched, first = np.unique(events["node"], return_index=True)
        self._visits, self._total = tree.nodes["visits"].copy(), tree.nodes["total"].copy()
        self._visits[touched] = events["visits_before"][first]
        self._total[touched] = events["total_before"][first]
        self._proven = self._proofs()
        made = np.flatnonzero(events["phase"] == EXPAND)
        nodes, first = np.unique(events["node"][made], return_index=True)
        self._made = dict(zip(nodes.tolist(), made[first].tolist(), strict=True))

    @classmethod
    def of(cls, search) -> Replay:
        """The replay of a `Search` made with ``trace=True``, or of the `Result` of one."""
        search = search if hasattr(search, "trace_events") else search.search
        return cls(search.tree, search.trace_events)

    def __len__(self):
        return len(self.phases)

    def _proofs(self):
        """The event after which each node was proven, int64 (nodes,); for a node that is not, one that never comes.

        Nothing below a proven node is visited any more. So a node was proven when a child of it was last visited, and
        one without visited children, where the game is over, at its first visit.
        """
        nodes, events = self.tree.nodes, self.events
        up = np.flatnonzero(events["phase"] == BACK_UP)
        parents = nodes["parent"][events["node"][up]]
        when = np.full(len(nodes), -1)  # before the first event
        touched, first = np.unique(events["node"][up], return_index=True)
        when[touched] = np.where(self._visits[touched] == 0, up[first], -1)
        np.maximum.at(when, parents[parents != NONE], up[parents != NONE])
        when[nodes["status"] & PROVEN == 0] = len(events)
        return when

    def at(self, position) -> Tree:
        """The tree after so many phases. Nodes that did not exist yet have no visits, and later proofs are left out."""
        self._check(position)
        return self._after(self._event(position))

    def phase(self, position) -> Phase | None:
        """The phase that led to `position`; None at the beginning."""
        self._check(position)
        return self.phases[position - 1] if position else None

    def path(self, position) -> list[int]:
        """The nodes from the root as far as the iteration at `position` has come."""
        phase = self.phase(position)
        if phase is None:
            return [ROOT]
        begin = position - 1
        while begin > 0 and self.phases[begin - 1].iteration == phase.iteration:
            begin -= 1
        rows = self.events[self.phases[begin].begin: phase.end]
        down = rows["node"][(rows["phase"] == SELECT) | (rows["phase"] == EXPAND)].tolist()
        return [ROOT] + [n for n in down if n != ROOT]

    def whole_path(self, position) -> list[int]:
        """The nodes that the iteration at `position` touches from beginning to end."""
        phase = self.phase(position)
        return [ROOT] if phase is None else self.path(self._last(position))

    def touched(self, position) -> list[int]:
        """The nodes of the phase that led to `position`, in order."""
        phase = self.phase(position)
        return [] if phase is None else list(dict.fromkeys(self.events["node"][phase.begin: phase.end].tolist()))

    def absent(self, position) -> set[int]:
        """The nodes of the iteration at `position` that are not made yet."""
        now = self._event(position)
        return {n for n in self.whole_path(position) if self._made.get(n, -1) >= now}

    def settled(self, position) -> Tree:
        """The tree after the whole iteration at `position`: what stays in place while its phases are shown."""
        return self.at(self._last(position))

    def iteration_start(self, iteration) -> int:
        """The position after the first phase of an iteration; the last one there is, if the trace ends earlier."""
        for i, phase in enumerate(self.phases):
            if phase.iteration >= iteration:
                return i + 1
        return len(self)

    def changes(self, position):
        """The statistics that the phase changed: DataFrame of `node`, `name`, visits and mean reward before and after.

        Rewards are those of each node's mover. In phases that change nothing, before and after are equal.
        """
        import pandas as pd

        phase = self.phase(position)
        rows = self.events[phase.begin: phase.end] if phase else self.events[:0]

        def mean(total, visits):
            return np.where(visits > 0, total / np.maximum(visits, 1), np.nan)

        return pd.DataFrame({
            "node": rows["node"],
            "name": [self.name(n) for n in rows["node"]],
            "visits_before": rows["visits_before"], "visits_after": rows["visits_after"],
            "reward_before": mean(rows["total_before"], rows["visits_before"]),
            "reward_after": mean(rows["total_after"], rows["visits_after"]),
        })

    def name(self, node) -> str:
        """The action that leads to a node; "start" for the root."""
        return "start" if node == ROOT else self.tree.name(node)

    def sentence(self, position) -> str:
        """Tell the phase that led to `position` in words."""
        phase = self.phase(position)
        if phase is None:
            return "Before the first iteration: the tree is only its root."
        rows = self.events[phase.begin: phase.end]
        lead = f"Iteration {phase.iteration + 1}, {PHASES[phase.kind]}: "
        names = [self.name(n) for n in rows["node"]]
        if phase.kind == SELECT:
            return f"{lead}from the start, the most urgent child each time: {', '.join(names)}."
        if phase.kind == EXPAND:
            return f"{lead}a new node for {names[-1]}."
        if phase.kind == PLAY_OUT:
            mover = self.tree.player_name(int(self.tree.owners[rows["node"][-1]]))
            plays = int(rows["plays"][-1])
            how = f"{plays} random plays to the end" if plays else "no plays needed"
            return f"{lead}{how}; the reward of {mover}, who moved to {names[-1]}, is {rows['reward'][-1]:.2f}."
        return f"{lead}one more visit, and the reward of the player who moved there, for {', '.join(names)}."

    def _event(self, position):
        self._check(position)
        return self.phases[position - 1].end if position else 0

    def _last(self, position):
        phase = self.phase(position)
        while phase and position < len(self) and self.phases[position].iteration == phase.iteration:
            position += 1
        return position

    def _after(self, event):
        if event == len(self.events):
            return self.tree
        rows = self.events[:event]
        rows = rows[rows["phase"] == BACK_UP]
        nodes = self.tree.nodes.copy()
        nodes["visits"], nodes["total"] = self._visits, self._total
        nodes["visits"][rows["node"]] = rows["visits_after"]  # of several events of a node the last one counts
        nodes["total"][rows["node"]] = rows["total_after"]
        nodes["status"][self._proven >= event] &= ~np.int8(PROVEN)
        return self.tree.replaced(nodes)

    def _check(self, position):
        if not 0 <= position <= len(self):
            raise ValueError(f"there is no phase {position}: the trace has {len(self)}")
