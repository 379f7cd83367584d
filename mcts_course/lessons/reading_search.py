"""Exercises: how widely a search explores, the shape of its tree, and when its decision was made."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def effective_branching(visits):
    """Two to the power of the entropy of the visits, in bits.

    `visits` is a list of the visits of a node's actions; some may be 0. All in one
    action give 1, equal visits of n actions give n.
    """
    total = sum(visits)
    shares = [n / total for n in visits if n > 0]
    return 2 ** -sum(p * math.log2(p) for p in shares)


def visit_cases(rng):
    drawn = [([rng.randrange(100) for _ in range(n)] + [1],) for n in range(2, 9)]
    return [([10],), ([5, 5],), ([1, 1, 1, 1],), ([90, 5, 5],), ([7, 0, 7],), ([1, 2, 3, 4, 5],), *drawn]


def levels(root):
    """Return a list with (nodes, visits, children) for each depth, the root first.

    `nodes` is the number of nodes at this depth, `visits` the sum of their visits,
    `children` the mean number of their children. A node has `visits` and `children`.
    """
    found, level = [], [root]
    while level:
        below = []
        for node in level:
            below.extend(node.children)
        visits = sum(node.visits for node in level)
        found.append((len(level), visits, len(below) / len(level)))
        level = below
    return found


def tree_cases(rng):
    """Return trees as (visits, children)."""
    def drawn(depth):
        return rng.randrange(1, 30), [drawn(depth - 1) for _ in range(rng.randrange(4))] if depth else []

    fixed = [(1, []), (3, [(2, [])]), (9, [(4, [(1, []), (2, [])]), (4, [])]), (7, [(1, []), (5, [(4, [(3, [])])])])]
    return [(tree,) for tree in fixed] + [(drawn(4),) for _ in range(8)]


def of_tree(function, tree):
    """Call the function with a tree of textbook nodes, and return its result as lists."""
    from mcts_lab.textbook import Node

    def made(visits, children):
        node = Node(0, 0)
        node.visits, node.children = visits, [made(*child) for child in children]
        return node

    found = function(made(*tree))
    return None if found is None else [list(row) for row in found]


def settled(history):
    """Return the first index from which on the same action is most visited.

    `history` is a list of dictionaries, in the order of time; each has the visits of
    the actions that were tried so far. In a tie the action with the smaller number
    counts.
    """
    leaders = []
    for visits in history:
        most = max(visits.values())
        leaders.append(min(action for action in visits if visits[action] == most))
    moment = len(leaders) - 1
    while moment > 0 and leaders[moment - 1] == leaders[-1]:
        moment -= 1
    return moment


def history_cases(rng):
    fixed = [[{3: 1}], [{1: 2}, {1: 3, 0: 1}, {1: 3, 0: 4}], [{0: 5}, {0: 6, 1: 2}, {0: 6, 1: 9}, {0: 12, 1: 9}],
             [{2: 1, 1: 1}, {2: 2, 1: 2}, {2: 2, 1: 3}], [{4: 9}, {4: 9, 2: 9}, {4: 10, 2: 9}]]
    for _ in range(8):
        visits, history = [0] * 4, []
        for _ in range(rng.randrange(2, 8)):
            for _ in range(rng.randrange(1, 5)):
                visits[rng.randrange(4)] += 1
            history.append({action: n for action, n in enumerate(visits) if n})
        fixed.append(history)
    return [(history,) for history in fixed]


LESSON = "03b_reading"
EXERCISES = (
    Exercise(
        effective_branching,
        "How many actions does a search have in play? Write the effective number of moves: 2 to the power of the "
        "entropy of the visits, in bits.", visit_cases,
        (Mistake(mistaken("natural_logarithm", effective_branching, ("math.log2", "math.log")),
                 "For a power of 2 the entropy must be in bits: use the logarithm to the base 2."),
         Mistake(mistaken("entropy_only", effective_branching, ("2 ** -sum", "-sum")),
                 "This is the entropy. Take 2 to its power."),
         Mistake(mistaken("how_many_tried", effective_branching,
                          ("2 ** -sum(p * math.log2(p) for p in shares)", "len(shares)")),
                 "This counts the actions that were tried. One that got 1 % of the visits is hardly in play."),
         Mistake(mistaken("sign_forgotten", effective_branching, ("-sum", "sum")),
                 "Logarithms of shares are negative: the entropy is *minus* their sum."),
         Mistake(mistaken("zero_included", effective_branching, (" if n > 0", "")),
                 "An action without visits has no logarithm; it adds nothing, so leave it out.")),
        ("Turn visits into shares first; the shares add up to 1.", "The entropy is minus the sum of p * log2(p)."),
    ),
    Exercise(
        levels,
        "Describe a tree level by level: nodes, visits, and the mean number of children.", tree_cases,
        (Mistake(mistaken("root_forgotten", levels, ("return found", "return found[1:]")),
                 "The root is the first level, with one node."),
         Mistake(mistaken("children_counted", levels, ("len(below) / len(level)", "float(len(below))")),
                 "The third number is a mean: divide the children by the nodes of the level."),
         Mistake(mistaken("only_parents", levels, ("len(below) / len(level)",
                                                   "len(below) / max(sum(1 for n in level if n.children), 1)")),
                 "The mean is over all nodes of the level, also over those without children."),
         Mistake(mistaken("one_branch", levels, ("below.extend(node.children)", "below = node.children")),
                 "This follows the children of one node only. A level has the children of all nodes above it."),
         Mistake(mistaken("most_visits", levels, ("visits = sum(", "visits = max(")),
                 "Add the visits of the nodes.")),
        ("Keep the list of the nodes of one depth, and make the next one from their children.",
         "Stop when there are no nodes left. Every level is one tuple."),
        ask=of_tree, points=2,
    ),
    Exercise(
        settled,
        "When was the decision made? Find the moment from which on the most visited action stays the same.",
        history_cases,
        (Mistake(mistaken("first_time", settled, (
            "while moment > 0 and leaders[moment - 1] == leaders[-1]:", "while leaders.index(leaders[-1]) < moment:")),
                 "The action may lead, lose the lead and come back. Go back from the end, as long as it leads."),
         Mistake(mistaken("last_other", settled, ("return moment", "return max(moment - 1, 0)")),
                 "This is the last moment with another action. The answer is the next one."),
         Mistake(mistaken("higher_action", settled, ("min(action for", "max(action for")),
                 "In a tie the action with the smaller number counts."),
         Mistake(mistaken("first_in_dictionary", settled, (
             "min(action for action in visits if visits[action] == most)", "max(visits, key=visits.get)")),
                 "`max` takes the first of equals in the dictionary. The smaller number counts."),
         Mistake(mistaken("from_the_end", settled, ("return moment", "return len(leaders) - 1 - moment")),
                 "Count from the beginning: the first moment is 0.")),
        ("First make a list of the most visited action at each moment.",
         "Then go back from its end, as long as the action before is the same."),
        points=2,
    ),
)
