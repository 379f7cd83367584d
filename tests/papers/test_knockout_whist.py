"""Knockout Whist: rules, options, hidden cards."""

import pytest

from mcts_lab.engine.bits import count_bits
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, legal_actions, start
from mcts_papers.games.knockout_whist import CHOOSING, WAIT, KnockoutWhist, pagat, set_deal


def play_named(game, state, written, apart=None, seed=0):
    """Play actions by their names, which stand `apart` by blanks or another sign."""
    rng = stream(seed)
    for name in written.split(apart):
        game.play(state, {game.action_name(state, a): a for a in legal_actions(game, state)}[name], rng)


def test_a_player_on_a_dogs_life_may_wait_until_the_last_trick():
    game = pagat(2)
    state = start(game, 0)
    rng = stream(3)
    set_deal(game, state, ["SA SK SQ", "S2 S3 S4"], "S")
    play_named(game, state, "SA S2 SK S3 SQ S4")
    assert state.phase == CHOOSING
    assert game.to_move(state) == 0  # most tricks
    assert [count_bits(state.hands[q]) for q in range(2)] == [2, 1]
    play_named(game, state, "trump H", ",")
    assert int(state.trump) == 2
    while game.to_move(state) != 1:
        game.play(state, legal_actions(game, state)[0], rng)
    assert WAIT in legal_actions(game, state)
    before = int(state.hands[1])
    play_named(game, state, "wait")
    assert int(state.hands[1]) == before
    while game.to_move(state) != 1:
        game.play(state, legal_actions(game, state)[0], rng)
    assert WAIT not in legal_actions(game, state)
    game.play(state, legal_actions(game, state)[0], rng)
    assert game.to_move(state) == TERMINAL


@pytest.mark.parametrize(("hands", "changes"), [
    (["SA", "SA"], {}), (["SA"], {}), (["SA", "S2 S3"], {}), (["SA", "S2"], {"trump": "X"}),
    (["SA", "S2"], {"leader": 5}), (["SA", "S2"], {"round_cards": 9})])
def test_deals_that_cannot_exist_are_refused(hands, changes):
    game = KnockoutWhist(2)
    with pytest.raises(ValueError, match="^[^\n]{10,}$"):
        set_deal(game, start(game, 0), hands, **{"trump": "C", **changes})
