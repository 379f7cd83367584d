"""Notebooks: each is made from its text master, and runs from top to bottom without an error in any cell or widget."""

import pytest

from mcts_lab import notebooks

pytest.importorskip("jupytext", reason="needs the extra 'notebooks'")
pytest.importorskip("nbclient", reason="needs the extra 'notebooks'")

MASTERS = notebooks.masters()

GOOD = """# %% [markdown]
# # A notebook

# %%
x = 20 + 1
x * 2
"""

WIDGET = """# %%
import ipywidgets
out = ipywidgets.Output()
with out:
    {body}
out
"""


@pytest.fixture
def master(tmp_path):
    def write(text, name="sample.py"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_a_notebook_is_in_step_with_its_master(path):
    assert notebooks.differences(path) == []


@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path):
    notebooks.execute(path)


@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_the_committed_notebook_has_outputs_and_no_errors(path):
    import nbformat

    notebook = nbformat.read(path.with_suffix(".ipynb"), as_version=4)
    assert notebooks.failures(notebook) == []
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert any(cell.outputs for cell in code) and all(cell.execution_count for cell in code if cell.source)


def test_a_master_is_executed_and_compared(master):
    path = master(GOOD)
    assert notebooks.differences(path) == ["sample.ipynb is missing"]
    made = notebooks.write(path)
    assert notebooks.differences(path) == []
    assert '"42"' in made.read_text()
    before = made.read_bytes()
    assert notebooks.write(path).read_bytes() == before
    master(GOOD.replace("* 2", "* 3"))
    assert notebooks.differences(path) == ["sample.ipynb differs from sample.py in cell 2"]
    master(GOOD + "\n# %%\n0\n")
    assert notebooks.differences(path) == ["sample.ipynb has 2 cells and sample.py 3"]


def test_a_cell_that_fails_is_told_and_the_old_notebook_stays(master):
    path = master(GOOD)
    before = notebooks.write(path).read_bytes()
    master(GOOD.replace("x * 2", "x / 0"))
    with pytest.raises(ValueError, match="ZeroDivisionError"):
        notebooks.write(path)
    assert path.with_suffix(".ipynb").read_bytes() == before


def test_an_error_inside_a_widget_is_told(master):
    assert notebooks.execute(master(WIDGET.format(body="print(1)")))
    with pytest.raises(ValueError, match="a widget: ZeroDivisionError"):
        notebooks.execute(master(WIDGET.format(body="1 / 0")))


def test_an_unknown_notebook_is_refused(capsys):
    assert notebooks.main(["no_such_notebook"]) == 1
    assert "unknown notebook 'no_such_notebook'" in capsys.readouterr().err
