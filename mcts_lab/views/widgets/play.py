"""Playing a game against a player, in a notebook."""

from __future__ import annotations

import html
import inspect

import ipywidgets
import numpy as np

from ...engine.random import stream
from ...game import (
    CHANCE,
    TERMINAL,
    action_name,
    copy,
    facts,
    for_search,
    legal_actions,
    observation,
    payoff,
    play,
    sample_action,
    start,
    svg_for,
    text_for,
    to_move,
)
from ...players.disclosure import UNSEEN, shares
from ...search.mcts.running import StopSearch
from .parts import Message, button, guarded, shown, table
from .thinking import Thinking

MOST_BUTTONS = 24  # more actions than that go into a list to choose from


class Play:
    """A person against a player: a picture of the position, a button per action, and on request the opponent's counts.

    What is hidden from the person stays hidden until the game is over.

    game:      the game
    opponent:  a player (see `mcts_lab.players`), or None: a person plays all seats
    seat:      the person's seat
    seed:      of chance and of the opponent; None draws one
    dark:      for a dark background
    state:     where to begin; None: the start of the game
    background:  whether the opponent thinks in a thread, so that the notebook goes on and *stop* ends a search with
        what it has found; None: after clicks in a notebook

    Buttons take the keyboard (Tab, then Enter or Space). The state is in `state`, the actions so far in `actions`.
    """

    def __init__(self, game, opponent=None, seat=0, seed=None, dark=False, state=None,
                 background=None):
        self.game, self.opponent, self.seat, self.dark = game, opponent, seat, dark
        self.about = facts(game)
        if not 0 <= seat < self.about.players:
            raise ValueError(f"{self.about.title} has the seats 0 to {self.about.players - 1}, and {seat} is none")
        self._seeds = np.random.SeedSequence(seed)
        self._begin = None if state is None else copy(game, state)
        self.message = Message()
        self.board = ipywidgets.HTML()
        self.story = ipywidgets.HTML()
        self.counts = ipywidgets.HTML()
        self.choices = ipywidgets.HBox(layout=ipywidgets.Layout(flex_flow="row wrap"))
        self.show_counts = ipywidgets.ToggleButton(value=False, description="opponent's counts",
                                                   tooltip="how the opponent's last search divided its iterations",
                                                   layout=ipywidgets.Layout(width="auto"))
        self.show_counts.observe(lambda _: self._show_counts(), "value")
        self.undo_button = button("take back", "undo your last action and the answers to it", self.undo)
        self.new_button = button("new game", "begin again", self.new)
        self.thinking = Thinking(False)
        self.widget = ipywidgets.VBox([
            self.board, self.message.widget, self.thinking.widget, self.choices,
            ipywidgets.HBox([self.undo_button, self.new_button, self.show_counts]), self.counts, self.story,
        ])
        self.new()
        self.thinking.background = Thinking(background).background  # the first position is there when it is shown

    def _repr_mimebundle_(self, **kwargs):
        viewer = self._viewer(to_move(self.game, self.state))
        return shown(self.widget, text_for(self.game, self.state, viewer), **kwargs)

    @guarded
    def new(self):
        """Begin a new game."""
        self._refuse_while_thinking()
        self.state = start(self.game, self._seed()) if self._begin is None else copy(self.game, self._begin)
        self.actions = []  # (who, name)
        self.past = []  # positions before the person's actions, with the number of actions then
        self.last = None  # who searched last, and how the visits were shared out
        self._continue()

    @guarded
    def choose(self, action):
        """The person plays `action`."""
        self._refuse_while_thinking()
        if to_move(self.game, self.state) == TERMINAL:
            self.message.say("The game is over: begin a new one.")
            return
        if action not in legal_actions(self.game, self.state):
            raise ValueError(f"{action} is not a legal action here")
        self.past.append((copy(self.game, self.state), len(self.actions), self.last))
        self._make(action)
        self._continue()

    @guarded
    def undo(self):
        """Take back the person's last action and what followed."""
        self._refuse_while_thinking()
        if not self.past:
            self.message.say("There is nothing to take back.")
            return
        self.state, count, self.last = self.past.pop()
        del self.actions[count:]
        self._show()

    def _refuse_while_thinking(self):
        if self.thinking.busy:
            raise ValueError("The opponent is thinking: wait, or press stop.")

    def _continue(self):
        """Let chance and the opponent act until it is the person's turn, then show."""
        player = to_move(self.game, self.state)
        if player == TERMINAL or self._person(player) or not self.thinking.background:
            self._answer_all()
        else:
            self._show()
            self.undo_button.disabled = self.new_button.disabled = True
            self.thinking.run(self._answer_in_background)

    @guarded
    def _answer_in_background(self):
        try:
            self._answer_all()
        except StopSearch:
            raise ValueError("The search was stopped before it had an answer: take your action back.") from None
        finally:
            self.new_button.disabled = False

    def _answer_all(self):
        try:
            while (player := to_move(self.game, self.state)) != TERMINAL and not self._person(player):
                if player == CHANCE:
                    scratch = np.empty(self.about.branching, np.int32)
                    self._make(int(sample_action(self.game, self.state, stream(self._seed()), scratch)))
                else:
                    self._make(self._answer(player))
        finally:
            self._show()

    def _person(self, player):
        return player != CHANCE and (self.opponent is None or player == self.seat)

    def _answer(self, player):
        seen = copy(self.game, self.state)
        if hasattr(self.opponent, "search"):
            tells = "progress" in inspect.signature(self.opponent.search).parameters
            options = {"progress": self.thinking.progress} if tells and self.thinking.background else {}
            result = self.opponent.search(for_search(self.game), seen, self._seed(), **options)
            self.last = player, shares(self.game, self.state, result, self._viewer(player))
            return int(result.action)
        return int(self.opponent.choose(self.game, seen, self._seed()))

    def _make(self, action):
        player = to_move(self.game, self.state)
        name = str(action_name(self.game, self.state, action))
        if observation(self.game, self.state, action, self._viewer(player)) != action:
            name = UNSEEN
        self.actions.append((self._name(player), name))
        play(self.game, self.state, action, stream(self._seed()))

    def _seed(self):
        return int(self._seeds.spawn(1)[0].generate_state(1)[0])

    def _name(self, player):
        if player == CHANCE:
            return "chance"
        return str(self.about.player_names[player]) if self.about.player_names else f"player {player}"

    # -- showing ----------------------------------------------------------------------------------------------------

    def _show(self):
        self.board.value = self._board()
        player = to_move(self.game, self.state)
        if player == TERMINAL:
            ends = (f"{self._name(p)} {payoff(self.game, self.state, p):g}" for p in range(self.about.players))
            self.message.say(f"The game is over: {', '.join(ends)}.")
        else:
            last = f" {self.actions[-1][0]} played {self.actions[-1][1]}." if self.actions else ""
            self.message.say(f"{self._name(player)} to move.{last}")
        self.choices.children = self._choices(player)
        self.undo_button.disabled = not self.past
        listed = "; ".join(f"{who}: {what}" for who, what in self.actions)
        summary = f"<summary>{len(self.actions)} actions so far</summary>"
        self.story.value = f"<details>{summary}{html.escape(listed)}</details>"
        self._show_counts()

    def _viewer(self, player):
        """Through whose eyes to look: the person's; where a person plays all seats, those of the player to move."""
        return self.seat if self.opponent is not None else max(player, 0)

    def _board(self):
        player = to_move(self.game, self.state)
        viewer = None if player == TERMINAL else self._viewer(player)
        words = html.escape(text_for(self.game, self.state, viewer), quote=True)
        try:
            drawing = svg_for(self.game, self.state, viewer, self.dark)
        except NotImplementedError:
            return f"<pre>{words}</pre>"
        return f'<div role="img" aria-label="{words}" style="max-width:30em">{drawing}</div>'

    def _choices(self, player):
        if player == TERMINAL or not self._person(player):
            return ()
        names = {a: str(action_name(self.game, self.state, a)) for a in legal_actions(self.game, self.state)}
        if len(names) <= MOST_BUTTONS:
            return tuple(button(n, f"play {n}", lambda a=action: self.choose(a)) for action, n in names.items())
        listed = ipywidgets.Dropdown(options=[(name, action) for action, name in names.items()], description="action")
        return (listed, button("play it", "play the chosen action", lambda: self.choose(listed.value)))

    @guarded
    def _show_counts(self):
        if not self.show_counts.value:
            self.counts.value = ""
        elif self.last is None or not self.last[1]:
            self.counts.value = "<p>There are no counts: the opponent has not searched a tree yet.</p>"
        else:
            player, found = self.last
            rows = [(share.name, f"{share.visits:,}", f"{share.value:+.3f}") for share in found]
            self.counts.value = table(rows, ("action", "visits", f"mean payoff to {self._name(player)}"),
                                      "The last search")
