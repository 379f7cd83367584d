"""Widgets that ask questions."""
