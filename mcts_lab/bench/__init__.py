"""How fast searches and rules run: the measurements of ``mcts-lab bench``."""
