"""Exercises: whose reward a node counts, and a leaf that asks a model and plays on."""

from ..exercises.judging import Exercise, Mistake, mistaken


def credited(movers, root, reward):
    """What each node of a path adds up, as a list.

    `movers` lists who made the move into each node, `root` is the player who searches and
    `reward` what he got, between 0 and 1. A node counts for the player who moved into it; what
    one player gets, the other lacks.
    """
    return [reward if mover == root else 1 - reward for mover in movers]


def path_cases(rng):
    drawn = [(rng.choices((0, 1), k=n), rng.randrange(2), rng.random()) for n in (2, 5, 9)]
    return [([0, 0, 0, 1, 1], 0, 1.0), ([1, 1, 0], 1, 0.0), ([0], 0, 0.25), ([0, 1, 1, 1, 0], 0, 0.75), ([], 1, 1.0),
            *drawn]


def leaf_reward(model, playout, actions, u, rate=0.1, weight=0.8):
    """The reward of a leaf: the model's word alone, or mixed with a playout.

    `model` and `playout` are rewards, `actions` how many the root has, `u` a random number
    from [0, 1). If u is above rate times actions, the model alone; else the mean of both, in
    which the model has `weight`.
    """
    if u > rate * actions:
        return model
    return weight * model + (1 - weight) * playout


def leaf_cases(rng):
    drawn = [(rng.random(), rng.random(), n, rng.random()) for n in (1, 3, 5, 7, 9)]
    return [(1.0, 0.0, 4, 0.5), (1.0, 0.0, 4, 0.3), (0.0, 1.0, 20, 0.99), (0.0, 1.0, 2, 0.21), (1.0, 1.0, 3, 0.1),
            *drawn]


LESSON = "P5_papagiannis"
EXERCISES = (
    Exercise(
        credited,
        "A turn of Hearthstone is many actions. Write whose reward each node of a path adds up.", path_cases,
        (Mistake(mistaken("everybody_helps", credited, ("if mover == root else 1 - reward for mover", "for _")),
                 "So the opponent is taken to want what you want. In the opponent's nodes the reward is turned round."),
         Mistake(mistaken("turn_by_turn", credited,
                          ("reward if mover == root else 1 - reward for mover in movers",
                           "1 - reward if i % 2 else reward for i in range(len(movers))")),
                 "Players do not alternate: look who made the move, not how deep the node lies."),
         Mistake(mistaken("sign_for_complement", credited, ("1 - reward", "-reward")),
                 "Rewards lie between 0 and 1: what the other gets is 1 less the reward, not its negative."),
         Mistake(mistaken("other_way_round", credited,
                          ("reward if mover == root else 1 -", "1 - reward if mover == root else")),
                 "Your own nodes count your reward, and your opponent's the other one.")),
        ("Compare each mover with `root`.", "`reward if mover == root else 1 - reward`"),
    ),
    Exercise(
        leaf_reward,
        "The article's searches with a value model now and then play on to the end as well. Write the reward.",
        leaf_cases,
        (Mistake(mistaken("playout_when_few", leaf_reward, ("u > rate", "u <= rate")),
                 "The two cases have changed places: a great u trusts the model alone."),
         Mistake(mistaken("weights_swapped", leaf_reward,
                          ("weight * model + (1 - weight) * playout", "(1 - weight) * model + weight * playout")),
                 "The weights have changed places: `weight` belongs to the model."),
         Mistake(mistaken("playout_alone", leaf_reward, ("weight * model + (1 - weight) * playout", "playout")),
                 "With a playout the model is still asked: take the weighted mean of both."),
         Mistake(mistaken("always_both", leaf_reward, ("u > rate * actions", "False")),
                 "Where is u? With few actions the model alone decides more often.")),
        ("First compare u with rate times actions.", "`weight * model + (1 - weight) * playout`"),
    ),
)
