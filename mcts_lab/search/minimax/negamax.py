"""Depth-first search of a game between two sides: the loop under `minimax` and `alpha_beta`.

The recursion of `textbook.negamax` [Knuth & Moore 1975, section 3, procedure F2] is written here as a loop over a
stack with one element per ply. So the search allocates nothing, can be stopped after any number of nodes and taken up
again, and its stack can be looked at while it runs.

Signs: the values of ply p are in the perspective of the side that moves at ply p. There are two sides, the player who
moves at the root with their team, if the game has teams (+1), and all others (-1); a value changes its sign only
where the side changes, so a player may move several times in a row. Values are payoffs minus `centre`, the payoff that
is worth the same to both, half of what their payoffs add up to.

Bounds: ``best`` is returned even when it lies outside the window ("fail-soft" [Fishburn 1983]); at or below alpha it is
an upper bound of the value, at or above beta a lower bound.
"""

from __future__ import annotations

import numpy as np

from ...engine.bundle import Bundle
from ...engine.distinct import Distinct
from ...engine.generic import entry, helper
from ...engine.light import fill
from ...game import TERMINAL, facts, legal, new_states, noisy, play, to_move
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

EPSILON, TINY = 2.3e-16, 5e-324  # a number plus these parts of it is the next, or the one after it
UNLIMITED = 1 << 30  # plies: search to the end of the game, or as deep as the stack is

# how actions are ordered; the numbers add up
LISTED = 0  # as the rules list them
PV = 1  # the line of the previous, shallower search first
STORED = 2  # the best action of the transposition table first
KILLERS = 4  # then two actions that cut off last at this ply, then by how often and how high up an action cut off
ESTIMATES = 8  # then by the evaluation of the state they lead to

SCOUTED, AGAIN = 1, 2  # whether it is better is asked; it is better, and what it is worth is asked

# what `Stack.numbers` counts
PLY, NODES, LEAVES, CUTOFFS, TABLE_HITS, DEEPEST, SIZE = range(7)


class Options(Distinct):
    """The switches of the loop; all are numbers, so that changing one compiles nothing."""

    prune: bool  # alpha-beta; off: plain minimax
    scout: bool  # first ask of all actions of a ply but its first whether they are better
    ordering: int  # a sum of PV, STORED, KILLERS, ESTIMATES
    root: int  # the player to move at the root
    by_root: bool  # evaluate in the root player's eyes; off: in those of the player to move
    every: bool  # give every root action the whole window, so that all their values are exact
    centre: float  # the payoff that is worth the same to both
    friends: int  # a bit for each player of the root's side
    quiescence: int  # plies beyond the depth for which noisy actions are followed
    hurry: float  # how much less the end of a game differs from even for each ply to it


FRAME = np.dtype(
    [
        ("key", np.uint64),  # of the position
        ("start", np.int64),  # nodes counted when the ply was opened
        ("alpha", np.float64),  # the window's lower end
        ("beta", np.float64),  # and its upper end
        ("best", np.float64),  # the best value so far
        ("left", np.int32),  # plies still to search below, or UNLIMITED
        ("width", np.int32),  # number of actions
        ("next", np.int32),  # index of the next action to try
        ("length", np.int32),  # of the best continuation
        ("side", np.int8),  # +1 where the root's player moves, else -1
        ("unresolved", np.int8),  # 1 if an evaluation, not only ends of games, was met below
        ("on_pv", np.int8),  # 1 if the path to this ply follows the line of the previous search
        ("look", np.int8),  # at the action tried: SCOUTED, AGAIN, or 0
    ],
    align=True,
)


class Stack(Bundle):
    """The recursion as arrays with one element, or row, per ply."""

    FIELDS = __slots__ = (
        "states",  # [plies + 1] of the game's states
        "frames",  # FRAME records [plies + 1]; of the last only the length of its line, 0, is read
        "actions",  # int32[plies, branching]
        "score",  # float64[plies, branching], the higher the sooner tried
        "pv",  # int32[plies + 1, plies], the best continuation from each ply
        "before",  # int32[plies], the line of the previous search
        "killers",  # int32[plies, 2], the last two actions that cut off at this ply
        "history",  # float64[2, actions + 1], what cut-offs by the action, or by NO_ACTION, add up to, for each side
        "root_values",  # float64[branching], values of the root's actions, in order of `actions[0]`
        "root_exact",  # bool[branching], whether that is the value rather than a bound
        "clock",  # uint64[plies + 1], goes into the key of a position at this ply; zeros: it counts the same at all
        "numbers",  # int64[SIZE], counters
    )

    @property
    def plies(self) -> int:
        """The most plies of a search."""
        return len(self.states) - 1

    def clear(self):
        """Forget what earlier searches have taught; the rest is written before it is read."""
        self.before[:] = NO_ACTION
        self.killers[:] = NO_ACTION
        self.history[:] = 0.0


def new_stack(game, plies: int) -> Stack:
    """A stack for searches at most `plies` plies deep, to be cleared first."""
    f = facts(game)
    return Stack(
        states=new_states(game, plies + 1), frames=np.zeros(plies + 1, np.dtype((np.record, FRAME))),
        actions=np.zeros((plies, f.branching), np.int32), score=np.zeros((plies, f.branching)),
        pv=np.empty((plies + 1, plies), np.int32), before=np.empty(plies, np.int32),
        killers=np.empty((plies, 2), np.int32), history=np.empty((2, f.actions + 1)), root_values=np.zeros(f.branching),
        root_exact=np.zeros(f.branching, np.bool_), clock=np.zeros(plies + 1, np.uint64),
        numbers=np.zeros(SIZE, np.int64),
    )


@entry
def begin(game, evaluation, options, stack, table, rng, depth, low, high):
    """Put the root, which stands in ``stack.states[0]``, on the stack, to be searched `depth` plies deep."""
    fill(stack.numbers, 0)
    stack.numbers[NODES] = stack.numbers[DEEPEST] = 1
    word = position_key(table, game, stack.states[0], stack.clock[0])
    stack.frames[0].on_pv = 1
    push(game, evaluation, options, stack, table, rng, 0, 1, depth, low, high, word, find(table, word), 1)


@entry
def advance(game, evaluation, options, stack, table, rng, limit):
    """Go on until the root is finished (True) or `limit` nodes are counted (False)."""
    numbers, frames = stack.numbers, stack.frames
    ply = int(numbers[PLY])
    nodes, leaves, deepest = int(numbers[NODES]), int(numbers[LEAVES]), int(numbers[DEEPEST])
    here = frames[ply]
    while nodes < limit:
        # 1. all actions tried, or the other side would avoid this position: the value goes up one ply
        cut = options.prune and here.best >= here.beta
        if cut or here.next == here.width:
            remember(options, stack, table, ply, cut, nodes)
            if ply == 0:
                numbers[NODES], numbers[LEAVES], numbers[DEEPEST] = nodes, leaves, deepest
                return True
            value = here.best
            unresolved = int(here.unresolved)
            side = int(here.side)
            ply -= 1
            here = frames[ply]

        # 2. else the next action: its value is known at once, or it opens a ply of its own
        else:
            if options.ordering != LISTED:
                bring_forward(stack, ply)
            state = after_next(game, stack, ply, rng)
            left = one_less(int(here.left))
            player = to_move(game, state)
            ended = player == TERMINAL or left == -options.quiescence or ply + 2 == len(frames)
            side = 1 if player == TERMINAL or with_root(options, player) else -1
            low, high = window(options, stack, ply)
            if options.scout:
                here.look = scouting(options, here, ply, ended)
                if here.look == SCOUTED:
                    high = low + (abs(low) * EPSILON + TINY)
            if side != here.side:
                low, high = -high, -low
            word = np.uint64(0)
            found = NOWHERE
            if not ended or files_leaves(table):
                word = position_key(table, game, state, stack.clock[ply + 1])
                if player == TERMINAL:
                    word = ~word  # a rule's key may leave out who has won
                found = find(table, word)
            if found != NOWHERE and cuts_off(table, found, left, low, high):
                value, action, unresolved = probe(table, found)
                stack.pv[ply + 1, 0] = action
                frames[ply + 1].length = 0 if action == NO_ACTION else 1
                numbers[TABLE_HITS] += 1
            else:
                nodes += 1
                if not ended:
                    leaves += 1 if left <= 0 else 0  # it is evaluated, too
                    ply += 1
                    here = frames[ply]
                    deepest = max(deepest, ply + 1)
                    push(game, evaluation, options, stack, table, rng, ply, side, left, low, high, word, found, nodes)
                    continue
                leaves += 1
                unresolved = 0 if player == TERMINAL else 1
                value = leaf_value(game, evaluation, options, state, player, ply + 1)
                frames[ply + 1].length = 0
                if files_leaves(table):
                    store(table, word, left, value, EXACT, NO_ACTION, unresolved, 1)

        # 3. a value has come back, to `side`: is it the best so far?
        if side != here.side:
            value = -value
        if options.scout and here.look == SCOUTED and max(here.alpha, here.best) < value < here.beta:
            here.look = AGAIN
            here.next -= 1
            continue
        if ply == 0:
            low, high = window(options, stack, 0)
            stack.root_values[here.next - 1] = value
            stack.root_exact[here.next - 1] = low < value < high
        here.unresolved |= unresolved
        if value > here.best:
            here.best = value
            extend_line(stack, ply)
    numbers[PLY], numbers[NODES], numbers[LEAVES], numbers[DEEPEST] = ply, nodes, leaves, deepest
    return False


@helper
def push(game, evaluation, options, stack, table, rng, ply, side, left, alpha, beta, word, found, nodes):
    """Open ply `ply` for the position in its place of the stack; `found` is its entry in the table, or NOWHERE."""
    here = stack.frames[ply]
    here.key = word
    here.side = side
    here.left = left
    here.start = nodes
    here.alpha = alpha
    here.beta = beta
    here.best = -np.inf
    here.unresolved = 0
    here.next = 0
    here.length = 0
    here.width = legal(game, stack.states[ply], stack.actions[ply])
    if left <= 0:  # noisy actions alone, or none of them: then it is worth what it is estimated to be
        here.width = only_noisy(game, stack.states[ply], stack.actions[ply], here.width)
        here.best = leaf_value(game, evaluation, options, stack.states[ply], to_move(game, stack.states[ply]), ply)
        here.unresolved = 1
        stack.pv[ply, 0] = NO_ACTION
    if options.ordering != LISTED:
        if ply > 0:
            above = stack.frames[ply - 1]
            followed = stack.before[ply - 1] == stack.actions[ply - 1, above.next - 1]
            here.on_pv = 1 if above.on_pv and followed else 0
        rate_actions(game, evaluation, options, stack, table, rng, ply, found)


@helper
def only_noisy(game, state, actions, n):
    """Keep the noisy ones of the `n` actions, in their order; returns how many they are."""
    kept = 0
    for i in range(n):
        if noisy(game, state, actions[i]):
            actions[kept] = actions[i]
            kept += 1
    return kept


@helper
def after_next(game, stack, ply, rng):
    """The state after the next action of `ply`, in the stack's next place, and the action counted as tried."""
    here = stack.frames[ply]
    stack.states[ply + 1] = stack.states[ply]
    state = stack.states[ply + 1]
    play(game, state, stack.actions[ply, here.next], rng)
    here.next += 1
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
    here = stack.frames[ply]
    if ply == 0 and options.every:
        return here.alpha, here.beta
    return max(here.alpha, here.best), here.beta


@helper
def scouting(options, here, ply, ended):
    """SCOUTED if the action just counted is to be asked only whether it is better than those before, else 0."""
    first = here.next == 1 or here.look == AGAIN
    return 0 if first or ended or (ply == 0 and options.every) else SCOUTED


@helper
def leaf_value(game, evaluation, options, state, player, plies):
    """The value of a state so many plies from the root that is not searched further, to the side of `player`; of an
    end, to the root's player."""
    if player == TERMINAL:
        value = outcome(evaluation, game, state, options.root) - options.centre
        if options.hurry > 0.0:
            value -= options.hurry * plies * (int(value > 0.0) - int(value < 0.0))
        return value
    if not options.by_root:
        return evaluate(evaluation, game, state, player) - options.centre
    value = evaluate(evaluation, game, state, options.root) - options.centre
    return value if with_root(options, player) else -value


@helper
def with_root(options, player):
    """Whether a player is the one to move at the root, or of the same team."""
    return (options.friends >> player) & 1 == 1


@helper
def extend_line(stack, ply):
    """Make the action just tried the best one from `ply`, with what follows it if the value is within the window.

    Outside of it the line can be no part of the root's, and copying would take longer than much of the rest.
    """
    here = stack.frames[ply]
    stack.pv[ply, 0] = stack.actions[ply, here.next - 1]
    here.length = 1
    if here.alpha < here.best < here.beta or ply == 0:
        n = stack.frames[ply + 1].length
        for i in range(n):
            stack.pv[ply, i + 1] = stack.pv[ply + 1, i]
        here.length = n + 1


@helper
def remember(options, stack, table, ply, cut, nodes):
    """Keep what the finished ply teaches: its value for the table, its cut-off for the ordering."""
    here = stack.frames[ply]
    action = stack.pv[ply, 0]
    bound = EXACT
    if options.prune and here.best <= here.alpha:
        bound = AT_MOST
    if cut:
        bound = AT_LEAST
        stack.numbers[CUTOFFS] += 1
        if options.ordering & KILLERS:
            if stack.killers[ply, 0] != action:
                stack.killers[ply, 1] = stack.killers[ply, 0]
                stack.killers[ply, 0] = action
            left = int(here.left)
            stack.history[(1 - here.side) // 2, action] += 1 if left == UNLIMITED else left * left
    store(table, here.key, here.left, here.best, bound, action, here.unresolved, nodes - here.start)


@helper
def rate_actions(game, evaluation, options, stack, table, rng, ply, found):
    """Give each action of `ply` its score: the sum of what the switched-on orderings say."""
    here = stack.frames[ply]
    stored = NO_ACTION
    if options.ordering & STORED and found != NOWHERE:
        _, stored, _ = probe(table, found)
    for i in range(here.width):
        action = stack.actions[ply, i]
        score = 0.0
        if options.ordering & PV and here.on_pv and stack.before[ply] == action:
            score += 1e18
        if action == stored:
            score += 1e17
        if options.ordering & KILLERS:
            if stack.killers[ply, 0] == action:
                score += 2e16
            elif stack.killers[ply, 1] == action:
                score += 1e16
            score += stack.history[(1 - here.side) // 2, action]
        if options.ordering & ESTIMATES:
            here.next = i
            state = after_next(game, stack, ply, rng)
            player = to_move(game, state)
            estimate = leaf_value(game, evaluation, options, state, player, ply + 1) * here.side
            if player != TERMINAL and not with_root(options, player):
                estimate = -estimate
            score += 0.5 * estimate / (1.0 + abs(estimate))  # within (-1/2, 1/2): breaks ties of the others
        stack.score[ply, i] = score
    here.next = 0


@helper
def bring_forward(stack, ply):
    """Move the best-rated untried action to the front of the untried ones; equals keep the order of the rules."""
    here = stack.frames[ply]
    first = chosen = int(here.next)
    for i in range(first + 1, here.width):
        if stack.score[ply, i] > stack.score[ply, chosen]:
            chosen = i
    action = stack.actions[ply, chosen]
    score = stack.score[ply, chosen]
    for i in range(chosen, first, -1):
        stack.actions[ply, i] = stack.actions[ply, i - 1]
        stack.score[ply, i] = stack.score[ply, i - 1]
    stack.actions[ply, first] = action
    stack.score[ply, first] = score
