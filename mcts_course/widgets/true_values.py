"""The exact values of a position that can be solved."""

from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, copy, legal_actions

SOLVE = 200_000  # maximum number of positions searched for a true value


def solvable(game) -> bool:
    """Return whether alpha-beta can compute exact values of the game."""
    known = game.facts()
    return (known.perfect_information and known.deterministic and known.players == 2 and known.zero_sum
            and not known.random_play)


def true_values(game, state) -> dict:
    """Return the payoff of each legal action to the player to move under best play; NaN if it is too far to solve."""
    from mcts_lab.search.minimax.alpha_beta import AlphaBeta

    found = {}
    mover = game.to_move(state)
    for action in legal_actions(game, state):
        following = copy(game, state)
        game.play(following, action, stream(0))
        then = game.to_move(following)
        if then == TERMINAL:
            found[action] = float(game.payoff(following, mover))
            continue
        result = AlphaBeta(depth=None, iterative=True).search(game, following, nodes=SOLVE)
        value = result.value if then == mover else game.payoff_sum() - result.value
        found[action] = float(value) if result.solved else float("nan")
    return found
