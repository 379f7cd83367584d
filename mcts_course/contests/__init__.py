"""Contests of `mcts_course`: agents written by students play against each other (`mcts-lab contest`)."""
