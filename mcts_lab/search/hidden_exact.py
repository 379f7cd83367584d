"""Exact values of small games with hidden information, by enumeration.

A *policy* is a function ``policy(game, state, actions) -> probabilities`` for the player to move; it must use
nothing of the state that this player cannot see. `best_reply` finds what the best answer to it earns. If the best
replies to both policies of a two-player zero-sum game earn v and -v, the policies are an equilibrium and v is the game's value.

What a player knows is the sequence of labels that `mcts_lab.game.observation` gave, so positions are grouped by it.
Everything that can happen is visited: for games with thousands of histories, not millions.
"""

from __future__ import annotations

from ..game import CHANCE, TERMINAL, UNNOTICED, after, facts, legal_actions, observation, payoff, start, to_move, weight


def expected(game, policy, state=None) -> list[float]:
    """Return the expected payoff of each player when all follow `policy`, from `state` (None: the start)."""
    state = start(game, 0) if state is None else state
    if to_move(game, state) == TERMINAL:
        return [float(payoff(game, state, player)) for player in range(facts(game).players)]
    total = [0.0] * facts(game).players
    for action, odds in turn(game, state, policy):
        if odds > 0.0:
            for player, value in enumerate(expected(game, policy, after(game, state, action, 0))):
                total[player] += odds * value
    return total


def turn(game, state, policy) -> list[tuple[int, float]]:
    """Each action of a chance or player's turn with its probability."""
    actions = legal_actions(game, state)
    if to_move(game, state) == CHANCE:
        odds = [float(weight(game, state, action)) for action in actions]
        total = sum(odds)
        return [(action, chance / total) for action, chance in zip(actions, odds, strict=True)]
    return list(zip(actions, policy(game, state, actions), strict=True))


def best_reply(game, player, policy, worlds=None) -> float:
    """What `player` earns at most when the others follow `policy`.

    worlds: pairs of a state and its probability that `player` cannot tell apart; None: the start.
    """
    total = 0.0
    own = []
    noticed = {}  # label -> what `player` cannot tell apart after another player's action
    pending = list(worlds) if worlds is not None else [(start(game, 0), 1.0)]
    while pending:
        state, chance = pending.pop()
        mover = to_move(game, state)
        if mover == TERMINAL:
            total += chance * float(payoff(game, state, player))
        elif mover == player:
            own.append((state, chance))
        else:
            for action, odds in turn(game, state, policy):
                if odds > 0.0:
                    label = int(observation(game, state, action, player))
                    group = pending if label == UNNOTICED else noticed.setdefault(label, [])
                    group.append((after(game, state, action, 0), chance * odds))
    total += sum(best_reply(game, player, policy, group) for group in noticed.values())
    if own:
        total += max(_choice(game, player, policy, own, action) for action in legal_actions(game, own[0][0]))
    return total


def _choice(game, player, policy, worlds, action):
    """What `player` earns by one action in all of these worlds."""
    groups = {}
    for state, chance in worlds:
        label = int(observation(game, state, action, player))
        groups.setdefault(label, []).append((after(game, state, action, 0), chance))
    return sum(best_reply(game, player, policy, group) for group in groups.values())


def open_values(game, worlds) -> dict[int, float]:
    """The value of each action to the mover if every world were played with open cards: what PIMC estimates.

    worlds: pairs of a state and its probability. Other players are taken to play against the mover.
    """
    mover = to_move(game, worlds[0][0])
    values = dict.fromkeys(legal_actions(game, worlds[0][0]), 0.0)
    for state, chance in worlds:
        for action in values:
            values[action] += chance * _open(game, after(game, state, action, 0), mover)
    return values


def _open(game, state, player):
    """Return the value of `state` to `player` if all see everything and the others play against `player`."""
    mover = to_move(game, state)
    if mover == TERMINAL:
        return float(payoff(game, state, player))
    if mover == CHANCE:
        outcomes = turn(game, state, None)
        return sum(odds * _open(game, after(game, state, action, 0), player) for action, odds in outcomes)
    best = max if mover == player else min
    return best(_open(game, after(game, state, action, 0), player) for action in legal_actions(game, state))
