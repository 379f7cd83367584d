"""Advice in error messages: which search suits a game.

A search that sees hidden information cheats, so no message may recommend such a search for a game that hides some.
"""

HONEST = "ISMCTS()"


def example(facts, otherwise: str) -> str:
    """Return the call of a search that suits a game: `otherwise`, or ISMCTS() if the game has hidden information.

    facts: the facts about the game, or None if the game is unknown.
    """
    return otherwise if facts is None or facts.perfect_information else HONEST


def advised(facts, otherwise: str) -> str:
    """Return a sentence of advice without its full stop. It is `otherwise` or, if the game has hidden information, the
    advice to use ISMCTS()."""
    return otherwise if facts.perfect_information else f"Use {HONEST}, which does not see hidden information"
