"""The claims of [Runnels 2023] in words, each with a verdict from our measurements.

Where the paper leaves open which reading of Equation 6 is meant, a claim is judged under both, and is undecided when
they disagree. Intervals are at 95 %.
"""

from __future__ import annotations

import functools

import numpy as np

from ...engine.generic import compiler, entry
from ...experiments.statistics import difference, proportion
from ...game import facts, legal_actions, start
from ...games.soccer import BLUE, DRAWN, RED, Soccer, evaluate, soccer
from .. import Verdict
from .experiments import ALPHA_BETA_DEPTHS, MINIMAX_DEPTHS, PLAYOUTS, READINGS, solution
from .figures import fit, growth_of
from .tables import games_of, paper_numbers

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"
MARGIN = 0.10  # two shares are called equal when their difference is surely smaller


def agreed(verdicts) -> str:
    """The common verdict of several readings; undecided where they disagree."""
    found = set(verdicts)
    return found.pop() if len(found) == 1 else OPEN


def decided(games) -> int:
    """How many games somebody won."""
    return int((games["winner"] != "draw").sum())


def won_share(results, algorithm, reading) -> dict:
    """For each setting the share of games that somebody won."""
    return {setting: proportion(decided(part), len(part))
            for setting, part in games_of(results, algorithm, reading).groupby("setting")}


def listing(shares) -> str:
    return ", ".join(f"{setting}: {i.estimate:.1%}" for setting, i in shares.items())


def intervals(shares) -> str:
    return ", ".join(f"{setting}: [{i.low:.1%}, {i.high:.1%}]" for setting, i in shares.items())


def greater(first, second) -> str:
    """Whether the first share is greater than the second: holds, does not hold, or undecided."""
    d = difference(round(first.estimate * first.n), first.n, round(second.estimate * second.n), second.n)
    return HOLDS if d.low > 0 else FAILS if d.high < 0 else OPEN


# --- growth (sections 3 and 5) ----------------------------------------------------------------------------------------


def rate(part):
    """Growth per ply: the factor and its interval, from a straight line through the logarithms."""
    from scipy.stats import linregress, t

    x, y = part["setting"].to_numpy(float), np.log(part["calls"].to_numpy(float))
    line = linregress(x, y)
    half = t.ppf(0.975, len(x) - 2) * line.stderr if len(x) > 2 else np.inf
    return np.exp(line.slope), np.exp(line.slope - half), np.exp(line.slope + half), line.rvalue**2


def exponential(results, algorithm):
    factor, low, high, r2 = rate(growth_of(results, algorithm))
    verdict = HOLDS if low > 1 and r2 > 0.99 else FAILS if high < 1 or r2 < 0.9 else OPEN
    return Verdict(verdict, f"each ply multiplies the states generated per move by {factor:.2f} (R² of the logarithms "
                            f"{r2:.4f})", f"[{low:.2f}, {high:.2f}]",
                   "counted in states; processor time follows once a search is longer than its start-up")


def minimax_exponential(results, budget):
    return exponential(results, "minimax")


def alpha_beta_exponential(results, budget):
    return exponential(results, "alpha-beta")


def ten_times(results, budget):
    ratios = {}
    for reading in READINGS:
        plain, pruned = (growth_of(results, algorithm, reading).set_index("setting")["calls"]
                         for algorithm in ("minimax", "alpha-beta"))
        ratios[reading] = (plain / pruned).dropna()
    text = "; ".join(f"{reading}: " + ", ".join(f"depth {d}: {r:.1f}" for d, r in series.items())
                     for reading, series in ratios.items())
    inside = [bool(((series > 5) & (series < 20)).all()) for series in ratios.values()]
    published = [m / a for m, a in zip(paper_numbers("minimax")["runtime"], paper_numbers("alpha-beta")["runtime"],
                                       strict=False)]
    return Verdict(HOLDS if all(inside) else FAILS,
                   f"minimax generates this many times the states of alpha-beta: {text}", "",
                   "no constant factor: one ply deep both look at the same states, and the ratio grows with depth; the "
                   f"paper's own runtimes have {', '.join(f'{r:.1f}' for r in published)}")


def square_root(results, budget):
    plain = rate(growth_of(results, "minimax"))[0]
    factor, low, high, _ = rate(growth_of(results, "alpha-beta"))
    ordered, ordered_low, ordered_high, _ = rate(growth_of(results, "ordered alpha-beta"))
    root = np.sqrt(plain)
    verdict = HOLDS if low <= root <= high else FAILS
    return Verdict(verdict,
                   f"growth per ply {factor:.2f}, where the square root of minimax's {plain:.2f} is {root:.2f}",
                   f"[{low:.2f}, {high:.2f}]",
                   f"the square root needs the best action first; ordered by the evaluation it is {ordered:.2f} "
                   f"[{ordered_low:.2f}, {ordered_high:.2f}]")


def mcts_exponential(results, budget):
    texts, verdicts = [], []
    for reading in READINGS:
        part = growth_of(results, "mcts", reading)
        straight = fit(part["setting"], part["calls"], "linear")[2]
        curved = fit(part["setting"], part["calls"], "exponential")[2]
        verdicts.append(HOLDS if curved > straight else FAILS)
        timed = [fit(part["setting"], part["seconds"], kind)[2] for kind in ("linear", "exponential")]
        texts.append(f"{reading}: R² {straight:.4f} for a straight line, {curved:.2f} for an exponential (processor "
                     f"time {timed[0]:.4f}, {timed[1]:.2f})")
    table = paper_numbers("mcts")
    per_move = table["runtime"] / (table["red_moves"] + table["blue_moves"])
    own = fit(table["playouts"], per_move, "linear")[2]
    return Verdict(agreed(verdicts), "; ".join(texts), "",
                   f"each playout costs the same, so effort is proportional to playouts; the paper's own runtimes per "
                   f"move fit a straight line with R² {own:.3f}")


# --- games (section 5) ------------------------------------------------------------------------------------------------


def depth_1_most(results, budget):
    texts, verdicts = [], []
    for reading in READINGS:
        games = games_of(results, "minimax", reading)
        each = []
        for column in ("red_wins", "blue_wins"):
            shares = {d: proportion(int(p[column].sum()), len(p)) for d, p in games.groupby("setting")}
            each += [greater(shares[1], shares[d]) for d in MINIMAX_DEPTHS if d != 1]
            texts.append(f"{reading}, {column.replace('_', ' ')} by depth {listing(shares)}")
        verdicts.append(FAILS if FAILS in each else HOLDS if set(each) == {HOLDS} else OPEN)
    return Verdict(agreed(verdicts), "; ".join(texts), "", "by reading: " + ", ".join(
        f"{reading} {verdict}" for reading, verdict in zip(READINGS, verdicts, strict=True)))


def more_wins(results, budget):
    same = total = 0
    for reading in READINGS:
        columns = ["setting", "game", "winner", "red_moves", "blue_moves"]
        plain, pruned = (games_of(results, a, reading)[columns] for a in ("minimax", "alpha-beta"))
        both = plain.merge(pruned, on=["setting", "game"])
        total += len(both)
        same += int(((both["winner_x"] == both["winner_y"]) & (both["red_moves_x"] == both["red_moves_y"])
                     & (both["blue_moves_x"] == both["blue_moves_y"])).sum())
    share = proportion(same, total)
    return Verdict(FAILS if share.low > 0.9 else HOLDS if share.high < 0.5 else OPEN,
                   f"{same:,} of {total:,} games from the same starts have the same moves and result",
                   f"[{share.low:.1%}, {share.high:.1%}]",
                   "pruning changes no value, so with equal tie-breaking the games are the same")


def depths_2_and_3(results, budget):
    return best_settings(results, "alpha-beta", (2, 3), READINGS)


def playouts_25(results, budget):
    return best_settings(results, "mcts", (25,), READINGS)


def best_settings(results, algorithm, best, readings):
    """Whether some settings have more decided games than all others."""
    texts, verdicts, bounds = [], [], []
    for reading in readings:
        shares = won_share(results, algorithm, reading)
        each = [greater(shares[a], shares[b]) for a in best for b in shares if b not in best]
        verdicts.append(FAILS if FAILS in each else HOLDS if set(each) == {HOLDS} else OPEN)
        texts.append(f"{reading}: games with a winner {listing(shares)}")
        bounds.append(f"{reading} {intervals(shares)}")
    return Verdict(agreed(verdicts), "; ".join(texts), "; ".join(bounds), "by reading: " + ", ".join(
        f"{reading} {verdict}" for reading, verdict in zip(readings, verdicts, strict=True)))


def depth_1_as_5(results, budget):
    texts, verdicts = [], []
    for reading in READINGS:
        shares = won_share(results, "alpha-beta", reading)
        one, five = shares[ALPHA_BETA_DEPTHS[0]], shares[ALPHA_BETA_DEPTHS[-1]]
        d = difference(round(one.estimate * one.n), one.n, round(five.estimate * five.n), five.n)
        verdicts.append(HOLDS if max(abs(d.low), abs(d.high)) < MARGIN
                        else FAILS if d.low > MARGIN or d.high < -MARGIN else OPEN)
        texts.append(f"{reading}: {one.estimate:.1%} and {five.estimate:.1%} of games with a winner, difference "
                     f"[{d.low:+.1%}, {d.high:+.1%}]")
    return Verdict(agreed(verdicts), "; ".join(texts), "", f"called equal when surely within {MARGIN:.0%}; by reading: "
                   + ", ".join(f"{reading} {verdict}" for reading, verdict in zip(READINGS, verdicts, strict=True)))


def fewer_wins(results, budget):
    texts, verdicts = [], []
    for reading in READINGS:
        shares = won_share(results, "mcts", reading)
        verdicts.append(greater(shares[25], shares[PLAYOUTS[-1]]))
        texts.append(f"{reading}: games with a winner {listing(shares)}")
    usual = won_share(results, "usual mcts", "printed")
    return Verdict(agreed(verdicts), "; ".join(texts), "", f"with the usual backup, as printed: {listing(usual)}")


def deeper_is_no_better(results, budget):
    games = results["runnels2023_duels"]
    texts, verdicts = [], []
    for reading in READINGS:
        part = games[games["fixture"].str.startswith(f"{reading}: ")]
        part = part[part["seat_0"].str.startswith("depth") & part["seat_1"].str.startswith("depth")]
        first, second = (part[f"seat_{i}"].str.split().str[1].astype(int) for i in (0, 1))
        sign = np.sign(part["payoff_0"]) * np.sign(first - second)
        wins, losses = int((sign > 0).sum()), int((sign < 0).sum())
        share = proportion(wins, wins + losses) if wins + losses else proportion(1, 2)
        verdicts.append(FAILS if share.low > 0.5 else HOLDS if share.high < 0.5 else OPEN)
        texts.append(f"{reading}: the deeper side wins {wins} and loses {losses} of {len(part)} games "
                     f"({share.estimate:.0%} [{share.low:.0%}, {share.high:.0%}] of those with a winner)")
    exact = solution()
    draws = (exact.value[exact.starts] == DRAWN).mean()
    return Verdict(agreed(verdicts), "; ".join(texts), "",
                   f"by reading: {', '.join(f'{r} {v}' for r, v in zip(READINGS, verdicts, strict=True))}; draws "
                   f"between good players are no defect: {draws:.1%} of all starts are draws with best play")


def mcts_draws_more(results, budget):
    texts, verdicts = [], []
    for reading in READINGS:
        mcts = games_of(results, "mcts", reading)
        share = proportion(int(mcts["draws"].sum()), len(mcts))
        for algorithm in ("minimax", "alpha-beta"):
            games = games_of(results, algorithm, reading)
            other = proportion(int(games["draws"].sum()), len(games))
            verdicts.append(greater(share, other))
            texts.append(f"{reading}: MCTS {share.estimate:.1%} draws, {algorithm} {other.estimate:.1%}")
    return Verdict(agreed(verdicts), "; ".join(texts), "",
                   "a finding about the backup rule: see the claim that MCTS cannot win")


def mcts_cannot_win(results, budget):
    texts, bounds, lows = [], [], []
    for reading in READINGS:
        literal, usual = (games_of(results, a, reading) for a in ("mcts", "usual mcts"))
        a, b = proportion(decided(literal), len(literal)), proportion(decided(usual), len(usual))
        lows.append(b.low)
        texts.append(f"{reading}: somebody wins {a.estimate:.1%} of games with the backup as described, "
                     f"{b.estimate:.1%} with the usual one")
        bounds.append(f"{reading} [{a.low:.1%}, {a.high:.1%}] and [{b.low:.1%}, {b.high:.1%}]")
    return Verdict(FAILS if min(lows) > 0.05 else OPEN, "; ".join(texts), "; ".join(bounds),
                   "the backup, not the indirect use of the evaluation, makes the games end in draws")


def minimax_can_win(results, budget):
    best = {}
    for reading in READINGS:
        for algorithm in ("minimax", "alpha-beta"):
            for setting, share in won_share(results, algorithm, reading).items():
                best[f"{reading}, {algorithm} {setting}"] = share
    name, share = max(best.items(), key=lambda item: item[1].estimate)
    exact = solution()
    decided_starts = (exact.value[exact.starts] != DRAWN).mean()
    return Verdict(HOLDS if share.low > 0 and share.estimate > 0.01 else OPEN,
                   f"most games with a winner: {share.estimate:.1%} ({name})", f"[{share.low:.1%}, {share.high:.1%}]",
                   f"more than the {decided_starts:.1%} of starts from which somebody can force a win: they win by the "
                   "other's mistakes")


# --- the game and the evaluation (sections 2 and 4): facts, not samples -----------------------------------------------


@entry
def _evaluations(game, states, player, out):
    for i in range(len(states)):
        out[i] = evaluate(game, states[i], player)


@functools.cache
def evaluations(game, holding: bool):
    """The paper's value for a player of every unfinished position in which it (or else its opponent) has the ball."""
    states = solution().states
    values = []
    for player in (RED, BLUE):
        part = states[(states["winner"] < 0) & (states["holder"] == (player if holding else 1 - player))]
        out = np.empty(len(part))
        _evaluations(game, part, player, out, compiled=compiler.available())
        values.append(out)
    return np.concatenate(values)


def zero_is_least(results, budget):
    values, away = (evaluations(soccer(eq6=reading), True) for reading in READINGS)
    return Verdict(FAILS if (values < 0).any() else HOLDS,
                   f"as printed, {(values < 0).mean():.1%} of the positions with the ball are worth less than having "
                   f"lost, down to {values.min():.2f}", "",
                   f"exact, over all positions that can occur; with “moving away” it is {(away < 0).mean():.1%}")


def possession_preferred(results, budget):
    printed, away = (evaluations(soccer(eq6=reading), True) for reading in READINGS)
    worst = min((printed < 1).mean(), (away < 1).mean())
    return Verdict(FAILS if worst > 0 else HOLDS,
                   f"worth less than the 1 of a well-placed player without the ball are {(printed < 1).mean():.0%} of "
                   f"the positions with it (as printed), {(away < 1).mean():.0%} (“moving away”)", "",
                   "exact, over all positions that can occur")


def one_is_highest(results, budget):
    whole, real = (evaluations(soccer(midpoint=m), False) for m in ("integer", "real"))
    return Verdict(HOLDS if whole.max() <= 1 else FAILS,
                   f"with the midpoint rounded to a cell the greatest value is {whole.max():g}; with the true midpoint "
                   f"{real.max():g}, and {(real > 1).mean():.1%} of positions exceed 1", "",
                   "exact, over all positions that can occur; it needs the rounded midpoint, which is used here")


def eight_moves(results, budget):
    game = Soccer()
    state = start(game, 0)
    state.x[RED], state.y[RED] = 5, 5
    count = len(legal_actions(game, state))
    return Verdict(HOLDS if count == 8 else FAILS,
                   f"a player without the ball has {count} moves in the middle of the pitch", "",
                   f"four straight and two diagonally forward; at most {facts(game).branching} actions with a kick")


CLAIMS = {
    "runnels2023-eight-moves": eight_moves,
    "runnels2023-square-root": square_root,
    "runnels2023-zero-least": zero_is_least,
    "runnels2023-one-highest": one_is_highest,
    "runnels2023-possession": possession_preferred,
    "runnels2023-minimax-exponential": minimax_exponential,
    "runnels2023-depth-1-most": depth_1_most,
    "runnels2023-alpha-beta-exponential": alpha_beta_exponential,
    "runnels2023-ten-times": ten_times,
    "runnels2023-depths-2-and-3": depths_2_and_3,
    "runnels2023-depth-1-as-5": depth_1_as_5,
    "runnels2023-deeper-no-better": deeper_is_no_better,
    "runnels2023-mcts-exponential": mcts_exponential,
    "runnels2023-playouts-25": playouts_25,
    "runnels2023-fewer-wins": fewer_wins,
    "runnels2023-more-wins": more_wins,
    "runnels2023-mcts-draws": mcts_draws_more,
    "runnels2023-mcts-cannot-win": mcts_cannot_win,
    "runnels2023-minimax-can-win": minimax_can_win,
}
