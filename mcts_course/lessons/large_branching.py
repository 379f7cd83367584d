"""Exercises: how many children of a node take part in the search."""

import math
from functools import partial

from mcts_lab import textbook
from mcts_lab.engine.random import stream
from mcts_lab.game import start
from mcts_lab.games.teaching.uniform_tree import UniformTree

from ..exercises.judging import Exercise, Mistake, mistaken


def children_kept(n, alpha, least):
    """How many of `n` children hard pruning keeps [Hsu & Perez-Liebana 2020, Equation
    1].

    `alpha` times the natural logarithm of `n`, cut to a whole number, but not fewer
    than `least` and not more than there are.
    """
    return min(n, max(least, int(alpha * math.log(n))))


def kept_cases(rng):
    return [(n, alpha, least) for n in (1, 3, 8, 40, 150, 500, *rng.sample(range(9, 900), 5))
            for alpha in (1.0, 2.5) for least in (2, 5)]


def children_open(visits, k, alpha):
    """How many children progressive widening has opened at a node's next choice.

    At the N-th choice ceil(k * N ** alpha), and at least 1; `visits` is how often the
    node was chosen at before, so N is one more.
    """
    return max(1, math.ceil(k * (visits + 1) ** alpha))


def open_cases(rng):
    return [(visits, k, alpha) for visits in (0, 1, 3, 10, 99, 1000, *rng.sample(range(2000), 5))
            for k in (1.0, 3.0) for alpha in (0.25, 0.5)]


def take_part(children, patience, keep):
    """Which children of a node take part under hard pruning: their places, in ascending
    order.

    `children` lists (visits, worth) of each. Until the node has more than `patience`
    visits (the sum of its children's), and until every child was visited, all take
    part; then the `keep` of greatest worth. No two worths are equal.
    """
    visits = sum(n for n, worth in children)
    if visits <= patience or any(n == 0 for n, worth in children):
        return list(range(len(children)))
    best = sorted(range(len(children)), key=lambda place: -children[place][1])
    return sorted(best[:keep])


def taking_part_cases(rng):
    tried = [(9, 0.2), (3, 0.7), (1, 0.4), (6, 0.9), (4, 0.1)]
    untried = [(9, 0.2), (0, 0.7), (1, 0.4), (16, 0.9), (4, 0.1)]
    drawn = [[(rng.randrange(10), worth / 50) for worth in rng.sample(range(50), n)] for n in (4, 6, 9)]
    return [(children, patience, keep) for children in (tried, untried, *drawn) for patience in (10, 40)
            for keep in (1, 2, 3)]


def widened_choice(children, k, alpha, c):
    """Choose a child of a node with progressive widening.

    `children` has a pair (sum of rewards, visits) for each child, in the order in which
    they are opened. At the N-th choice at the node the first ceil(k * N ** alpha)
    children are open, and at least 1; N is one more than the visits of all children
    together. Return the place of the first open child that was never visited. If there
    is none, return the place of the open child with the highest bound: its mean plus c
    * sqrt(ln(N - 1) / n), where n is the number of its visits. Of equal children,
    return the first.
    """
    visits = sum(n for total, n in children)
    number = max(1, math.ceil(k * (visits + 1) ** alpha))
    best, highest = None, -math.inf
    for place, (total, n) in enumerate(children[:number]):
        if n == 0:
            return place
        bound = total / n + c * math.sqrt(math.log(visits) / n)
        if bound > highest:
            best, highest = place, bound
    return best


def widened_cases(rng):
    cases = [([(0.0, 0)] * 4, 1.0, 0.5, 0.7), ([(0.5, 1), (0.0, 0), (0.0, 0)], 1.0, 0.5, 0.7),
             ([(1.0, 2), (1.0, 1), (0.0, 0), (0.0, 0)], 1.0, 0.5, 0.0),
             ([(0.2, 1), (0.4, 1), (0.1, 1), (0.0, 0)], 1.0, 0.5, 0.0),
             ([(1.0, 4), (3.0, 4), (0.9, 1), (0.0, 0)], 1.0, 0.5, 0.0),
             ([(3.0, 6), (0.4, 1), (0.9, 1), (0.0, 0)], 1.0, 0.25, 2.0), ([(2.0, 4), (1.5, 2)], 3.0, 0.5, 0.7),
             ([(1.0, 2)] * 3, 1.0, 0.5, 0.7)]
    for _ in range(10):
        k, alpha, visits = rng.choice([1.0, 2.0]), rng.choice([0.3, 0.5]), rng.randrange(2, 40)
        opened = min(8, max(1, math.ceil(k * visits ** alpha)))
        shares = [1 + rng.randrange(6) for _ in range(opened)]
        children = [(n * rng.random(), n) for n in shares] + [(0.0, 0)] * (9 - opened)
        cases.append((children, k, alpha, rng.choice([0.0, 0.7, 1.4])))
    return cases


def pruned_bandit(rewards, pulls, patience, keep, c):
    """Pull the arms of a bandit by UCB1, and prune arms once.

    `rewards` has a list for each arm: rewards[arm][i] is what its pull number i pays,
    counted from 0. Before each pull, check: if nothing was pruned yet, at least
    `patience` pulls have been made, and every arm was pulled, then only the `keep` arms
    with the highest mean rewards stay (of equal ones the first). The others are never
    pulled again. Then pull the first remaining arm that was never pulled, or else the
    one with the highest mean + c * sqrt(ln N / n); N counts all pulls so far, n those
    of the arm. Of equal arms, pull the first. Return the list of pulls of each arm
    after `pulls` pulls.
    """
    n, totals, pruned = [0] * len(rewards), [0.0] * len(rewards), False
    left = list(range(len(rewards)))
    for done in range(pulls):
        if not pruned and done >= patience and min(n) > 0:
            best = sorted(left, key=lambda arm: totals[arm] / n[arm], reverse=True)
            left, pruned = sorted(best[:keep]), True
        new = [arm for arm in left if n[arm] == 0]
        if new:
            arm = new[0]
        else:
            arm = max(left, key=lambda arm: totals[arm] / n[arm] + c * math.sqrt(math.log(done) / n[arm]))
        totals[arm] += rewards[arm][n[arm]]
        n[arm] += 1
    return n


def pruned_bandit_cases(rng):
    cases = []
    for quarters, *numbers in (("10141142022440 14042100222400 20210210011110 02000104022044", 14, 6, 1, 0.5),
                               ("21042210240014 21002212222120 04221111024440 01421144004201", 14, 10, 2, 1.0)):
        cases.append(([[int(digit) / 4 for digit in arm] for arm in quarters.split()], *numbers))
    for arms, pulls, patience, keep in ((3, 12, 4, 1), (4, 30, 10, 2), (5, 40, 3, 2), (6, 60, 20, 3), (4, 3, 0, 2),
                                        (5, 50, 30, 1), (6, 80, 25, 2)):
        chances = rng.sample([0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], arms)
        rewards = [[float(rng.random() < chance) for _ in range(pulls)] for chance in chances]
        cases.append((rewards, pulls, patience, keep, rng.choice([0.5, 1.0, 1.4])))
    return cases


def uct_trees():
    """Show a slider for the number of actions, and below it the tree that UCT grows in such a random game."""
    from ipywidgets import interact

    interact(lambda actions=20: rule_tree(textbook.ucb1, actions), actions=(2, 20))


def rule_tree(rule, actions, iterations=200):
    """Draw the tree that a tree policy of the textbook grows in a random game with `actions` actions per position."""
    from mcts_lab.views.plots import game_trees

    name = "UCT" if rule is textbook.ucb1 else rule.__name__.replace("_", " ")
    title, root = f"{name}, {actions} actions, {iterations} iterations", grown(rule, actions, iterations)
    alt = f"The tree of {title}: {nodes_of(root)} positions."
    return game_trees.figure({title: game_trees.of_search(root, DEPTH)}, alt, (11, 4))


def grown(rule, actions, iterations=200):
    """Return the root of the tree that a tree policy grows in a random game."""
    game, policy = UniformTree(branching=actions, depth=DEPTH, seed=1), partial(rule, c=0.1)
    return textbook.mcts(game, start(game), iterations, stream(1), policy, node_class=textbook.PruningNode)


def nodes_of(node):
    """Return the number of visited positions in the tree below a node, including the node."""
    return 1 + sum(nodes_of(child) for child in node.children if child.visits)


DEPTH = 12  # depth of the random games
LESSON = "09_branching"
EXERCISES = (
    Exercise(
        children_kept, "How many children does hard pruning keep? Write Equation 1 of the paper.", kept_cases,
        (Mistake(mistaken("never_fewer_forgotten", children_kept,
                          ("max(least, int(alpha * math.log(n)))", "int(alpha * math.log(n))")),
                 "Small nodes are pruned too hard: never fewer than `least`."),
         Mistake(mistaken("more_than_there_are", children_kept,
                          ("min(n, max(least, int(alpha * math.log(n))))", "max(least, int(alpha * math.log(n)))")),
                 "This keeps more children than there are: a node with three keeps three."),
         Mistake(mistaken("binary_logarithm", children_kept, (".log", ".log2")),
                 "The logarithm is the natural one, `math.log`."),
         Mistake(mistaken("a_share", children_kept, ("math.log(n)", "n")),
                 "This is a share of the children. Equation 1 has the logarithm of their number."),
         Mistake(mistaken("at_most", children_kept,
                          ("max(least, int(alpha * math.log(n)))", "least, int(alpha * math.log(n))")),
                 "`least` is a lower bound: take the greater of the two, not the smaller."),
         Mistake(mistaken("rounded_up", children_kept, ("int", "math.ceil")),
                 "The product is cut, not rounded up: `int(...)`.")),
        ("Take the greater of two numbers, and then no more than there are.", "`int(alpha * math.log(n))`"),
    ),
    Exercise(
        children_open, "How many children has progressive widening opened?", open_cases,
        (Mistake(mistaken("choice_not_counted", children_open, ("(visits + 1) ** alpha", "visits**alpha")),
                 "The choice at hand counts: N is one more than the visits before it."),
         Mistake(mistaken("rounded_down", children_open, ("math.ceil", "int")),
                 "The number is rounded up: `math.ceil`."),
         Mistake(mistaken("k_inside", children_open, ("k * (visits + 1)", "(k * (visits + 1))")),
                 "k stands before the power, not inside it."),
         Mistake(mistaken("logarithm_for_power", children_open, ("(visits + 1) **", "math.log(visits + 1) *")),
                 "N to the power of alpha, not its logarithm times alpha.")),
        ("`**` is the power.", "`math.ceil` rounds up."),
    ),
    Exercise(
        take_part, "Which children take part? Write hard pruning itself, for one node.", taking_part_cases,
        (Mistake(mistaken("impatient", take_part, ("visits <= patience or any", "any")),
                 "Nothing is pruned before the node has more visits than `patience`."),
         Mistake(mistaken("untried_dropped", take_part, (" or any(n == 0 for n, worth in children)", "")),
                 "Nothing is pruned while there is a child that was never visited."),
         Mistake(mistaken("most_visited_kept", take_part, ("[1])", "[0])")),
                 "These are the most visited children. Pruning goes by what they are worth."),
         Mistake(mistaken("worst_kept", take_part, ("-children", "children")),
                 "These are the worst. Sort the other way around."),
         Mistake(mistaken("by_worth", take_part, ("sorted(best[:keep])", "best[:keep]")),
                 "The right children, but in the order of their worth: give their places in ascending order.")),
        ("First come the two cases in which all children take part.",
         "`sorted(range(len(children)), key=...)` puts places in the order of anything."),
        points=2,
    ),
    Exercise(
        widened_choice, "Write progressive widening for one node: first the number of open children, then the choice.",
        widened_cases,
        (Mistake(mistaken("all_open", widened_choice, ("children[:number]", "children")),
                 "This chooses among all children. Only the first ones are open."),
         Mistake(mistaken("one_choice_behind", widened_choice, ("(visits + 1) ** alpha", "visits**alpha")),
                 "N is one more than the visits of the children: the choice at hand counts."),
         Mistake(mistaken("number_rounded_down", widened_choice, ("math.ceil", "int")),
                 "The number of open children is rounded up: `math.ceil`."),
         Mistake(mistaken("mean_only", widened_choice, (" + c * math.sqrt(math.log(visits) / n)", "")),
                 "The bonus for few visits is missing."),
         Mistake(mistaken("sum_for_mean", widened_choice, ("total / n + c", "total + c")),
                 "The bound begins with the mean, the sum of rewards divided by the visits."),
         Mistake(mistaken("last_of_equals", widened_choice, ("bound > highest", "bound >= highest")),
                 "Of children with equal bounds, return the first."),
         Mistake(mistaken("unvisited_left_aside", widened_choice, ("return place\n", "continue\n"),
                          ("return best", "return best or 0")),
                 "An open child that was never visited comes first.")),
        ("Compute the number of open children first, then loop over `children[:number]`.",
         "`math.log(visits)` is the logarithm in the bound: N - 1 is the number of visits."),
        points=3,
    ),
    Exercise(
        pruned_bandit, "Put everything together: UCB1 for a bandit whose arms are pruned once.", pruned_bandit_cases,
        (Mistake(mistaken("never_pruned", pruned_bandit, ("not pruned and done", "False and done")),
                 "Nothing is pruned here."),
         Mistake(mistaken("without_patience", pruned_bandit, ("done >= patience and min(n) > 0", "min(n) > 0")),
                 "This prunes as soon as every arm was pulled. Wait until `patience` pulls have been made."),
         Mistake(mistaken("most_pulled_kept", pruned_bandit, ("arm: totals[arm] / n[arm], rev", "arm: n[arm], rev")),
                 "These are the arms with the most pulls. Keep those with the highest means."),
         Mistake(mistaken("worst_arms_kept", pruned_bandit, (", reverse=True", "")),
                 "These are the worst arms. Keep those with the highest means."),
         Mistake(mistaken("sums_for_means", pruned_bandit, ("arm: totals[arm] / n[arm], rev", "arm: totals[arm], rev")),
                 "These are sums of rewards. Compare means."),
         Mistake(mistaken("one_arm_more", pruned_bandit, ("best[:keep]", "best[:keep + 1]")),
                 "One arm too many stays."),
         Mistake(mistaken("pulls_of_the_left", pruned_bandit,
                          ("math.log(done)", "math.log(sum(n[one] for one in left))")),
                 "N counts all pulls, also those of arms that were pruned.")),
        ("Keep a list of the arms that are left, and a variable that says whether you have pruned.",
         "`min(n) > 0` says that every arm was pulled."),
        points=3,
    ),
)
