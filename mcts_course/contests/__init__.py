"""Contests of `mcts_course`: agents that students have written play against each other (`mcts-lab contest`)."""
