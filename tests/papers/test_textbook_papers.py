"""The textbook and the engine grow the same trees: from the same random numbers each sequence of actions has the same
visits and the same total.

The engine tries children in the order of the rules (``prior=ListedOrder()``), as the textbook does. Games pay a little
more or less after each sequence of moves, so that no two scores are equal, and the first of equals does not matter.
"""

import math
from functools import partial

import pytest
import test_textbook
from positions import dealt
from test_textbook import EnginesOrder, highest, listed, position, same

from mcts_lab import UCT, after, games, legal_actions, start, textbook
from mcts_lab.engine.random import stream
from mcts_lab.search import PIMC, UCB1, HardPruning, PruningNetworks, SavedStates, SingleObserver
from mcts_lab.textbook import PruningNode, mcts
from mcts_lab.textbook.mcts import ucb1
from mcts_lab.textbook.playouts import Mast, replies
from mcts_lab.textbook.uct import SQRT2, bound
from mcts_papers.studies.halving import SequentialHalving
from mcts_papers.studies.pairs import NST

no_ties = test_textbook.no_ties  # a fixture


class Nst(Mast):
    """N-gram selection technique: Mast that also looks at the mean of an action as the reply
    to the one before [Tak, Winands & Bjornsson 2012]."""

    def expected(self, mover, before, action):
        """Return the average of both means, once the reply was played seven times."""
        mean, rewards = super().expected(mover, before, action), self.rewards[before, mover, action]
        return (mean + sum(rewards) / len(rewards)) / 2 if len(rewards) >= 7 else mean

    def learn(self, line, in_tree, rewards):
        """Learn from the replies of a playout as well."""
        super().learn(line, in_tree, rewards)
        for before, mover, action in replies(line, in_tree):
            self.rewards[before, mover, action].append(rewards[mover])


def sequential_halving(game, node, rng, iterations, c=SQRT2):
    """Return the child to visit next; at the root one of the least visited of those that are
    left, UCB1 below it [Karnin, Koren & Somekh 2013, Algorithm 2].

    There are log2(k) rounds of equal length, and after each the better half of the k
    children stays. iterations: of the whole search.
    """
    if node.action is not None or any(child.visits == 0 for child in node.children):
        return ucb1(game, node, rng, c)
    rounds = max(1, math.ceil(math.log2(len(node.children))))
    if not node.kept:
        node.kept = node.children
        node.due = max(1, iterations // (len(node.kept) * rounds))  # visits of each child
    while len(node.kept) > 1 and all(child.visits >= node.due for child in node.kept):
        best_first = sorted(node.kept, reverse=True, key=lambda child: (
            child.total / child.visits))
        node.kept = best_first[:(len(node.kept) + 1) // 2]
        node.due += max(1, iterations // (len(node.kept) * rounds))
    fewest = min(child.visits for child in node.kept)
    return max((child for child in node.kept if child.visits == fewest),
               key=lambda child: bound(node, child, c))


def tribes():
    """A position of Tribes as its agents search it, some plays into a game."""
    from mcts_papers.games.tribes import searched

    game = games.tribes()
    state = start(game, 3)
    for turn in range(6):
        state = after(game, state, legal_actions(game, state)[turn % 2], seed=turn)
    return searched(game, int(state.turn), 7), state


@pytest.mark.parametrize(("name", "iterations", "limit"), [("breakthrough", 150, 3), ("soccer", 150, 2)])
def test_playouts_that_stop(name, iterations, limit, no_ties):
    same(listed(), mcts, *position(name), iterations, limit)


@pytest.mark.parametrize(("make", "iterations", "limit"), [
    (lambda: (games.pig(), dealt(games.pig(), 5)), 60, None),
    (lambda: (games.vgdl("zelda"), dealt(games.vgdl("zelda"), 5)), 40, 5), (tribes, 80, 0)], ids=["pig", "zelda",
                                                                                              "tribes"])
def test_random_effects_of_a_move_happen_once(make, iterations, limit):
    """These games have ties, of which both take the first."""
    world = {} if limit is None else {"tree": SavedStates()}
    same(listed(**world), mcts, *make(), iterations, limit)


@pytest.mark.parametrize(("name", "iterations", "limit"), [("breakthrough", 300, 4), ("soccer", 300, 3)])
def test_hard_pruning(name, iterations, limit, no_ties):
    choose = partial(textbook.hard_pruning, patience=10, least=2)
    function = partial(mcts, choose=choose, node_class=PruningNode)
    _, root = same(listed(pruning=HardPruning(patience=10, least=2), tree=SavedStates()), function, *position(name),
                   iterations, limit)
    assert len(root.kept) < len(root.children)


@pytest.mark.parametrize(("name", "options", "iterations", "limit"), [
    ("uniform_tree", {"branching": 16, "values": 10**6}, 500, None), ("connect_four", {}, 300, None),
    ("breakthrough", {}, 400, 2)])
def test_pruning_networks(name, options, iterations, limit, no_ties):
    from mcts_papers.papagiannis2022.players import pruning_model

    tables = pruning_model("uniform").tables
    choose = partial(textbook.pruning_networks, tables=tables, iterations=iterations)
    function = partial(mcts, choose=choose, node_class=PruningNode)
    _, root = same(listed(pruning=PruningNetworks(tables)), function, *position(name, **options),
                   iterations, limit)
    assert len(root.kept) < len(root.children) or len(root.children) < 8  # so few are all tried out


CARDS = [("knockout_whist", {"players": 3}, 200), ("spades", {}, 40), ("dou_dizhu", {}, 20), ("leduc_poker", {}, 300),
         ("kuhn_poker", {}, 300), ("tic_tac_toe", {}, 200)]
ismcts = textbook.changed(textbook.ismcts, (  # the engine draws no number where chance has chosen
    "untried[below(rng, len(untried))]", "untried[below(rng, len(untried)) if mover != CHANCE else 0]"), max=highest)


@pytest.mark.parametrize(("name", "options", "iterations"), CARDS)
def test_information_set_search(name, options, iterations, no_ties):
    same(UCT(selection=UCB1(0.7), tree=SingleObserver()), ismcts, *position(name, **options), iterations)


@pytest.mark.parametrize(("name", "iterations"), [
    ("kuhn_poker", 200), ("spades", 80), ("leduc_poker", 120), ("dou_dizhu", 40), ("tic_tac_toe", 60)])
def test_perfect_information_monte_carlo(name, iterations, no_ties):
    game, state = position(name)
    found = PIMC(trees=4, method=listed()).search(game, state, iterations=iterations, seed=7, compiled=False)
    inside = stream(int(stream(7)[0]))  # the engine's searches have a stream of their own
    action, roots = textbook.pimc(game, state, iterations, stream(7), 4, lambda *place: mcts(*place[:3], inside))
    visits = {a: sum(child.visits for root in roots for child in root.children if child.action == a)
              for a in legal_actions(game, state)}
    assert found.action == action and found.visits == visits


# -- searches of the studies -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options", "iterations"), [
    ("connect_four", {}, 300), ("hex", {"size": 4}, 200), ("hex", {"size": 4}, 20), ("nim", {}, 150)])
def test_sequential_halving(name, options, iterations, no_ties):
    choose = partial(sequential_halving, iterations=iterations)
    function = partial(mcts, choose=choose, node_class=PruningNode)
    _, root = same(listed(pruning=SequentialHalving()), function, *position(name, **options), iterations)
    assert iterations == 20 or len(root.kept) < len(root.children) / 2


class EnginesNst(EnginesOrder, Nst):
    pass


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe"])
def test_pairs_of_actions(name):
    function = partial(mcts, playout=EnginesNst(0.2))
    same(listed(leaf=NST(0.2)), function, *position(name), 120)
