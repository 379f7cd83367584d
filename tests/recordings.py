"""The recordings of other programs beside the checkout, or in the folder that MCTS_LAB_CONFORMANCE names."""

import os
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("MCTS_LAB_CONFORMANCE") or Path(__file__).parents[2] / "shared" / "conformance")


def recording(*parts) -> Path:
    """Return the path of a recording; skip the test where it is missing."""
    path = FOLDER.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"the recording {path} is not here; set MCTS_LAB_CONFORMANCE to the folder of recordings")
    return path
