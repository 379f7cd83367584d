"""Papagiannis 2022: its agents as rows of parts, its numbers and verdicts from made-up results, its networks."""

import numpy as np
import pandas as pd
import pytest

from mcts_lab.errors import UnknownName
from mcts_lab.game import start
from mcts_lab.games import hearthstone
from mcts_lab.matches import statistics
from mcts_lab.matches.experiment import fingerprint
from mcts_lab.players import RulePlayer, content
from mcts_lab.search import Playout, PruningNetworks
from mcts_papers import counting
from mcts_papers.games.hearthstone import set_table
from mcts_papers.games.hearthstone.choices import END_TURN
from mcts_papers.papagiannis2022 import PAPER, players, tables
from mcts_papers.papagiannis2022.experiments import (
    FURTHER,
    ITERATIONS,
    SIGN,
    TABLES,
    cell_tasks,
    further_tasks,
    tribes_tasks,
    visit_tasks,
)
from mcts_papers.papagiannis2022.forests import BRANCH, Forest
from mcts_papers.papagiannis2022.mixed_leaves import Blend, OneSided
from mcts_papers.papagiannis2022.players import DECKS, GSV, MCTS, MCTS_SIGNED, PN, XGBOOST
from mcts_papers.registry import published


def made_up(shares, games=60, seed=1):
    """Results with these shares of games won, by (table, agent) or (table, agent, deck or iterations)."""
    rng = np.random.default_rng(seed)
    results = {}
    for n in ITERATIONS:
        rows = []
        pairs = [(table, one, other) for table, (other, agents) in TABLES.items() for one in agents]
        for table, one, other in [*pairs, (SIGN, MCTS_SIGNED, MCTS), (SIGN, PN["uniform"], MCTS_SIGNED)]:
            for deck in DECKS:
                p = next((shares[k] for k in ((table, one, deck), (table, one, n), (table, one)) if k in shares), 0.5)
                for game in range(games):
                    seats, won = ((one, other), (other, one))[game % 2], rng.random() < p
                    rows.append({"fixture": f"{table} | {one} - {other} | {deck} | {n}", "game": game,
                                 "start": game // 2, "seat_0": seats[0], "seat_1": seats[1],
                                 "payoff_0": float(won == (seats[0] == one)),
                                 "payoff_1": float(won != (seats[0] == one))})
        results[f"papagiannis2022_{n}"] = pd.DataFrame(rows)
    return results


def test_shares_are_counted_as_those_of_other_papers():
    pairs = np.array([1.0, 0.5, 0.5, 0.0] * 6)
    results = made_up({})
    cell = (2, XGBOOST, MCTS, DECKS[0], 300)
    for shares in (pairs, np.ones(20), np.array([0.0, 1.0] * 9)):  # pairs that are won or lost whole are pairs, too
        found = counting.share_of_starts(shares, 2 * len(shares))
        assert found == statistics.share(shares)._replace(n=2 * len(shares))
    assert tables.won_share(results, *cell) == counting.share_of_starts(tables.won_pairs(results, *cell), 2 * len(
        tables.won_pairs(results, *cell)))
    single = np.array([1.0, 0.0, 1.0] * 5)  # each from a start of its own
    assert counting.share_of_starts(single, 15) == counting.share_of_games(10, 15) == statistics.proportion(10, 15)
    assert np.isnan(counting.share_of_starts(np.ones(1), 2).low) and counting.share_of_starts([], 0).n == 0


@pytest.mark.parametrize(("number", "cells"), [(2, 60), (3, 36), (4, 24)])
def test_tables_have_the_articles_cells(number, cells):
    frame = tables.table(number, made_up({(2, XGBOOST): 0.75}), "standard")
    assert len(frame) == cells and set(frame["games"]) == {60, 180}
    for _, here in frame.groupby(["agent", "iterations"]):
        by_deck = here.set_index("deck")["wins"]
        assert by_deck["overall"] == pytest.approx(by_deck[list(DECKS)].mean(), abs=0.02)
    model = frame[(frame["agent"] == XGBOOST) & (frame["deck"] == "overall")]
    if number == 2:
        assert (model["wins_low"] < 75).all() and (model["wins_high"] > 75).all() and (model["own_low"] > 55).all()
        width, own = (model[f"{name}_high"] - model[f"{name}_low"] for name in ("wins", "own"))
        assert (width - own).between(0, 3).all()  # the article's games vary too
    item = PAPER.item(f"table{number}")
    keys = ["agent", "deck", "iterations"]
    known = published(PAPER, item).set_index(keys)["wins"]
    assert set(keys) == set(item.keys) and set(known.index) == set(frame.set_index(keys).index)
    for (agent, _, iterations), value in known[known.index.get_level_values("deck") == "overall"].items():
        assert value == pytest.approx(np.mean([known[agent, deck, iterations] for deck in DECKS]), abs=0.02)


def test_the_interval_beside_the_articles_is_wider_as_its_games_vary_too():
    frame = tables.table(2, made_up({(2, XGBOOST): 0.75}), "standard")
    model = frame[(frame["agent"] == XGBOOST) & (frame["deck"] == "overall")]
    assert (model["wins_low"] < 75).all() and (model["wins_high"] > 75).all() and (model["own_low"] > 55).all()
    width, own = (model[f"{name}_high"] - model[f"{name}_low"] for name in ("wins", "own"))
    assert (width - own).between(0, 3).all()


# -- players -----------------------------------------------------------------------------------------------------------

GAME = hearthstone("hunter", draw_value=0.0)
FOREST = Forest(42, 0.0, np.array([0], np.int32), np.array(
    [(2, 10.0, 1), (-1, -1.0, 0), (-1, 1.0, 0)], np.dtype((np.record, BRANCH))))  # whether the own hero has 10 left


def test_agents_differ_in_one_part():
    plain = players.agent(MCTS, 300).method
    assert plain.leaf == OneSided(Playout())
    assert players.agent(MCTS_SIGNED, 300).method == plain._replace(leaf=Playout())
    pruning = players.agent(PN["uniform"], 500).method
    assert pruning._replace(pruning=plain.pruning) == players.SIGNED
    model = players.valued(players.SIGNED, FOREST)
    assert model._replace(leaf=Playout()) == players.SIGNED and isinstance(model.leaf.many, Blend)
    assert isinstance(players.agent(GSV, 300), RulePlayer)
    with pytest.raises(UnknownName, match=r"MCTS-PN \(uniform\)"):
        players.agent("MCTS-PN (unifrom)", 300)
    one, other = tribes_tasks("quick")[0].work
    assert one.method._replace(pruning=other.method.pruning) == other.method and one.iterations == other.iterations


def test_gsv_takes_a_win():
    state = start(GAME, 1)
    set_table(GAME, state, boards=(("minion_savannah_highmane",), ()), hands=(("spell_kill_command",), ()),
              decks=(("minion_leper_gnome",) * 3,) * 2, hp=(30, 10), mana=(5, 5))
    seen = []
    while GAME.to_move(state) == 0:
        seen.append(RulePlayer().choose(GAME, state, 1))
        GAME.play(state, seen[-1], np.array([1, 2], np.uint64))
    assert GAME.to_move(state) < 0 and state.winner == 0 and END_TURN not in seen


def other_networks(model):
    """The same networks but for one number."""
    kept = model.tables.kept.copy()
    kept[20, 300] += 1
    return model._replace(tables=model.tables._replace(kept=kept))


def test_games_of_another_model_are_other_games(monkeypatch):
    """Retrained networks or another value model make other tasks; those without a model stay what they were."""
    searchers = {name: players.agent(name, 300).describe() for name in (MCTS, MCTS_SIGNED, PN["uniform"], XGBOOST)}
    assert "model" not in searchers[MCTS] and "model" not in searchers[MCTS_SIGNED]
    assert searchers[PN["uniform"]]["model"] != searchers[XGBOOST]["model"]
    changed = players.Searcher(players.SIGNED._replace(pruning=PruningNetworks(
        other_networks(players.pruning_model("uniform")).tables)), 300, PN["uniform"]).describe()
    before = searchers[PN["uniform"]]
    assert changed["model"] != before["model"] and {**changed, "model": before["model"]} == before
    forest = players.value_model()
    lower = forest._replace(branches=forest.branches[:-1])
    assert content(players.valued(players.SIGNED, lower)) != searchers[XGBOOST]["model"]
    asked = {task.key: fingerprint(task._replace(seed=np.random.SeedSequence(1))) for task in visit_tasks("quick")}
    monkeypatch.setattr(players, "pruning_model", {
        name: other_networks(players.pruning_model(name)) for name in PN}.__getitem__)
    players.agent.cache_clear()
    try:
        again = {task.key: fingerprint(task._replace(seed=np.random.SeedSequence(1))) for task in visit_tasks("quick")}
    finally:
        players.agent.cache_clear()
    assert asked.keys() == again.keys() and not set(asked.values()) & set(again.values())


def test_further_games_come_after_those_of_the_cells():
    """They begin where a cell's games end, and none is played in both."""
    cells, ends, last = set(), {}, {}
    for n in ITERATIONS:
        for task in cell_tasks(n, "paper"):
            cells.add(task.key)
            fixture, games = task.parameters["fixture"], task.parameters["games"]
            ends[fixture] = max(ends.get(fixture, 0), sum(games))
    for task in further_tasks("paper"):
        fixture, games = task.parameters["fixture"], task.parameters["games"]
        assert task.key not in cells and games[0] == last.get(fixture, ends[fixture])
        last[fixture] = sum(games)
    planned = sum(len(agents) * len(decks) * len(iterations) * games["paper"]
                  for _, _, agents, _, decks, iterations, games in FURTHER)
    assert sum(last[fixture] - ends[fixture] for fixture in last) == planned


@pytest.mark.parametrize("distribution", PN)
def test_the_networks_say_what_the_articles_do(distribution):
    """On average within the bars: one action kept, 0.02 of probability."""
    both = published(PAPER, PAPER.item("networks")).merge(
        tables.networks(None, None), on=["networks", "actions", "iterations"], suffixes=("_known", ""))
    both = both[both["networks"] == distribution]
    for what, bar in (("kept", tables.SAME_KEPT), ("found", tables.SAME_FOUND)):
        assert (both[what] - both[f"{what}_known"]).abs().mean() <= bar
