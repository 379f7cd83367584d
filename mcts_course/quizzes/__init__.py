"""Widgets of `mcts_course` that ask questions: a quiz, and "how many iterations are you worth?"."""
