"""What a person may be told of a search: everything, or nothing that would show what is hidden."""

from types import SimpleNamespace

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import CHANCE, after, facts, legal_actions, observation, sample_action, start, to_move
from mcts_lab.players.disclosure import UNSEEN, open_actions, shares


def position(name, plays, seed, **options):
    """A state after some random plays, with a player to move."""
    game = games.make(name, **options)
    state, rng = start(game, seed), stream(seed)
    scratch = np.empty(facts(game).branching, np.int32)
    while plays > 0 or to_move(game, state) == CHANCE:
        state = after(game, state, sample_action(game, state, rng, scratch), seed + plays)
        plays -= 1
    return game, state


@pytest.mark.parametrize("name", ["spades", "knockout_whist", "phantom_ttt"])
def test_all_is_open_to_the_mover_and_to_an_onlooker(name):
    game, state = position(name, 3, 1)
    actions = legal_actions(game, state)
    for viewer in (None, to_move(game, state)):
        assert open_actions(game, state, actions[0], viewer) == set(actions)


def test_bids_are_open_and_cards_are_not():
    game, state = position("spades", 1, 2)
    bids = legal_actions(game, state)
    assert open_actions(game, state, bids[0], viewer=0) == set(bids)
    game, state = position("spades", 4, 2)
    cards = legal_actions(game, state)
    assert to_move(game, state) == 0 and len(cards) > 1
    assert open_actions(game, state, cards[1], viewer=2) == {cards[1]}


def test_nothing_is_open_if_the_play_is_not_seen():
    game, state = position("phantom_ttt", 1, 0)
    played = legal_actions(game, state)[0]
    assert observation(game, state, played, 0) != played
    assert open_actions(game, state, played, viewer=0) == set()


def test_the_unseen_share_one_row_and_no_visit_is_lost():
    game, state = position("spades", 4, 2)
    cards = legal_actions(game, state)
    visits = {card: 10 * i for i, card in enumerate(cards)}
    result = SimpleNamespace(action=cards[-1], visits=visits, values={card: card / 52 for card in cards})
    assert [row.visits for row in shares(game, state, result, None)] == sorted(visits.values(), reverse=True)
    named, rest = shares(game, state, result, viewer=1)
    assert named.visits == visits[cards[-1]] and rest.name == UNSEEN
    assert rest.visits == sum(visits.values()) - named.visits
    assert rest.value == pytest.approx(sum(visits[c] * c / 52 for c in cards[:-1]) / rest.visits)
