"""Exercises: what a pruning network learns from bandits, and when a planner prunes."""

from ..exercises.judging import Exercise, Mistake, mistaken


def rank_of_best(visits, best):
    """The rank of arm `best` by visits: 1 for the most visited arm.

    `visits` lists how often each arm was pulled. Arms pulled equally often share the better
    rank.
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

    `kept(i)` is the number that must be kept after i iterations, `found(number, left)` the
    odds that the best of `number` actions is found with `left` iterations. Times are 100 to
    iterations - 1. Not to prune, (0, actions), is a choice too. Of equal choices the earliest
    counts.
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
    """What a planner says with made-up networks: how many to keep, and the odds, by simple formulas."""
    networks = {
        "smooth": ((lambda i: max(1, 40 - i // 12)), (lambda number, left: left / (left + number**1.8))),
        "steps":  # odds that do not change for a while
            ((lambda i: 12 - i // 60), (lambda number, left: round(min(1.0, left / (50.0 * number)), 1))),
        "flat": ((lambda i: 5), (lambda number, left: 0.5)),  # all choices are equally good
        "hopeless": ((lambda i: 19), (lambda number, left: left / (left + 5.0 * number))),  # pruning never pays
    }
    return function(*networks[kind], actions, iterations)


def plan_cases(rng):
    drawn = [("smooth", rng.randrange(5, 40), rng.randrange(150, 500)) for _ in range(5)]
    return [("smooth", 30, 500), ("smooth", 10, 300), ("steps", 12, 400), ("hopeless", 20, 300), ("smooth", 5, 150),
            ("flat", 9, 200), *drawn]


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
                 "The odds depend on the iterations that are *left*: `iterations - i`."),
         Mistake(mistaken("as_if_none_spent", best_pruning,
                          ("(number, iterations - i) >", "(number, iterations) >"),
                          (", found(number, iterations - i)", ", found(number, iterations)")),
                 "After i iterations fewer are left, so waiting has a price: `iterations - i`."),
         Mistake(mistaken("last_of_equals", best_pruning, (">", ">=")),
                 "Of equal odds the earliest choice counts, and not to prune before all.")),
        ("Begin with the choice not to prune and its odds; then look whether a time is better.",
         "`found(min(kept(i), actions), iterations - i)` are the odds of pruning after i iterations."),
        ask=plans, points=2,
    ),
)
