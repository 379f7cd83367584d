"""What cards of the site say: of a lesson its title, its question and a picture; of a game its sides and its lesson."""

import base64
import re
from pathlib import Path
from typing import NamedTuple

from mcts_lab.games.how_to_play import how_to_play
from mcts_papers import paths

from ..jupyter import notebooks

WORDS = re.compile(r"^# %% \[markdown\]\n((?:#.*\n)+)", re.MULTILINE)  # a text in a master
ASKED = re.compile(r"\*\*([^*]*\?)\*\*"), re.compile(r"[A-Z][^.?!]*\?")  # the question of a lesson, or the first one
LONGEST = 800  # letters of the rules beside a game, some five lines
LESSONS = {"connect_four": "00_play", "tic_tac_toe": "03_tree", "nim": "01_minimax", "bandit": "02_bandits",
           "vgdl": "04_your_game", "soccer": "P1_runnels", "spades": "P2_powley", "tribes": "P4_hsu",
           "hearthstone": "P5_papagiannis", "knockout_whist": "07_hidden", "kuhn_poker": "07_hidden",
           "liars_dice": "07_hidden", "coin_in_a_box": "07_hidden", "hidden_choice": "07_hidden",
           "gaps": "08_order", "breakthrough": "06_your_agent", "othello": "10_pruning", "hex": "09_branching"}


class Lesson(NamedTuple):
    """What the card of a lesson says; `size` is that of its picture, which is None where it has none."""

    name: str
    title: str
    question: str
    picture: bytes | None
    size: tuple | None


def lesson(master) -> Lesson:
    """Return what the card of a lesson says, from its text and from the first picture of its notebook."""
    import nbformat

    first, *more = WORDS.findall(master.read_text(encoding="utf-8"))
    title = re.match(r"# # (.*)", first)[1]
    words = " ".join(re.sub(r"^# ?(#+ .*)?", "", line) for text in (first, *more[:1]) for line in text.splitlines())
    asked = next(found[0] for pattern in ASKED if (found := pattern.findall(words)))
    cells = nbformat.read(notebooks.made(master), as_version=4).cells
    pictures = (output.data["image/png"] for cell in cells for output in cell.get("outputs", ())
                if "image/png" in output.get("data", {}))
    picture = next(map(base64.b64decode, pictures), None)
    size = picture and tuple(int.from_bytes(picture[at:at + 4]) for at in (16, 20))  # as a PNG file has them
    return Lesson(master.stem, title, re.sub("[*`]", "", " ".join(asked.split())), picture, size)


def lessons() -> list[Lesson]:
    """Return the cards of all lessons, in reading order."""
    return [lesson(master) for master in notebooks.masters()]


def rules(name) -> str:
    """Return the rules and the aim of a game in about five lines of Markdown; ``vgdl:zelda`` is one in VGDL."""
    kind, _, which = name.partition(":")
    aim = ""
    if which:
        described = Path(paths.__file__).parent / "games" / "vgdl" / "descriptions" / f"{which}.txt"
        aim = "**Aim:** " + described.read_text(encoding="utf-8").partition("\n")[0].removeprefix("#").strip() + "\n\n"
    first, *more = (aim + how_to_play(kind).strip()).split("\n\n")
    while more and len(first) + len(more[0]) <= LONGEST:
        first = f"{first}\n\n{more.pop(0)}"
    return first
