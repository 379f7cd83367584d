"""What only some searches ask of a game: how good an action looks, or what kind it is.

A game may define any of these methods, so that these searches can play it; the others do not need them.
"""

MOST_GROUPS = 8  # groups of actions
JOINS = 16  # added to the number of a group that an action goes along with, without making it worth choosing


class Hints:
    """What a game may tell some searches."""

    __slots__ = ()

    def grade(self, state, player) -> float:
        """Return how good `player` finds a state, finished or not: a number of which only the order means anything.

        For searches that look at the order of outcomes only, such as those with the value `Borda`. A game defines it
        where payoffs do not tell all outcomes apart that its players do; by default rewards are compared.
        """
        return 0.0

    def advice(self, state, action) -> float:
        """Return how much hand-written rules like `action` for the player to move: a rating from 0 (bad) to 1 (good).

        0.5 is neutral, and the default. Advice may look only at what the player to move knows: a search asks in worlds
        that are determinized, where everything else is a guess.
        """
        return 0.5

    def advised_against(self, state, action) -> bool:
        """Whether hand-written rules say to avoid `action`, by what the player to move knows. By default they never do.
        """
        return False

    def rule_action(self, state, rng, scratch) -> int:
        """Return the action that hand-written rules play for the player to move, by what that player knows.

        `scratch` has room for a list of legal actions.
        """
        raise NotImplementedError

    def group(self, state, action) -> int:
        """Return the group of actions, from 0 to `MOST_GROUPS` - 1, to which `action` belongs; -1: to none.

        For searches that choose among groups before they choose in one. With `JOINS` added, the action is part of the
        group only if others are.
        """
        raise NotImplementedError

    def played(self, state, player, action) -> bool:
        """Whether `player` has played `action` on the way to `state`, in a game in which the board shows it. For RAVE.
        """
        raise NotImplementedError

    def all_played(self, state, player, out) -> None:
        """Write into the array `out`, for each action of the game, 1 if `player` has `played` it and else 0."""
        for action in range(len(out)):
            out[action] = 1.0 if self.played(state, player, action) else 0.0

    def points(self, state) -> float:
        """Return the score so far, for searches that go by it. By default 0."""
        return 0.0

    def inputs(self, state, out) -> int:
        """Write numbers about the state, as the player to move sees it, into the float32 array `out`, for learned
        models; return how many.

        There are always as many. A game without such models writes none, the default.
        """
        return 0
