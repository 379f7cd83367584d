"""Questions on minimax and alpha-beta, about small trees."""

from math import inf

from ..lessons.minimax import looking, valued
from ..widgets.alpha_beta import AlphaBetaSteps
from ..widgets.charts import table
from ..widgets.small_trees import number
from .kind import Kind, Posed, Unclear, made, plain

SHAPES = ((3, 3), (2, 4), (2, 2, 2))  # children of a node, level by level


def grown(rng, shape):
    """Return a tree of this shape, as nested lists; leaves are random integers from 0 to 9."""
    return [grown(rng, shape[1:]) for _ in range(shape[0])] if shape else rng.randrange(10)


class RootValue(Kind):
    """Questions: what is the value of a tree?"""

    name, title, lesson, exercise = "root_value", "the value of a tree", "01", "minimax"

    def draw(self, rng):
        return grown(rng, rng.choice(SHAPES)), rng.random() < 0.5

    def result(self, function, tree, maximise):
        return float(valued(function, tree, maximise, inf))

    def posed(self, rng, tree, maximise):
        steps = AlphaBetaSteps(tree, maximise)
        steps.set("method", "minimax")
        end = steps.frame(len(steps))
        return Posed("What is the root worth to max?", steps.frame(0).parts["tree"], end.parts["tree"],
                     f"The root is worth {number(steps.exact[0])}: max takes the greatest of its children's values, "
                     "min the least, from the leaves up.")


class Leaves(Kind):
    """The common part of questions about the leaves that alpha-beta visits; leaves are numbered from the left."""

    lesson, exercise = "01", "alpha_beta"

    def draw(self, rng):
        return (grown(rng, rng.choice(SHAPES)),)

    def looked(self, function, tree):
        """Return the names of the leaves that a search visits, in order."""
        steps = AlphaBetaSteps(tree)
        leaves = [node for node, kids in enumerate(steps.tree.children) if not kids]
        return [f"leaf {leaves.index(node) + 1}" for node in looking(function, tree)[1]]

    def places(self, steps):
        """Return the names of the leaves and their rectangles in the picture."""
        leaves = [node for node, kids in enumerate(steps.tree.children) if not kids]
        return tuple((f"leaf {i}", steps.area(node)) for i, node in enumerate(leaves, 1))


class CutLeaves(Leaves):
    """Questions: which leaves does alpha-beta never visit?"""

    name, title = "cut_leaves", "what alpha-beta cuts off"

    def result(self, function, tree):
        looked = self.looked(function, tree)
        if function is self.answer() and len(looked) == len(self.places(AlphaBetaSteps(tree))):
            raise Unclear  # nothing is cut
        return [name for name, _ in self.places(AlphaBetaSteps(tree)) if name not in looked]

    def posed(self, rng, tree):
        steps = AlphaBetaSteps(tree)
        end = steps.frame(len(steps))
        cut = self.said(self.result(self.answer(), tree))
        return Posed("Max moves at the root, and alpha-beta goes from left to right. Which leaves does it never look "
                     "at?", steps.frame(0).parts["tree"], end.parts["tree"],
                     f"It never looks at {cut}: hatched branches are cut off where alpha >= beta.", self.places(steps),
                     several=True)


class AlphaBetaByHand(Leaves):
    """A series of questions in which the student does alpha-beta: click the next leaf until the search is over."""

    name, title = "alpha_beta_by_hand", "alpha-beta, leaf by leaf"
    number = 1

    def run(self, rng):
        [tree] = self.draw(rng)
        looked, mistakes = self.looked(self.answer(), tree), {}
        for mistake in self.known():
            mistakes.setdefault(tuple(self.looked(mistake.answer, tree)), mistake)
        if len(looked) == len(self.places(AlphaBetaSteps(tree))):
            raise Unclear  # nothing is cut
        return [self.step(rng, tree, i, looked, mistakes) for i in range(len(looked) + 1)]

    def step(self, rng, tree, i, looked, mistakes):
        """Return the question about the leaf after the first `i` leaves, or about the end of the search."""
        steps = AlphaBetaSteps(tree)
        ends = [0, *(at for at, event in enumerate(steps.events, 1) if event.kind == "leaf"), len(steps)]
        over, places = "the search is over", self.places(steps)
        right = looked[i] if i < len(looked) else over
        wrong = {name: "" for name in (over, *(name for name, _ in places)) if name not in looked[:i]}
        wrong |= {order[i] if i < len(order) else over: plain(mistake.hint) for order, mistake in mistakes.items()
                  if list(order[:i]) == looked[:i]}
        wrong.pop(right, None)
        end = steps.frame(ends[i + 1])
        x, y, w, h = steps.area(0)
        return made(rng, Posed(
            "Which leaf does alpha-beta look at next? Click the root if the search is over.",
            steps.frame(ends[i]).parts["tree"], end.parts["tree"], end.words,
            ((over, (x, y, w, h)), *(place for place in places if place[0] not in looked[:i]))), right, wrong)


class FewestLeaves(Kind):
    """Questions: how many leaves does alpha-beta visit in the best case [Knuth & Moore 1975]?"""

    name, title, lesson, exercise = "fewest_leaves", "the best case of alpha-beta", "01", "fewest_leaves"

    def draw(self, rng):
        return rng.randrange(2, 9), rng.randrange(2, 7)

    def posed(self, rng, branching, depth):
        picture = table(["a tree"], ["branching factor", "depth"], [[branching, depth]], "A tree",
                        f"branching factor {branching}, depth {depth}")
        return Posed("At how many leaves must alpha-beta look in the best case?", picture, picture,
                     f"{self.answer()(branching, depth):,}: b to the power of half the depth, once rounded up and once "
                     "rounded down, less 1.")


KINDS = (RootValue(), CutLeaves(), AlphaBetaByHand(), FewestLeaves())
