"""The value models of Hearthstone: trees trained on states from games of the plain search against itself."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mcts_lab.engine.whole_files import writable, written_whole
from mcts_lab.matches.match import spawned
from mcts_papers.papagiannis2022.forests import fit_forest, save_forest
from mcts_papers.processes import side_by_side

from ..studies.self_play import Examples, examples, together
from .players import DECKS, MCTS, PLAIN, Searcher, game_of

GAMES, ITERATIONS = 300, 300  # games per deck; iterations of the plain search per decision
STOPPING = 5  # one in `STOPPING` games decides when training stops
HELD_OUT = 20  # further games with each deck, which measure the model's quality
SEED = 2022


def training_games(deck, games=GAMES, iterations=ITERATIONS, seed=SEED, workers=1, folder=None, first=0) -> Examples:
    """Return examples from self-play with a deck, beginning with game number `first`: a row for each decision.

    workers: number of processes. folder: folder for the rows, as npz files of ten games; existing files are read.
    """
    import joblib

    end = first + games
    tasks = (joblib.delayed(_some)(deck, start, min(10, end - start), iterations, seed, folder)
             for start in range(first, end, 10))
    return together(list(side_by_side(tasks, workers)))


def _some(deck, first, count, iterations, seed, folder) -> Examples:
    path = folder and Path(folder) / f"self_play_{deck}_{seed}_{iterations}_{first}_{count}.npz"
    if path and path.exists():
        with np.load(path) as file:
            return Examples(*(file[name] for name in Examples._fields))
    family = spawned(seed, DECKS.index(deck))
    found = examples(game_of(deck), Searcher(PLAIN, iterations, MCTS), count, family, first=first, compiled=True)
    if path:
        with written_whole(path) as part, part.open("wb") as file:
            np.savez_compressed(file, **found._asdict())
    return found


def make_value_model(games=GAMES, iterations=ITERATIONS, seed=SEED, workers=1, progress=None, folder=None, decks=DECKS):
    """Play games, train, and measure the quality on held-out games. Return (forest, XGBoost's model, about).

    A row is labelled 1 if the player to move wins. With each deck, one of `STOPPING` games decides when training
    stops. `HELD_OUT` further games, which are not used for anything else, measure the quality.

    progress: called with a sentence after each step.
    """
    parts = []
    for deck in decks:
        parts.append(training_games(deck, games, iterations, seed, workers, folder))
        if progress:
            progress(f"{len(parts[-1].inputs)} states from {games} games with the {deck} deck")
    stopping = [part.games % STOPPING == 0 for part in parts]
    rows = together([Examples(*(column[~some] for column in part)) for part, some in zip(parts, stopping, strict=True)])
    stop = together([Examples(*(column[some] for column in part)) for part, some in zip(parts, stopping, strict=True)])
    forest, booster = fit_forest(rows.inputs, rows.payoffs == 1.0, (stop.inputs, stop.payoffs == 1.0), seed)
    about = {"decks": list(decks), "games": games, "iterations": iterations, "seed": seed, "rows": len(rows.inputs),
             "trees": len(forest.roots), "held_out": judged(forest, games, iterations, seed, workers, folder, decks)}
    if progress:
        found = about["held_out"]
        progress(f"{about['trees']} trees: accuracy {found['accuracy']:.3f}, area under the curve {found['area']:.3f} "
                 f"on {found['rows']} states of {found['games']} games held out")
    return forest, booster, about


def judged(forest, games=GAMES, iterations=ITERATIONS, seed=SEED, workers=1, folder=None, decks=DECKS) -> dict:
    """Return the quality of a model on new games. games: number of games it learned from."""
    further = [training_games(deck, HELD_OUT, iterations, seed, workers, folder, games) for deck in decks]
    return {**quality(forest, together(further)), "games": sum(len(np.unique(part.games)) for part in further)}


def quality(forest, rows: Examples) -> dict:
    """Return the accuracy and the area under the ROC curve on some rows."""
    said, won = forest(rows.inputs), rows.payoffs == 1.0
    return {"rows": len(won), "accuracy": float(((said > 0.5) == won).mean()), "area": area_under_curve(said, won)}


def area_under_curve(said, won) -> float:
    """Return how often a won state has a higher value than another state (ties half); NaN if all ended alike."""
    from scipy.stats import rankdata

    n, m = int(won.sum()), int((~won).sum())
    if n == 0 or m == 0:
        return float("nan")
    return float((rankdata(said)[won].sum() - n * (n + 1) / 2) / (n * m))


def write_value_model(path, **options) -> Path:
    """Train a value model, with `options` of `make_value_model`, and write it to a file."""
    path = writable(path)
    forest, _, about = make_value_model(**options)
    save_forest(path, forest, about)
    return path
