"""Components are ordinary classes: they inherit, and what is wrong with one is said in one sentence."""

import inspect

import pytest

from mcts_lab import games, start
from mcts_lab.engine.distinct import Distinct
from mcts_lab.search import GRAVE, RAVE, UCB1, UCT, FinalChoice, Leaf, Selection, Value
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
    with pytest.raises(TypeError, match="^Wrong has a parameter without a default behind one with a default: a, b, d$"):
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


class Nothing(Leaf):
    pass


class Unnamed(Value):
    def estmate(self, parent, child, memory):
        return 0.5


class NoChoice(FinalChoice):
    pass


class NoBase(Distinct):
    def estimate(self, parent, child, memory):
        return 0.5


@pytest.mark.parametrize(("parts", "sentence"), [
    ({"selection": NoScore()}, r"NoScore does not define score\(self, estimate, term, child, memory\), which every "
                               "Selection must: give it that method."),
    ({"selection": Misspelt()}, r"Misspelt does not define score\(.*: rename its method scores."),
    ({"selection": OtherParameters()}, "OtherParameters.score takes self, estimate, child, memory, but a search calls "
                                       "it with self, estimate, term, child, memory: give it these parameters."),
    ({"leaf": Nothing()}, r"Nothing does not define evaluate\(self, game, state, memory\), which every Leaf must: "
                          "give it that method."),
    ({"value": Unnamed()}, r"Unnamed does not define estimate\(.*: rename its method estmate."),
    ({"final": NoChoice()}, r"NoChoice does not define score\(self, visits, mean\), .*"),
    ({"value": NoBase()}, r"value=NoBase\(\) is no part of a search: value takes parts such as Mean\(\)."),
])
@pytest.mark.parametrize("compiled", [False, None])
def test_what_is_wrong_with_a_class_is_one_sentence(parts, sentence, compiled):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        visits(compiled, **parts)


def test_each_base_class_explains_all_its_methods():
    for base in (Component, *TYPES.values(), Solver):
        for name, method in inspect.getmembers(base, inspect.isfunction):
            if method.__module__ == components.__name__:
                assert inspect.getdoc(method), f"{base.__name__}.{name}"


def test_a_component_overrides_what_it_defines():
    assert overrides(UCB1(), Selection.score) and not overrides(UCB1(), Selection.score_unvisited)
    assert overrides(HalfBonus(), Selection.parent_term) and not overrides(HalfBonus(), Component.begin_run)
