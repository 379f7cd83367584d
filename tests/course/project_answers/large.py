"""Answers to the project "large"."""

from . import RIGHT, Answer, everywhere

PLAY = "beats random play", "beats one rule", "beats attacking"
CANDIDATES = "form", "win kept", "block kept", "near", "three kept"
CHOOSE = "win and block", "three", "budget", *PLAY
CUT = "    return (best + others)[:k]\n"
SORTED = "    best = sorted(score, key=score.get, reverse=True)\n"
VALUE = "value_of(game, game.play(state, action), 2, player, alpha, math.inf)"


ANSWERS = (
    RIGHT,
    Answer("prunes nothing", ((CUT, "    return best + others\n"),),
           {"form": "nothing pruned", "near": "far away"},
           "first: it makes too many states; but alpha-beta cuts most of them, and cells far away are kept"),
    Answer("the worst first", ((SORTED, "    best = sorted(score, key=score.get)\n"),),
           {"win kept": "win pruned", "block kept": "block pruned", "three kept": "three pruned",
            "win and block": "win overlooked", "three": "three overlooked", **everywhere("too_weak", *PLAY)},
           "first: it still beats random play; but it loses all games"),
    Answer("keeps the first of the board", ((SORTED, "    best = sorted(score)\n"),),
           {"win kept": "win pruned", "block kept": "block pruned", "three kept": "three pruned",
            "win and block": "win overlooked", "three": "three overlooked", **everywhere("too_weak", *PLAY[1:])}),
    Answer("sees own lines only", (("THEIRS = (1, 4, 25, 200, 20_000)", "THEIRS = (0, 0, 0, 0, 0)"),),
           {"block kept": "block pruned", "three kept": "three pruned", "win and block": "block overlooked",
            "three": "three overlooked"},
           "first: it keeps threes and loses to the attacking player; but threes are pruned, and attack is enough"),
    Answer("sees the opponent's lines only", (("OWN = (1, 6, 40, 400, 100_000)", "OWN = (0, 0, 0, 0, 0)"),),
           {"win kept": "win pruned", "three kept": "three pruned", "win and block": "win overlooked",
            "three": "three overlooked", "beats attacking": "too_weak"},
           "first: threes are kept, and it holds the attacking player; but it prunes its own threes"),
    Answer("prunes near cells", (("    return found or legal\n",
                                  "    return [cell for cell in legal if cell not in found] or legal\n"),
                                 (CUT, "    return best[:k]\n")),
           {"form": "number", "block kept": "block pruned", "near": "far away", "three kept": "three pruned",
            "three": "three overlooked", "beats attacking": "too_weak"},
           "first: wins are pruned, and the one rule wins; but on a full board all cells are near, and all are kept"),
    Answer("one candidate too few", ((CUT, "    return (best + others)[:k - 1]\n"),),
           {"form": "number", "win kept": "win pruned", "block kept": "block pruned"}),
    Answer("gives scores", ((CUT, "    return [score[cell] for cell in best[:k]]\n"),),
           {"form": "illegal_move", "win kept": "win pruned", "block kept": "block pruned", "near": "far away",
            "three kept": "three pruned", **everywhere("exception", *CHOOSE)},
           "first: near is unreadable; but scores are numbers of cells, too"),
    Answer("searches one ply", ((VALUE, "value_of(game, game.play(state, action), 0, player, alpha, math.inf)"),),
           {"win and block": "block overlooked"},
           "first: it also overlooks threes and loses; but the candidates' order and the evaluation see them"),
    Answer("evaluates for the opponent", (('marks.count("xo"[player])', 'marks.count("xo"[1 - player])'),),
           {"three": "three overlooked", "beats attacking": "too_weak"},
           "first: it loses to the one rule; but it still wins at once and blocks"),
    Answer("searches six plies", ((VALUE, "value_of(game, game.play(state, action), 7, player, alpha, math.inf)"),
                                  ("candidates(game, state, 5)", "candidates(game, state, 12)")),
           {"budget": "out of time", "three": "out of time", **everywhere("out of time", *PLAY)},
           "first: it is also too slow for wins and blocks; but a win found early cuts everything else"),
    Answer("ends count nothing", (("        return 1_000_000 * game.payoff(state, player)\n", "        return 0\n"),),
           {"win and block": "block overlooked", "beats one rule": "too_weak"},
           "first: it overlooks wins and loses all games; but the evaluation sees a whole line"),
    Answer("exception on an empty board", (("    return found or legal\n", "    return found\n"),
                                           (CUT, "    return best[:k] if best[0] >= 0 else others\n")),
           {"budget": "exception"}),
    Answer("choose gives row and column", (("    return best\n", "    return divmod(best, game.columns)\n"),),
           {"win and block": "win overlooked", "three": "three overlooked",
            **everywhere("illegal_move", *PLAY)}),
    Answer("syntax error in candidates", ((CUT, "    return (best + others)[:k\n"),),
           {**everywhere("syntax error", *CANDIDATES), **everywhere("exception", *CHOOSE)}),
)
