"""Components are ordinary classes: they inherit, and what is wrong with one is said in one sentence."""


import inspect
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
    Together,
    Value,
)
from mcts_lab.search.mcts import components
from mcts_lab.search.mcts.components import TYPES, Component, Solver, overrides

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


def test_values_of_a_derived_class_are_not_those_of_its_base():
    class Twin(Base):
        pass

    assert Twin() != Base() and len({Twin(), Base(), Base()}) == 2


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


class Wide(MAST):
    """MAST with another table, under a name that MAST uses for its own."""

    def search_arrays(self, facts):
        return {"amaf": np.zeros((2, facts.players, facts.actions + 1)), "line": np.zeros((2, facts.length), np.int32)}


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


class Remembering(Pruning):
    """A rule of pruning with an array of its own, which other types of components may have as well."""

    def node_arrays(self, capacity, facts):
        return {"seen": np.empty(capacity, np.int32)}

    def init_node(self, node, memory):
        memory.of(self).seen[node] = 0

    def candidates(self, node, count, player, memory):
        memory.of(self).seen[node] += 1
        return count if memory.of(self).seen[node] > 20 else min(count, 3)


OWN = [{"selection": History()}, {"selection": History(), "leaf": MAST()}, {"value": Amaf()},
       {"value": Amaf(), "leaf": MAST()}, {"pruning": Remembering()},
       {"pruning": Together(Remembering(), HardPruningByMean(9)), "selection": History(), "leaf": Wide()}]


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


class Tagged(Pruning):
    """A rule of pruning that remembers which action a node is for."""

    number: int = 0

    def node_arrays(self, capacity, facts):
        return {"tag": np.empty(capacity, np.int32)}

    def init_node(self, node, memory):
        memory.of(self).tag[node] = memory.nodes[node].action

    def swap(self, child, other, memory):
        tag = memory.of(self).tag
        tag[child], tag[other] = tag[other], tag[child]

    def marks(self):
        return 0


class Within(Pruning):
    """A rule of pruning around another one, which hands nothing on."""

    rule: Pruning = Tagged()

    def candidates(self, node, count, player, memory):
        return self.rule.candidates(node, count, player, memory)


@pytest.mark.parametrize("rule", [
    Tagged(), Together(Tagged(1), Tagged(2)), Together(Tagged(), Within()), Within(Within(Tagged(3)))], ids=repr)
def test_components_in_others_are_asked_once(rule):
    search = Search(GAME, STATE, UCT(pruning=rule), seed=1, compiled=False)
    search.run(200)
    assert search.memory.of(Tagged()).tag[: len(search.nodes)].tolist() == search.nodes["action"].tolist()


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


@pytest.mark.compiled
def test_a_final_choice_of_ones_own_is_the_same_at_both_speeds():
    for seed in range(5):
        chosen = [UCT(final=SecureChild()).search(GAME, STATE, iterations=60, seed=seed, compiled=compiled).action
                  for compiled in (True, False)]
        assert chosen[0] == chosen[1]


# -- backup ------------------------------------------------------------------------------------------------------------


class BestReply(Backup):
    """The best mean of a reply, to whoever chooses it; the reward at a leaf."""

    def backed_up(self, parent, child, reward, memory):
        nodes, reply = memory.nodes, int(memory.nodes[child].first_child)
        best, first = -1.0, reply
        while reply >= 0:
            if nodes[reply].visits > 0:
                best = max(best, nodes[reply].total / nodes[reply].visits)
            reply = int(nodes[reply].next_sibling)
        if best < 0.0:
            return reward
        return best if nodes[first].mover == nodes[child].mover else 1.0 - best


@pytest.mark.compiled
@pytest.mark.parametrize("backup", [BestReply(), MaxBackup(), MaxBackup(0.0)])
def test_a_backup_is_the_same_at_both_speeds(backup):
    assert visits(True, backup=backup) == visits(False, backup=backup) != visits(False)


def test_means_are_those_of_what_is_backed_up():
    class Nothing(Backup):
        def backed_up(self, parent, child, reward, memory):
            return 0.25

    result = UCT(backup=Nothing()).search(GAME, STATE, iterations=90, seed=1, compiled=False)
    assert set(np.round(list(result.values.values()), 9)) == {2 * 0.25 - 1.0}  # as payoffs, from -1 to 1


class Helped(UCB1):
    """It has a method named nearly like one of its type, which it calls itself."""

    def parent_term(self, visits, memory):
        return self.parent_terms(visits, memory)

    def parent_terms(self, visits, memory):
        return UCB1.parent_term(self, visits, memory)


def test_a_method_that_a_class_calls_itself_may_have_any_name():
    assert visits(False, selection=Helped()) == visits(False)


def test_each_base_class_explains_all_its_methods():
    for base in (Component, *TYPES.values(), Solver):
        for name, method in inspect.getmembers(base, inspect.isfunction):
            if method.__module__ == components.__name__:
                assert inspect.getdoc(method), f"{base.__name__}.{name}"


def test_a_component_overrides_what_it_defines():
    assert overrides(UCB1(), Selection.score) and not overrides(UCB1(), Selection.score_unvisited)
    assert overrides(HalfBonus(), Selection.parent_term) and not overrides(HalfBonus(), Component.begin_run)


class Forgetful(Value):
    """Asks for arrays that it does not declare."""

    def estimate(self, parent, child, memory):
        return memory.of(self).worth[child]


def test_a_component_that_asks_for_arrays_without_having_any_is_told_which_methods_give_them():
    with pytest.raises(ValueError, match="^Forgetful .* has no arrays. .* node_arrays or search_arrays"):
        UCT(value=Forgetful()).search(GAME, STATE, iterations=20, seed=1, compiled=False)
