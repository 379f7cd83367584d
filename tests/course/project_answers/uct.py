"""Answers to the project "uct"."""

from . import RIGHT, Answer, everywhere

WEAKEST = {"beats random play": "too_weak", "beats one rule": "too_weak"}
UPDATE = "node.total += rewards[node.mover]"
TERM = "c * math.sqrt(math.log(N) / n)"
PICK = "    return max(found, key=lambda action: found[action][0])\n"


ANSWERS = (
    RIGHT,
    Answer("rewards of the root's player", ((UPDATE, "node.total += rewards[path[1].mover]"),),
           everywhere("root's player", "block", "tree"),
           "first: it also loses the games against the one rule; but it wins at least 60 % of the points"),
    Answer("rewards of player 0", ((UPDATE, "node.total += rewards[0]"),),
           {"mean": "mean of the other", **everywhere("first player", "win", "block", "tree"), **WEAKEST}),
    Answer("rewards of the opponent", ((UPDATE, "node.total += rewards[1 - node.mover]"),),
           {"mean": "mean of the other", **everywhere("opponent", "win", "block", "tree"), **WEAKEST}),
    Answer("one level", (("            node = select(node, c)\n            path.append(node)\n",
                          "            node = select(node, c)\n            path.append(node)\n            break\n"),),
           everywhere("one ply", "expansion", "tree")),
    Answer("expands to the end", (("                path.append(node)\n                break\n",
                                   "                path.append(node)\n                continue\n"),),
           everywhere("to the end", "expansion", "tree")),
    Answer("greedy", ((f"mean + {TERM}", "mean"),), everywhere("greedy", "bound", "exploration", "tree")),
    Answer("no square root", ((TERM, "c * math.log(N) / n"),), everywhere("no root", "bound", "tree")),
    Answer("factor two", ((TERM, "c * math.sqrt(2 * math.log(N) / n)"),), everywhere("two", "bound", "tree")),
    Answer("logarithm to base 10", ((TERM, "c * math.sqrt(math.log10(N) / n)"),),
           everywhere("log10", "bound", "tree")),
    Answer("N of the root", (("def select(node, c):", "def select(node, c, N):"),
                             ("child.visits, node.visits, c))", "child.visits, N, c))"),
                             ("select(node, c)\n", "select(node, c, root.visits)\n")), {"tree": "root"}),
    Answer("updates the leaf only", (("for node in path:", "for node in path[:1] + path[-1:]:"),),
           {"counts": "counts", "ends": "counts", "mean": "mean",
            **everywhere("leaf", "win", "block", "exploration", "tree"), **WEAKEST},
           "first: it finds a win at once; but its root never sees a second visit of any action"),
    Answer("one iteration too few", (("range(iterations)", "range(iterations - 1)"),),
           {**everywhere("playouts", "counts", "ends"), "tree": "tree"}),
    Answer("syntax error in choose", (("    found = uct(game, state, 300, 1.0, playout)\n",
                                       "    found = uct(game, state, 300, 1.0, playout\n"),),
           everywhere("syntax error", "beats random play", "beats one rule")),
    Answer("choose never ends", ((PICK, "    while True:\n        pass\n"),),
           everywhere("out of time", "beats random play", "beats one rule")),
    Answer("choose returns visits", ((PICK, "    return max(found.values())[0]\n"),),
           everywhere("illegal_move", "beats random play", "beats one rule")),
)
