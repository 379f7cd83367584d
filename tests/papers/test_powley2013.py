"""Powley 2013: its items and claims from the shipped results, its players, the article's tree and algorithm."""

import numpy as np
import pandas as pd
import pytest

from mcts_lab import after, legal_actions, start
from mcts_lab.engine.random import stream
from mcts_lab.games.teaching.information_puzzles import CoinInABox
from mcts_lab.matches.match import play_match
from mcts_lab.matches.statistics import of_pairs
from mcts_lab.players import RandomPlayer
from mcts_papers import counting
from mcts_papers import registry as papers
from mcts_papers.games.knockout_whist import knockout_whist
from mcts_papers.games.spades import spades
from mcts_papers.powley2013 import sibling_tree, tables
from mcts_papers.powley2013.experiments import GAMES, RULES, SPADES, ismcts
from mcts_papers.powley2013.flat import FlatMonteCarlo
from mcts_papers.powley2013.players import RANK, RandomCards, WhistRules, points_of_deal, score_of_match
from mcts_papers.reporting.results import Results

PAPER = papers.paper("powley2013")
NO_TABLES = (np.zeros(0), np.zeros(0))


@pytest.fixture(scope="module")
def results():
    return Results(PAPER, compute=False)


# --- statistics -----------------------------------------------------------------------------------------------------


def duplicate(*payoffs):
    """Rows of games with the payoffs of seats 0 and 1; the players `a` and `b` exchange seats within each deal."""
    return pd.DataFrame([{"start": i // 2, "seat_0": "ab"[i % 2], "seat_1": "ba"[i % 2], "payoff_0": p, "payoff_1": q}
                         for i, (p, q) in enumerate(payoffs)])


def test_a_share_of_wins_belongs_to_the_player_and_not_to_the_seat():
    games = duplicate((1, 0), (0, 1), (1, 0), (1, 0))
    assert tables.points_of(games, "a").tolist() == [1, 1, 1, 0]
    assert tables.wins(games, "a").estimate == 0.75
    assert tables.wins(games, "a").estimate + tables.wins(games, "b").estimate == 1
    assert tables.points_of(duplicate((0, 0), (0, 0)), "a").tolist() == [0.5, 0.5]


def test_two_games_of_a_deal_are_one_observation():
    luck_only = duplicate(*[(1, 0), (1, 0)] * 20)  # whoever sits at seat 0 wins
    found = tables.wins(luck_only, "a")
    assert (found.estimate, found.n) == (0.5, 40)
    assert found[:3] == of_pairs(0, 0, 20)[:3], "twenty deals that agree, and not forty games"
    assert found.low < 0.45 and found.high > 0.55, "they are no certainty"


def test_points_price_bags_as_the_search_does():
    games = duplicate((0.51, -0.51), (-0.1, 0.1))
    assert tables.points_priced(games, "a").tolist() == pytest.approx([102, 20])
    assert tables.points_priced(games, "b").tolist() == pytest.approx([-102, -20])


def test_settings_are_compared_deal_by_deal():
    rng = np.random.default_rng(2)
    luck = rng.random(200) < 0.5
    first = duplicate(*[(float(x), 1.0 - x) for x in luck for _ in range(2)])
    better = first.assign(payoff_0=np.where(np.arange(400) % 8 == 0, 1.0, first["payoff_0"]))
    better["payoff_1"] = 1 - better["payoff_0"]
    found = tables.between(better, first, lambda games: games["payoff_0"].to_numpy())
    each = [counting.by_start(games, games["payoff_0"]) for games in (better, first)]
    as_if_apart = 2 * 1.96 * np.sqrt(sum(deals.var() / len(deals) for deals in each))
    assert found.low > 0 and found.high - found.low < 0.5 * as_if_apart


# --- players --------------------------------------------------------------------------------------------------------


@pytest.fixture
def interpreted(monkeypatch):
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")


def test_bids_are_made_by_rule_or_by_the_search(interpreted):
    game = GAMES[SPADES]
    state = start(game, 5)
    assert ismcts(8).choose(game, state, 1) == RULES[SPADES].choose(game, state, 1)
    chosen = {ismcts(30, bids="search").choose(game, state, seed) for seed in range(6)}
    assert len(chosen) > 1 and chosen <= set(legal_actions(game, state))


def test_deals_and_matches_are_measured():
    rows = play_match(spades(), (RULES[SPADES], RandomCards()), 2, 1, measure=points_of_deal)
    for row in rows:
        assert row["tricks_0"] + row["tricks_1"] == 13
        assert row["payoff_0"] == -row["payoff_1"]
    match = play_match(spades(match=True), (RULES[SPADES], RandomCards()), 1, 1, measure=score_of_match)[0]
    assert match["deals"] > 1 and max(match["score_0"], match["score_1"]) >= 500


def test_flat_monte_carlo_takes_the_better_action(interpreted):
    game = CoinInABox()
    state = after(game, start(game, 1), 0)
    found = FlatMonteCarlo().search(game, state, iterations=400, seed=1)
    assert found.action == 0 and found.value == 0.5 and found.visits == {0: 200, 1: 200}


def test_whist_rules_win_cheaply_or_throw_the_lowest():
    game, rules = knockout_whist(2), WhistRules()
    state = start(game, 5)
    assert RANK[rules.choose(game, state, 0)] == max(RANK[card] for card in legal_actions(game, state))
    rows = play_match(game, (rules, RandomPlayer()), 60, 1)
    assert sum(row["payoff_0"] if row["seat_0"] == "rules" else row["payoff_1"] for row in rows) >= 34


# --- the article's tree and its algorithm ---------------------------------------------------------------------------


@pytest.mark.parametrize("numbers", [NO_TABLES, sibling_tree.new_tables(302)], ids=["direct", "tables"])
def test_siblings_and_objects_make_the_same_tree(numbers):
    tree = sibling_tree.new_tree(300)
    sibling_tree.grow(tree, 300, stream(7), numbers, compiled=False)
    root = sibling_tree.grow_objects(300, stream(7), NO_TABLES)
    assert sibling_tree.same(tree, root)
    assert tree.used[0] == 301 and tree.visits[0] == 300
    other = sibling_tree.grow_objects(300, stream(8), NO_TABLES)
    assert not sibling_tree.same(tree, other)
