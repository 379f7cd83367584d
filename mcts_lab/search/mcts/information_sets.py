"""Search trees in which a node is a sequence of labels: open-loop trees, and trees of information sets.

A label is an action, or a player's observation of an action. The classes here decide in which state an iteration
begins. They choose the next child among the actions that are legal in the iteration's state.
"""

import math

import numpy as np

from ...engine.random import below
from ...game import CHANCE, UNNOTICED, sample_action
from .closed_loop import ClosedLoop
from .components import SearchTree
from .loop import arrive, best_child, reward_of_untried
from .memory import CURRENT, NODES, add_child, allowed
from .needs import no_determinization, no_observation
from .nodes import NONE, ROOT


class Labels(SearchTree):
    """Base class of these search trees. Each node stores its availability, and each action is chosen in the tree of
    the player who moves."""

    def node_arrays(self, capacity, facts):
        """Return ``available``: int32[nodes]. It is the number of iterations, since the node was made, in which it
        could have been chosen."""
        return {"available": np.empty(capacity, np.int32)}

    def init_node(self, node, memory):
        memory.of(self).available[node] = 1

    def select_child(self, game, components, state, node, player, memory):
        if player == CHANCE and self.skips_chance():
            return node, int(sample_action(game, state, memory.rng, memory.scratch))
        own = self.own_tree(player, memory)
        here = int(memory.path_ends[own])
        if player == CHANCE:
            action = int(sample_action(game, state, memory.rng, memory.scratch))
            child = here
        else:
            child, action = choose_available(self, game, components, state, here, player, memory)
            if action == NONE:
                return here, NONE
            if child != here:
                memory.path_ends[own] = child
                arrive(components, child, memory)
        # the mover knows the action; the owners of the other trees have only an observation of it
        for tree in range(len(memory.path_ends)):
            if tree != own or player == CHANCE:
                label = game.observation(state, action, owner(tree, memory))
                if label != UNNOTICED:
                    seen = follow(components, tree, label, player, memory)
                    if seen == NONE:
                        return child, NONE
                    memory.path_ends[tree] = seen
                    arrive(components, seen, memory)
                    if tree == own:
                        child = seen
        return child, action

    def counts_visits(self):
        """Return whether selection scores use the visits of the parent instead of the availability of the child."""
        return False

    def adding_child(self, node, player, memory):
        """Prepare for a new child of `node`, in an iteration that `available` already includes. By default do
        nothing."""

    def offers(self, child, player, memory):
        """Return whether `child` is legal in this iteration. If it is, increase its availability."""
        action, mark = memory.nodes[child].action, memory.legal_mark
        if mark[action] != mark[-1] or memory.nodes[child].mover != player:
            return False
        mark[action] = mark[-1] + 1
        memory.of(self).available[child] += 1
        return True

    def term_of(self, components, node, child, player, memory):
        if self.counts_visits():
            return SearchTree.term_of(self, components, node, child, player, memory)
        return components.selection.parent_term(memory.of(self).available[child] - 1, memory)  # without this visit

    def own_tree(self, player, memory):
        """Return the tree in which `player` chooses."""
        return 0

    def merge_labels(self, game, state, player, n, memory):
        """Turn the `n` legal actions in `memory.scratch` into the labels of the tree. Return how many labels remain."""
        return n

    def realise(self, pruning, game, state, label, player, memory):
        """Return an action that has the label `label`, which is then played."""
        return label

    def unnoticed(self, game, state, action, player, memory):
        """Return whether the owner of the tree does not notice `action`. The action then changes nothing in the tree.
        """
        return False


class OpenLoop(Labels):
    """Build a tree of action sequences: every iteration plays the actions again, with new random events.

    A node stands for all states to which its actions may lead, and its mean reward is an average over them. A node
    gets a child for each action that is legal in at least one of these states [1]_. Use this tree for games that use
    random numbers during actions. The search sees hidden information.

    Parameters
    ----------
    availability : bool, default True
        Whether the selection score of a child uses the number of times that the child could have been chosen. False
        uses the visits of its parent, as UCB1 does if the legal actions are always the same.

    References
    ----------
    .. [1] D. Perez-Liebana et al., "Open loop search for general video game playing", GECCO 2015.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import OpenLoop
    >>> game = games.bandit(arms=(0.2, 0.8))
    >>> UCT(tree=OpenLoop()).search(game, start(game), iterations=100, seed=1).action
    1
    """

    availability: bool = True

    may_follow = ClosedLoop.may_follow

    def skips_chance(self):
        return True

    def counts_visits(self):
        return not self.availability


class SingleObserver(Labels):
    """Build one tree over many determinizations (SO-ISMCTS), for games with hidden information.

    Every iteration begins in a new random determinization. This is a state that agrees with everything that the player
    to move at the root has seen [1]_. A node is a sequence of actions. If all players see all actions, a node is an
    information set of that player. The game needs a method `determinize`.

    Parameters
    ----------
    availability : bool, default True
        Whether the selection score of a child uses its availability: the number of visits of the parent, since the
        child was made, in which the action was legal. False uses all visits of the parent, as OpenSpiel does.

    See Also
    --------
    ISMCTS : UCT with this tree and a suitable exploration constant.
    MultipleObserver : if actions are hidden as well.

    References
    ----------
    .. [1] P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on
       Computational Intelligence and AI in Games 4, 2012, Algorithm 1.

    Examples
    --------
    >>> from mcts_lab import UCT, games, legal_actions
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import SingleObserver
    >>> game = games.kuhn_poker()
    >>> state = position_after(game, [2, 0])
    >>> UCT(tree=SingleObserver()).search(game, state, iterations=200, seed=1).name
    'bet'
    """

    availability: bool = True

    def problem(self, game, facts, method):
        return no_determinization(game, facts)

    def sample(self, game, root, state, memory):
        game.put(memory.states, CURRENT, root)
        game.determinize(state, int(memory.nodes[ROOT].mover), memory.rng)

    counts_visits = OpenLoop.counts_visits


class SingleObserverPOM(Labels):
    """Build one tree of the observations of the root player (SO-ISMCTS + POM), for games with hidden actions.

    If the root player cannot distinguish some actions of an opponent, these actions share one child, and they are
    assumed to be equally likely [1]_. The game needs the methods `determinize` and `observation`.

    See Also
    --------
    MultipleObserver : a tree for every player, so that the assumed opponents are stronger.

    References
    ----------
    .. [1] P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on
       Computational Intelligence and AI in Games 4, 2012, section V.B.

    Examples
    --------
    >>> from mcts_lab import ISMCTS, games, start
    >>> from mcts_lab.search import SingleObserverPOM
    >>> game = games.phantom_ttt()
    >>> ISMCTS(tree=SingleObserverPOM()).search(game, start(game), iterations=100, seed=1).name
    'x(2,0)'
    """

    nodes_are_labels = True

    def problem(self, game, facts, method):
        return no_determinization(game, facts) or no_observation(game, facts)

    sample = SingleObserver.sample

    def merge_labels(self, game, state, player, n, memory):
        observer = int(memory.nodes[ROOT].mover)
        if player == observer:
            return n
        labels, scratch = 0, memory.scratch
        for i in range(n):
            label = game.observation(state, scratch[i], observer)
            new = label != UNNOTICED
            for j in range(labels):
                new = new and scratch[j] != label
            if new:
                scratch[labels] = label
                labels += 1
        return labels

    def realise(self, pruning, game, state, label, player, memory):
        """Draw one of the actions that have the label `label` for the observer, or that the observer does not
        notice."""
        observer = int(memory.nodes[ROOT].mover)
        if player == observer:
            return label
        chosen, alike = label, 0
        for i in range(list_choices(pruning, game, state, memory)):
            action = memory.scratch[i]
            seen = game.observation(state, action, observer)
            if seen == label or seen == UNNOTICED:
                alike += 1
                if alike == 1 or below(memory.rng, alike) == 0:
                    chosen = action
        return chosen

    def unnoticed(self, game, state, action, player, memory):
        observer = int(memory.nodes[ROOT].mover)
        return player != observer and game.observation(state, action, observer) == UNNOTICED


class MultipleObserver(Labels):
    """Build one tree of observations for every player (MO-ISMCTS), for games with hidden actions.

    An iteration descends in all trees at the same time, and each action is chosen in the tree of the player to move
    [1]_. So the simulated opponents do not use information that is hidden from them. The game needs the methods
    `determinize` and `observation`.

    References
    ----------
    .. [1] P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on
       Computational Intelligence and AI in Games 4, 2012, Algorithm 3.

    Examples
    --------
    >>> from mcts_lab import ISMCTS, games, start
    >>> from mcts_lab.search import MultipleObserver
    >>> game = games.phantom_ttt()
    >>> ISMCTS(tree=MultipleObserver()).search(game, start(game), iterations=100, seed=1).name
    'x(0,2)'
    """

    several_paths = True  # one path in each tree
    others_are_labels = True

    problem = SingleObserverPOM.problem

    def trees(self, players):
        return players

    def spare_nodes(self, facts):
        return facts.players * facts.length

    sample = SingleObserver.sample

    def own_tree(self, player, memory):
        return 0 if player < 0 else (player - int(memory.nodes[ROOT].mover)) % len(memory.rewards)


def owner(tree, memory):
    """Return the owner of a tree. The first tree belongs to the player to move at the root, and the other trees belong
    to the next players in turn."""
    return (int(memory.nodes[ROOT].mover) + tree) % len(memory.rewards)


def list_choices(pruning, game, state, memory):
    """Write into `memory.scratch` the legal actions that `pruning` keeps. Return their number, or 0 if there is an
    error in the rules."""
    n = game.legal(state, memory.scratch)
    return pruning.filter_actions(game, state, n, memory) if allowed(n, memory) else 0


# -- one step down -----------------------------------------------------------------------------------------------------


def choose_available(tree, game, components, state, node, player, memory):
    """Choose among the legal actions of this iteration. Return a child, which may be new, and the action.

    Availability is counted as in [Cowling, Powley & Whitehouse 2012, Alg. 1]. The selection score of a child uses a
    number of visits of its parent: those visits, after the child was made, in which the child's action was legal.
    """
    nodes, legal_mark = memory.nodes, memory.legal_mark
    n = list_choices(components.pruning, game, state, memory)
    if n == 0:
        return node, NONE
    n = tree.merge_labels(game, state, player, n, memory)
    legal_mark[-1] += 2
    now = legal_mark[-1]
    for i in range(n):
        legal_mark[memory.scratch[i]] = now
    components.pruning.thin_out(tree, game, state, node, n, player, memory)
    count = components.pruning.candidates(node, n, player, memory)

    # some children may be unvisited, because the actions that were chosen for their labels were not noticed
    fpu = reward_of_untried(components.fpu)
    best, top, known, last = best_child(tree, components, fpu, node, 0.0, count, None, player, memory)
    if known < count and fpu >= top and memory.counters[NODES] < len(nodes):
        tree.adding_child(node, player, memory)
        skip = below(memory.rng, n - known)
        i = 0
        while legal_mark[memory.scratch[i]] != now or skip > 0:
            skip -= legal_mark[memory.scratch[i]] == now
            i += 1
        best = add_child(components, node, last, memory.scratch[i], player, memory)
        components.prior.set_priors(game, state, best, 1, player, memory)
    elif top == -math.inf:
        return node, NONE
    action = int(tree.realise(components.pruning, game, state, nodes[best].action, player, memory))
    if tree.unnoticed(game, state, action, player, memory):
        return node, action
    return best, action


def follow(components, tree, label, player, memory):
    """Return the child that stands for the observation `label`, at the present node of `tree`. If there is none, make
    it. Return NONE if there is no room."""
    node = int(memory.path_ends[tree])
    last = NONE
    child = int(memory.nodes[node].first_child)
    while child != NONE:
        if memory.nodes[child].action == label and memory.nodes[child].mover == player:
            return child
        last = child
        child = int(memory.nodes[child].next_sibling)
    if memory.counters[NODES] == len(memory.nodes):
        return NONE
    return add_child(components, node, last, label, player, memory)
