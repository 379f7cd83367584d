"""Exercises: name a bug from its tree, find a bug with a few lines of code, and judge a player by its games."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def diagnosis(patient):
    """The bug of a patient, from "A" to "F".

    It is one of "sign", "draw", "unvisited", "leaf", "value" and "visits".
    """
    return {"A": "leaf", "B": "visits", "C": "sign", "D": "unvisited", "E": "value", "F": "draw"}[patient]


def named(told, patient):
    """Return whether the answer names the bug of a patient, so that the verdict reveals no other patient's bug."""
    return told == diagnosis(patient)


def wrong_at(patient):
    """Return a function that answers wrongly only for this patient."""

    def answer(asked):
        return "no idea" if asked == patient else diagnosis(asked)

    answer.__name__ = f"wrong_at_{patient}"
    return answer


LOOK = {
    "A": "Look at patient A again: a mean is a sum divided by visits. What must be missing from the sums, if all "
         "means are near to the worst that there is, although visits are counted?",
    "B": "Look at patient B again: after 80 iterations three of the five actions were tried once only. Which term of "
         "UCB1 should have brought them back?",
    "C": "Look at patient C again: it sees the whole tree, and takes losing moves for good ones. For whom does the "
         "opponent play in it?",
    "D": "Look at patient D again: how many actions were tried at all?",
    "E": "Look at patient E again: its tree is that of the search without a bug, number for number. What is left that "
         "can be wrong?",
    "F": "Look at patient F again: the order of the actions is nearly right, but every mean is too low. Which outcome "
         "do the games behind it have in common?",
}


def books_balance(node):
    """Whether the totals of a node and its children fit, if two players take turns.

    `node` has `visits`, `total` (of rewards from 0 to 1 to whoever moved here) and
    `children`, nodes of the other player. Visits that are not its children's were
    playouts of its own.
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
    """Call the function with a node that has these visits, this total, and children (pairs of visits and total)."""
    from mcts_lab.textbook import Node

    node = Node()
    node.children = [Node() for _ in children]
    for one, (n, sum_of_rewards) in zip((node, *node.children), ((visits, total), *children), strict=True):
        one.visits, one.total = n, sum_of_rewards
    return function(node)


def broken_and_sound_nodes(rng):
    """Return nodes of small trees, without a bug and with each bug that `books_balance` can find; and random nodes."""
    from mcts_lab import games
    from mcts_lab.engine.random import stream
    from mcts_lab.game import after, start

    from ..widgets.bugs import parts_of

    game = games.make("tic_tac_toe")
    state = start(game)
    for square in (0, 4, 8, 1, 7):  # near the end, so that finished games are visited again
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


def first_fault(root):
    """Return the actions to the first node whose books do not balance, or None.

    Nodes are checked depth by depth, and at one depth in the order of `children`. The
    root is not checked. A node has `action`, `children` and what `books_balance` needs.
    """
    level = [([], root)]
    while level:
        below = []
        for path, node in level:
            for child in node.children:
                way = [*path, child.action]
                own, rest = child.visits, child.total
                for one in child.children:
                    own -= one.visits
                    rest -= one.visits - one.total
                if not 0 <= rest <= own:
                    return way
                below.append((way, child))
        level = below
    return None


def depth_first(root):
    for child in root.children:
        below = [] if not books_balance(child) else depth_first(child)
        if below is not None:
            return [child.action, *below]
    return None


def trees_with_faults(rng):
    """Return trees as (visits, total, children)."""
    def sound(depth):
        children = [sound(depth - 1) for _ in range(rng.randrange(4))] if depth else []
        own = rng.randrange(1, 4)
        gained = rng.randrange(2 * own + 1) / 2
        return (own + sum(n for n, *_ in children), gained + sum(n - total for n, total, _ in children), children)

    def spoilt(tree, chance):
        visits, total, children = tree
        total = rng.randrange(2 * visits + 1) / 2 if rng.random() < chance else total
        return visits, total, [spoilt(child, chance) for child in children]

    faulty = (4, 3.0, [(3, 0.0, [(2, 0.0, [])])])  # the books of this node balance, the books of its only child do not
    fixed = [(9, 4.0, [faulty, (4, 2.0, [])]), (9, 4.0, [(4, 2.0, []), faulty]), (9, 4.0, [faulty, (4, 8.0, [])]),
             (3, 50.0, [(2, 1.0, [])]), (1, 0.5, [])]
    return [(tree,) for tree in fixed] + [(spoilt(sound(3), chance),) for chance in (0.0, 0.1, 0.1, 0.2, 0.3, 0.5)]


def fault_in(function, tree):
    """Return the path to the fault in a tree of textbook nodes; an action is the index among the siblings."""
    from mcts_lab.textbook import Node

    def made(action, visits, total, children):
        node = Node(action, 0)
        node.visits, node.total = visits, total
        node.children = [made(place, *child) for place, child in enumerate(children)]
        return node

    found = function(made(None, *tree))
    return None if found is None else list(found)


def decided(results, least=20):
    """Return after how many games the 95 % interval first excludes 1/2, or None.

    `results` are the points of one player in each game: 1, 1/2 or 0. The interval after
    n games is the mean +- 1.96 s / sqrt(n), where s is the standard deviation with
    n - 1 as divisor. Before `least` games nothing is decided.
    """
    for n in range(max(least, 2), len(results) + 1):
        some = results[:n]
        mean = sum(some) / n
        squares = sum((x - mean) ** 2 for x in some)
        reach = 1.96 * math.sqrt(squares / (n - 1) / n)
        if abs(mean - 0.5) > reach:
            return n
    return None


def result_cases(rng):
    """Return points of players of different strength."""
    strong, even = [1.0, 1.0, 0.5, 1.0] * 10, [1.0, 0.0, 0.5] * 12
    late = [0.0, 1.0] * 15 + [0.5, 1.0] * 30
    drawn = [rng.choices((1.0, 0.5, 0.0), (share, 1.0, 1.0 - share), k=rng.randrange(25, 90))
             for share in (0.2, 0.35, 0.5, 0.65, 0.8, 0.9)]
    return [(strong, 20), (strong, 5), (even, 20), (late, 20), (late, 10), ([1.0] * 6 + [0.0] * 2, 2),
            ([0.0, 0.0, 0.5] * 9, 4), ([0.5, 0.0, 0.5, 0.0, 0.5], 3), ([1.0] * 10, 20), *((one, 10) for one in drawn)]


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
    Exercise(
        first_fault,
        "Find the place of the fault: the first node of a tree whose books do not balance, depth by depth.",
        trees_with_faults,
        (Mistake(mistaken("root_checked", first_fault, ("level = [([], root)]", "level = [([], root)]\n"
                          "    if not books_balance(root):\n        return []")),
                 "The root is not checked: its rewards are those of the player to move there."),
         Mistake(depth_first,
                 "Check all nodes of one depth before the next depth."),
         Mistake(mistaken("last_action_only", first_fault, ("return way", "return way[-1:]")),
                 "Return all actions from the root to the node, and not only the last one."),
         Mistake(mistaken("one_depth", first_fault, ("level = below", "level = []")),
                 "Go on below the children of the root.")),
        ("Keep a list of pairs for one depth: the actions so far, and the node.",
         "Use your function `books_balance` for each child; its children go into the list of the next depth."),
        ask=fault_in, points=3,
    ),
    Exercise(
        decided,
        "After how many games is it clear that one of two players is better? Write the rule.", result_cases,
        (Mistake(mistaken("at_the_end", decided, ("range(max(least, 2), len(results) + 1)", "(len(results),)")),
                 "This asks only after the last game. Ask after each game, from `least` on."),
         Mistake(mistaken("no_root_of_n", decided, ("squares / (n - 1) / n", "squares / (n - 1)")),
                 "The interval of a mean becomes narrower with more games: divide s by the square root of n."),
         Mistake(mistaken("divisor_n", decided, ("squares / (n - 1) / n", "squares / n / n")),
                 "The standard deviation has n - 1 as divisor."),
         Mistake(mistaken("winner_only", decided, ("abs(mean - 0.5) > reach", "mean - 0.5 > reach")),
                 "It is also decided when the player is worse: the whole interval may lie below 1/2."),
         Mistake(mistaken("at_once", decided, ("max(least, 2)", "2")), "Before `least` games nothing is decided."),
         Mistake(mistaken("one_s", decided, ("1.96 * ", "")), "The interval reaches 1.96 standard errors.")),
        ("Go through n = least, least + 1, ... and look at the first n results each time.",
         "1/2 is outside of the interval if its distance from the mean is greater than 1.96 s / sqrt(n)."),
        points=3,
    ),
)
