"""Dou Di Zhu: `moves` numbers all moves, `hands` and `choices` find a hand's moves, `rules` is the game."""

from . import advice, drawing  # noqa: F401  register how the game shows itself and what its rules tell a search
from .rules import DouDiZhu, dou_dizhu, like_openspiel, stakes_of

__all__ = ["DouDiZhu", "dou_dizhu", "like_openspiel", "stakes_of"]
