"""What people see of a game: names of actions, text, pictures, and where one points at. None of it is ever compiled.

A game may define any of these methods; each has a default. A larger game has them in a file of its own, in a class
derived from `Appearance` from which the game's class is derived in turn.
"""

import re

from .engine.distinct import overrides


class Appearance:
    """How a game shows itself."""

    __slots__ = ()

    def action_name(self, state, action) -> str:
        """Return a short readable name of `action` in `state`, unique among the legal actions."""
        return str(int(action))

    def text(self, state) -> str:
        """Return the state as plain text; by default `text_for` a viewer who sees all, if the game defines it, else its
        fields."""
        return self.text_for(state, None) if overrides(self, Appearance.text_for) else listed(state)

    def outcome(self, state) -> str:
        """Return how a finished game ended, in a few words for a person; by default "", and the payoffs say it."""
        return ""

    def svg(self, state, dark=False) -> str:
        """Return the state as an SVG picture; by default `svg_for` a viewer who sees all, if the game defines it.

        Raises NotImplementedError for a game without pictures.
        """
        if overrides(self, Appearance.svg_for):
            return self.svg_for(state, None, dark)
        raise NotImplementedError(f"{self.facts().title} cannot draw itself")

    def text_for(self, state, viewer) -> str:
        """Return the state as plain text, as player `viewer` sees it (None: the whole truth). By default nothing is
        hidden."""
        return self.text(state)

    def svg_for(self, state, viewer, dark=False) -> str:
        """Return the state as an SVG picture, as player `viewer` sees it (None: the truth). By default nothing is
        hidden."""
        return self.svg(state, dark)

    def areas(self, state, action, viewer=None) -> tuple:
        """Return where a person points at to play `action`: rectangles (x, y, width, height) in the units of the
        picture.

        They lie in the picture that `svg_for` draws for `viewer`. One rectangle is pointed at, or several one after
        another, such as where a piece stands and where it goes. By default there are none, and a list is to choose
        from.
        """
        return ()

    def highlights(self, state, action, following, viewer=None) -> tuple:
        """Return what `action`, played in `state`, has changed: rectangles to mark in the picture of the state
        `following`.

        They lie in the picture that `svg_for` draws for `viewer`. By default what was pointed at last.
        """
        return tuple(self.areas(state, action, viewer))[-1:]

    def steering(self) -> dict:
        """Return the keys with which a person steers: from a key's name to an action; "" is what happens if none is
        pressed.

        Names are those of browsers: "ArrowLeft", " ", "a". Actions need not be legal in every state; the one of "" must
        be understood by `play` at any time, so that the game can go on by itself, in real time. By default there are
        none.
        """
        return {}


def draws(game) -> bool:
    """Whether a game, or a class of games, has pictures."""
    return overrides(game, Appearance.svg) or overrides(game, Appearance.svg_for)


def listed(state) -> str:
    """Return the fields of a record, a line for each, whole numbers without a point; others as ``str`` has them."""
    names = getattr(getattr(state, "dtype", None), "names", None)
    return re.sub(r"\.0\b", "", "\n".join(f"{name}: {state[name].tolist()}" for name in names)) if names else str(state)
