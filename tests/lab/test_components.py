"""Components are ordinary classes: they inherit, and what is wrong with one is said in one sentence."""

import math

import numpy as np
import pytest

from mcts_lab import Distinct, games, start
from mcts_lab.search import (
    GRAVE,
    MAST,
    RAVE,
    UCB1,
    UCT,
    Backup,
    FinalChoice,
    HardPruningByMean,
    MaxBackup,
    Pruning,
    Search,
    Selection,
    Value,
)

GAME = games.tic_tac_toe()
STATE = start(GAME)


def visits(compiled, **parts):
    return UCT(**parts).search(GAME, STATE, iterations=300, seed=1, compiled=compiled).visits


# -- classes of small values -------------------------------------------------------------------------------------------


class Base(Distinct):
    a: int = 1
    b: float = 2.0

    def total(self):
        return self.a + self.b


class Derived(Base):
    b = 3.0
    c: int = 4

    def total(self):
        return super().total() + self.c


def test_parameters_and_methods_are_inherited():
    assert Derived._fields == ("a", "b", "c") and tuple(Derived()) == (1, 3.0, 4)
    assert Derived(2, c=5).total() == 10.0 and repr(Derived(b=0.5)) == "Derived(a=1, b=0.5, c=4)"
    assert isinstance(Derived(), Base) and Derived() != tuple(Derived()) and Base(1, 2.0) == Base()
    assert Derived()._replace(a=7).a == 7 and issubclass(GRAVE, RAVE) and GRAVE._fields[:2] == RAVE._fields


def test_a_parameter_without_a_default_comes_first():
    with pytest.raises(TypeError, match="^Wrong has a parameter without a default after one with a default: a, b, d. "):
        class Wrong(Base):
            d: int


# -- components --------------------------------------------------------------------------------------------------------


class HalfBonus(UCB1):
    """UCB1 with a smaller bonus, which asks its base class."""

    share: float = 0.5

    def parent_term(self, visits, memory):
        return self.share * UCB1.parent_term(self, visits, memory)


class Twice(HalfBonus):
    share = 2.0


@pytest.mark.compiled
@pytest.mark.parametrize("rule", [HalfBonus(), Twice(), HalfBonus(share=1.0)])
def test_a_derived_component_is_the_same_at_both_speeds(rule):
    assert visits(True, selection=rule) == visits(False, selection=rule)


def test_a_derived_component_does_what_it_says():
    assert visits(False, selection=HalfBonus(share=1.0)) == visits(False)
    assert visits(False, selection=HalfBonus(c=2.0)) == visits(False, selection=UCB1(1.0))
    assert visits(False, selection=Twice(c=0.5)) == visits(False, selection=UCB1(1.0)) != visits(False)


class NoScore(Selection):
    def parent_term(self, visits, memory):
        return 0.0


class Misspelt(NoScore):
    def scores(self, estimate, term, child, memory):
        return estimate


class OtherParameters(NoScore):
    def score(self, estimate, child, memory):
        return estimate


class MisspeltBackup(Backup):
    def back_up(self, parent, child, reward, memory):
        return 0.5


class Idle(Pruning):
    pass


class NoBase(Distinct):
    def estimate(self, parent, child, memory):
        return 0.5


@pytest.mark.parametrize(("parts", "sentence"), [
    ({"selection": NoScore()}, r"NoScore does not define score\(self, estimate, term, child, memory\), but every "
                               "Selection needs it. Define this method."),
    ({"selection": Misspelt()}, r"Misspelt does not define score\(.*. Rename its method scores."),
    ({"selection": OtherParameters()}, "OtherParameters.score has the parameters self, estimate, child, memory, but a "
                                       "search calls it with self, estimate, term, child, memory. Give it these"),
    ({"backup": MisspeltBackup()}, "MisspeltBackup has a method back_up, which no search calls. Rename it to backed_up "
                                   "if you meant that method."),
    ({"pruning": Idle()}, "Idle defines none of the methods of Pruning, so it changes nothing. Define at least one"),
    ({"value": NoBase()}, r"NoBase is not a component, .* Write class NoBase\(Value\), or .* Mean\(\)."),
])
@pytest.mark.parametrize("compiled", [False, None])
def test_what_is_wrong_with_a_class_is_one_sentence(parts, sentence, compiled):
    with pytest.raises(ValueError, match=f"^{sentence}"):
        visits(compiled, **parts)


# -- arrays ------------------------------------------------------------------------------------------------------------


class History(Selection):
    """Progressive history: what an action brought anywhere in the tree counts as long as a child has few visits."""

    c: float = 0.7
    weight: float = 1.0

    def search_arrays(self, facts):
        shape = facts.players, 2 * facts.actions + 3  # labels of actions as well
        return {"sums": np.zeros(shape), "times": np.zeros(shape)}

    def begin(self, memory):
        memory.of(self).sums[:] = 0.0
        memory.of(self).times[:] = 0.0

    def update(self, parent, child, reward, memory):
        mover, action = int(memory.nodes[child].mover), int(memory.nodes[child].action)
        if mover >= 0:
            memory.of(self).sums[mover, action] += reward
            memory.of(self).times[mover, action] += 1.0

    def parent_term(self, visits, memory):
        return UCB1(self.c).parent_term(visits, memory)

    def score(self, estimate, term, child, memory):
        node, own = memory.nodes[child], memory.of(self)
        mean = own.sums[node.mover, node.action] / own.times[node.mover, node.action]
        return UCB1.score(self, estimate, term, child, memory) + self.weight * mean / (
            node.visits - node.total + 1.0)


class Amaf(Value):
    """A value with arrays named like those of a playout, of other shapes."""

    def node_arrays(self, capacity, facts):
        return {"line": np.empty(capacity)}

    def init_node(self, node, memory):
        memory.of(self).line[node] = 0.0

    def search_arrays(self, facts):
        return {"amaf": np.zeros(2)}

    def begin(self, memory):
        memory.of(self).amaf[:] = 0.0

    def update(self, parent, child, reward, memory):
        memory.of(self).line[child] += reward
        memory.of(self).amaf[1] += 1.0

    def estimate(self, parent, child, memory):
        return memory.of(self).line[child] / memory.nodes[child].visits


OWN = [{"selection": History(), "leaf": MAST()}, {"value": Amaf(), "leaf": MAST()},
       {"pruning": HardPruningByMean(9), "selection": History(), "value": Amaf()}]


@pytest.mark.sampled(3, others="all")
@pytest.mark.compiled
@pytest.mark.parametrize("parts", OWN, ids=repr)
def test_arrays_of_ones_own_are_the_same_at_both_speeds(parts):
    assert visits(True, **parts) == visits(False, **parts)


def test_components_that_name_their_arrays_alike_do_not_share_them():
    plain = visits(False, leaf=MAST())
    assert visits(False, leaf=MAST(), value=Amaf()) == plain != visits(False)
    assert visits(False, selection=History(weight=0.0), leaf=MAST()) == visits(False, selection=UCB1(0.7), leaf=MAST())
    search = Search(GAME, STATE, UCT(value=Amaf(), leaf=MAST()), seed=1, compiled=False)
    search.run(200)
    assert search.memory.of(Amaf()).amaf[1] > 200 > 0 < search.memory.of(MAST()).amaf[1].sum()


def test_another_tree_begins_without_what_was_remembered():
    search = Search(GAME, STATE, UCT(selection=History()), seed=1, compiled=False)
    first = search.run(100).visits
    rng = Search(GAME, STATE, UCT(selection=History()), seed=1, compiled=False).memory.rng.copy()
    search.restart(STATE).memory.rng[:] = rng
    assert search.run(100).visits == first


# -- final choice ------------------------------------------------------------------------------------------------------


class SecureChild(FinalChoice):
    """The child with the highest lower bound [Chaslot et al. 2008, "secure child"], as one number."""

    a: float = 1.0

    def score(self, visits, mean):
        return mean - self.a / math.sqrt(visits)


def test_a_final_choice_may_return_one_number_and_is_asked_of_visited_children():
    few = UCT(final=SecureChild()).search(GAME, STATE, iterations=3, seed=1, compiled=False)
    assert few.visits[few.action] == 1 and min(few.visits.values()) == 0
    for seed in range(20):
        result = UCT(final=SecureChild()).search(GAME, STATE, iterations=60, seed=seed, compiled=False)
        means = {action: (value + 1) / 2 for action, value in result.values.items()}  # as rewards
        best = max(means, key=lambda action: means[action] - 1 / math.sqrt(result.visits[action]))
        assert result.action == best


# -- backup ------------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("backup", [MaxBackup(), MaxBackup(0.0)])
def test_a_backup_is_the_same_at_both_speeds(backup):
    assert visits(True, backup=backup) == visits(False, backup=backup) != visits(False)


class Nothing(Backup):
    def backed_up(self, parent, child, reward, memory):
        return 0.25


def test_means_are_those_of_what_is_backed_up():
    result = UCT(backup=Nothing()).search(GAME, STATE, iterations=90, seed=1, compiled=False)
    assert set(np.round(list(result.values.values()), 9)) == {2 * 0.25 - 1.0}  # as payoffs, from -1 to 1
