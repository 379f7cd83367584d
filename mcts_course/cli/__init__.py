"""Commands that `mcts_course` adds to ``mcts-lab``: lab, lessons, kit, grade, site and others (see `mcts_lab.cli`)."""
