"""Tribes beside its original framework in Java: the rows of ``python -m benchmarks --against java``.

The original is not run here. Its figures were measured once (rules of October 2020, Java 17, one thread) on a machine
that was busy, and came out as ranges; what is compared with is the upper end of each. Ours are in processor time.

Positions are those of games between rule-based players, at the first decision of a turn.
"""

from __future__ import annotations

from statistics import mean, median

import numpy as np

from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import below, stream
from mcts_lab.game import copy, facts, legal, legal_actions, new_states, play, put, rule_action, start
from mcts_lab.games.tribes import searched, show, tribes
from mcts_lab.papers.hsu2020.one_sided import OneSidedUCB1, RangeOfNode
from mcts_lab.search import (
    UCT,
    Evaluate,
    HardPruning,
    ProgressiveUnpruning,
    ProgressiveWidening,
    RootGroup,
    SavedStates,
    Search,
    Together,
)
from mcts_lab.search.evolution import RHEA

from .rows import rate

PER_SECOND = {  # operation: the least and greatest of six rounds of the original
    "calls": (10_200, 16_700),  # of the forward model, with the legal actions listed afterwards
    "copies": (37_000, 73_000),
}
MILLISECONDS = {  # turn: of a decision with 2,000 calls, two runs
    "default MCTS": {5: (64, 82), 15: (87, 154), 25: (105, 252), 35: (178, 222), 45: (225, 267)},
    "RHEA": {5: (61, 88), 15: (100, 186), 25: (117, 258), 35: (186, 356), 45: (236, 252)},
}
TURNS = (5, 15, 25, 35, 45)
CALLS = 2000  # of a decision
MAPS = 12  # seeds of maps, 1, 2, ...: one game on each

BASE = UCT(selection=OneSidedUCB1(), value=RangeOfNode(), leaf=Evaluate(), world=SavedStates(depth=20),
           pruning=RootGroup())
METHODS = {
    "default MCTS": BASE,
    "RHEA": RHEA(),
    "hard pruning": BASE._replace(pruning=Together(RootGroup(strict=True), HardPruning())),
    "unpruning": BASE._replace(pruning=Together(RootGroup(strict=True), ProgressiveUnpruning())),
    "all children": BASE._replace(pruning=UCT().pruning),
    "widening": BASE._replace(pruning=ProgressiveWidening()),
}


def against_java(rounds: int = 5, maps: int = MAPS, turns=TURNS) -> list[dict]:
    """Units per second of processor time, the median of `rounds`; ``theirs`` is the original's, where there is one.

    Decisions come as one row for each search and turn; ``remark`` says how large the searches' memory was.
    """
    positions = {turn: midgame(turn, maps) for turn in turns}
    some = [pair for turn in turns[1:] or turns for pair in positions[turn]]
    rows = [_row(name, name, lambda work=work: work(some), PER_SECOND[name][1], rounds)
            for name, work in (("calls", calls), ("copies", copies))]
    actions = mean(len(legal_actions(game, state)) for game, state in some)
    rows[0]["remark"] = f"calls: {len(some)} positions with {actions:.0f} legal actions on average"
    for name, method in METHODS.items():
        for turn in turns:
            known = MILLISECONDS.get(name, {}).get(turn)
            rows.append(_row(f"{name}, turn {turn}", "decisions", lambda m=method, t=turn: decide(m, positions[t]),
                             1000 / known[0] if known else None, rounds))
        if isinstance(method, UCT):
            most = max(memory_of(method, *pair) for turn in turns for pair in positions[turn])
            rows[-1]["remark"] = f"{name}: the memory of the largest search has {most / 1e6:.0f} MB"
    return rows


def _row(method, unit, work, theirs, rounds):
    work()  # compiles
    ours = median(rate(work) for _ in range(rounds))
    return {"game": "tribes", "method": method, "unit": unit, "ours": ours, "theirs": theirs,
            "ratio": ours / theirs if theirs else None, "remark": ""}


def midgame(turn, maps=MAPS) -> list:
    """(game, state) at the first decision of a turn, for each map on which the game has not ended before."""
    found = []
    for level in range(1, maps + 1):
        game = tribes(level=level)
        states, rng = new_states(game, 1), stream(level)
        states[0] = start(game, level)
        scratch = np.empty(facts(game).branching, np.int32)
        follow_rules(game, states[0], rng, scratch, turn, compiled=compiler.available())
        if not states[0].over:
            found.append((game, copy(game, states[0])))
    if not found:
        raise ValueError(f"all games on {maps} maps end before turn {turn}: take more maps")
    return found


@entry
def follow_rules(game, state, rng, scratch, turn):
    """Let rules play until a turn begins, or the game ends."""
    while not state.over and state.tick < turn:
        play(game, state, rule_action(game, state, rng, scratch), rng)
    return 0


def calls(positions, each=50) -> int:
    """Random plays in the model of searches, one from each copy, with the legal actions listed; how many."""
    game, state = positions[0]
    inside = searched(game, 0)
    states, scratch = new_states(game, len(positions) + 1), np.empty(facts(game).branching, np.int32)
    for place, (_, state) in enumerate(positions, 1):
        states[place] = state
    return int(make_calls(inside, states, stream(1), scratch, each, compiled=compiler.available()))


@entry
def make_calls(game, states, rng, scratch, each):
    """Lines of ten random plays from a copy of each position."""
    made = 0
    for _ in range(each):
        for place in range(1, len(states)):
            put(game, states, 0, states[place])
            n = legal(game, states[0], scratch)
            for _ in range(10):
                if states[0].over or n == 0:
                    break
                play(game, states[0], scratch[below(rng, n)], rng)
                n = legal(game, states[0], scratch)
                made += 1
    return made


def copies(positions, each=2000) -> int:
    """Copies of states; how many."""
    game = positions[0][0]
    states = new_states(game, len(positions) + 1)
    for place, (_, state) in enumerate(positions, 1):
        states[place] = state
    return int(make_copies(game, states, each, compiled=compiler.available()))


@entry
def make_copies(game, states, each):
    made = 0
    for _ in range(each):
        for place in range(1, len(states)):
            put(game, states, 0, states[place])
            made += 1
    return made


def shown(game, state):
    """(The game that a search plays here, what its player is shown)."""
    player = int(state.turn)
    inside, seen = searched(game, player), new_states(game, 1)
    show(inside, state, seen, player, np.empty(facts(game).branching, np.int32), compiled=compiler.available())
    return inside, seen[0]


def decide(method, positions) -> int:
    """A decision in each position; how many."""
    for game, state in positions:
        inside, seen = shown(game, state)
        method.search(inside, seen, calls=CALLS, seed=1)
    return len(positions)


def memory_of(method, game, state) -> int:
    """Bytes that a search of this position has in use: its nodes with what parts keep of each, and its states."""
    inside, seen = shown(game, state)
    search = Search(inside, seen, method, seed=1)
    search.run(calls=CALLS)
    memory = search.memory
    by_node = (memory.nodes, *memory.world, *memory.selection, *memory.value)
    return sum(len(search.nodes) * array.itemsize for array in by_node) + memory.states.nbytes + sum(
        array.nbytes for array in (memory.scratch, memory.worths, memory.legal_mark, memory.trace, memory.frames))
