"""Studies that do not replicate a paper: effects of components, a ladder of searches, AlphaZero, tuning.

The components that only these studies use are here too.
"""
