"""Save a model outside of a notebook: as a page that steps without a kernel, a picture for print, or an animation."""

import base64
import html
import io
import json
import logging
import re
from difflib import SequenceMatcher
from pathlib import Path

import matplotlib
import numpy as np

from mcts_lab.engine.whole_files import writable, write_whole
from mcts_lab.views.plots import style
from mcts_lab.views.plots.board import paint, shape
from mcts_lab.views.svg_colours import SOFT, one, width_of

from .opening import Opening, document, literal, script

log = logging.getLogger("mcts_lab")
MOST_FRAMES = 400  # default limit for a page
GAP, HEADING, FONT = 16, 22, 13  # pixels: gap between pictures, heading above each, size of text
DPI = 96.0
SUFFIXES = (".html", ".gif", ".png", ".svg", ".json")
RECORDED = "The frames of this page are recorded."
PIECE = re.compile(r"<[^>]*>[^<]*")
WIDEST = 1180.0  # maximum width of a row of pictures in pixels


def save(model, path, **options) -> Path:
    """Write a model to a file.

    .html:  without options, a page that computes its frames, if this is possible; otherwise a page that replays
            recorded frames (options of `page`)
    .gif:   an animation (options of `animation`)
    .png, .svg:  one frame (options: ``position``, ``dark``)
    .json:  the frames as data

    Raises ValueError for another suffix.
    """
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise ValueError(f"A widget cannot be saved as {path.name!r}. Use a name that ends in "
                         f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}.")
    writable(path)
    if path.suffix == ".html":
        found = None if options else living(model)
        write_whole(path, document(model.title, found) if found else page(model, **options))
    elif path.suffix == ".gif":
        write_whole(path, animation(model, **options))
    elif path.suffix in (".png", ".svg"):
        style.save(picture(model, **options), path)
    else:
        write_whole(path, json.dumps(model.to_json(**options)))
    return path


def living(model) -> Opening | None:
    """Return the opening of a page that computes the model's frames; None if such a page is impossible."""
    try:
        return model.opening()
    except ValueError as error:
        if model.goes_on:
            log.warning("the page of %s replays its frames, and nothing searches in it: %s", model.title, error)
        return None


def chosen(model, frames) -> list[int]:
    """Return at most `frames` positions: the first ones, up to the last landmark among them if there is one."""
    if frames < 1:
        raise ValueError(f"{frames} frames cannot be shown. Use at least 1.")
    if len(model) < frames:
        return list(range(len(model) + 1))
    end = max((mark for mark in model.landmarks() if mark <= frames), default=frames)
    return list(range(end))


def page(model, frames=MOST_FRAMES, title=None, home=None) -> str:
    """Return a page that steps through recorded frames by mouse or keyboard, without a kernel or the network.

    frames: maximum number of frames; the page says if later frames are left out
    title:  None: the model's title
    home:   see `mcts_course.widgets.opening.document`
    """
    last = model.frame(chosen(model, frames)[-1])
    return document(title or model.title, film(model, frames, title), last.words, home=home)


def film(model, frames=MOST_FRAMES, title=None, begin=None) -> Opening:
    """Return the opening of a page that replays recorded frames (see `page`).

    begin: index of the frame that is shown first; None: the model's current frame
    """
    positions = chosen(model, frames)
    data = packed(model.to_json(positions))
    data |= {"begin": min(model.position if begin is None else begin, len(positions) - 1),
             "title": title or data["title"]}
    cut = f"The first {len(positions):,} of {len(model) + 1:,} frames. " if len(positions) <= len(model) else ""
    data["about"] = f"{cut}{data['about']} {RECORDED if len(model) else ''}".strip()
    return Opening((script("stage.js"),), f"(root) => labLocal(root, {literal(data)})")


def packed(data) -> dict:
    """Return a model's data in compressed form: equal parts of pictures are stored once. stage.js unpacks it.

    A picture is described by its differences from the one before: new pieces alternate with ranges of old pieces.
    """
    pieces, before, changes = {}, [], []
    for picture in data["pictures"]:
        now = [pieces.setdefault(piece, len(pieces)) for piece in PIECE.findall(picture)]
        edits, end = [], 0
        for begin, place, size in SequenceMatcher(None, before, now).get_matching_blocks():
            edits.append([now[end:place], begin, begin + size])
            end = place + size
        changes.append(edits)
        before = now
    return data | {"pictures": changes, "pieces": list(pieces)}


def picture(model, position=None, dark=False):
    """Draw one frame as a figure: its words above, its pictures side by side."""
    position = model.position if position is None else position
    return drawn(model, model.frame(position), sizes(model, [model.frame(position)]), dark)


def sizes(model, frames) -> dict:
    """Return the size that each place on the stage needs for all `frames`: dict from its name to (width, height)."""
    room = {}
    for slot in model.slots:
        found = [shape(frame.parts[slot]) for frame in frames if frame.parts.get(slot)]
        if found:
            wide, high = (max(side) for side in zip(*found, strict=True))
            scale = min(1.0, 900.0 / wide, (900.0 if slot == "tree" else 330.0) / high)
            room[slot] = max(wide * scale, width_of(model.slots[slot], 0.9 * FONT)), high * scale
    return room


def placed(room) -> tuple[dict, float, float]:
    """Return each place's position, as a dict from its name to (x, y), and the total width and height.

    A tree is at the right of all other places, as on the stage; the other places form rows.
    """
    at, x, y, row = {}, 0.0, 0.0, 0.0
    column = max([wide for slot, (wide, _) in room.items() if slot != "tree"] + [0.0]) if "tree" in room else WIDEST
    for slot, (wide, high) in room.items():
        if slot == "tree":
            continue
        if x and x + wide > column:
            x, y, row = 0.0, y + row, 0.0
        at[slot] = x, y
        x, row = x + wide + GAP, max(row, high + HEADING + GAP)
    if "tree" in room:
        at["tree"] = column + GAP if column else 0.0, 0.0
    right = max([at[slot][0] + room[slot][0] for slot in room] + [480.0])
    bottom = max([at[slot][1] + room[slot][1] + HEADING + GAP for slot in room] + [0.0])
    return at, right, bottom


def drawn(model, frame, room, dark=False):
    """Draw a frame as a figure; `room` is the size of each place."""
    places, width, height = placed(room)
    width += 2 * GAP
    lines = wrapped(frame.words, int(width / (FONT * 0.56)))
    top = GAP + 20 * (1 + len(lines))
    height += top
    with style.figure(f"{model.title}. {frame.words}", (width / DPI, height / DPI), dark, FONT * 72 / DPI) as fig:
        fig.set_layout_engine("none")
        ax = fig.add_axes((0, 0, 1, 1))
        ax.set(xlim=(0, width / DPI), ylim=(0, height / DPI))
        ax.axis("off")

        def say(x, y, words, **look):
            ax.text(x / DPI, (height - y) / DPI, words, va="center", parse_math=False, **look)

        say(GAP, GAP + 4, model.title, fontweight="bold")
        for i, line in enumerate(lines):
            say(GAP, GAP + 24 + 20 * i, line)
        for slot, (x, y) in places.items():
            x, y = x + GAP, y + top
            wide, high = room[slot]
            say(x, y + HEADING / 2, model.slots[slot], fontsize=FONT * 72 / DPI * 0.9, color=one(SOFT, dark))
            part = frame.parts.get(slot)
            if part:
                own_wide, own_high = shape(part)
                scale = min(1.0, wide / own_wide, high / own_high)
                centre = x + own_wide * scale / 2, y + HEADING + own_high * scale / 2
                paint(ax, one(part, dark), (centre[0] / DPI, (height - centre[1]) / DPI),
                      max(own_wide, own_high) * scale / DPI)
    return fig


def wrapped(words, width) -> list[str]:
    """Break text into at most three lines of about `width` letters."""
    import textwrap

    return textwrap.wrap(words, max(width, 20))[:3] or [""]


def pixels(fig, dpi=DPI):
    """Return a figure as an image, uint8 (height, width, 3)."""
    fig.set_dpi(dpi)
    with matplotlib.rc_context(style.settings(fig.dark)):
        fig.canvas.draw()
    return np.asarray(fig.canvas.buffer_rgba())[..., :3].copy()


def animation(model, frames=60, seconds=1.0, dark=False, dpi=DPI) -> bytes:
    """Return an animated picture (GIF) for slides.

    frames:   maximum number of frames
    seconds:  time of each frame; the last frame is shown three times as long
    dpi:      96 gives the natural size; lower values give a smaller picture
    """
    from PIL import Image

    positions = chosen(model, frames)
    shown = [model.frame(position) for position in positions]
    room = sizes(model, shown)
    images = [Image.fromarray(pixels(drawn(model, frame, room, dark), dpi)) for frame in shown]
    size = tuple(max(image.size[side] for image in images) for side in (0, 1))
    sheets = [Image.new("RGB", size, images[0].getpixel((0, 0))) for _ in images]
    for sheet, image in zip(sheets, images, strict=True):
        sheet.paste(image)
    pause = int(seconds * 1000)
    return animated(sheets, [pause] * (len(sheets) - 1) + [3 * pause], 128, model.title)


def animated(pictures, ms, colours=64, comment="") -> bytes:
    """Return pictures of the same size as an animated GIF.

    ms: milliseconds of each picture, or a list with one number for each picture

    All pictures have the same colours, so that only their changes need space.
    """
    from PIL import Image

    few = pictures[::max(1, len(pictures) // 8)]
    sample = Image.new("RGB", (few[0].width, few[0].height * len(few)))
    for i, picture in enumerate(few):
        sample.paste(picture, (0, i * picture.height))
    palette = sample.quantize(colours, dither=Image.Dither.NONE)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    file = io.BytesIO()
    frames[0].save(file, format="GIF", save_all=True, append_images=frames[1:], duration=ms, loop=0, optimize=False,
                   comment=comment.encode()[:200])
    return file.getvalue()


def still(model) -> tuple[dict, dict]:
    """Return still pictures of a model for places where widgets do not run, such as a web site.

    The pictures are the current step, a middle step and the last step; if the current step is the last, the first
    replaces it. A model without steps has only its current frame, and a model with questions the first question
    without its answer. Returns data and metadata in Jupyter's form, without scripts.
    """
    last = len(model)
    here = 0 if model.poses or model.position == last else model.position
    positions = sorted({here, *(n for n in (last // 2, last) if n > here and not model.poses)})
    figures = [picture(model, position) for position in positions]
    parts = [style.FOLLOWS,
             f"<p><strong>{html.escape(model.title)}</strong> (a still picture: run this cell to use it)</p>"]
    pictures = [png(fig) for fig in figures]
    for fig, content in zip(figures, pictures, strict=True):
        shown = style.image(content, fig.alt, look=' class="lab-figure"')
        parts.append(f"<p>{shown}</p>")
    words = "\n".join(fig.alt for fig in figures)
    last = base64.b64encode(pictures[-1]).decode()
    return ({"text/html": "\n".join(parts), "image/png": last, "text/plain": words},
            {"image/png": {"alt": figures[-1].alt}})


def png(fig, dpi=72) -> bytes:
    """Return a figure as a PNG picture with 64 colours, small enough to be stored in a notebook."""
    from PIL import Image

    data = io.BytesIO()
    Image.fromarray(pixels(fig, dpi)).quantize(64).save(data, format="PNG", optimize=True)
    return data.getvalue()
