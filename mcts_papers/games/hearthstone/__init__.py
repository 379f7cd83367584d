"""Hearthstone with three decks, as the simulator of Papagiannis, Alexandridis & Stafylopatis (2022) plays it.

    cards.py     the table of cards, and the decks
    chance.py    random outcomes, or recorded outcomes from a script
    state.py     the state, and small operations on it
    effects.py   the effects of cards
    rules.py     actions, fights, secrets, turns
    choices.py   legal actions: their numbers, costs and order
    deaths.py    deaths and their consequences
    setup.py     start positions, determinizations
    features.py  features of a state, the GSV evaluation
    player.py    the GSV player
    words.py     names of cards and actions, text
    drawing.py   pictures
    game.py      the class of the game

A turn has many single actions. If a battlecry needs a target, the player chooses it in a second action, while the
minion is being summoned. With ``random_targets=True`` the target is random, as in the authors' searches.
"""

from mcts_lab.errors import instead

from ..option_words import word
from .cards import CARDS, DECKS, Card, Step, card_book
from .features import features_of, value_of
from .game import Hearthstone
from .rules import CHEAP, DISCARD_DEAR, KEEP_ALL, UNIFORM
from .setup import set_table

__all__ = ["CARDS", "DECKS", "Card", "Hearthstone", "Step", "features_of", "hearthstone", "set_table", "value_of"]

HAND_ODDS = {"cheap": CHEAP, "uniform": UNIFORM}
MULLIGANS = {"discard dear": DISCARD_DEAR, "keep all": KEEP_ALL}


def hearthstone(deck="hunter", other_deck=None, cards=(), random_targets=False, draw_value=0.5, turns=100,
                mulligan="discard dear", hand_odds="cheap", secrets_known=True):
    """Return a game of Hearthstone for two players.

    Parameters
    ----------
    deck: "hunter", "warlock", "shaman", "beasts", or a pair (hero, {card: number of copies}) with 30 cards.
    other_deck: the second player's deck; None: the same deck.
    cards: further cards, each a `mcts_papers.games.hearthstone.Card`.
    random_targets: True chooses the targets of battlecries at random; otherwise the player chooses.
    draw_value: payoff of both players for a draw; a win is 1, a loss 0.
    turns: after this number of turns of both players together, the game is a draw.
    mulligan: "discard dear" exchanges cards of cost 4 and more at the start; "keep all" exchanges no cards.
    hand_odds: with "cheap", determinizations prefer cheap cards for the opponent's hand; "uniform" does not.
    secrets_known: True shows the opponent which secret is played, as in the authors' searches. If False,
        determinizations sample it.

    Raises ValueError for any other value, an unknown card, or a deck that does not have 30 cards.
    """
    both = _deck(deck), _deck(deck if other_deck is None else other_deck)
    if not 1 <= int(turns) <= 1000:
        raise ValueError(f"turns cannot be {turns!r}. Use a number from 1 to 1000.")
    if not 0.0 <= float(draw_value) <= 1.0:
        raise ValueError(f"draw_value cannot be {draw_value!r}. Use a number from 0 to 1.")
    game = Hearthstone(
        card_book(both, (*CARDS, *cards)), bool(random_targets), float(draw_value), int(turns),
        word("mulligan", mulligan, MULLIGANS), word("hand_odds", hand_odds, HAND_ODDS), bool(secrets_known))
    game.facts()
    return game


def _deck(deck):
    """Return a deck by its name, or a given pair."""
    if isinstance(deck, str):
        if deck not in DECKS:
            raise ValueError(f"There is no deck {deck!r}. {instead(deck, DECKS)}")
        return DECKS[deck]
    try:
        hero, counts = deck
        return str(hero), {str(card): int(count) for card, count in dict(counts).items()}
    except (TypeError, ValueError):
        raise ValueError("This is not a deck. Give the name of a deck, or a hero and {card: number of "
                         "copies}.") from None

GAMES = {"hearthstone": "hearthstone"}
