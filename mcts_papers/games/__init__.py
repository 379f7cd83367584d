"""The big games of the papers, a folder or a file for each. They are made by name: ``mcts_lab.games.spades()``.

In each folder `rules.py` has the rules and `game.py` the class of the game. Recordings of the original programs are
replayed by tests, so a change of a rule shows at once.
"""
