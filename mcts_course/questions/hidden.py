"""Questions on hidden information: which determinizations agree with the observations of a player?"""

from ..exercises.judging import Mistake
from ..widgets.charts import table
from .kind import Kind, Posed, Unclear

SEATS = ("you", "West", "North", "East")
SUITS, RANKS = "♠♥", "AKQJ10987"


class Known(tuple):
    """What a player knows of a deal.

    The tuple has: own hand; cards that the others hold; sizes of the others' hands; index of a player without
    hearts.
    """

    def faults(self, deal) -> set:
        """Return the names of the facts that contradict a deal, which is a list of the others' hands."""
        own, unseen, sizes, void = self
        cards = [card for hand in deal for card in hand]
        found = {"own"} if set(cards) & set(own) else set()
        found |= {"twice"} if len(set(cards)) < len(cards) else set()
        found |= {"played"} if set(cards) - set(own) - set(unseen) else set()
        found |= {"sizes"} if [len(hand) for hand in deal] != list(sizes) else set()
        return found | ({"void"} if any(card[0] == SUITS[1] for card in deal[void]) else set())


def dealt(rng, cards, sizes):
    """Deal shuffled cards and return hands of these sizes."""
    cards = rng.sample(cards, len(cards))
    return [sorted(cards.pop() for _ in range(size)) for size in sizes]


def consistent(rng, known, all_cards):
    """Deal the unseen cards."""
    own, unseen, sizes, _ = known
    return dealt(rng, unseen, sizes)


def own_cards(rng, known, all_cards):
    own, unseen, sizes, _ = known
    return dealt(rng, [*rng.sample(unseen, len(unseen) - 1), rng.choice(own)], sizes)


def card_twice(rng, known, all_cards):
    own, unseen, sizes, _ = known
    some = rng.sample(unseen, len(unseen) - 1)
    return dealt(rng, [*some, rng.choice(some)], sizes)


def played_again(rng, known, all_cards):
    own, unseen, sizes, _ = known
    gone = sorted(set(all_cards) - set(own) - set(unseen))
    return dealt(rng, [*rng.sample(unseen, len(unseen) - 1), rng.choice(gone)], sizes)


def sizes_changed(rng, known, all_cards):
    own, unseen, sizes, _ = known
    more, less = rng.sample(range(len(sizes)), 2)
    return dealt(rng, unseen, [size + (seat == more) - (seat == less) for seat, size in enumerate(sizes)])


def void_forgotten(rng, known, all_cards):
    return consistent(rng, known, all_cards)


FAULTS = {own_cards: "own", card_twice: "twice", played_again: "played", sizes_changed: "sizes", void_forgotten: "void"}


class Determinization(Kind):
    """Questions: which deal is a determinization that agrees with a player's knowledge?"""

    name, title, lesson, least = "determinization", "determinizations that agree with the observations", "07", 4
    mistakes = (
        Mistake(own_cards, "One of your own cards is dealt to another player. You see your cards, so they stay."),
        Mistake(card_twice, "A card is there twice and another is missing: each unseen card is dealt once."),
        Mistake(played_again, "A card that has been played is dealt again."),
        Mistake(sizes_changed, "The number of cards in each hand is known, and must stay."),
        Mistake(void_forgotten, "This player did not follow hearts, so they have none left."))

    def answer(self):
        return consistent

    def draw(self, rng):
        cards = [f"{suit}{rank}" for suit in SUITS for rank in rng.sample(["A", "K", "Q", "J", "10", "9"], 5)]
        rng.shuffle(cards)
        own, rest = sorted(cards[:2]), cards[2:]
        sizes = (2, 2, 1)
        unseen = sorted(rest[:sum(sizes)])
        void = rng.randrange(2)
        return Known((own, unseen, sizes, void)), sorted(cards), rng.randrange(10**6)

    def result(self, function, known, cards, seed):
        from random import Random

        wanted = {FAULTS[function]} if function in FAULTS else set()
        rng = Random(seed)
        for _ in range(50):
            deal = function(rng, known, cards)
            if known.faults(deal) == wanted:
                return deal
        raise Unclear

    def said(self, result):
        return "; ".join(f"{seat}: {' '.join(hand)}" for seat, hand in zip(SEATS[1:], result, strict=True))

    def posed(self, rng, known, cards, seed):
        own, unseen, sizes, void = known
        gone = sorted(set(cards) - set(own) - set(unseen))
        rows = [["your hand", " ".join(own)], ["already played", " ".join(gone)],
                *([f"{seat} holds", f"{size} card{'' if size == 1 else 's'}"]
                  for seat, size in zip(SEATS[1:], sizes, strict=True)),
                ["seen", f"{SEATS[1 + void]} did not follow {SUITS[1]}"]]
        picture = table([row for row, _ in rows], [""], [[cell] for _, cell in rows], "What you know")
        return Posed(f"The pack has the cards {' '.join(cards)}. Which deal is a determinization?", picture, picture,
                     f"{self.said(self.result(consistent, known, cards, seed))} agrees with all that you know.")


KINDS = (Determinization(),)
