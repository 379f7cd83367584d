"""Commands of the papers: each module is one, as in `mcts_lab.cli`."""
