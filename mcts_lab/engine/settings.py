"""Environment variables that mean yes or no."""

from __future__ import annotations

import os

OFF = ("", "0", "false", "no", "off")


def is_on(name: str) -> bool:
    """Whether an environment variable is set, and to something other than one of `OFF`, in whatever case."""
    return os.environ.get(name, "").strip().lower() not in OFF
