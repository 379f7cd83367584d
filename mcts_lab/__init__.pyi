# Written by python -m mcts_lab.stubs
from . import checking as checking
from . import engine as engine
from . import errors as errors
from . import game as game
from . import games as games
from . import learning as learning
from . import matches as matches
from . import perft as perft
from . import players as players
from . import position as position
from . import search as search
from . import textbook as textbook
from . import views as views
from .checking import check_game as check_game
from .engine.distinct import Distinct as Distinct
from .game import Game as Game
from .game import after as after
from .game import legal_actions as legal_actions
from .game import sample as sample
from .game import start as start
from .games.adapters.plain import as_game as as_game
from .players import RandomPlayer as RandomPlayer
from .players import SearchPlayer as SearchPlayer
from .position import Position as Position
from .search import Borda as Borda
from .search import ISMCTS as ISMCTS
from .search import MCTSSolver as MCTSSolver
from .search import OMCTS as OMCTS
from .search import PIMC as PIMC
from .search import Search as Search
from .search import UCB1 as UCB1
from .search import UCT as UCT
from .search.minimax.alpha_beta import AlphaBeta as AlphaBeta
from .search.minimax.minimax import Minimax as Minimax

__version__: str
__all__ = ['games', 'Game', 'start', 'after', 'legal_actions', 'sample', 'UCT', 'Search', 'UCB1', 'Borda', 'PIMC', 'ISMCTS', 'OMCTS', 'MCTSSolver', 'AlphaBeta', 'Minimax', 'SearchPlayer', 'RandomPlayer', 'as_game', 'check_game', 'Distinct', 'Position']
