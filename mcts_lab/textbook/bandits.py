"""Rules for a bandit's arms that take the place of UCB1 in a tree: ``uct(..., choose=kl_ucb)``."""

import math

from ..engine.random import below, normal, uniform


def greatest(node, rng, score):
    """Return the child to visit next: one never tried, at random, or else that of the greatest score."""
    tried = sum(child.visits > 0 for child in node.children)
    if tried < len(node.children):
        chosen = tried + below(rng, len(node.children) - tried)
        node.children[tried], node.children[chosen] = node.children[chosen], node.children[tried]
        return node.children[tried]
    return max(node.children, key=score)


def ucb_v(game, node, rng, z=1.2, c=1.0):
    """Choose by mean + sqrt(2 z V ln N / n) + 3 c z ln N / n, V = variance [Audibert et al. 2009]."""
    def score(child):
        mean, width = child.total / child.visits, math.log(node.visits) / child.visits
        variance = max(0.0, sum(reward * reward for reward in child.rewards) / child.visits - mean * mean)
        return mean + math.sqrt(2.0 * z * variance * width) + 3.0 * c * z * width

    return greatest(node, rng, score)


def kl_ucb(game, node, rng, c=1.0):
    """Choose by the greatest q with n kl(mean, q) <= c ln N [Garivier & Cappe 2011, Algorithm 1]."""
    def score(child):
        low, high = child.total / child.visits, 1.0
        for _ in range(24):
            middle = (low + high) / 2.0
            fits = child.visits * kl(child.total / child.visits, middle) <= c * math.log(node.visits)
            low, high = (middle, high) if fits else (low, middle)
        return low

    return greatest(node, rng, score)


def kl(p, q):
    """Return the Kullback-Leibler divergence of a coin that shows heads with chance p from one with q."""
    return (p * math.log(p / q) if p > 0 else 0.0) + ((1 - p) * math.log((1 - p) / (1 - q)) if p < 1 and q < 1 else 0.0)


def thompson(game, node, rng, c=1.0):
    """Choose by a draw from the normal distribution of the mean, variance c^2 / (n + 1) [Agrawal & Goyal 2013]."""
    return greatest(node, rng, lambda child: child.total / child.visits + c * normal(rng) / math.sqrt(child.visits + 1))


def epsilon_greedy(game, node, rng, epsilon=0.1):
    """Choose the greatest mean, or with a chance of epsilon any child [Sutton & Barto 2018, section 2.2]."""
    explore = all(child.visits for child in node.children) and uniform(rng) < epsilon
    return greatest(node, rng, lambda child: uniform(rng) if explore else child.total / child.visits)
