"""The loop of plain UCT in one function, for interpreted searches.

Python takes longer to call a method of a component than the method itself takes. So this function calls components only
for steps that are rare. It builds the same tree as `loop` does, node for node.
"""

import math

from ...game import CHANCE, TERMINAL, sample_outcome
from .closed_loop import expand, untried_child
from .loop import best_child, may_begin
from .memory import BROKEN, CALLS, CURRENT, DEPTH, ITERATIONS, LAST_CALL, MOST_PLAYS, TOO_LONG, for_leaf
from .nodes import ROOT


def run_quickly(tree, game, components, root, memory, iterations, calls, spare):
    """Run iterations as `loop.run_iterations` does, on light nodes."""
    nodes, counters, rewards = memory.nodes, memory.counters, memory.rewards
    counters[LAST_CALL] = calls
    owner, most = nodes[ROOT].mover, counters[MOST_PLAYS]
    for _ in range(iterations):
        if counters[CALLS] >= calls or not may_begin(components, memory, spare):
            break
        state = memory.states[CURRENT]
        tree.sample(game, root, state, memory)
        # 1. selection and expansion
        place, node, path = ROOT, nodes[ROOT], [nodes[ROOT]]
        player = int(game.to_move(state))
        while player != TERMINAL and (place == ROOT or node.visits > 0):
            if len(path) > most:
                counters[BROKEN] = TOO_LONG
                break
            if node.children == 0 and not expand(game, components, state, place, player, memory):
                break
            place = chosen(tree, game, components, state, place, node, player, memory)
            node = nodes[place]
            path.append(node)
            game.play(state, node.action, memory.rng)
            player = int(game.to_move(state))
        if counters[BROKEN]:
            continue
        memory.path_ends[0] = place
        # 2. leaf evaluation
        counters[DEPTH] = len(path) - 1
        counters[CALLS] += len(path) - 1
        played = components.leaf.evaluate(game, state, for_leaf(memory))  # it may also add to the counter itself
        counters[CALLS] += played
        # 3. backup
        for node in path:
            node.visits += 1
            node.total += rewards[node.mover if node.mover >= 0 else owner]
        counters[ITERATIONS] += 1


def chosen(tree, game, components, state, place, node, player, memory):
    """Return the child of `node` to which the descent continues. `player` is to move at `node`."""
    nodes, roots = memory.nodes, memory.inverse_roots
    first, end = node.first_child, node.first_child + node.children
    if player == CHANCE:
        return first + sample_outcome(game, state, memory.rng, memory.scratch)
    if nodes[end - 1].visits == 0:
        return untried_child(components, first, end, memory)
    visits = node.visits
    if visits >= len(roots):
        term = components.selection.parent_term(visits, memory)
        return best_child(tree, components, None, place, term, end - first, end, player, memory)[0]
    term, best, top = components.selection.c * memory.root_logs[visits], first, -math.inf
    for child, node in enumerate(nodes[first:end], first):
        visits = node.visits
        score = node.total / visits + term * roots[visits]
        if score > top:
            best, top = child, score
    return best
