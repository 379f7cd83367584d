"""Pieces from which games draw themselves."""
