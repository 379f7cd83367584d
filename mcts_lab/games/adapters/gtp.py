"""The Go Text Protocol, version 2, by which programs for boards play each other [Farneback 2002]: for Hex and Othello.

Black is the player who begins. Moves are the game's own names of actions, such as c4.
"""

from __future__ import annotations

from ... import games
from ...game import TERMINAL, action_name, after, copy, facts, legal_actions, payoff, start, text, to_move

COLORS = {"b": 0, "black": 0, "w": 1, "white": 1}


class Refusal(ValueError):
    """A command cannot be obeyed; the message is the answer."""


class Engine:
    """A game and a player, asked by lines of text.

    name: of the game, with the options `chosen`. player: such as a `SearchPlayer`; seed: of its choices.
    Raises ValueError for a game that is not one of two players, open and without chance.
    """

    def __init__(self, name, player, seed=0, **chosen):
        self.name, self.player, self.seed, self.chosen = name, player, seed, chosen
        self.begin(games.make(name, **chosen))
        known = facts(self.game)
        if known.players != 2 or not (known.deterministic and known.perfect_information):
            raise ValueError(f"{known.title} cannot be played by this protocol, which is for two players on a board "
                             "that both see")
        self.over = False

    def begin(self, game):
        self.game, self.states = game, [start(game, 0)]

    def answer(self, line: str) -> str:
        """Return the answer to a line, with the empty line that ends it; "" to a line without a command."""
        words = line.partition("#")[0].split()
        if not words:
            return ""
        number = words.pop(0) if words[0].isdigit() else ""
        name, *values = words or [""]
        try:
            if name not in COMMANDS:
                raise Refusal("unknown command")
            return f"={number} {COMMANDS[name](self, *values) or ''}".rstrip() + "\n\n"
        except Refusal as why:
            return f"?{number} {why}\n\n"
        except TypeError:
            return f"?{number} syntax error\n\n"

    # -- commands ------------------------------------------------------------------------------------------------------

    def boardsize(self, *sizes):
        """One number, or two of a board that is not square."""
        options = games.options(self.name)
        wanted = [int(size) for size in sizes if size.isdecimal()]
        size = {"size": wanted[0]} if wanted and "size" in options and len(set(wanted)) == 1 else None
        if size is None and "rows" in options and len(wanted) == 2:
            size = {"rows": wanted[1], "columns": wanted[0]}
        if not wanted or (size is None and set(wanted) != {8}):
            raise Refusal("unacceptable size")
        try:
            self.begin(games.make(self.name, **self.chosen | (size or {})))
        except ValueError:
            raise Refusal("unacceptable size") from None

    def clear_board(self):
        self.begin(self.game)

    def play(self, color, move):
        names = self._names(color)
        if move.lower() not in names:
            raise Refusal("illegal move")
        self._go(names[move.lower()])

    def genmove(self, color):
        self._names(color)
        action = int(self.player.choose(self.game, copy(self.game, self.states[-1]), self.seed + len(self.states)))
        move = action_name(self.game, self.states[-1], action)
        self._go(action)
        return move

    def undo(self):
        if len(self.states) == 1:
            raise Refusal("cannot undo")
        self.states.pop()

    def showboard(self):
        return "\n" + text(self.game, self.states[-1])

    def final_score(self):
        if to_move(self.game, self.states[-1]) != TERMINAL:
            raise Refusal("the game is not over")
        worth = payoff(self.game, self.states[-1], 0)
        return f"{'B' if worth > 0 else 'W'}+{abs(worth):g}" if worth else "0"

    def quit(self):
        self.over = True

    def _names(self, color):
        """The legal actions of the player of that color, by name."""
        player = to_move(self.game, self.states[-1])
        if color.lower() not in COLORS:
            raise Refusal("invalid color")
        if player == TERMINAL:
            raise Refusal("the game is over")
        if COLORS[color.lower()] != player:
            raise Refusal("it is the turn of the other color")
        return {action_name(self.game, self.states[-1], action).lower(): action
                for action in legal_actions(self.game, self.states[-1])}

    def _go(self, action):
        self.states.append(after(self.game, self.states[-1], action))


COMMANDS = {
    "protocol_version": lambda engine: "2",
    "name": lambda engine: f"mcts_lab {engine.name}",
    "version": lambda engine: engine.player.name,
    "known_command": lambda engine, name: str(name in COMMANDS).lower(),
    "list_commands": lambda engine: "\n".join(COMMANDS),
    **{name: getattr(Engine, name) for name in ("quit", "boardsize", "clear_board", "play", "genmove", "undo",
                                                "showboard", "final_score")},
}
