"""Project "cards": a player for a card game with hidden information."""

import functools
import itertools
import math

from mcts_course.project_games import Tricks
from mcts_course.projects.part import Match, Part, expected, games, moved

DEALS = 240  # hands that are asked for in each view


def dealt(function, options, view, number):
    """Return many hands that the function deals."""
    import random

    from mcts_course.project_games import Tricks

    found = [function(Tricks(**options), view, random.Random(seed)) for seed in range(number)]
    return None if all(one is None for one in found) else [sorted(one) for one in found]


def solved(function, options, states):
    """Return the values of states."""
    from mcts_course.project_games import Tricks

    found = [function(Tricks(**options), state) for state in states]
    return None if all(one is None for one in found) else found


def chosen(function, options, view, seed):
    """Return the card that is played."""
    import random

    from mcts_course.project_games import Tricks

    return function(Tricks(**options), view, random.Random(seed))


def unseen(game, view):
    """Return the cards that the other player may hold, and how many these are."""
    player, hand, played, _ = view
    cards = set(range(game.suits * game.ranks)) - set(hand) - {card for _, card in played}
    void = voids(game, played, 1 - player)
    return sorted(card for card in cards if card // game.ranks not in void), game.hand - sum(
        who != player for who, _ in played)


def voids(game, played, player):
    """Return the suits that a player has shown not to have."""
    return {led // game.ranks for (_, led), (who, card) in zip(played[::2], played[1::2], strict=False)
            if who == player and card // game.ranks != led // game.ranks}


def reference(game, state, wrong=""):
    """Return the value of a state to player 0 with open cards, with a mistake in it."""
    @functools.cache
    def value(state, mover):
        if game.to_move(state) is None:
            if wrong == "sign":
                return -game.payoff(state, 0)
            return state[2][0] - state[2][1] if wrong == "tricks" else game.payoff(state, 0)
        legal = state[0][mover] if wrong == "any card" else game.follow(state[0][mover], game.table(state[1]))
        values = []
        for card in legal or game.legal(state):
            after = game.play(state, card)
            values.append(value(after, 1 - mover if wrong == "alternate" else game.to_move(after)))
        return max(values) if mover == 0 or wrong == "both maximise" else min(values)

    return value(state, game.to_move(state))


MISTAKES = {
    "sign": "The sign is wrong: the value belongs to player 0.",
    "tricks": "These are tricks. The value is the payoff, tricks divided by the cards of a hand.",
    "any card": "It lets a player play any card. The other player must follow suit, if they can.",
    "both maximise": "Both players maximise. Player 1 takes the least value.",
    "mover": "The value belongs to player 0, whoever moves.",
}


def judge_possible(found, options, view, number):
    game, (_, hand, played, _) = Tricks(**options), view
    size = unseen(game, view)[1]
    for cards in found:
        for name, wrong, text in (
                ("own cards", set(cards) & set(hand), "your own cards"),
                ("played cards", set(cards) & {card for _, card in played}, "cards that were played"),
                ("twice", {card for card in cards if cards.count(card) > 1}, "a card twice"),
                ("no cards", set(cards) - set(range(game.suits * game.ranks)), "cards that the deck does not have")):
            if wrong:
                return expected(name, f"a hand without {text}", cards, f"Wrong: {sorted(wrong)}.")
        if len(cards) != size:
            return expected("size", f"a hand of {size} cards, as many as the other player still holds", cards)
    return None


def judge_voids(found, options, view, number):
    game, (player, _, played, _) = Tricks(**options), view
    void, size = voids(game, played, 1 - player), unseen(game, view)[1]
    for cards in found:
        if len(cards) < size:
            return expected("size", f"a hand of {size} cards, as many as the other player still holds", cards)
        wrong = [card for card in cards if card // game.ranks in void]
        if wrong:
            return expected("voids", f"no cards of suit {sorted(void)}, in which the other player did not follow",
                            cards)
    return None


def judge_uniform(found, options, view, number):
    cards, size = unseen(Tricks(**options), view)
    share = size / len(cards)
    for card in cards:
        came = sum(card in one for one in found)
        if abs(came - number * share) > 5 * math.sqrt(number * share * (1 - share)) + 1:
            same = len(set(map(tuple, found))) == 1
            return expected("always the same" if same else "not uniform", f"card {card} in about {number * share:.0f} "
                            f"of {number} hands", came, "All possible hands must be equally likely.")
    return None


def judge_solved(found, options, states):
    game = Tricks(**options)

    def values(wrong=""):
        return [-reference(game, state) if wrong == "mover" and game.to_move(state) == 1 else
                reference(game, state, wrong) for state in states]

    def same(some):
        return all(math.isclose(one, other, abs_tol=1e-9) for one, other in zip(found, some, strict=True))

    wanted = values()
    if same(wanted):
        return None
    name = next((name for name in MISTAKES if same(values(name))), "value")
    state, right, came = next(row for row in zip(states, wanted, found, strict=True) if abs(row[1] - row[2]) > 1e-9)
    return expected(name, f"the value {right:g} to player 0 of the state {state}", came, MISTAKES.get(name, ""))


def judge_legal(found, options, view, seed):
    game, (_, hand, played, _) = Tricks(**options), view
    legal = game.follow(hand, game.table(played))
    if isinstance(found, int) and found in legal:
        return None
    return expected("revoke" if found in hand else "illegal_move", f"one of the legal cards {legal}", found,
                    "A player must follow suit." if found in hand else "")


def judge_certain(found, options, view, seed):
    best = certain(Tricks(**options), view)
    if found in best:
        return None
    return expected("not the best card", f"card {best[0]}, the best one against every hand that is possible", found)


@functools.lru_cache(4096)
def certain(game, view):
    """Return the cards that are best whatever the other player holds; each other card is worse in half of the cases.
    """
    player, hand, played, _ = view
    cards, size = unseen(game, view)
    often = dict.fromkeys(game.follow(hand, game.table(played)), 0)  # how often a card is best
    others = list(itertools.combinations(cards, size))
    for other in others:
        state = game.state_of(view, other)
        values = {card: (1 - 2 * player) * reference(game, game.play(state, card)) for card in often}
        for card, value in values.items():
            often[card] += value > max(values.values()) - 1e-9
    best = [card for card, number in often.items() if number == len(others)]
    return best if all(number <= len(others) / 2 for card, number in often.items() if card not in best) else []


def random_view(game, rng, plies, wanted=lambda game, view: True):
    """Return a state and what its mover sees, after so many random cards."""
    while True:
        state = game.deal(rng)
        for _ in range(rng.choice(plies)):
            state = game.play(state, rng.choice(game.legal(state)))
        view = game.view(state, game.to_move(state))
        if wanted(game, view):
            return state, view


def own_void(game, view):
    """Return whether only the player who sees has shown a void of a suit of which cards are unseen."""
    player, hand, played, tricks = view
    return not void_shown(game, view) and void_shown(game, (1 - player, hand, played, tricks))


def void_shown(game, view):
    """Return whether the other player has shown a void of a suit of which cards are unseen."""
    player, hand, played, _ = view
    gone = {*hand, *(card for _, card in played)}
    there = {card // game.ranks for card in range(game.suits * game.ranks) if card not in gone}
    return bool(voids(game, played, 1 - player) & there) and len(unseen(game, view)[0]) > unseen(game, view)[1]


def one_best(game, view):
    """Return whether one card is best against every possible hand, and others are worse."""
    return len(game.follow(view[1], game.table(view[2]))) > len(certain(game, view)) > 0


def views(*rows):
    """Return a maker of cases: each row is (plies, wanted)."""
    def cases(rng, options):
        game = Tricks(**options)
        return [(random_view(game, rng, plies, wanted)[1], DEALS) for plies, wanted in rows]
    return cases


def seen(game, view):
    return True


def states(rng, options):
    """Return states with 3 or 4 cards in a hand, of both players."""
    return [([random_view(Tricks(**options), rng, (plies,))[0] for plies in (2, 3, 4, 4, 5, 5, 6, 6, 7, 8)],)]


def to_choose(wanted, plies):
    def cases(rng, options):
        return [(random_view(Tricks(**options), rng, (number,), wanted)[1], rng.randrange(2**31)) for number in plies]
    return cases


def at_random(game, view, rng):
    """Play any legal card."""
    return rng.choice(game.follow(view[1], game.table(view[2])))


def rule(game, view, rng):
    """Lead the highest card; win as cheaply as possible, otherwise throw the lowest card."""
    player, hand, played, _ = view
    led = game.table(played)
    legal = sorted(game.follow(hand, led), key=lambda card: (card < game.ranks, card % game.ranks))
    if led is None:
        return max(hand, key=lambda card: card % game.ranks)
    winning = [card for card in legal if game.winner((1 - player, led), (player, card)) == player]
    return (winning or legal)[0]


OPPONENTS = {"random play": at_random, "the rule": rule}


PARTS = (
    Part("cards: possible", "deal", 3, "`deal` gives a hand that the other player may hold.",
         views(((0,), seen), ((3,), seen), ((4, 5), seen)), dealt, judge_possible),
    Part("cards: voids", "deal", 3, "It has no suit in which the other player did not follow.",
         views(((4,), void_shown), ((5,), void_shown), ((6,), void_shown)), dealt, judge_voids),
    Part("cards: uniform", "deal", 3, "All such hands are equally likely.",
         views(((0,), seen), ((4,), own_void), ((5,), own_void), ((4, 5), void_shown)), dealt, judge_uniform),
    Part("cards: solve", "solve", 5, "`solve` gives the value to player 0 when all cards are open.", states, solved,
         judge_solved),
    Part("cards: legal", "choose", 2, "`choose` plays legal cards.", to_choose(seen, (0, 1, 1, 3, 3, 5, 7, 9)), chosen,
         judge_legal),
    Part("cards: certain", "choose", 4, "It finds a card that is best whatever the other player holds.",
         to_choose(one_best, (6, 6, 7, 5, 7, 6)), chosen, judge_certain),
    Match("cards: beats random play", "choose", 2, "`choose` wins at least 53 % of the tricks against random play.",
          games("random play", 60, 0.53), moved, OPPONENTS),
    Match("cards: beats the rule", "choose", 3, "`choose` wins at least 47 % of the tricks against a simple rule.",
          games("the rule", 60, 0.47), moved, OPPONENTS),
)
