"""Hsu 2020: its experiments, items and claims; players that see what they may; how pairs of games are counted."""

import numpy as np
import pandas as pd
import pytest
from calibration import CALIBRATIONS, Frames, hsu_course, hsu_games, hsu_trees, verdict

from mcts_lab.game import legal_actions, start
from mcts_lab.search import UCT, Evaluate, SavedStates, Search
from mcts_lab.search.mcts.nodes import OUT, ROOT
from mcts_papers import counting
from mcts_papers import registry as papers
from mcts_papers.games.tribes import searched, tribes
from mcts_papers.hsu2020 import claims, tables
from mcts_papers.hsu2020.experiments import (
    DEFAULT,
    EVOLUTION,
    FALLS,
    HP,
    HP_MOVES,
    LEVELS,
    METHODS,
    PW,
    RULES,
    agent,
    decisions_of,
    further_tasks,
    pair_tasks,
    play_ends,
    play_rows,
    player_name,
    strength_cells,
    tree_rows,
    tree_tasks,
)
from mcts_papers.hsu2020.players import TribesPlayer, binned, shape
from mcts_papers.reporting import compare

PAPER = papers.paper("hsu2020")
LEVEL = LEVELS[0]


@pytest.mark.all
def test_nothing_is_judged_by_a_handful_of_games():
    rng = np.random.default_rng(1)
    few = {name: frame.query("level == 0" if name == "hsu2020_trees" else "start < 3")
           for name, frame in hsu_trees(rng, True).items()}
    won = {name: frame.query("start < 3") for name, frame in hsu_games(rng, False).items()}
    of_trees = [claim for one in CALIBRATIONS if one.draw in (hsu_trees, hsu_course) for claim in one.claims]
    of_actions = {"hsu2020-unit-share", "hsu2020-city-and-tribe", "hsu2020-moves-share", "hsu2020-same-proportions"}
    found = {verdict(claim, Frames(few if claim in of_trees else won))
             for claim in PAPER.claims if claim not in of_actions}  # of which there are thousands in a game
    assert found == {"undecided"}


def test_a_pair_of_games_is_one_observation():
    here = tables.games_between(hsu_games(np.random.default_rng(1), False)["hsu2020_strength"], HP, RULES)
    found = counting.over_starts(here, here["won"])
    each = here.groupby("start")["won"].mean()
    assert len(each) == 100 and found.n == 200
    assert found.estimate == pytest.approx(each.mean())
    assert found.high - found.estimate == pytest.approx(1.9842 * each.std() / np.sqrt(100), rel=1e-3)


def test_a_cell_of_table_1_has_its_own_number_of_games():
    games = hsu_games(np.random.default_rng(1), False)["hsu2020_strength"]
    none = games.iloc[:0]
    frame = tables.table1({"hsu2020_strength": games, "hsu2020_further": none}, None)
    pairs = {(player_name(one), other): pairs for one, other, pairs in strength_cells("standard")}
    item = PAPER.item("table1")
    found = compare.cells(PAPER, item, frame)
    assert {cell["key"]: cell["games"] for cell in found} == dict.fromkeys(pairs, 200)
    more = pd.concat([games, games.query("seat_0 == @DEFAULT")])
    found = compare.cells(PAPER, item, tables.table1({"hsu2020_strength": more, "hsu2020_further": none}, None))
    assert "each cell has 200 to 300 games" in compare.agreement(found) and "later games" in item.note


def test_a_decision_counts_as_much_as_another_or_a_game_does():
    """Of one map, a game with one decision of depth 4 and one with three of depth 2."""
    blank = [[0.0] * 4] * 11
    rows = [{"seat_0": HP, "seat_1": RULES, "start": 0, "by_size_1": None,
             "by_size_0": [[n, n * depth, 0.0, 0.0], *blank[1:]]} for n, depth in ((1, 4), (3, 2))]
    results = Frames({"hsu2020_strength": pd.DataFrame(rows)})
    found = [tables.per_start(results, "size", HP, "depth", 0, 25, decisions).tolist() for decisions in (False, True)]
    assert found == [[3.0], [2.5]]
    assert tables.per_start(results, "size", HP, "depth", 25, 50).empty


def test_further_trees_are_of_as_many_games_of_each_match():
    bins = [[1.0] * 4, *[[0.0] * 4] * 10]

    def games(**starts):
        return pd.DataFrame([{"seat_0": HP, "seat_1": opponent, "start": n, "by_size_0": bins, "by_size_1": None}
                             for opponent, count in ((RULES, starts["rules"]), (EVOLUTION, starts["evolution"]))
                             for n in count])

    results = Frames({"hsu2020_strength": games(rules=range(2), evolution=range(2)),
                      "hsu2020_falls": games(rules=range(2, 6), evolution=range(2, 3))})
    assert tables.own_trees(results, "size")["start"].value_counts().to_dict() == {0: 2, 1: 2}
    assert tables.own_trees(results, "size", True)["start"].value_counts().to_dict() == {0: 2, 1: 2, 2: 2}


def test_both_baselines_count_alike_in_what_the_default_search_has_more():
    def games(player, opponent, score, maps):
        rows = {"seat_0": player, "seat_1": opponent, "start": range(maps), "ticks": 50, "captured": False}
        numbers = {f"{name}_{seat}": score for name in ("payoff", "score", "techs", "cities", "production", "kinds")
                   for seat in (0, 1)}
        return pd.DataFrame(rows | numbers)

    results = Frames({"hsu2020_strength": pd.concat([
        games(player, opponent, score + (player == HP), 3) for player in (HP, DEFAULT)
        for opponent, score in ((RULES, 10), (EVOLUTION, 20))]),
        "hsu2020_further": pd.concat([games(HP, RULES, 15, 9).query("start > 2"),
                                      games(DEFAULT, RULES, 10, 9).query("start > 2")])})
    found = claims.less_default(results, {"score": "score"}, further=True)
    assert found[f"{HP}, score"].tolist() == [1.0] * 6 and found[f"{PW}, score"].empty
    assert claims.ended(results, HP, "score", (RULES,), further=True).tolist() == [11.0] * 3 + [15.0] * 6


def test_further_games_are_the_same_without_what_searches_saw():
    task = further_tasks("quick")[0]
    seen = play_rows(task)
    assert [row.keys() - end.keys() for row, end in zip(seen, play_ends(task), strict=True)] == [
        {f"by_{what}_{row['seat_1'] == HP:d}" for what in ("size", "turn")} for row in seen]
    assert all(end.items() <= row.items() for row, end in zip(seen, play_ends(task), strict=True))


def test_ends_of_turns_are_left_out_of_shares():
    games = hsu_games(np.random.default_rng(1), False)
    frame = games["hsu2020_strength"]
    kinds = [[100, 60, 30, 10]] * len(frame)
    results = Frames({"hsu2020_strength": frame.assign(kinds_0=kinds, kinds_1=kinds, ticks=40)})
    found = [[tables.share_of_actions(results, HP, group, ends).estimate for group in tables.GROUPS]
             for ends in (True, False)]
    assert found[0] == pytest.approx([0.5, 0.3, 0.15, 0.2]) and found[1] == pytest.approx([0.625, 0.125, 0.1875, 0.25])


# -- experiments -------------------------------------------------------------------------------------------------------


def test_further_pairs_continue_those_of_table_1():
    of_table = {task.key: task for task in pair_tasks(strength_cells("standard"), "standard")}
    more = {task.key: task for task in further_tasks("standard")}
    assert not of_table.keys() & more.keys() and len(more) == 6900
    longer = {task.key: task for task in pair_tasks([(HP, RULES, 800)], "standard")}
    assert len(further_tasks("standard", further=FALLS)) == 1050
    assert all(list(longer[key].seed.generate_state(4)) == list((of_table | more)[key].seed.generate_state(4))
               and longer[key].parameters == (of_table | more)[key].parameters for key in longer)


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
    method = UCT(tree=SavedStates(depth=20), leaf=Evaluate())
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

    def level(node):
        return 0 if node == ROOT else 1 + level(int(nodes[node].parent))

    assert depth == max(map(level, np.flatnonzero(nodes["visits"] > 0))) > 1
    chosen = [i for i in range(1, len(nodes)) if nodes[i].parent == ROOT and nodes[i].action == result.action][0]
    below = nodes[nodes["parent"] == chosen]
    left = below[below["status"] & OUT == 0]
    assert rate == pytest.approx((left["visits"] > 0).mean() if len(left) else 0.0)
