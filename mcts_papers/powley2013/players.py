"""The players of the experiments: a search for the cards, with bids by the search or by rule, and random opponents."""

import numpy as np

from mcts_lab.game import legal_actions
from mcts_lab.players import Decision, RandomPlayer, label, plain

from ..games.playing_cards import SUITS, suit_of, trick_value
from ..games.spades import RulePlayer, Spades
from ..games.spades.rules import BIDDING

BIDDER = RulePlayer()
SUIT = [int(suit_of(card)) for card in range(52)]
RANK = [card % 13 for card in range(52)]


def searched(game, changes=()):
    """Return the game that a search gets: only the current deal of a match of Spades, and with some options changed.
    """
    return game.for_search()._replace(**dict(changes))


def bids_by_rule(game, state) -> bool:
    """Return whether the next action is a bid in Spades."""
    return isinstance(game, Spades) and state.phase == BIDDING


class CardPlayer:
    """A search that plays cards.

    Parameters
    ----------
    method      a search, such as ``UCT(tree=SingleObserver(), selection=UCB1(0.7))``
    iterations  per decision; a forced action needs none
    name        its name in tables
    bids        in Spades: "rules" to bid by the rule player's rules, "search" to bid by the search
    changes     pairs (option, value) of the game that the search assumes, such as another sampler of hidden cards
    bidder      the player that bids by rule
    """

    always_legal = True

    def __init__(self, method, iterations: int, name: str, bids: str = "rules", changes=(), bidder=BIDDER):
        if bids not in ("rules", "search"):
            raise ValueError(f'bids cannot be {bids!r}. Use "rules" or "search".')
        self.method, self.iterations, self.name = method, iterations, name
        self.bids, self.changes, self.bidder = bids, tuple(changes), bidder

    def search(self, game, state, seed, progress=None):
        """Return the whole result of the search. progress: as for the search, if it has this argument."""
        told = {} if progress is None else {"progress": progress}
        return self.method.search(searched(game, self.changes), state, iterations=self.iterations, seed=seed, **told)

    def choose(self, game, state, seed):
        return self.decide(game, state, seed).action

    def decide(self, game, state, seed):
        """Return the action, with the statistics of the search if there was one."""
        if self.bids == "rules" and bids_by_rule(game, state):
            return Decision(self.bidder.choose(game, state, seed))
        actions = legal_actions(game, state)
        if len(actions) == 1:
            return Decision(int(actions[0]))
        found = self.search(game, state, seed)
        return Decision(int(found.action), {name: plain(getattr(found, name)) for name in ("value", "visits")})

    def describe(self):
        bidder = {} if self.bidder == BIDDER else {"bidder": self.bidder.describe()}
        return {"player": "cards by search", "name": self.name, "method": label(self.method),
                "iterations": self.iterations, "bids": self.bids, "changes": [list(pair) for pair in self.changes],
                **bidder}

    def __repr__(self):
        return f"CardPlayer({self.name})"


class RandomCards(RandomPlayer):
    """A player of random cards. In Spades, it bids by rule, so that its contracts are the same as for other players."""

    def choose(self, game, state, seed):
        return BIDDER.choose(game, state, seed) if bids_by_rule(game, state) else super().choose(game, state, seed)

    def describe(self):
        return {"player": "random cards", "name": self.name}


class WhistRules:
    """Knockout Whist by three rules: lead the highest card; win as cheaply as possible; else play the lowest card.

    Suits count equally, except trumps. If cards have the same rank, their order in the list of legal cards
    decides.
    """

    always_legal = True
    name = "rules"

    def choose(self, game, state, seed):
        cards = [a for a in legal_actions(game, state) if a < len(RANK)]
        if not cards:  # the action is to name trumps
            return int(legal_actions(game, state)[0])
        trumps, led = int(state.trump), int(state.led)
        if led < 0:
            return int(max(cards, key=lambda card: RANK[card]))
        winners = [card for card in cards
                   if int(trick_value(card, SUITS[led], SUITS[trumps])) > int(state.best)]
        cheapest = {card: (SUIT[card] == trumps, RANK[card]) for card in cards}
        return int(min(winners or cards, key=cheapest.get))

    def describe(self):
        return {"player": "whist rules", "name": self.name}


def points_of_deal(game, state) -> dict:
    """Return the points of both sides in a finished deal of Spades, and each side's bid and tricks."""
    bids, tricks = state.bids.astype(int), state.tricks.astype(int)
    return {"score_0": int(state.gained[0]), "score_1": int(state.gained[1]),
            "bid_0": int(bids[0] + bids[2]), "bid_1": int(bids[1] + bids[3]),
            "tricks_0": int(tricks[0] + tricks[2]), "tricks_1": int(tricks[1] + tricks[3])}


def score_of_match(game, state) -> dict:
    """Return the final score of a match of Spades, and its number of deals."""
    return {"score_0": int(state.points[0]), "score_1": int(state.points[1]), "deals": int(state.deal)}


def spread(values) -> float:
    """Return the highest minus the lowest of some numbers, without missing ones."""
    values = np.array(list(values), float)
    values = values[np.isfinite(values)]
    return float(np.ptp(values)) if len(values) else 0.0
