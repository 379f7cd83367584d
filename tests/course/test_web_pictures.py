"""What pages show of games is what Python shows, text by text."""

import base64
import hashlib
import json
import shutil
import subprocess
from importlib.resources import files

import numpy as np
import pytest
from wasm_hosts import positions

from mcts_course.web.game_script import pictures
from mcts_course.web.memory_layout import record
from mcts_course.web.translate import Translation, Untranslatable
from mcts_lab import games
from mcts_lab.appearance import draws
from mcts_lab.game import CHANCE, after, legal_actions
from mcts_lab.views.captions import said_of_payoffs
from mcts_papers.games.vgdl.building import build
from mcts_papers.games.vgdl.library import FOLDER, NAMES
from mcts_papers.games.vgdl.reading import VgdlError

GAMES = [(name,) for name in games.names() if name != "vgdl"] + [("vgdl", name) for name in NAMES]

COMPARE = """
const {layout, rows, viewers, drawn} = JSON.parse(require("fs").readFileSync("rows.json"));
const shown = labPictures;
function state(text) {
  const b = Buffer.from(text, "base64");
  return labRecord(new DataView(b.buffer, b.byteOffset, b.length), 0, layout);
}
function described({before, actions}) {
  const s = state(before), game = shown.game;
  const draw = (v, dark) => drawn ? shown.svg(game, s, v, dark) : null;
  const seen = (v) => [shown.text(game, s, v), draw(v, false), draw(v, true)];
  const marked = (a, then) => (v) => [shown.areas(game, s, a, v), shown.highlights(game, s, a, state(then), v)];
  return [viewers.map(seen), shown.outcome(game, s),
    actions.map(([a, then]) => [shown.name(game, s, a), viewers.map(marked(a, then))])];
}
shown.ready().then(() => console.log(JSON.stringify(rows.map(described))));
"""


def own(name):
    return files("mcts_course.web").joinpath(name).read_text("utf-8").partition("\nif (typeof module")[0]


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


def compared(game, folder, n):
    """What JavaScript and Python show of `n` positions: texts, pictures, names, places, marks."""
    viewers = [None, *range(game.facts().players)]
    drawn = draws(game)
    draw = game.svg_for if drawn else lambda *_: None
    rows, expected = [], []
    for state in positions(game, n):
        actions = [] if game.to_move(state) == CHANCE else legal_actions(game, state)[:12]
        follow = [after(game, state, a, 1) for a in actions]
        rows.append({"before": coded(state), "actions": [(a, coded(s)) for a, s in zip(actions, follow, strict=True)]})
        expected.append([
            [[game.text_for(state, v), draw(state, v), draw(state, v, True)] for v in viewers],
            game.outcome(state),
            [[game.action_name(state, a), [[game.areas(state, a, v), game.highlights(state, a, s, v)]
                                            for v in viewers]] for a, s in zip(actions, follow, strict=True)],
        ])
    data = {"layout": record(game.facts().dtype), "rows": rows, "viewers": viewers, "drawn": drawn}
    code = own("python.js") + own("live.js") + pictures(game) + COMPARE
    return in_node(code, folder, rows=data), json.loads(json.dumps(expected))


@pytest.mark.sampled(8, others="all")
@pytest.mark.parametrize("name", GAMES, ids=" ".join)
def test_pictures_names_and_areas_are_those_of_python(name, tmp_path):
    found, expected = compared(games.make(*name), tmp_path, 2 if len(name) > 1 else 4)
    assert found == expected


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


def test_a_page_says_who_has_won_as_python_does(tmp_path):
    names = ["North", "East", "South"]
    paid = [[1, -1], [-1, 1], [0, 0], [2.5], [0.605, -0.605], [3, -1, -2], [1, 1, -1], [-1, 1, 0]]
    code = own("python.js") + pictures(games.tic_tac_toe(), {"said": said_of_payoffs}) + """
    const {names, paid} = JSON.parse(require("fs").readFileSync("given.json"));
    console.log(JSON.stringify(paid.map((one) => labPictures.said(names.slice(0, one.length), one, -1, 1))));"""
    found = in_node(code, tmp_path, given={"names": names, "paid": paid})
    assert found == [said_of_payoffs(names[:len(one)], one, -1, 1) for one in paid]
    assert found[:3] == ["North wins", "East wins", "a draw"]
    assert found[4:] == ["North wins (North +0.605, East -0.605)", "North wins (North +3, East -1, South -2)",
                         "North and East win", "East wins (North -1, East +1, South +0)"]


def spread(n, *more, factor=2):
    return n


def opens(x):
    return open(x)


def imaginary(x):
    return x + 1j


@pytest.mark.parametrize("made, named", [
    (spread, "any number of arguments"), (opens, "open"), (imaginary, "1j"), (lambda x: x, "Define it in a file"),
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


READ = """
const texts = JSON.parse(require("fs").readFileSync("texts.json")), {createHash} = require("crypto");
const read = ([description, level, title]) => {
  const layout = labPictures.game.tables[0].$layout, view = new DataView(new ArrayBuffer(layout.size));
  const tables = labRecord(view, 0, layout);
  try {
    const notes = labPictures.build(tables, description, level, false, title);
    labWrite(view, 0, {record: layout, shape: []}, tables);
    return [createHash("sha256").update(new Uint8Array(view.buffer)).digest("hex"), notes];
  } catch (error) { return error.message; }
};
labPictures.ready().then(() => console.log(JSON.stringify(texts.map(read))));
"""


def typed(rng, name, number):
    """A game's texts with a few slips of the pen."""
    description, level = ((FOLDER / f"{file}.txt").read_text("utf-8") for file in (name, f"{name}_{number}"))
    for _ in range(int(rng.integers(3))):
        at = int(rng.integers(len(description)))
        slip = ("", "x", "=", " > ", "#", "é", " 1.0 ", "'", "\t")[int(rng.integers(9))]
        description = description[:at] + slip + description[at + int(rng.integers(3)):]
    at = int(rng.integers(2 * len(level)))
    return description, level[:at] + "?" * (at < len(level)) + level[at:], name


def test_descriptions_in_vgdl_are_read_as_in_python(tmp_path):
    rng = np.random.default_rng(4)
    texts = [typed(rng, name, number) for name in NAMES for number in range(5) for _ in range(4)]
    expected = []
    for description, level, title in texts:
        try:
            tables, notes = build(description, level, title=title)
            expected.append([hashlib.sha256(tables.tobytes()).hexdigest(), notes])
        except VgdlError as error:
            expected.append(str(error))
    game = games.vgdl("zelda")
    code = own("python.js") + own("live.js") + pictures(game, {"build": game.read_into}) + READ
    assert in_node(code, tmp_path, texts=texts) == expected
    assert len({type(one) for one in expected}) == 2, "some are right, and some wrong"
