"""The big games, the five papers with their experiments, figures and claims, and the store of results."""
