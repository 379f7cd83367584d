"""Answers to the project "alpha_beta"."""

from . import RIGHT, Answer, everywhere

PLAY = "beats random play", "beats one rule", "beats depth 3"
OPPONENT_CUT = """            beta = min(beta, best)
            if alpha >= beta:
                break
"""
OWN_CUT = """            alpha = max(alpha, best)
            if alpha >= beta:
                break
"""


ANSWERS = (
    RIGHT,
    Answer("no cuts", ((OWN_CUT, ""), (OPPONENT_CUT, "")), {"cuts": "no cut"}),
    Answer("strict cuts", ((OWN_CUT, OWN_CUT.replace(">=", ">")), (OPPONENT_CUT, OPPONENT_CUT.replace(">=", ">"))),
           {"cuts": "strict"}),
    Answer("root passes no bound", (("player, best, math.inf)", "player, -math.inf, math.inf)"),),
           {"cuts": "root window"}),
    Answer("both players maximise", (("best = min(best, value_of(", "best = max(best, value_of("),
                                     ("        best = math.inf\n", "        best = -math.inf\n"),
                                     (OPPONENT_CUT, OWN_CUT)),
           {**everywhere("both maximise", "value"), "action": "not the best action", "ends": "no ends",
            "cuts": "no cut", **everywhere("too_weak", *PLAY[1:])},
           "first: its cuts are also called \"both maximise\"; but without a minimum it never cuts"),
    Answer("evaluation of the player at the leaf", (("        return evaluate(game, state, player)\n",
                                                     "        return evaluate(game, state, mover)\n"),),
           {"value": "whose evaluation", "action": "not the best action", "cuts": "whose evaluation"}),
    Answer("one ply too deep", (("value_of(game, after, depth - 1, evaluate, player, best, math.inf)",
                                 "value_of(game, after, depth, evaluate, player, best, math.inf)"),),
           {"value": "too deep", "action": "not the best action", "cuts": "too deep"}),
    Answer("the root takes the worst", (("    best, chosen = -math.inf, None\n", "    best, chosen = math.inf, None\n"),
                                        ("player, best, math.inf)", "player, -math.inf, math.inf)"),
                                        ("        if value > best:\n", "        if value < best:\n")),
           {"value": "the worst", "action": "not the best action", "ends": "no ends", "cuts": "root window",
            **everywhere("too_weak", *PLAY)}),
    Answer("value with the wrong sign", (("    return best, chosen\n", "    return -best, chosen\n"),),
           {"value": "negated", "ends": "no ends"}),
    Answer("ends are evaluated", (("    if mover is None:\n        return game.payoff(state, player)\n"
                                   "    if depth == 0:\n", "    if mover is None or depth == 0:\n"),),
           {"value": "value", "action": "not the best action", "ends": "no ends"}),
    Answer("evaluation for one player only", (("        if mine == 0:\n            total -= theirs ** 2\n", ""),),
           {"opposed": "not opposed"}),
    Answer("evaluation as great as a win", (("math.tanh(total / 20)", "total"),),
           {"bounded": "as good as a win", "beats random play": "too_weak"},
           "first: it loses against depth 3; but it wins there, and misses wins against random play"),
    Answer("evaluation blind on diagonals",
           (("    for line in game.lines:\n", "    for line in game.lines:\n        if line[1] - line[0] not in "
             "(1, game.columns):\n            continue\n"),), {"better": "blind"}),
    Answer("evaluation with the wrong sign", (("math.tanh(total / 20)", "-math.tanh(total / 20)"),),
           {"better": "sign", **everywhere("too_weak", *PLAY)},
           "first: it loses against depth 3 only; but it plays worse than the one rule, too"),
    Answer("exception in the evaluation", (("    total = 0\n", "    total = nothing\n"),),
           everywhere("exception", "opposed", "bounded", "better", *PLAY)),
    Answer("choose is illegal", (("    return alpha_beta(game, state, 4, evaluate)[1]\n",
                                  "    return alpha_beta(game, state, 4, evaluate)\n"),),
           everywhere("illegal_move", *PLAY)),
)
