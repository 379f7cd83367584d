"""Playing a game against an agent, and seeing what it thinks."""

from __future__ import annotations

import logging
import threading
import time
from typing import NamedTuple

import numpy as np

from mcts_lab.game import CHANCE, TERMINAL, copy, game_of, legal_actions
from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.players.disclosure import CLOSED, is_open, shares
from mcts_lab.players.search import LEVELS, SearchPlayer
from mcts_lab.views.captions import ending, player_name
from mcts_lab.views.svg_colours import ACCENT, SOFT, TEXT, width_of

from . import charts
from .clock import Clock
from .match import SOLVE, Match, solvable, true_values
from .model import Button, Frame, Model, Setting
from .review import ITERATIONS, SECONDS, Review
from .thinker import Thinker
from .watch import board_picture

log = logging.getLogger("mcts_lab")

WIDGETS = {"play": "Play"}

SHOWN = 12  # actions in the picture of a search
LINE = 8  # plays of an expected line
RATE = 8  # ticks a second of a game that does not wait
PATIENCE = 0.7  # seconds that an opponent's card stays alone on the table
KEY_NAMES = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", " ": "space"}


class Thought(NamedTuple):
    """What is kept of a search; `is_open` says when a person may see it."""

    player: int
    rows: tuple  # of `mcts_lab.players.disclosure.Share`
    lines: dict  # action's name -> the names of what is expected from it on, first that which the search would play;
    # empty where something is hidden
    iterations: int
    played: str  # name of the action; "" while the search runs


class Play(Model):
    """A person against an agent: click on the board, or use the buttons or the keyboard.

    game:      the game
    opponent:  a player (see `mcts_lab.players`); None: the first of `agents`, or without any a person plays all seats
    seat:      the person's seat
    seed:      of chance and of the opponent; None draws one
    state:     where to begin; None: the start of the game
    agents:    dict from a name to a player, more opponents to choose from; None: none
    background: whether the opponent thinks in a thread; None: where the game is watched, as on a stage

    The game so far is in `match`. What is hidden from the person stays hidden until the game is over. On a stage the
    opponent thinks in a thread, with its counts growing, and can be stopped; called from Python, `choose` returns when
    it is the person's turn again. Positions are those of the game so far: `back` looks at an earlier one, `undo`
    returns to it.

    When the game is over, `review` looks at every position again, longer than the opponent did.

    A game with keys (see `Game.steering`) is played with them, at the person's own pace or in `real_time`.
    """

    unit = "play"
    needs_kernel = acts = True
    slots = {"board": "", "mind": "the last search", "line": "what it expects", "course": "the game, move by move",
             "turn": "where it turned"}

    def __init__(self, game, opponent=None, seat=0, seed=None, state=None, agents=None, background=None):
        game = game_of(game)
        if opponent is None and agents:
            opponent = next(iter(agents.values()))
        else:
            agents = {getattr(opponent, "name", "opponent"): opponent, **(agents or {})} if opponent else {}
        self.game, self.opponent, self.seat = game, opponent, seat
        self.about_game = game.facts()
        if not 0 <= seat < self.about_game.players:
            raise ValueError(f"{self.about_game.title} has the seats 0 to {self.about_game.players - 1}, and {seat} is "
                             "none")
        self.agents, self._begin = dict(agents), state
        self.watchers = []  # called whenever something has changed by itself
        self.lock = threading.RLock()
        self.thinker, self._live = Thinker(self._tell, self.lock), None  # what the running search thinks
        self._keys = game.steering() if self.about_game.players == 1 else {}
        self._clock, self._pressed = None, None  # in real time, and the action of the last key since the last tick
        self.mind, self.exact, self.asked = "shown", "off", ""
        self._values, self.reviewed = {}, None
        self.title = f"Play {self.about_game.title}"
        self.match, self._background = Match(game, seed, state), False  # the first position is there when it is shown
        self._continue()
        self._background = background

    @classmethod
    def example(cls):
        from mcts_lab import games
        from mcts_lab.players.simple import RandomPlayer

        return cls(games.connect_four(), RandomPlayer(), seed=1)

    @property
    def state(self):
        """Return the position now."""
        return self.match.state

    @property
    def actions(self) -> list:
        """Return the actions so far, pairs of the player's name and the action's."""
        return self.match.actions

    @property
    def busy(self) -> bool:
        """Return whether the opponent thinks."""
        return self.thinker.busy

    goes_on = True

    def opening(self, strict=False):
        """Return what opens a page in which a person plays against the agents, which search there.

        An agent that cannot search in a page is left out, as the page says and a warning, or refused (`strict`); the
        usual searches of the game stand in where none is left.
        """
        from ..web.page import described, opening

        if not self.agents and self.about_game.players > 1:
            raise ValueError("in a page one person plays: give the others an opponent")
        able, out = {}, []
        for name, agent in self.agents.items():
            try:
                described(name, agent, self.about_game)
                able[name] = agent
            except ValueError as error:
                if strict:
                    raise
                log.warning("the page of %s has other opponents: %s", self.title, error)
                out.append(name)
        note = f" {' and '.join(out)} cannot search in a page, so the opponent here is another." if out else ""
        return opening(self.game, able, self.seat, state=self._begin, note=note)

    def new(self):
        """Begin a new game."""
        self._cancel()
        self.match.begin()
        self._continue()

    def choose(self, action):
        """Let the person play `action`. Raises ValueError if it is not their turn, or the action is not legal."""
        if self.busy:
            raise ValueError("the opponent is thinking: press stop, or wait")
        self._check_not_over()
        if action not in legal_actions(self.game, self.state):
            raise ValueError(f"{action} is not a legal action here")
        self.match.mark()
        self._make(action)
        self._continue()

    def _check_not_over(self):
        if self.match.over:
            raise ValueError("the game is over: begin a new one")

    def undo(self):
        """Take back the person's last action and what followed. Raises ValueError where there is none."""
        if not self.match.undoable:
            raise ValueError("there is nothing to take back")
        self._cancel()
        self.match.undo()
        self._position = len(self)

    @property
    def ticking(self) -> bool:
        """Return whether the game is going on by itself."""
        return self._clock is not None and self._clock.running

    def real_time(self, rate=RATE):
        """Let the game go on by itself, so many ticks a second, until `pause`: each plays the key pressed last, if any.

        Raises ValueError for a game that cannot go on by itself, and one that is over.
        """
        if "" not in self._keys:
            raise ValueError(f"{self.about_game.title} waits for its players: it has no real time")
        self._check_not_over()
        self.pause()
        self._position = len(self)
        self._clock = Clock(self._tick, rate)
        self._clock.start()  # only now, since a tick asks whether there is a clock

    def pause(self):
        """Let the game wait for the person again."""
        if self._clock is not None:
            self._clock.stop()
        self._clock = self._pressed = None

    def _tick(self):
        """Play at a tick of the clock; return whether the game goes on."""
        with self.lock:
            if not self.ticking:
                return False
            action, self._pressed = self._pressed, None
            self.match.mark()
            self._make(self._keys[""] if action is None else action)
            over = self.match.over
        if over:
            self._clock.stop()
        self._tell()
        return not over

    def stop(self):
        """Let the opponent play with what its search has found so far; a review ends with what it has looked at."""
        if self.match.over:
            self.thinker.cancel()
        else:
            self.thinker.stop()

    @property
    def reviewable(self) -> bool:
        """Return whether the game is over and can be looked at again: one for two, without chance or secrets."""
        return self.match.over and self.opponent is not None and solvable(self.game)

    def review(self, iterations=ITERATIONS, seconds=SECONDS):
        """Look at all positions of the finished game with a long search, and go to the move that lost it.

        iterations, seconds: of the search in each position, whichever comes first; no seconds (None): iterations alone

        Raises ValueError if the game is not over, or not of a kind that can be reviewed.
        """
        if not self.reviewable:
            raise ValueError("a review takes a finished game for two, without chance or hidden information, against an "
                             "opponent")
        moments = self.match.moments
        self.reviewed = Review(self.game, [moment.state for moment in moments],
                               [name for _, name in self.match.actions], self.seat, iterations, seconds)
        self.thinker.run(self._look_back, bool(self.watchers) if self._background is None else self._background)

    def _look_back(self, wanted):
        found = self.reviewed
        while wanted() and not found.complete:
            found.step()
            self._tell()
        with self.lock:
            if wanted() and found.turn:
                self._position = found.turn.position

    def wait(self, seconds=60.0) -> bool:
        """Wait until the opponent has played, at most so long; return whether it has."""
        return self.thinker.wait(seconds)

    def press(self, id):
        kind, _, rest = id.partition(":")
        if kind == "move" and self.ticking:
            self._pressed = int(rest)
        elif kind == "move":
            self.choose(int(rest))
        elif id == "clock":
            self.pause() if self.ticking else self.real_time()
        elif id in ("undo", "new", "stop", "review"):
            getattr(self, id)()
        else:
            super().press(id)

    def settings(self):
        found = []
        if self.opponent is not None:
            names = [(p, player_name(self.game, p)) for p in range(self.about_game.players)]
            if len(self.agents) > 1:
                found.append(Setting("agent", "against", self._agent_name(), tuple((n, n) for n in self.agents)))
            if len(names) > 1:
                found.append(Setting("seat", "you play", self.seat, tuple(names)))
            if self._iterations():
                known = {self._iterations(): f"{self._iterations():,}",
                         **{n: f"{n:,}, {name}" for name, n in LEVELS.items()}}
                found.append(Setting("strength", "its iterations", self._iterations(), tuple(sorted(known.items()))))
            found.append(Setting("mind", "its search", self.mind, (("shown", "shown"), ("hidden", "hidden"))))
        if solvable(self.game):
            found.append(Setting("exact", "true values", self.exact, (("off", "hidden"), ("on", "shown"))))
        lines = self._last_thought().lines if self.mind == "shown" and self._last_thought() else {}
        if len(lines) > 1:
            found.append(Setting("asked", "why not", self.asked if self.asked in lines else "",
                                 (("", "–"), *((name, name) for name in lines))))
        return found

    def change(self, name, value):
        if name == "seat":
            self.seat = value
            self.new()
        elif name == "strength":
            old = self.opponent
            budget = {**old.budget, "iterations": value}
            self.opponent = SearchPlayer(old.method, **budget)
            self.agents[self._agent_name(old)] = self.opponent
        elif name == "agent":
            self.opponent = self.agents[value]
        else:
            setattr(self, name, value)

    # -- the course of the game -------------------------------------------------------------------------------------

    def _continue(self):
        """Let chance and the opponent act until it is the person's turn: in a thread where the game is watched."""
        self._position = len(self)
        if not self._persons_turn():
            background = bool(self.watchers) if self._background is None else self._background
            hides = not self.about_game.perfect_information
            self.thinker.run(lambda wanted: self._others(wanted, PATIENCE if background and hides else 0.0), background)

    def _others(self, wanted, pause):
        while wanted() and not self._persons_turn():
            player, thought = self.match.player, None
            if player == CHANCE:
                action = self.match.chance()
            else:
                action, thought = self._answer(player)
            with self.lock:
                if not wanted():
                    return
                self._make(action, thought)
            if pause and player != CHANCE and not self._persons_turn():
                self._tell()
                time.sleep(pause)

    def _answer(self, player):
        """The opponent's action, and what may be seen of its search."""
        seen, seed = copy(self.game, self.state), self.match.draw()
        if not hasattr(self.opponent, "search"):
            return int(self.opponent.choose(self.game, seen, seed)), None

        def look(result):
            self._live = self._thought(player, result, "")

        try:
            result = self.thinker.search(self.opponent, self.game, seen, seed, look)
        finally:
            self._live = None
        return int(result.action), self._thought(player, result, self.game.action_name(self.state, result.action))

    def _thought(self, player, result, played):
        rows = tuple(shares(self.game, self.state, result))
        lines = {}
        if self.about_game.perfect_information and hasattr(result, "tree") and rows:
            tree = result.tree
            for child in dict.fromkeys([*tree.line()[1:2], *tree.child_nodes()[:SHOWN].tolist()]):
                lines[tree.name(child)] = [tree.name(n) for n in tree.line(child)[:LINE]]
        return Thought(player, rows, lines, getattr(result, "iterations", 0), str(played))

    def _make(self, action, thought=None):
        self.match.make(action, self._viewer(self.match.player), thought)
        self.asked = ""
        self._position = len(self)

    def _cancel(self):
        self.pause()
        self.thinker.cancel()
        self.reviewed = None

    def _tell(self):
        for watcher in self.watchers:
            watcher()

    # -- who and what -----------------------------------------------------------------------------------------------

    def _persons_turn(self):
        player = self.match.player
        return player == TERMINAL or (player != CHANCE and (self.opponent is None or player == self.seat))

    def _agent_name(self, agent=None):
        agent = agent or self.opponent
        return next(name for name, one in self.agents.items() if one is agent)

    def _iterations(self):
        player = self.opponent
        return player.budget.get("iterations") if isinstance(player, SearchPlayer) and not player.keep_tree else None

    def _viewer(self, player):
        """The viewer: the person; where a person plays all seats, the player to move, and None in the end."""
        if self.opponent is not None:
            return self.seat
        return None if player == TERMINAL else max(player, 0)

    def _last_thought(self):
        return self.match.moments[-1].thought

    # -- showing ----------------------------------------------------------------------------------------------------

    def __len__(self):
        return len(self.match.moments) - 1

    def frame(self, position):
        with self.lock:
            moment, last = self.match.moments[position], position == len(self)
            live = self._live if last else None
            thought = live or moment.thought
            parts = {"board": self._board(moment)}
            if self.reviewed is not None and self.reviewed.looks:
                parts["course"] = self.reviewed.picture(position)
                parts["turn"] = words_lines("The game in review", self.reviewed.lines())
                thought = None
            if self.mind == "shown" and thought is not None and self.opponent is not None:
                parts["mind"] = self._mind(thought)
                if thought.lines:
                    parts["line"] = self._line(thought)
            if last and self.exact == "on" and solvable(self.game) and self.game.to_move(moment.state) != TERMINAL:
                parts["line"] = self._truth(moment.state)
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
        if self._keys and last:
            keys = ", ".join(f"{KEY_NAMES.get(key, key)} {self.game.action_name(moment.state, action)}"
                             for key, action in self._keys.items()
                             if key and action in legal_actions(self.game, moment.state))
            return f"{said}Your keys: {keys}." if not self.ticking else f"{said}The game goes on by itself."
        return f"{you}{said}{player_name(self.game, player)} to move."

    def _board(self, moment):
        drawn = board_picture(self.game, moment.state, self._viewer(self.game.to_move(moment.state)))
        marks = "".join(f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{min(w, h) / 8:g}" fill="none" '
                        f'stroke="{ACCENT}" stroke-width="{min(w, h) / 11:g}"/>' for x, y, w, h in moment.marks)
        head, end, tail = drawn.rpartition("</svg>")
        return head + marks + end + tail

    def _buttons(self):
        player = self.match.player
        found = []
        if player != TERMINAL and not self.busy and self._persons_turn():
            for action in legal_actions(self.game, self.state):
                name = str(self.game.action_name(self.state, action))
                where = tuple(tuple(float(v) for v in area)
                              for area in self.game.areas(self.state, action, self._viewer(player)))
                keys = tuple(key for key, meant in self._keys.items() if key and meant == action)
                found.append(Button(f"move:{action}", name, f"play {name}", "play", where, keys=keys))
            if "" in self._keys:
                found.append(Button("clock", "pause (p)" if self.ticking else "real time (p)",
                                    "wait for me" if self.ticking else "let the game go on by itself", keys=("p",)))
        found.append(Button("undo", "take back", "undo your last action and the answers to it",
                            enabled=self.match.undoable))
        found.append(Button("new", "new game", "begin again"))
        if self.reviewable:
            found.append(Button("review", "review", "see where the game turned",
                                enabled=not self.busy and self.reviewed is None))
        if self.opponent is not None:
            found.append(Button("stop", "stop thinking", "let the opponent play what it has found", enabled=self.busy))
        return tuple(found)

    def _mind(self, thought):
        who = player_name(self.game, thought.player)
        if not is_open(self.game, self.state, self.seat):
            return words_lines(f"The last search of {who}", [f"{thought.iterations:,} iterations; {CLOSED}"])
        rows = [charts.Bar(row.name, row.visits, self._reward(row.value), marked=row.name == thought.played)
                for row in sorted(thought.rows[:SHOWN], key=lambda row: row.action)]  # rows that keep their places
        rest = thought.rows[SHOWN:]
        if rest:
            rows.append(charts.Bar(f"+{len(rest)} more", sum(row.visits for row in rest)))
        if not rows:
            return words_lines(f"The last search of {who}", ["it grew no tree, so there are no counts"])
        return charts.bars(rows, None, f"How the last search of {who} divided {thought.iterations:,} iterations",
                           f"visits of {thought.iterations:,}", f"mean reward to {who}")

    def _reward(self, value):
        """A payoff as a reward, from 0 (the least there is) to 1."""
        known = self.about_game
        return (value - known.low) / (known.high - known.low)

    def _line(self, thought):
        by_name = {row.name: row for row in thought.rows}
        best = thought.played or next(iter(thought.lines))
        lines = [f"{best}: {', then '.join(thought.lines.get(best, [best])[1:]) or 'no further'}"]
        asked = by_name.get(self.asked)
        if asked is not None and self.asked != best and best in by_name:
            chosen = by_name[best]
            lines += [
                f"Why not {asked.name}? {asked.visits:,} visits and mean reward {self._reward(asked.value):.2f},",
                f"against {chosen.visits:,} and {self._reward(chosen.value):.2f} of {best}.",
                f"Expected after {asked.name}: {', then '.join(thought.lines[asked.name][1:]) or 'nothing yet'}.",
            ]
        return words_lines(f"What {player_name(self.game, thought.player)} expects", lines)

    def _solve(self, id, state):
        self._values[id] = true_values(self.game, state)
        self._tell()

    def _truth(self, state):
        id = np.asarray(state).tobytes() if isinstance(state, np.void) else len(self.match.moments)
        if id not in self._values:
            if self.watchers:  # compiling and solving take their time, and the page stays alive
                self._values[id] = {}
                threading.Thread(target=self._solve, args=(id, copy(self.game, state)), daemon=True).start()
            else:
                self._values[id] = true_values(self.game, state)
        found = self._values[id]
        if not found:
            return words_lines("True values under best play", ["true values are being worked out"])
        known = self.about_game
        words = {known.high: "win", known.low: "loss", (known.high + known.low) / 2: "draw"}
        lines = []
        for value in sorted({v for v in found.values() if v == v}, reverse=True):
            names = ", ".join(str(self.game.action_name(state, a)) for a, v in found.items() if v == value)
            lines.append(f"{words.get(value, f'{value:+g}')}: {names}")
        far = sum(v != v for v in found.values())
        if far:
            lines.append(f"not known within {SOLVE:,} positions: {far} action{'' if far == 1 else 's'}")
        return words_lines("True values under best play", lines)


def words_lines(title, lines) -> str:
    """A few lines of text as a picture."""
    size = 13
    drawing = Drawing(max([width_of(line, size) for line in lines] + [200.0]) * 0.95 + 8, 22 * len(lines) + 8, title,
                      " ".join(lines))
    for i, line in enumerate(lines):
        drawing.text(4, 15 + 22 * i, line, TEXT if i == 0 else SOFT, size)
    return drawing.svg()
