"""Exercises: what a pruning network learns from bandits, and when a planner prunes."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def rank_of_best(visits, best):
    """The rank of arm `best` by visits: 1 for the most visited arm.

    `visits` lists how often each arm was pulled. Arms pulled equally often share the
    better rank.
    """
    return 1 + sum(n > visits[best] for n in visits)


def place_among_sorted(visits, best):
    order = sorted(range(len(visits)), key=lambda arm: (-visits[arm], arm))
    return order.index(best) + 1


def visit_cases(rng):
    drawn = [([rng.randrange(6) for _ in range(n)], rng.randrange(n)) for n in (3, 5, 8, 12)]
    return [([5, 3, 1], 0), ([5, 3, 1], 2), ([4, 4, 4, 4], 3), ([2, 7, 7, 1], 0), ([9, 6, 6, 2], 2), ([1, 8, 3, 8], 3),
            ([4, 4, 4, 4], 1), *drawn]


def best_pruning(kept, found, actions, iterations):
    """When to prune, and to how many actions, as a pair (iteration, number).

    `kept(i)` is the number that must be kept after i iterations, `found(number, left)`
    the probability that the best of `number` actions is found with `left` iterations.
    Times are 100 to iterations - 1. Not to prune, (0, actions), is a choice too. Of
    equal choices the earliest counts.
    """
    best, most = (0, actions), found(actions, iterations)
    for i in range(100, iterations):
        number = min(kept(i), actions)
        if found(number, iterations - i) > most:
            best, most = (i, number), found(number, iterations - i)
    return best


def always_prunes(kept, found, actions, iterations):
    times = range(100, iterations)
    best = max(times, key=lambda i: found(min(kept(i), actions), iterations - i))
    return best, min(kept(best), actions)


def plans(function, kind, actions, iterations):
    """Return the plan of a function with made-up networks, which are simple formulas."""
    networks = {
        "smooth": ((lambda i: max(1, 40 - i // 12)), (lambda number, left: left / (left + number**1.8))),
        "steps":  # probabilities that do not change for a while
            ((lambda i: 12 - i // 60), (lambda number, left: round(min(1.0, left / (50.0 * number)), 1))),
        "flat": ((lambda i: 5), (lambda number, left: 0.5)),  # all choices are equally good
        "hopeless": ((lambda i: 19), (lambda number, left: left / (left + 5.0 * number))),  # pruning never pays
    }
    return function(*networks[kind], actions, iterations)


def plan_cases(rng):
    drawn = [("smooth", rng.randrange(5, 40), rng.randrange(150, 500)) for _ in range(5)]
    return [("smooth", 30, 500), ("smooth", 10, 300), ("steps", 12, 400), ("hopeless", 20, 300), ("smooth", 5, 150),
            ("flat", 9, 200), *drawn]


def safety_and_probability(problems, pulls, c):
    """Play UCB1 on many bandits, and measure what the networks learn: a pair (worst
    rank, share of problems in which the best arm was found).

    `problems` has a pair (best, rewards) for each bandit: the number of its truly best
    arm, and a list for each arm, so that rewards[arm][i] is what its pull number i pays
    (counted from 0). Each bandit gets `pulls` pulls, at least one for each arm. First
    every arm is pulled once, in order. Then the arm with the highest mean + c * sqrt(ln
    N / n) is pulled; N counts all pulls so far, n those of the arm; of equal arms the
    first. The rank of the best arm is 1 + the number of arms that were pulled more
    often. It is found if it is the most pulled arm (of equal arms the first counts).
    """
    worst, found = 0, 0
    for best, rewards in problems:
        n, totals = [0] * len(rewards), [0.0] * len(rewards)
        for done in range(pulls):
            arm = done
            if done >= len(rewards):
                bounds = [total / m + c * math.sqrt(math.log(done) / m) for total, m in zip(totals, n, strict=True)]
                arm = bounds.index(max(bounds))
            totals[arm] += rewards[arm][n[arm]]
            n[arm] += 1
        worst = max(worst, 1 + sum(m > n[best] for m in n))
        found += n.index(max(n)) == best
    return worst, found / len(problems)


def problem_cases(rng):
    cases = [([(1, [[0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 1.0]])], 4, 0.0),
             ([(1, [[0.0, 0.0], [1.0, 1.0]]), (0, [[1.0, 0.0], [0.0, 1.0]])], 2, 1.0),
             ([(0, [[0.0] * 6, [1.0] * 6, [0.0] * 6]), (2, [[1.0, 0.0] * 3, [0.0] * 6, [1.0] * 6])], 6, 0.5)]
    for arms, pulls, many in ((3, 7, 4), (4, 20, 5), (5, 30, 6), (6, 45, 8)):
        problems = []
        for _ in range(many):
            means = rng.sample([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], arms)
            rewards = [[float(rng.random() < mean) for _ in range(pulls)] for mean in means]
            problems.append((means.index(max(means)), rewards))
        cases.append((problems, pulls, rng.choice([0.5, 1.0, 1.4])))
    return cases


def all_prunings(kept, found, actions, iterations):
    """All prunings of a search, as a list of pairs (iteration, number of actions left).

    `kept(actions, i)` is the number that must be kept of so many actions after i
    iterations, never more than `actions` are; `found(actions, left)` is the probability
    that the best of so many is found with `left` iterations. Plan as `best_pruning`
    does. After a pruning, plan again for the actions that are left, as for a new search
    with the iterations that are left: i counts from 0 again, and the next pruning comes
    100 iterations later at the earliest. The list counts iterations from the beginning
    of the whole search. Stop when not to prune is best, or when at most 2 actions are
    left.
    """
    prunings, done = [], 0
    while actions > 2:
        left = iterations - done
        best, most = None, found(actions, left)
        for i in range(100, left):
            number = min(kept(actions, i), actions)
            if found(number, left - i) > most:
                best, most = (i, number), found(number, left - i)
        if best is None:
            break
        done, actions = done + best[0], best[1]
        prunings.append((done, actions))
    return prunings


def pruned_once(kept, found, actions, iterations):
    return all_prunings(kept, found, actions, iterations)[:1]


def schedules(function, kind, actions, iterations):
    """Return the prunings of a function with made-up networks, which are simple formulas."""
    networks = {
        "smooth": ((lambda actions, i: max(1, 2 + actions * 60 // (60 + i))),
                   (lambda number, left: left / (left + number**1.8))),
        "steep": ((lambda actions, i: max(2, actions - i // 20)), (lambda number, left: left / (left + number**2.5))),
        "halves": ((lambda actions, i: max(1, actions // 2)), (lambda number, left: left / (left + number**2.5))),
        "flat": ((lambda actions, i: 5), (lambda number, left: 0.5)),  # all choices are equally good
    }
    return function(*networks[kind], actions, iterations)


def schedule_cases(rng):
    drawn = [(kind, rng.randrange(8, 45), rng.randrange(250, 700)) for kind in ("smooth", "steep") for _ in range(4)]
    return [("smooth", 30, 600), ("smooth", 2, 600), ("steep", 30, 700), ("flat", 9, 300), ("steep", 3, 500),
            ("smooth", 40, 150),
            ("halves", 8, 500), ("halves", 25, 450), *drawn]


LESSON = "10_pruning"
EXERCISES = (
    Exercise(
        rank_of_best,
        "The *safety* network learns how far down the truly best arm may stand. Write its rank by visits.",
        visit_cases,
        (Mistake(mistaken("from_nought", rank_of_best, ("1 + sum", "sum")),
                 "Ranks count from 1: the most visited arm has rank 1."),
         Mistake(mistaken("ties_against", rank_of_best,
                          ("1 + sum(n > visits[best] for n in visits)", "sum(n >= visits[best] for n in visits)")),
                 "Arms pulled equally often share the *better* rank: only arms pulled more often stand before it."),
         Mistake(mistaken("least_first", rank_of_best, (">", "<")),
                 "It is the other way round: the most visited arm has rank 1."),
         Mistake(place_among_sorted, "A sorted list sets equals one after the other. They share the better rank."),
         Mistake(mistaken("distinct_only", rank_of_best,
                          ("sum(n > visits[best] for n in visits)", "len({n for n in visits if n > visits[best]})")),
                 "Two arms that are pulled more often, and equally often, stand both before it: count arms, not "
                 "different numbers.")),
        ("How many arms were pulled more often?", "`sum(n > visits[best] for n in visits)`"),
    ),
    Exercise(
        best_pruning,
        "Both networks together say when to prune. Write the planner.", plan_cases,
        (Mistake(always_prunes, "Not to prune is a choice too, and sometimes the best."),
         Mistake(mistaken("done_for_left", best_pruning,
                          ("(number, iterations - i) >", "(number, i) >"),
                          (", found(number, iterations - i)", ", found(number, i)")),
                 "The probability depends on the iterations that are *left*: `iterations - i`."),
         Mistake(mistaken("as_if_none_spent", best_pruning,
                          ("(number, iterations - i) >", "(number, iterations) >"),
                          (", found(number, iterations - i)", ", found(number, iterations)")),
                 "After i iterations fewer are left, so waiting has a price: `iterations - i`."),
         Mistake(mistaken("last_of_equals", best_pruning, (">", ">=")),
                 "Of equal choices the earliest choice counts, and not to prune before all.")),
        ("Begin with the choice not to prune and its probability; then look whether a time is better.",
         "`found(min(kept(i), actions), iterations - i)` is the probability if you prune after i iterations."),
        ask=plans, points=2,
    ),
    Exercise(
        safety_and_probability,
        "Make the data from which the networks learn: play bandits, and take both measures.", problem_cases,
        (Mistake(mistaken("mean_rank", safety_and_probability,
                          ("max(worst, 1 + sum(m > n[best] for m in n))", "worst + 1 + sum(m > n[best] for m in n)"),
                          ("return worst,", "return worst / len(problems),")),
                 "This is the mean rank. Safety is the worst rank in any of the problems."),
         Mistake(mistaken("count_for_share", safety_and_probability, ("found / len(problems)", "found")),
                 "This counts problems. Divide by their number."),
         Mistake(mistaken("bandits_run_together", safety_and_probability,
                          ("    for best, rewards in problems:\n        n, totals = [0] * len(rewards), "
                           "[0.0] * len(rewards)\n",
                           "    n, totals = [0] * len(problems[0][1]), [0.0] * len(problems[0][1])\n"
                           "    for best, rewards in problems:\n"), ("[n[arm]]", "[n[arm] % pulls]")),
                 "The pulls of one bandit are still there when the next one begins. Set them to 0 for each bandit."),
         Mistake(mistaken("sum_for_mean", safety_and_probability, ("total / m + c", "total + c")),
                 "The bound begins with the mean: the sum of rewards divided by the pulls of the arm."),
         Mistake(mistaken("without_bonus", safety_and_probability, (" + c * math.sqrt(math.log(done) / m)", "")),
                 "The bonus c * sqrt(ln N / n) is missing: this always pulls the arm with the highest mean."),
         Mistake(mistaken("ties_count_against", safety_and_probability, ("sum(m > n[best]", "sum(m >= n[best]"),
                          ("1 + sum", "sum")),
                 "Arms that are pulled equally often share the better rank: count those pulled more often."),
         Mistake(mistaken("last_rank", safety_and_probability, ("max(worst, 1 + sum(m > n[best] for m in n))",
                                                               "1 + sum(m > n[best] for m in n)")),
                 "This is the rank in the last problem. Keep the worst one."),
         Mistake(mistaken("among_the_most_pulled", safety_and_probability, ("n.index(max(n)) == best",
                                                                            "n[best] == max(n)")),
                 "Of arms that are pulled equally often only the first counts as the most pulled one.")),
        ("Write UCB1 for one bandit first. Then put a loop over the problems around it.",
         "`n.index(max(n))` is the first of the most pulled arms."),
        points=3,
    ),
    Exercise(
        all_prunings,
        "A search may prune more than once. Write the whole schedule.", schedule_cases,
        (Mistake(pruned_once, "After the first pruning, plan again with what is left."),
         Mistake(mistaken("from_the_last_one", all_prunings, ("prunings.append((done,", "prunings.append((best[0],")),
                 "These times count from the last pruning. Add the iterations that were done before it."),
         Mistake(mistaken("as_if_none_were_done", all_prunings, ("left = iterations - done", "left = iterations"),
                          ("if best is None:", "if best is None or done + best[0] >= iterations:")),
                 "Iterations that are done are gone: plan with `iterations - done`."),
         Mistake(mistaken("last_of_the_best", all_prunings, (") > most", ") >= most")),
                 "Of equal choices the earliest counts, and not to prune before all."),
         Mistake(mistaken("price_of_waiting_forgotten", all_prunings, ("(number, left - i) >", "(number, left) >"),
                          (", found(number, left - i)", ", found(number, left)")),
                 "After i iterations fewer are left, so waiting has a price: `left - i`."),
         Mistake(mistaken("down_to_one", all_prunings, ("actions > 2", "actions > 1")),
                 "With two actions left there is nothing to plan any more.")),
        ("`while actions > 2:` plan, stop if not to prune is best, otherwise note the pruning.",
         "Keep a variable `done`: the iterations before the current plan begins."),
        ask=schedules, points=3,
    ),
)
