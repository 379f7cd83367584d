"""The findings of a check of a game, as a text."""

from dataclasses import dataclass

SHOWN = 12  # maximum number of actions in a sentence


@dataclass(frozen=True)
class Finding:
    """One mistake in the rules of a game.

    Attributes
    ----------
    rule : str
        The name of the method with the mistake.
    sentence : str
        The sentence that says what is wrong.
    seed : int or None, default None
        Seed of the game in which the mistake was found. None: it was found before any game began.
    actions : tuple of int, default ()
        The actions that had been played when it was found.
    """

    rule: str
    sentence: str
    seed: int | None = None
    actions: tuple = ()

    def __str__(self):
        if self.seed is None:
            return f"{self.rule}: {self.sentence}"
        shown = ", ".join(map(str, self.actions[:SHOWN])) + (", ..." if len(self.actions) > SHOWN else "")
        after = f"after the actions {shown}" if self.actions else "at the start"
        return f"{self.rule}: {self.sentence} (seen {after}, in the game with seed {self.seed})"


@dataclass(frozen=True)
class Report:
    """The findings of `check_game`. As a text, it is a list of sentences.

    Attributes
    ----------
    title : str
        The title of the game.
    findings : tuple of Finding
        The mistakes. It is empty if no mistake was found.
    games : int
        Number of random games that were played to their end.
    plays : int
        Number of actions in random games.
    seconds : float
        Duration of the check.
    """

    title: str
    findings: tuple
    games: int
    plays: int
    seconds: float

    @property
    def right(self) -> bool:
        """Whether no mistake was found."""
        return not self.findings

    def __str__(self):
        seen = f"{self.games:,} random game{'s'[:self.games != 1]} with {self.plays:,} plays"
        if self.right and not self.games:
            return (f"{self.title}: nothing wrong in {self.plays:,} plays, but no game ended in time: no payoff was "
                    "seen.")
        if self.right:
            return f"{self.title}: nothing wrong in {seen}."
        return "\n".join([f"{self.title}: {len(self.findings)} mistake{'s'[:len(self.findings) > 1]} in {seen}.",
                          *(f"- {finding}" for finding in self.findings)])

    __repr__ = __str__
