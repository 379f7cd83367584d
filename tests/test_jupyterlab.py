"""A widget in a real JupyterLab in a real browser: a whole game of Connect Four by clicking on the board.

Skipped where Playwright, Chromium or JupyterLab is not installed.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytest.importorskip("jupyterlab", reason="needs JupyterLab")
pytest.importorskip("anywidget", reason="needs anywidget")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
PATIENCE = 240  # seconds that anything may take on a busy machine
PLAY = """from mcts_lab import games
from mcts_lab.players import SearchPlayer
from mcts_lab.search.mcts.uct import UCT
from mcts_lab.views.widgets.play import Play
Play(games.connect_four(), SearchPlayer(UCT(), iterations=60, compiled=False), seed=1)"""


@pytest.fixture
def lab(tmp_path):
    """The address of a JupyterLab with one notebook, which plays."""
    import nbformat

    cell = nbformat.v4.new_code_cell(PLAY)
    notebook = nbformat.v4.new_notebook(cells=[cell], metadata={"kernelspec": {
        "name": "python3", "display_name": "Python 3", "language": "python"}})
    nbformat.write(notebook, tmp_path / "play.ipynb")
    kernel = tmp_path / "share" / "kernels" / "python3"  # the interpreter that runs this test
    kernel.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "Python 3", "language": "python"}))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    root = Path(__file__).resolve().parents[1]
    found = [str(tmp_path / "share"), os.environ.get("JUPYTER_PATH", "")]
    environment = os.environ | {
        "JUPYTER_PATH": os.pathsep.join(filter(None, found)), "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
        "JUPYTER_DATA_DIR": str(tmp_path / "data"), "JUPYTER_RUNTIME_DIR": str(tmp_path / "run"),
        "MCTS_LAB_INTERPRET": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH", "")]))}
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
         "--IdentityProvider.token=", f"--notebook-dir={tmp_path}"],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(PATIENCE):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=5)
                break
            except OSError:
                assert server.poll() is None, "JupyterLab did not start"
                time.sleep(1)
        yield f"http://127.0.0.1:{port}/lab/tree/play.ipynb?reset"
    finally:
        server.terminate()
        server.wait(60)


def test_a_whole_game_by_clicking_on_the_board(lab):
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(lab)
        page.wait_for_selector("text=/Python 3.*Idle/")  # the kernel is there
        page.keyboard.press("Escape")
        page.click(".jp-Cell .cm-content")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector("svg.lab-areas rect")
        for turn in range(1, 22):
            if turn == 2:  # by keyboard
                page.locator("svg.lab-areas rect").first.focus()
                page.keyboard.press("ArrowRight")
                page.keyboard.press("Enter")
            else:
                places = page.locator("svg.lab-areas rect")
                places.nth(turn * 3 % places.count()).click()
            page.wait_for_function(f"""() => {{
                const words = document.querySelector(".lab-words").innerText;
                const last = Number(document.querySelector(".lab-bar input[type=range]").max);
                return words.includes("over") || (words.includes("Your turn") && last === {2 * turn});
            }}""")
            assert page.evaluate("document.querySelector('.lab').contains(document.activeElement)")  # focus is kept
            if "over" in page.inner_text(".lab-words"):
                break
        words = page.inner_text(".lab-words")
        assert "The game is over" in words
        page.focus(".lab")
        page.keyboard.press("ArrowLeft")
        page.wait_for_function("() => !document.querySelector('.lab-words').innerText.includes('over')")
        before = page.evaluate("getComputedStyle(document.querySelector('.lab')).backgroundColor")
        page.evaluate("document.body.dataset.jpThemeLight = 'false'")
        assert page.evaluate("getComputedStyle(document.querySelector('.lab')).backgroundColor") != before
        browser.close()
