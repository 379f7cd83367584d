"""All exercises, by lesson."""

from __future__ import annotations

import importlib

from ..errors import UnknownName

LESSONS = {  # notebook: the module of this folder's `lessons` with its EXERCISES
    "00_start_here": "start_here",
    "01_minimax_and_alpha_beta": "minimax",
    "02_bandits_and_uct": "uct",
    "03_runnels2023_soccer": "soccer",
    "04_powley2013_ismcts": "ismcts",
    "05_joppen2019_ordinal_mcts": "ordinal",
    "06_large_branching_factors": "large_branching",
    "07_hsu2020_pruning_tribes": "tribes",
    "08_bandits_and_pruning_networks": "pruning_networks",
    "09_papagiannis2022_hearthstone": "hearthstone",
    "11_bug_gallery": "bug_gallery",
    "90_your_own_game": "own_game",
    "91_your_own_variant": "own_variant",
    "92_your_own_vgdl_game": "own_vgdl_game",
}


def exercises(lesson: str | None = None) -> list:
    """The exercises of a lesson, or of all of them, in the order of the course. Raises UnknownName for another."""
    if lesson is not None and lesson not in LESSONS:
        raise UnknownName("lesson", lesson, LESSONS)
    found = []
    for module in (LESSONS[lesson],) if lesson else LESSONS.values():
        found.extend(importlib.import_module(f".lessons.{module}", __package__).EXERCISES)
    return found


def exercise(name: str):
    """The exercise of this name. Raises UnknownName for a name that there is not."""
    known = {one.name: one for one in exercises()}
    if name not in known:
        raise UnknownName("exercise", name, known)
    return known[name]
