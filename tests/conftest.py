"""Tests marked `compiled` need compiled code, or would take minutes without it: interpreted they are left out."""

import pytest

from mcts_lab.engine.generic import compiler


def pytest_collection_modifyitems(items):
    if not compiler.available():
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="needs compiled code, or minutes without it"))
