"""Final choice: which action to play once the budget is spent.

Every rule judges a child by its visits and its value to the player to move: its mean reward, or the search's own
value (see `values`).
"""

from .components import FinalChoice
from .nodes import LOSS, NONE, PROVEN, ROOT, WIN


class MostVisits(FinalChoice):
    """Play the child with the most visits (robust child).

    The number of visits changes slowly, so a few lucky rewards do not decide [1]_. If several children have equally
    many visits, the one with the highest value according to the search is played (with ``value=Borda()``, the highest
    Borda score), and then the first one.

    References
    ----------
    .. [1] G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search", New Mathematics and Natural
       Computation 4, 2008.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> game = games.tic_tac_toe()
    >>> result = UCT().search(game, start(game), iterations=100, seed=1)
    >>> result.visits[result.action] == max(result.visits.values())
    True
    """

    def asks_value(self):
        return True

    def score(self, visits, mean):
        return visits, mean


class BestValue(FinalChoice):
    """Play the child with the highest mean reward (max child).

    If several children have the same mean, the one with more visits is played [1]_. A child with few visits may have a
    high mean by luck, so `MostVisits` is usually safer.

    References
    ----------
    .. [1] G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search", New Mathematics and Natural
       Computation 4, 2008.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import BestValue
    >>> game = games.tic_tac_toe()
    >>> result = UCT(final=BestValue()).search(game, start(game), iterations=100, seed=1)
    >>> result.value == max(result.values.values())
    True
    """

    def score(self, visits, mean):
        return mean, visits


def worth(rule, value, child, memory):
    """Return the value of a visited `child` for the rule: its mean reward, or the estimate of the component `value`."""
    if rule.asks_value():
        return value.estimate(int(memory.nodes[child].parent), child, memory)
    return memory.nodes[child].total / memory.nodes[child].visits


def rank(status):
    """Return 2 for a proven win, 0 for a proven loss, and 1 otherwise."""
    known = status & PROVEN
    return 0 if known == LOSS else 2 if known == WIN else 1


def merit(rule, visits, worth, status):
    """Return the key by which children are compared: visited before unvisited, proven wins first, proven losses
    last, then the rule's score. `worth` is 0 for an unvisited child."""
    return int(visits > 0), rank(status), rule.score(max(visits, 1), worth)


def decide(rule, visits, worths, status) -> int:
    """Return the index of the chosen child, or of the first of several equal ones. The arguments are lists over
    children."""
    merits = [merit(rule, n, worth if n > 0 else 0.0, known)
              for n, worth, known in zip(visits, worths, status, strict=True)]
    return merits.index(max(merits))


def choice(rule, components, memory):
    """Return the child of the root that `decide` would choose."""
    child, best, most = int(memory.nodes[ROOT].first_child), NONE, merit(rule, 0, 0.0, LOSS)
    while child != NONE:
        if components.solver.may_be_chosen(ROOT, child, memory):
            visits = int(memory.nodes[child].visits)
            known = worth(rule, components.value, child, memory) if visits > 0 else 0.0
            found = merit(rule, visits, known, int(memory.nodes[child].status))
            if best == NONE or found > most:
                best, most = child, found
        child = int(memory.nodes[child].next_sibling)
    return best
