"""Sliders for a search's parameters, showing at once where its visits go."""

from __future__ import annotations

import ipywidgets

from ..plots.search import root_actions
from .parts import Message, guarded, shown
from .thinking import Thinking

ITERATIONS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


class Explore:
    """How the exploration constant c and the number of iterations change a search from one position.

    game, state:  where to search from
    method:       a `UCT`, whose selection has a constant ``c``; None: plain UCT
    iterations:   what the slider offers
    c:            (least, greatest, first) value of the constant
    compiled:     False interprets the search, which needs no compiling but is slow; None compiles where possible
    background:   whether searches run in a thread, so that the notebook goes on and *stop* ends them with what they
                  have found; None: in a notebook, once the first is shown
    options:      of `mcts_lab.views.plots.search.root_actions`, such as ``top`` or ``dark``
    """

    def __init__(self, game, state, method=None, iterations=ITERATIONS, c=(0.0, 3.0, 1.4), compiled=None,
                 background=None, **options):
        from ...search.mcts.search import UCT

        self.game, self.state, self.compiled, self.options = game, state, compiled, options
        self.method = UCT() if method is None else method
        if "c" not in getattr(self.method.selection, "_fields", ()):
            raise ValueError(f"{type(self.method.selection).__name__} has no constant c to explore")
        self.message = Message()
        self.drawing = ipywidgets.HTML()
        self.result = self.figure = None
        wide = {"layout": ipywidgets.Layout(width="32em"), "continuous_update": False}
        self.c = ipywidgets.FloatSlider(value=c[2], min=c[0], max=c[1], step=(c[1] - c[0]) / 60, description="c",
                                        **wide)
        self.iterations = ipywidgets.SelectionSlider(
            options=[(f"{n:,}", n) for n in iterations], value=iterations[min(4, len(iterations) - 1)],
            description="iterations", **wide)
        self.seed = ipywidgets.BoundedIntText(value=0, min=0, max=10**6, description="seed")
        for control in (self.c, self.iterations, self.seed):
            control.observe(lambda _: self.show(), "value")
        self.thinking = Thinking(False)
        self.widget = ipywidgets.VBox([self.c, self.iterations, self.seed, self.thinking.widget, self.message.widget,
                                       self.drawing])
        self.show()
        self.thinking.background = Thinking(background).background

    def _repr_mimebundle_(self, **kwargs):
        return shown(self.widget, self.figure.alt if self.figure else "", self.figure, **kwargs)

    def show(self):
        """Search with what the controls say and draw; a search for what they said before is given up."""
        self.thinking.stop()
        self.thinking.wait()
        self.thinking.run(self._search)

    @guarded
    def _search(self):
        method = self.method._replace(selection=self.method.selection._replace(c=float(self.c.value)))
        options = {} if self.compiled is None else {"compiled": self.compiled}
        if self.thinking.background:
            options["progress"] = self.thinking.progress
        self.result = method.search(self.game, self.state, seed=self.seed.value, iterations=self.iterations.value,
                                    **options)
        self.figure = root_actions(self.result.tree, **self.options)
        self.drawing.value = self.figure._repr_mimebundle_()[0]["text/html"]
        self.message.say(f"c = {self.c.value:.2f}, {self.result.iterations:,} iterations: {self.result.name}, "
                         f"mean payoff {self.result.value:+.3f}.")
