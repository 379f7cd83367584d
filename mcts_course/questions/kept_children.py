"""Questions on searches that prune children, and on what networks learn for pruning."""

from ..widgets.charts import table
from .kind import Kind, Posed
from .search_steps import NAMES, children_picture


class Kept(Kind):
    """Questions: which children does hard pruning keep?"""

    name, title, lesson, exercise = "hard_pruning", "the children that hard pruning keeps", "09", "take_part"

    def draw(self, rng):
        worth = rng.sample(range(1, 20), rng.randrange(4, 6))
        return [(rng.choice((0, *range(1, 12))), one / 20) for one in worth], rng.choice((10, 20)), rng.randrange(2, 4)

    def result(self, function, children, patience, keep):
        return [NAMES[place] for place in function(children, patience, keep)]

    def posed(self, rng, children, patience, keep):
        rows = [[NAMES[i], f"n = {n}", f"worth {worth:g}"] for i, (n, worth) in enumerate(children)]
        head, kept = ["node", f"N = {sum(n for n, _ in children)}"], self.answer()(children, patience, keep)
        picture, places = children_picture(head, rows, "A node and its children")
        solved, _ = children_picture(head, rows, "The children that take part", (0, *(1 + i for i in kept)))
        return Posed(f"Hard pruning has a patience of {patience} visits and keeps {keep} children. Which take part in "
                     "the next selection?", picture, solved,
                     f"These: {', '.join(NAMES[i] for i in kept)}. All take part until the node has more visits than "
                     "its patience and each child has one; then those of the greatest worth.", places, several=True)


class Rank(Kind):
    """Questions: what is the rank of the best arm by its visits?"""

    name, title, lesson, exercise = "rank", "the rank of the best arm", "10", "rank_of_best"

    def draw(self, rng):
        visits = [rng.randrange(1, 7) for _ in range(rng.randrange(4, 7))]
        return visits, rng.randrange(len(visits))

    def posed(self, rng, visits, best):
        picture = table(["pulls"], [f"arm {name}" for name in NAMES[:len(visits)]], [visits], "A bandit",
                        ", ".join(f"arm {NAMES[i]} {n}" for i, n in enumerate(visits)))
        before = sum(n > visits[best] for n in visits)
        return Posed(f"Arm {NAMES[best]} is truly the best. What is its rank by pulls? (Arms with equal pulls "
                     "share the better rank.)", picture, picture,
                     f"{before} arms were pulled more often, so its rank is {before + 1}.")


class Widening(Kind):
    """Questions: how many children has progressive widening opened?"""

    name, title, lesson, exercise = "widening", "progressive widening", "09", "children_open"

    def draw(self, rng):
        return rng.randrange(3, 200), rng.choice((1.0, 2.0, 3.0)), rng.choice((0.25, 0.5))

    def posed(self, rng, visits, k, alpha):
        picture = table([""], ["visits", "k", "alpha"], [[str(visits), f"{k:g}", f"{alpha:g}"]], self.title,
                        f"visits {visits}, k {k:g}, alpha {alpha:g}")
        opened = self.answer()(visits, k, alpha)
        return Posed("How many children has progressive widening opened at the next choice, after these visits?",
                     picture, picture, f"{opened}: k N^alpha, rounded up, where N counts the choice at hand.")


KINDS = (Kept(), Rank(), Widening())
