"""Marking in `mcts_course`: submissions get marks and a page of feedback (`mcts-lab grade`)."""
