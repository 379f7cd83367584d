"""Marking in `mcts_course`: each submission gets marks and a page of feedback (`mcts-lab grade`)."""
