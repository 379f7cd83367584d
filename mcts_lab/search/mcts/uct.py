"""UCT with exchangeable parts [Kocsis & Szepesvari 2006; Browne et al. 2012, Algorithm 2].

One search, and every Monte Carlo algorithm of this project is a choice of its parts: ``UCT(value=Borda())`` is
O-MCTS, ``UCT(world=SingleObserver(), selection=UCB1(0.7))`` is ISMCTS.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...engine.generic import Missing, entry, generic, helper
from ...engine.random import below
from ...game import CHANCE, TERMINAL, UNNOTICED, legal, observation, play, sample_action, sample_outcome, to_move
from .final import MostVisits
from .information_sets import (
    DEMO,
    VISITS,
    ClosedLoop,
    MultipleObserver,
    OpenLoop,
    SingleObserver,
    SingleObserverPOM,
    counting,
    merge_labels,
    own_tree,
    owner,
    realise,
    sample,
    skips_chance,
    unnoticed,
)
from .memory import (
    BROKEN,
    CALLS,
    EVENTS,
    ITERATIONS,
    NODES,
    TOO_LONG,
    allowed,
    init_node,
    record,
    recorded_after,
    update,
)
from .playouts import Playout, evaluate
from .priors import NoPrior, ordered, set_priors
from .pruning import All, candidates, filter_actions
from .selection import UCB1, first_urgency, parent_term, urgency
from .tree import BACK_UP, DRAW, EXPAND, LOSS, MOST_CHILDREN, NONE, OPEN, PLAY_OUT, PROVEN, PRUNED, ROOT, SELECT, WIN
from .values import Mean, estimate


class UCT(NamedTuple):
    """A search as a row of parts; every part is a small value, and the defaults are plain UCT."""

    selection: tuple = UCB1()  # how to choose among children; see `selection`
    value: tuple = Mean()  # what a child is worth; see `values`
    pruning: tuple = All()  # which children take part; see `pruning`
    leaf: tuple = Playout()  # what a new leaf is worth; see `playouts`
    final: tuple = MostVisits()  # which action to play in the end; see `final`
    world: tuple = ClosedLoop()  # what an iteration takes to be true; see `information_sets`
    prior: tuple = NoPrior()  # what is believed about untried children; see `priors`
    fpu: float = math.inf  # first-play urgency, a reward; infinity tries every child once before any twice
    solver: bool = False  # MCTS-Solver [Winands, Bjornsson & Saito 2008]; False switches it off

    def search(self, game, state, *, seed=None, compiled=None, **budget):
        """Search from `state` within a budget (`iterations`, `calls` or `seconds`); returns a `Result`."""
        from .session import Search

        return Search(game, state, self, seed=seed, compiled=compiled).run(**budget)


@entry
def run_iterations(game, uct, root, memory, iterations, calls, spare):
    """Run `iterations` iterations, fewer if `calls` plays have been made, the root is proven, or memory runs short.

    `spare` is the number of (nodes, trace events) that must be free to begin an iteration.
    """
    for _ in range(iterations):
        if memory.counters[CALLS] >= calls or memory.nodes[ROOT].status & PROVEN:
            break
        if memory.counters[NODES] + spare[0] > len(memory.nodes):
            break
        if len(memory.trace) > 0 and memory.counters[EVENTS] + spare[1] > len(memory.trace):
            break
        iterate(game, uct, root, memory)
        if memory.counters[BROKEN]:
            break


@helper
def iterate(game, uct, root, memory):
    """One iteration of the search."""
    nodes, path, depths = memory.nodes, memory.path, memory.depths
    trees = len(depths)  # one, except in many-tree searches

    # 1. The world of this iteration: the root state, or what it might be.
    sample(uct.world, game, root, memory)
    state = memory.states[0]
    for tree in range(trees):
        path[tree, 0] = tree
        depths[tree] = 0

    # 2. Selection: descend to a node that has not been visited, or is final. 3. Expansion happens on the way.
    node, plays = ROOT, 0
    player = to_move(game, state)
    while player != TERMINAL and (node < trees or nodes[node].visits > 0) and not nodes[node].status & PROVEN:
        if plays + 2 == path.shape[1]:
            memory.counters[BROKEN] = TOO_LONG
            break
        if player == CHANCE and skips_chance(uct.world):
            action = sample_action(game, state, memory.rng, memory.scratch)
        else:
            node, action = descend(uct.world, game, uct, state, player, memory)
            if action == NONE:  # no room for more nodes: what has been reached is the leaf
                break
        play(game, state, action, memory.rng)
        plays += 1
        player = to_move(game, state)

    if memory.counters[BROKEN]:
        return

    # 4. Simulation: the rewards of all players.
    if nodes[node].status & PROVEN and node != ROOT:
        proven_rewards(node, memory)
        length = 0
    else:
        length = evaluate(uct.leaf, game, state, memory)
        if uct.solver and player == TERMINAL:
            nodes[node].status |= WIN if memory.rewards[nodes[node].mover] == 1.0 else (
                LOSS if memory.rewards[nodes[node].mover] == 0.0 else DRAW)
    record(memory, PLAY_OUT, node, reward_to(node, memory), length)
    memory.counters[CALLS] += plays + length

    # 5. Backpropagation: each node gets the reward of the player who chose it.
    for tree in range(trees):
        for i in range(depths[tree], -1, -1):
            node = path[tree, i]
            reward = reward_to(node, memory)
            record(memory, BACK_UP, node, reward, 0)
            if i > 0:
                update(uct.value, path[tree, i - 1], node, reward, memory)
                update(uct.selection, path[tree, i - 1], node, reward, memory)
            nodes[node].visits += 1
            nodes[node].total += reward
            recorded_after(memory, node)
            if uct.solver and i > 0 and nodes[node].status & PROVEN:
                prove(path[tree, i - 1], node, memory)
    memory.counters[ITERATIONS] += 1


@generic
def descend(world, game, uct, state, player, memory):
    """Choose the next play and extend the path by its node: (node reached, action), or (leaf, NONE) for no room."""
    raise Missing


@helper
def step_to(tree, node, memory):
    """Go on to `node` in `tree`."""
    memory.depths[tree] += 1
    memory.path[tree, memory.depths[tree]] = node
    record(memory, SELECT if memory.nodes[node].visits > 0 else EXPAND, node, 0.0, 0)


@descend.register(ClosedLoop)
def closed_loop_descend(world, game, uct, state, player, memory):
    node = memory.path[0, memory.depths[0]]
    child = choose(game, uct, state, node, player, memory)
    if child == NONE:
        return node, NONE
    step_to(0, child, memory)
    return child, memory.nodes[child].action


@helper
def choose(game, uct, state, node, player, memory):
    """The child to descend to where a node's actions never change; NONE if there is no room for the children."""
    nodes = memory.nodes
    if nodes[node].children == 0:
        if not expand(game, uct, state, node, player, memory):
            return NONE
    first = int(nodes[node].first_child)
    if player == CHANCE:
        return first + sample_outcome(game, state, memory.rng, memory.scratch)
    children = int(nodes[node].children)
    count = candidates(uct.pruning, node, children, memory)

    # Children are first visited in the order in which they stand, so one look tells whether all have been.
    if uct.fpu == math.inf and nodes[first + count - 1].visits == 0:
        child = first
        while nodes[child].visits > 0:
            child += 1
        if not ordered(uct.prior):
            swap_in(child, child + below(memory.rng, first + children - child), memory)
        return child

    term = parent_term(uct.selection, nodes[node].visits, memory)
    best, top = NONE, -math.inf
    for child in range(first, first + count):
        status = nodes[child].status
        if status == OPEN or (status & PROVEN != LOSS and not status & PRUNED):
            if nodes[child].visits > 0:
                score = urgency(uct.selection, estimate(uct.value, node, child, memory), term, child, memory)
            else:
                score = first_urgency(uct.selection, uct.fpu, term, child, memory)
            if score > top:
                best, top = child, score
    return best if best != NONE else first


@descend.register(OpenLoop, SingleObserver, SingleObserverPOM, MultipleObserver)
def by_label_descend(world, game, uct, state, player, memory):
    own = own_tree(world, player, memory)
    node = memory.path[own, memory.depths[own]]
    if player == CHANCE:
        action = sample_action(game, state, memory.rng, memory.scratch)
        child = node
    else:
        child, action = choose_available(world, game, uct, state, node, player, memory)
        if action == NONE:
            return node, NONE
        if child != node:
            step_to(own, child, memory)
    # What the owners of the trees see of it; who chose it knows what he did.
    for tree in range(len(memory.depths)):
        if tree != own or player == CHANCE:
            label = observation(game, state, action, owner(tree, memory))
            if label != UNNOTICED:
                seen = follow(uct, tree, label, player, memory)
                if seen == NONE:
                    return child, NONE
                step_to(tree, seen, memory)
                if tree == own:
                    child = seen
    return child, action


@helper
def choose_available(world, game, uct, state, node, player, memory):
    """The child to descend to among those that are legal in this iteration's world, perhaps a new one, and the action.

    Availability counts as in [Cowling, Powley & Whitehouse 2012, Alg. 1]: a child's urgency uses the number of visits
    of its parent in which it could have been chosen, counted since it was made.
    """
    nodes, legal_mark, availability = memory.nodes, memory.legal_mark, memory.world[0]
    n = legal(game, state, memory.scratch)
    if not allowed(n, memory):
        return node, NONE
    n = filter_actions(uct.pruning, game, state, n, memory)
    n = merge_labels(world, game, state, player, n, memory)
    legal_mark[-1] += 2
    now = legal_mark[-1]
    for i in range(n):
        legal_mark[memory.scratch[i]] = now
    count = candidates(uct.pruning, node, n, memory)

    known, best, top, last = 0, NONE, -math.inf, NONE
    child = int(nodes[node].first_child)
    while child != NONE:
        if legal_mark[nodes[child].action] == now and nodes[child].mover == player:
            legal_mark[nodes[child].action] = now + 1
            known += 1
            if known <= count and not nodes[child].status & PRUNED:
                times = nodes[node].visits if counting(world) == VISITS else availability[child]
                term = parent_term(uct.selection, times, memory)
                if nodes[child].visits > 0:
                    score = urgency(uct.selection, estimate(uct.value, node, child, memory), term, child, memory)
                else:  # it was made for a play that its owner did not notice
                    score = first_urgency(uct.selection, uct.fpu, term, child, memory)
                if score > top:
                    best, top = child, score
            availability[child] += 1
        last = child
        child = int(nodes[child].next_sibling)

    if known < count and uct.fpu >= top and memory.counters[NODES] < len(nodes):
        if counting(world) == DEMO:
            undo_availability(node, now + 1, player, memory)
        skip = below(memory.rng, n - known)
        i = 0
        while legal_mark[memory.scratch[i]] != now or skip > 0:
            skip -= legal_mark[memory.scratch[i]] == now
            i += 1
        best = add_child(uct, node, last, memory.scratch[i], player, memory)
        set_priors(uct.prior, game, state, best, 1, player, memory)
    if best == NONE:
        return node, NONE
    action = realise(world, game, state, nodes[best].action, player, memory)
    if unnoticed(world, game, state, action, player, memory):
        return node, action
    return best, action


@helper
def undo_availability(node, mark, player, memory):
    """Take back this visit from the availability of the children that bear the mark of being legal."""
    child = int(memory.nodes[node].first_child)
    while child != NONE:
        if memory.legal_mark[memory.nodes[child].action] == mark and memory.nodes[child].mover == player:
            memory.world[0][child] -= 1
        child = int(memory.nodes[child].next_sibling)


@helper
def follow(uct, tree, label, player, memory):
    """The child of the place reached in `tree` for what its owner has seen, made if it is new; NONE: no room."""
    node = memory.path[tree, memory.depths[tree]]
    last = NONE
    child = int(memory.nodes[node].first_child)
    while child != NONE:
        if memory.nodes[child].action == label and memory.nodes[child].mover == player:
            return child
        last = child
        child = int(memory.nodes[child].next_sibling)
    if memory.counters[NODES] == len(memory.nodes):
        return NONE
    return add_child(uct, node, last, label, player, memory)


@helper
def add_child(uct, node, last, action, player, memory):
    """Add a child of `node` behind its `last` one."""
    child = new_node(uct, node, action, player, memory)
    memory.nodes[node].children = min(int(memory.nodes[node].children) + 1, MOST_CHILDREN)  # over many worlds: or more
    if last == NONE:
        memory.nodes[node].first_child = child
    else:
        memory.nodes[last].next_sibling = child
    return child


@helper
def expand(game, uct, state, node, player, memory):
    """Make all children of `node`, side by side; False if there is no room."""
    nodes = memory.nodes
    n = legal(game, state, memory.scratch)
    if not allowed(n, memory):
        return False
    if player != CHANCE:
        n = filter_actions(uct.pruning, game, state, n, memory)
    first = int(memory.counters[NODES])
    if first + n > len(nodes):
        return False
    for i in range(n):
        child = new_node(uct, node, memory.scratch[i], player, memory)
        if i > 0:
            nodes[child - 1].next_sibling = child
    nodes[node].first_child = first
    nodes[node].children = n
    if player != CHANCE:  # outcomes of chance keep their order
        set_priors(uct.prior, game, state, first, n, player, memory)
    return True


@helper
def new_node(uct, parent, action, player, memory):
    """Add an unvisited node for `action` of `player`; linking it to its siblings is left to the caller."""
    child = int(memory.counters[NODES])
    memory.counters[NODES] += 1
    node = memory.nodes[child]
    node.total = 0.0
    node.visits = 0
    node.parent = parent
    node.first_child = NONE
    node.next_sibling = NONE
    node.action = action
    node.children = 0
    node.mover = player
    node.status = OPEN
    init_node(uct.world, child, memory)
    init_node(uct.selection, child, memory)
    init_node(uct.value, child, memory)
    return child


@helper
def swap_in(child, other, memory):
    """Exchange two unvisited siblings, which differ in their actions (and priors, which are all equal then)."""
    action = memory.nodes[child].action
    memory.nodes[child].action = memory.nodes[other].action
    memory.nodes[other].action = action


@helper
def reward_to(node, memory):
    """The reward of this iteration to the mover of `node`."""
    mover = int(memory.nodes[node].mover)
    return memory.rewards[mover if mover >= 0 else int(memory.nodes[ROOT].mover)]


@helper
def proven_rewards(node, memory):
    """The rewards of a proven node, for two players."""
    reward = 0.5 * ((memory.nodes[node].status & PROVEN) - LOSS)
    mover = int(memory.nodes[node].mover)
    memory.rewards[mover] = reward
    memory.rewards[1 - mover] = 1.0 - reward


@helper
def prove(parent, child, memory):
    """Prove `parent` if its proven `child` is a win, or all its children are proven."""
    nodes = memory.nodes
    best = nodes[child].status & PROVEN
    if best != WIN:
        sibling = int(nodes[parent].first_child)
        while sibling != NONE:
            status = nodes[sibling].status & PROVEN
            if status == OPEN:
                return
            best = max(best, status)
            sibling = int(nodes[sibling].next_sibling)
    same = nodes[parent].mover == nodes[child].mover
    if not nodes[parent].status & PROVEN:
        nodes[parent].status |= best if same else WIN + LOSS - best
