"""A plain Python class in ours and in other packages: the rows of ``python -m benchmarks --against packages``.

All search the same positions, those of `mctspy`, each through the few methods that its package asks for. So ours has a
plain Python class, which is searched interpreted.
"""

from __future__ import annotations

from importlib import import_module
from statistics import median

from mcts_lab.game import start
from mcts_lab.games.adapters.plain import as_game

from .mctspy import POSITIONS
from .rows import rate

ITERATIONS = 1_000


class Plain:
    """The rules of a kind of positions, as `as_game` wants them."""

    def __init__(self, position):
        self.position = position

    def start(self):
        return self.position()

    def to_move(self, state):
        return None if state.game_result is not None else 0 if state.next_to_move == 1 else 1

    def legal(self, state):
        return state.get_legal_actions()

    def play(self, state, action):
        return state.move(action)

    def payoff(self, state, player):
        return -state.game_result if player else state.game_result


def ours(position):
    """Searches of ours."""
    from mcts_lab.search import UCT

    game = as_game(Plain(position))
    state = start(game)
    return lambda: UCT().search(game, state, iterations=ITERATIONS, seed=0)


def mcts(package, position):
    """Searches of mcts, whose rewards are the first player's."""

    class State:
        __slots__ = ("now",)

        def __init__(self, now):
            self.now = now

        def getCurrentPlayer(self):
            return self.now.next_to_move

        def getPossibleActions(self):
            return self.now.get_legal_actions()

        def takeAction(self, action):
            return State(self.now.move(action))

        def isTerminal(self):
            return self.now.game_result is not None

        def getReward(self):
            return self.now.game_result

    return lambda: package.mcts(iterationLimit=ITERATIONS).search(State(position()))


def multimcts(package, position):
    """Searches of multimcts, whose rewards are those of the player who has just moved."""

    class State(package.GameState):
        __slots__ = ("now",)

        def __init__(self, now):
            self.now = now

        def get_current_team(self):
            return self.now.next_to_move

        def get_legal_moves(self):
            return self.now.get_legal_actions()

        def make_move(self, action):
            return State(self.now.move(action))

        def is_terminal(self):
            return self.now.game_result is not None

        def get_reward(self):
            return abs(self.now.game_result)  # only the player who has just moved can have won

        suggest_move = None  # random playouts

    return lambda: package.MCTS().search(State(position()), max_iterations=ITERATIONS)


def mctspy(package, position):
    """Searches of mctspy."""
    nodes, search = import_module("mctspy.tree.nodes"), import_module("mctspy.tree.search")
    return lambda: search.MonteCarloTreeSearch(
        nodes.TwoPlayersGameMonteCarloTreeSearchNode(position())).best_action(ITERATIONS)


PEERS = {"mcts": (mcts, "mcts==1.0.4"), "multimcts": (multimcts, "multimcts==0.6.4"),
         "mctspy": (mctspy, "mctspy==0.1.1")}


def against_packages(rounds: int = 5):
    """Iterations per second of processor time, each package and ours measured in turns; ``ratio`` is ours / theirs.

    ``theirs`` is None, and the remark says how to install it, where a package is missing.
    """
    for name, position in POSITIONS.items():
        own = counted(ours(position))
        own()
        for peer, (searches, wanted) in PEERS.items():
            row = {"game": name, "method": f"plain, {peer}", "unit": "iterations", "remark": "",
                   "theirs": None, "ratio": None}
            try:
                other = counted(searches(import_module(peer), position))
            except ImportError:
                yield row | {"ours": rate(own), "remark": f"{peer} is not installed. Run: pip install {wanted}"}
                continue
            other()
            pairs = [(rate(own), rate(other)) for _ in range(rounds)]
            yield row | {"ours": median(p[0] for p in pairs), "theirs": median(p[1] for p in pairs),
                         "ratio": median(p[0] / p[1] for p in pairs)}


def counted(search):
    """The work of a row: it searches, and says how many iterations that were."""
    def work():
        search()
        return ITERATIONS

    return work
