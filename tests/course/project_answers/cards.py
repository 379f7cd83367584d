"""Answers to the project "cards"."""

from . import RIGHT, Answer, everywhere

PLAY = "beats random play", "beats the rule"
CHOOSE = "legal", "certain", *PLAY
DEALING = "possible", "voids", "uniform"
UNSEEN = "             if card not in seen and card // game.ranks not in void]\n"
SEEN = "set(hand) | {card for _, card in played}"


ANSWERS = (
    RIGHT,
    Answer("deals own cards", ((SEEN, "{card for _, card in played}"),),
           {"possible": "own cards"}, "first: not uniform either; but the cards that are possible come equally often"),
    Answer("deals played cards", ((SEEN, "set(hand)"),), {"possible": "played cards"},
           "first: not uniform either; but the cards that are possible come equally often"),
    Answer("ignores voids", ((UNSEEN, "             if card not in seen]\n"),),
           {"voids": "voids", "certain": "not the best card"},
           "first: not uniform, and sure cards are found; but the possible cards come equally often, and the search "
           "looks at hands that cannot be"),
    Answer("deals one hand only", (("sorted(rng.sample(cards, size))", "cards[:size]"),),
           {"uniform": "always the same", "certain": "not the best card", **everywhere("too_weak", *PLAY)},
           "first: one hand is enough to play; but it is the same in all ten deals"),
    Answer("deals too many cards", (("    size = game.hand - sum(who != player for who, _ in played)\n",
                                     "    size = min(game.hand, len(cards))\n"),),
           {"possible": "size", "uniform": "not uniform", "certain": "not the best card"},
           "first: the search still finds sure cards"),
    Answer("deals with replacement", (("rng.sample(cards, size)", "rng.choices(cards, k=size)"),),
           {"possible": "twice", "certain": "not the best card", **everywhere("too_weak", *PLAY)},
           "first: only the hands are wrong; but games with a card twice have other values"),
    Answer("voids of both players", (("if who != player and card", "if card"),),
           {"uniform": "not uniform", "certain": "not the best card"}, "first: the search still finds sure cards"),
    Answer("both players maximise", (("            best = min(best, value)\n            beta = min(beta, best)\n",
                                      "            best = max(best, value)\n"),
                                     ("if mover == 0 else math.inf\n", "if mover == 0 else -math.inf\n")),
           {"solve": "both maximise"},
           "first: it misses sure cards and loses to the rule; but its errors are the same for all cards"),
    Answer("value of who moves", (("def solve(game, state, alpha=-math.inf, beta=math.inf):",
                                   "def solve(game, state):\n    value = value_of(game, state)\n"
                                   "    return -value if game.to_move(state) == 1 else value\n\n\n"
                                   "def value_of(game, state, alpha=-math.inf, beta=math.inf):"),
                                  ("        value = solve(game, game.play(state, card), alpha, beta)\n",
                                   "        value = value_of(game, game.play(state, card), alpha, beta)\n")),
           {"solve": "mover", "certain": "not the best card", **everywhere("too_weak", *PLAY)}),
    Answer("counts tricks", (("        return game.payoff(state, 0)\n", "        return state[2][0] - state[2][1]\n"),),
           {"solve": "tricks"}),
    Answer("does not follow suit", (("    legal = game.follow(view[1], game.table(view[2]))\n",
                                     "    legal = list(view[1])\n"),),
           {"legal": "revoke", **everywhere("illegal_move", *PLAY)},
           "first: it misses sure cards; but where all cards are legal it finds them"),
    Answer("chooses for player 0", (("            total[card] += value if player == 0 else -value\n",
                                     "            total[card] += value\n"),),
           {"certain": "not the best card", **everywhere("too_weak", *PLAY)}),
    Answer("deals never ends", (("    void = set()\n", "    while True:\n        pass\n    void = set()\n"),),
           everywhere("out of time", *DEALING, *CHOOSE)),
    Answer("exception in solve", (("        return game.payoff(state, 0)\n", "        return game.payoff(state)\n"),),
           everywhere("exception", "solve", *CHOOSE)),
    Answer("syntax error in choose", (("    player = view[0]\n    legal", "    player = view[0\n    legal"),),
           everywhere("syntax error", *CHOOSE)),
)
