"""Pictures of positions for the stage."""

import re

from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.views.svg_colours import TEXT, themed

LETTERS, TALL, WIDE = 11.0, 390, 430  # pixels: letters of boards; a larger board gets its own row


def board_picture(game, state, viewer=None) -> str:
    """Return the game's picture of a position, for light and dark pages; for games without pictures, its text.

    viewer: the player whose view is shown; None: everything is visible
    """
    try:
        return readable(themed(game.svg_for(state, viewer), game.svg_for(state, viewer, True)))
    except NotImplementedError:
        return words_picture(game, state, viewer)


def readable(drawn) -> str:
    """Return a board's picture with the height at which its smallest letters can be read.

    The height replaces any other style of the picture. Pages contain this function too, so it must not call other
    functions of this package.
    """
    sizes = [float(size) for size in re.findall(r'<text [^>]*?font-size="([\d.]+)"', drawn)]
    width, height = (float(side) for side in re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', drawn).groups())
    scale = LETTERS / min(sizes) if sizes else 0.0
    kind = ' class="lab-large"' if scale * height > TALL or scale * width > WIDE else ""
    tag = re.search(r"""<svg(?:[^>"']|"[^"]*"|'[^']*')*>""", drawn)[0]
    others = re.sub(r"""\s(style|class)\s*=\s*("[^"]*"|'[^']*')""", "", tag)[4:]
    return drawn.replace(tag, f'<svg{kind} style="--least: {scale * height + 0.5:.0f}px"{others}', 1)


def words_picture(game, state, viewer=None) -> str:
    """Return a picture of a position's text, for games that do not draw pictures."""

    lines = [line for line in game.text_for(state, viewer).splitlines() if line.strip()][:24]
    drawing = Drawing(max([len(line) for line in lines] + [10]) * 8.4 + 12, 20 * len(lines) + 12, game.facts().title,
                      "; ".join(lines))
    for i, line in enumerate(lines):
        drawing.text(6, 16 + 20 * i, line, TEXT, 13)
    return drawing.svg()
