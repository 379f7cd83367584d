"""Commands that `mcts_papers` adds to ``mcts-lab``, a module for each: figures, report, run, train."""
