"""MCTS-Solver: what it calls proven is exact, whatever the number of players, the payoffs, and the actions left out."""



from mcts_lab import UCT, as_game, start
from mcts_lab.search.mcts.nodes import PROVEN, ROOT
from mcts_papers.powley2013.knowledge import AvoidRules


def test_actions_left_out_prove_nothing():
    """The rules advise against what wins: the rest loses, which is no proof that the position is lost."""

    class Trap:
        actions = ("win", "lose")

        def start(self):
            return ""

        def to_move(self, state):
            return None if state else 0

        def legal(self, state):
            return self.actions

        def play(self, state, action):
            return action

        def payoff(self, state, player):
            return 1.0 if (state == "win") == (player == 0) else -1.0

    kind = type(as_game(Trap()))
    game = type("Avoided", (kind,), {"advised_against": lambda game, state, action: action == 0})(Trap())
    result = UCT(solver=True, pruning=AvoidRules()).search(game, start(game), iterations=50, seed=1)
    assert result.name == "lose" and not result.proven and not result.search.nodes[ROOT].status & PROVEN
