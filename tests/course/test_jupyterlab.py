"""Every notebook and every widget in a real JupyterLab in a real browser: by mouse and by keyboard.

Skipped where Playwright, a Chromium that starts, or JupyterLab is not installed. ``MCTS_LAB_PICTURES=FOLDER`` keeps a
picture of each widget as it stands in the end (those of ``docs/img`` are made so).
"""

import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from mcts_course.jupyter import notebooks

pytest.importorskip("jupyterlab", reason="needs JupyterLab")
pytest.importorskip("anywidget", reason="needs anywidget")
nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebooks'")

PATIENCE = int(os.environ.get("MCTS_LAB_PATIENCE", 300))  # seconds that anything may take on a busy machine
ROOT = Path(__file__).resolve().parents[2]
OPENS = "from mcts_course.lesson import *"  # lessons that begin with something to see
MADE = [master for master in notebooks.masters() if notebooks.made(master).is_file()]
OPENING = [master.stem for master in MADE if OPENS in master.read_text(encoding="utf-8").partition("# %%\n")[2][:40]]
QUICK = {"iterations": 400, "deepest": 4}  # values for parameters of notebooks that have them
WIDGETS = {
    "connect_four": "Play(games.connect_four(), SearchPlayer(UCT(), iterations=40), seed=1)",
    "watch": "Watch.of(games.tic_tac_toe(), iterations=12, seed=1)",
    "alpha_beta": 'AlphaBetaSteps("((3 12 8) (2 4 6) (14 5 2))")',
}
IMPORTS = """import os
os.environ["MCTS_LAB_INTERPRET"] = "1"
from mcts_lab import games
from mcts_lab.players import SearchPlayer
from mcts_lab.search.mcts.search import UCT
from mcts_course.widgets import play
from mcts_course.widgets.alpha_beta import AlphaBetaSteps
from mcts_course.widgets.play import Play
from mcts_course.widgets.watch import Watch
play.PATIENCE = 0.05"""


@pytest.fixture(scope="module")
def lab(browser, tmp_path_factory):
    """The address of a JupyterLab with copies of all notebooks without outputs, and others of this file."""
    home = tmp_path_factory.mktemp("lab")
    work = home / "notebooks"
    work.mkdir()
    for master in MADE:
        copy = nbformat.read(notebooks.made(master), as_version=4)
        copy.metadata.pop("widgets", None)
        for cell in copy.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
            if "parameters" in cell.metadata.get("tags", ()):
                cell.source += "".join(f"\n{name} = {value}" for name, value in QUICK.items()
                                       if re.search(f"^{name} *=", cell.source, re.MULTILINE))
        nbformat.write(copy, work / f"{master.stem}.ipynb")
        shutil.copy(notebooks.made(master), work / f"as_it_is_{master.stem}.ipynb")
    cells = [nbformat.v4.new_code_cell(source) for source in (IMPORTS, *WIDGETS.values())]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), work / "widgets.ipynb")
    spec = home / "share" / "kernels" / "python3"  # the interpreter that runs this test
    spec.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(json.dumps({"argv": argv, **notebooks.KERNEL}))
    for about, wanted in (("notebook-extension/tracker", '{"windowingMode": "none"}'),  # cells out of sight too
                          ("apputils-extension/notification", '{"fetchNews": "false"}')):
        settings = home / "settings" / "@jupyterlab" / f"{about}.jupyterlab-settings"
        settings.parent.mkdir(parents=True)
        settings.write_text(wanted)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found = [str(home / "share"), os.environ.get("JUPYTER_PATH", "")]
    environment = os.environ | {
        "JUPYTER_PATH": os.pathsep.join(filter(None, found)), "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"), "JUPYTER_RUNTIME_DIR": str(home / "run"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))}
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
         "--IdentityProvider.token=", "--expose-app-in-browser", "--ServerApp.disable_check_xsrf=True",
         f"--notebook-dir={work}"],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(PATIENCE):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=5)
                break
            except OSError:
                assert server.poll() is None, "JupyterLab did not start"
                time.sleep(1)
        yield address
    finally:
        server.terminate()
        try:
            server.wait(60)
        except subprocess.TimeoutExpired:  # a busy machine
            server.kill()


def opened(browser, lab, name):
    """A page on which a notebook has been opened and its cells have been run, all or up to the first error."""
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{lab}/lab/tree/{name}.ipynb?reset")
    page.wait_for_selector("text=/Python 3.*Idle/")  # the kernel is there
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    return page


def closed(page, lab):
    """End a page and all kernels."""
    page.close()
    for kernel in json.load(urllib.request.urlopen(f"{lab}/api/kernels")):
        urllib.request.urlopen(urllib.request.Request(f"{lab}/api/kernels/{kernel['id']}", method="DELETE"))


ERRORS = """() => [...jupyterapp.shell.currentWidget.content.model.cells].filter((cell) => cell.outputs)
    .flatMap((cell) => cell.outputs.toJSON()).filter((output) => output.output_type === "error")
    .map((output) => `${output.ename}: ${output.evalue}`)"""


# -- all notebooks -----------------------------------------------------------------------------------------------------


@pytest.mark.release
@pytest.mark.parametrize("name", [master.stem for master in MADE])
def test_a_notebook_runs_in_the_browser(browser, lab, name):
    source = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    stages = sum("frame" in state["state"] for state in source.metadata.get("widgets", {}).get(
        "application/vnd.jupyter.widget-state+json", {}).get("state", {}).values())
    page = opened(browser, lab, name)
    try:
        assert page.evaluate(ERRORS) == []
        page.wait_for_function(f"document.querySelectorAll('.lab .lab-words').length === {stages}")
        found = page.evaluate("""() => ({
            wrong: [...document.querySelectorAll('.lab-wrong')].map((e) => e.innerText),
            unrun: [...document.querySelectorAll('.jp-CodeCell')].filter((cell) =>
                cell.querySelector('.cm-content').innerText.trim()
                && !/\\d/.test(cell.querySelector('.jp-InputPrompt').innerText)).length,
            blind: [...document.querySelectorAll('.jp-OutputArea-output img')].filter(
                (e) => !e.alt || (e.complete && !e.naturalWidth)).length,
            pictures: [...document.querySelectorAll('.lab')].filter((e) => !e.querySelector('svg[role=img]')).length,
        })""")
        assert found == {"wrong": [], "unrun": 0, "blind": 0, "pictures": 0}
    finally:
        closed(page, lab)


SEEN = """() => {
    const seen = (element) => { const box = element.getBoundingClientRect();
        return box.width ? Math.min(box.bottom, innerHeight) - Math.max(box.top, 0) : 0; };
    const heights = (query, room = document.querySelector(".jp-Notebook")) =>
        [...room.querySelectorAll(query)].map((element) => [element.textContent.trim(), seen(element)]);
    return {asked: heights("strong").filter(([text, height]) => text.endsWith("?") && height > 10).length,
            code: heights(".jp-CodeCell .cm-line").filter(([text, height]) => text && height > 0).length,
            picture: Math.max(0, ...heights(".jp-OutputArea-output :is(svg, img)").map((one) => one[1])),
            dirty: jupyterapp.shell.currentWidget.context.model.dirty}; }"""


@pytest.mark.release
@pytest.mark.parametrize("name", OPENING)
def test_the_first_screen_shows_a_picture_and_asks(browser, lab, name):
    """As the notebook lies in the project, on a screen of 1280 x 800; to open it leaves it as it is."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(PATIENCE * 1000)
    try:
        page.goto(f"{lab}/lab/tree/as_it_is_{name}.ipynb?reset")
        page.wait_for_selector("text=/Python 3.*Idle/")
        page.wait_for_selector(".jp-OutputArea-output svg, .jp-OutputArea-output img")
        page.wait_for_function(f"() => ({SEEN})().picture >= 200")
        seen = page.evaluate(SEEN)
        assert seen["asked"] == 1 and 1 <= seen["code"] <= 3
        made = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))
        assert not seen["dirty"] or made["metadata"]["language_info"]["version"] != sys.version.split()[0]
    finally:
        closed(page, lab)


# -- the widgets -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stages(browser, lab):
    """The stage of each of `WIDGETS`, as a locator."""
    page = opened(browser, lab, "widgets")
    page.wait_for_function(f"document.querySelectorAll('.lab .lab-words').length === {len(WIDGETS)}")
    found = page.locator(".lab")
    yield {name: found.nth(i) for i, name in enumerate(WIDGETS)}
    closed(page, lab)


@pytest.fixture
def kept(stages, request):
    """Keeps a picture of a stage when the test is over, where a folder for them is named."""
    yield
    folder, name = os.environ.get("MCTS_LAB_PICTURES"), request.function.shows
    if folder:
        from PIL import Image

        shot = Image.open(io.BytesIO(stages[name].screenshot()))
        shot.convert("RGB").quantize(64).save(Path(folder) / f"lab_{name}.png", optimize=True)


def shows(name):
    """Marks the test of a widget."""

    def mark(test):
        test.shows = name
        return pytest.mark.usefixtures("kept")(test)

    return mark


def until(stage, holds, *values):
    """Wait until ``holds(the stage's element, values)``, a function in JavaScript, is true."""
    stage.page.wait_for_function(f"([stage, values]) => ({holds})(stage, values)",
                                 arg=[stage.element_handle(), list(values)])


SAYS = "(stage, [words]) => stage.querySelector('.lab-words').innerText.includes(words)"
READY = """(stage, [least]) => {
    const words = stage.querySelector(".lab-words").innerText;
    const last = Number(stage.querySelector(".lab-bar input[type=range]").max);
    return words.includes("over") || (words.includes("Your turn") && last >= least);
}"""


def words(stage):
    return stage.locator(".lab-words").inner_text().strip()


def last(stage):
    return int(stage.locator("input[type=range]").first.get_attribute("max"))


def has_focus(stage):
    return stage.evaluate("(stage) => stage.contains(document.activeElement)")


@shows("connect_four")
def test_a_whole_game_of_connect_four(stages):
    """By clicking on the board, one move by keyboard; the focus stays; it can be looked back at."""
    stage = stages["connect_four"]
    places = stage.locator("svg.lab-areas rect")
    assert places.count() == 7 and "You are x" in words(stage)
    for turn in range(1, 22):
        before = last(stage)
        if turn == 2:
            places.first.focus()
            stage.page.keyboard.press("ArrowRight")
            stage.page.keyboard.press("Enter")
        else:
            places.nth(turn * 3 % places.count()).click()
        until(stage, READY, before + 2)
        assert has_focus(stage)
        assert "over" in words(stage) or last(stage) == before + 2
        if "over" in words(stage):
            break
    assert re.search("The game is over: (. wins|a draw)", words(stage)) and places.count() == 0
    stage.focus()
    stage.page.keyboard.press("ArrowLeft")
    until(stage, "(stage) => !stage.querySelector('.lab-words').innerText.includes('over')")
    stage.page.keyboard.press("End")
    until(stage, SAYS, "The game is over")
    stage.get_by_role("button", name="review").click()
    until(stage, """(stage) => { const told = stage.querySelector(".lab-turn svg");
        return told && !told.textContent.includes("looked at"); }""")
    assert stage.locator(".lab-course svg polyline, .lab-course svg path").count() > 0


@shows("watch")
def test_a_search_is_stepped_by_keyboard(stages):
    from mcts_course.widgets.watch import Watch
    from mcts_lab import games

    stage, watch = stages["watch"], Watch.of(games.tic_tac_toe(), iterations=12, seed=1)
    stage.focus()
    for position in (1, 2, 3):
        stage.page.keyboard.press("ArrowRight")
        until(stage, SAYS, watch.frame(position).words)
        assert has_focus(stage)
    stage.page.keyboard.press("ArrowLeft")
    until(stage, SAYS, watch.frame(2).words)
    stage.page.keyboard.press("End")
    until(stage, SAYS, watch.frame(len(watch)).words)
    assert stage.locator(".lab-why svg title").first.text_content() == "Why this child?"


@shows("alpha_beta")
def test_alpha_beta_is_stepped_and_reordered(stages):
    from mcts_course.widgets.alpha_beta import AlphaBetaSteps

    stage, steps = stages["alpha_beta"], AlphaBetaSteps("((3 12 8) (2 4 6) (14 5 2))")
    for position in (1, 2):
        stage.locator("text=forward").click()
        until(stage, SAYS, steps.frame(position).words)
    stage.page.keyboard.press("End")
    until(stage, SAYS, steps.frame(len(steps)).words)
    assert "looked at 7; cut off 2" in stage.locator(".lab-counters svg desc").text_content()
    order = stage.locator("input[data-key=settingplace]")
    order.focus()
    order.press("ArrowRight")  # the best move first
    until(stage, "(stage) => stage.querySelector('.lab-bar input[type=range]').value === '0'")
    stage.focus()
    stage.page.keyboard.press("End")
    until(stage, "(stage) => stage.querySelector('.lab-counters svg desc').textContent.includes('looked at 5')")


def test_stages_follow_the_theme_of_jupyterlab(stages):
    stage = stages["watch"]
    colour = "(stage) => getComputedStyle(stage).backgroundColor"
    before = stage.evaluate(colour)
    stage.evaluate("() => { document.body.dataset.jpThemeLight = 'false'; }")
    assert stage.evaluate(colour) != before
    stage.evaluate("() => { document.body.dataset.jpThemeLight = 'true'; }")
    assert stage.evaluate(colour) == before
