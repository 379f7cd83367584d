"""The base classes of the components of a search: the methods of each type, and what they do by default.

Read this file before you write a component. A component is a class derived from the base class of its type, a small
value like ``UCB1(c=0.7)`` whose fields are its parameters::

    class Optimist(Selection):
        c: float = 1.0

        def parent_term(self, visits, memory):
            return self.c

        def score(self, estimate, term, child, memory):
            return estimate + term / memory.nodes[child].visits

It defines the methods in `required`, and overrides others where it differs from their defaults. The loop (`loop`) calls
them, interpreted or compiled from the same source, so a method uses plain Python on numbers and arrays. Compiled code
has no `super`; call ``Base.method(self, ...)`` instead. Methods marked "not compiled" may use all of Python.

Everywhere, `memory` is the `Memory` of the search and `memory.nodes` its tree (`nodes.NODE`). Nodes, players and
actions are whole numbers, and rewards are numbers in [0, 1] to the player named.
"""

from ...engine.distinct import Distinct, overrides
from ...game import Game
from . import loop
from .lookahead import look_ahead
from .memory import CURRENT
from .nodes import OUT


class Component(Distinct):
    """Base class of all component types, with what every component may define.

    Attributes
    ----------
    ranges : dict
        The lowest and highest value of a parameter, by its name; None: no such bound. A number without an entry is at
        least 0, and none is infinite or NaN.
    apart : tuple of str
        Names of methods that are compiled once, as functions of their own (see `engine.generic.unit`).
    looks_ahead : bool, default False
        Whether the component needs the number of iterations left, so that the budget must be given in iterations.
    compares : bool, default False
        Whether what it remembers of a node depends on the node's siblings.
    reflects : bool, default False
        Whether it reads the sum of two players' rewards, ``memory.scale[3]``.
    composed : bool, default False
        Whether it is made of components of its own type.
    """

    required = ()
    ranges = {}
    apart = ()
    looks_ahead = compares = reflects = composed = False

    def problem(self, game, facts, method):
        """Return why the component cannot work in this search, or None if it can.

        The answer is the end of a sentence that begins with the component's name.

        `method` is the `UCT`. The module `needs` has the needs that several components share. Not compiled.

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
        """Return what the component remembers of each node: a dict from names to arrays of length `capacity`.

        By default it remembers nothing. In other methods ``memory.of(self).NAME`` is the array. No other component
        sees it. Arrays need no initial values, because `init_node` is called for each new node. Not compiled.

        Parameters
        ----------
        capacity : int
            Number of nodes for which there is memory.
        facts : Facts
            What is fixed about the game.
        """
        return {}

    def init_node(self, node, memory):
        """Initialise what the component remembers of a new `node`. By default nothing.

        Parameters
        ----------
        node : int
            The new node.
        memory : Memory
            The memory of the search.
        """

    def swap(self, child, other, memory):
        """Exchange what the component remembers of two siblings that were never tried. By default nothing.

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
        """Return what the component remembers of the whole search: a dict from names to arrays, by default none.

        ``memory.of(self).NAME`` is the array. `begin` makes the arrays ready for another search. Not compiled.

        Parameters
        ----------
        facts : Facts
            What is fixed about the game.
        """
        return {}

    def begin(self, memory):
        """Initialise the `search_arrays` for a new tree. By default nothing.

        The search calls `begin`, `init_node` and `swap` of every component itself, once for each class, also of those
        inside others. So a component that is made of others does not pass these calls on.

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
        """Forget what depended on the iterations left of the earlier budget; called when a search goes on with another.

        By default nothing. Not compiled.

        Parameters
        ----------
        memory : Memory
            The memory of the search.
        """

    def update(self, parent, child, reward, memory):
        """Record the `reward` that `child` has received, for its mover; its visits do not count it yet.

        Called for each node on the path except the root, from the leaf upwards, for the value and then for the
        selection. By default nothing.

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
    """Base class of selection rules: which child is visited next. It is the one with the highest selection score.

    A rule of your own defines `parent_term` and `score`; see the example in `mcts_lab.search.mcts.components`. To
    choose an existing rule, see `UCT`.

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
            Visits of the parent, or how often the child could have been chosen.
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
        """Learn from how an iteration ended, in `state`, before its rewards are backed up. By default nothing.

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

    A value of your own defines `estimate`.

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
    """Base class of backups: what each node on the path receives of the reward of an iteration.

    By default it receives the reward itself. The mean of a node is the mean of what it has received, so a backup
    decides what this mean stands for. A backup of your own defines `backed_up`.

    See Also
    --------
    MeanBackup : the default.
    """

    def backed_up(self, parent, child, reward, memory):
        """Return the reward that the node `child` receives, for its mover; `reward` is that of this iteration.

        Called for each node on the path except the root, from the leaf upwards, just before `update`. Nodes below have
        received theirs and have counted the visit; `child` has not.

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

    A rule of your own defines `candidates`, `thin_out` or `filter_actions`, or several of them. By default all
    children may be selected.

    See Also
    --------
    All : the default.
    """

    def candidates(self, node, count, player, memory):
        """Return how many of the `count` children that `player` can choose here, from the first on, may be selected.

        It may mark some of them PRUNED. Where the choices differ between determinizations, those of this one bear the
        `Memory.legal_mark` of now, see `pruning.is_choice`; some of them may have no node yet.

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

        By default nothing. They are to be chosen in `state`, which must not be changed.

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
        """Return how often the children of `node` that may be selected now were chosen, for exploration.

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
        """Return whether children may be left out for other reasons than their place."""
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
        """Return the marks by which the rule leaves children out; it may take back only these. By default none."""
        return 0

    def filter_actions(self, game, state, n, memory):
        """Drop some of the `n` legal actions in `memory.scratch` before they are used; return how many remain.

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
        """Return the child of `node` with the highest score, where `expand_first` has made them one after the other.

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
        """Make a child for only the first of the `n` actions in `memory.scratch`; by default False: all together.

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
    """Base class of leaf evaluations: the rewards that a new leaf is worth.

    An evaluation of your own defines `evaluate`. Set ``pays_off = True`` in the class if it only gives payoffs of
    finished games, which are then among `Facts.outcomes`.

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

    A choice of your own defines `score`.

    See Also
    --------
    MostVisits : the default.
    """

    required = ("score",)

    def score(self, visits, mean):
        """Return what is maximised: a number, or several of which the first decides and the others break ties.

        Called for visited children; others are never chosen while there is a visited one. `mean` is the mean of the
        rewards that the child received or, if the rule `asks_value`, the search's own value of the child.

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
    """Base class of search trees: what a node stands for, where an iteration begins, and how it descends.

    A tree of your own defines `select_child`, and says by attributes of its class what is special about it.

    Attributes
    ----------
    several_paths : bool, default False
        An iteration follows more than one path.
    nodes_are_labels : bool, default False
        A node stands for what an observer has seen of an action.
    others_are_labels : bool, default False
        So it does, unless the action was the observer's own.
    grows_outcomes : bool, default False
        An action may lead to several nodes, one for each of its outcomes, which are not listed beforehand.

    See Also
    --------
    ClosedLoop : the default.
    """

    required = ("select_child",)
    apart = ("run_iterations",)
    several_paths = nodes_are_labels = others_are_labels = grows_outcomes = False

    run_iterations = loop.run_iterations

    def select_child(self, game, components, state, node, player, memory):
        """Return the next node and the action that leads to it, or (the leaf, NONE) where nothing more fits in memory.

        In each tree in which the action is seen, `Memory.path_ends` is moved on.

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
        """Put the state in which this iteration begins into `state`: by default a copy of the root.

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
        """Advance `state` to `node`, to which `action` leads; return the node reached, which may be one below it.

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
        """Called when the `n` children from node `first` on have been made in `state`. By default nothing.

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
        """Return whether a node's actions are always the same."""
        return self.keeps_states()

    def skips_chance(self):
        """Return whether random events are played out without a node of their own."""
        return False

    def may_follow(self, game, facts, same_player):
        """Return whether a tree may be kept when the game has gone on, to a turn of the `same_player` or of another.

        By default where nothing is drawn as the game is played, and for the same player, whose labels the tree holds.
        Not compiled.

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
        """Return whether the tree below `node` suits a game that has come to `state` there. Not compiled.

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
        """Called when all but the first `used` nodes have been forgotten. By default nothing. Not compiled.

        Parameters
        ----------
        memory : Memory
            The memory of the search.
        used : int
            Number of nodes that are kept.
        """

    def makes_all(self):
        """Return whether something is done in all children of a node as soon as it is expanded."""
        return False

    def trees(self, players):
        """Return how many trees such a search of a game of so many players has.

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
    """Base class of priors: how children are rated before any of them was tried.

    A prior of your own defines `set_priors`, or `ordered`, or both. Set ``gives_ratings = True`` in the class if its
    numbers are not probabilities.

    See Also
    --------
    NoPrior : the default.
    """

    gives_ratings = False

    def set_priors(self, game, state, first, count, player, memory):
        """Give a prior to the `count` new children from node `first` on, of `player` in `state`, and put them in order.

        By default none has one.

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
        """Return whether the order of children means something, so that it must be kept."""
        return False


class Solver(Distinct):
    """What is known for certain. By default nothing is, and nothing of it is compiled."""

    def solves(self):
        """Return whether anything is ever proven."""
        return False

    def solved(self, node, memory):
        """Return whether `node` is proven."""
        return False

    def open_to_selection(self, child, memory):
        """Return whether it may pay to visit a child: not if it is proven to be the worst that can be."""
        return True

    def may_be_chosen(self, node, child, memory):
        """Return whether `child` may be the final choice at `node`.

        At a proven node, only children that are worth what the node is worth may be chosen.
        """
        return True

    def prove_end(self, game, state, node, memory):
        """Prove `node`, whose game is over in `state`."""

    def prove_partly(self, node, missing, memory):
        """Note that `missing` legal actions of `node` are not among its children."""

    def prove(self, parent, child, memory):
        """Prove `parent` if that follows from its children, of which `child` has just been visited."""


TYPES = {  # the parameters of a `UCT` that are components
    "selection": Selection, "value": Value, "pruning": Pruning, "leaf": Leaf, "final": FinalChoice, "tree": SearchTree,
    "prior": Prior, "backup": Backup,
}
