"""Games of the papers. They are made by name: ``mcts_lab.games.spades()``."""
