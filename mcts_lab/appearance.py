"""The appearance of a game for people: names of actions, texts, pictures, and areas of a picture. It is never compiled.

A game may define any of these methods; each of them has a default. A big game may define them in another file, in a
class that is derived from `Appearance` and is a base class of the game.
"""

import re

from .engine.distinct import overrides


class Appearance:
    """Methods for the appearance of a game: names, text and pictures. They are never compiled."""

    __slots__ = ()

    def action_name(self, state, action) -> str:
        """Return a short readable name of an action. By default it is the action's number.

        Different legal actions must have different names.

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
        """Return a state as plain text.

        By default it is the text of `text_for` for a viewer who sees everything. If the game does not define
        `text_for`, it is a list of the state's fields.

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
        """Return a few words about the end of a finished game. By default they are empty, as the payoffs are enough.

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
        """Return a state as an SVG picture. By default it is the picture of `svg_for` for a viewer who sees everything.

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
        raise NotImplementedError(f"{self.facts().title} has no pictures. Give its class a method svg.")

    def text_for(self, state, viewer) -> str:
        """Return a state as plain text, as a player sees it. By default it is `text`, so nothing is hidden.

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
        """Return a state as an SVG picture, as a player sees it. By default it is `svg`, so nothing is hidden.

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
        """Return the areas that a person clicks to play an action, in the picture of `svg_for`.

        If there are several areas, they are clicked one after another: for example, first the present square of a piece
        and then its next square. By default there are no areas, and people choose the action from a list.

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
        """Return the areas that an action has changed, so that they can be marked. By default the last of `areas`.

        Parameters
        ----------
        state : state
            The state before the action.
        action : int
            A legal action.
        following : state
            The state after the action, which the picture shows.
        viewer : int or None, default None
            The player whose view is shown, without hidden information. None shows everything.

        Returns
        -------
        tuple of (x, y, width, height)
        """
        return tuple(self.areas(state, action, viewer))[-1:]

    def steering(self) -> dict:
        """Return the keys with which a person steers a real-time game. By default there are none.

        Keys have the names that browsers give them, such as "ArrowLeft", " " or "a". The key "" means that no key is
        pressed. `play` must accept the action of this key at any time, so that the game can continue by itself. The
        other actions need not be legal in every state.

        Returns
        -------
        dict of str to int
        """
        return {}


def draws(game) -> bool:
    """Return whether a game, or a class of games, has pictures."""
    return overrides(game, Appearance.svg) or overrides(game, Appearance.svg_for)


def listed(state) -> str:
    """Return a text with one line for each field of a record. For other states, return ``str(state)``."""
    names = getattr(getattr(state, "dtype", None), "names", None)
    return re.sub(r"\.0\b", "", "\n".join(f"{name}: {state[name].tolist()}" for name in names)) if names else str(state)
