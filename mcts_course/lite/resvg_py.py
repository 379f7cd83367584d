"""What `mcts_lab.views.plots.board` needs of resvg_py, in a browser: the same renderer as WebAssembly, from npm.

The site has this module, with the two files that it reads beside it, as a package of that name.
"""

from functools import cache
from pathlib import Path

from pyodide.code import run_js
from pyodide.ffi import to_js

HERE = Path(__file__).parent
GLUE = """(content) => {
  const module = {exports: {}};
  SCRIPT
  module.exports.initWasm(new WebAssembly.Module(content));
  return (svg, width, background, families, buffers) => {
    const font = {...families.toJs({dict_converter: Object.fromEntries}), fontBuffers: buffers, loadSystemFonts: false};
    const drawing = new module.exports.Resvg(svg, {background, fitTo: {mode: "width", value: width}, font});
    const image = drawing.render(), png = image.asPng();
    image.free();
    drawing.free();
    return png;
  };
}"""


@cache
def drawer():
    """Return the function that draws."""
    script = (HERE / "index.js").read_text("utf-8")
    for before, after in (("async ", ""), ("await ", ""),  # so that all is there when this returns
                          ("WebAssembly.instantiate(module2, imports)", "new WebAssembly.Instance(module2, imports)")):
        script = script.replace(before, after)
    return run_js(GLUE.replace("SCRIPT", script))(to_js((HERE / "index_bg.wasm").read_bytes()))


@cache
def read(files):
    """Return fonts as JavaScript has them."""
    return to_js([Path(file).read_bytes() for file in files])


def svg_to_bytes(svg_string, width, background, style_sheet, font_files, font_family, sans_serif_family, serif_family,
                 cursive_family, fantasy_family, monospace_family, skip_system_fonts=True):
    """Return an SVG picture, so many pixels wide, as a PNG."""
    head = svg_string.index(">", svg_string.index("<svg")) + 1
    families = {"defaultFontFamily": font_family, "sansSerifFamily": sans_serif_family, "serifFamily": serif_family,
                "cursiveFamily": cursive_family, "fantasyFamily": fantasy_family, "monospaceFamily": monospace_family}
    styled = f"{svg_string[:head]}<style>{style_sheet}</style>{svg_string[head:]}"
    return drawer()(styled, width, background, families, read(tuple(font_files))).to_bytes()
