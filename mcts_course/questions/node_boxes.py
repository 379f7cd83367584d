"""Pictures of questions: a node with its children, or a whole small tree, with numbers in its boxes."""

from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.views.svg_colours import ACCENT, FAINT, PAPER, SOFT, TEXT, width_of
from mcts_lab.views.tree_layout import tidy

ROW, PAD, DROP = 18.0, 8.0, 40.0  # pixels: height of a line, padding of a box, gap of levels


def boxes(children, lines, title, words, lit=(), dashed=()) -> tuple[str, list]:
    """Draw a tree whose nodes are boxes; return the picture, and the rectangle of each node.

    children:  children[i] lists the children of node i; node 0 is the root
    lines:     lines[i] are the lines of text in the box of node i; the first line is bold
    lit:       nodes to ring
    dashed:    nodes that do not exist yet
    """
    wide = [max(width_of(line, 13) for line in text) + 2 * PAD for text in lines]
    across = tidy(children, wide, gap=12.0)
    depth = [0] * len(children)
    for node, below in enumerate(children):
        for child in below:
            depth[child] = depth[node] + 1
    high = [ROW * len(text) + PAD for text in lines]
    step = max(high) + DROP
    areas = [(float(across[i]) + PAD - wide[i] / 2, PAD + step * depth[i], wide[i], high[i])
             for i in range(len(children))]
    drawing = Drawing(max(x + w for x, _, w, _ in areas) + PAD, max(y + h for _, y, _, h in areas) + PAD, title, words)
    for node, below in enumerate(children):
        x, y, w, h = areas[node]
        for child in below:
            to_x, to_y, to_w, _ = areas[child]
            drawing.line(x + w / 2, y + h, to_x + to_w / 2, to_y, ACCENT if node in lit and child in lit else FAINT,
                         3 if node in lit and child in lit else 1.4, dashed=child in dashed)
    for node, (x, y, w, h) in enumerate(areas):
        if node in lit:
            drawing.rectangle(x - 4, y - 4, w + 8, h + 8, line=ACCENT, thick=3, corner=8)
        drawing.rectangle(x, y, w, h, PAPER, FAINT, 1.2, 5, dashed=node in dashed)
        for i, line in enumerate(lines[node]):
            drawing.text(x + w / 2, y + PAD / 2 + ROW * (i + 0.5), line, SOFT if i else TEXT, 13, "middle", bold=not i)
    return drawing.svg(), areas
