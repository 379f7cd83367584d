"""The mutation run: what it changes, and which tests it asks."""

import ast

import mutations


def test_a_mutation_changes_one_token_of_a_function_and_leaves_refusals_alone():
    source = "LIMIT = 3\n\ndef least(a, b):\n    if a < 0:\n        raise ValueError('1 < 2')\n    return a + b\n"
    found = [mutation.text(source) for mutation in mutations.mutations("any.py", source)]
    assert found == [source.replace("a < 0", "a <= 0"), source.replace("a < 0", "a < 1"), source.replace("+", "-")]
    assert all(ast.parse(text) for text in found)


def test_the_tests_of_a_file_are_those_that_import_what_it_defines():
    asked = mutations.concerned("mcts_lab/matches/statistics.py")
    assert asked[0] == ["tests/papers/test_fingerprints.py", "-k", "statistics"]
    assert asked[1][0] == "tests/lab/test_statistics.py"
    assert "tests/test_kuhn_poker.py" not in asked[1] and len(asked[1]) <= mutations.MOST
    assert mutations.concerned("mcts_lab/games/cards/kuhn_poker.py")[0][-1] == "kuhn_poker"
    assert ["tests/papers/test_golden.py", "-k", "built_before"] in mutations.concerned("mcts_lab/search/mcts/loop.py")
