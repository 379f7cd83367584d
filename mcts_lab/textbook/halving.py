"""Sequential halving at the root [Karnin, Koren & Somekh 2013], UCB1 below it."""

from .uct import SQRT2, bound, ucb1


def sequential_halving(game, node, rng, iterations, c=SQRT2):
    """Return the child to visit next; at the root one of the least visited of those that are left [Algorithm 1].

    There are log2(k) rounds of equal length, and after each the better half of the k children stays.
    """
    if node.action is not None or any(child.visits == 0 for child in node.children):
        return ucb1(game, node, rng, c)
    rounds = (len(node.children) - 1).bit_length()
    if not hasattr(node, "kept"):
        node.kept, node.due = list(node.children), max(1, iterations // (len(node.children) * max(1, rounds)))
    while len(node.kept) > 1 and min(child.visits for child in node.kept) >= node.due:
        half = (len(node.kept) + 1) // 2
        while len(node.kept) > half:  # the worst goes, of equals the last
            node.kept.remove(min(reversed(node.kept), key=lambda child: child.total / child.visits))
        node.due += max(1, iterations // (half * rounds))
    fewest = min(child.visits for child in node.kept)
    return max((child for child in node.kept if child.visits == fewest), key=lambda child: bound(node, child, c))
