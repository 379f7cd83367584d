"""What is said about names that do not exist: everywhere the same."""

import pickle

import pytest

from mcts_lab import errors, games
from mcts_papers import registry as papers


@pytest.mark.parametrize(("wrong", "names", "said"), [
    ("hxe", ["nim", "hex"], "Did you mean 'hex'?"),
    ("spade", ["spades", "spade s"], "Did you mean 'spades' or 'spade s'?"),
    ("zzz", ["b", "a"], "Choose one of b, a."),
    ("zzz", map(str, range(20)), "Choose one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 8 more."),
    ("zzz", [], "There are none."),
    (7, [8, 17], "Did you mean '17'?"),
])
def test_what_is_offered(wrong, names, said):
    assert errors.instead(wrong, names) == said


@pytest.mark.parametrize("asked", [
    lambda: games.make("hxe"), lambda: games.GAMES["hxe"], lambda: papers.paper("runnels"),
])
def test_unknown_names_are_one_kind_of_error_and_one_sentence(asked):
    with pytest.raises(errors.UnknownName, match="^There is no (game|paper) '.*'. Did you mean '.*'[?]$") as caught:
        asked()
    assert isinstance(caught.value, KeyError)
    again = pickle.loads(pickle.dumps(caught.value))  # from a worker process
    assert type(again) is type(caught.value) and str(again) == str(caught.value)
