"""Joppen & Fuernkranz 2019: what is printed computed again, the experiments, verdicts that can come out either way."""

import numpy as np
import pandas as pd
import pytest

from mcts_lab import UCB1, UCT, start
from mcts_lab.games.teaching.bandit import Bandit
from mcts_lab.matches.experiment import fingerprints, tasks_of
from mcts_lab.search import BestValue, Borda, MostVisits, OpenLoop
from mcts_papers import registry as papers
from mcts_papers.games.vgdl import library, score_of
from mcts_papers.joppen2019 import examples, experiments, films, levels, ranks, tables
from mcts_papers.joppen2019.agents import READINGS, TUNED, agent, read_as
from mcts_papers.joppen2019.experiments import (
    CELLS,
    CHUNK,
    CONSTANTS,
    FURTHER,
    LEVEL_GAMES,
    READING_GAMES,
    ROLLOUTS,
    TUNING,
    YOLOBOT_GAMES,
    best_configurations,
    cell_tasks,
)
from mcts_papers.joppen2019.levels import GAMES, LEVELS
from mcts_papers.joppen2019.measures import ENCODING, ENCODINGS, FORMULAS
from mcts_papers.judging import judge
from mcts_papers.registry import claims, published
from mcts_papers.reporting import compare
from mcts_papers.reporting.results import Results

PAPER = papers.paper("joppen2019")


def played(wins, scores=None, games=GAMES, times=(250, 500), runs=20, noise=0):
    """Results in which each agent wins so many of its games (give or take `noise`), with such scores."""
    rng = np.random.default_rng(1)
    rows = []
    for game in games:
        for time in times:
            for name, won in wins.items():
                won += int(rng.integers(-noise, noise + 1))
                scored = (scores or {}).get(name, 1.0) + rng.uniform(0, 0.5 * bool(noise))
                rows += [{"game": game, "time": time, "agent": name, "c": 0.5, "rollout": 5, "run": run,
                          "won": int(run < won), "score": scored + 0.01 * run} for run in range(runs)]
    return {CELLS_THERE: pd.DataFrame(rows), "joppen2019_yolobot-framework": pd.DataFrame()}


def verdict(name, results):
    """The verdict on a claim, from what its row of claims.csv says."""
    claim = next(claim for claim in claims(PAPER) if claim.id == f"joppen2019-{name}")
    return judge(claim.rule, PAPER.claims[claim.id](results, "quick").parts)


EVEN = dict.fromkeys(TUNED, 10)
CELLS_THERE = "joppen2019_cells-framework"


def test_the_printed_ranks_come_out_again():
    found = tables.printed_ranks({}, "quick").set_index("algorithm")["rank"]
    for name, printed in published(PAPER, PAPER.item("ranks")).itertuples(index=False):
        assert round(found[name], 1) == printed


def test_the_tests_of_the_printed_table_are_those_of_the_paper():
    printed = ranks.worth(ranks.printed_table())
    assert printed.shape == (28, 6)
    found = {frozenset((row["first"], row["second"])): row["p"] < ranks.ALPHA
             for row in ranks.pairs(printed).to_dict("records")}
    for name in ("MCTS", "N-MCTS", "PB-MCTS", "MixMax"):
        assert found[frozenset(("O-MCTS", name))]
    assert not found[frozenset(("O-MCTS", "Yolobot"))]


def test_the_examples_are_those_of_the_paper():
    found = examples.values(examples.WORKED)
    assert found["a"]["mean"] == pytest.approx(0.4) and found["b"]["mean"] == pytest.approx(0.3)
    assert found["a"]["Borda"] == pytest.approx(1 / 3)
    assert examples.beats(examples.STARS, examples.CIRCLES) == pytest.approx(0.7)
    assert np.mean(examples.STARS) < np.mean(examples.CIRCLES)
    assert len({examples.tree_winner(*order) for order in ("ABC", "BCA", "ACB")}) > 1


# -- experiments -------------------------------------------------------------------------------------------------------


def framework(folder, monkeypatch):
    """A folder with levels under the names of the framework's: those of the project."""
    for name in LEVELS:
        files = [folder / f"{name.lower()}_lvl{number}.txt" for number in range(5)]
        for number, file in enumerate(files):
            text = (library.FOLDER / f"{name.lower()}_{number}.txt").read_text()
            file.write_text(text, newline="\r\n")
        monkeypatch.setitem(levels.DIGESTS, name, tuple(map(levels.digest, files)))
    return str(folder)


@pytest.mark.all
@pytest.mark.parametrize("experiment", [TUNING, CELLS, YOLOBOT_GAMES, READING_GAMES, LEVEL_GAMES, ENCODING])
def test_experiments_run_on_the_frameworks_levels(experiment, tmp_path, monkeypatch):
    folder = framework(tmp_path, monkeypatch)
    monkeypatch.setattr(experiments, "agent", lambda *which, recorded: agent(*which))
    there = experiment.levels(folder)
    tasks = tasks_of(there, "quick")
    alone = experiment in (READING_GAMES, LEVEL_GAMES)  # on the framework's levels
    read = experiment if alone else levels.on_framework(experiment)
    assert fingerprints(tasks_of(there, "standard")) == fingerprints(tasks_of(read, "standard"))
    assert all(p["level"] == levels.DIGESTS[p["game"]][p.get("number", LEVELS[p["game"]])]
               for p in (task.parameters for task in tasks))
    one, again = (tasks_of(there, "quick")[0] for _ in range(2))
    few = one.parameters | {"time": 20, "calls": 20, "positions": 1, "games_wanted": 1}
    found = list(there.run_task(one._replace(parameters=few)))
    if not alone:
        assert found == list(experiment.run_task(again._replace(parameters=few, work=None)))  # on boards alike
    with pytest.raises(ValueError, match="--levels"):
        list(there.run_task(one._replace(work="")))


def test_ties_go_to_an_agents_own_value_where_games_are_played_anew():
    for name in TUNED:
        before, anew = (agent(name, 0.5, 5, recorded) for recorded in (True, False))
        assert (before == anew) == (name == "PB-MCTS")
        assert isinstance(anew.final, BestValue) if name == "PB-MCTS" else anew.final == MostVisits()
    assert agent("O-MCTS", 0.5, 5, False).value == Borda()


def test_each_reading_is_another_agent():
    """Rewards three times as large are the same search as a third of the constant, so both play the same game."""
    found = {(name, reading): read_as(reading, agent(name, 0.5, 5, False), 3.0) for name, reading in READINGS}
    assert len(set(found.values()) | {agent(name, 0.5, 5, False) for name in TUNED}) == len(READINGS) + len(TUNED)
    assert found["MCTS", "rewards not scaled"].selection.c == pytest.approx(agent("MCTS", 0.5, 5).selection.c / 3)


def test_levels_that_are_not_the_frameworks_are_refused(tmp_path, monkeypatch):
    folder = framework(tmp_path, monkeypatch)
    for change in (lambda path: path.write_text("wwww"), lambda path: path.unlink()):
        change(tmp_path / "jaws_lvl0.txt")
        with pytest.raises(ValueError, match="^[^\n]*jaws_lvl0.txt[^\n]*$"):
            CELLS.levels(folder)


def test_the_best_configuration_is_chosen_when_all_have_been_played(monkeypatch):
    rows = [{"game": "Zelda", "time": 250, "agent": "MCTS", "rollout": rl, "c": c, "won": int((rl, c) == (10, 0.75)),
             "score": 1.0} for rl in ROLLOUTS["standard"] for c in CONSTANTS["standard"]]
    monkeypatch.setattr(experiments, "load", lambda *args, **options: pd.DataFrame(rows))
    assert best_configurations("standard") == {("Zelda", 250, "MCTS"): (0.75, 10)}
    found = cell_tasks("standard")
    ready = [task for task in found if task.parameters["rollout"] > 0]
    assert found[:40 // CHUNK] == ready  # those that can be played come first
    assert {(task.parameters["c"], task.parameters["rollout"]) for task in ready} == {(0.75, 10)}
    with pytest.raises(ValueError, match="joppen2019_tuning"):
        list(CELLS.run_task(found[-1]))
    rows.pop()
    assert best_configurations("standard") == {}


def test_encodings_keep_the_order_of_outcomes_and_are_what_their_formulas_say():
    assert set(ENCODINGS) == set(FORMULAS)
    for name, changed in ENCODINGS.items():
        base = {"lost": 0.0, "playing": 1 / 3, "won": 2 / 3, "score": 1 / 3} | changed
        found = [base[status] + base["score"] * share for status in ("lost", "playing", "won") for share in (0, 0.5, 1)]
        assert found == sorted(found), name
        if name == "loss 1/2":
            assert found == pytest.approx([(1 + (place + share) / 3) / 2 for place in range(3)
                                           for share in (0, 0.5, 1)])


def test_a_film_shows_the_game_that_was_played():
    task = tasks_of(films.FILMS, "quick")[0]
    rows = [{**task.parameters, **row} for row in films.play_one(task)]
    made = PAPER.item("film_o_mcts").make({"joppen2019_films": pd.DataFrame(rows)}, "quick")
    assert len(made.states) == 1 + len(rows[0]["actions"]) == 6
    assert score_of(made.states[-1]) == rows[0]["score"] and f"score of {rows[0]['score']}" in made.alt
    assert made.gif()[:3] == b"GIF" and made.alt.startswith("O-MCTS with C 0.75 and rollouts of 10 plays")


def test_yolobot_is_ranked_once_it_has_played_what_the_others_have():
    results = played(EVEN)
    assert "Yolobot-like" not in tables.problems(results, "quick").columns
    frame = played({"Yolobot": 20})[CELLS_THERE].assign(c=-1.0, rollout=-1)
    half = results | {"joppen2019_yolobot-framework": frame[frame["time"] == 250]}
    assert "Yolobot-like" not in tables.problems(half, "quick").columns
    every = results | {"joppen2019_yolobot-framework": frame}
    _, found = PAPER.item("figure3a").make(every, "quick")
    found = found.set_index("algorithm").loc["Yolobot-like"]
    assert found["rank"] == 1.0 and found["printed"] > 1
    rows = tables.table1(half, "quick").set_index("algorithm").loc["Yolobot-like"]
    assert (rows["win_rate"] == 100).sum() == 7 and rows["win_rate"].isna().sum() == 21 and rows["C"].isna().all()


def test_with_two_outcomes_o_mcts_is_mcts_with_another_constant():
    """The gap between two of k Borda scores is k / (2 (k - 1)) times that between the means, so trees are the same."""
    coins = Bandit((0.3, 0.5, 0.6))  # each action pays 1 or 0
    found = [method.search(coins, start(coins), iterations=300, seed=4, compiled=False).visits
             for method in (UCT(UCB1(0.75), Borda(), tree=OpenLoop()), UCT(UCB1(1.0), tree=OpenLoop()),
                            UCT(UCB1(0.75), tree=OpenLoop()))]
    assert found[0] == found[1] != found[2]


# -- verdicts can come out either way ----------------------------------------------------------------------------------

def test_dominance_needs_all_four():
    few = played({name: 10 for name in TUNED if name != "MixMax"})
    assert PAPER.claims["joppen2019-dominance"](few, "quick").parts == ()


def test_shares_of_games_are_compared_over_budgets_that_all_have_played():
    """At 10,000 calls only some agents play, and win everything: that must not count for or against anybody."""
    even = played(EVEN)[CELLS_THERE]
    large = played({"O-MCTS": 20, "MCTS": 20, "MixMax": 20}, times=(10_000,))[CELLS_THERE]
    half = played({"MCTS": 20}, times=(1000,), runs=10)[CELLS_THERE]  # others have not begun
    results = {CELLS_THERE: pd.concat([even, large, half])}
    for name, games in (("normalisation", 2 * 40), ("chase", 2 * 40), ("deadly", 2 * 40)):
        parts = PAPER.claims[f"joppen2019-{name}"](results, "standard").parts
        assert [part.estimate for part in parts] == [0.0] * len(parts) and {part.n for part in parts} == {games}


def test_games_on_the_frameworks_levels_decide_and_those_on_own_levels_stand_beside():
    own, there = stronger(O_MCTS=1)[CELLS_THERE], stronger(O_MCTS=19)[CELLS_THERE]
    alone, both = {CELLS_THERE: own}, {"joppen2019_cells": own, CELLS_THERE: there}
    chase = PAPER.claims["joppen2019-chase"]
    assert chase(alone, "standard").secondary == ()
    found = chase(both, "standard")
    assert [part.estimate for part in found.parts] == [part.estimate for part in chase(
        {CELLS_THERE: there}, "standard").parts]
    assert [part._replace(reading="") for part in found.secondary] == list(chase(alone, "standard").parts)
    assert {part.reading for part in found.secondary} == {levels.OWN}
    assert set(tables.cells(both, "standard")["wins"]) == {10, 19}
    with pytest.raises(KeyError, match=CELLS_THERE):
        chase({"joppen2019_cells": own}, "standard")


def test_a_reading_is_one_of_the_claims_in_which_games_of_its_agent_count():
    there = stronger(O_MCTS=10)[CELLS_THERE]
    read = there[there["agent"] == "O-MCTS"].assign(agent="O-MCTS, Equation 7")
    tuning = there.assign(rollout=5 + there["run"] % 2)
    results = {CELLS_THERE: there, levels.READ: read, "joppen2019_levels-framework": there.assign(number=1),
               "joppen2019_tuning-framework": tuning, "joppen2019_tuning": tuning, "joppen2019_cells": there}

    def beside(claim):
        return {part.reading for part in PAPER.claims[f"joppen2019-{claim}"](results, "standard").secondary}

    every = {levels.OWN, levels.EVERY_LEVEL, "O-MCTS, Equation 7"}  # though all have the same numbers
    assert [beside(claim) for claim in ("chase", "dominance", "deadly")] == [every] * 3
    for claim in ("normalisation", "mixmax-zelda", "mixmax-whackamole"):  # for the last O-MCTS says only what is paired
        assert beside(claim) == every - {"O-MCTS, Equation 7"}
    assert beside("short-rollouts") == {levels.OWN}
    notes = [PAPER.claims[f"joppen2019-{claim}"](results, "standard").note for claim in ("chase", "normalisation")]
    assert ["at 250 to 500 calls" in note for note in notes] == [True, False]


def test_games_beyond_table_1_count_where_single_games_are_compared_and_nowhere_else():
    there = stronger(O_MCTS=10)[CELLS_THERE]
    more = there[(there["game"] == "Zelda") & (there["agent"] != "MixMax")]
    more = more.assign(run=more["run"] + 20, won=(more["agent"] == "MCTS").astype(int))
    results = {"joppen2019_cells": there, CELLS_THERE: there, "joppen2019_further-framework": more}

    def parts(claim, results):
        found = PAPER.claims[f"joppen2019-{claim}"](results, "standard")
        return {(part.reading, part.label): part for part in (*found.parts, *found.secondary)}

    table_1 = {name: results[name] for name in (CELLS_THERE, "joppen2019_cells")}
    before, after = parts("deadly", table_1), parts("deadly", results)
    assert {name for name in after if after[name] != before[name]} == {("", "Zelda")}
    assert after["", "Zelda"].n == 2 * before["", "Zelda"].n and after["", "Zelda"].low > 0.3
    for claim in ("still-well", "dominance", "mixmax-zelda"):  # of all five agents, of which one has no more games
        assert parts(claim, results) == parts(claim, table_1)


def test_games_beyond_table_1_are_other_games_of_the_same_configurations():
    first, more = (experiment.tasks("standard") for experiment in (levels.on_framework(CELLS), FURTHER))
    usual = {task.key.rpartition("/")[0]: task.parameters for task in first}
    for task in more:
        assert {**task.parameters, "chunk": 0} == {**usual[task.key.rpartition("/")[0]], "chunk": 0}, task.key
    assert not {task.key for task in more} & {task.key for task in first} and FURTHER.seed != CELLS.seed


def test_all_levels_stand_beside_with_as_many_games_of_each():
    there, elsewhere = stronger(O_MCTS=10)[CELLS_THERE], stronger(O_MCTS=19)[CELLS_THERE]
    elsewhere = pd.concat(elsewhere[(elsewhere["time"] == 500) & (elsewhere["run"] < 4)].assign(number=number)
                          for number in (1, 2))
    results = {"joppen2019_cells": there, CELLS_THERE: there, "joppen2019_levels-framework": elsewhere}
    found = PAPER.claims["joppen2019-chase"](results, "standard")
    assert {(part.reading, part.n) for part in found.secondary if part.reading != levels.OWN} == {
        (levels.EVERY_LEVEL, 2 * 3 * 4)}
    games = levels.at_every_level(there, elsewhere)
    assert set(games.groupby(["game", "number", "agent"]).size()) == {4}
    assert set(games["number"][games["game"] == "Zelda"]) == {1, 2, 3}


def encoded(action, tree):
    """Results of encodings in which O-MCTS and another one keep such shares of actions, and of trees."""
    return {"joppen2019_encodings": pd.DataFrame([
        {"agent": name, "encoding": "loss -1", "position": i, "same_tree": tree(name), "same_action": action(i)}
        for name in ("MCTS", "O-MCTS") for i in range(100)])}


def stronger(**won):
    return played(EVEN | {name.replace("_", "-"): games for name, games in won.items()})


EITHER_WAY = [  # claim, results by which it holds, and results by which it does not: effects that no table decides
    ("easy-scores", played(EVEN, {"O-MCTS": 5.0}), played(EVEN, {"MCTS": 5.0})),
    ("chase", stronger(O_MCTS=19), stronger(O_MCTS=1)),
    ("deadly", stronger(MCTS=19, O_MCTS=2), stronger(O_MCTS=20, MCTS=2, N_MCTS=2)),
    ("no-shaping", encoded(lambda i: i % 2 == 0, lambda name: name == "O-MCTS"), encoded(lambda i: 1, lambda name: 0)),
]


@pytest.mark.parametrize(("name", "true", "false"), EITHER_WAY, ids=[name for name, *_ in EITHER_WAY])
def test_claims_hold_where_they_are_true_and_only_there(name, true, false):
    assert (verdict(name, true), verdict(name, false)) == ("confirmed", "not confirmed")


def test_the_examples_have_their_verdicts():
    assert [verdict(name, {}) for name in ("printed-ranks", "figure-2", "figure-2-last", "worked-example")] == [
        "confirmed", "confirmed", "not confirmed", "confirmed"]


def test_a_claim_names_the_experiments_whose_games_count_there():
    judged = {claim["id"]: claim for claim in compare.judged(PAPER, Results(PAPER, compute=False))}
    named = {name: {one.removeprefix("joppen2019_") for one in judged[f"joppen2019-{name}"]["experiments"]}
             for name in ("short-rollouts", "dominance", "chase")}
    assert named["short-rollouts"] == {"tuning", "tuning-framework"}
    assert named["dominance"] == {"cells", "cells-framework", "levels-framework", "readings-framework"}
    assert named["chase"] == named["dominance"] | {"further-framework"}
