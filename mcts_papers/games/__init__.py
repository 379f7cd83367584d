"""The big games of the papers, each in one folder or one file. ``mcts_lab.games.spades()`` makes a game by its name.

In each folder `rules.py` has the rules and `game.py` has the class of the game. Tests replay recorded games of the
original programs, so a test fails if somebody changes a rule.
"""
