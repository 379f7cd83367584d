"""Final choice: which action is played when the budget is used up.

Every rule compares the children of the root by their visits and by their value for the player to move. The value is
the mean reward, or the value according to the component `value` (see `values`).
"""

from .components import FinalChoice
from .nodes import LOSS, NONE, PROVEN, ROOT, WIN


class MostVisits(FinalChoice):
    """Play the child with the most visits (robust child).

    The number of visits changes slowly, so a few lucky rewards do not decide [1]_. If several children have equally
    many visits, the one with the highest value is played. With ``value=Borda()``, for example, this is the highest
    Borda score. If the values are equal too, the first child is played.

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
    """Return the value of a visited `child`: its mean reward, or the estimate of `value` if the rule asks for it."""
    if rule.asks_value():
        return value.estimate(int(memory.nodes[child].parent), child, memory)
    return memory.nodes[child].total / memory.nodes[child].visits


def rank(status):
    """Return 2 for a proven win, 0 for a proven loss, and 1 otherwise."""
    known = status & PROVEN
    return 0 if known == LOSS else 2 if known == WIN else 1


def merit(rule, visits, worth, status):
    """Return the key by which children are compared; the child with the highest key is chosen.

    Visited children come before unvisited ones. Then proven wins come first and proven losses last. Among the
    children that are still equal, the rule's score decides. `worth` is 0 for an unvisited child.
    """
    return int(visits > 0), rank(status), rule.score(max(visits, 1), worth)


def decide(rule, visits, worths, status) -> int:
    """Return the index of the chosen child. Of several equal ones, it is the first. Each argument but the rule is a
    list with one element for each child."""
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
