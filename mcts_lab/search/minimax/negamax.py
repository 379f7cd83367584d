"""Depth-first search of a game between two sides: the loop under `minimax` and `alpha_beta`.

The recursion of `textbook.negamax` [Knuth & Moore 1975, section 3, procedure F2] is written here as a loop over a
stack with one element per ply. So the search allocates nothing, can be stopped after any number of nodes and taken up
again, and its stack can be looked at while it runs.

Signs: the values of ply p are in the perspective of the side that moves at ply p. There are two sides, the player who
moves at the root with his team, if the game has teams (+1), and everybody else (-1); a value changes its sign only
where the side changes, so a player may move several times in a row. Values are payoffs minus `centre`, the payoff that
is worth the same to both.

Bounds: ``best`` is returned even when it lies outside the window ("fail-soft" [Fishburn 1983]); at or below alpha it is
an upper bound of the value, at or above beta a lower bound.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import entry, helper
from ...engine.light import fill
from ...game import TERMINAL, facts, legal, new_states, play, to_move
from .evaluation import evaluate, outcome
from .transpositions import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_ACTION,
    NOWHERE,
    cuts_off,
    files_leaves,
    find,
    position_key,
    probe,
    store,
)

UNLIMITED = 1 << 30  # plies: search to the end of the game, or as deep as the stack is

# how actions are ordered; the numbers add up
LISTED = 0  # as the rules list them
PV = 1  # the line of the previous, shallower search first
STORED = 2  # the best action of the transposition table first
KILLERS = 4  # then two actions that cut off last at this ply, then by how often and how high up an action cut off
ESTIMATES = 8  # then by the evaluation of the state they lead to

# what `Stack.numbers` counts
PLY, NODES, LEAVES, CUTOFFS, TABLE_HITS, DEEPEST, SIZE = range(7)


class Options(NamedTuple):
    """The switches of the loop; all are numbers, so that changing one compiles nothing."""

    prune: bool  # alpha-beta; off: plain minimax
    ordering: int  # a sum of PV, STORED, KILLERS, ESTIMATES
    root: int  # the player to move at the root
    by_root: bool  # evaluate in the root player's eyes; off: in those of the player to move
    every: bool  # give every root action the whole window, so that all their values are exact
    centre: float  # the payoff that is worth the same to both
    friends: int  # a bit for each player of the root's side


class Stack(NamedTuple):
    """The recursion as arrays with one element, or row, per ply."""

    state: np.ndarray  # [plies + 1] of the game's states
    key: np.ndarray  # uint64[plies]
    side: np.ndarray  # int64[plies], +1 where the root's player moves, else -1
    start: np.ndarray  # int64[plies], nodes counted when the ply was opened
    left: np.ndarray  # int64[plies], plies still to search below
    alpha: np.ndarray  # float64[plies], the window's lower end
    beta: np.ndarray  # float64[plies], and its upper end
    best: np.ndarray  # float64[plies], the best value so far
    unresolved: np.ndarray  # int8[plies], 1 if an evaluation, not only ends of games, was met below
    actions: np.ndarray  # int32[plies, branching]
    score: np.ndarray  # float64[plies, branching], the higher the sooner tried
    width: np.ndarray  # int64[plies], number of actions
    next: np.ndarray  # int64[plies], index of the next action to try
    pv: np.ndarray  # int32[plies + 1, plies], the best continuation from each ply
    length: np.ndarray  # int64[plies + 1], and its length
    before: np.ndarray  # int32[plies], the line of the previous search
    on_pv: np.ndarray  # bool[plies], whether the path to this ply follows that line
    killers: np.ndarray  # int32[plies, 2], the last two actions that cut off at this ply
    history: np.ndarray  # float64[2, actions], what cut-offs by the action add up to, for each side
    root_values: np.ndarray  # float64[branching], values of the root's actions, in order of `actions[0]`
    root_exact: np.ndarray  # bool[branching], whether that is the value rather than a bound
    numbers: np.ndarray  # int64[SIZE], counters


def new_stack(game, plies: int) -> Stack:
    """A stack for searches at most `plies` plies deep."""
    f = facts(game)
    return Stack(
        state=new_states(game, plies + 1), key=np.zeros(plies, np.uint64), side=np.zeros(plies, np.int64),
        start=np.zeros(plies, np.int64), left=np.zeros(plies, np.int64), alpha=np.zeros(plies), beta=np.zeros(plies),
        best=np.zeros(plies), unresolved=np.zeros(plies, np.int8), actions=np.zeros((plies, f.branching), np.int32),
        score=np.zeros((plies, f.branching)), width=np.zeros(plies, np.int64), next=np.zeros(plies, np.int64),
        pv=np.empty((plies + 1, plies), np.int32), length=np.zeros(plies + 1, np.int64),
        before=np.full(plies, NO_ACTION, np.int32), on_pv=np.zeros(plies, np.bool_),
        killers=np.full((plies, 2), NO_ACTION, np.int32), history=np.zeros((2, f.actions)),
        root_values=np.zeros(f.branching), root_exact=np.zeros(f.branching, np.bool_),
        numbers=np.zeros(SIZE, np.int64),
    )


@entry
def begin(game, evaluation, options, stack, table, rng, depth, low, high):
    """Put the root, which stands in ``stack.state[0]``, on the stack, to be searched `depth` plies deep."""
    fill(stack.numbers, 0)
    stack.numbers[NODES] = 1
    word = position_key(table, game, stack.state[0])
    stack.key[0] = word
    stack.on_pv[0] = True
    push(game, evaluation, options, stack, table, rng, 0, 1, depth, low, high, find(table, word))


@entry
def advance(game, evaluation, options, stack, table, rng, limit):
    """Go on until the root is finished (True) or `limit` nodes are counted (False)."""
    numbers = stack.numbers
    ply = int(numbers[PLY])
    while numbers[NODES] < limit:
        # 1. all actions tried, or the other side would avoid this position: the value goes up one ply
        cut = options.prune and stack.best[ply] >= stack.beta[ply]
        if cut or stack.next[ply] == stack.width[ply]:
            remember(options, stack, table, ply, cut)
            if ply == 0:
                return True
            value = stack.best[ply] * stack.side[ply] * stack.side[ply - 1]
            unresolved = int(stack.unresolved[ply])
            ply -= 1

        # 2. else the next action: its value is known at once, or it opens a ply of its own
        else:
            if options.ordering != LISTED:
                bring_forward(stack, ply)
            state = after_next(game, stack, ply, rng)
            left = one_less(stack.left[ply])
            player = to_move(game, state)
            ended = player == TERMINAL or left == 0 or ply + 1 == len(stack.left)
            side = 1 if player == TERMINAL or with_root(options, player) else -1
            low, high = window(options, stack, ply)
            if side != stack.side[ply]:
                low, high = -high, -low
            word = np.uint64(0)
            found = NOWHERE
            if not ended or files_leaves(table):
                word = position_key(table, game, state)
                if player == TERMINAL:
                    word = ~word  # a rule's key may leave out who has won
                found = find(table, word)
            if found != NOWHERE and cuts_off(table, found, left, low, high):
                value, action, unresolved = probe(table, found)
                stack.pv[ply + 1, 0] = action
                stack.length[ply + 1] = 0 if action == NO_ACTION else 1
                numbers[TABLE_HITS] += 1
            else:
                numbers[NODES] += 1
                if not ended:
                    ply += 1
                    stack.key[ply] = word
                    push(game, evaluation, options, stack, table, rng, ply, side, left, low, high, found)
                    continue
                numbers[LEAVES] += 1
                unresolved = 0 if player == TERMINAL else 1
                value = leaf_value(game, evaluation, options, state, player)
                stack.length[ply + 1] = 0
                if files_leaves(table):
                    store(table, word, left, value, EXACT, NO_ACTION, unresolved, 1)
            value *= side * stack.side[ply]

        # 3. a value has come back: is it the best so far?
        if ply == 0:
            low, high = window(options, stack, 0)
            stack.root_values[stack.next[0] - 1] = value
            stack.root_exact[stack.next[0] - 1] = low < value < high
        stack.unresolved[ply] |= unresolved
        if value > stack.best[ply]:
            stack.best[ply] = value
            extend_line(stack, ply)
    numbers[PLY] = ply
    return False


@helper
def push(game, evaluation, options, stack, table, rng, ply, side, left, alpha, beta, found):
    """Open ply `ply` for the position in its place of the stack; `found` is its entry in the table, or NOWHERE."""
    stack.side[ply] = side
    stack.left[ply] = left
    stack.start[ply] = stack.numbers[NODES]
    stack.alpha[ply] = alpha
    stack.beta[ply] = beta
    stack.best[ply] = -np.inf
    stack.unresolved[ply] = 0
    stack.next[ply] = 0
    stack.length[ply] = 0
    stack.width[ply] = legal(game, stack.state[ply], stack.actions[ply])
    stack.numbers[DEEPEST] = max(stack.numbers[DEEPEST], ply + 1)
    if ply > 0:
        tried = stack.actions[ply - 1, stack.next[ply - 1] - 1]
        stack.on_pv[ply] = stack.on_pv[ply - 1] and stack.before[ply - 1] == tried
    if options.ordering != LISTED:
        rate_actions(game, evaluation, options, stack, table, rng, ply, found)


@helper
def after_next(game, stack, ply, rng):
    """The state after the next action of `ply`, in the stack's place above, and the action counted as tried."""
    stack.state[ply + 1] = stack.state[ply]
    state = stack.state[ply + 1]
    play(game, state, stack.actions[ply, stack.next[ply]], rng)
    stack.next[ply] += 1
    return state


@helper
def one_less(left):
    """A number of plies less one; unlimited stays unlimited."""
    return left if left == UNLIMITED else left - 1


@helper
def window(options, stack, ply):
    """The window, in the perspective of `ply`, in which the next action's value matters."""
    if not options.prune:
        return -np.inf, np.inf
    if ply == 0 and options.every:
        return stack.alpha[0], stack.beta[0]
    return max(stack.alpha[ply], stack.best[ply]), stack.beta[ply]


@helper
def leaf_value(game, evaluation, options, state, player):
    """The value of a state that is not searched further, to the side of `player`; of an end, to the root's player."""
    if player == TERMINAL:
        return outcome(evaluation, game, state, options.root) - options.centre
    if not options.by_root:
        return evaluate(evaluation, game, state, player) - options.centre
    value = evaluate(evaluation, game, state, options.root) - options.centre
    return value if with_root(options, player) else -value


@helper
def with_root(options, player):
    """Whether a player is the one to move at the root, or of his team."""
    return (options.friends >> player) & 1 == 1


@helper
def extend_line(stack, ply):
    """Make the action just tried, and what follows it, the best continuation from `ply`."""
    n = stack.length[ply + 1]
    stack.pv[ply, 0] = stack.actions[ply, stack.next[ply] - 1]
    for i in range(n):
        stack.pv[ply, i + 1] = stack.pv[ply + 1, i]
    stack.length[ply] = n + 1


@helper
def remember(options, stack, table, ply, cut):
    """Keep what the finished ply teaches: its value for the table, its cut-off for the ordering."""
    best = stack.best[ply]
    action = stack.pv[ply, 0]
    bound = EXACT
    if options.prune and best <= stack.alpha[ply]:
        bound = AT_MOST
    if cut:
        bound = AT_LEAST
        stack.numbers[CUTOFFS] += 1
        if options.ordering & KILLERS:
            if stack.killers[ply, 0] != action:
                stack.killers[ply, 1] = stack.killers[ply, 0]
                stack.killers[ply, 0] = action
            left = stack.left[ply]
            stack.history[(1 - stack.side[ply]) // 2, action] += 1 if left == UNLIMITED else left * left
    work = stack.numbers[NODES] - stack.start[ply]
    store(table, stack.key[ply], stack.left[ply], best, bound, action, stack.unresolved[ply], work)


@helper
def rate_actions(game, evaluation, options, stack, table, rng, ply, found):
    """Give each action of `ply` its score: the sum of what the switched-on orderings say."""
    stored = NO_ACTION
    if options.ordering & STORED and found != NOWHERE:
        _, stored, _ = probe(table, found)
    for i in range(stack.width[ply]):
        action = stack.actions[ply, i]
        score = 0.0
        if options.ordering & PV and stack.on_pv[ply] and stack.before[ply] == action:
            score += 1e18
        if action == stored:
            score += 1e17
        if options.ordering & KILLERS:
            if stack.killers[ply, 0] == action:
                score += 2e16
            elif stack.killers[ply, 1] == action:
                score += 1e16
            score += stack.history[(1 - stack.side[ply]) // 2, action]
        if options.ordering & ESTIMATES:
            stack.next[ply] = i
            state = after_next(game, stack, ply, rng)
            player = to_move(game, state)
            estimate = leaf_value(game, evaluation, options, state, player) * stack.side[ply]
            if player != TERMINAL and not with_root(options, player):
                estimate = -estimate
            score += 0.5 * estimate / (1.0 + abs(estimate))  # within (-1/2, 1/2): breaks ties of the others
        stack.score[ply, i] = score
    stack.next[ply] = 0


@helper
def bring_forward(stack, ply):
    """Move the best-rated untried action to the front of the untried ones; equals keep the order of the rules."""
    first = stack.next[ply]
    chosen = first
    for i in range(first + 1, stack.width[ply]):
        if stack.score[ply, i] > stack.score[ply, chosen]:
            chosen = i
    action = stack.actions[ply, chosen]
    score = stack.score[ply, chosen]
    for i in range(chosen, first, -1):
        stack.actions[ply, i] = stack.actions[ply, i - 1]
        stack.score[ply, i] = stack.score[ply, i - 1]
    stack.actions[ply, first] = action
    stack.score[ply, first] = score
