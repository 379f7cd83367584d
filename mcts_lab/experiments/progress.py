"""Bars and counters that show how far a run is."""

from __future__ import annotations

import sys

from .workers import RunError


def counter(what: str):
    """Return a progress callback that counts on one line of standard error: ``12 of 40 games``."""

    def told(done: int, total: int):
        sys.stderr.write(f"\r{done} of {total} {what}" + "\n" * (done >= total))
        sys.stderr.flush()

    return told


class bar:
    """A progress callback that draws a bar with the time left, in a terminal or a notebook; needs tqdm.

    Parameters: `left()` says the seconds left, or None if it does not know; without it all tasks count alike.
    `options` are those of ``tqdm``.
    """

    def __init__(self, title: str = "", left=None, **options):
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise RunError("A progress bar needs the package tqdm: pip install tqdm") from None
        self._left, self._words = left, tqdm.format_interval
        if left is not None:
            options = {"bar_format": "{l_bar}{bar}| {n_fmt}/{total_fmt} [{elapsed}{postfix}]", **options}
        self._make = lambda done, total: tqdm(total=total, initial=done, desc=title, unit="task", **options)
        self._drawn = None

    def __call__(self, done: int, total: int):
        if self._drawn is None:
            self._drawn = self._make(done, total)
        seconds = self._left() if self._left and done < total else None
        if seconds is not None:
            self._drawn.set_postfix_str(f"about {self._words(seconds)} left", refresh=False)
        self._drawn.update(done - self._drawn.n)
        if done >= total:
            self.close()

    def close(self):
        """Leave the bar as it is."""
        if self._drawn is not None:
            self._drawn.close()
