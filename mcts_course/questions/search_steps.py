"""Questions on the steps of a tree search: selection, backup, and the final move."""

import math

from mcts_lab.game import CHANCE
from mcts_lab.textbook import Node, bound, most_visited

from ..exercises.judging import Mistake
from ..lessons.ismcts import ismcts_choice
from ..lessons.uct_tree import back_up
from ..widgets.model import Question, together
from .kind import Item, Kind, Posed, Unclear, made, plain
from .node_boxes import boxes

CLEAR = 0.02  # minimum lead of the best child's bound
NAMES = "abcdef"
PLAYERS = ("max", "min")


def family(rng, least=1, most=5):
    """Return the visits and the sum of rewards of several random children."""
    return [(n, rng.randrange(2 * n + 1) / 2) for n in rng.choices(range(least, 13), k=rng.randrange(3, most))]


def children_picture(head, rows, title, lit=()):
    """Draw a node and its children; return the picture, and pairs of a child's name and its rectangle."""
    words = "; ".join(" ".join(row) for row in rows)
    svg, areas = boxes([list(range(1, len(rows) + 1)), *([] for _ in rows)], [head, *rows], title, words, lit)
    return svg, tuple((row[0], area) for row, area in zip(rows, areas[1:], strict=True))


class NextChild(Kind):
    """Questions: which child does UCB1 select next?"""

    name, title, lesson, exercise = "ucb1", "the child that UCB1 selects", "02", "ucb1"
    mistakes = (
        Mistake(lambda total, n, parent, c: total / n if n else -math.inf,
                "This child has the greatest mean; the bound adds c times the root of (ln(N) / n)."),
        Mistake(lambda total, n, parent, c: n, "This child has been visited most. That is how the final move is "
                                               "chosen; selection takes the greatest bound."),
        Mistake(lambda total, n, parent, c: -n, "This child has been visited least. The mean counts too."))

    def draw(self, rng):
        children = family(rng)
        if rng.random() < 0.15:
            children[rng.randrange(len(children))] = 0, 0.0
        return sum(n for n, _ in children), rng.choice((0.5, 1.0, 1.4)), children

    def bounds(self, function, parent, c, children):
        """Return the bound of each child."""
        return [function(total, n, parent, c) for n, total in children]

    def result(self, function, *case):
        bounds = self.bounds(function, *case)
        best = max(bounds)
        if sum(best - one < CLEAR for one in bounds if one < math.inf) + bounds.count(math.inf) > 1:
            raise Unclear
        return NAMES[bounds.index(best)]

    def rows(self, children):
        """Return the lines of text of each child."""
        return [[NAMES[i], f"n = {n}", f"sum {total:g}"] for i, (n, total) in enumerate(children)]

    def posed(self, rng, parent, c, children):
        head, rows = ["node", f"N = {parent}"], self.rows(children)
        right = self.result(self.answer(), parent, c, children)
        values = self.bounds(self.answer(), parent, c, children)
        said = ["infinite" if value == math.inf else f"{value:.2f}" for value in values]
        picture, places = children_picture(head, rows, "A node and its children")
        solved, _ = children_picture(head, [[*row, f"bound {value}"] for row, value in zip(rows, said, strict=True)],
                                     "The bounds", (0, 1 + NAMES.index(right)))
        bounds = ", ".join(f"{NAMES[i]} {value}" for i, value in enumerate(said))
        return Posed(f"Which child does {self.title.rpartition('that ')[2].partition(' ')[0]} select next, with "
                     f"c = {c:g}?", picture, solved, f"The bounds are {bounds}: {right} is the greatest.", places)


class NextAvailable(NextChild):
    """Questions: which child does ISMCTS select next?"""

    name, title, lesson = "availability", "the child that ISMCTS selects", "07"
    exercise = "availability_bound"
    mistakes = tuple(
        Mistake(lambda total, n, parent, available, c, wrong=one.answer: wrong(total, n, parent, c), one.hint)
        for one in NextChild.mistakes)

    def draw(self, rng):
        """Return a case that is possible in ISMCTS: visits of a node whose actions are not always legal."""
        c, children = rng.choice((0.5, 0.7, 1.4)), {}
        actions = [(i, rng.choice((0.2, 0.5, 1.0)), rng.random()) for i in range(rng.randrange(3, 5))]
        for _ in range(rng.randrange(12, 40)):
            legal = {i: pays for i, often, pays in actions if rng.random() < often} or {0: actions[0][2]}
            chosen = ismcts_choice(children, list(legal), c)
            children[chosen][1] += 1
            children[chosen][0] += float(rng.random() < legal[chosen])
        counts = [(n, total, available) for total, n, available in children.values()]
        rng.shuffle(counts)
        return sum(n for n, _, _ in counts), c, counts

    def bounds(self, function, parent, c, children):
        return [function(total, n, parent, available, c) for n, total, available in children]

    def rows(self, children):
        return [[NAMES[i], f"n = {n}", f"sum {total:g}", f"available {available}"]
                for i, (n, total, available) in enumerate(children)]


class FinalMove(Kind):
    """Questions: which move is played after a search?"""

    name, title, lesson = "final_move", "the move that is played", "03"
    mistakes = (
        Mistake(lambda root: max(root.children, key=lambda child: child.total / child.visits),
                "This move has the greatest mean. A mean of few visits is uncertain: the most visited move is played."),
        Mistake(lambda root: max(root.children, key=lambda child: bound(root, child, 1.0)),
                "This is what would be selected next. When the search is over, nothing is left to be explored."),
        Mistake(lambda root: min(root.children, key=lambda child: child.visits),
                "This move has been visited least. The search visits most what it likes best."))

    def answer(self):
        return most_visited

    def draw(self, rng):
        """Return visits and sums of rewards that UCB1 can produce, from pulls of arms with different means."""
        pays = [rng.random() for _ in range(4)]
        root = tree_of([[1, 2, 3, 4], [], [], [], []])[0]
        for _ in range(rng.randrange(12, 40)):
            child = max(root.children, key=lambda child: bound(root, child))
            back_up([root, child], [float(rng.random() < pays[root.children.index(child)])])
        return ([(child.visits, child.total) for child in root.children],)

    def result(self, function, children):
        root = tree_of([[*range(1, len(children) + 1)], *([] for _ in children)])[0]
        for child, (n, total) in zip(root.children, children, strict=True):
            child.visits, child.total = n, total
        root.visits = sum(n for n, _ in children)
        visits = sorted(child.visits for child in root.children)
        if visits[-1] == visits[-2]:
            raise Unclear
        return NAMES[root.children.index(function(root))]

    def posed(self, rng, children):
        head = ["root", f"N = {sum(n for n, _ in children)}"]
        rows = [[NAMES[i], f"n = {n}", f"mean {total / n:.2f}"] for i, (n, total) in enumerate(children)]
        right = self.result(most_visited, children)
        picture, places = children_picture(head, rows, "The root after a search")
        solved, _ = children_picture(head, rows, "The move that is played", (0, 1 + NAMES.index(right)))
        return Posed("The search is over. Which move does UCT play?", picture, solved,
                     f"It plays {right}, the most visited move.", places)


def tree_of(children) -> list[Node]:
    """Return the nodes of a tree in which players take turns; children[i] lists the children of node i."""
    nodes = [Node(None, 0) for _ in children]
    for node, below in zip(nodes, children, strict=True):
        for child in below:
            nodes[child].mover = 1 - node.mover if node is not nodes[0] else 0
        node.children = [nodes[child] for child in below]
    return nodes


class Backup(Kind):
    """Questions: what are the visits and rewards after a playout?"""

    name, title, lesson, exercise = "backup", "the counts after a backup", "03", "back_up"

    def draw(self, rng):
        """Return a case that a search can produce: the last node is new, earlier playouts began at the other nodes."""
        movers = [0, 0, *rng.choices((0, 1, CHANCE), (4, 6, 2), k=rng.randrange(1, 3))]
        path = [Node(None, mover) for mover in movers]
        earlier = range(1, len(path))  # numbers of nodes; with 1, the iteration left the path at the root
        for nodes in [*earlier, *rng.choices(earlier, k=rng.randrange(2, 15))]:
            back_up(path[:nodes], self.rewards(rng))
        return movers, self.rewards(rng), [(node.visits, node.total) for node in path]

    def rewards(self, rng):
        """Return random rewards of max and min for a playout."""
        win = rng.choice((0.0, 0.5, 1.0))
        return [win, 1 - win]

    def result(self, function, movers, rewards, before):
        path = [Node(None, mover) for mover in movers]
        for node, counts in zip(path, before, strict=True):
            node.visits, node.total = counts
        function(path, rewards)
        return [number for node in path for number in (node.visits, node.total)]

    def posed(self, rng, movers, rewards, before):
        names = ["root", *(f"node {i}" for i in range(1, len(movers)))]
        chose = ["max to move", *("chance" if mover == CHANCE else f"{PLAYERS[mover]} moved here"
                                  for mover in movers[1:])]
        after = self.result(self.answer(), movers, rewards, before)
        pairs = list(zip(after[::2], after[1::2], strict=True))
        children = [[i + 1] if i + 1 < len(names) else [] for i in range(len(names))]

        def picture(counts, title, lit=()):
            rows = [[name, who, f"n = {n}, sum {total:g}"] for name, who, (n, total)
                    in zip(names, chose, counts, strict=True)]
            return boxes(children, rows, title, "; ".join(", ".join(row) for row in rows), lit)[0]

        fields = tuple(f"{name} {what}" for name in names for what in ("n", "sum"))
        return Posed(f"The last node is new. Its playout gives max {rewards[0]:g} and min {rewards[1]:g}. What are the "
                     "visits n and the sum of rewards of each node after the backup?", picture(before, "A path"),
                     picture(pairs, "The path after the backup", range(len(names))),
                     "Each node has one visit more, and the reward of the player who chose it: max's at the root and "
                     "where chance moved.", fields=fields)


class Borda(Kind):
    """Questions: what is the Borda score of an action?"""

    name, title, lesson, exercise = "borda", "the Borda score", "08", "borda_score"

    def draw(self, rng):
        rewards = [sorted(rng.randrange(6) / 5 for _ in range(rng.randrange(1, 4))) for _ in range(3)]
        return rewards, rng.randrange(3)

    def result(self, function, rewards, action):
        return round(function(rewards, action), 2)

    def posed(self, rng, rewards, action):
        rows = [[NAMES[i], *(f"{reward:g}" for reward in some)] for i, some in enumerate(rewards)]
        picture, _ = children_picture(["node", "rewards so far:"], rows, "The rewards of each action")
        solved, _ = children_picture(["node", "rewards so far:"], rows, "The rewards of each action", (0, 1 + action))
        parts = [f"{self.answer()([rewards[action], some], 0):.2f} against {NAMES[i]}"
                 for i, some in enumerate(rewards) if i != action]
        return Posed(f"What is the Borda score of {NAMES[action]}?", picture, solved,
                     f"Its chances are {' and '.join(parts)}; the score is their mean, "
                     f"{self.result(self.answer(), rewards, action):g}.")


class UctByHand(Kind):
    """A series of questions in which the student does UCT: click the nodes of each iteration, type the new counts."""

    name, title, lesson = "uct_by_hand", "UCT, step by step", "03"
    number = 1
    iterations, c, fewest = 3, 1.0, 8  # fewest: minimum number of steps
    children = ((1, 2, 3), (4, 5), (6, 7), (), (), (), (), ())
    names = ("root", "a", "b", "c", "aa", "ab", "ba", "bb")

    def begun(self, rng):
        """Return the nodes of a small tree after several iterations."""
        nodes = tree_of(self.children)
        for _ in range(7):
            path = [nodes[0]]
            while path[-1].children and (path[-1] is nodes[0] or path[-1].visits):
                fresh = [child for child in path[-1].children if not child.visits]
                path.append(rng.choice(fresh) if fresh else self.best(path[-1]))
            back_up(path, self.rewards(rng))
        return nodes

    def rewards(self, rng):
        """Return random rewards of max and min for a playout, multiples of 1/5, so that few means are equal."""
        points = rng.randrange(6)
        return [points / 5, (5 - points) / 5]

    def best(self, node):
        """Return the child with the highest bound. Raises Unclear if another bound is nearly as high."""
        ranked = sorted(node.children, key=lambda child: -bound(node, child, self.c))
        if bound(node, ranked[0], self.c) - bound(node, ranked[1], self.c) < CLEAR:
            raise Unclear
        return ranked[0]

    def run(self, rng):
        """Return the steps of several iterations. Raises Unclear if a choice is too close, or for too few steps."""
        nodes, items = self.begun(rng), []
        for _ in range(self.iterations):
            path = [nodes[0]]
            while path[-1].children and (path[-1] is nodes[0] or path[-1].visits):
                items.append(self.selection(rng, nodes, path))
            items.append(self.counts(rng, nodes, path, self.rewards(rng)))
        if len(items) < self.fewest:
            raise Unclear
        return items

    def selection(self, rng, nodes, path):
        """Return the question about the next node, and append that node to `path`."""
        node, before = path[-1], list(path)
        fresh = [child for child in node.children if not child.visits]
        right = fresh or [self.best(node)]
        why = "A child that was never tried comes first; of several, any." if fresh else "The bounds are " + ", ".join(
            f"{self.name_of(nodes, child)} {bound(node, child, self.c):.2f}" for child in node.children) + "."
        path.append(rng.choice(right))
        right.sort(key=lambda child: child is not path[-1])  # the next node is first
        notes = tuple("" if child in right else self.note(nodes, node, child, fresh) for child in nodes[1:])
        (picture, areas), solved = self.picture(nodes, before), self.picture(nodes, path)[0]
        return Item(Question(
            f"The search is at {self.name_of(nodes, node)}, c = {self.c:g}. Which node comes next?", self.names[1:],
            tuple(nodes.index(child) - 1 for child in right), notes,
            tuple(zip(self.names[1:], areas[1:], strict=True))), picture, solved,
            f"It goes to {self.name_of(nodes, path[-1])}. {why}")

    def note(self, nodes, node, child, fresh):
        """Return the feedback on a wrong child."""
        if child not in node.children:
            return f"The search is at {self.name_of(nodes, node)}: it goes to one of its children."
        if fresh:
            return "A child that was never tried comes before all others."
        if child is max(node.children, key=lambda one: one.total / one.visits):
            return "This child has the greatest mean; the bound adds c times the root of (ln(N) / n)."
        return "Its bound, the mean plus c times the root of (ln(N) / n), is not the greatest."

    def counts(self, rng, nodes, path, rewards):
        """Return the question about the new counts, and update the counts of the nodes."""
        kind, before = Backup(), [(node.visits, node.total) for node in path]
        case = [node.mover for node in path], rewards, before
        right, wrong = kind.said(kind.result(kind.answer(), *case)), {}
        for mistake in kind.known():
            wrong.setdefault(kind.said(kind.result(mistake.answer, *case)), plain(mistake.hint))
        wrong.pop(right, None)
        old = self.picture(nodes, path)[0]
        back_up(path, rewards)
        names = [self.name_of(nodes, node) for node in path]
        return made(rng, Posed(
            f"The playout from {names[-1]} gives max {rewards[0]:g} and min {rewards[1]:g}. Type the new counts.", old,
            self.picture(nodes, path)[0], f"After the backup: {together(names)} have one visit more, and the reward of "
            "the player who moved there.", fields=tuple(f"{name} {what}" for name in names for what in ("n", "sum"))),
            right, wrong)

    def name_of(self, nodes, node):
        """Return the name of a node."""
        return self.names[nodes.index(node)]

    def picture(self, nodes, path):
        """Draw the tree with a path; return the picture and the rectangles of the nodes."""
        def moved(node):
            return "max to move" if node is nodes[0] else f"by {PLAYERS[node.mover]}"

        rows = [[name, moved(node), f"n = {node.visits}", f"sum {node.total:g}"]
                for name, node in zip(self.names, nodes, strict=True)]
        words = "; ".join(", ".join(row) for row in rows)
        return boxes([list(below) for below in self.children], rows, "A search tree", words,
                     [nodes.index(node) for node in path],
                     [i for i, node in enumerate(nodes) if i and not node.visits])


KINDS = (NextChild(), NextAvailable(), FinalMove(), Backup(), Borda(), UctByHand())
