"""Exercises: naming a bug from a broken tree, and finding it with a few lines of code."""

from ..exercises.judging import Exercise, Mistake, mistaken


def diagnosis(patient):
    """The bug of a patient, from "A" to "F".

    It is one of "sign", "draw", "unvisited", "leaf", "value" and "visits".
    """
    return {"A": "leaf", "B": "visits", "C": "sign", "D": "unvisited", "E": "value", "F": "draw"}[patient]


def named(told, patient):
    """Whether the bug of a patient is named: what is compared, so that no verdict gives another one away."""
    return told == diagnosis(patient)


def wrong_at(patient):
    """An answer that is wrong for one patient."""

    def answer(asked):
        return "no idea" if asked == patient else diagnosis(asked)

    answer.__name__ = f"wrong_at_{patient}"
    return answer


LOOK = {
    "A": "Look at patient A again: a mean is a sum divided by visits. What must be missing from the sums, if all "
         "means are near to the worst that there is, although visits are counted?",
    "B": "Look at patient B again: most actions were tried once and never again. Which term of UCB1 should have "
         "brought them back?",
    "C": "Look at patient C again: it sees the whole tree, and takes losing moves for good ones. For whom does the "
         "opponent play in it?",
    "D": "Look at patient D again: how many actions were tried at all?",
    "E": "Look at patient E again: its tree is that of the search without a bug, number for number. What is left that "
         "can be wrong?",
    "F": "Look at patient F again: the order of the actions is nearly right, but every mean is too low. Which outcome "
         "do the games behind it have in common?",
}


def books_balance(node):
    """Whether a node's total is what its children's totals say, where two players take turns.

    `node` has `visits`, `total` (of rewards from 0 to 1 to whoever moved here) and `children`,
    nodes of the other player. Visits that are not its children's were playouts of its own.
    """
    own = node.visits - sum(child.visits for child in node.children)
    rest = node.total - sum(child.visits - child.total for child in node.children)
    return 0 <= rest <= own


def no_playout_of_its_own(node):
    return node.total == sum(child.visits - child.total for child in node.children)


def one_playout_of_its_own(node):
    rest = node.total - sum(child.visits - child.total for child in node.children)
    return 0 <= rest <= 1


def visits_only(node):
    return node.visits >= sum(child.visits for child in node.children)


def one_sided(node):
    return node.total >= sum(child.visits - child.total for child in node.children)


def balancing(function, visits, total, children):
    """What is said of a node with these visits, total, and pairs of its children's."""
    from mcts_lab.textbook import Node

    node = Node()
    node.children = [Node() for _ in children]
    for one, (n, sum_of_rewards) in zip((node, *node.children), ((visits, total), *children), strict=True):
        one.visits, one.total = n, sum_of_rewards
    return function(node)


def broken_and_sound_nodes(rng):
    """Nodes of small trees, grown without a bug and with each that leaves its mark in the books; and some drawn."""
    from mcts_lab import games
    from mcts_lab.engine.random import stream
    from mcts_lab.game import after, start

    from ..widgets.bugs import parts_of

    game = games.make("tic_tac_toe")
    state = start(game)
    for square in (0, 4, 8, 1, 7):  # so near to the end that finished games are met again
        state = after(game, state, square)
    cases = []
    for _ in range(9):
        children = [(n, rng.randrange(2 * n + 1) / 2) for n in rng.choices(range(1, 9), k=rng.randrange(4))]
        rest, own = sum(n - total for n, total in children), rng.randrange(4)
        cases.append((own + sum(n for n, _ in children), rest + rng.randrange(-1, 2 * own + 2) / 2, children))
    for bug in ("none", "sign", "draw", "leaf"):
        pending = list(parts_of(game, bug)["search"](game, state, 80, stream(1)).children)
        while pending:
            node = pending.pop()
            cases.append((node.visits, node.total, [(child.visits, child.total) for child in node.children]))
            pending += node.children
    return cases


LESSON = "05_bugs"
EXERCISES = (
    Exercise(
        diagnosis,
        "Six searches lie in the ward, each with another bug. Name the bug of each from its tree.",
        lambda rng: [(patient,) for patient in LOOK],
        tuple(Mistake(wrong_at(patient), hint) for patient, hint in LOOK.items()),
        ("One of them tried a single action, one never went back to what it had tried once, and one has a tree in "
         "which nothing is wrong.",
         "Compare the means with the exact values: all far too low, a little too low, or too high?"),
        judge=named,
        points=2,
    ),
    Exercise(
        books_balance,
        "A test that finds bugs in any tree: where two players take turns, what a node's children did *not* get is "
        "what the node got, but for its own playouts. Write it.",
        broken_and_sound_nodes,
        (Mistake(mistaken("same_player", books_balance, ("visits - child.", "")),
                 "The children's totals are rewards to the *other* player. Of a game that pays him r, the node gets "
                 "1 - r."),
         Mistake(no_playout_of_its_own, "The node had playouts of its own, such as the one when it was new, and their "
                                        "rewards are in no child."),
         Mistake(one_playout_of_its_own, "A node at which the game is over has a playout of its own at every visit: "
                                         "count them."),
         Mistake(visits_only, "That compares visits. Most bugs count these correctly: compare the rewards."),
         Mistake(one_sided, "The node's total may also be too great: its own playouts bring 1 each at most.")),
        ("Of a child's visits, the sum `child.visits - child.total` is what the other player's opponent got.",
         "What is left of `node.total` must lie between 0 and the number of playouts that are not its children's."),
        ask=balancing,
        points=2,
    ),
)
