"""Searches in web pages, how fast they are and how long a page takes to make and to open: the rows of
``python -m benchmarks --against native`` and ``--pages``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from importlib.resources import files
from math import exp, log
from pathlib import Path
from statistics import fmean, median

import numpy as np

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import facts, legal_actions, play, sample_action, start, to_move
from mcts_lab.games.vgdl.library import NAMES

from .rows import rate

PLAYS = 6  # at random, before the search that is measured
SECONDS = 0.2  # that a native search takes, about
ANSWER = """
labUnpacked(DATA.module).then((bytes) => labGame(bytes, DATA.manifest)).then((game) => {
  const search = game.search(DATA.method), here = game.load(labDecoded(DATA.state));
  require("readline").createInterface({input: process.stdin}).on("line", (text) => {
    const [iterations, seconds] = JSON.parse(text), before = process.cpuUsage();
    let passed = 0, made = 0;
    do {
      made += search.begin(here, 0).run(iterations);
      const {user, system} = process.cpuUsage(before);
      passed = (user + system) / 1e6;
    } while (passed < seconds);
    console.log(made / passed);
  });
});
"""
SEARCH = """() => {
  if (!window.lab) return 0;
  const state = lab.moments.map(({bytes}) => lab.game.load(bytes)).find((one) => lab.game.toMove(one) >= 0);
  if (state === undefined) return 0;
  lab.game.search(lab.agents[0].name).begin(state, 1).run(100);
  return performance.now();
}"""


def make(name):
    """A game by its name; those in VGDL as ``vgdl:zelda``."""
    return games.make(*name.split(":"))


def names() -> list:
    return [name for name in games.names() if name != "vgdl"] + [f"vgdl:{name}" for name in NAMES]


def opened(game):
    """A state of a player's turn with a choice, a few random plays from the start."""
    rng, scratch = stream(0), np.empty(facts(game).branching + 64, np.int32)
    for plays in range(PLAYS, -1, -1):
        state = start(game, 1)
        while plays > 0 or to_move(game, state) == -1:
            if to_move(game, state) < -1:
                break
            plays -= 1
            play(game, state, sample_action(game, state, rng, scratch), rng)
        if to_move(game, state) >= 0 and len(legal_actions(game, state)) > 1:
            break
    return state


def against_native(chosen=(), rounds=5):
    """Iterations per second of a page's search in Node and natively, in turns; ``ratio`` is page / native.

    The last row has the geometric mean of the ratios. Yields a row as soon as it is measured.
    """
    from mcts_lab.web import wasm
    from mcts_lab.web.offers import usual

    ratios = []
    for name in chosen or names():
        game = make(name)
        methods = usual(game)
        label, method = next(iter(methods.items()))
        made, state = wasm(game, methods), opened(game)

        def native(iterations, game=game, state=state, method=method):
            return lambda: method.search(game, state, iterations=iterations, seed=0).iterations

        native(10)()  # compiles
        n = int(min(max(SECONDS * rate(native(1000)), 500), 50_000))
        with in_node(made, label, state, n) as page:
            page()
            pairs = [(page(), rate(native(n))) for _ in range(rounds)]
        ratios.append(median(ours / theirs for ours, theirs in pairs))
        yield {"game": name, "method": label, "unit": "iterations", "ours": median(pair[0] for pair in pairs),
               "theirs": median(pair[1] for pair in pairs), "ratio": ratios[-1], "remark": ""}
    mean = exp(fmean(map(log, ratios)))
    yield {"game": "all", "method": "geometric mean", "unit": "", "ours": mean, "theirs": 1.0, "ratio": mean,
           "remark": ""}


@contextmanager
def in_node(made, method, state, iterations):
    """A function for the iterations per second of a search in Node. Raises FileNotFoundError where there is none."""
    from mcts_lab.web.layout import coded

    if not shutil.which("node"):
        raise FileNotFoundError("Node is not installed, in which the searches of pages are measured")
    data = {"module": coded(made.wasm), "manifest": made.manifest, "method": method, "state": based(state)}
    live = files("mcts_lab.web").joinpath("live.js").read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "search.cjs")
        script.write_text(f"{live}\nconst DATA = {json.dumps(data)};\n{ANSWER}", "utf-8")
        with subprocess.Popen(["node", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
            def answer():
                node.stdin.write(json.dumps([iterations, SECONDS]) + "\n")
                node.stdin.flush()
                return float(node.stdout.readline())

            yield answer
            node.stdin.close()


def based(state) -> str:
    import base64

    return base64.b64encode(np.asarray(state).tobytes()).decode()


# -- making and opening pages ------------------------------------------------------------------------------------------


def pages(chosen=()):
    """For each game a row: bytes of its page, seconds of processor time to make it and to compile the same searches
    natively, each with nothing kept, and milliseconds until a first search has run in Chromium."""
    for name in chosen or names():
        page, native = (alone(name, what) for what in ("page", "native"))
        yield {"game": name, "bytes": page["bytes"], "page": page["seconds"], "native": native["seconds"],
               "ratio": page["seconds"] / native["seconds"], "first": page["first"]}


def sizes(chosen=()):
    """For each game a row: bytes of its page."""
    from mcts_lab.web.page import play_page

    for name in chosen or names():
        yield {"game": name, "bytes": len(play_page(make(name)).encode())}


def alone(name, what) -> dict:
    """What `measure` finds in a process of its own, with no code kept."""
    code = "import sys; from benchmarks.pages import measure; measure(*sys.argv[1:])"
    with tempfile.TemporaryDirectory() as folder:
        place = {**os.environ, "MCTS_LAB_CACHE": folder, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", code, name, what], env=place, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"The measurement in a process of its own failed: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout)


def measure(name, what):
    """Print, as JSON, the processor time of making a page, or of compiling its searches natively."""
    from mcts_lab.web.offers import usual
    from mcts_lab.web.page import play_page

    game = make(name)
    found, before = {}, spent()
    if what == "page":
        text = play_page(game, seed=1)
        found = {"bytes": len(text.encode()), "seconds": spent() - before, "first": first_search(text)}
    else:
        state = opened(game)
        before = spent()
        for method in usual(game).values():
            method.search(game, state, iterations=10, seed=1, compiled=True)
        found = {"seconds": spent() - before}
    print(json.dumps(found))


def spent() -> float:
    """Seconds of processor time, those of helping processes included."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def first_search(text):
    """Milliseconds from opening a page until its search has run 100 iterations; None without Chromium."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        return None
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        place = Path(folder, "page.html")
        place.write_text(text, "utf-8")
        try:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except Error:
            return None
        tab = browser.new_page()
        found = []
        for _ in range(5):
            tab.goto(place.as_uri())
            found.append(tab.wait_for_function(SEARCH).json_value())
        browser.close()
    return median(found)
