"""MCTS-Solver: it proves values of nodes [Winands, Bjornsson & Saito 2008]. Any number of players and any payoffs are
allowed, as in OpenSpiel's max-n solver.

A node is proven if its payoffs under best play are known. There are three cases. First, the game is over at the node.
Second, there are two sides, and the player who moves has a proven child with the highest possible payoff. Third, all
legal actions are proven, and all best ones give each player the same payoffs. `Memory.proven` contains the payoffs of
each player. If actions were left out, only a proven child with the highest possible payoff proves the node.
"""

from ..advice import advised
from .components import SearchTree, Solver, overrides
from .nodes import DRAW, LOSS, OPEN, PARTIAL, PROVEN, WIN, children


def unsolvable(facts, method):
    """Return why the solver cannot prove anything in such a search, or None if it can. The reason is the end of a
    sentence that begins with "The solver"."""
    if not facts.deterministic or not facts.perfect_information:
        without = "Set solver=False"
        if not overrides(method.tree, SearchTree.sample):
            without = advised(facts, without)
        return f"needs a game without chance and hidden information, which {facts.title} is not. {without}."
    if not method.tree.nodes_are_states() or method.tree.keeps_states():
        return "needs tree=ClosedLoop(). Set solver=False."


class Solved(Solver):
    """A solver that proves nodes at which the game is over, and nodes whose values follow from proven children."""

    two_sided: bool  # whether one player's payoff determines all payoffs

    def solves(self):
        return True

    def solved(self, node, memory):
        return memory.nodes[node].status & PROVEN != OPEN

    def open_to_selection(self, child, memory):
        return memory.nodes[child].status & PROVEN != LOSS

    def may_be_chosen(self, node, child, memory):
        nodes, proven = memory.nodes, memory.proven
        if nodes[node].status & PROVEN == OPEN:
            return True
        mover = int(nodes[child].mover)
        return nodes[child].status & PROVEN != OPEN and proven[child, mover] == proven[node, mover]

    def prove_end(self, game, state, node, memory):
        for player in range(len(memory.rewards)):
            memory.proven[node, player] = game.payoff(state, player)
        mark(node, memory)

    def prove_partly(self, node, missing, memory):
        if missing > 0:
            memory.nodes[node].status |= PARTIAL

    def prove(self, parent, child, memory):
        nodes, proven = memory.nodes, memory.proven
        if nodes[child].status & PROVEN == OPEN or nodes[parent].status & PROVEN != OPEN:
            return
        best = int(child)
        if nodes[child].status & PROVEN != WIN or not self.two_sided:
            if nodes[parent].status & PARTIAL:
                return
            chooser = int(nodes[child].mover)
            for sibling in children(nodes, parent):
                if nodes[sibling].status & PROVEN == OPEN:
                    return
                if proven[sibling, chooser] > proven[best, chooser]:
                    best = sibling
            if not self.two_sided and not unambiguous(parent, best, chooser, memory):
                return
        for player in range(len(memory.rewards)):
            proven[parent, player] = proven[best, player]
        mark(parent, memory)


def unambiguous(parent, best, chooser, memory):
    """Return whether all children that are as good as `best` for `chooser` give every player the same payoff."""
    nodes, proven = memory.nodes, memory.proven
    for sibling in children(nodes, parent):
        if proven[sibling, chooser] == proven[best, chooser]:
            for player in range(len(memory.rewards)):
                if proven[sibling, player] != proven[best, player]:
                    return False
    return True


def mark(node, memory):
    """Set the status of `node`, whose payoffs are known. It is WIN for the highest payoff of its mover, LOSS for the
    lowest, and DRAW otherwise."""
    mover = int(memory.nodes[node].mover)
    value = memory.proven[node, mover]
    status = WIN if value == memory.scale[2] else (LOSS if value == memory.scale[0] else DRAW)
    memory.nodes[node].status |= status
