"""Exercises: random deals of hidden cards, and a choice among actions that are not always available."""

import math
from collections import Counter

from ..exercises.judging import Exercise, Mistake, mistaken


def deal_unseen(hands, player, unseen, rng):
    """Deal the others' hands at random, as `player` may imagine them.

    `hands` has the true hand of every player, a list of cards each: the player keeps
    theirs, and of the others' use only the sizes. `unseen` lists all cards that the
    player does not see: those in the others' hands, and those that no player holds.
    Each of the other players gets as many of them as before. Neither list is changed.
    `rng` is a `random.Random`.
    """
    cards = list(unseen)
    rng.shuffle(cards)
    dealt = []
    for seat, hand in enumerate(hands):
        dealt.append(list(hand) if seat == player else [cards.pop() for _ in hand])
    return dealt


def cheating(hands, player, unseen, rng):
    return [list(hand) for hand in hands]


def others_cards_only(hands, player, unseen, rng):
    return deal_unseen(hands, player, [card for seat, hand in enumerate(hands) if seat != player for card in hand], rng)


def everything_anew(hands, player, unseen, rng):
    cards = [*hands[player], *unseen]
    rng.shuffle(cards)
    return [[cards.pop() for _ in hand] for hand in hands]


def hands_exchanged(hands, player, unseen, rng):
    others = [list(hand) for seat, hand in enumerate(hands) if seat != player]
    rng.shuffle(others)
    return [list(hand) if seat == player else others.pop() for seat, hand in enumerate(hands)]


def not_shuffled(hands, player, unseen, rng):
    cards = sorted(unseen)
    return [list(hand) if seat == player else [cards.pop() for _ in hand] for seat, hand in enumerate(hands)]


def drawn_with_replacement(hands, player, unseen, rng):
    return [list(hand) if seat == player else [rng.choice(unseen) for _ in hand] for seat, hand in enumerate(hands)]


def each_hand_shuffled(hands, player, unseen, rng):
    dealt = [list(hand) for hand in hands]
    for seat, hand in enumerate(dealt):
        if seat != player:
            rng.shuffle(hand)
    return dealt


def deals(rng):
    cards = rng.sample(range(52), 30)
    drawn = [[cards[seat:n * seats:seats] for seat in range(seats)] for n, seats in ((4, 3), (6, 4), (5, 2))]
    cases = [([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 0, [10, 11]), ([[1, 2], [3, 4, 5], [6]], 1, [7, 8, 9]),
             ([[9, 8], [7, 6], [5, 4], [3, 2]], 3, []), ([[1, 2], [3, 4]], 0, [5, 6, 7]),
             *((hands, rng.randrange(len(hands)), cards[-4:]) for hands in drawn)]
    return [(hands, player, rng.sample(pack, len(pack))) for hands, player, free in cases
            for pack in ([*free, *(card for seat, hand in enumerate(hands) if seat != player for card in hand)],)]


def many_deals(function, hands, player, unseen):
    """Return many deals by the function, and the arguments after a call, to check that they are unchanged."""
    import random

    found = [function([list(hand) for hand in hands], player, list(unseen), random.Random(seed)) for seed in range(200)]
    function(hands, player, unseen, random.Random(0))
    return None if all(deal is None for deal in found) else (found, (hands, unseen))


def others(deal, player):
    """Return the cards of the other players in a deal."""
    return [card for seat, hand in enumerate(deal) if seat != player for card in hand]


def properties(dealt, hands, player, unseen):
    """Return which properties many deals have."""
    found, own = dealt
    given = [others(deal, player) for deal in found]
    return {
        "your own cards stay": all(list(deal[player]) == hands[player] for deal in found),
        "each player has as many cards as before": all([len(h) for h in deal] == [len(h) for h in hands]
                                                     for deal in found),
        "no card is dealt twice": all(len(set(cards)) == len(cards) for cards in given),
        "every unseen card may be dealt, and no other": {card for cards in given for card in cards} == set(unseen),
        "deals differ from each other": len({str(deal) for deal in found}) > 1,
        "it is not always the truth": any(list(map(sorted, deal)) != list(map(sorted, hands)) for deal in found),
        "the others' cards are mixed with each other": len(
            {tuple(tuple(sorted(hand)) for hand in deal) for deal in found}) > math.factorial(len(hands) - 1),
        "the arguments are not changed": own == (hands, unseen),
    }


def deal_with_voids(hands, player, unseen, voids, rng):
    """Deal the others' hands at random, in agreement with what the players have shown.

    `hands`, `player`, `unseen` and `rng` are as in `deal_unseen`, but a card is a text
    such as "H9", the nine of hearts. `voids` has a text for every player: the suits of
    which they have no card, such as "" or "HS". Each hand keeps its size, none of the
    others gets a card of a suit in their `voids`, and all deals that are possible are
    equally likely.
    """
    while True:
        cards, dealt, possible = list(unseen), [], True
        rng.shuffle(cards)
        for seat, hand in enumerate(hands):
            dealt.append(list(hand) if seat == player else [cards.pop() for _ in hand])
            if seat != player and any(card[0] in voids[seat] for card in dealt[seat]):
                possible = False
        if possible:
            return dealt


def voids_ignored(hands, player, unseen, voids, rng):
    return deal_unseen(hands, player, unseen, rng)


def others_cards_dealt(hands, player, unseen, voids, rng):
    return deal_with_voids(hands, player, others(hands, player), voids, rng)


def truth_when_in_doubt(hands, player, unseen, voids, rng):
    dealt = deal_unseen(hands, player, unseen, rng)
    wrong = any(card[0] in voids[seat] for seat, hand in enumerate(dealt) for card in hand if seat != player)
    return [list(hand) for hand in hands] if wrong else dealt


def forbidden_cards_dropped(hands, player, unseen, voids, rng):
    dealt = deal_unseen(hands, player, unseen, rng)
    return [[card for card in hand if seat == player or card[0] not in voids[seat]] for seat, hand in enumerate(dealt)]


def own_hand_dealt(hands, player, unseen, voids, rng):
    cards = [*hands[player], *unseen]
    while True:
        rng.shuffle(cards)
        rest = list(cards)
        dealt = [[rest.pop() for _ in hand] for hand in hands]
        if not any(card[0] in voids[seat] for seat, hand in enumerate(dealt) for card in hand):
            return dealt


def the_last_void_counts(hands, player, unseen, voids, rng):
    last = max((seat for seat in range(len(hands)) if voids[seat] and seat != player), default=player)
    return deal_with_voids(hands, player, unseen, [v if seat == last else "" for seat, v in enumerate(voids)], rng)


def void_deals(rng):
    """Return hands that agree with the voids; in each case several deals are possible, few enough to count them."""
    cases = [([["C2", "C3"], ["S4", "S5"], ["H6", "S7"]], 0, ["D8"], ["", "H", ""]),
             ([["S2", "H3"], ["C4", "D5"], ["H6", "S7"], ["D8", "S9"]], 1, [], ["D", "", "D", "C"]),
             ([["S2", "H3"], ["C4", "D5"]], 0, ["H6", "S7", "D8"], ["", "H"])]
    for _ in range(2):
        ranks = rng.sample("23456789", 7)
        cases.append(([["H" + ranks[0], "S" + ranks[1]], ["C" + ranks[2], "S" + ranks[3]],
                       ["S" + ranks[4], "H" + ranks[5]]], 0, ["D" + ranks[6]], ["", "H", "C"]))
    return [(hands, player, others(hands, player) + free, voids) for hands, player, free, voids in cases]


def many_void_deals(function, hands, player, unseen, voids):
    """Return many deals by the function."""
    import random

    found = [function([list(hand) for hand in hands], player, list(unseen), list(voids), random.Random(seed))
             for seed in range(400)]
    return None if all(deal is None for deal in found) else found


def void_properties(found, hands, player, unseen, voids):
    """Return which properties many deals have."""
    given = [others(deal, player) for deal in found]
    counts = Counter(str([sorted(hand) for hand in deal]) for deal in found)
    possible = Counter(str([sorted(hand) for hand in deal])
                       for deal in many_void_deals(deal_with_voids, hands, player, unseen, voids))
    expected = len(found) / len(possible)
    return {
        "your own cards stay": all(list(deal[player]) == hands[player] for deal in found),
        "each player has as many cards as before": all([len(h) for h in deal] == [len(h) for h in hands]
                                                     for deal in found),
        "each card is unseen, and dealt once": all(
            len(set(cards)) == len(cards) and set(cards) <= set(unseen) for cards in given),
        "nobody has a card of a suit in their voids": all(
            card[0] not in voids[seat] for deal in found for seat, hand in enumerate(deal) for card in hand
            if seat != player),
        "all possible deals occur": set(possible) <= set(counts),
        "none occurs much too often": max(counts.values()) < expected + 5 * math.sqrt(expected),
    }


def availability_bound(total, visits, parent_visits, available, c):
    """The bound of an action that is not legal in every determinization [Cowling et al.
    2012].

    As UCB1, but the logarithm is of `available`: how often the action was legal when
    its parent was visited, from its own first visit on.
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


def ismcts_choice(children, legal, c):
    """Choose an action at a node of ISMCTS, and count which actions were available.

    `children` is a dict from each action tried so far to [total, visits, available].
    `legal` lists the actions that are legal in this determinization. If one of them was
    never tried, give the first such action the entry [0.0, 0, 0] and choose it.
    Otherwise choose the legal action with the highest bound (see `availability_bound`).
    Then add 1 to `available` of every legal action in `children`. Visits do not change
    here. Return the chosen action.
    """
    untried = [action for action in legal if action not in children]
    if untried:
        chosen = untried[0]
        children[chosen] = [0.0, 0, 0]
    else:
        bounds = {}
        for action in legal:
            total, visits, available = children[action]
            bounds[action] = total / visits + c * math.sqrt(math.log(available) / visits)
        chosen = max(bounds, key=bounds.get)
    for action in legal:
        if action in children:
            children[action][2] += 1
    return chosen


def choice_cases(rng):
    children = {0: [3.0, 5, 20], 1: [0.5, 1, 2], 2: [6.0, 8, 30], 3: [1.0, 4, 9]}
    cases = [(children, legal, 0.7) for legal in ([0, 1, 3], [0, 2], [0, 3, 5], [4, 0, 5], [3])]
    cases += [({0: [0.5, 1, 1], 1: [2.4, 4, 5]}, [0, 1], 0.7),
              ({0: [2.4, 4, 5], 1: [0.9, 2, 3], 2: [30.0, 90, 100]}, [0, 1], 0.7)]
    for _ in range(6):
        drawn = {}
        for action in rng.sample(range(8), 5):
            visits = rng.randrange(1, 9)
            drawn[action] = [visits * rng.random(), visits, visits + rng.randrange(1, 60)]
        cases.append((drawn, rng.sample(list(drawn), 3), rng.choice([0.0, 0.7, 2.0])))
    return cases


def choice_and_counts(function, children, legal, c):
    """Return the chosen action, and the entries of the children after the call."""
    children = {action: list(counts) for action, counts in children.items()}
    chosen = function(children, list(legal), c)
    return None if chosen is None else (chosen, children)


LESSON = "07_hidden"
EXERCISES = (
    Exercise(
        deal_unseen,
        "A search over hidden cards imagines them: it deals the others' hands from the cards that it does not see. "
        "Write such a *determinization*.",
        deals,
        (Mistake(cheating, "These are the true hands: a player who searches so is cheating. Deal the cards in "
                           "`unseen` at random."),
         Mistake(others_cards_only, "These are the cards that the others truly hold: the player does not know which "
                                    "these are. Deal from all cards in `unseen`."),
         Mistake(everything_anew, "Your own cards are dealt away as well. You see them, so they stay."),
         Mistake(hands_exchanged, "Whole hands change their owners. Any distribution of the single cards is possible."),
         Mistake(not_shuffled, "Every deal is the same: shuffle the unseen cards."),
         Mistake(drawn_with_replacement, "A card may turn up twice and another be missing: each has to be dealt once."),
         Mistake(each_hand_shuffled, "The cards of a hand change places, but each player keeps theirs: this is still "
                                     "cheating.")),
        ("Shuffle a copy of `unseen`, and deal the hands of the other players from it.",
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
    Exercise(
        deal_with_voids,
        "A player who did not follow a suit has no card of it. Write a determinization that takes this into account.",
        void_deals,
        (Mistake(voids_ignored, "A player gets cards of a suit that they have shown not to hold: look at `voids`."),
         Mistake(truth_when_in_doubt, "If the first deal is not possible, this returns the true hands: that is "
                                      "cheating, and the truth occurs much too often. Deal again."),
         Mistake(forbidden_cards_dropped, "Cards that nobody may hold there disappear, so hands become too small. Deal "
                                          "again."),
         Mistake(own_hand_dealt, "Your own cards are dealt away as well. You see them, so they stay."),
         Mistake(others_cards_dealt, "These are the cards that the others truly hold: the player does not know which "
                                     "these are. Deal from all cards in `unseen`."),
         Mistake(the_last_void_counts, "Only one player's voids are respected. Several players may have voids.")),
        ("Deal as in `deal_unseen`, look at the result, and deal again if a hand is not possible.",
         "If you repeat whole deals until one fits, all deals that fit are equally likely."),
        ask=many_void_deals, judge=void_properties, points=3,
    ),
    Exercise(
        ismcts_choice,
        "Write one step of ISMCTS down the tree: expansion or selection among the actions that are legal in this "
        "determinization, and the count of availability.", choice_cases,
        (Mistake(mistaken("illegal_actions_too", ismcts_choice,
                          ("in legal:\n            total", "in children:\n            total")),
                 "This may choose an action that is not legal in this determinization: look only at `legal`."),
         Mistake(mistaken("all_counted", ismcts_choice, ("    for action in legal:\n        if", "    for action in "
                                                         "children:\n        if")),
                 "Only actions that are legal in this determinization were available."),
         Mistake(mistaken("chosen_counted", ismcts_choice, ("if action in children:", "if action == chosen:")),
                 "All legal actions were available, not only the chosen one: count each of them."),
         Mistake(mistaken("parent_visits", ismcts_choice,
                          ("math.log(available)", "math.log(sum(entry[1] for entry in children.values()))")),
                 "This is UCB1 with the visits of the parent. ISMCTS has the availability under the logarithm."),
         Mistake(mistaken("visited_already", ismcts_choice, ("[0.0, 0, 0]\n    else", "[0.0, 1, 0]\n    else")),
                 "The new child gets its first visit in the backpropagation, and not here."),
         Mistake(mistaken("new_child_not_counted", ismcts_choice,
                          ("if action in children:", "if action in children and action not in untried[:1]:")),
                 "The new child was available too: count it."),
         Mistake(mistaken("counted_before", ismcts_choice, ("math.log(available)", "math.log(available + 1)")),
                 "The bound uses the counts from before this choice. Count afterwards.")),
        ("First collect the legal actions that are not in `children`.",
         "Compute the bounds of the legal actions in a dict, and take `max(bounds, key=bounds.get)`."),
        ask=choice_and_counts, points=3,
    ),
)
