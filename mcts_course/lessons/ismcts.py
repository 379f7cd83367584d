"""Exercises: hidden cards, and choosing among actions that are not always there."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def deal_unseen(hands, player, rng):
    """Deal anew the cards that `player` does not see: a determinization.

    `hands` lists the true hand of every player, a list of cards each, and is not changed. The
    player keeps theirs; the others' cards are dealt at random among them, and each hand keeps
    its size. `rng` is a `random.Random`.
    """
    unseen = [card for seat, hand in enumerate(hands) if seat != player for card in hand]
    rng.shuffle(unseen)
    dealt = []
    for seat, hand in enumerate(hands):
        dealt.append(list(hand) if seat == player else [unseen.pop() for _ in hand])
    return dealt


def cheating(hands, player, rng):
    return [list(hand) for hand in hands]


def everything_anew(hands, player, rng):
    cards = [card for hand in hands for card in hand]
    rng.shuffle(cards)
    return [[cards.pop() for _ in hand] for hand in hands]


def hands_exchanged(hands, player, rng):
    others = [list(hand) for seat, hand in enumerate(hands) if seat != player]
    rng.shuffle(others)
    return [list(hand) if seat == player else others.pop() for seat, hand in enumerate(hands)]


def not_shuffled(hands, player, rng):
    unseen = sorted(card for seat, hand in enumerate(hands) if seat != player for card in hand)
    return [list(hand) if seat == player else [unseen.pop() for _ in hand] for seat, hand in enumerate(hands)]


def drawn_with_replacement(hands, player, rng):
    unseen = [card for seat, hand in enumerate(hands) if seat != player for card in hand]
    return [list(hand) if seat == player else [rng.choice(unseen) for _ in hand] for seat, hand in enumerate(hands)]


def each_hand_shuffled(hands, player, rng):
    dealt = [list(hand) for hand in hands]
    for seat, hand in enumerate(dealt):
        if seat != player:
            rng.shuffle(hand)
    return dealt


def deals(rng):
    cards = rng.sample(range(52), 24)
    drawn = [[cards[seat:n * seats:seats] for seat in range(seats)] for n, seats in ((4, 3), (6, 4))]
    return [([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 0), ([[1, 2], [3, 4, 5], [6]], 1),
            ([[9, 8], [7, 6], [5, 4], [3, 2]], 3),
            *((hands, rng.randrange(len(hands))) for hands in drawn)]


def many_deals(function, hands, player):
    """Many deals, and the true hands as they are afterwards."""
    import random

    found = [function([list(hand) for hand in hands], player, random.Random(seed)) for seed in range(200)]
    function(hands, player, random.Random(0))
    return None if all(deal is None for deal in found) else (found, hands)


def properties(dealt, hands, player):
    """What is true of many deals."""
    (found, own), before = dealt, hands
    cards = sorted(card for hand in hands for card in hand)
    return {
        "your own cards stay": all(list(deal[player]) == before[player] for deal in found),
        "each player has as many cards as before": all([len(h) for h in deal] == [len(h) for h in before]
                                                     for deal in found),
        "every card is somewhere, once": all(sorted(c for hand in deal for c in hand) == cards for deal in found),
        "deals differ from each other": len({str(deal) for deal in found}) > 1,
        "it is not always the truth": any(list(map(sorted, deal)) != list(map(sorted, before)) for deal in found),
        "the others' cards are mixed with each other": len(
            {tuple(tuple(sorted(hand)) for hand in deal) for deal in found}) > math.factorial(len(hands) - 1),
        "the true hands are not changed": own == before,
    }


def availability_bound(total, visits, parent_visits, available, c):
    """The bound of an action that is not legal in every determinization [Cowling et al. 2012].

    As UCB1, but the logarithm is of `available`: how often the action was legal when its parent
    was visited.
    """
    if visits == 0:
        return math.inf
    return total / visits + c * math.sqrt(math.log(available) / visits)


def bound_cases(rng):
    drawn = [(n * rng.random(), n, n + rng.randrange(60, 99), n + rng.randrange(1, 60), rng.random())
             for n in range(1, 9)]
    return [(total, visits, parent, available, c)
            for total, visits, parent, available in ((0.5, 1, 30, 2), (3.0, 5, 40, 9), (4.0, 8, 100, 100))
            for c in (0.0, 0.7)] + [(0.0, 0, 10, 3, 0.7), *drawn]


LESSON = "07_hidden"
EXERCISES = (
    Exercise(
        deal_unseen,
        "A search over hidden cards imagines them: it deals anew what it does not see. Write such a *determinization*.",
        deals,
        (Mistake(cheating, "These are the true hands: a player who searches so is cheating. Deal the others' cards "
                           "anew."),
         Mistake(everything_anew, "Your own cards are dealt away as well. You see them, so they stay."),
         Mistake(hands_exchanged, "Whole hands change their owners. Any distribution of the single cards is possible."),
         Mistake(not_shuffled, "Every deal is the same: shuffle the unseen cards."),
         Mistake(drawn_with_replacement, "A card may turn up twice and another be missing: each has to be dealt once."),
         Mistake(each_hand_shuffled, "The cards of a hand change places, but each player keeps theirs: this is still "
                                     "cheating.")),
        ("Collect the cards of all other players, shuffle them, and deal them out again.",
         "`len(hand)` says how many cards a player gets."),
        ask=many_deals, judge=properties, points=2,
    ),
    Exercise(
        availability_bound,
        "In information sets an action may be legal in some determinizations only. Write the bound that takes this "
        "into "
        "account.", bound_cases,
        (Mistake(mistaken("parent_for_availability", availability_bound, ("(available)", "(parent_visits)")),
                 "This is UCB1 with the parent's visits: an action that was rarely legal would look neglected, "
                 "although it was tried whenever it could be."),
         Mistake(mistaken("mean_over_availability", availability_bound,
                          ("return total / visits", "return total / available")),
                 "The mean reward is over the visits; only the logarithm is of the availability."),
         Mistake(mistaken("divided_by_availability", availability_bound,
                          ("(available) / visits", "(parent_visits) / available")),
                 "The availability stands under the logarithm, in place of the parent's visits; the divisor is still "
                 "the action's own visits.")),
        ("Take UCB1 and replace one number.", "`math.log(available)`"),
    ),
)
