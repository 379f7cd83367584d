"""What error messages advise to search a game with.

A search that knows the whole state cheats where something is hidden, so no message may lead from a card game to one.
"""

HONEST = "ISMCTS()"


def example(facts, otherwise: str) -> str:
    """Return the call of a search that suits a game: `otherwise`, or ISMCTS() where something is hidden.

    facts: of the game; None: it is not known
    """
    return otherwise if facts is None or facts.perfect_information else HONEST


def advised(facts, otherwise: str) -> str:
    "Return an advice, a sentence without its full stop: `otherwise`, or to use ISMCTS() if the game hides something."
    return otherwise if facts.perfect_information else f"Use {HONEST}, which does not see hidden information"
