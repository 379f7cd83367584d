"""Notebooks: each is made from its text master, and runs from top to bottom without an error in any cell or widget."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mcts_course import lesson
from mcts_course.jupyter import notebooks

pytest.importorskip("jupytext", reason="needs the extra 'notebooks'")
pytest.importorskip("nbclient", reason="needs the extra 'notebooks'")

MASTERS = [*notebooks.masters(), *notebooks.projects()]

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
        path = tmp_path / "source" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_a_notebook_is_in_step_with_its_master(path):
    assert notebooks.differences(path) == []


def test_the_student_needs_no_name_from_a_claim():
    """Claims are not in the notebook of a student, so no other cell may use what they import or define."""
    ruff = shutil.which("ruff", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))
    if not ruff:
        pytest.skip("ruff is not installed")
    files = [str(notebooks.made(path)) for path in MASTERS]
    said = subprocess.run([ruff, "check", "--isolated", "--no-cache", "--select", "F405,F821", "--output-format",
                           "json", *files], capture_output=True, text=True).stdout
    unknown = {(Path(one["filename"]).name, re.search("`(.+?)`", one["message"])[1]) for one in json.loads(said)}
    assert {(file, name) for file, name in unknown if not hasattr(lesson, name)} == set()


HEAVY = ("04_your_game", "06_your_agent", "07_hidden", "08_order", "09_branching", "10_pruning", "11_alphazero",
         "P1_runnels")
RUNS = [pytest.param(path, id=path.stem, marks=[pytest.mark.compiled] * (path.stem in HEAVY)) for path in MASTERS]


@pytest.mark.all
@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", RUNS)
def test_a_notebook_runs_from_top_to_bottom(path):
    notebooks.execute(path)


@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_the_committed_notebook_has_outputs_and_no_errors(path):
    import nbformat

    notebook = nbformat.read(notebooks.made(path), as_version=4)
    assert notebooks.failures(notebook) == []
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert any(cell.outputs for cell in code) and all(cell.execution_count for cell in code if cell.source)
    meta = notebook.metadata
    assert meta["kernelspec"] == notebooks.KERNEL and meta["language_info"]["name"] == "python"


@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_pictures_have_alternative_text_and_the_file_is_small(path):
    import nbformat

    for cell in nbformat.read(notebooks.made(path), as_version=4).cells:
        for output in cell.get("outputs", ()):
            if "image/png" in output.get("data", {}):
                assert len(output["metadata"]["image/png"]["alt"]) > 10, cell.source
            assert "image/svg+xml" not in output.get("data", {}), "JupyterLab shows it without words: use Position"
            for words in re.findall(r'<img (?:alt="([^"]*)")?', str(output.get("data", {}).get("text/html", ""))):
                assert len(words) > 10, cell.source
    assert notebooks.made(path).stat().st_size < 1_500_000


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
    assert notebooks.made(path).read_bytes() == before


def test_a_claim_of_the_text_is_checked_and_not_in_the_notebook(master):
    text = ("# %% [markdown]\n# # Twice\n\n# %%\ntwice = 2 * 21\n\n"
            "# %% tags=[\"claim\"]\nassert twice == {}\n\n# %%\ntwice\n")
    path = master(text.format(42))
    made = notebooks.execute(path)
    assert [cell.source for cell in made.cells] == ["# Twice", "twice = 2 * 21", "twice"]
    assert [cell.execution_count for cell in made.cells[1:]] == [1, 2] and made.cells[2].outputs[0].execution_count == 2
    assert [cell.id for cell in made.cells] == [cell.id for cell in notebooks.cells(path).cells]
    path.write_text(text.format(43))
    with pytest.raises(ValueError, match="stopped with AssertionError"):
        notebooks.execute(path)


def test_an_error_inside_a_widget_is_told(master):
    assert notebooks.execute(master(WIDGET.format(body="print(1)")))
    with pytest.raises(ValueError, match="a widget: ZeroDivisionError"):
        notebooks.execute(master(WIDGET.format(body="1 / 0")))


def test_widgets_have_the_same_names_in_every_run(master):
    path = master(WIDGET.format(body="print(1)") + "\n# %%\nipywidgets.IntSlider(2)\n")
    made = notebooks.write(path).read_bytes()
    assert b'"model_id": "00000000000000000000000000000000"' in made
    assert notebooks.write(path).read_bytes() == made


def test_an_error_that_a_widget_reports_is_told(master):
    text = """# %%
from mcts_course.widgets.dial import Dial
from mcts_course.widgets.stage import stage_of
dial = Dial.example()
stage_of(dial).receive({{"set": "seed", "value": {value}}})
dial
"""
    assert notebooks.execute(master(text.format(value=1)))
    with pytest.raises(ValueError, match="a widget: .*seed"):
        notebooks.execute(master(text.format(value=99)))


def test_an_unknown_notebook_is_refused(capsys):
    assert notebooks.main(["no_such_notebook"]) == 1
    assert "There is no notebook 'no_such_notebook'" in capsys.readouterr().err


def test_what_controls_show_is_in_their_cell_too(master):
    text = "# %%\nfrom ipywidgets import interact\ninteract(lambda n: f'<{n}>', n=(1, 3));\n"
    [cell] = notebooks.execute(master(text)).cells
    assert "&lt;2&gt;" in cell.outputs[0].data["text/html"] and "run this cell" in cell.outputs[0].data["text/html"]


def test_lines_of_progress_are_not_kept(master):
    text = GOOD + "\nimport sys\nprint('\\r1 of 2', end='', file=sys.stderr)\n"
    assert "1 of 2" not in str(notebooks.execute(master(text)).cells[-1].outputs)
    text = GOOD + "\nimport sys\nprint('a warning', file=sys.stderr)\n"
    assert "a warning" in str(notebooks.execute(master(text)).cells[-1].outputs)


def test_searches_of_a_lesson_that_is_run_as_a_whole_are_compiled_first(master, monkeypatch):
    """Else `compile_searches` would leave short ones to the student."""
    monkeypatch.setenv("MCTS_LAB_COMPILE_FIRST", "0")
    text = "# %%\nfrom mcts_lab.engine.warm_up import compiles_first\nprint(compiles_first())\n"
    assert notebooks.execute(master(text)).cells[-1].outputs[0].text == "True\n"


def test_outputs_have_no_addresses_and_no_random_names_of_tables():
    import nbformat

    def run(name, address):
        html = f'<style>#T_{name} th {{}}</style><table id="T_{name}"><th id="T_{name}_level0_col0">a</th></table>'
        output = nbformat.v4.new_output("display_data", {"text/html": html, "text/plain": f"<Styler at 0x{address}>"})
        return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("T_00abc = 1", id="one", outputs=[output])])

    one, other = (nbformat.writes(notebooks.without_chance(run(*chance)))
                  for chance in (("0a1b2", "7f00"), ("fffff", "7abc")))
    assert one == other and "<Styler>" in one and one.count("T_00000") == 3 and "T_00abc = 1" in one
