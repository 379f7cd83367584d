"""Methods of games that only some searches need, such as ratings and groups of actions.

A search may need one of these methods to play a game. The other searches do not need them.
"""

MOST_GROUPS = 8  # maximum number of groups of actions
JOINS = 16  # added to a group's number if the action belongs to the group only when other actions are in it


class Hints:
    """Methods of a game that only some searches need: grades, hand-written rules, groups, inputs of models."""

    __slots__ = ()

    def grade(self, state, player) -> float:
        """Return how good a state is for a player, as a number of which only the order has a meaning.

        The state may be unfinished. Searches that use only the order of outcomes, such as `OMCTS`, compare grades.
        Define this method if two outcomes have the same payoff but one of them is better. Without it, rewards are
        compared.

        Parameters
        ----------
        state : state
            The state.
        player : int
            The player.

        Returns
        -------
        float
        """
        return 0.0

    def advice(self, state, action) -> float:
        """Return how much hand-written rules recommend an action for the player to move.

        The rules may use only information of this player, because a search calls them in determinizations.

        Parameters
        ----------
        state : state
            The state.
        action : int
            A legal action.

        Returns
        -------
        float
            From 0 (bad) to 1 (good). 0.5, the default, is neutral.
        """
        return 0.5

    def advised_against(self, state, action) -> bool:
        """Return whether hand-written rules reject an action, using only the mover's information. By default False.

        Parameters
        ----------
        state : state
            The state.
        action : int
            A legal action.

        Returns
        -------
        bool
        """
        return False

    def rule_action(self, state, rng, scratch) -> int:
        """Return the action that hand-written rules choose, using only information of the player to move.

        Parameters
        ----------
        state : state
            The state.
        rng : random stream
            Draws random numbers, see `mcts_lab.engine.random`.
        scratch : array of int
            Memory for a list of legal actions.

        Returns
        -------
        int
        """
        raise NotImplementedError

    def group(self, state, action) -> int:
        """Return the group of an action, for searches that first choose a group and then an action in it.

        If `JOINS` is added to the number, the action belongs to the group only if other actions belong to it.

        Parameters
        ----------
        state : state
            The state.
        action : int
            A legal action.

        Returns
        -------
        int
            From 0 to ``MOST_GROUPS - 1``, or -1 for no group.
        """
        raise NotImplementedError

    def played(self, state, player, action) -> bool:
        """Return whether a player has played an action before a state, as far as the board shows this. For RAVE.

        Parameters
        ----------
        state : state
            The state.
        player : int
            The player.
        action : int
            An action.

        Returns
        -------
        bool
        """
        raise NotImplementedError

    def all_played(self, state, player, out) -> None:
        """Write for each action of the game 1 if the player has `played` it, and 0 if not.

        Parameters
        ----------
        state : state
            The state.
        player : int
            The player.
        out : array of float
            The array into which the numbers are written.
        """
        for action in range(len(out)):
            out[action] = 1.0 if self.played(state, player, action) else 0.0

    def points(self, state) -> float:
        """Return the score so far, for searches that use it. By default it is 0.

        Parameters
        ----------
        state : state
            The state.

        Returns
        -------
        float
        """
        return 0.0

    def inputs(self, state, out) -> int:
        """Write numbers that describe a state for a learned model, as the player to move sees it. Return how many.

        A game must always write equally many numbers. By default there are none.

        Parameters
        ----------
        state : state
            The state.
        out : array of float32
            The array into which the numbers are written.

        Returns
        -------
        int
        """
        return 0
