"""The book: lessons, figures, replications, games, algorithms and functions as a static site that needs no network.

``make book`` writes it into `book/`; open `book/index.html`. `sources` writes the pages' sources, and Sphinx with
MyST-NB makes the site from them; a warning is an error.
"""

from __future__ import annotations
