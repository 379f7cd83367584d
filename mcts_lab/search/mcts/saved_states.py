"""Search trees in which every node stores the state that was reached there.

A descent then copies states instead of playing actions. The random events on the way to a node stay as they were when
the node was made. So a game that uses random numbers during actions can be searched like a deterministic game.
"""

import math

import numpy as np

from ...engine.arithmetic import power
from ...engine.random import below
from ...game import CHANCE
from .closed_loop import ClosedLoop
from .components import SearchTree
from .lookahead import look_ahead, reward_of
from .loop import arrive
from .memory import CURRENT, FIRST_SAVED, NODES, SAVED, add_child
from .nodes import NONE


class KeptStates(SearchTree):
    """Base class of these search trees. Each node stores the state that was reached there."""

    def keeps_states(self):
        return True

    def may_follow(self, game, facts, same_player):
        return False  # the stored states did not occur in the game

    def node_arrays(self, capacity, facts):
        """Return ``places``: int32[nodes], the index of the node's state in `Memory.states`, or NONE; and ``depths``:
        int32[nodes], the number of actions from the root."""
        return {"places": np.empty(capacity, np.int32), "depths": np.empty(capacity, np.int32)}

    def init_node(self, node, memory):
        memory.of(self).places[node] = NONE
        parent, depths = memory.nodes[node].parent, memory.of(self).depths
        depths[node] = 0 if parent == NONE else depths[parent] + 1

    def swap(self, child, other, memory):
        places = memory.of(self).places
        place = places[child]
        places[child] = places[other]
        places[other] = place

    def save(self, game, state, node, memory):
        """Store a copy of `state` for `node`."""
        place = FIRST_SAVED + int(memory.counters[SAVED])
        memory.counters[SAVED] += 1
        memory.of(self).places[node] = place
        game.put(memory.states, place, state)


class SavedStates(KeptStates):
    """Build a tree in which a node stores the first state that was reached there.

    A descent then copies states instead of playing actions again. The random events on the way to a node stay as they
    were when the node was made. So games that use random numbers during actions can be searched like deterministic
    games [1]_. Each step down in the tree counts as a forward-model call. The search sees hidden information.

    Parameters
    ----------
    depth : int, default 1048576
        Maximum depth of the tree: number of actions below the root, at least 1. A number above the length of the game
        switches the limit off.

    See Also
    --------
    SavedOutcomes : several outcomes for each action.
    OpenLoop : new random events in every iteration.

    References
    ----------
    .. [1] D. Perez-Liebana et al., "Tribes: a new turn-based strategy game for AI research", AIIDE 2020 (there "closed
       loop").

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import SavedStates
    >>> game = games.gaps(cells=12, moves=20)
    >>> UCT(tree=SavedStates()).search(game, start(game, 1), iterations=50, seed=1).name
    'step'
    """

    ranges = {"depth": (1, None)}

    depth: int = 1 << 20

    def spare_states(self, facts):
        return 1

    def select_child(self, game, components, state, node, player, memory):
        if memory.of(self).depths[node] >= self.depth:
            return node, NONE
        return ClosedLoop.select_child(self, game, components, state, node, player, memory)

    def advance(self, game, components, state, node, action, memory):
        place = memory.of(self).places[node]
        if place == NONE:
            game.play(state, action, memory.rng)
            self.save(game, state, node, memory)
        else:
            game.put(memory.states, CURRENT, memory.states[place])
        return node

    def judge(self, game, state, child, player, memory):
        place = int(memory.of(self).places[child])
        if place == NONE:
            return look_ahead(game, state, int(memory.nodes[child].action), player, memory)
        return reward_of(game, memory.states[place], player, memory)


class SavedOutcomes(KeptStates):
    """Build a tree of saved states in which an action has several outcomes, more of them as it is tried more often.

    At its N-th visit a child may have ``ceil(k * N**alpha)`` outcomes. Each outcome is a node that stores a state. If
    the child already has so many outcomes, one of them is drawn at random, in proportion to its visits. Together with
    `ProgressiveWidening` of the actions, this is double progressive widening [1]_. Use it if an action has many random
    outcomes.

    Parameters
    ----------
    depth : int, default 1048576
        Maximum depth of the tree in actions below the root, at least 1, as in `SavedStates`.
    k : float, default 1.0
        Factor of the number of outcomes, at least 1.
    alpha : float, default 0.5
        Exponent of the number of outcomes, from 0 to 1. With 0 and ``k=1``, only the first outcome is kept, as in
        `SavedStates`.

    References
    ----------
    .. [1] A. Couëtoux et al., "Continuous upper confidence trees", LION 2011.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import SavedOutcomes
    >>> game = games.gaps(cells=12, moves=20)
    >>> UCT(tree=SavedOutcomes()).search(game, start(game, 1), iterations=50, seed=1).name
    'jump'
    """

    ranges = {"depth": (1, None), "k": (1, None), "alpha": (0, 1)}
    grows_outcomes = True

    depth: int = 1 << 20
    k: float = 1.0
    alpha: float = 0.5

    def spare_states(self, facts):
        return 2  # the states of the root and of a new node

    select_child = SavedStates.select_child

    def advance(self, game, components, state, node, action, memory):
        nodes = memory.nodes
        last, outcomes = NONE, 0
        child = int(nodes[node].first_child)
        while child != NONE:
            last = child
            outcomes += 1
            child = int(nodes[child].next_sibling)
        room = memory.counters[NODES] < len(nodes)
        if outcomes == 0 and not room:  # the tree is full, so the child is the leaf of this iteration
            game.play(state, action, memory.rng)
            return node
        if outcomes == 0 or (room and outcomes < math.ceil(self.k * power(nodes[node].visits + 1, self.alpha))):
            game.play(state, action, memory.rng)
            reached = add_child(components, node, last, outcomes, CHANCE, memory)
            memory.of(self).depths[reached] -= 1  # an outcome is not an action
            self.save(game, state, reached, memory)
        else:
            skip = below(memory.rng, int(nodes[node].visits))
            reached = int(nodes[node].first_child)
            while nodes[reached].next_sibling != NONE and skip >= nodes[reached].visits:
                skip -= int(nodes[reached].visits)
                reached = int(nodes[reached].next_sibling)
            game.put(memory.states, CURRENT, memory.states[memory.of(self).places[reached]])
        memory.path_ends[0] = reached
        arrive(components, reached, memory)
        return reached
