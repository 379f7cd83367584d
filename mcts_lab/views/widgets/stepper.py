"""Stepping through a search one phase at a time, forwards and backwards.

    search = Search(game, state, UCT(), seed=1, trace=True)
    search.run(30)
    Stepper(search)
"""

from __future__ import annotations

import math

import ipywidgets

from ...search.mcts.tree import BACK_UP, PLAY_OUT
from ..graph import default_perspective
from ..plots.tree import draw
from ..trace import PHASES, Replay
from .parts import Message, button, guarded, picture, shown, table


class Stepper:
    """Shows a search phase by phase: the drawing with the phase's nodes ringed, what happened, and the numbers.

    search:    a `Search` made with ``trace=True``, a `Result` of one, or a `Replay`
    dark:      for a dark background
    position:  where to begin, in phases
    options:   of `mcts_lab.views.plots.tree.draw`, such as ``top``, ``max_nodes``, ``boards``, ``perspective``

    The slider and the buttons take the keyboard: Tab moves between them, arrow keys move the slider, Enter or Space
    presses.
    """

    def __init__(self, search, dark=False, position=0, **options):
        self.replay = search if isinstance(search, Replay) else Replay.of(search)
        self.dark = dark
        self.options = {"top": 4, "max_nodes": 16, "max_depth": 4, "title": "", "orientation": "right", "margin": 2.0,
                        **options}
        self.options.setdefault("perspective", default_perspective(self.replay.tree))
        self.message = Message()
        self.words = ipywidgets.HTML()
        self.drawing = ipywidgets.HTML()
        self.numbers = ipywidgets.HTML()
        self.phases = ipywidgets.HTML()
        self.slider = ipywidgets.IntSlider(value=min(position, len(self.replay)), min=0, max=len(self.replay),
                                           description="phase", continuous_update=False,
                                           layout=ipywidgets.Layout(width="32em"))
        self.slider.observe(self._moved, "value")
        self.play = ipywidgets.Play(value=self.slider.value, min=0, max=len(self.replay), interval=1200,
                                    description="run by itself")
        ipywidgets.link((self.play, "value"), (self.slider, "value"))
        self.buttons = [
            button("◀◀ iteration", "to the iteration before", lambda: self.iterate(-1)),
            button("◀ back", "one phase back", lambda: self.move(-1)),
            button("forward ▶", "one phase forward", lambda: self.move(1)),
            button("iteration ▶▶", "to the next iteration", lambda: self.iterate(1)),
        ]
        self.widget = ipywidgets.VBox([
            ipywidgets.HBox([*self.buttons, self.play]), self.slider, self.phases, self.words, self.message.widget,
            self.drawing, self.numbers,
        ])
        self.show()

    def _repr_mimebundle_(self, **kwargs):
        return shown(self.widget, self.replay.sentence(self.position), self.figure(self.position), **kwargs)

    @property
    def position(self) -> int:
        """Phases shown so far."""
        return self.slider.value

    @guarded
    def move(self, phases=1):
        """Go so many phases forwards (backwards if negative), as far as there are any."""
        self.slider.value = min(max(self.position + phases, 0), len(self.replay))

    @guarded
    def iterate(self, iterations=1):
        """Go to the first phase of another iteration."""
        phase = self.replay.phase(self.position)
        now = phase.iteration if phase else -1
        self.slider.value = self.replay.iteration_start(now + iterations) if now + iterations >= 0 else 0

    def _moved(self, change):
        self.show()

    @guarded
    def show(self):
        """Draw the current position."""
        self.message.say("")
        at, replay = self.position, self.replay
        phase = replay.phase(at)
        self.words.value = f'<p role="status" aria-live="polite">{replay.sentence(at)}</p>'
        self.phases.value = self._strip(phase)
        self.numbers.value = self._table(at)
        self.drawing.value = picture(self.figure(at))

    def figure(self, position):
        """The drawing at a position, as a matplotlib figure."""
        replay, phase = self.replay, self.replay.phase(position)
        path = replay.whole_path(position)
        lit = {BACK_UP: replay.touched(position), None: []}.get(phase.kind if phase else None, replay.path(position))
        fig = draw(_Shown(replay.at(position), replay.settled(position)), highlight=lit, keep=path,
                   absent=replay.absent(position), notes=self._notes(position, phase), dark=self.dark, **self.options)
        fig.alt = f"{replay.sentence(position)} {fig.alt}"
        return fig

    def _notes(self, position, phase):
        if phase is None or phase.kind != PLAY_OUT:
            return {}
        row = self.replay.events[phase.end - 1]
        return {int(row["node"]): f"⇝ {int(row['plays'])} plays, reward {row['reward']:.2f}"}

    def _strip(self, phase):
        """The four phases in a row, the current one marked."""
        cells = []
        for kind, name in enumerate(PHASES):
            here = phase is not None and phase.kind == kind
            mark = ' aria-current="step"' if here else ""
            look = "font-weight:bold;border-bottom:4px solid #009E73" if here else "opacity:.6"
            cells.append(f'<span{mark} style="padding:.1em .8em;{look}">{kind + 1} {name}</span>')
        return f'<div role="group" aria-label="the four phases">{"→".join(cells)}</div>'

    def _table(self, position):
        rows = []
        for change in self.replay.changes(position).itertuples():
            rows.append((change.name, _arrow(change.visits_before, change.visits_after, "d"),
                         _arrow(change.reward_before, change.reward_after, ".3f")))
        return table(rows, ("action", "visits", "mean reward to its mover"), "Nodes of this phase") if rows else ""


class _Shown:
    """A tree as it is now whose drawing is chosen by what it will be, so that nothing jumps within an iteration."""

    def __init__(self, now, settled):
        self._now, self._settled = now, settled

    def __getattr__(self, name):
        return getattr(self._now, name)

    def __len__(self):
        return len(self._now)

    def child_nodes(self, node=0):
        return self._settled.child_nodes(node)


def _arrow(before, after, form):
    def text(value):
        return "–" if isinstance(value, float) and math.isnan(value) else format(value, form)

    return text(before) if text(before) == text(after) else f"{text(before)} → {text(after)}"
