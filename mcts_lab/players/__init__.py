"""Players: whoever chooses the next action of a game.

A player is any object with a ``name`` and ``choose(game, state, seed) -> action``. It must not change `state`, which is
always the whole truth; a player that may not see all of it draws a world of its own (`mcts_lab.game.determinize`).
`seed` is an integer for everything random about the choice, so that the same seed gives the same action.

A player may also have

``decide(game, state, seed)``  the same, returning a `Decision`: the action and numbers about how it was found;
``sit(game, seat, seed)``      a player for one game at one seat, for those that remember (a tree kept between moves);
``watch(game, state, action)`` is told of every action of the game, of all players and of chance, before it is played;
``describe()``                 its parameters as JSON-able data, for result files;
``always_legal = True``        its actions need no checking.
"""

from .describe import content, describe, label, plain
from .search import DETAILS, Decision, SearchPlayer
from .simple import RandomPlayer, RulePlayer, ScriptedPlayer

__all__ = ["DETAILS", "Decision", "RandomPlayer", "RulePlayer", "ScriptedPlayer", "SearchPlayer", "content", "describe",
           "label", "plain"]
