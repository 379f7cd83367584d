"""The look of every figure: colours, fonts, sizes, light and dark, and what is written into the saved files.

Plot functions build a `Figure` of this module, which carries its own alternative text. They change no global matplotlib
settings and do not need pyplot. Colours are those of Okabe & Ito, "Color Universal Design" (2008), which people with
colour-blindness tell apart; what colour says is always also said by position, text or line style.
"""

from __future__ import annotations

import base64
import contextlib
import html as html_escape
import io
import json
import re
import textwrap
from pathlib import Path
from typing import NamedTuple

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure as MatplotlibFigure
from matplotlib.transforms import Bbox

from ...games.drawing import svg as drawing

OKABE_ITO = {
    "blue": "#0072B2", "vermillion": "#D55E00", "green": "#009E73", "purple": "#CC79A7",
    "sky": "#56B4E9", "orange": "#E69F00", "yellow": "#F0E442", "black": "#000000",
}
PLACES = re.compile(r' (?:(?:d|x|y)="|transform="rotate\()[^")]*')
LONG = re.compile(r"-?\d+\.\d{4,}")
UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold
FOOT = 8  # size of the small print below a picture, in points
MARKERS = "osD^vPX*"
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (8, 2)), (0, (3, 3)))

# how pages turn a picture for light ones into one for dark ones: lightness is turned over, hues stay
NIGHT = "invert(0.91) hue-rotate(180deg)"
DARK_PAGES = ('body[data-jp-theme-light="false"]', "body.vscode-dark", 'body[data-theme="dark"]')
FOLLOWS = (f"<style>{', '.join(f'{page} .lab-figure' for page in DARK_PAGES)} {{ filter: {NIGHT}; }} "
           f'@media (prefers-color-scheme: dark) {{ body[data-theme="auto"] .lab-figure {{ filter: {NIGHT}; }} }}'
           "</style>")

# width, height in inches, font size in points
SIZES = {"slide": (13.33, 7.5, 18), "notebook": (8.0, 4.8, 12), "page": (6.5, 4.0, 9)}


class Theme(NamedTuple):
    """The colours of one background."""

    dark: bool
    background: str
    text: str
    faint: str  # grid lines, stubs, unvisited
    neutral: str  # the middle of the value scale
    cycle: tuple  # of series
    bad: str  # the low end of the value scale
    good: str  # the high end


ORDER = ("blue", "vermillion", "green", "purple", "orange", "sky", "black", "yellow")
LIGHT = Theme(False, "#FFFFFF", "#1A1A1A", "#B8B8B8", "#F4F1EA", tuple(OKABE_ITO[c] for c in ORDER),
              OKABE_ITO["vermillion"], OKABE_ITO["blue"])
DARK = Theme(True, "#16191D", "#ECECEC", "#5F666E", "#3A3F45",
             ("#56B4E9", "#E69F00", "#5BE58A", "#E79CC4", "#F0E442", "#FF8A3C", "#FFFFFF", "#3D9BD6"),
             "#E8772E", "#3D9BD6")


def theme(dark=False) -> Theme:
    """The colours for a light or dark background."""
    return DARK if dark else LIGHT


class Series(NamedTuple):
    """The looks of several series: dicts from a series' name to its look."""

    colours: dict
    markers: dict
    dashes: dict


def series(names, dark=False) -> Series:
    """The looks of series, in order: each has its own colour, marker and line, and after the last they begin anew."""
    looks = (theme(dark).cycle, MARKERS, DASHES)
    return Series(*({name: look[i % len(look)] for i, name in enumerate(names)} for look in looks))


def value_colours(dark=False) -> LinearSegmentedColormap:
    """The scale of values: vermillion is bad, blue is good, grey lies between."""
    t = theme(dark)
    return LinearSegmentedColormap.from_list("value", [t.bad, t.neutral, t.good])


def ink_on(colour) -> str:
    """Return black or white, whichever is easier to read on `colour`, which may be any that Matplotlib knows."""
    return drawing.ink_on(to_rgb(colour))


def font_of(size) -> int:
    """The size of ordinary text in a figure of this `size`, in points."""
    return SIZES[size][2] if isinstance(size, str) and size in SIZES else SIZES["notebook"][2]


class Figure(MatplotlibFigure):
    """A matplotlib figure with alternative text `alt`, shown in notebooks with it."""

    alt = ""
    dark = False
    font = 12.0  # of ordinary text, in points

    def _ipython_display_(self):
        """Shown once: IPython adds a picture of its own to what a matplotlib figure says of itself."""
        from IPython.display import display

        data, metadata = self._repr_mimebundle_()
        display(data, metadata=metadata, raw=True)

    def _repr_mimebundle_(self, include=None, exclude=None):
        picture = io.BytesIO()
        with matplotlib.rc_context(settings(self.dark)):
            self.savefig(picture, format="png", dpi=self.dpi, facecolor=self.get_facecolor())
        # of an image alone notebooks lose the alternative text, so it stands in HTML
        follows, kind = ("", "") if self.dark else (FOLLOWS, ' class="lab-figure"')
        shown = follows + image(smaller(picture), self.alt, look=f'{kind} style="max-width: 100%"')
        return {"text/html": shown, "text/plain": self.alt}, {}


def image(content: bytes, alt, kind="png", look="") -> str:
    """Return an HTML image that holds its content; `look` is put among its attributes."""
    data = base64.b64encode(content).decode()
    return f'<img alt="{html_escape.escape(alt, quote=True)}"{look} src="data:image/{kind};base64,{data}">'


def smaller(picture) -> bytes:
    """A PNG picture with 256 colours, which is all that a figure needs, in a third of the bytes."""
    from PIL import Image

    small = io.BytesIO()
    Image.open(picture).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(small, "png", optimize=True)
    return small.getvalue()


def settings(dark=False, font=12) -> dict:
    """Matplotlib settings for `matplotlib.rc_context`. font: size of ordinary text, in points."""
    t = theme(dark)
    return {
        "figure.facecolor": t.background, "axes.facecolor": t.background, "savefig.facecolor": t.background,
        "text.color": t.text, "axes.labelcolor": t.text, "axes.edgecolor": t.text, "axes.titlecolor": t.text,
        "xtick.color": t.text, "ytick.color": t.text, "grid.color": t.faint, "grid.alpha": 0.5, "grid.linewidth": 0.6,
        "axes.grid": False, "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
        "axes.prop_cycle": matplotlib.cycler(color=t.cycle),
        "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": font,
        "axes.titlesize": font * 1.1, "axes.titleweight": "bold", "axes.titlelocation": "left",
        "legend.frameon": False, "legend.fontsize": font * 0.9, "lines.linewidth": 2.0, "lines.markersize": 6,
        "svg.fonttype": "none", "svg.hashsalt": "mcts_lab",  # real text, and the same file from the same figure
    }


class figure:
    """``with figure(alt=..., size="slide", dark=False) as fig:`` makes a styled `Figure` and hands it out.

    alt:    what the picture shows, in words, for those who cannot see it; it may also be set later as ``fig.alt``
    size:   "slide", "notebook" or "page", or (width, height) in inches
    dark:   for a dark background
    font:   size of text in points; None: as fits `size`
    """

    def __init__(self, alt="", size="notebook", dark=False, font=None):
        if isinstance(size, str):
            if size not in SIZES:
                raise ValueError(f"a figure's size is {', '.join(SIZES)} or (width, height) in inches, not {size!r}")
            width, height, usual = SIZES[size]
        else:
            (width, height), usual = size, SIZES["notebook"][2]
        self.font = usual if font is None else font
        self.context = matplotlib.rc_context(settings(dark, self.font))
        self.shape, self.alt, self.dark = (width, height), alt, dark

    def __enter__(self) -> Figure:
        self.context.__enter__()
        fig = Figure(figsize=self.shape, layout="constrained", facecolor=theme(self.dark).background)
        FigureCanvasAgg(fig)
        fig.alt, fig.dark, fig.font = self.alt, self.dark, self.font
        return fig

    def __exit__(self, *error):
        return self.context.__exit__(*error)


def save(fig, path, provenance=None, alt=None, dpi=150, foot="") -> list[Path]:
    """Write `fig` with its provenance and alternative text in the files' metadata.

    path:        with suffix .png or .svg: that file; without a suffix: both
    provenance:  where the picture comes from (command, seed, budget, version, number of games): a dict of plain values
    alt:         alternative text; None: the figure's own
    dpi:         dots per inch of the PNG
    foot:        small print below the picture, such as its number and what it was made from; "" for none
    Returns the files written. Raises ValueError for another suffix, and where there is no alternative text.
    """
    path = Path(path)
    if path.suffix not in ("", ".png", ".svg"):
        raise ValueError(f"figures are saved as .png or .svg, or as both when the name has no suffix; "
                         f"{path.name!r} has {path.suffix!r}")
    alt = alt or getattr(fig, "alt", "")
    if not alt:
        raise ValueError("a figure needs alternative text for those who cannot see it: save(fig, path, alt='...')")
    source = json.dumps(provenance or {}, default=str, sort_keys=True)
    dark = getattr(fig, "dark", False)
    written = []
    for suffix in (path.suffix,) if path.suffix else (".png", ".svg"):
        target = path.with_name(path.name + suffix) if not path.suffix else path
        with matplotlib.rc_context(settings(dark)), footed(fig, foot, dark) as whole:
            if suffix == ".png":
                fig.savefig(target, format="png", dpi=dpi, facecolor=fig.get_facecolor(), bbox_inches=whole,
                            metadata={"Title": alt[:79], "Description": alt, "Source": source, "Software": "mcts_lab"})
            else:
                text = io.StringIO()
                fig.savefig(text, format="svg", facecolor=fig.get_facecolor(), bbox_inches=whole,
                            metadata={"Title": alt[:79], "Description": alt, "Source": source, "Creator": "mcts_lab",
                                      "Date": None})
                target.write_text(printable(described(rounded(text.getvalue()), alt)), encoding="utf-8")
        written.append(target)
    return written


@contextlib.contextmanager
def footed(fig, foot, dark=False):
    """Small print below a figure, outside of its layout; gives what is to be saved, in inches, None for the figure."""
    if not foot:
        yield None
        return
    wide, high = fig.get_size_inches()
    lines = textwrap.wrap(foot, max(int(wide * 72 / (0.56 * FOOT)), 20))
    room = (1.35 * FOOT * len(lines) + 8) / 72
    text = fig.text(0.1 / wide, -0.04 / high, "\n".join(lines), fontsize=FOOT, va="top", color=theme(dark).text,
                    linespacing=1.25, parse_math=False)
    text.set_in_layout(False)
    try:
        yield Bbox([[0, -room], [wide, high]])
    finally:
        text.remove()


def described(svg, alt) -> str:
    """An SVG picture that screen readers announce as an image with the text `alt`."""
    head, start, tail = svg.partition("<svg ")
    if not start:
        return svg
    label = html_escape.escape(alt, quote=True)
    return f'{head}<svg role="img" aria-label="{label}" {tail}'


def rounded(svg) -> str:
    """An SVG picture with places to a thousandth of a point.

    Further digits cannot be seen, and the last ones depend on the Python that added the layout's numbers up.
    """
    def shorten(number):
        return f"{round(float(number[0]), 3) + 0.0:.9g}"  # -0.0 + 0.0 is 0.0

    return PLACES.sub(lambda found: LONG.sub(shorten, found[0]), svg)


def printable(text) -> str:
    """A text without the characters that XML cannot hold, such as control characters in the name of an action."""
    return UNPRINTABLE.sub("\ufffd", text)


def provenance(path) -> tuple[str, dict]:
    """The alternative text and provenance in a file written by `save`."""
    path = Path(path)
    if path.suffix == ".png":
        from PIL import Image

        with Image.open(path) as picture:
            return picture.info["Description"], json.loads(picture.info["Source"])
    import xml.etree.ElementTree as ET

    root = ET.parse(path).getroot()
    named = {element.tag.rpartition("}")[2]: element for element in root.iter()}
    return named["description"].text, json.loads("".join(named["source"].itertext()))
