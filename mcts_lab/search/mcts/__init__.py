"""Monte Carlo tree search: one loop (`uct`), and a file for each of its exchangeable components."""
