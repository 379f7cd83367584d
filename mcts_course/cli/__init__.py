"""Commands for lessons and teachers: each module is one, as in `mcts_lab.cli`."""
