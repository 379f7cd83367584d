"""One web page that shows a tree to fold and unfold, with nothing fetched from anywhere.

The page follows the tree view pattern of the WAI-ARIA authoring practices: one element has the focus; Up and Down walk,
Right unfolds or goes in, Left folds or goes out, Home and End jump, `*` unfolds everything, Enter toggles. The element
with the focus is described in the panel, which screen readers announce. Its looks are in page.css, its behaviour in
page.js.
"""

from __future__ import annotations

import html
import json
from importlib.resources import files


def page(rows, title, measure, alt, theme) -> str:
    """The page as a string.

    rows:     dicts with `name`, `visits`, `children` (row numbers) and, unless `stub`, `value`, `fill`, `ink`, `mover`,
              `line`, `hidden`, `board` (an SVG picture or ""); row 0 is the top
    title:    heading
    measure:  what `value` is, in words, saying whose it is
    alt:      the tree in words
    theme:    colours, see `mcts_lab.views.plots.style.Theme`
    """
    data = json.dumps(rows, default=float).replace("<", "\\u003c")
    look, script = (files(__package__).joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    colours = {**theme._asdict(), "accent": theme.cycle[2]}
    for name in ("background", "text", "faint", "accent", "bad", "neutral", "good"):
        look = look.replace(f": {name.upper()};", f": {colours[name]};")
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{html.escape(title)}</title><meta name="description" content="{html.escape(alt, quote=True)}">
<style>
{look}</style></head>
<body><h1>{html.escape(title)}</h1>
<p>{html.escape(measure)}: 0 <span id="scale" role="img" aria-label="vermillion is bad, blue is good"></span> 1.
Arrow keys walk and unfold, * unfolds everything.
<button id="open" type="button">Unfold all</button> <button id="close" type="button">Fold all</button></p>
<noscript><p>{html.escape(alt)}</p></noscript>
<div id="panel" aria-live="polite"></div>
<div class="scroll"><ul id="tree" role="tree" aria-label="{html.escape(title, quote=True)}"
data-measure="{html.escape(measure, quote=True)}"></ul></div>
<script type="application/json" id="data">{data}</script>
<script>{script}</script></body></html>
"""
