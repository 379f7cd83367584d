"""The algorithms, as one would write them on a board: plain Python, one function each, any game.

    exact.py     minimax, alpha-beta, negamax, principal variation search, expectiminimax
    uct.py       UCT, progressive widening
    pruning.py   hard pruning, pruning by networks
    ismcts.py    information set MCTS, perfect information Monte Carlo
    omcts.py     ordinal MCTS with the Borda score
    solver.py    MCTS-Solver
    rave.py      UCT with rapid action value estimation, also generalized
    backups.py   implicit minimax and max backups
    bandits.py   UCB-V, KL-UCB, Thompson sampling, epsilon-greedy
    halving.py   sequential halving at the root
    playouts.py  MAST, NST, last good reply, decisive moves
    alphazero.py the search of AlphaZero, which asks a network
    copies.py    to show these functions and to change a copy of one

Read them, put a `print` anywhere, change a copy. `mcts_lab.search` has the same algorithms as exchangeable parts of one
fast loop; from the same seed both grow the same tree, node for node.

    from mcts_lab import games, start
    from mcts_lab.engine.random import stream
    from mcts_lab.textbook import uct

    game = games.tic_tac_toe()
    root = uct(game, start(game), 1000, stream(7))
    for child in root.children:
        print(child)
"""

from .alphazero import alphazero, puct
from .backups import implicit_minimax, max_backup, mix_returns
from .bandits import epsilon_greedy, kl_ucb, thompson, ucb_v
from .copies import changed, difference, recorded, show
from .exact import alpha_beta, expectiminimax, minimax, negamax, pvs
from .halving import sequential_halving
from .ismcts import ismcts, pimc
from .node import Node, back_up, simulate
from .omcts import borda, ordinal
from .playouts import Decisive, LastGoodReply, Mast, Nst
from .pruning import hard_pruning, pruning_networks
from .rave import grave, rave
from .solver import mcts_solver
from .uct import bound, most_visited, progressive_widening, ucb1, uct

__all__ = [
    "Decisive", "LastGoodReply", "Mast", "Node", "Nst", "alpha_beta", "alphazero", "back_up", "borda", "bound",
    "changed", "difference", "epsilon_greedy", "expectiminimax", "grave", "hard_pruning", "implicit_minimax",
    "ismcts", "kl_ucb", "max_backup", "mcts_solver", "minimax", "mix_returns", "most_visited", "negamax", "ordinal",
    "pimc", "progressive_widening", "pruning_networks", "puct", "pvs", "rave", "recorded", "sequential_halving", "show",
    "simulate", "thompson", "ucb1", "ucb_v", "uct",
]
