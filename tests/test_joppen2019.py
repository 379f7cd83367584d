"""Joppen 2019: its claims on invented results of which it is known what they say."""

import itertools

import numpy as np
import pandas as pd
import pytest
from invented import Invented, verdicts

from mcts_lab import papers
from mcts_lab.papers import Rule
from mcts_lab.papers.joppen2019 import claims
from mcts_lab.papers.joppen2019.agents import GAMES, TUNED
from mcts_lab.papers.joppen2019.examples import WORKED, borda
from mcts_lab.papers.judging import FAILS, HOLDS, OPEN, judge

PAPER = papers.paper("joppen2019")
TIMES = (250, 500, 1000)
WINS = dict(zip(TUNED, (0.9, 0.2, 0.2, 0.6, 0.1), strict=True))  # shares of games won, as the paper has it
SCORES = dict(zip(TUNED, (9, 3, 3, 5, 8), strict=True))
DEADLY_WINS = dict(zip(TUNED, (0.6, 0.95, 0.95, 0.3, 0.1), strict=True))
TURNED_WINS = dict(zip(TUNED, (0.1, 0.9, 0.5, 0.6, 0.8), strict=True))
TURNED_SCORES = dict(zip(TUNED, (1, 9, 5, 6, 3), strict=True))
NEEDS_NOTHING = {"printed-ranks": "holds", "figure-2": "holds", "worked-example": "holds",
                 "figure-2-last": "does not hold"}
AGAINST_DEADLY = ("best-rank", "dominance")  # cannot be seen together with the claim on deadly games


def found_in(results) -> dict:
    """The verdicts on all claims that need results."""
    found = {claim.removeprefix("joppen2019-"): verdict for claim, verdict in verdicts(PAPER, results).items()}
    assert {claim: found.pop(claim) for claim in NEEDS_NOTHING} == NEEDS_NOTHING
    return found


def cells_of(wins, scores, draw, games=40, times=TIMES):
    """Games of every agent on every problem; `wins(game)` has the share that each wins, `scores` what it scores."""
    rows = []
    for game, time, name in itertools.product(GAMES, times, TUNED):
        for run in range(games):
            rows.append({"game": game, "time": time, "agent": name, "c": 0.25, "rollout": 5, "run": run,
                         "won": int(run < wins(game)[name] * games), "score": scores[name] + draw.normal()})
    return pd.DataFrame(rows)


def tuning_of(worth, draw):
    """`worth(agent, RL, C)`: what a configuration scores on every problem, with some noise."""
    return pd.DataFrame([
        {"game": game, "time": time, "agent": name, "rollout": length, "c": c, "won": 0,
         "score": worth(name, length, c) + draw.normal(0, 1)}
        for game, time, name, length, c in itertools.product(GAMES, TIMES[:2], TUNED, (5, 10, 50),
                                                             (0.0, 0.25, 0.75, 1.25))])


def measures_of(cost, same_tree, same_action, ahead, draw):
    """The other experiments: the ratio of times, the shares that stay the same, cells of O-MCTS beyond those of
    MCTS."""
    costs = pd.DataFrame([{"actions": 2, "outcomes": outcomes, "what": what, "nanoseconds": 10.0 * factor}
                          for outcomes, factors in zip((2, 64), cost, strict=True)
                          for what, factor in (("mean", 1), ("Borda", factors), ("Borda, Eq. 7", factors))])
    encodings = pd.DataFrame([
        {"agent": name, "encoding": encoding, "position": i,
         "same_tree": int(i < same_tree * 140), "same_action": int(i < same_action * 140)}
        for name in ("MCTS", "O-MCTS") for encoding in ("loss -1", "loss half") for i in range(140)])
    courage = pd.DataFrame([
        {"chance": chance, "loss": 0.0, "agent": name, "run": run, "won": 0, "alive": 1, "stand": 1, "step": 1,
         "jump": 1, "place": 10 + ahead * (name == "O-MCTS") + int(draw.integers(-2, 3))}
        for chance in (0.5, 0.6, 0.7, 1.0) for name in TUNED for run in range(30)])
    return {"joppen2019_cost": costs, "joppen2019_encodings": encodings, "joppen2019_courage": courage}


def true_results(deadly=False):
    """All that the paper says is true; with `deadly` also that others win more in the deadly games."""
    draw = np.random.default_rng(1)

    def worth(name, length, c):
        return 200 * (name == "O-MCTS") * (length == 5) * (c > 0) - 10 * length + c

    cells = cells_of(lambda game: DEADLY_WINS if deadly and game in claims.DEADLY else WINS, SCORES, draw)
    return {"joppen2019_cells": cells, "joppen2019_tuning": tuning_of(worth, draw),
            **measures_of((3.5, 18.0), 1.0, 0.6, 5, draw)}


def false_results():
    """All that the paper says is false."""
    draw = np.random.default_rng(2)

    def worth(name, length, c):
        return 10 * length - 300 * (name == "O-MCTS") * (length == 5) + 1000 * c

    cells = cells_of(lambda game: WINS if game == "Zelda" else TURNED_WINS, TURNED_SCORES, draw)
    return {"joppen2019_cells": cells, "joppen2019_tuning": tuning_of(worth, draw),
            **measures_of((1.0, 60.0), 0.9, 1.0, -5, draw)}


def test_claims_hold_where_they_are_true():
    found = found_in(true_results())
    assert found.pop("deadly") == "does not hold"
    assert set(found.values()) == {"holds"}, found
    found = found_in(true_results(deadly=True))
    for claim in AGAINST_DEADLY:
        assert found.pop(claim) != "holds", claim
    assert set(found.values()) == {"holds"}, found


def test_claims_fail_where_they_are_false():
    found = found_in(false_results())
    assert set(found.values()) == {"does not hold"}, found


def test_little_evidence_decides_nothing():
    """Two games of each cell, three problems of tuning, three positions and runs."""
    some = true_results()
    few = {"joppen2019_cells": some["joppen2019_cells"].query("run % 20 == 0"),
           "joppen2019_tuning": some["joppen2019_tuning"].query("game in @GAMES[:3] and time == 250"),
           "joppen2019_cost": some["joppen2019_cost"],
           "joppen2019_encodings": some["joppen2019_encodings"].query("position > 136"),
           "joppen2019_courage": some["joppen2019_courage"].query("run < 1 and chance < 0.7")}
    found = found_in(few)
    assert found.pop("cost") == found.pop("no-shaping") == "holds"  # counted
    for claim in ("chase", "deadly", "normalisation", "short-rollouts", "rollout-matters", "five-steps", "cowardly"):
        assert found[claim] == "undecided", (claim, found)


def test_ranks_wait_for_enough_problems():
    some = true_results()
    some["joppen2019_cells"] = some["joppen2019_cells"].query("time == 250")
    found = found_in(some)
    assert {found[claim] for claim in ("best-rank", "dominance", "mixmax-worst", "won-games")} == {"undecided"}


def test_without_results_nothing_is_said_but_what_can_be_computed():
    nothing = dict.fromkeys((f"joppen2019_{name}" for name in ("cells", "tuning", "cost", "encodings", "courage")),
                            pd.DataFrame())
    assert set(found_in(nothing).values()) == {"undecided"}
    for item in PAPER.items:
        if item.kind == "table":
            assert isinstance(item.make(Invented(nothing), "standard"), pd.DataFrame), item.name


# -- the parts ---------------------------------------------------------------------------------------------------------


def test_a_p_value_at_the_papers_level_is_just_enough():
    rule = Rule("greater", 0)
    assert judge(rule, [claims.signed(0.0099, True, "")]) == HOLDS
    assert judge(rule, [claims.signed(0.0101, True, "")]) == OPEN
    assert judge(rule, [claims.signed(0.0099, False, "")]) == FAILS
    assert judge(rule, [claims.signed(0.0, True, "")]) == HOLDS
    assert claims.signed(1.0, True, "").estimate == 0


@pytest.mark.parametrize(("distances", "verdict"), [
    ((3, 3, 3, 0, -9), HOLDS), ((3, 3, 0, 0, 9), HOLDS), ((3, 3, 1.9, 0, 0), OPEN), ((3, 3, -3, -3), OPEN),
    ((3, 3, 3, -3), HOLDS), ((3, 3, 1, 1), OPEN), ((-3, -3, -3, 0, 9), FAILS), ((0, 0, 0), OPEN)])
def test_more_than_half_of_the_problems_decide(distances, verdict):
    assert judge(Rule("greater", 0), [claims.majority(distances)]) == verdict


def test_differences_that_are_all_alike_are_judged_by_their_number():
    rule = Rule("less", 0)
    assert judge(rule, [claims.less([1] * 20, [2] * 20, "")]) == HOLDS
    assert judge(rule, [claims.less([2] * 20, [1] * 20, "")]) == FAILS
    assert judge(rule, [claims.less([1] * 5, [2] * 5, "")]) == OPEN  # p = 1 / 16
    assert judge(rule, [claims.less([1] * 20, [1] * 20, "")]) == OPEN
    assert judge(rule, [claims.less([1], [2], "")]) == OPEN


def test_a_count_drawn_again_tells_how_sure_it_is():
    part = claims.drawn_again(5, [2] + [3] * 20 + [5] * 60 + [6] * 19, "")
    assert (part.low, part.estimate, part.high) == (3, 5, 6)
    alike = claims.drawn_again(7, [7] * 100, "")
    assert alike.low == alike.estimate == alike.high == 7


def test_games_drawn_again_may_change_who_is_last():
    played = {("x", 250, name): np.array([(won, 0.0) for won in wins], float) for name, wins in
              (("MixMax", [0, 0, 0, 1]), ("MCTS", [0, 0, 1, 1]), ("O-MCTS", [1, 1, 1, 1]))}
    counts = claims.often_last(played)
    assert len(counts) == claims.RESAMPLES + 1 and counts[0] == 1 and 0.4 < counts.mean() < 0.9
    played["x", 250, "MixMax"] = np.zeros((4, 2))
    played["x", 250, "MCTS"] = np.ones((4, 2))
    assert set(claims.often_last(played)) == {1}


def test_the_worked_example_has_the_papers_numbers():
    assert borda(WORKED) == pytest.approx({"a": 1 / 3, "b": 2 / 3})
