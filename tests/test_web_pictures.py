"""What pages show of games is what Python shows, text by text."""

import base64
import json
import shutil
import subprocess
from importlib.resources import files

import numpy as np
import pytest
from wasm_hosts import positions

from mcts_lab import games
from mcts_lab.game import (
    CHANCE,
    action_name,
    after,
    areas,
    facts,
    highlights,
    legal_actions,
    outcome,
    svg_for,
    text_for,
    to_move,
)
from mcts_lab.web.layout import record
from mcts_lab.web.pictures import pictures
from mcts_lab.web.translate import Translation, Untranslatable

GAMES = ["tic_tac_toe", "connect_four", "othello", "hex", "breakthrough", "nim", "gaps", "knockout_whist"]

COMPARE = """
const {layout, rows, viewers} = JSON.parse(require("fs").readFileSync("rows.json"));
const shown = labPictures, game = shown.game;
function state(text) {
  const b = Buffer.from(text, "base64");
  return labRecord(new DataView(b.buffer, b.byteOffset, b.length), 0, layout);
}
function described({before, actions}) {
  const s = state(before);
  const seen = (v) => [shown.text(game, s, v), shown.svg(game, s, v, false), shown.svg(game, s, v, true)];
  const marked = (a, then) => (v) => [shown.areas(game, s, a, v), shown.highlights(game, s, a, state(then), v)];
  return [viewers.map(seen), shown.outcome(game, s),
    actions.map(([a, then]) => [shown.name(game, s, a), viewers.map(marked(a, then))])];
}
console.log(JSON.stringify(rows.map(described)));
"""


def own(name):
    return files("mcts_lab.web").joinpath(name).read_text("utf-8").partition("\nif (typeof module")[0]


def in_node(code, folder, **data):
    """What a script prints, as data."""
    if not shutil.which("node"):
        pytest.skip("needs Node")
    for name, value in data.items():
        (folder / f"{name}.json").write_text(json.dumps(value), "utf-8")
    (folder / "script.js").write_text(code, "utf-8")
    ran = subprocess.run(["node", "script.js"], cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def coded(state):
    return base64.b64encode(np.asarray(state).tobytes()).decode()


@pytest.mark.parametrize("name", GAMES)
def test_pictures_names_and_areas_are_those_of_python(name, tmp_path):
    game = games.make(name)
    viewers = [None, *range(facts(game).players)]
    rows, expected = [], []
    for state in positions(game, 4):
        actions = [] if to_move(game, state) == CHANCE else legal_actions(game, state)[:12]
        follow = [after(game, state, a, 1) for a in actions]
        rows.append({"before": coded(state), "actions": [(a, coded(s)) for a, s in zip(actions, follow, strict=True)]})
        expected.append([
            [[text_for(game, state, v), svg_for(game, state, v), svg_for(game, state, v, True)] for v in viewers],
            outcome(game, state),
            [[action_name(game, state, a), [[areas(game, state, a, v), highlights(game, state, a, s, v)]
                                            for v in viewers]] for a, s in zip(actions, follow, strict=True)],
        ])
    data = {"layout": record(facts(game).dtype), "rows": rows, "viewers": viewers}
    found = in_node(own("python.js") + own("live.js") + pictures(game) + COMPARE, tmp_path, rows=data)
    assert found == json.loads(json.dumps(expected))


def test_numbers_are_written_as_python_writes_them(tmp_path):
    rng = np.random.default_rng(1)
    values = [0, 1, -1, 2.5, 0.5, 1.5, 19.1875, 19.0625, 1e-7, 123456.5, 99999.95, 0.1, 12.345,
              *(rng.normal(size=60) * 10.0 ** rng.integers(-8, 9, 60)).tolist(), *(rng.integers(-4000, 4000, 40) / 64)]
    values = [float(value) if value % 1 else int(value) for value in values]
    specs = ["g", ".5g", ".4g", ".3g", ".2f", ".0f", ".1f", ",", "+g", "05g", ">8g", "^9g", "*<7g"]
    code = own("python.js") + """const {values, specs} = JSON.parse(require("fs").readFileSync("given.json"));
    console.log(JSON.stringify(values.map((x) => specs.map((spec) => py.format(x, spec)))));"""
    found = in_node(code, tmp_path, given={"values": values, "specs": specs})
    specs_of = [(value, spec) for value in values for spec in specs if spec != "," or isinstance(value, int)]
    flat = {(values[i], specs[j]): text for i, row in enumerate(found) for j, text in enumerate(row)}
    assert {pair: flat[pair] for pair in specs_of} == {(value, spec): format(value, spec) for value, spec in specs_of}


def spread(n, *more, factor=2):
    return n


@pytest.mark.parametrize("made, named", [
    (spread, "any number of arguments"), (lambda x: open(x), "open"), (lambda x: {**x}, r"\*\*"),
])
def test_what_cannot_be_translated_is_refused_by_name(made, named):
    with pytest.raises(Untranslatable, match=named):
        Translation([]).name(made)


def test_no_text_ends_the_script():
    translation = Translation([])
    translation.name(hostile)
    assert "</script" not in translation.source()


def hostile():
    return f"</script><b>{1}</b>"
