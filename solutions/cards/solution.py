"""A solution of the project "cards"."""

# %%
import math


# %%
def deal(game, view, rng):
    """Return a hand that the other player may hold, all of them equally likely."""
    player, hand, played, _ = view
    void = set()
    for i in range(1, len(played), 2):
        who, card = played[i]
        led = played[i - 1][1] // game.ranks
        if who != player and card // game.ranks != led:
            void.add(led)
    seen = set(hand) | {card for _, card in played}
    cards = [card for card in range(game.suits * game.ranks)
             if card not in seen and card // game.ranks not in void]
    size = game.hand - sum(who != player for who, _ in played)
    return sorted(rng.sample(cards, size))


# %%
def solve(game, state, alpha=-math.inf, beta=math.inf):
    """Return the value of a state to player 0 when all cards are open."""
    mover = game.to_move(state)
    if mover is None:
        return game.payoff(state, 0)
    best = -math.inf if mover == 0 else math.inf
    for card in game.legal(state):
        value = solve(game, game.play(state, card), alpha, beta)
        if mover == 0:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


# %%
def choose(game, view, rng):
    """Return the card with the highest mean value over 10 deals."""
    player = view[0]
    legal = game.follow(view[1], game.table(view[2]))
    if len(legal) == 1:
        return legal[0]
    total = {card: 0.0 for card in legal}
    for _ in range(10):
        state = game.state_of(view, deal(game, view, rng))
        for card in legal:
            value = solve(game, game.play(state, card))
            total[card] += value if player == 0 else -value
    return max(total, key=total.get)
