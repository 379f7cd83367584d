"""Lessons and widgets in JupyterLab as ``mcts-lab lab`` starts it, in a real browser: by mouse and by keyboard, and on
the second day, when a lesson that was run, saved and closed is opened again.

All lessons that have widgets take half an hour; two are enough for most days (see `levels`).
"""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from mcts_course.jupyter import notebooks
from mcts_lab.engine import cache

pytest.importorskip("jupyterlab", reason="needs JupyterLab")
pytest.importorskip("anywidget", reason="needs anywidget")
nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebooks'")

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = int(os.environ.get("MCTS_LAB_PATIENCE", 300))  # seconds that anything may take on a busy machine
LESSONS = [notebooks.made(master) for master in notebooks.masters()]
NOTE = "run this cell to use it"
ALIVE = ".lab :is(button, input, select, rect[role=button])"
WIDGET = """import os
os.environ["MCTS_LAB_INTERPRET"] = "1"
from mcts_lab import games
from mcts_lab.players import SearchPlayer
from mcts_lab.search.mcts.search import UCT
from mcts_course.widgets import play
from mcts_course.widgets.play import Play
play.PATIENCE = 0.05
Play(games.connect_four(), SearchPlayer(UCT(), iterations=40), seed=1)"""
SETTINGS = {  # a user's own: cells out of sight are in the page too, and tests can give commands
    "lab/user-settings/@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
    "jupyter_lab_config.json": {"LabApp": {"expose_app_in_browser": True}},
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A checkout of git with the lessons, of which `mcts-lab lab` makes copies."""
    folder = tmp_path_factory.mktemp("second_day") / "project"
    for name in ("mcts_lab", "notebooks"):
        (folder / name).mkdir(parents=True)
    for path in LESSONS:
        shutil.copy(path, folder / "notebooks")
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(WIDGET)], metadata={
        "kernelspec": notebooks.KERNEL}), folder / "notebooks" / "widget.ipynb")
    shutil.copy(ROOT / ".gitignore", folder)
    for name in ("mcts_lab/__init__.py", "pyproject.toml"):
        (folder / name).touch()
    os.symlink(ROOT / "data", folder / "data")
    for command in (["init", "--quiet"], ["add", "."],
                    ["-c", "user.name=a", "-c", "user.email=a@a.example", "commit", "--quiet", "-m", "Begin"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder


@pytest.fixture(scope="module")
def address(project):
    """The address, up to the lesson's name, and the token of the JupyterLab of that project."""
    pytest.importorskip("playwright", reason="needs playwright")
    home = project.parent
    for place, setting in SETTINGS.items():
        path = home / ".jupyter" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(setting))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "XDG"))}
    server = subprocess.Popen(
        [sys.executable, "-m", "mcts_lab", "lab", "--no-browser"], cwd=home, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        env=kept | {"HOME": str(home), "MCTS_LAB_PROJECT": str(project), "PYTHONPATH": str(ROOT),
                    "MCTS_LAB_CACHE": str(cache.base().parent)})
    try:
        yield next(found.groups() for line in server.stdout
                   if (found := re.search(r"Open: (http://\S*)/lab/tree/my_lessons/\S*\?token=(\w+)", line)))
    finally:
        server.terminate()
        server.stdout.close()
        server.wait(PATIENCE)


def ask(address, path, method="GET"):
    base, token = address
    request = urllib.request.Request(f"{base}/api/{path}", method=method, headers={"Authorization": f"token {token}"})
    return urllib.request.urlopen(request, timeout=PATIENCE).read()


def opened(browser, address, name):
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{address[0]}/lab/tree/my_lessons/{name}?token={address[1]}&reset")
    page.wait_for_selector("text=/Python 3.*Idle/")
    return page


def command(page, name):
    page.evaluate("(name) => jupyterapp.commands.execute(name)", name)


def closed(page, address):
    """Close a page and shut its kernel down."""
    page.close()
    for session in json.loads(ask(address, "sessions")):
        ask(address, f"sessions/{session['id']}", "DELETE")


def shows_widgets(path):
    """How many cells show widgets: those of the lessons, and those of ipywidgets alone."""
    found = [output.get("data", {}) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
             for output in cell.get("outputs", ())]
    found = [data for data in found if "application/vnd.jupyter.widget-view+json" in data]
    ours = sum("a still picture" in "".join(data.get("text/html", "")) for data in found)
    return ours, len(found) - ours


SHOWN = [pytest.param(path, id=path.stem, marks=[pytest.mark.release] * (path.stem[:2] not in ("00", "02")))
         for path in LESSONS if any(shows_widgets(path))]


@pytest.mark.parametrize("path", SHOWN)
def test_widgets_are_there_when_a_lesson_is_opened_again(browser, project, address, path):
    (wanted, others), copy = shows_widgets(path), project / "my_lessons" / path.name
    page = opened(browser, address, path.name)
    command(page, "notebook:run-all-cells")
    page.wait_for_function("(wanted) => document.querySelectorAll('.lab').length === wanted", arg=wanted)
    page.wait_for_selector("text=/Python 3.*Idle/")
    assert page.get_by_text(NOTE).count() == 0
    command(page, "docmanager:save")
    page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")
    assert "widgets" in json.loads(copy.read_text(encoding="utf-8"))["metadata"]
    closed(page, address)

    page = opened(browser, address, path.name)
    page.wait_for_function("(wanted) => document.querySelectorAll('.lab').length === wanted", arg=wanted)
    assert page.get_by_text("model not found").count() == 0
    told = page.locator(".lab-asleep").all_inner_texts()
    assert len(told) == wanted and all(NOTE in text for text in told)
    sleeping = page.eval_on_selector_all(
        ".jp-OutputArea-output > .jupyter-widgets-disconnected:not(:has(.lab))",
        "(all) => all.map((e) => getComputedStyle(e, '::before').content)")
    assert len(sleeping) == others and all(NOTE in text for text in sleeping)
    assert page.locator(".lab").locator("svg[role=img]").count() >= wanted  # their last state is shown
    assert page.eval_on_selector_all(ALIVE, "(all) => all.filter((e) => !e.closest('[inert]')).length") == 0
    closed(page, address)
    git = subprocess.run(["git", "status", "--porcelain"], cwd=project, capture_output=True, text=True, check=True)
    assert git.stdout == ""


def test_a_widget_awakes_when_its_cell_is_run_and_sleeps_when_its_kernel_restarts(browser, project, address):
    page = opened(browser, address, "00_play.ipynb")
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    stage = page.locator(".lab").first
    stage.locator("rect[role=button]").first.wait_for()
    assert page.get_by_text(NOTE).count() == 0
    page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    page.get_by_text(NOTE).first.wait_for()
    assert stage.locator("rect[role=button]:visible, button:visible").evaluate_all(
        "(all) => all.filter((e) => !e.closest('[inert]')).length") == 0
    closed(page, address)


# -- a widget ----------------------------------------------------------------------------------------------------------


def until(stage, holds, *values):
    """Wait until ``holds(the stage's element, values)``, a function in JavaScript, is true."""
    stage.page.wait_for_function(f"([stage, values]) => ({holds})(stage, values)",
                                 arg=[stage.element_handle(), list(values)])


READY = """(stage, [least]) => {
    const words = stage.querySelector(".lab-words").innerText;
    const last = Number(stage.querySelector(".lab-bar input[type=range]").max);
    return words.includes("over") || (words.includes("Your turn") && last >= least);
}"""


def words(stage):
    return stage.locator(".lab-words").inner_text().strip()


def last(stage):
    return int(stage.locator("input[type=range]").first.get_attribute("max"))


def test_a_whole_game_of_connect_four(browser, address):
    """By clicking on the board, one move by keyboard; the focus stays; it can be looked back at."""
    page = opened(browser, address, "widget.ipynb")
    command(page, "notebook:run-all-cells")
    stage = page.locator(".lab").first
    stage.locator(".lab-words").wait_for()
    places = stage.locator("svg.lab-areas rect")
    assert places.count() == 7 and "You are x" in words(stage)
    for turn in range(1, 22):
        before = last(stage)
        if turn == 2:
            places.first.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        else:
            places.nth(turn * 3 % places.count()).click()
        until(stage, READY, before + 2)
        assert stage.evaluate("(stage) => stage.contains(document.activeElement)")
        assert "over" in words(stage) or last(stage) == before + 2
        if "over" in words(stage):
            break
    assert re.search("The game is over: (. wins|a draw)", words(stage)) and places.count() == 0
    stage.get_by_role("button", name="review").click()
    until(stage, """(stage) => { const told = stage.querySelector(".lab-turn svg");
        return told && !told.textContent.includes("looked at"); }""")
    assert stage.locator(".lab-course svg polyline, .lab-course svg path").count() > 0
    closed(page, address)
