"""Studies of `mcts_papers` that replicate no paper: what each component is worth, a ladder of searches, AlphaZero,
tuning; and the components that only they use."""
