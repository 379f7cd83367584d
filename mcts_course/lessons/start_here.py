"""Exercises: the move that a search plays, a search by random games, and a player that looks one move ahead."""

from mcts_lab.game import TERMINAL, after, legal_actions, position_after

from ..exercises.judging import Exercise, Mistake, mistaken


def chosen(visits, means):
    """Return the action that a search plays: the most visited one.

    Of equally visited ones it is the one with the best mean. `visits` and `means` are
    dicts from action to number.
    """
    return max(visits, key=lambda action: (visits[action], means[action]))


def choices(rng):
    cases = [({3: 10, 4: 10, 5: 2}, {3: 0.4, 4: 0.6, 5: 1.0})]
    for _ in range(20):
        actions = rng.sample(range(20), 5)
        cases.append(({a: rng.randrange(1, 6) for a in actions}, {a: round(rng.random(), 3) for a in actions}))
    return cases


def random_wins(game, state, number, rng):
    """Return how many random games the player to move in `state` wins after an action.

    The result is a dict from action to number of wins. Go through the legal actions in
    their order, and play `number` games after each of them. Every move of a game is
    `rng.choice(legal_actions(game, position))`, until the game is over.
    """
    player, wins = game.to_move(state), {}
    for action in legal_actions(game, state):
        wins[action] = 0
        for _ in range(number):
            position = after(game, state, action)
            while game.to_move(position) != TERMINAL:
                position = after(game, position, rng.choice(legal_actions(game, position)))
            if game.payoff(position, player) > 0:
                wins[action] += 1
    return wins


def counted(function, name, moves, number, seed):
    """Return the wins that a function counts in a game after these moves."""
    import random

    from mcts_lab import games
    from mcts_lab.game import position_after

    game = getattr(games, name)()
    return function(game, position_after(game, moves), number, random.Random(seed))


def win_cases(rng):
    known = [("tic_tac_toe", [4, 0]), ("tic_tac_toe", [4, 0, 8]), ("tic_tac_toe", [0, 4, 8, 2, 6]),
             ("connect_four", [3, 3])]
    return [(name, moves, number, rng.randrange(1000)) for name, moves in known for number in (1, 8)]


def careful_move(game, state):
    """Return an action that wins, or else one after which the opponent cannot win.

    If an action wins immediately, return the first such action. Otherwise return the
    first action after which no reply of the opponent wins. If there is none, return the
    first legal action.
    """
    player = game.to_move(state)
    actions = legal_actions(game, state)
    for action in actions:
        below = after(game, state, action)
        if game.to_move(below) == TERMINAL and game.payoff(below, player) > 0:
            return action
    for action in actions:
        below = after(game, state, action)
        ends = [after(game, below, reply) for reply in legal_actions(game, below)]
        if not any(game.to_move(end) == TERMINAL and game.payoff(end, player) < 0 for end in ends):
            return action
    return actions[0]


def moved(function, name, moves):
    """Return the action that a function plays in a game after these moves."""
    from mcts_lab import games
    from mcts_lab.game import position_after

    game = getattr(games, name)()
    return function(game, position_after(game, moves))


def positions(rng):
    """Return positions in which the game is not over; in many of them there is a winning action or a threat."""
    from mcts_lab import games

    def drawn(name, length):
        game, moves = getattr(games, name)(), []
        while len(moves) < length:
            move = rng.choice(list(map(int, legal_actions(game, position_after(game, moves)))))
            if game.to_move(position_after(game, [*moves, move])) == TERMINAL:
                moves = []
            else:
                moves.append(move)
        return name, moves

    known = [("connect_four", [3, 0, 3, 0, 3, 0]), ("connect_four", [0, 3, 1, 3, 6, 3]), ("connect_four", [3, 3]),
             ("tic_tac_toe", [4, 0, 2]), ("tic_tac_toe", [0, 8, 4, 2])]
    return known + [drawn("tic_tac_toe", length) for length in (3, 4, 5, 6) for _ in range(4)] + [
        drawn("connect_four", length) for length in (8, 11, 14, 17) for _ in range(3)]


LESSON = "00_play"
EXERCISES = (
    Exercise(
        chosen,
        "When its iterations are used up, a search plays the action that it visited *most often*; of several equally "
        "visited ones it takes the one with the best mean. Write this choice.",
        choices,
        (Mistake(mistaken("best_mean", chosen,
                          ("visits, key=lambda action: (visits[action], means[action])", "means, key=means.get")),
                 "This takes the best mean. A mean over few tries can be high by luck: go by the visits."),
         Mistake(mistaken("first_of_equals", chosen, ("lambda action: (visits[action], means[action])", "visits.get")),
                 "Right, but for ties: of equally visited actions take the one with the best mean."),
         Mistake(mistaken("least_visited", chosen,
                          ("max(visits, key=lambda action: (visits[action], means[action]))",
                           "min(visits, key=visits.get)")),
                 "This is the action that was tried least. The search tried most what it thought best."),
         Mistake(mistaken("how_often", chosen, (", key=lambda action: (visits[action], means[action])", ".values()")),
                 "This gives the number of visits. Give the action that has them.")),
        ("`max` takes a function as `key`: `max(visits, key=...)` goes through the actions.",
         "A key may be a pair: pairs are compared by their first entry, and by the second where the first are equal."),
    ),
    Exercise(
        random_wins,
        "The simplest search plays equally many random games after each action, and counts the wins. Write it.",
        win_cases,
        (Mistake(mistaken("draws_too", random_wins, ("player) > 0", "player) >= 0")),
                 "It counts draws as wins. The payoff of a win is positive, that of a draw is 0."),
         Mistake(mistaken("losses", random_wins, ("player) > 0", "player) < 0")),
                 "It counts the games that the player loses. The payoff of a win is positive."),
         Mistake(mistaken("first_player", random_wins, ("player, wins = game.to_move(state), {}",
                                                        "player, wins = 0, {}")),
                 "It always counts the wins of player 0. Count those of `game.to_move(state)`."),
         Mistake(mistaken("one_game", random_wins, ("range(number)", "range(1)")),
                 "It plays one game after each action. Play `number` games."),
         Mistake(mistaken("action_forgotten", random_wins, ("position = after(game, state, action)",
                                                            "position = state")),
                 "Its games begin before the action. They begin in `after(game, state, action)`.")),
        ("`after(game, state, action)` is where each game begins. It is over if `game.to_move(...) == TERMINAL`.",
         "Three loops: over the actions, over the games after one action, and over the moves of one game. When a game "
         "is over, the player has won it if `game.payoff(position, player)` is positive."),
        ask=counted,
    ),
    Exercise(
        careful_move,
        "Write a player that looks one move ahead: it wins if it can, and otherwise it does not let the opponent win "
        "with the next move.",
        positions,
        (Mistake(mistaken("wins_only", careful_move, ("if not any(", "if True or any(")),
                 "It wins if it can, but it does not stop the opponent. For each action, look at all replies in the "
                 "position `below`. You lost if the game is over and your own payoff is negative."),
         Mistake(mistaken("blocks_only", careful_move, ("game.payoff(below, player) > 0", "False")),
                 "It stops the opponent, but it does not see when it can win itself. Look for a win first: "
                 "`game.payoff(below, player)` is positive, where `player` is the one who moves in `state`."),
         Mistake(mistaken("last_of_several", careful_move,
                          ("for action in actions:\n        below = after(game, state, action)\n        ends",
                           "for action in actions[::-1]:\n        below = after(game, state, action)\n        ends")),
                 "Of several safe actions it returns the last one. Return the first."),
         Mistake(mistaken("last_resort", careful_move, ("return actions[0]", "return actions[-1]")),
                 "If every action lets the opponent win, return the first legal action."),
         Mistake(mistaken("gives_up", careful_move, ("return actions[0]", "return None")),
                 "If every action lets the opponent win, it returns nothing. Return the first legal action.")),
        ("`after(game, state, action)` is the position after an action. The game is over there if "
         "`game.to_move(...) == TERMINAL`.",
         "For each action, go through the replies: `legal_actions(game, below)`. You lost if your payoff is negative."),
        ask=moved, points=3,
    ),
)
