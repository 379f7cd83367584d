"""Figures. Each function takes a DataFrame or a `Tree` and returns a matplotlib Figure with alternative text.

`style` sets the look and saves; `tree` draws search trees; `minimax` draws small trees for teaching; `search` shows
what one search did; `results` shows what many games gave; `board` puts a game's own picture into a figure.
"""
