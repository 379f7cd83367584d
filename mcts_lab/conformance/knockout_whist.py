"""Replaying recordings of the Knockout Whist demonstration program.

The deals are inputs: after each round the recorded hands and trumps are put in place of those dealt here.
"""

from __future__ import annotations

from ..engine.random import stream
from ..game import TERMINAL, legal_actions, new_states, payoff, play, to_move
from ..games.cards.cards import card_name, parse_card, parse_hand
from ..games.knockout_whist import NOTHING, OVER, KnockoutWhist, set_deal
from .differences import Differences
from .files import ConformanceError, read_lines

SCHEMA = "knockout-whist-traj-1"


def replay(path, name="knockout_whist") -> tuple[int, list[str]]:
    """Replay one recording; return the number of events checked and one sentence for each difference.

    Raises ConformanceError if the file is not a Knockout Whist recording.
    """
    _, games = read_lines(path, SCHEMA)
    steps = 0
    differences = []
    for i, recorded in enumerate(games):
        try:
            events, found = replay_game(recorded)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ConformanceError(f"{path}, game {i}, does not have the form of a recorded game: {error!r}") from None
        steps += events
        differences += found
    return steps, differences


def replay_game(recorded) -> tuple[int, list[str]]:
    """Replay one game."""
    game = KnockoutWhist(players=recorded["players"])
    state = new_states(game, 1)[0]
    rng = stream(0)
    differences = Differences()
    first = True
    for number, event in enumerate(recorded["steps"]):
        where = f"game {recorded['game']} event {number}"
        if event["event"] == "deal":
            check_deal_event(game, state, event["after"], first, where, differences)
            first = False
            continue
        differences.compare(where, "the player to move", event["p"], to_move(game, state) + 1)
        differences.compare(where, "the set of legal cards", sorted(event["legal"]),
                sorted(written(a) for a in legal_actions(game, state)))
        if event["move"] not in (written(a) for a in legal_actions(game, state)):
            differences.append(f"{where}: {event['move']} was played in the recording, but is illegal here")
            break
        trick = [[seat + 1, written(state.trick[seat])] for seat in in_order(game, state)]
        round_cards = int(state.round_cards)
        taken = state.taken.copy()
        play(game, state, parse_card(event["move"]), rng)
        round_over = int(state.round_cards) != round_cards
        differences.compare(where, "the end of the round", event.get("round_over", False), round_over)
        if not round_over:
            differences.compare(where, "the next player", event["to_move_next"], to_move(game, state) + 1)
        if "trick" in event:
            differences.compare(where, "the trick", event["trick"], [*trick, [event["p"], event["move"]]])
            differences.compare(where, "the winner of the trick", event["trick_winner"], int(state.winner) + 1)
            if not round_over:
                taken[int(state.winner)] += 1
                differences.compare(where, "the tricks taken", taken.tolist(), state.taken.tolist())
        if "knocked_out_now" in event:
            differences.compare(where, "who is knocked out", event["knocked_out_now"], out_of(game, state))
    where = f"game {recorded['game']}"
    differences.compare(where, "the end of the game", True, to_move(game, state) == TERMINAL)
    payoffs = {str(p + 1): int(payoff(game, state, p)) for p in range(game.players)}
    differences.compare(where, "the result", recorded["result"], payoffs)
    return len(recorded["steps"]), differences


def check_deal_event(game, state, after, first, where, differences):
    """Compare what the rules say about the new round, then take over its cards."""
    hands = [parse_hand(after["hands"][str(p + 1)]) for p in range(game.players)]
    size = after["round_cards"]
    if size == 0:
        differences.compare(where, "the end of the game", True, state.phase == OVER)
        differences.compare(where, "who is knocked out", after["knocked_out"], out_of(game, state))
        differences.compare(where, "the last winner", after["to_move"], int(state.winner) + 1)
        return
    if not first:
        differences.compare(where, "the size of the round", size, int(state.round_cards))
        differences.compare(where, "the leader", after["to_move"], to_move(game, state) + 1)
        differences.compare(where, "who is knocked out", after["knocked_out"], out_of(game, state))
    alive = [p for p in range(game.players) if p + 1 not in after["knocked_out"]]
    set_deal(game, state, hands, after["trump"], round_cards=size, leader=after["to_move"] - 1, alive=alive)
    differences.compare(where, "the trick after a deal", after["trick"], [])
    differences.compare(where, "the discards after a deal", after["discards"], [])
    differences.compare(where, "the tricks taken after a deal", after["tricks_taken"],
            {str(p + 1): int(state.taken[p]) for p in range(game.players)})


def in_order(game, state):
    """The seats with a card in the trick, in the order of play."""
    order = [(int(state.first) + i) % game.players for i in range(game.players)]
    return [seat for seat in order if state.trick[seat] != NOTHING]


def out_of(game, state):
    """The players knocked out, numbered from 1."""
    return [p + 1 for p in range(game.players) if not int(state.alive) >> p & 1]


def written(card) -> str:
    """A card as the recordings write it: rank, then suit."""
    return card_name(card)[::-1]
