"""A bar that shows how far a run is."""

from __future__ import annotations

from .workers import RunError


class bar:
    """A progress callback that draws a bar with the time left, in a terminal or a notebook; needs tqdm.

    `options` are those of ``tqdm``.
    """

    def __init__(self, title: str = "", **options):
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise RunError("A progress bar needs the package tqdm: pip install tqdm") from None
        self._make = lambda done, total: tqdm(total=total, initial=done, desc=title, unit="task", **options)
        self._drawn = None

    def __call__(self, done: int, total: int):
        if self._drawn is None:
            self._drawn = self._make(done, total)
        self._drawn.update(done - self._drawn.n)
        if done >= total:
            self.close()

    def close(self):
        """Leave the bar as it is."""
        if self._drawn is not None:
            self._drawn.close()
