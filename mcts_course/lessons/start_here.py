"""Exercise: what a search plays."""

from ..exercises.judging import Exercise, Mistake, mistaken


def chosen(visits, means):
    """The action that a search plays: the most visited, of equals the one with the best mean.

    `visits` and `means` are dicts from action to number.
    """
    return max(visits, key=lambda action: (visits[action], means[action]))


def choices(rng):
    cases = [({3: 10, 4: 10, 5: 2}, {3: 0.4, 4: 0.6, 5: 1.0})]
    for _ in range(20):
        actions = rng.sample(range(20), 5)
        cases.append(({a: rng.randrange(1, 6) for a in actions}, {a: round(rng.random(), 3) for a in actions}))
    return cases


LESSON = "00_play"
EXERCISES = (
    Exercise(
        chosen,
        "When its iterations are used up, a search plays the action that it visited *most often*; of several equally "
        "visited ones it takes the one with the best mean. Write this choice.",
        choices,
        (Mistake(mistaken("best_mean", chosen,
                          ("visits, key=lambda action: (visits[action], means[action])", "means, key=means.get")),
                 "This takes the best mean. A mean over few tries can be high by luck: go by the visits."),
         Mistake(mistaken("first_of_equals", chosen, ("lambda action: (visits[action], means[action])", "visits.get")),
                 "Right, but for ties: of equally visited actions take the one with the best mean."),
         Mistake(mistaken("least_visited", chosen,
                          ("max(visits, key=lambda action: (visits[action], means[action]))",
                           "min(visits, key=visits.get)")),
                 "This is the action that was tried least. The search tried most what it thought best."),
         Mistake(mistaken("how_often", chosen, (", key=lambda action: (visits[action], means[action])", ".values()")),
                 "This gives the number of visits. Give the action that has them.")),
        ("`max` takes a function as `key`: `max(visits, key=...)` goes through the actions.",
         "A key may be a pair: pairs are compared by their first entry, and by the second where the first are equal."),
    ),
)
