"""The appearance of a game for people: names of actions, text, pictures, and areas to point at. It is never compiled.

A game may define any of these methods; each has a default. A big game may put them into another file, in a class
that is derived from `Appearance` and is a base class of the game.
"""

import re

from .engine.distinct import overrides


class Appearance:
    """Methods for the appearance of a game: names, text and pictures. They are never compiled."""

    __slots__ = ()

    def action_name(self, state, action) -> str:
        """Return a short readable name of an action, unique among the legal actions. By default its number.

        Parameters
        ----------
        state : state
            The state.
        action : int
            A legal action.

        Returns
        -------
        str
        """
        return str(int(action))

    def text(self, state) -> str:
        """Return a state as plain text. By default `text_for` a viewer who sees everything, or else its fields.

        Parameters
        ----------
        state : state
            The state.

        Returns
        -------
        str
        """
        return self.text_for(state, None) if overrides(self, Appearance.text_for) else listed(state)

    def outcome(self, state) -> str:
        """Return in a few words how a finished game ended. By default an empty text, because the payoffs are enough.

        Parameters
        ----------
        state : state
            The state.

        Returns
        -------
        str
        """
        return ""

    def svg(self, state, dark=False) -> str:
        """Return a state as an SVG picture. By default `svg_for` a viewer who sees everything.

        Parameters
        ----------
        state : state
            The state.
        dark : bool, default False
            Whether the picture is for a dark background.

        Returns
        -------
        str

        Raises
        ------
        NotImplementedError
            If the game has no pictures.
        """
        if overrides(self, Appearance.svg_for):
            return self.svg_for(state, None, dark)
        raise NotImplementedError(f"{self.facts().title} cannot draw itself.")

    def text_for(self, state, viewer) -> str:
        """Return a state as plain text, as a player sees it. By default nothing is hidden.

        Parameters
        ----------
        state : state
            The state.
        viewer : int or None
            The player whose view is shown, without hidden information. None shows everything.

        Returns
        -------
        str
        """
        return self.text(state)

    def svg_for(self, state, viewer, dark=False) -> str:
        """Return a state as an SVG picture, as a player sees it. By default nothing is hidden.

        Parameters
        ----------
        state : state
            The state.
        viewer : int or None
            The player whose view is shown, without hidden information. None shows everything.
        dark : bool, default False
            Whether the picture is for a dark background.

        Returns
        -------
        str
        """
        return self.svg(state, dark)

    def areas(self, state, action, viewer=None) -> tuple:
        """Return the areas that a person points at to play an action, in the picture of `svg_for`.

        Several areas are pointed at one after another, for example the present and the next square of a piece. By
        default there are none, and people choose from a list.

        Parameters
        ----------
        state : state
            The state.
        action : int
            A legal action.
        viewer : int or None, default None
            The player whose view is shown, without hidden information. None shows everything.

        Returns
        -------
        tuple of (x, y, width, height)
            In the units of the picture.
        """
        return ()

    def highlights(self, state, action, following, viewer=None) -> tuple:
        """Return the areas that an action has changed, to mark them in the picture. By default the last of `areas`.

        Parameters
        ----------
        state : state
            The state before the action.
        action : int
            A legal action.
        following : state
            The state after it, which the picture shows.
        viewer : int or None, default None
            The player whose view is shown, without hidden information. None shows everything.

        Returns
        -------
        tuple of (x, y, width, height)
        """
        return tuple(self.areas(state, action, viewer))[-1:]

    def steering(self) -> dict:
        """Return the keys with which a person steers a real-time game. By default there are none.

        Keys have the names that browsers give them: "ArrowLeft", " ", "a". The key "" stands for no key; `play` must
        accept its action at any time, so that the game can continue by itself. The other actions need not be legal in
        every state.

        Returns
        -------
        dict of str to int
        """
        return {}


def draws(game) -> bool:
    """Return whether a game, or a class of games, has pictures."""
    return overrides(game, Appearance.svg) or overrides(game, Appearance.svg_for)


def listed(state) -> str:
    """Return the fields of a record, one per line, with integers without a point. Other states are shown by ``str``."""
    names = getattr(getattr(state, "dtype", None), "names", None)
    return re.sub(r"\.0\b", "", "\n".join(f"{name}: {state[name].tolist()}" for name in names)) if names else str(state)
