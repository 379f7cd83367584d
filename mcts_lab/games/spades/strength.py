"""How strong the rule player is: thousands of deals a second, compiled."""

from __future__ import annotations

import numpy as np

from ...engine.generic import entry, helper
from ...engine.random import stream
from ...game import new_states, reset
from .player import OFFSET, rule_action_with
from .rules import OVER, PLAYING, any_turn, next_deal, take_turn
from .scoring import contract, counted_tricks, match_over, match_result

RESULTS = ("wins", "deals", "bid", "made", "bags", "nils", "nils_made")


def measure(game, matches, seed, offsets=(OFFSET, OFFSET), random=(False, False), compiled=True) -> list[dict]:
    """Play matches between two sides that bid and play by the rules; give both sides' totals.

    Parameters: `game` should be a match; `offsets` are added to the expected tricks when bidding; a side whose
    `random` is True plays random cards after its bids. The sides' totals have the keys of `RESULTS`: matches won (ties
    count half), deals, tricks bid, contracts made, bags, nil bids, nils made.
    """
    results = np.zeros((2, len(RESULTS)))
    _play(game, new_states(game, 1), np.array(offsets, np.float64), np.array(random, np.bool_), matches, stream(seed),
          results, compiled=compiled)
    return [dict(zip(RESULTS, row.tolist(), strict=True)) for row in results]


@entry
def _play(game, states, offsets, random, matches, rng, results):
    """Play matches; `results` has a row for each side and a column for each count."""
    state = states[0]
    for _ in range(matches):
        reset(game, state, rng)
        playing = True
        while playing:
            while state.phase != OVER:
                side = int(state.turn) & 1
                if random[side] and state.phase == PLAYING:
                    take_turn(game, state, any_turn(game, state, rng))
                else:
                    take_turn(game, state, rule_action_with(game, state, offsets[side], rng))
            for side in range(2):
                _count(game, state, side, results)
            playing = not match_over(game, state)
            if playing:
                next_deal(game, state, rng)
        for side in range(2):
            results[side, 0] += 0.5 + 0.5 * match_result(game, state, side)


@helper
def _count(game, state, side, results):
    """Add the finished deal of a side to its row of `results`."""
    results[side, 1] += 1
    results[side, 2] += contract(state, side)
    results[side, 3] += 1 if counted_tricks(game, state, side) >= contract(state, side) else 0
    results[side, 4] += int(state.overtricks[side])
    for seat in (side, side + 2):
        if state.bids[seat] == 0:
            results[side, 5] += 1
            results[side, 6] += 1 if state.tricks[seat] == 0 else 0
