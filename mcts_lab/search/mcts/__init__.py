"""Monte Carlo tree search of `mcts_lab`: one loop, and a file for each type of its exchangeable components.

`search.py` has the class ``UCT`` with its parameters, `loop.py` the loop, `components.py` the base classes. Rules are
in `selection.py` (UCB1 and its kin), `values.py`, `backups.py`, `playouts.py`, `pruning.py`, `final.py` and others. A
new rule is a new class; the loop knows no component by name, so it need not change.
"""
