"""The base classes of the components of a search: the methods of each type, and their default behaviour.

Read this file before you write a component. A component is a class derived from the base class of its type. It is
a small value like ``UCB1(c=0.7)``, whose fields are its parameters::

    class Optimist(Selection):
        c: float = 1.0

        def parent_term(self, visits, memory):
            return self.c

        def score(self, estimate, term, child, memory):
            return estimate + term / memory.nodes[child].visits

It must define the methods in `required`, and may override others. The loop (`loop`) calls them, interpreted or
compiled from the same source, so a method uses plain Python on numbers and arrays. Compiled code has no `super`;
call ``Base.method(self, ...)`` instead. Methods marked "not compiled" may use all of Python.

In all methods, `memory` is the `Memory` of the search and `memory.nodes` its tree (`nodes.NODE`). Nodes, players
and actions are integers. Rewards are numbers in [0, 1] for the player named.
"""

from ...engine.distinct import Distinct, overrides
from ...game import Game
from . import loop
from .lookahead import look_ahead
from .memory import CURRENT
from .nodes import OUT


class Component(Distinct):
    """Base class of all component types, with the methods that every component may define.

    Attributes
    ----------
    ranges : dict
        The lowest and highest value of a parameter, by its name; None: no limit. A parameter without an entry must be
        at least 0. No parameter may be infinite or NaN.
    apart : tuple of str
        Names of methods that are compiled as separate functions (see `engine.generic.unit`).
    looks_ahead : bool, default False
        Whether the component needs the number of iterations left, so that the budget must be given in iterations.
    compares : bool, default False
        Whether the data that it stores for a node depend on the node's siblings.
    reflects : bool, default False
        Whether it uses the sum of two players' rewards, ``memory.scale[3]``.
    composed : bool, default False
        Whether it contains components of its own type.
    """

    required = ()
    ranges = {}
    apart = ()
    looks_ahead = compares = reflects = composed = False

    def problem(self, game, facts, method):
        """Return why the component cannot work in this search, or None if it can.

        The answer is the end of a sentence that begins with the component's name.

        `method` is the `UCT`. The module `needs` has checks that several components share. Not compiled.

        Parameters
        ----------
        game : game
            The rules.
        facts : Facts
            What is fixed about the game.
        method : UCT
            The search.
        """

    def node_arrays(self, capacity, facts):
        """Return the arrays of the component with an entry for each node: a dict from names to arrays.

        Their length is `capacity`. By default there are none. In other methods ``memory.of(self).NAME`` is the array.
        No other component sees it. Arrays need no initial values, because `init_node` is called for each new node. Not
        compiled.

        Parameters
        ----------
        capacity : int
            Number of nodes for which there is memory.
        facts : Facts
            What is fixed about the game.
        """
        return {}

    def init_node(self, node, memory):
        """Initialise the component's data for a new `node`. By default do nothing.

        Parameters
        ----------
        node : int
            The new node.
        memory : Memory
            The memory of the search.
        """

    def swap(self, child, other, memory):
        """Exchange the component's data of two siblings that were never tried. By default do nothing.

        Parameters
        ----------
        child : int
            One sibling.
        other : int
            The other sibling.
        memory : Memory
            The memory of the search.
        """

    def search_arrays(self, facts):
        """Return the arrays of the component for the whole search: a dict from names to arrays, by default empty.

        ``memory.of(self).NAME`` is the array. `begin` prepares the arrays for another search. Not compiled.

        Parameters
        ----------
        facts : Facts
            What is fixed about the game.
        """
        return {}

    def begin(self, memory):
        """Initialise the `search_arrays` for a new tree. By default do nothing.

        The search calls `begin`, `init_node` and `swap` once for each class of components, also for components inside
        other components. So a component that contains others does not pass these calls on.

        Parameters
        ----------
        memory : Memory
            The memory of the search.
        """

    def spare_nodes(self, facts):
        """Return how many nodes the component may add per iteration, besides expansion and leaf. Not compiled.

        Parameters
        ----------
        facts : Facts
            What is fixed about the game.
        """
        return 0

    def spare_states(self, facts):
        """Return how many places for states, from FIRST_SAVED on, an iteration may need. Not compiled.

        Parameters
        ----------
        facts : Facts
            What is fixed about the game.
        """
        return 0

    def begin_run(self, memory):
        """Remove data that depend on the iterations left of an earlier budget.

        Called when a search continues with another budget. By default do nothing. Not compiled.

        Parameters
        ----------
        memory : Memory
            The memory of the search.
        """

    def update(self, parent, child, reward, memory):
        """Record the `reward` of `child` for its mover. Its visits do not yet include this iteration.

        Called for each node on the path except the root, from the leaf upwards, for the value and then for the
        selection. By default do nothing.

        Parameters
        ----------
        parent : int
            The parent of `child`.
        child : int
            A child, by its number in ``memory.nodes``.
        reward : float
            From 0 to 1, for the mover of `child`.
        memory : Memory
            The memory of the search.
        """


class Selection(Component):
    """Base class of selection rules. The child with the highest selection score is visited next.

    Your own rule defines `parent_term` and `score`; see the example in `mcts_lab.search.mcts.components`. To choose an
    existing rule, see `UCT`.

    See Also
    --------
    UCB1 : the default.
    """

    required = ("parent_term", "score")

    def parent_term(self, visits, memory):
        """Return the part of the selection score that depends only on visits of the parent, not on the child.

        Parameters
        ----------
        visits : int
            Visits of the parent, or number of times that the child could have been chosen.
        memory : Memory
            The memory of the search.
        """
        raise NotImplementedError

    def score(self, estimate, term, child, memory):
        """Return the selection score of the visited node `child`, whose value is estimated as `estimate`.

        Parameters
        ----------
        estimate : float
            The value of the child, as the component `value` estimates it.
        term : float
            What `parent_term` has returned.
        child : int
            A child, by its number in ``memory.nodes``.
        memory : Memory
            The memory of the search.
        """
        raise NotImplementedError

    def score_unvisited(self, fpu, term, child, memory):
        """Return the selection score of a child that was never visited.

        By default it is the first-play urgency [1]_.

        Parameters
        ----------
        fpu : float
            First-play urgency of the search.
        term : float
            What `parent_term` has returned.
        child : int
            A child, by its number in ``memory.nodes``.
        memory : Memory
            The memory of the search.

        References
        ----------
        .. [1] S. Gelly and Y. Wang, "Exploration exploitation in Go: UCT for Monte-Carlo Go", NIPS workshop on on-line
           trading of exploration and exploitation, 2006.
        """
        return fpu

    def learn(self, game, state, memory):
        """Learn from the final `state` of an iteration, before its rewards are backed up. By default do nothing.

        Parameters
        ----------
        game : game
            The rules.
        state : state
            The state in which the iteration ended.
        memory : Memory
            The memory of the search.
        """


class Value(Component):
    """Base class of values: how good a visited child is, judged by the rewards backed up to it.

    Your own value defines `estimate`.

    See Also
    --------
    Mean : the default.
    """

    required = ("estimate",)

    def estimate(self, parent, child, memory):
        """Return the value of the visited node `child` to its mover, a reward.

        Parameters
        ----------
        parent : int
            The parent of `child`.
        child : int
            A child, by its number in ``memory.nodes``.
        memory : Memory
            The memory of the search.
        """
        raise NotImplementedError


class Backup(Component):
    """Base class of backups: the reward that each node on the path receives in an iteration.

    By default it receives the reward itself. The mean of a node is the mean of the rewards it has received, so a backup
    decides the meaning of this mean. Your own backup defines `backed_up`.

    See Also
    --------
    MeanBackup : the default.
    """

    def backed_up(self, parent, child, reward, memory):
        """Return the reward that the node `child` receives, for its mover; `reward` is that of this iteration.

        Called for each node on the path except the root, from the leaf upwards, just before `update`. Nodes below have
        already received their rewards and counted the visit; `child` has not.

        Parameters
        ----------
        parent : int
            The parent of `child`.
        child : int
            A child, by its number in ``memory.nodes``.
        reward : float
            From 0 to 1, for the mover of `child`.
        memory : Memory
            The memory of the search.
        """
        return reward


class Pruning(Component):
    """Base class of pruning and widening rules: which children of a node may be selected.

    Your own rule defines at least one of `candidates`, `thin_out` and `filter_actions`. By default all children may be
    selected.

    See Also
    --------
    All : the default.
    """

    def candidates(self, node, count, player, memory):
        """Return how many of the `count` children that `player` can choose, counted from the first, may be selected.

        The method may mark some of them PRUNED. If choices differ between determinizations, `pruning.is_choice` tells
        which children are choices in the current one. Some choices may have no node yet.

        Parameters
        ----------
        node : int
            A node, by its number in ``memory.nodes``.
        count : int
            Number of children that the player can choose.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        return count

    def thin_out(self, tree, game, state, node, count, player, memory):
        """Prune or readmit some of the `count` choices of `player` at `node`, before one is selected.

        By default do nothing. `state` must not be changed.

        Parameters
        ----------
        tree : SearchTree
            The tree of the search.
        game : game
            The rules.
        state : state
            The state at the node.
        node : int
            A node, by its number in ``memory.nodes``.
        count : int
            Number of children that the player can choose.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """

    def visits_among(self, node, player, memory):
        """Return the number of visits to the children of `node` that may be selected now, for the exploration term.

        Parameters
        ----------
        node : int
            A node, by its number in ``memory.nodes``.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        return memory.nodes[node].visits

    def prunes(self):
        """Return whether children may be left out for a reason other than their position."""
        return self.marks() != 0

    def takes_part(self, child, memory):
        """Return whether `child` may be selected.

        Parameters
        ----------
        child : int
            A child, by its number in ``memory.nodes``.
        memory : Memory
            The memory of the search.
        """
        return memory.nodes[child].status & OUT == 0

    def marks(self):
        """Return the marks with which the rule leaves children out. It may remove only these. By default none."""
        return 0

    def filter_actions(self, game, state, n, memory):
        """Remove some of the `n` legal actions in `memory.scratch` before they are used. Return the number left.

        Parameters
        ----------
        game : game
            The rules.
        state : state
            The state in which they are legal.
        n : int
            Number of legal actions in ``memory.scratch``.
        memory : Memory
            The memory of the search.
        """
        return n

    def pick_scattered(self, game, components, state, node, player, memory):
        """Return the child of `node` with the highest score, for children made one by one by `expand_first`.

        Parameters
        ----------
        game : game
            The rules.
        components : Components
            All components of the search.
        state : state
            The state at the node.
        node : int
            A node, by its number in ``memory.nodes``.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        return -1

    def expand_first(self, game, components, state, node, player, n, memory):
        """Make a child for only the first of the `n` actions in `memory.scratch`, if children are made one by one.

        Return whether it was made. The default False makes all children together.

        Parameters
        ----------
        game : game
            The rules.
        components : Components
            All components of the search.
        state : state
            The state at the node.
        node : int
            A node, by its number in ``memory.nodes``.
        player : int
            The player who chooses.
        n : int
            Number of legal actions in ``memory.scratch``.
        memory : Memory
            The memory of the search.
        """
        return False


class Leaf(Component):
    """Base class of leaf evaluations: the rewards of a new leaf.

    Your own evaluation defines `evaluate`. Set ``pays_off = True`` in the class if all rewards are payoffs of finished
    games, which are then among `Facts.outcomes`.

    See Also
    --------
    Playout : the default.
    """

    required = ("evaluate",)
    apart = ("evaluate",)
    pays_off = False

    def evaluate(self, game, state, memory) -> int:
        """Write the reward of every player into `memory.rewards`; return the number of actions played.

        The method may change `state`.

        Parameters
        ----------
        game : game
            The rules.
        state : state
            The state at the leaf.
        memory : Memory
            The memory of the search.
        """
        raise NotImplementedError


class FinalChoice(Component):
    """Base class of final choices: which action is played when the budget is spent.

    Your own choice defines `score`.

    See Also
    --------
    MostVisits : the default.
    """

    required = ("score",)

    def score(self, visits, mean):
        """Return the number to be maximised, or several numbers, of which later ones break ties of earlier ones.

        Called for visited children; unvisited children are chosen only if no child was visited. `mean` is the mean of
        the rewards that the child received or, if the rule `asks_value`, the search's own value of the child.

        Parameters
        ----------
        visits : int
            Visits of the child.
        mean : float
            The value of the child, from 0 to 1.
        """
        raise NotImplementedError

    def asks_value(self):
        """Return whether the rule uses the search's own value of a child, rather than the child's mean reward."""
        return False


class SearchTree(Component):
    """Base class of search trees: the meaning of a node, the start of an iteration, and its way down the tree.

    Your own tree defines `select_child`, and sets the attributes below in its class if they apply.

    Attributes
    ----------
    several_paths : bool, default False
        An iteration follows more than one path.
    nodes_are_labels : bool, default False
        A node stands for the observation of an action by one player.
    others_are_labels : bool, default False
        The same, except for the observer's own actions.
    grows_outcomes : bool, default False
        An action may lead to several nodes, one for each outcome that occurred.

    See Also
    --------
    ClosedLoop : the default.
    """

    required = ("select_child",)
    apart = ("run_iterations",)
    several_paths = nodes_are_labels = others_are_labels = grows_outcomes = False

    run_iterations = loop.run_iterations

    def select_child(self, game, components, state, node, player, memory):
        """Return the next node and the action that leads to it, or (the leaf, NONE) if the memory is full.

        The method also updates `Memory.path_ends` in each tree whose owner sees the action.

        Parameters
        ----------
        game : game
            The rules.
        components : Components
            All components of the search.
        state : state
            The state at the node.
        node : int
            A node, by its number in ``memory.nodes``.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        raise NotImplementedError

    def offers(self, child, player, memory):
        """Return whether `player` can choose `child` now.

        Called once for each child when one is selected, unless nodes are states.

        Parameters
        ----------
        child : int
            A child, by its number in ``memory.nodes``.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        return True

    def term_of(self, components, node, child, player, memory):
        """Return the part of the selection score of `child` that depends on its parent `node`, unless nodes are states.

        Parameters
        ----------
        components : Components
            All components of the search.
        node : int
            A node, by its number in ``memory.nodes``.
        child : int
            A child, by its number in ``memory.nodes``.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        return components.selection.parent_term(components.pruning.visits_among(node, player, memory), memory)

    def sample(self, game, root, state, memory):
        """Write the state in which this iteration begins into `state`: by default a copy of the root.

        Parameters
        ----------
        game : game
            The rules.
        root : state
            The state at the root.
        state : state
            Where to write the state.
        memory : Memory
            The memory of the search.
        """
        game.put(memory.states, CURRENT, root)

    def advance(self, game, components, state, node, action, memory):
        """Play `action`, which leads to `node`, in `state`. Return the node reached, which may be a child of `node`.

        Parameters
        ----------
        game : game
            The rules.
        components : Components
            All components of the search.
        state : state
            It is changed in place.
        node : int
            The node reached.
        action : int
            The action that leads to the node.
        memory : Memory
            The memory of the search.
        """
        game.play(state, action, memory.rng)
        return node

    def expanded(self, game, state, first, n, memory):
        """Called when the `n` children from node `first` on have been made in `state`. By default do nothing.

        Parameters
        ----------
        game : game
            The rules.
        state : state
            The state in which they were made.
        first : int
            The first of these children, which are numbered one after another.
        n : int
            Number of these children.
        memory : Memory
            The memory of the search.
        """

    def keeps_states(self):
        """Return whether nodes keep their states, in `Memory.states`."""
        return False

    def nodes_are_states(self):
        """Return whether the actions of a node are always the same."""
        return self.keeps_states()

    def skips_chance(self):
        """Return whether random events are played without making nodes for them."""
        return False

    def may_follow(self, game, facts, same_player):
        """Return whether a tree may be kept for a later state of the game.

        By default it may if the same player is to move and no random numbers are used during actions. With hidden
        information the game also needs a method `observation`. Not compiled.

        Parameters
        ----------
        game : game
            The rules.
        facts : Facts
            What is fixed about the game.
        same_player : bool
            Whether the player to move is the one for whom the tree was made.
        """
        labels = facts.perfect_information or overrides(game, Game.observation)
        return same_player and not facts.random_play and labels

    def fits_state(self, game, memory, node, state):
        """Return whether the tree below `node` fits a game that is now in `state`. Not compiled.

        Parameters
        ----------
        game : game
            The rules.
        memory : Memory
            The memory of the search.
        node : int
            A node, by its number in ``memory.nodes``.
        state : state
            The state of the game.
        """
        return True

    def keep_first(self, memory, used):
        """Called when all but the first `used` nodes have been removed. By default do nothing. Not compiled.

        Parameters
        ----------
        memory : Memory
            The memory of the search.
        used : int
            Number of nodes that are kept.
        """

    def makes_all(self):
        """Return whether the tree needs all children of a node as soon as it is expanded."""
        return False

    def trees(self, players):
        """Return the number of trees of a search with this number of players.

        Parameters
        ----------
        players : int
            Number of players.
        """
        return 1

    def judge(self, game, state, child, player, memory):
        """Return the heuristic reward to `player` of the state to which `child` leads from `state`.

        Parameters
        ----------
        game : game
            The rules.
        state : state
            The state before.
        child : int
            A child, by its number in ``memory.nodes``.
        player : int
            The player for whom the state is judged.
        memory : Memory
            The memory of the search.
        """
        return look_ahead(game, state, int(memory.nodes[child].action), player, memory)


class Prior(Component):
    """Base class of priors: ratings of children before any of them was tried.

    Your own prior defines `set_priors`, `ordered`, or both. Set ``gives_ratings = True`` in the class if its numbers
    are not probabilities.

    See Also
    --------
    NoPrior : the default.
    """

    gives_ratings = False

    def set_priors(self, game, state, first, count, player, memory):
        """Set priors of the `count` new children from node `first` on, for `player` in `state`, and sort the children.

        By default children have no priors.

        Parameters
        ----------
        game : game
            The rules.
        state : state
            The state in which the children were made.
        first : int
            The first of these children, which are numbered one after another.
        count : int
            Number of these children.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """

    def ordered(self):
        """Return whether the order of children has a meaning, so that it must be kept."""
        return False


class Solver(Distinct):
    """Base class of solvers, which prove values of nodes. By default nothing is proven, and nothing is compiled."""

    def solves(self):
        """Return whether anything is ever proven."""
        return False

    def solved(self, node, memory):
        """Return whether `node` is proven."""
        return False

    def open_to_selection(self, child, memory):
        """Return whether a child may be visited: not if it is proven to have the lowest possible payoff."""
        return True

    def may_be_chosen(self, node, child, memory):
        """Return whether `child` may be the final choice at `node`.

        At a proven node, only proven children with the same payoff for the mover may be chosen.
        """
        return True

    def prove_end(self, game, state, node, memory):
        """Prove `node`, whose game is over in `state`."""

    def prove_partly(self, node, missing, memory):
        """Record that `missing` legal actions of `node` are not among its children."""

    def prove(self, parent, child, memory):
        """Prove `parent` if its value follows from its children; `child` was just visited."""


TYPES = {  # the parameters of a `UCT` that are components
    "selection": Selection, "value": Value, "pruning": Pruning, "leaf": Leaf, "final": FinalChoice, "tree": SearchTree,
    "prior": Prior, "backup": Backup,
}
