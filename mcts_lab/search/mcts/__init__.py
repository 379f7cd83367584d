"""Monte Carlo tree search of `mcts_lab`: one loop, and a file for each type of exchangeable component.

`search.py` defines the class ``UCT`` with its parameters, `loop.py` contains the loop, and `components.py` contains
the base classes of all components. The components themselves are in `selection.py` (UCB1 and similar rules),
`values.py`, `backups.py`, `playouts.py`, `pruning.py`, `final.py` and other files. To add a rule, write a new class.
You need not change the loop, because it contains no name of a component.
"""
