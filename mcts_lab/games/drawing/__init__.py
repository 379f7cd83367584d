"""Pieces from which games draw themselves."""

from __future__ import annotations

import re
from html import escape


def named(label, title="") -> tuple[str, str]:
    """What a picture says to screen readers: attributes of its first tag, and its title and description.

    label: the picture in words; title: its name ("": the label up to its first stop)
    """
    title = title or re.split("[:.,(\n]", label, maxsplit=1)[0].strip()
    return (f'role="img" aria-label="{escape(label, quote=True)}"',
            f"<title>{escape(title)}</title><desc>{escape(label)}</desc>")
