"""``mcts-lab lab``: it starts, says where, makes copies to work in, and leaves what is the user's as it was."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from mcts_course.jupyter import lab, notebooks, working_copies
from mcts_lab.cli import main
from mcts_papers import paths

pytest.importorskip("jupyterlab", reason="needs JupyterLab")

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = int(os.environ.get("MCTS_LAB_PATIENCE", 300))  # seconds that anything may take on a busy machine
ADDRESS = re.compile(r"Open: (http://\S+)")


@pytest.fixture
def project(tmp_path):
    """A folder with lessons, as ``mcts-lab lessons`` writes it."""
    folder = tmp_path / "project"
    (folder / "notebooks").mkdir(parents=True)
    for name in ("00_play.ipynb", "glossary.md"):
        shutil.copy(ROOT / "notebooks" / name, folder / "notebooks")
    (folder / paths.MARK).touch()
    return folder


@contextlib.contextmanager
def started(project, home):
    """What ``mcts-lab lab`` says up to its address; the end of the block ends it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "XDG"))}
    own = {"HOME": str(home), "PYTHONPATH": str(ROOT), "MCTS_LAB_INTERPRET": "1", "MCTS_LAB_PROJECT": str(project)}
    process = subprocess.Popen([sys.executable, "-m", "mcts_lab", "lab", "--no-browser"], cwd=home, env=kept | own,
                               text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                               start_new_session=True)
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if ADDRESS.search(line):
                break
        yield "".join(said)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.stdout.close()
        process.wait(PATIENCE)


def ask(address):
    for _ in range(PATIENCE):
        try:
            return urllib.request.urlopen(address, timeout=PATIENCE)
        except OSError as error:  # it says its address a moment before it answers
            assert isinstance(getattr(error, "reason", error), ConnectionError), error
            time.sleep(1)
    raise AssertionError(f"nothing answers at {address}")


@pytest.mark.all
def test_it_starts_and_its_settings_are_defaults_that_the_users_own_override(project, tmp_path):
    """Also for root, to whom JupyterLab itself says no. No file of the user's is written."""
    own = tmp_path / ".jupyter" / "lab" / "user-settings" / "@jupyterlab" / "apputils-extension"
    own.mkdir(parents=True)
    (own / "notification.jupyterlab-settings").write_text('{"fetchNews": "true"}')
    (tmp_path / ".jupyter" / "jupyter_server_config.json").write_text('{"ServerApp": {"allow_origin": "http://own"}}')
    with started(project, tmp_path) as said:
        [address] = ADDRESS.findall(said)
        assert b"jupyter-config-data" in ask(address).read() and said.count("http://") == 1
        base, token = re.fullmatch(r"(.*)/lab/tree/notebooks/00_play.ipynb\?token=(.*)", address).groups()

        def setting(name):
            raw = json.loads(ask(f"{base}/lab/api/settings/{name}?token={token}").read())
            defaults = raw["schema"]["properties"]
            return {key: value.get("default") for key, value in defaults.items()}, json.loads(raw["raw"] or "{}")

        defaults, _ = setting("@jupyter-widgets/jupyterlab-manager:plugin")
        assert defaults["saveState"] is True
        defaults, users = setting("@jupyterlab/apputils-extension:notification")
        assert defaults["fetchNews"] == "false" and users == {"fetchNews": "true"}
        assert ask(f"{base}/api?token={token}").headers["Access-Control-Allow-Origin"] == "http://own"
    assert (own / "notification.jupyterlab-settings").read_text() == '{"fetchNews": "true"}'


def test_compiling_ends_with_jupyterlab(monkeypatch):
    monkeypatch.setattr(lab, "COMPILE", "import os, sys, threading, time\nprint(os.getpid(), flush=True)\n"
                        "threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()\n"
                        "time.sleep(600)")
    with lab.compiling(PATIENCE) as process:
        assert process.poll() is None
    assert process.wait(PATIENCE) is not None


def test_a_lesson_that_was_compiled_is_not_run_again(monkeypatch, tmp_path):
    folder = tmp_path / "notebooks"
    (folder / "source").mkdir(parents=True)
    (folder / "source" / "00_small.py").write_text("# %%\n1 + 1\n")
    (folder / "glossary.md").touch()
    monkeypatch.setenv("MCTS_LAB_CACHE", str(tmp_path / "cache"))
    ran = []
    monkeypatch.setattr(notebooks, "run_cells", lambda notebook, folder, name: ran.append((name, len(notebook.cells))))
    for _ in range(2):
        assert notebooks.compile_searches(folder / "00_small.ipynb") == "00_small"
    assert ran == [("00_small.ipynb", 1)]
    (folder / "source" / "00_small.py").write_text("# %%\n1 + 2\n")
    notebooks.compile_searches(folder / "00_small.ipynb")
    assert len(ran) == 2


# -- copies to work in -------------------------------------------------------------------------------------------------


@pytest.fixture
def lessons(tmp_path):
    folder = tmp_path / "notebooks"
    folder.mkdir()
    for name in ("00_play.ipynb", "01_minimax.ipynb", "glossary.md"):
        (folder / name).write_text(f"first {name}")
    return tmp_path


def contents(folder):
    return {path.name: path.read_text() for path in folder.iterdir() if path.name != working_copies.RECORD}


def test_lessons_are_copied_once_and_never_overwritten(lessons):
    folder, newer = working_copies.work_on(lessons)
    assert folder == lessons / "my_lessons" and newer == []
    assert contents(folder) == contents(lessons / "notebooks")
    (folder / "00_play.ipynb").write_text("the work of an evening")
    assert working_copies.work_on(lessons) == (folder, [])
    assert contents(folder)["00_play.ipynb"] == "the work of an evening"


def test_a_lesson_that_has_changed_is_offered_under_another_name(lessons):
    folder, _ = working_copies.work_on(lessons)
    (folder / "00_play.ipynb").write_text("the work of an evening")
    for version in ("second", "third"):
        (lessons / "notebooks" / "00_play.ipynb").write_text(version)
        _, newer = working_copies.work_on(lessons)
        assert [path.read_text() for path in newer] == [version]
        assert working_copies.work_on(lessons)[1] == []
    assert contents(folder) == {"00_play.ipynb": "the work of an evening", "00_play_2.ipynb": "second",
                                "00_play_3.ipynb": "third", "01_minimax.ipynb": "first 01_minimax.ipynb",
                                "glossary.md": "first glossary.md"}


@pytest.mark.parametrize("record", [None, "", "{", "[1]", '{"00_play.ipynb": 3}'])
def test_without_a_record_no_work_is_lost(lessons, record):
    folder, _ = working_copies.work_on(lessons)
    (folder / "00_play.ipynb").write_text("the work of an evening")
    (folder / working_copies.RECORD).unlink()
    if record is not None:
        (folder / working_copies.RECORD).write_text(record)
    working_copies.work_on(lessons)
    assert contents(folder)["00_play.ipynb"] == "the work of an evening"


def test_a_copy_that_was_deleted_is_made_again(lessons):
    folder, _ = working_copies.work_on(lessons)
    (folder / "00_play.ipynb").unlink()
    assert working_copies.work_on(lessons) == (folder, [])
    assert contents(folder)["00_play.ipynb"] == "first 00_play.ipynb"


# -- which folder it opens ---------------------------------------------------------------------------------------------


def test_where_it_begins(tmp_path, project, checkout, monkeypatch):
    from mcts_course.cli.lab import place

    (checkout / "notebooks").mkdir()
    shutil.copy(ROOT / "notebooks" / "00_play.ipynb", checkout / "notebooks")
    assert place(None, True) == (checkout, checkout / "notebooks", [])
    assert place(None, False) == (checkout, checkout / "my_lessons", [])
    assert place(str(project), False) == (project, project, [])
    monkeypatch.setenv("MCTS_LAB_PROJECT", str(project))
    assert place(None, False) == (project, project / "notebooks", [])


@pytest.mark.parametrize("line, says", [
    ("lab nowhere_at_all", "is not a folder"), ("lab . --here", "Leave out one of them"),
    ("lab --port 0", "at least 1"), ("lab --her", "Did you mean '--here'"),
])
def test_a_line_that_makes_no_sense_is_told_in_one_sentence(capsys, monkeypatch, tmp_path, line, says):
    monkeypatch.chdir(tmp_path)
    assert main(line.split())
    told = capsys.readouterr().err
    assert says in told and told.count("\n") == 1
