"""Rolling horizon evolution: plans become better within their budget, and old ones are kept."""

from mcts_lab import after, games, legal_actions, start
from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_papers.evolution import RHEA


def test_evolution_improves_its_plan_within_its_budget():
    game = UniformTree(branching=6, depth=8, turns=8)  # one player chooses everything
    state = start(game)
    first = RHEA(length=8).search(game, state, calls=1, seed=4, compiled=False)
    last = RHEA(length=8).search(game, state, calls=3000, seed=4, compiled=False)
    assert first.iterations == 1 and first.calls == 8
    assert 3000 <= last.calls < 3000 + 8
    assert last.value > first.value
    for action in last.plan:
        assert action in legal_actions(game, state)
        state = after(game, state, action)
    again = RHEA(length=8).search(game, start(game), calls=3000, seed=4, compiled=False)
    assert again.plan == last.plan


def test_an_old_plan_is_kept_as_far_as_it_is_legal():
    game = games.connect_four()
    state = start(game)
    found = RHEA(length=4, mutation=0.0).search(game, state, calls=1, seed=1, compiled=False, plan=[3, 3, 99, 2])
    assert found.plan[:2] == [3, 3] and 99 not in found.plan and len(found.plan) == 4
