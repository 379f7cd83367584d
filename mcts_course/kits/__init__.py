"""Kits of `mcts_course`: folders of notebooks for a class, for students or for teachers (`mcts-lab kit`)."""
