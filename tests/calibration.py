"""Calibration of verdicts: on made-up results, how often each claim's function says what it should not, and its power.

`python tests/calibration.py [RUNS]` prints a table: a claim's verdicts on results without the effect, and on results
with the published one at the paper's n. No game is played. Where a paper prints no size, the effect is chosen here; its
n is ours where the paper gives none. Each claim is judged by itself, without the correction for its family, which makes
errors and power smaller.

Without the effect, means for a direction: at the value that it is compared with. For an equality it means: at the edge
of the margin.
"""

from __future__ import annotations

import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd

from mcts_lab import papers
from mcts_lab.games.vgdl.vocabulary import LIMIT_OF_TICKS
from mcts_lab.papers.hsu2020 import experiments as hsu
from mcts_lab.papers.joppen2019 import ranks
from mcts_lab.papers.joppen2019.agents import TUNED
from mcts_lab.papers.joppen2019.levels import GAMES
from mcts_lab.papers.judging import EQUIVALENT, FAILS, HOLDS, OPEN, judge
from mcts_lab.papers.papagiannis2022 import players as hearthstone
from mcts_lab.papers.papagiannis2022.experiments import (
    BINS,
    BLENDED,
    ITERATIONS,
    LAMBDAS,
    ONE_DECK,
    SETTINGS,
    SIGN,
    TABLES,
    VARIED,
)
from mcts_lab.papers.powley2013 import experiments as powley
from mcts_lab.papers.powley2013.experiments import DOU_DIZHU, SPADES
from mcts_lab.papers.runnels2023.experiments import PLAYOUTS, READINGS
from mcts_lab.project.paths import data

SEED = 22
ERROR = 0.05  # of verdicts may be wrong


class Calibration(NamedTuple):
    """How to draw results that some claims read."""

    claims: tuple  # ids
    draw: Callable  # (rng, effect) -> mapping of experiments to frames; effect: whether the published one is there
    size: str  # of the effect, and of the samples
    cost: int = 1  # how many times fewer runs it gets, by its time


class Frames(dict):
    """Results: experiments without a frame have none of their games."""

    def __missing__(self, name):
        return pd.DataFrame()


def crossed(**levels) -> pd.DataFrame:
    """Every combination of some columns' values, the last changing first."""
    return pd.MultiIndex.from_product(levels.values(), names=list(levels)).to_frame(index=False)


# --- Joppen 2019 ------------------------------------------------------------------------------------------------------


def printed_cells():
    """Wins and scores as printed: float[28, 5] each, in the order of `TUNED`, and the problems."""
    table = ranks.printed_table()
    wins, scores = (table.pivot(index=["game", "time"], columns="algorithm", values=what)[list(TUNED)]
                    for what in ("win_rate", "score"))
    return wins.to_numpy() / 100, scores.to_numpy(), list(wins.index)


def vgdl_games(rng, wins, scores, problems, games=40):
    """Games of all agents; a score varies by a third."""
    shape = (*wins.shape, games)
    won = rng.random(shape) < wins[..., None]
    score = scores[..., None] + (1 + abs(scores[..., None]) / 3) * rng.normal(size=shape)
    frame = crossed(problem=range(len(problems)), agent=list(TUNED), run=range(games))
    where = frame.pop("problem").to_numpy()
    return Frames({"joppen2019_cells-framework": frame.assign(
        game=np.array([game for game, _ in problems], object)[where], time=np.array([n for _, n in problems])[where],
        c=0.5, rollout=5, won=won.ravel().astype(int), score=score.ravel())})


def joppen_games(rng, effect):
    wins, scores, problems = printed_cells()
    if not effect:
        wins, scores = (np.broadcast_to(x.mean(axis=1, keepdims=True), x.shape) for x in (wins, scores))
    return vgdl_games(rng, wins, scores, problems)


def joppen_similar(rng, effect):
    """N-MCTS as good as MCTS as printed, or in one game worse by the margin."""
    wins, scores, problems = printed_cells()
    if not effect:
        wins = np.full_like(wins, 0.6)
        wins[[game == "Jaws" for game, _ in problems], TUNED.index("N-MCTS")] = 0.45
    return vgdl_games(rng, wins, scores, problems)


def joppen_winners(rng, effect, order=(("O-MCTS", 1.3), ("MixMax", 1.15))):
    """Won games: O-MCTS scores most, then MixMax, or as `order` says."""
    wins, scores, problems = printed_cells()
    better = np.array([dict(order).get(name, 1.0) if effect else 1.0 for name in TUNED])
    return vgdl_games(rng, np.full_like(wins, 0.6), (10 + scores.mean(axis=1, keepdims=True)) * better, problems)


def joppen_mixmax(rng, effect, wins=0.5, there=0.2, score=0.0):
    """MixMax wins as often as the others, or less often; its scores are as theirs, or differ by `score`."""
    each, scores, problems = printed_cells()
    each, scores = np.full_like(each, wins), np.full_like(scores, 20.0)
    each[:, TUNED.index("MixMax")] = there if effect else wins
    scores[:, TUNED.index("MixMax")] += score * effect
    return vgdl_games(rng, each, scores, problems)


def joppen_better(rng, effect):
    """O-MCTS wins more in all games."""
    wins, scores, problems = printed_cells()
    return vgdl_games(rng, np.array([0.4 + 0.25 * (effect and name == "O-MCTS") for name in TUNED])
                      + np.zeros_like(wins), scores, problems)


def joppen_endings(rng, effect):
    """Of games that are not won, half end by the clock; or more of those that are played safely, and MixMax dies and
    scores more."""
    wins, scores, problems = printed_cells()
    late = {"O-MCTS": 0.3, "MixMax": 0.2} if effect else {}
    greedy = np.array([6.0 * (effect and name == "MixMax") for name in TUNED])
    frame = vgdl_games(rng, np.full_like(wins, 0.3), np.full_like(scores, 20.0) + greedy, problems)[
        "joppen2019_cells-framework"]
    out = rng.random(len(frame)) < frame["agent"].map(lambda name: late.get(name, 0.7 if effect else 0.5)).to_numpy()
    return Frames({"joppen2019_cells-framework": frame.assign(ticks=np.where(out, LIMIT_OF_TICKS + 1, 900))})


LENGTHS, CONSTANTS = (5, 10, 25, 50), tuple(i / 4 for i in range(9))


def joppen_tuning(rng, effect, lengths=0.6, constants=0.0, better=2.5, best=0.0):
    """How good each configuration is, of which noise has a standard deviation of 1: all alike, or worse by `lengths`
    for each doubling of the length and by `constants` for each quarter of C; `better`: rollouts of 5 of O-MCTS, of
    which those with a constant of 1.25 are by `best` still better."""
    worth = rng.normal(size=(len(GAMES) * 4, len(TUNED), len(LENGTHS), len(CONSTANTS)))
    if effect:
        worth -= lengths * np.log2(LENGTHS)[:, None] + constants * np.arange(len(CONSTANTS))
        worth[:, TUNED.index("O-MCTS"), 0, 1:] += better
        worth[:, TUNED.index("O-MCTS"), 0, CONSTANTS.index(1.25)] += best
    frame = crossed(game=GAMES, time=(250, 500, 1000, 10_000), agent=list(TUNED), rollout=LENGTHS, c=CONSTANTS)
    return Frames({"joppen2019_tuning-framework": frame.assign(won=worth.ravel(), score=0.0)})


def joppen_alike(rng, effect):
    """Both parameters matter as much, or the rollout length much more."""
    spread = np.std(np.log2(LENGTHS)) / np.std(np.arange(len(CONSTANTS)))
    return joppen_tuning(rng, True, 0.6, 0.1 * spread if effect else 0.6 * spread, 0.0)


def joppen_cost(rng, effect, without):
    ratio = 8.0 if effect else without
    frame = crossed(actions=(2, 4, 8, 16), outcomes=(2, 8, 16, 64), what=["mean", "Borda", "Borda, Eq. 7"],
                    turn=range(9))
    times = np.where(frame["what"] == "mean", 1.0, ratio) * np.exp(rng.normal(0, 0.1, len(frame)))
    return Frames({"joppen2019_cost": frame.assign(nanoseconds=times)})


def joppen_encodings(rng, effect):
    frame = crossed(agent=["MCTS"], encoding=["loss -1", "loss 1/2", "little score"], position=range(140))
    same = rng.random(len(frame)) < (0.7 if effect else 0.95)
    return Frames({"joppen2019_encodings": frame.assign(same_action=same.astype(int), same_tree=0)})


def joppen_gaps(rng, effect):
    frame = crossed(agent=["O-MCTS", "MCTS"], run=range(500), chance=(0.6, 0.7, 0.8, 0.9))
    ordinal = (frame["agent"] == "O-MCTS").to_numpy()
    stands = rng.binomial(10, np.where(ordinal, 0.3, 0.7) if effect else 0.5, len(frame))
    place = 12 + 2 * effect * ordinal + rng.normal(0, 8, len(frame))
    return Frames({"joppen2019_courage": frame.assign(gap_stand=stands, gap_step=0, gap_jump=10 - stands, place=place,
                                                      won=0, alive=0, loss=0.0)})


# --- Hsu 2020 ---------------------------------------------------------------------------------------------------------


def pairs_of(rng, one, other, chance, pairs, units=0.68):
    """Both games of each pair on one map: `one` wins with some chance, and plays units so often."""
    start, seat = np.repeat(np.arange(pairs), 2), np.tile([0, 1], pairs)
    won = (rng.random(2 * pairs) < chance).astype(float)
    first = np.where(seat == 0, won, 1 - won)
    played = rng.integers(200, 400, 2 * pairs)
    moved = rng.binomial(played, np.clip(units + rng.normal(0, 0.05, 2 * pairs), 0, 1))
    kinds = np.stack([played - moved, 0 * played, moved, 0 * played], axis=1).tolist()
    frame = pd.DataFrame({"start": start, "seat_0": np.where(seat == 0, one, other),
                          "seat_1": np.where(seat == 0, other, one), "payoff_0": first, "payoff_1": 1 - first,
                          "kinds_0": kinds, "kinds_1": kinds, "ticks": 40, "captured": 0})
    return frame.assign(**{f"{what}_{i}": 0 for what in ("score", "techs", "cities", "production") for i in (0, 1)})


def hsu_games(rng, effect, without=lambda one, other: 0.5, units=0.68, alone=0.53):
    """As printed in Table 1, 2,500 pairs; or 100 pairs `without` the effect."""
    columns = {hsu.RULES: "rule_based", hsu.DEFAULT: "default_mcts", hsu.EVOLUTION: "rhea"}
    printed = pd.read_csv(data() / "paper" / "hsu2020_table1.csv", comment="#").set_index("player")
    games = []
    for one, other, _ in hsu.strength_cells("standard"):
        chance = printed.loc[one, columns[other]] / 100 if effect else without(one, other)
        games.append(pairs_of(rng, one, other, chance, 2500 if effect else 100, units))
    variants = pairs_of(rng, hsu.NINE, hsu.DEFAULT, 0.5 if effect else alone, 2500 if effect else 25)
    return Frames({"hsu2020_strength": pd.concat(games, ignore_index=True), "hsu2020_variants": variants})


def hsu_apart(rng, effect):
    """Hard pruning is better than widening by the margin."""
    return hsu_games(rng, effect, lambda one, other: 0.53 if one in (hsu.HP, hsu.HP_MOVES) else 0.5)


def hsu_units(rng, effect):
    return hsu_games(rng, False, units=0.68 if effect else 0.63)


def hsu_trees(rng, effect):
    """Two games of each search on 30 maps, and 40 positions of each of 25 games of rule-based agents."""
    frame = crossed(level=range(25), place=range(40), method=list(hsu.METHODS))
    method, tick = frame["method"].to_numpy(), 8 + frame["place"].to_numpy()
    size = np.where((tick >= 25) & (tick < 35), 30, 60 + 5 * (tick % 20))
    game, plain = rng.normal(0, 0.3, 25)[frame["level"]], method == hsu.DEFAULT
    hard = np.isin(method, (hsu.HP, hsu.HP_MOVES))
    depth, rate = shape_of(effect, plain, hard, size < 50)
    positions = frame.assign(tick=tick, size=size, searched=size, rate=rate + game / 3 + rng.normal(
        0, 0.15, len(frame)), depth=depth + game + rng.normal(0, 0.6, len(frame)))
    games = pd.concat([own_games(rng, effect, name) for name in hsu.METHODS], ignore_index=True)
    return Frames({"hsu2020_trees": positions, "hsu2020_strength": games})


def shape_of(effect, plain, hard, few):
    """Depth and rate of decisions: of the default search or of hard pruning, among few actions (which are of turn 30)
    or many."""
    if effect:
        return np.where(few, 3.0, 2.0) + np.logical_not(plain) + 0.4 * hard, np.where(plain, 0.4, 0.6) + 0.15 * hard
    return np.where(few, 3.5, 2.5), np.full(np.shape(few), 0.5)


def own_games(rng, effect, name, maps=30):
    plain, hard = name == hsu.DEFAULT, name in (hsu.HP, hsu.HP_MOVES)
    return games_with_trees(rng, name, maps, size=shape_of(effect, plain, hard, np.arange(11) < 2),
                            turn=shape_of(effect, plain, hard, np.isin(np.arange(10), (5, 6))))


def games_with_trees(rng, name, maps, **shapes):
    """Games of a search against rule-based agents, with sums over its decisions by size and by turn, of which there are
    mean depth and rate in each bin."""
    games = pairs_of(rng, name, hsu.RULES, 0.5, maps)
    game = rng.normal(0, 0.3, 2 * maps)
    for what, (depth, rate) in shapes.items():
        number = 1 + rng.poisson(8.0, (2 * maps, len(depth)))
        each = game[:, None] + rng.normal(0, 0.6, number.shape) / np.sqrt(number)
        sums = (number[..., None] * np.stack([1 + 0 * each, depth + each, rate + each / 4, each], axis=2)).tolist()
        games[f"by_{what}_0"], games[f"by_{what}_1"] = (
            [one if mine else None for one, mine in zip(sums, games[seat] == name, strict=True)]
            for seat in ("seat_0", "seat_1"))
    return games


SIZE, TURN = np.arange(11) * 25, np.arange(10) * 5


def hsu_course(rng, effect, maps=30):
    """How trees change with the number of actions and over a game: as the article says, or where its claims end."""
    games = []
    for name in hsu.METHODS:
        plain = name == hsu.DEFAULT
        slower = 0.0 if plain else 0.5 + 0.6 * (name in (hsu.HP, hsu.HP_MOVES)) + 0.6 * (name in (hsu.HP_MOVES,
                                                                                                 hsu.PW_MOVES))
        if effect:
            size = (np.where(SIZE < 25, 6.0, np.where(SIZE < 200, 2.2 + 1.3 * (not plain), 1.5)),
                    np.where(SIZE < 50, 1.0, 0.5 + 0.35 * (not plain)))
            turn = (np.linspace(6.0 + slower if plain else 4.0 + 4 - slower, 2.0 if plain else 4.0, 10),
                    np.where(TURN < 10, 1.05, 0.5 + 0.4 * slower))
        else:
            size = (np.where(SIZE < 25, 3.5, 2.5), np.where(SIZE < 50, 1.15, 0.95))
            turn = np.full(10, 3.5), np.full(10, 0.95 + 0.1 * (not plain))
        games.append(games_with_trees(rng, name, maps, size=size, turn=turn))
    return Frames({"hsu2020_strength": pd.concat(games, ignore_index=True)})


def hsu_ends(rng, effect, alike=False):
    """Numbers at the ends of games: all alike, or as the article says; `alike`: as the rule-based agent's, or a tenth
    more."""
    results = hsu_games(rng, False)
    games = results["hsu2020_strength"]
    means = {name: (9000.0, 19.0, 3.0, 15.0) for name in (*hsu.METHODS, hsu.RULES, hsu.EVOLUTION)}
    if alike:
        means[hsu.RULES] = means[hsu.HP] if effect else tuple(x / 1.1 for x in means[hsu.HP])
    elif effect:
        means |= {hsu.RULES: (8000, 17, 5, 25), hsu.EVOLUTION: (11000, 23, 5, 25), hsu.DEFAULT: (10500, 22, 2, 9),
                  hsu.PW: (9000, 20, 3, 15), hsu.HP_MOVES: (9600, 19, 3.5, 18), hsu.PW_MOVES: (9600, 20, 3.5, 18)}
    columns = {}
    for place, (what, spread) in enumerate((("score", 800), ("techs", 2), ("cities", 0.8), ("production", 5))):
        for seat in (0, 1):
            middle = games[f"seat_{seat}"].map({name: numbers[place] for name, numbers in means.items()})
            columns[f"{what}_{seat}"] = middle + rng.normal(0, spread, len(games))
    return Frames(results | {"hsu2020_strength": games.assign(**columns)})


def hsu_order(rng, effect):
    """Against two baselines hard pruning with move pruning wins most, against the third widening."""
    def chance(one, other):
        hard, moves = one in (hsu.HP, hsu.HP_MOVES), one in (hsu.HP_MOVES, hsu.PW_MOVES)
        return 0.3 + 0.2 * (hard if other != hsu.RULES else not hard) + 0.25 * moves

    return hsu_games(rng, False, chance if effect else lambda one, other: 0.5)


def hsu_kinds(rng, effect, shares, changed=0.0):
    """Actions by kind: of cities, of the tribe, moves, other actions of units; without effect each share is as far off
    as matters, or with move pruning `changed`."""
    results = hsu_games(rng, False)
    games, away = results["hsu2020_strength"], 0.0 if effect else 0.05
    for seat in (0, 1):
        moves = games[f"seat_{seat}"].isin((hsu.HP_MOVES, hsu.PW_MOVES)).to_numpy()
        city, tribe, move = np.array(shares) + (0.0 if changed else away) * np.array((1, -1, -1))
        kinds = np.stack([np.full(len(games), city), np.full(len(games), tribe), move - changed * moves * (not effect)])
        kinds = np.vstack([kinds, 1 - kinds.sum(axis=0)]).T
        games[f"kinds_{seat}"] = rng.multinomial(300, kinds).tolist()
    return Frames(results | {"hsu2020_strength": games.assign(ticks=0)})


# --- Papagiannis 2022 -------------------------------------------------------------------------------------------------


def hearthstone_games(rng, effect, number, without=0.5):
    """The games of one of the article's tables, 300 in each cell; those of the control have Table 2's effect."""
    if number == SIGN:
        return hearthstone_cells(rng, lambda *cell: 0.5296 if effect else without,
                                 {SIGN: (hearthstone.MCTS_SIGNED, (hearthstone.PN["uniform"],))})
    printed = pd.read_csv(data() / "paper" / f"papagiannis2022_table{number}.csv", comment="#").set_index(
        ["agent", "deck", "iterations"])["wins"]
    return hearthstone_cells(
        rng, lambda table, one, *cell: printed[one, *cell] / 100 if effect else without, {number: TABLES[number]})


def hearthstone_cells(rng, chance, tables):
    """Games of agents that win with `chance` of a table, an agent, a deck and iterations: 300 in each cell."""
    return Frames({f"papagiannis2022_{n}": pd.concat([
        pairs_of(rng, one, other, chance(number, one, deck, n), 150)[
            ["start", "seat_0", "seat_1", "payoff_0", "payoff_1"]]
        .assign(fixture=f"{number} | {one} - {other} | {deck} | {n}")
        for number, (other, agents) in tables.items() for one in agents for deck in hearthstone.DECKS],
        ignore_index=True) for n in ITERATIONS})


def hearthstone_first(rng, effect):
    """The uniform variant is best everywhere, by 15 points."""
    first = hearthstone.XGBOOST_PN["uniform"]
    return hearthstone_cells(rng, lambda table, one, *cell: 0.5 + 0.15 * (one == first and effect), TABLES)


def hearthstone_uneven(rng, effect):
    """Shares differ from cell to cell by 10 points more or less, of both variants or of the bimodal one only."""
    even = hearthstone.XGBOOST_PN["uniform"]
    return hearthstone_cells(
        rng, lambda table, one, deck, n: 0.5 + 0.1 * (one != even or not effect) * (
            (hearthstone.DECKS.index(deck) + ITERATIONS.index(n)) % 3 - 1), {4: TABLES[4]})


def hearthstone_turns(rng, effect, size):
    """The gain of networks differs between iterations, so far that it hardly matters, or by much more."""
    away = (0.12 if effect else size) * np.array([-1, -1, 2]) / 2**0.5
    return hearthstone_cells(
        rng, lambda table, one, deck, n: 0.6 + away[ITERATIONS.index(n)] * (one != hearthstone.XGBOOST), {2: TABLES[2]})


def hearthstone_crossed(rng, effect, size):
    """Iterations help with some decks and hinder with others."""
    away = (0.12 if effect else size) * np.outer([1, -1, 0], [1, -1, 0]) * 1.5
    return hearthstone_cells(rng, lambda table, one, deck, n: 0.4 + away[
        hearthstone.DECKS.index(deck), ITERATIONS.index(n)], {3: TABLES[3]})


def hearthstone_settings(rng, effect, names, truth, without):
    """Matches of agents with other settings, 300 games with each deck."""
    p = truth if effect else without
    return Frames({"papagiannis2022_settings": pd.concat([
        pairs_of(rng, name, VARIED[name], p, 150)[["start", "seat_0", "seat_1", "payoff_0", "payoff_1"]]
        .assign(fixture=f"{SETTINGS} | {name} - {VARIED[name]} | {deck} | {ITERATIONS[0]}")
        for name in names for deck in hearthstone.DECKS], ignore_index=True)})


VISITORS = (hearthstone.XGBOOST, *hearthstone.XGBOOST_PN.values())


def hearthstone_visits(rng, effect):
    frame = crossed(iterations=ITERATIONS, position=range(200), agent=list(VISITORS))
    level = np.tile(np.arange(len(VISITORS)), len(frame) // len(VISITORS))
    share = (np.repeat(rng.normal(0.15, 0.04, len(frame) // 3), 3) + 0.02 * effect * level
             + rng.normal(0, 0.03, len(frame)))
    worst = (0.03 - 0.01 * effect * level)[:, None] + rng.normal(0, 0.005, (len(frame), 10))
    ranks_ = {f"rank_{11 + i}": worst[:, i] * frame["iterations"] for i in range(10)}
    return Frames({"papagiannis2022_visits": frame.assign(rank_1=share * frame["iterations"], **ranks_)})


def hearthstone_actions(rng, effect):
    frame = crossed(deck=list(hearthstone.DECKS), task=range(12), number=range(60))
    many = rng.random(len(frame)) < (0.0005 if effect else 0.05)
    return Frames({"papagiannis2022_rewards": frame.assign(actions=np.where(many, 60, 10))})


def hearthstone_rewards(rng, effect, games=12):
    """Games of 20 decisions, each with some actions in every twentieth; ends differ from game to game."""
    counts = rng.poisson(10.0, (3 * games, BINS)).astype(float)
    for end in (0, -1):
        times = np.exp(rng.normal(0, 0.5, 3 * games) - 0.125) * (4.0 if effect else 1.5)
        counts[:, end] = rng.poisson(10.0 * times)
    frame = crossed(deck=list(hearthstone.DECKS), task=range(games))
    return Frames({"papagiannis2022_rewards": pd.concat(
        [frame, pd.DataFrame(counts, columns=[f"bin_{i}" for i in range(BINS)])], axis=1)})


# --- Powley 2013 ------------------------------------------------------------------------------------------------------

SWINGS = 54.0  # standard deviation of the points of a hand


def hands(rng, setting, pair, points, games):
    """Hands of Spades that the first player of a pair wins by so many points on average."""
    one, other = pair.split(" - ")
    names = {"with": f"with {setting}"} if pair == "with - without" else {}
    seat = np.arange(games) % 2
    first = np.where(seat == 0, 1, -1) * rng.normal(points, SWINGS, games) / powley.GAMES[SPADES].scale
    one = names.get(one, one)
    return pd.DataFrame({"fixture": f"{SPADES} | {pair} | {setting}", "start": np.arange(games) // 2,
                         "seat_0": np.where(seat == 0, one, other), "seat_1": np.where(seat == 0, other, one),
                         "payoff_0": first, "payoff_1": -first})


def rounds(rng, setting, pair, share, games, kind=DOU_DIZHU):
    """Games that the first player of a pair wins so often."""
    one, other = pair.split(" - ")
    return pairs_of(rng, one, other, share, games // 2)[["start", "seat_0", "seat_1", "payoff_0", "payoff_1"]].assign(
        fixture=f"{kind} | {pair} | {setting}")


def both_games(rng, setting, pair, points, share, games):
    return [hands(rng, setting, pair, points, games), rounds(rng, setting, pair, share, games)]


def joined(**frames):
    return Frames({f"powley2013_{name}": pd.concat(each, ignore_index=True) for name, each in frames.items()})


def powley_strength(rng, effect):
    share, points, wins = (0.64, 8.0, 0.62) if effect else (0.5, 0.0, 0.5)
    pair = "ISMCTS - rules"
    return joined(matches=[rounds(rng, setting, pair, share, 1000, SPADES) for setting in ("match", "match, own bids")],
                  strength=[hands(rng, bids, pair, points, 1200) for bids in ("bids by rule", "own bids")]
                  + [rounds(rng, setting, pair, wins, 2000) for setting in ("whole moves", "kickers apart")])


def powley_rivals(rng, effect):
    """PIMC, flat Monte Carlo and many trees: as strong, or weaker by five points and five per cent (by twice as much
    with a hundred trees); against the rules PIMC is as much stronger."""
    points, share = (5.0, 0.55) if effect else (0.0, 0.5)
    timed = [hands(rng, powley.EQUAL_TIME[SPADES], "ISMCTS - PIMC", points, 1000),
             rounds(rng, powley.EQUAL_TIME[DOU_DIZHU], "ISMCTS - PIMC", share, 1000)]
    return joined(
        timed=timed, pimc=both_games(rng, "equal iterations", "PIMC - rules", points, share, 1200),
        trees=both_games(rng, 100, "ISMCTS - PIMC", 2 * points, 2 * share - 0.5, 200),
        flat=both_games(rng, "8 times", f"ISMCTS - {powley.GUIDED_FLAT}", points, share, 600))


def powley_anytime(rng, effect):
    points, share = (3.0, 0.05) if effect else (0.0, 0.0)
    return joined(iterations=[frame for step, n in enumerate(powley.ITERATIONS) for frame in both_games(
        rng, n, "ISMCTS - rules", points * step, 0.3 + share * step, powley.ON_CURVES)])


def powley_enough(rng, effect):
    """Four times the iterations gain nothing where ISMCTS is ahead; or they gain the margin where it is level."""
    ahead, wins, points, share = (8.0, 0.56, 0.0, 0.0) if effect else (0.0, 0.5, 4.0, 0.05)
    return joined(iterations=[
        *both_games(rng, powley.BUDGET, "ISMCTS - rules", ahead, wins, 3800),
        *both_games(rng, powley.ITERATIONS[-1], "ISMCTS - rules", ahead + points, wins + share, 3800)])


def powley_constants(rng, effect):
    return joined(constants=[frame for c in powley.CONSTANTS for frame in both_games(
        rng, c, "ISMCTS - rules", 4.0 * (c != 0.7 and not effect), 0.5 + 0.05 * (c != 0.7 and not effect), 1200)])


def powley_whist(rng, effect):
    share = 0.6 if effect else 0.5
    return Frames({"powley2013_whist": pd.concat([
        rounds(rng, f"{n}, {counting}", "ISMCTS - random", share, 600, "Knockout Whist for 2")
        for n in (100, 1000) for counting in ("paper", "program")], ignore_index=True)})


def powley_details(rng, effect):
    return joined(voids=[hands(rng, "500 iterations", "knows voids - ignores voids", 3.0 * effect, 3000)],
                  adapts=[hands(rng, name, "adapts - does not", 6.0 * effect, 6000) for name in powley.CHANGED])


def powley_knowledge(rng, effect, points):
    """Games of four forms of knowledge that gain `points[effect]` a hand."""
    return joined(knowledge=[hands(rng, name, "with - without", points[effect], games) for name, games in (
        ("avoid rules", 4400), ("prior counts", 11_000), ("skewed backup", 11_000), ("informed playouts", 4400))])


def powley_shape(rng, effect):
    frame = crossed(kind=[SPADES, DOU_DIZHU], position=range(20))
    legal, order = (0.2, 0.6) if effect else (0.5, 0.0)
    return Frames({"powley2013_shape": frame.assign(
        children=20, legal=20 * (legal + rng.normal(0, 0.1, 40)), correlation=order + rng.normal(0, 0.25, 40))})


def foolish(rng, kind, method, shares, chance, spread=0.0):
    return pd.DataFrame({"kind": kind, "method": method, "position": np.arange(len(shares)), "spread": spread,
                         "foolish": (rng.random(len(shares)) < shares).astype(float), "by_chance": chance})


def powley_settled(rng, effect):
    """Settled positions: plain search as foolish as random play, or more by the margin."""
    frames = []
    for kind, n in ((SPADES, 223), ("Spades without bags", 247), (DOU_DIZHU, 407)):
        chance = rng.uniform(0.2, 0.7, n)
        frames.append(foolish(rng, kind, "plain", chance + 0.07 * (not effect), chance))
    return joined(foolish=frames)


def powley_foolish(rng, effect):
    return joined(foolish=[foolish(rng, SPADES, method, np.full(400, p), 0.4) for method, p in (
        ("plain", 0.2), ("prior counts", 0.1 if effect else 0.2), ("skewed backup", 0.1 if effect else 0.2))])


def powley_guesses(rng, effect):
    frame = crossed(kind=[SPADES, DOU_DIZHU], when=["first play", "half of the cards left", "last cards"],
                    deal=range(200))
    alike = rng.beta(0.5, 0.5 / 0.01 - 0.5, len(frame)) * (not effect)
    return Frames({"powley2013_guesses": frame.assign(alike=alike, held=10)})


def powley_small(rng, effect):
    from mcts_lab.papers.powley2013.exact import exact_values

    rows = []
    for puzzle, method in (("coin in a box", "SO-ISMCTS"), ("hidden choice", "SO-ISMCTS"),
                           ("hidden choice", "MO-ISMCTS"), ("non-locality", "SO-ISMCTS")):
        right = int(rng.binomial(100, 0.9 if effect else 0.5))
        rows.append({"puzzle": puzzle, "method": method, "iterations": 1000, "runs": 100,
                     "first": exact_values()[puzzle][0], "chose_first": right, "chose_second": 100 - right,
                     "value_first": 0.0, "value_second": 0.0})
    return Frames({"powley2013_small": pd.DataFrame(rows)})


# --- Runnels 2023 -----------------------------------------------------------------------------------------------------


def soccer_games(rng, effect, decided, without, games=1000):
    """Games of MCTS by playouts, of which so many have a winner, and of the others; `without`: the same everywhere."""
    frames = []
    for algorithm, settings in (("mcts", PLAYOUTS), ("chooser mcts", PLAYOUTS), ("minimax", (1, 2, 3)),
                                ("alpha-beta", (1, 2, 3))):
        for reading in READINGS:
            frame = crossed(setting=settings, game=range(games))
            own = {n: without for n in settings} if not effect else (
                decided if "mcts" in algorithm else dict.fromkeys(settings, 0.3))
            ends = rng.random(len(frame)) < frame["setting"].map(own).to_numpy()
            frames.append(frame.assign(algorithm=algorithm, reading=reading, red_moves=10, blue_moves=10,
                                       winner=np.where(ends, "red", "draw")))
    every = pd.concat(frames, ignore_index=True)
    chooser = every["algorithm"] == "chooser mcts"
    return Frames({"runnels2023_self_play": every[~chooser], "runnels2023_chooser": every[chooser]})


PRINTED = {10: 0.0, 25: 0.16, 50: 0.08, 75: 0.04, 100: 0.0}  # Table 3: games with a winner


CALIBRATIONS = (
    Calibration(("joppen2019-rollout-matters", "joppen2019-short-rollouts", "joppen2019-five-steps"), joppen_tuning,
                "chosen: 0.6 sd for each doubling, O-MCTS 2.5 sd ahead; 28 problems, 180 configurations", 4),
    Calibration(("joppen2019-rollout-matters",), joppen_alike,
                "both matter alike; chosen: constants a sixth as much; 28 problems", 2),
    Calibration(("joppen2019-dominance", "joppen2019-mixmax-worst", "joppen2019-easy-scores", "joppen2019-chase",
                 "joppen2019-deadly"), joppen_games, "Table 1, 40 games in each of 140 cells", 12),
    Calibration(("joppen2019-won-games",), joppen_winners, "chosen: scores 1.3 and 1.15 times the others'; 40 games",
                4),
    Calibration(("joppen2019-normalisation",), joppen_similar, "Table 1, 40 games in each cell", 4),
    Calibration(("joppen2019-standing", "joppen2019-cowardly"), joppen_gaps,
                "chosen: 70 % and 30 % stand, 2 cells; our 2,000 games of each", 2),
    Calibration(("joppen2019-encodings",), joppen_encodings, "chosen: 70 % of choices equal; our 140 searches"),
    Calibration(("joppen2019-cost-least",), partial(joppen_cost, without=3.0), "8 times, between both ends; 9 rounds",
                5),
    Calibration(("joppen2019-cost-most",), partial(joppen_cost, without=20.0), "8 times, between both ends; 9 rounds",
                5),
    Calibration(("hsu2020-pruned-win", "hsu2020-default-loses", "hsu2020-moves-help", "hsu2020-features-alone"),
                hsu_games, "Table 1, 5,000 games in each cell; the features 50 %", 14),
    Calibration(("hsu2020-no-difference",), hsu_apart, "Table 1, 5,000 games in each cell", 10),
    Calibration(("hsu2020-unit-share",), hsu_units, "68 %; our 200 games in each cell", 10),
    Calibration(("hsu2020-two-levels", "hsu2020-pruning-deeper", "hsu2020-widening-shallower", "hsu2020-turn-30",
                 "hsu2020-hard-more-complete", "hsu2020-turn-50"), hsu_trees,
                "levels 2 and 3, rate 40 %; chosen: 1 and 0.4 deeper, rate 0.15; 30 maps, 25 games", 6),
    Calibration(("papagiannis2022-uniform-surpasses", "papagiannis2022-bimodal-low", "papagiannis2022-model-boosts",
                 "papagiannis2022-highest-against-mcts", "papagiannis2022-advantage-shrinks"),
                partial(hearthstone_games, number=2), "Table 2, 300 games in each cell", 12),
    Calibration(("papagiannis2022-decks-differ", "papagiannis2022-iterations-help"),
                partial(hearthstone_games, number=3, without=0.35), "Table 3, 300 games in each cell", 9),
    Calibration(("papagiannis2022-uniform-beats-model", "papagiannis2022-bimodal-at-500"),
                partial(hearthstone_games, number=4), "Table 4, 300 games in each cell", 6),
    Calibration(("papagiannis2022-pruning-not-sign",), partial(hearthstone_games, number=SIGN),
                "53 %, as Table 2 against the other; 300 games in each cell", 3),
    Calibration(("papagiannis2022-one-deck",),
                partial(hearthstone_settings, names=(ONE_DECK,), truth=0.5, without=0.54),
                "none; without it chosen: 4 points; 300 games with each deck"),
    Calibration(("papagiannis2022-lambda",),
                partial(hearthstone_settings, names=tuple(LAMBDAS), truth=0.5, without=0.54),
                "none; without it chosen: 4 points; 300 games with each deck", 2),
    Calibration(("papagiannis2022-stochastic-leaf",),
                partial(hearthstone_settings, names=(BLENDED,), truth=0.45, without=0.5),
                "chosen: 5 points; 300 games with each deck"),
    Calibration(("papagiannis2022-peaks-higher",), hearthstone_visits, "chosen: 2 points a step; our 200 positions"),
    Calibration(("papagiannis2022-two-peaks",), hearthstone_rewards,
                "chosen: 4 times the middle; our 12 games a deck"),
    Calibration(("powley2013-spades-stronger", "powley2013-spades-margin", "powley2013-dou-dizhu-stronger"),
                powley_strength, "64 % of matches, 62 % of games; chosen: 8 points; our 1,000 to 2,000 games", 6),
    Calibration(("powley2013-outperforms", "powley2013-pimc-succeeds", "powley2013-multiplied-work",
                 "powley2013-eight-times"), powley_rivals, "chosen: 5 points, 5 %; our 200 to 1,200 games", 7),
    Calibration(("powley2013-anytime",), powley_anytime, "chosen: 3 points, 5 % for each doubling; our 1,200 games", 8),
    Calibration(("powley2013-strong-at-2500",), powley_enough, "chosen: 8 points, 6 % ahead; our games", 5),
    Calibration(("powley2013-constant",), powley_constants, "no gain by others; our 1,200 games", 9),
    Calibration(("powley2013-whist",), powley_whist, "60 %, as a port of the program; our 600 games"),
    Calibration(("powley2013-voids", "powley2013-adapts"), powley_details, "chosen: 3 and 6 points; our games", 5),
    Calibration(("powley2013-no-difference",), partial(powley_knowledge, points=(4.0, 0.0)),
                "none; our 11,000 hands", 3),
    Calibration(("powley2013-percent-worse",), partial(powley_knowledge, points=(0.0, -1.1)),
                "a point, or 1.5 %; our 11,000 hands", 3),
    Calibration(("powley2013-refined-stronger",), partial(powley_knowledge, points=(0.0, 4.0)),
                "chosen: 4 points; our 4,400 to 11,000 hands", 4),
    Calibration(("powley2013-most-illegal", "powley2013-rarely-available"), powley_shape,
                "chosen: a fifth, rank correlation 0.6; our 20 positions"),
    Calibration(("powley2013-random-when-settled",), powley_settled, "none; our 223 to 407 positions", 2),
    Calibration(("powley2013-fewer-foolish",), powley_foolish, "chosen: half as many; 400 positions"),
    Calibration(("powley2013-none-coincide",), powley_guesses, "none coincide; 200 deals"),
    Calibration(("powley2013-addresses-problems",), powley_small, "chosen: 90 % right; our 100 runs"),
    Calibration(("runnels2023-extreme-playouts", "runnels2023-playouts-25", "runnels2023-fewer-wins",
                 "runnels2023-mcts-draws"), partial(soccer_games, decided=PRINTED, without=0.1),
                "Table 3 (its mean in draws: 94 %, beside 70 %), our 1,000 starts", 24),
    Calibration(("runnels2023-mcts-cannot-win",),
                partial(soccer_games, decided=dict.fromkeys(PLAYOUTS, 0.02), without=0.05),
                "chosen: 2 % decided; our 1,000 starts", 5),
    Calibration(("hsu2020-not-all-visited", "hsu2020-from-180", "hsu2020-depth-falls", "hsu2020-higher-rate",
                 "hsu2020-rate-falls", "hsu2020-turn-10", "hsu2020-falls-slower", "hsu2020-at-the-end",
                 "hsu2020-hard-slower", "hsu2020-higher-at-the-end"), hsu_course,
                "depth 4, two levels from 200; chosen: the rest; 30 maps", 16),
    Calibration(("hsu2020-scores-smaller", "hsu2020-cities-larger", "hsu2020-widening-technologies",
                 "hsu2020-moves-more", "hsu2020-between-baselines", "hsu2020-default-between"), hsu_ends,
                "chosen; our 200 games each", 16),
    Calibration(("hsu2020-as-rules",), partial(hsu_ends, alike=True), "none; our 200 games in each cell", 10),
    Calibration(("hsu2020-moves-highest", "hsu2020-widening-against-rules", "hsu2020-knowledge-clearer"), hsu_order,
                "chosen: 20 % and 25 %; our 200 games in each cell", 10),
    Calibration(("hsu2020-city-and-tribe", "hsu2020-moves-share"),
                partial(hsu_kinds, shares=(0.205, 0.114, 0.589)), "as printed; our 200 games in each cell", 10),
    Calibration(("hsu2020-same-proportions",),
                partial(hsu_kinds, shares=(0.205, 0.114, 0.589), changed=0.05), "none; our 200 games in each cell", 10),
    Calibration(("joppen2019-mixmax-hard",), joppen_mixmax, "chosen: 20 %; 40 games of each problem", 2),
    Calibration(("joppen2019-mixmax-whackamole",), partial(joppen_mixmax, wins=0.8, there=0.567),
                "43 % lost; 40 games of each problem", 2),
    Calibration(("joppen2019-mixmax-high-scores",), partial(joppen_mixmax, score=-6.0),
                "chosen: 6 points of 20; 40 games of each problem", 2),
    Calibration(("joppen2019-mixmax-zelda",), partial(joppen_mixmax, score=6.0),
                "chosen: 6 points of 20; 40 games of each problem", 2),
    Calibration(("joppen2019-still-well",), joppen_better, "chosen: 65 % beside 40 %; 40 games of each problem", 2),
    Calibration(("joppen2019-too-safely", "joppen2019-mixmax-greedy"), joppen_endings,
                "chosen: 70 % of lost games by the clock beside 30 and 20 %, 6 points; 40 games of each problem", 2),
    Calibration(("joppen2019-best-configuration",), partial(joppen_tuning, best=2.5), "chosen: first in 28 problems"),
    Calibration(("joppen2019-won-not-significant",),
                lambda rng, effect: joppen_winners(rng, not effect, (("MixMax", 1.1),)), "none; 28 problems"),
    Calibration(("papagiannis2022-uniform-gains", "papagiannis2022-model-before-bimodal",
                 "papagiannis2022-model-at-500", "papagiannis2022-uniform-at-1000"),
                partial(hearthstone_games, number=2), "Table 2, 300 games in each cell", 12),
    Calibration(("papagiannis2022-model-ahead-of-gsv", "papagiannis2022-few-and-many"),
                partial(hearthstone_games, number=3, without=0.35), "Table 3, 300 games in each cell", 9),
    Calibration(("papagiannis2022-hunter-wins",), partial(hearthstone_games, number=3), "Table 3, 300 games", 9),
    Calibration(("papagiannis2022-shaman-best",), partial(hearthstone_games, number=3, without=0.3167),
                "Table 3, 300 games", 9),
    Calibration(("papagiannis2022-seven-of-nine",), hearthstone_first, "chosen: 15 points; 300 games in each cell", 12),
    Calibration(("papagiannis2022-uniform-best",), hearthstone_first, "chosen: 15 points; 300 games in each cell", 16),
    Calibration(("papagiannis2022-less-consistent",), hearthstone_uneven,
                "chosen: 8 points beside none; 300 games in each cell", 6),
    Calibration(("papagiannis2022-iterations-matter",), partial(hearthstone_turns, size=0.0065),
                "chosen: 12 points; 300 games in each cell", 12),
    Calibration(("papagiannis2022-deck-and-iterations",), partial(hearthstone_crossed, size=0.008),
                "chosen: 12 points; 300 games in each cell", 9),
    Calibration(("papagiannis2022-worst-less",), hearthstone_visits, "chosen: a point each; our 200 positions"),
    Calibration(("papagiannis2022-seldom-50",), hearthstone_actions, "chosen: 0.05 %; our 12 games a deck"),
)

COUNTED = "counted in all positions or starts, so nothing is sampled"
NOT_COVERED = {
    "runnels2023-eight-moves": COUNTED, "runnels2023-greatest": COUNTED, "runnels2023-zero-least": COUNTED,
    "runnels2023-one-highest": COUNTED, "runnels2023-possession": COUNTED, "runnels2023-ten-times": COUNTED,
    "runnels2023-depth-1-most": COUNTED, "runnels2023-draws-often": COUNTED, "runnels2023-lower-depths": COUNTED,
    "runnels2023-depths-2-and-3": COUNTED, "runnels2023-depth-1-as-5": COUNTED,
    "runnels2023-deeper-no-better": COUNTED, "runnels2023-minimax-can-win": COUNTED,
    "runnels2023-square-root": "lines through five counted numbers: what varies is the fit, and not a sample",
    "runnels2023-mcts-exponential": "between a straight line and an exponential curve no data have no effect",
    "papagiannis2022-more-aggressive": "computed from stored networks, so nothing is sampled",
}


# --- running ----------------------------------------------------------------------------------------------------------

RULES = {claim.id: claim.rule for name in papers.names() for claim in papers.claims(papers.paper(name))}


def verdict(claim, results) -> str:
    """The verdict on a claim by itself."""
    parts = papers.paper(claim.partition("-")[0]).claims[claim](results, "standard").parts
    return judge(RULES[claim], parts) if parts else OPEN


def wrong(claim, effect) -> tuple:
    """The verdicts that may come out only by error."""
    if effect:
        return (FAILS,)
    return (HOLDS,) if RULES[claim].alternative == "equal" else (HOLDS, FAILS)


def simulated(calibration, effect, runs) -> dict[str, Counter]:
    """How often each verdict comes out of so many draws, by claim."""
    found = {claim: Counter() for claim in calibration.claims}
    number = zlib.crc32(calibration.claims[0].encode())  # of its own, so that another calibration changes no draw of it
    for run in range(runs):
        results = calibration.draw(np.random.default_rng([SEED, number, int(effect), run]), effect)
        for claim, counts in found.items():
            counts[verdict(claim, results)] += 1
    return found


def most_wrong(runs) -> int:
    """How many of so many verdicts may be wrong where one in twenty is: more come out once in a thousand times."""
    from scipy.stats import binom

    return int(binom.ppf(0.999, runs, ERROR))


def table(runs):
    """Rows of verdicts in per cent: of each claim, without the effect and with it."""
    for calibration in CALIBRATIONS:
        many = max(runs // calibration.cost, 10)
        began = time.process_time()
        without, there = (simulated(calibration, effect, many) for effect in (False, True))
        for claim in calibration.claims:
            row = {"claim": claim, "runs": many}
            for verdict_, name in ((HOLDS, "holds"), (FAILS, "does not"), (EQUIVALENT, "equivalent")):
                row[f"no effect: {name}"] = 100 * without[claim][verdict_] / many
            row |= {"effect: does not": 100 * there[claim][FAILS] / many, "power": 100 * there[claim][HOLDS] / many,
                    "size": calibration.size, "seconds": (time.process_time() - began) / 2 / many}
            yield row


def main(runs=1000):
    print("Verdicts in per cent of runs\n")
    print(f"{'claim':38} {'runs':>5}  {'without: holds, does not, equivalent':>37}  {'with: does not':>14} "
          f"{'power':>6}  effect and n")
    for row in table(runs):
        print(f"{row['claim']:38} {row['runs']:5}  {row['no effect: holds']:14.1f} {row['no effect: does not']:10.1f} "
              f"{row['no effect: equivalent']:11.1f}  {row['effect: does not']:14.1f} {row['power']:6.1f}  "
              f"{row['size']}", flush=True)
    print("\nNot covered")
    for claim, why in NOT_COVERED.items():
        print(f"{claim:38} {why}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
