"""Knowledge in searches: ratings, rules to avoid, rule playouts."""

import numpy as np
import pytest

from mcts_lab import as_game, games
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, copy, legal_actions, start
from mcts_lab.search import PUCT, UCB1, UCT, ClosedLoop, MultipleObserver, Search, SingleObserver, SingleObserverPOM
from mcts_lab.search.mcts.nodes import PROVEN, ROOT
from mcts_papers.powley2013.knowledge import (
    Advice,
    AvoidRules,
    InformedPlayout,
    PriorCounts,
    ProgressiveBias,
    SkewedBackup,
)

SPADES = games.make("spades")
DOU_DIZHU = games.make("dou_dizhu")
STEPS = games.make("dou_dizhu", kicker_step=True)
C = 0.7
PLAIN = UCT(tree=SingleObserver(), selection=UCB1(C))
RATED = PLAIN._replace(prior=Advice())


def position(game, seed, plays):
    """A state after `plays` actions of which every other one is by the rules, the others random."""
    state, rng = start(game, seed), stream(seed)
    chance = np.random.default_rng(seed)
    scratch = np.zeros(game.facts().branching, np.int32)
    for i in range(plays):
        if game.to_move(state) == TERMINAL:
            break
        ruled = i % 2 == 0 or (game is SPADES and i < 4)
        action = game.rule_action(state, rng, scratch) if ruled else chance.choice(legal_actions(game, state))
        game.play(state, action, rng)
    return state


def grown(game, method, seed=7, iterations=80, plays=5):
    """The tree of a search."""
    search = Search(game, position(game, 1, plays), method, seed=seed, compiled=False)
    search.step(iterations)
    return search


def tree(search):
    return search.nodes.tobytes()


@pytest.mark.parametrize("game", [SPADES, DOU_DIZHU, STEPS])
@pytest.mark.parametrize("seed", range(4))
def test_advice_uses_only_what_the_mover_knows(game, seed):
    """Whatever the others may hold, the rules say the same."""
    rng, scratch, asked = stream(seed), np.zeros(game.facts().branching, np.int32), 0
    for plays in (0, 4, 5, 9, 14, 21, 30):
        state = position(game, seed, plays)
        mover = game.to_move(state)
        if mover == TERMINAL:
            continue
        asked += 1
        other = copy(game, state)
        game.determinize(other, mover, rng)
        for action in legal_actions(game, state):
            rating = game.advice(state, action)
            assert 0.0 <= rating <= 1.0
            assert rating == game.advice(other, action)
            assert game.advised_against(state, action) == game.advised_against(other, action)
        chosen = game.rule_action(state, rng, scratch)
        assert chosen in legal_actions(game, state)
        assert chosen == game.rule_action(other, rng, scratch)
    assert asked >= 3


def test_prior_counts_and_skewed_backup_by_hand():
    for rule, expected in ((PriorCounts(3.0), (1.5 + 3 * 0.8) / 5), (SkewedBackup(4.0), 0.5 * (1 * 1.24 + 0.5 * 1.2))):
        memory = Search(SPADES, position(SPADES, 1, 5), RATED._replace(value=rule), seed=0, compiled=False).memory
        memory.priors[1] = 0.8
        memory.nodes[1].visits, memory.nodes[1].total = 0, 0.0
        rule.init_node(1, memory)
        for reward in (1.0, 0.5):
            rule.update(ROOT, 1, reward, memory)
            memory.nodes[1].visits += 1
            memory.nodes[1].total += reward
        assert rule.estimate(ROOT, 1, memory) == pytest.approx(expected)


@pytest.mark.parametrize("world", [ClosedLoop(), SingleObserver(), MultipleObserver()])
@pytest.mark.parametrize("game", [SPADES, DOU_DIZHU])
def test_avoided_actions_are_not_in_the_tree(game, world):
    """At the root, where every world agrees on what the mover knows."""
    state, foolish = next(
        (state, foolish) for plays in range(8, 40) for state in [position(game, 3, plays)]
        if 0 < len(foolish := {a for a in legal_actions(game, state) if game.advised_against(state, a)})
        < len(legal_actions(game, state)))
    search = Search(game, state, UCT(tree=world, pruning=AvoidRules()), seed=0, compiled=False)
    search.step(150)
    visits = search.result().visits
    assert visits and not foolish & set(visits)


def test_ratings_stay_with_their_children_where_children_are_made_together():
    search = grown(DOU_DIZHU, UCT(selection=ProgressiveBias(), prior=Advice()), iterations=60)
    state, nodes = search.root[0], search.nodes
    children = [n for n in range(1, len(nodes)) if nodes[n].parent == ROOT]
    ratings = [float(search.memory.priors[n]) for n in children]
    assert ratings == [float(DOU_DIZHU.advice(state, int(nodes[n].action))) for n in children]
    assert ratings == sorted(ratings, reverse=True) and len(set(ratings)) > 1


@pytest.mark.parametrize(("game", "method"), [
    ("tic_tac_toe", UCT(prior=Advice())), ("tic_tac_toe", UCT(pruning=AvoidRules())),
    ("tic_tac_toe", UCT(leaf=InformedPlayout())), ("spades", UCT(value=PriorCounts())),
    ("spades", UCT(value=SkewedBackup())), ("spades", UCT(selection=ProgressiveBias())),
    ("spades", UCT(leaf=InformedPlayout(1.5))), ("spades", UCT(leaf=InformedPlayout(float("nan")))),
    ("spades", RATED._replace(value=PriorCounts(-1.0))), ("spades", RATED._replace(selection=PUCT())),
    ("spades", RATED._replace(tree=SingleObserverPOM()))])
def test_refusals(game, method):
    game = games.make(game)
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        method.search(game, start(game, 0), iterations=1)


def test_actions_left_out_prove_nothing():
    """The rules advise against what wins: the rest loses, which is no proof that the position is lost."""

    class Trap:
        actions = ("win", "lose")

        def start(self):
            return ""

        def to_move(self, state):
            return None if state else 0

        def legal(self, state):
            return self.actions

        def play(self, state, action):
            return action

        def payoff(self, state, player):
            return 1.0 if (state == "win") == (player == 0) else -1.0

    kind = type(as_game(Trap()))
    game = type("Avoided", (kind,), {"advised_against": lambda game, state, action: action == 0})(Trap())
    result = UCT(solver=True, pruning=AvoidRules()).search(game, start(game), iterations=50, seed=1)
    assert result.name == "lose" and not result.proven and not result.search.nodes[ROOT].status & PROVEN
