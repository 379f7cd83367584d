"""The figures of all papers in one gallery, and the claims with our verdicts."""

from __future__ import annotations

import shutil
from pathlib import Path

from .. import papers
from ..papers.reporting.show import Show
from ..project import paths


def write(folder):
    """Write `gallery.md` and `replications.md` with their pictures into `folder`."""
    folder = Path(folder)
    gallery = ["# Figures", "Every figure that this collection draws from its results."]
    claims = ["# Replications", "What the papers say, and what was found here. *Holds* and *does not hold* need an "
              "interval that decides; everything else is *undecided*."]
    for name in papers.names():
        paper = papers.paper(name)
        gallery.append(f"## {paper.title}\n\n{paper.reference}")
        for item in paper.items:
            picture = paths.figures() / name / f"{item.name}.{'gif' if item.kind == 'animation' else 'svg'}"
            if item.kind != "table" and picture.is_file():
                (folder / "figures" / name).mkdir(parents=True, exist_ok=True)
                shutil.copyfile(picture, folder / "figures" / name / picture.name)
                gallery.append(f"### {item.title}\n\n:::{{image}} figures/{name}/{picture.name}\n:class: lab-figure\n"
                               f":alt: {' '.join(item.alt.split())}\n:::\n\n{item.note}")
        claims.append(f"## {paper.title}\n\n{paper.reference}\n\n" + table(Show(name).claims()))
    (folder / "gallery.md").write_text("\n\n".join(gallery) + "\n", encoding="utf-8")
    (folder / "replications.md").write_text("\n\n".join(claims) + "\n", encoding="utf-8")


def table(frame) -> str:
    """A DataFrame as a table in Markdown."""
    frame = frame.reset_index()

    def cell(value):
        return " ".join(str(value).split()).replace("|", "\\|")

    head = "| " + " | ".join(map(cell, frame.columns)) + " |"
    rows = ["| " + " | ".join(cell(value) for value in row) + " |" for row in frame.itertuples(index=False)]
    return "\n".join([head, "|" + "---|" * len(frame.columns), *rows])
