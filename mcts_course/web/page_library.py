"""A game and its searches for pages of one's own: the module, the manifest, and a JavaScript library with types."""

import json
from importlib.resources import files
from pathlib import Path

from mcts_lab.engine.whole_files import writable

from .compiled_game import wasm
from .game_script import pictures
from .offers import usual

DRAWN = """import {{labTable}} from "./mcts_lab.js";
{}
{}
export const pictures = labPictures;
"""
TYPED = """import type {Pictures} from "./mcts_lab.js";
export const pictures: Pictures;
"""


def write_library(game, folder, methods=None) -> list[Path]:
    """Write GAME.wasm, GAME.json, mcts_lab.js, GAME.js with the pictures, types and package.json to a folder that is
    new or empty.

    methods: a dict from names to `UCT`s; None: the usual ones

    Raises ValueError, in one sentence, for a folder with something in it, and what a page cannot have.
    """
    folder, name = Path(folder), game.facts().name
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} already exists and is not empty. Name another folder.")
    writable(folder / "package.json")
    made, shown = wasm(game, methods or usual(game)), pictures(game)
    own = {label: files(__package__).joinpath(label).read_text("utf-8").partition("\nif (typeof module")[0]
           for label in ("python.js", "live.js", "library.js", "library.d.ts")}
    package = {"name": f"mcts-lab-{name.replace('_', '-')}", "private": True, "type": "module", "main": "mcts_lab.js",
               "types": "mcts_lab.d.ts"}
    content = {f"{name}.wasm": made.wasm, f"{name}.json": json.dumps(made.manifest).encode(),
               "mcts_lab.js": f"{own['live.js']}\n{own['library.js']}".encode(),
               "mcts_lab.d.ts": own["library.d.ts"].encode(),
               f"{name}.js": DRAWN.format(own["python.js"], shown).encode(), f"{name}.d.ts": TYPED.encode(),
               "package.json": json.dumps(package, indent=1).encode()}
    for label, data in content.items():
        (folder / label).write_bytes(data)
    return [folder / label for label in content]
