"""Dou Di Zhu: `moves` numbers all moves, `hands` and `choices` find a hand's moves, `rules` is the game."""

from . import drawing  # noqa: F401  registers how the game shows itself
from .rule_player import RulePlayer
from .rules import DouDiZhu, dou_dizhu, like_openspiel, stakes_of

__all__ = ["DouDiZhu", "RulePlayer", "dou_dizhu", "like_openspiel", "stakes_of"]
