"""A widget to play a game against an agent and to see the agent's search."""

import logging

from mcts_lab.game import TERMINAL, legal_actions
from mcts_lab.players.search import LEVELS, SearchPlayer
from mcts_lab.views.captions import ending, player_name
from mcts_lab.views.svg_colours import ACCENT

from . import charts
from .boards import board_picture
from .model import Button, Frame, Setting
from .playing import Playing
from .thoughts import counts_picture, line_picture

log = logging.getLogger("mcts_lab")

WIDGETS = {"play": "Play"}

KEY_NAMES = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", " ": "space"}


class Play(Playing):
    """A person against an agent: click on the board, or use the buttons or the keyboard; see `Playing`."""

    unit = "play"
    needs_kernel = acts = True
    slots = {"board": "", "mind": "the last search", "line": "what it expects", "course": "the game, move by move",
             "turn": "where it turned"}

    def __init__(self, game, opponent=None, seat=0, seed=None, state=None, agents=None, background=None):
        self.mind = "shown"
        super().__init__(game, opponent, seat, seed, state, agents, background)
        self.title = f"Play {self.about_game.title}"

    @classmethod
    def example(cls):
        from mcts_lab import games
        from mcts_lab.players.simple import RandomPlayer

        return cls(games.connect_four(), RandomPlayer(), seed=1)

    goes_on = True

    def opening(self):
        """Return the opening of a page in which a person plays against the agents, which search in the page.

        An agent that cannot search in a page is left out, with a warning. If no agent is left, the game's usual
        searches replace them.
        """
        from ..web.page import described, opening

        if not self.agents and self.about_game.players > 1:
            raise ValueError("On a web page, only one player can be a person. Let a search or another opponent "
                             "play for the other players.")
        able, out = {}, []
        for name, agent in self.agents.items():
            try:
                described(name, agent, self.about_game)
                able[name] = agent
            except ValueError as error:
                log.warning("the page of %s has other opponents: %s", self.title, error)
                out.append(name)
        note = f" {' and '.join(out)} cannot search in a page, so the opponent here is another." if out else ""
        return opening(self.game, able, self.seat, state=self.first, note=note)

    def press(self, id):
        kind, _, rest = id.partition(":")
        if kind == "move":
            self.choose(int(rest))
        elif id in ("undo", "new", "stop", "review"):
            getattr(self, id)()
        else:
            super().press(id)

    def settings(self):
        found = []
        if self.opponent is not None:
            names = [(p, player_name(self.game, p)) for p in range(self.about_game.players)]
            if len(self.agents) > 1:
                found.append(Setting("agent", "against", self.agent_name(), tuple((n, n) for n in self.agents)))
            if len(names) > 1:
                found.append(Setting("seat", "you play", self.seat, tuple(names)))
            if self._iterations():
                known = {self._iterations(): f"{self._iterations():,}",
                         **{n: f"{n:,}, {name}" for name, n in LEVELS.items()}}
                found.append(Setting("strength", "its iterations", self._iterations(), tuple(sorted(known.items()))))
            found.append(Setting("mind", "its search", self.mind, (("shown", "shown"), ("hidden", "hidden"))))
        return found

    def change(self, name, value):
        if name == "seat":
            self.seat = value
            self.new()
        elif name == "strength":
            old = self.opponent
            budget = {**old.budget, "iterations": value}
            self.opponent = SearchPlayer(old.method, **budget)
            self.agents[self.agent_name(old)] = self.opponent
        elif name == "agent":
            self.opponent = self.agents[value]
        else:
            setattr(self, name, value)

    # -- showing ----------------------------------------------------------------------------------------------------

    def frame(self, position):
        with self.lock:
            moment, last = self.match.moments[position], position == len(self)
            live = self.live if last else None
            thought = live or moment.thought
            parts = {"board": self._board(moment)}
            if self.reviewed is not None and self.reviewed.looks:
                parts["course"] = self.reviewed.picture(position)
                parts["turn"] = charts.words_lines("The game in review", self.reviewed.lines())
                thought = None
            if self.mind == "shown" and thought is not None and self.opponent is not None:
                parts["mind"] = counts_picture(thought, self.game, self.state, self.seat)
                if thought.line:
                    parts["line"] = line_picture(thought, self.game)
            turn = self.reviewed.turn if self.reviewed is not None and self.reviewed.complete else None
            told = f" Here you played {turn.played}." if turn and turn.position == position else ""
            return Frame(self._words(moment, last) + told, parts, None, self._buttons() if last else ())

    def _words(self, moment, last):
        if last and self.thinker.error:
            return f"⚠ {self.thinker.error} Take back, or begin a new game."
        player = self.game.to_move(moment.state)
        said = f"{moment.said}. " if moment.said else ""
        if player == TERMINAL:
            return f"{said}The game is over: {ending(self.game, moment.state)}."
        you = "" if self.opponent is None else f"You are {player_name(self.game, self.seat)}. "
        if self.opponent is not None and player == self.seat:
            return f"{you}{said}Your turn."
        if self.busy and last:
            return f"{you}{said}{player_name(self.game, player)} is thinking"
        if self.keys and last:
            keys = ", ".join(f"{KEY_NAMES.get(key, key)} {self.game.action_name(moment.state, action)}"
                             for key, action in self.keys.items()
                             if key and action in legal_actions(self.game, moment.state))
            return f"{said}Your keys: {keys}."
        return f"{you}{said}{player_name(self.game, player)} to move."

    def _board(self, moment):
        drawn = board_picture(self.game, moment.state, self.viewer(self.game.to_move(moment.state)))
        marks = "".join(f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{min(w, h) / 8:g}" fill="none" '
                        f'stroke="{ACCENT}" stroke-width="{min(w, h) / 11:g}"/>' for x, y, w, h in moment.marks)
        head, end, tail = drawn.rpartition("</svg>")
        return head + marks + end + tail

    def _buttons(self):
        player = self.match.player
        found = []
        if player != TERMINAL and not self.busy and self.persons_turn():
            for action in legal_actions(self.game, self.state):
                name = str(self.game.action_name(self.state, action))
                where = tuple(tuple(float(v) for v in area)
                              for area in self.game.areas(self.state, action, self.viewer(player)))
                keys = tuple(key for key, meant in self.keys.items() if key and meant == action)
                found.append(Button(f"move:{action}", name, f"play {name}", "play", where, keys=keys))
        found.append(Button("undo", "take back", "undo your last action and the answers to it",
                            enabled=self.match.undoable))
        found.append(Button("new", "new game", "begin again"))
        if self.reviewable:
            found.append(Button("review", "review", "see where the game turned",
                                enabled=not self.busy and self.reviewed is None))
        if self.opponent is not None:
            found.append(Button("stop", "stop thinking", "let the opponent play what it has found", enabled=self.busy))
        return tuple(found)
