"""Commands that `mcts_papers` adds to ``mcts-lab``, each in a module: figures, report, run, train and tune."""
