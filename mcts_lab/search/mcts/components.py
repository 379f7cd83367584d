"""The base classes of the components of a search: the methods of each type, and their default behaviour.

Read this file before you write a component. A component is an object of a class that is derived from the base class
of its type. It is immutable, like ``UCB1(c=0.7)``, and its fields are its parameters::

    class Optimist(Selection):
        c: float = 1.0

        def parent_term(self, visits, memory):
            return self.c

        def score(self, estimate, term, child, memory):
            return estimate + term / memory.nodes[child].visits

The class must define the methods that `required` lists, and may override the others. The functions in `loop` call
these methods. They are interpreted, or compiled from the same source, so a method uses only plain Python with numbers
and arrays. Compiled code cannot call `super`; write ``Base.method(self, ...)`` instead. Some methods are not compiled,
as their docstrings say. Such a method may use all of Python.

In all methods, `memory` is the `Memory` of the search, and `memory.nodes` is the array of its nodes (`nodes.NODE`).
Nodes, players and actions are integers. Rewards are numbers in [0, 1], for the player that the docstring names.
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
        A dict from the name of a parameter to its lowest and highest value. None means no limit. A parameter without
        an entry must be at least 0. No parameter may be NaN, and infinity is allowed only as a highest value.
    apart : tuple of str
        Names of methods that are compiled as separate functions (see `engine.generic.unit`).
    looks_ahead : bool, default False
        Whether the component uses the number of iterations left. The budget must then be given in iterations.
    compares : bool, default False
        Whether the data that the component stores for a node depend on the node's siblings.
    reflects : bool, default False
        Whether the component uses the sum of two players' rewards, ``memory.scale[3]``.
    composed : bool, default False
        Whether the component contains components of its own type.
    """

    required = ()
    ranges = {}
    apart = ()
    looks_ahead = compares = reflects = composed = False

    def problem(self, game, facts, method):
        """Return why the component cannot work in this search, or None if it can.

        The reason is the end of a sentence that begins with the component's name, such as "needs two players.". The
        module `needs` has checks that several components share. This method is not compiled.

        Parameters
        ----------
        game : game
            The rules.
        facts : Facts
            The facts about the game, such as its number of players.
        method : UCT
            The search.
        """

    def node_arrays(self, capacity, facts):
        """Return the arrays of the component that have an entry for each node, as a dict from names to arrays.

        The length of the arrays is `capacity`. By default there are none. Other methods of the component read them as
        ``memory.of(self).NAME``, and no other component uses them. The arrays need no initial values, because
        `init_node` is called for each new node. This method is not compiled.

        Parameters
        ----------
        capacity : int
            Number of nodes for which there is memory.
        facts : Facts
            The facts about the game, such as its number of players.
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
        """Return the arrays of the component for the whole search, as a dict from names to arrays.

        By default there are none. Other methods read them as ``memory.of(self).NAME``. The method `begin` resets them
        for another search. This method is not compiled.

        Parameters
        ----------
        facts : Facts
            The facts about the game, such as its number of players.
        """
        return {}

    def begin(self, memory):
        """Initialise the `search_arrays` for a new tree. By default do nothing.

        The search calls `begin`, `init_node` and `swap` once for each class of components. This includes components
        inside other components, so a component must not pass these calls on to the components inside it.

        Parameters
        ----------
        memory : Memory
            The memory of the search.
        """

    def spare_nodes(self, facts):
        """Return the number of nodes that the component may add in one iteration. By default it is 0.

        Nodes that are added by the expansion of a leaf are not counted. This method is not compiled.

        Parameters
        ----------
        facts : Facts
            The facts about the game, such as its number of players.
        """
        return 0

    def spare_states(self, facts):
        """Return the number of states that an iteration may store, from the index FIRST_SAVED on. By default it is 0.

        This method is not compiled.

        Parameters
        ----------
        facts : Facts
            The facts about the game, such as its number of players.
        """
        return 0

    def begin_run(self, memory):
        """Remove data that depend on the number of iterations left in an earlier budget.

        The search calls this method when it continues with another budget. By default do nothing. This method is not
        compiled.

        Parameters
        ----------
        memory : Memory
            The memory of the search.
        """

    def update(self, parent, child, reward, memory):
        """Record the `reward` of `child` for its mover. The visits of `child` do not yet include this iteration.

        The search calls this method for each node on the path except the root, from the leaf upwards. It calls the
        method of the value first, and then the method of the selection. By default do nothing.

        Parameters
        ----------
        parent : int
            The parent of `child`.
        child : int
            The index of a child in ``memory.nodes``.
        reward : float
            From 0 to 1, for the mover of `child`.
        memory : Memory
            The memory of the search.
        """


class Selection(Component):
    """Base class of selection rules. The child with the highest selection score is visited next.

    A rule of your own must define `parent_term` and `score`; `mcts_lab.search.mcts.components` shows an example. `UCT`
    lists the rules that exist.

    See Also
    --------
    UCB1 : the default.
    """

    required = ("parent_term", "score")

    def parent_term(self, visits, memory):
        """Return the part of the selection score that depends on the parent's visits, but not on the child.

        Parameters
        ----------
        visits : int
            Visits of the parent, or the number of times that the child could have been chosen.
        memory : Memory
            The memory of the search.
        """
        raise NotImplementedError

    def score(self, estimate, term, child, memory):
        """Return the selection score of the visited node `child`. `estimate` is the value of this child.

        Parameters
        ----------
        estimate : float
            The value of the child, as the component `value` estimates it.
        term : float
            The number that `parent_term` has returned.
        child : int
            The index of a child in ``memory.nodes``.
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
            The number that `parent_term` has returned.
        child : int
            The index of a child in ``memory.nodes``.
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
    """Base class of values. A value says how good a visited child is, given the rewards backed up to it.

    A value of your own must define `estimate`.

    See Also
    --------
    Mean : the default.
    """

    required = ("estimate",)

    def estimate(self, parent, child, memory):
        """Return the value of the visited node `child` for its mover, as a reward in [0, 1].

        Parameters
        ----------
        parent : int
            The parent of `child`.
        child : int
            The index of a child in ``memory.nodes``.
        memory : Memory
            The memory of the search.
        """
        raise NotImplementedError


class Backup(Component):
    """Base class of backups. A backup decides which reward each node on the path receives in an iteration.

    By default each node receives the reward of the iteration. A backup can change this reward, and thereby the
    meaning of a node's mean, which is the mean of the rewards that the node has received. A backup of your own must
    define `backed_up`.

    See Also
    --------
    MeanBackup : the default.
    """

    def backed_up(self, parent, child, reward, memory):
        """Return the reward that the node `child` receives, for its mover. `reward` is the reward of this iteration.

        The search calls this method for each node on the path except the root, from the leaf upwards, just before
        `update`. The nodes below `child` have already received their rewards and counted the visit; `child` has not.

        Parameters
        ----------
        parent : int
            The parent of `child`.
        child : int
            The index of a child in ``memory.nodes``.
        reward : float
            From 0 to 1, for the mover of `child`.
        memory : Memory
            The memory of the search.
        """
        return reward


class Pruning(Component):
    """Base class of pruning and widening rules. Such a rule decides which children of a node may be selected.

    A rule of your own must define at least one of `candidates`, `thin_out` and `filter_actions`. By default all
    children may be selected.

    See Also
    --------
    All : the default.
    """

    def candidates(self, node, count, player, memory):
        """Return how many of the `count` children that `player` can choose, from the first on, may be selected.

        The method may mark some of them as PRUNED. If the choices differ between determinizations, `pruning.is_choice`
        says whether a child can be chosen in the current determinization. Some choices may not have a node yet.

        Parameters
        ----------
        node : int
            The index of a node in ``memory.nodes``.
        count : int
            Number of children that the player can choose.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        return count

    def thin_out(self, tree, game, state, node, count, player, memory):
        """Prune or readmit some of the `count` children that `player` can choose, before one of them is selected.

        By default do nothing. The method must not change `state`.

        Parameters
        ----------
        tree : SearchTree
            The tree of the search.
        game : game
            The rules.
        state : state
            The state at the node.
        node : int
            The index of a node in ``memory.nodes``.
        count : int
            Number of children that the player can choose.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """

    def visits_among(self, node, player, memory):
        """Return the number of visits to those children of `node` that may be selected now, for the exploration term.

        Parameters
        ----------
        node : int
            The index of a node in ``memory.nodes``.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        return memory.nodes[node].visits

    def prunes(self):
        """Return whether the rule marks children that may not be selected, besides limiting their number."""
        return self.marks() != 0

    def takes_part(self, child, memory):
        """Return whether `child` may be selected.

        Parameters
        ----------
        child : int
            The index of a child in ``memory.nodes``.
        memory : Memory
            The memory of the search.
        """
        return memory.nodes[child].status & OUT == 0

    def marks(self):
        """Return the marks with which the rule excludes children, as bits of `status`. By default there are none.

        The rule may remove only these marks.
        """
        return 0

    def filter_actions(self, game, state, n, memory):
        """Remove some of the `n` legal actions in `memory.scratch` before they are used. Return how many are left.

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
        """Return the child of `node` with the highest score, if `expand_first` makes children one by one.

        Parameters
        ----------
        game : game
            The rules.
        components : Components
            All components of the search.
        state : state
            The state at the node.
        node : int
            The index of a node in ``memory.nodes``.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        return -1

    def expand_first(self, game, components, state, node, player, n, memory):
        """Make a child for only the first of the `n` actions in `memory.scratch`, if children are made one by one.

        Return whether the child was made. By default return False; then all children are made together.

        Parameters
        ----------
        game : game
            The rules.
        components : Components
            All components of the search.
        state : state
            The state at the node.
        node : int
            The index of a node in ``memory.nodes``.
        player : int
            The player who chooses.
        n : int
            Number of legal actions in ``memory.scratch``.
        memory : Memory
            The memory of the search.
        """
        return False


class Leaf(Component):
    """Base class of leaf evaluations. An evaluation computes the rewards of a new leaf.

    An evaluation of your own must define `evaluate`. Set ``pays_off = True`` in the class if all its rewards are
    payoffs of finished games. All rewards are then among `Facts.outcomes`.

    See Also
    --------
    Playout : the default.
    """

    required = ("evaluate",)
    apart = ("evaluate",)
    pays_off = False

    def evaluate(self, game, state, memory) -> int:
        """Write the reward of every player into `memory.rewards`, and return the number of actions played.

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
    """Base class of final choices. A final choice decides which action is played when the budget is used up.

    A choice of your own must define `score`.

    See Also
    --------
    MostVisits : the default.
    """

    required = ("score",)

    def score(self, visits, mean):
        """Return the number to be maximised, or a tuple of numbers. Later numbers break ties of earlier ones.

        The search calls this method for visited children. It chooses an unvisited child only if no child was visited.
        `mean` is the mean of the rewards that the child received. If `asks_value` returns True, `mean` is the value of
        the child according to the component `value`.

        Parameters
        ----------
        visits : int
            Visits of the child.
        mean : float
            The value of the child, from 0 to 1.
        """
        raise NotImplementedError

    def asks_value(self):
        """Return whether the rule uses the value from the component `value`, instead of the child's mean reward."""
        return False


class SearchTree(Component):
    """Base class of search trees. A tree defines what a node stands for, and how an iteration descends.

    A tree of your own must define `select_child`, and sets those of the attributes below to True that apply to it.

    Attributes
    ----------
    several_paths : bool, default False
        Whether an iteration follows more than one path.
    nodes_are_labels : bool, default False
        Whether each node stands for one player's observation of an action.
    others_are_labels : bool, default False
        Whether nodes stand for observations, except the nodes of the observer's own actions.
    grows_outcomes : bool, default False
        Whether an action may lead to several nodes, one for each outcome that occurred.

    See Also
    --------
    ClosedLoop : the default.
    """

    required = ("select_child",)
    apart = ("run_iterations",)
    several_paths = nodes_are_labels = others_are_labels = grows_outcomes = False

    run_iterations = loop.run_iterations

    def select_child(self, game, components, state, node, player, memory):
        """Return the next node and the action that leads to it. If the memory is full, return the leaf and NONE.

        The method also updates `Memory.path_ends` for each tree whose owner sees the action.

        Parameters
        ----------
        game : game
            The rules.
        components : Components
            All components of the search.
        state : state
            The state at the node.
        node : int
            The index of a node in ``memory.nodes``.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        raise NotImplementedError

    def offers(self, child, player, memory):
        """Return whether `player` can choose `child` in this iteration.

        The search calls this method once for each child when it selects one. It does not call the method if nodes are
        states.

        Parameters
        ----------
        child : int
            The index of a child in ``memory.nodes``.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        return True

    def term_of(self, components, node, child, player, memory):
        """Return the part of the selection score of `child` that depends on `node`, its parent.

        The search does not call this method if nodes are states.

        Parameters
        ----------
        components : Components
            All components of the search.
        node : int
            The index of a node in ``memory.nodes``.
        child : int
            The index of a child in ``memory.nodes``.
        player : int
            The player who chooses.
        memory : Memory
            The memory of the search.
        """
        return components.selection.parent_term(components.pruning.visits_among(node, player, memory), memory)

    def sample(self, game, root, state, memory):
        """Write the state in which this iteration begins into `state`. By default it is a copy of the root.

        Parameters
        ----------
        game : game
            The rules.
        root : state
            The state at the root.
        state : state
            The state to write into.
        memory : Memory
            The memory of the search.
        """
        game.put(memory.states, CURRENT, root)

    def advance(self, game, components, state, node, action, memory):
        """Play `action`, which leads to `node`, in `state`. Return the node that is reached, which may be its child.

        Parameters
        ----------
        game : game
            The rules.
        components : Components
            All components of the search.
        state : state
            The state, which is changed in place.
        node : int
            The node to which the action leads.
        action : int
            The action to play.
        memory : Memory
            The memory of the search.
        """
        game.play(state, action, memory.rng)
        return node

    def expanded(self, game, state, first, n, memory):
        """Update the tree after the `n` children from node `first` on were made in `state`. By default do nothing.

        Parameters
        ----------
        game : game
            The rules.
        state : state
            The state in which the children were made.
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
        """Return whether a node has the same legal actions in every iteration."""
        return self.keeps_states()

    def skips_chance(self):
        """Return whether random events are played without nodes for them."""
        return False

    def may_follow(self, game, facts, same_player):
        """Return whether a tree may be kept for a later state of the game.

        By default this is allowed if the same player is to move and actions use no random numbers. In games with hidden
        information, the game also needs a method `observation`. This method is not compiled.

        Parameters
        ----------
        game : game
            The rules.
        facts : Facts
            The facts about the game, such as its number of players.
        same_player : bool
            Whether the player to move is the one for whom the tree was made.
        """
        labels = facts.perfect_information or overrides(game, Game.observation)
        return same_player and not facts.random_play and labels

    def fits_state(self, game, memory, node, state):
        """Return whether the tree below `node` fits a game that is now in `state`. This method is not compiled.

        Parameters
        ----------
        game : game
            The rules.
        memory : Memory
            The memory of the search.
        node : int
            The index of a node in ``memory.nodes``.
        state : state
            The state of the game.
        """
        return True

    def keep_first(self, memory, used):
        """Update the tree after all but the first `used` nodes were removed. By default do nothing.

        This method is not compiled.

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
            The state before the action.
        child : int
            The index of a child in ``memory.nodes``.
        player : int
            The player for whom the state is judged.
        memory : Memory
            The memory of the search.
        """
        return look_ahead(game, state, int(memory.nodes[child].action), player, memory)


class Prior(Component):
    """Base class of priors. A prior rates children before any of them was tried.

    A prior of your own must define `set_priors`, `ordered`, or both. Set ``gives_ratings = True`` in the class if its
    numbers are not probabilities.

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
        """Return whether the order of children has a meaning and must be kept."""
        return False


class Solver(Distinct):
    """Base class of solvers, which prove values of nodes. This base class proves nothing and needs no code."""

    def solves(self):
        """Return whether the solver proves anything at all."""
        return False

    def solved(self, node, memory):
        """Return whether `node` is proven."""
        return False

    def open_to_selection(self, child, memory):
        """Return whether a child may be visited. It may not if it is proven to have the lowest possible payoff."""
        return True

    def may_be_chosen(self, node, child, memory):
        """Return whether `child` may be the final choice at `node`.

        At a proven node, only children that are proven to have the same payoff for the mover may be chosen.
        """
        return True

    def prove_end(self, game, state, node, memory):
        """Prove `node`, because the game is over in its `state`."""

    def prove_partly(self, node, missing, memory):
        """Record that there are no children for `missing` of the legal actions at `node`."""

    def prove(self, parent, child, memory):
        """Prove `parent` if its value follows from its children. The child `child` was just visited."""


TYPES = {  # those parameters of a `UCT` that are components, with their types
    "selection": Selection, "value": Value, "pruning": Pruning, "leaf": Leaf, "final": FinalChoice, "tree": SearchTree,
    "prior": Prior, "backup": Backup,
}
