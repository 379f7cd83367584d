"""Monte Carlo tree search of `mcts_lab`: one loop, and a file for each type of exchangeable component.

`search.py` has the class ``UCT`` with its parameters, `loop.py` the loop, `components.py` the base classes.
Components are in `selection.py` (UCB1 and similar rules), `values.py`, `backups.py`, `playouts.py`, `pruning.py`,
`final.py` and other files. A new rule is a new class. The loop needs no change, because it uses no component by
name.
"""
