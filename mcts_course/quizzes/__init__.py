"""The widget of `mcts_course` that asks questions."""
