"""Tests marked `compiled` need compiled code, or would take minutes without it: interpreted they are left out."""

import pytest

from mcts_lab.engine.generic import compiler


@pytest.fixture(scope="session")
def browser():
    """A browser; tests that need one are skipped where none starts."""
    import chromium

    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    try:
        with chromium.launched() as browser:
            yield browser
    except playwright.Error as error:
        pytest.skip(f"{chromium.REASON} ({str(error).splitlines()[0]})")


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A project folder of its own with the sample paper as the only one."""
    import sample_paper

    from mcts_lab import papers

    (tmp_path / "mcts_lab").mkdir()
    (tmp_path / "mcts_lab" / "__init__.py").touch()
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "data" / "paper").mkdir(parents=True)
    (tmp_path / "data" / "paper" / "claims.csv").write_text(sample_paper.CLAIMS)
    (tmp_path / "data" / "paper" / "sample2000_table1.csv").write_text(sample_paper.PUBLISHED)
    monkeypatch.setenv("MCTS_LAB_PROJECT", str(tmp_path))
    monkeypatch.setenv("MCTS_LAB_RESULTS", str(tmp_path / "data" / "results"))
    monkeypatch.setattr(papers, "declared", lambda: sample_paper.DECLARED)
    return tmp_path


def pytest_collection_modifyitems(items):
    if not compiler.available():
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="needs compiled code, or minutes without it"))
