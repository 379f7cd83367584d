"""Hsu 2020: its experiments, items and claims; players that see what they may; how pairs of games are counted."""

import numpy as np
import pandas as pd
import pytest
from invented import verdicts

from mcts_lab import papers
from mcts_lab.game import legal_actions, start
from mcts_lab.games.tribes import searched, tribes
from mcts_lab.papers import counting
from mcts_lab.papers.hsu2020 import tables
from mcts_lab.papers.hsu2020.experiments import (
    BASELINES,
    DEFAULT,
    EVOLUTION,
    HP,
    HP_MOVES,
    LEVELS,
    METHODS,
    PRUNED,
    PW,
    PW_MOVES,
    RULES,
    VARIANTS,
    agent,
    decisions_of,
    pair_tasks,
    strength_cells,
    tree_rows,
    tree_tasks,
    variant_cells,
)
from mcts_lab.papers.hsu2020.players import TribesPlayer, binned, shape
from mcts_lab.search import UCT, Evaluate, SavedStates, Search
from mcts_lab.search.mcts.checks import check
from mcts_lab.search.mcts.tree import OUT, ROOT

PAPER = papers.paper("hsu2020")
LEVEL = LEVELS[0]


# -- results of which we know what they say ----------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """Each search of Tribes would be compiled by itself, which takes longer than to interpret a few iterations."""
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")


def game_row(one, other, seat, pair, won, seed=0):
    """A game: `one` sits at `seat`; won: whether `one` won."""
    draw = np.random.default_rng([seed, pair, seat])
    row = {"start": pair, "level": LEVELS[pair % 25], "ticks": 40, "captured": 0}
    for place in (0, 1):
        mine = place == seat
        row |= {f"seat_{place}": one if mine else other, f"payoff_{place}": float(mine == won),
                f"score_{place}": 9000 if mine else 8000, f"techs_{place}": 18, f"cities_{place}": 2,
                f"production_{place}": int(draw.integers(15, 20)), f"kinds_{place}": kinds(draw, 589)}
    return row


def kinds(draw, moves):
    """About a thousand actions by kind: of cities, of the tribe, moves, other actions of units."""
    return [205 + int(draw.integers(-20, 21)), 114, moves + int(draw.integers(-20, 21)), 92]


def strength_of(chance):
    """Games in which each cell's first player wins as many as `chance(one, other)` says, of ten."""
    rows = []
    for one, other, _ in strength_cells("standard"):
        for pair in range(40):
            for seat in (0, 1):
                shift = int(one in (PW, PW_MOVES) and pair % 4 == 0)  # other games, equally many
                place = (7 * pair + 3 * seat + shift) % 10
                rows.append(game_row(one, other, seat, pair, place < 10 * chance(one, other)))
    return pd.DataFrame(rows)


def tree_frame(depth, rate):
    draw = np.random.default_rng(1)
    rows = []
    for level in LEVELS:
        for place in range(44):
            size = int(draw.integers(5, 50 if 28 <= place + 7 <= 32 else 300))
            for name in METHODS:
                rows.append({"level": level, "place": place, "tick": place + 7, "size": size, "method": name,
                             "depth": depth(name, size) + draw.normal(0, 0.1),
                             "rate": rate(name, size) + draw.normal(0, 0.01),
                             "iterations": 900, "nodes": 5000, "seconds": 0.01})
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def results():
    """Invented results in which all that the article says is true."""
    strength = strength_of(lambda one, other: 0.3 if one == DEFAULT else 0.8 if "moves" in one else 0.7)
    trees = tree_frame(lambda name, size: 2.0 + (size < 50) + (name != DEFAULT) + (name in (HP, HP_MOVES)),
                       lambda name, size: 0.4 if name == DEFAULT else 0.9 if name in (HP, HP_MOVES) else 0.7)
    variants = pd.DataFrame([game_row(one, other, seat, pair, (7 * pair + 3 * seat) % 10 < 2) for one, other, n in
                             variant_cells("standard") for pair in range(n) for seat in (0, 1)])
    scaling = pd.DataFrame([{"size": size, "tribes": 2, "place": place, "method": name, "actions": 30,
                             "depth": 3 + place % 2 + game, "seconds": 0.01, "nodes": 900}
                            for size in (8, 16) for game in (0, 1) for place in range(3)
                            for name in (DEFAULT, HP)])
    return {"hsu2020_strength": strength, "hsu2020_trees": trees, "hsu2020_variants": variants,
            "hsu2020_scaling": scaling}


@pytest.mark.parametrize("item", PAPER.items, ids=lambda item: item.name)
def test_every_item_is_made(results, item):
    made = item.make(results, "standard")
    if item.kind == "table":
        assert isinstance(made, pd.DataFrame) and len(made)
        assert set(item.keys) | set(item.values) <= set(made.columns)
        if item.values:
            known = papers.published(PAPER, item)
            assert set(known["player"]) <= set(made["player"])
    else:
        assert made.axes and item.alt


def test_every_claim_holds_where_it_is_true(results):
    found = verdicts(PAPER, results)
    assert found.pop("hsu2020-moves-help") in ("holds", "undecided")
    assert set(found.values()) == {"holds"}, found


def test_claims_fail_where_they_are_false():
    strength = strength_of(lambda one, other: 0.7 if one == DEFAULT else 0.2 if "moves" in one else 0.4)
    trees = tree_frame(lambda name, size: 6.0 - (name != DEFAULT) - (name in (HP, HP_MOVES)),
                       lambda name, size: 0.9 if name == DEFAULT else 0.4 if name in (HP, HP_MOVES) else 0.7)
    draw = np.random.default_rng(2)
    strength["kinds_0"] = strength["kinds_1"] = [kinds(draw, 289) for _ in range(len(strength))]
    found = verdicts(PAPER, {"hsu2020_strength": strength, "hsu2020_trees": trees, "hsu2020_variants": pd.DataFrame([
        game_row(one, other, seat, pair, pair % 5 > 0) for one, other, n in variant_cells("standard")
        for pair in range(n) for seat in (0, 1)])})
    assert found.pop("hsu2020-no-difference") == "holds"
    assert set(found.values()) == {"does not hold"}, found


def test_nothing_is_judged_by_a_handful_of_games(results):
    few = {"hsu2020_strength": results["hsu2020_strength"].query("start < 3"),
           "hsu2020_trees": results["hsu2020_trees"].query("level == @LEVEL"),
           "hsu2020_variants": results["hsu2020_variants"].query("start < 3")}
    found = verdicts(PAPER, few)
    found.pop("hsu2020-unit-share")  # of six games thousands of actions
    assert set(found.values()) == {"undecided"}, found


def test_a_pair_of_games_is_one_observation(results):
    games = results["hsu2020_strength"]
    here = tables.cell(games, HP, RULES)
    found = counting.over_starts(here, here["won"])
    each = here.groupby("start")["won"].mean()
    assert len(each) == 40 and found.n == 80
    assert found.estimate == pytest.approx(each.mean())
    assert found.high - found.estimate == pytest.approx(2.0227 * each.std() / np.sqrt(40), rel=1e-3)


# -- experiments -------------------------------------------------------------------------------------------------------


def test_headline_cells_come_first_and_pairs_share_map_and_luck():
    cells = strength_cells("standard")
    assert all(pairs == 100 for one, _, pairs in cells if one in (HP_MOVES, PW_MOVES))
    assert {(one, other) for one, other, _ in cells} == {(one, other) for one in PRUNED for other in BASELINES} | {
        (DEFAULT, RULES), (DEFAULT, EVOLUTION)}
    tasks = pair_tasks(cells, "standard")
    assert len({task.key for task in tasks}) == len(tasks) == sum(pairs for *_, pairs in cells)
    assert [task.parameters["pair"] for task in tasks[: len(cells)]] == [0] * len(cells)
    assert len({task.parameters["level"] for task in tasks}) == 25
    assert sum(pairs * 2 for *_, pairs in strength_cells("paper")) == 5000 * 14


def test_every_agent_fits_the_game():
    game = tribes(level=LEVEL)
    for name in (*METHODS, *VARIANTS):
        player = agent(name)
        assert check(searched(game, 0, player.features, **player.options), player.method)
    assert len({repr(agent(name).describe()) for name in (*METHODS, *VARIANTS)}) == len(METHODS) + len(VARIANTS)


def test_positions_of_a_game_are_compared_across_searches():
    task = tree_tasks("quick")[0]
    task = task._replace(parameters={**task.parameters, "limit": 9, "calls": 8}, seed=np.random.SeedSequence(1))
    rows = pd.DataFrame(tree_rows(task))
    assert set(rows["method"]) == set(METHODS)
    assert (rows.groupby("place")["size"].nunique() == 1).all()
    assert ((rows["rate"] >= 0) & (rows["rate"] <= 1)).all() and (rows["depth"] >= 1).all()


# -- players -----------------------------------------------------------------------------------------------------------


def test_a_player_knows_what_it_is_shown_and_no_more():
    """What is hidden from a player changes nothing about its choice."""
    game = tribes(level=LEVEL)
    state = list(decisions_of(game, 5, 1, 4))[-1]
    changed, other = state.copy(), 1 - int(state.turn)
    changed.stars[other] += 50
    changed.kills[other] += 2
    changed.techs[other] |= 255
    method = UCT(world=SavedStates(depth=20), leaf=Evaluate())
    one, two = (TribesPlayer(method, "default", 25).choose(game, s, 3) for s in (state, changed))
    assert one == two and one in legal_actions(game, state)


def test_a_seated_player_notes_what_it_saw_and_chooses_as_when_asked_alone():
    game = tribes(level=LEVEL)
    state = start(game, 1)
    player = agent(HP_MOVES, 30)
    seated = player.sit(game, int(state.turn))
    first, again = seated.choose(game, state, 4), seated.choose(game, state, 4)
    assert first == again == player.choose(game, state, 4)
    assert len(seated.notes) == 2 and seated.notes[0] == seated.notes[1]
    assert seated.notes[0][1] == len(legal_actions(game, state))
    sums = binned(seated.notes)
    assert sum(row[0] for row in sums["by_size"]) == sum(row[0] for row in sums["by_turn"]) == 2


def test_shape_tells_depth_and_rate():
    game = searched(tribes(level=LEVEL), 0, 9)
    state = start(game, 1)
    search = Search(game, state, METHODS[HP], seed=1, compiled=False)
    result = search.run(calls=120)
    depth, rate = shape(search, result.action)
    nodes = search.nodes
    longest = 0
    for node in np.flatnonzero(nodes["visits"] > 0):
        steps, at = 0, int(node)
        while at != ROOT:
            at, steps = int(nodes[at].parent), steps + 1
        longest = max(longest, steps)
    assert depth == longest > 1
    chosen = [i for i in range(1, len(nodes)) if nodes[i].parent == ROOT and nodes[i].action == result.action][0]
    below = nodes[nodes["parent"] == chosen]
    left = below[below["status"] & OUT == 0]
    assert rate == pytest.approx((left["visits"] > 0).mean() if len(left) else 0.0)
    assert PW in METHODS
