"""A solution of the project "uct"."""

# %%
import math


class Node:
    """A position, with the statistics of the player who chose to go there."""

    def __init__(self, state, mover):
        self.state, self.mover = state, mover
        self.visits, self.total, self.children = 0, 0.0, {}


# %%
def bound(mean, n, N, c):
    """Return the upper confidence bound of an action."""
    if n == 0:
        return math.inf
    return mean + c * math.sqrt(math.log(N) / n)


# %%
def select(node, c):
    """Return the child with the highest bound."""
    return max(node.children.values(), key=lambda child: bound(
        child.total / child.visits, child.visits, node.visits, c))


def expand(game, node):
    """Add a child for the first action that was not tried."""
    action = next(a for a in game.legal(node.state) if a not in node.children)
    child = Node(game.play(node.state, action), game.to_move(node.state))
    node.children[action] = child
    return child


def back_up(path, rewards):
    """Give each node the reward of the player who chose it."""
    for node in path:
        node.visits += 1
        if node.mover is not None:
            node.total += rewards[node.mover]


def uct(game, state, iterations, c, playout):
    """Return a dict from each action to (visits, mean) after so many iterations."""
    root = Node(state, None)
    for _ in range(iterations):
        path = [root]
        node = root
        while game.to_move(node.state) is not None:
            if len(node.children) < len(game.legal(node.state)):
                node = expand(game, node)
                path.append(node)
                break
            node = select(node, c)
            path.append(node)
        back_up(path, playout(node.state))
    return {action: (child.visits, child.total / child.visits)
            for action, child in root.children.items()}


# %%
def choose(game, state, rng):
    """Return the action that is visited most."""
    def playout(position):
        while game.to_move(position) is not None:
            position = game.play(position, rng.choice(game.legal(position)))
        reward = (game.payoff(position, 0) + 1) / 2
        return reward, 1 - reward

    found = uct(game, state, 300, 1.0, playout)
    return max(found, key=lambda action: found[action][0])
