"""Game tree search, one engine for many games and papers."""

__version__ = "0.1.0"
