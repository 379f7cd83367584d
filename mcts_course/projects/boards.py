"""Players of the board game of the projects, and random states for the cases of parts."""


def at_random(game, position, rng):
    """Return a random legal action of a board game."""
    return rng.choice(game.legal(position))


def wins_or_blocks(game, state, rng):
    """Return an action that wins immediately, or else one that prevents an immediate win, or else a random action."""
    legal = game.legal(state)
    for mark in (state[0], None):
        for action in legal:
            after = game.play(state, action)
            if mark is None:  # if the other player played there
                board, cell = after
                mine = board[cell]
                after = board[:cell] + ("o" if mine == "x" else "x") + board[cell + 1:], cell
            if game.winner(after) is not None:
                return action
    return rng.choice(legal)


def random_state(game, rng, plies):
    """Return an unfinished state of a board game after `plies` random actions."""
    while True:
        state = game.start()
        for _ in range(plies):
            if game.to_move(state) is None:
                break
            state = game.play(state, rng.choice(game.legal(state)))
        if game.to_move(state) is not None:
            return state


def wins(game, state):
    """Return the actions that win immediately."""
    return [action for action in game.legal(state) if game.winner(game.play(state, action)) is not None]


def searched(game, rng, plies, wanted):
    """Return a random state for which `wanted(game, state)` is true; its number of plies is one of `plies`."""
    while True:
        state = random_state(game, rng, rng.choice(plies))
        if wanted(game, state):
            return state


def threatened(game, state):
    """Return the action that prevents a loss, if there is exactly one and no action wins; otherwise None."""
    if wins(game, state):
        return None
    safe = [action for action in game.legal(state) if not _loses(game, game.play(state, action))]
    return safe[0] if len(safe) == 1 < len(game.legal(state)) else None


def _loses(game, state):
    return game.to_move(state) is not None and bool(wins(game, state))
