"""What the first lessons state beyond their claims is true by computation."""

import inspect
import json
import re

import numpy as np
import pytest

from mcts_course.jupyter import notebooks
from mcts_course.widgets.alpha_beta import AlphaBetaSteps
from mcts_lab import AlphaBeta, games, textbook
from mcts_lab.game import TERMINAL, after, legal_actions, start
from mcts_lab.search import UCT, Search
from mcts_papers.studies import effects

BANDITS = "02_bandits"
CHANCES = np.array([0.8, 0.6, 0.4])
O = 1  # the player whose turn it is in lesson 03


def text_of(lesson) -> str:
    """The text of a lesson without marks, in one line."""
    [master] = [path for path in notebooks.masters() if path.stem == lesson]
    cells = re.split(r"^# %%", master.read_text(encoding="utf-8"), flags=re.MULTILINE)
    words = " ".join(line.removeprefix("#").strip() for cell in cells if cell.startswith(" [markdown]")
                     for line in cell.splitlines()[1:])
    return re.sub(r"<[^>]+>|[`*]", "", words)


def output_of(lesson, source) -> str:
    """What the cell with this piece of code has shown, as text."""
    [master] = [path for path in notebooks.masters() if path.stem == lesson]
    cells = json.loads(notebooks.made(master).read_text(encoding="utf-8"))["cells"]
    [cell] = [cell for cell in cells if cell["cell_type"] == "code" and source in "".join(cell["source"])]
    data = cell["outputs"][-1]["data"]
    return "".join(data.get("text/markdown") or data["text/plain"])


def table_of(lesson, source) -> dict:
    """The numbers of a table that a cell has shown, by the name of the row."""
    rows = re.findall(r"^(\S.*?)((?: {2,}-?[\d.]+)+)$", output_of(lesson, source), re.MULTILINE)
    return {name.strip(): [float(number) for number in numbers.split()] for name, numbers in rows}


# -- 03: a position of tic-tac-toe -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def corner_game():
    """x holds the centre and a corner, o the opposite corner; o moves."""
    game = games.tic_tac_toe()
    state = start(game)
    for square in (4, 0, 8):
        state = after(game, state, square)
    return game, state


def worth(game, state):
    """The value for o of each action under best play, by the textbook's minimax and by the package's search."""
    found = {game.action_name(state, action): textbook.minimax(game, after(game, state, action), O)
             for action in legal_actions(game, state)}
    exact = AlphaBeta(every=True).search(game, state, compiled=False).values
    assert {game.action_name(state, action): value for action, value in exact.items()} == found
    return found


def test_random_games_without_end_put_the_corners_ahead_but_show_no_lost_edge(corner_game):
    game, state = corner_game

    def lost(state):
        """The probability that o loses when both sides move at random."""
        actions = legal_actions(game, state) if game.to_move(state) != TERMINAL else ()
        if not actions:
            return float(game.payoff(state, O) < 0)
        return sum(lost(after(game, state, action)) for action in actions) / len(actions)

    found = {game.action_name(state, action): lost(after(game, state, action))
             for action in legal_actions(game, state)}
    assert found["o(0,1)"] == pytest.approx(0.5) and found["o(1,0)"] == pytest.approx(0.5)
    assert found["o(0,2)"] == pytest.approx(0.4) and found["o(2,0)"] == pytest.approx(0.4)
    assert max(found.values()) < 0.6


def test_the_reply_that_refutes_an_edge_makes_two_threats(corner_game):
    game, state = corner_game
    below = after(game, state, 3)
    replies = {game.action_name(below, reply): textbook.minimax(game, after(game, below, reply), O)
               for reply in legal_actions(game, below)}
    assert replies.pop("x(2,0)") == -1 and len(replies) == 4 and set(replies.values()) == {1.0}
    forked = after(game, below, 6)
    for block, win in ((2, 7), (7, 2)):  # o blocks one line, x completes the other
        assert textbook.minimax(game, after(game, after(game, forked, block), win), O) == -1


def test_forty_iterations_try_each_reply_twice_and_the_mean_falls_later(corner_game):
    game, state = corner_game
    steps = Search(game, state, UCT(), seed=5, trace=True, compiled=False)
    found = steps.run(40)
    below = found.tree.graph("root", max_nodes=None)
    replies = [data["visits"] for node, data in below.nodes.items() if below.in_edges(node) and data["depth"] == 2
               and below.nodes[next(below.predecessors(node))]["label"].startswith("o(1,0)")]
    assert found.name == "o(1,0)" and found.visits[3] == 11 and worth(game, state)["o(1,0)"] == -1
    assert replies == [2] * 5
    later = Search(game, state, UCT(), seed=5, compiled=False).run(400)
    assert later.values[3] < found.values[3] and later.action in (2, 6)  # its mean has fallen
    assert all(UCT().search(game, state, iterations=400, seed=seed, compiled=False).action in (2, 6)
               for seed in range(100, 104))


# -- 02: bandits -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def regrets():
    """Mean regrets of a thousand runs by the constant: after 1, 2, ... pulls."""
    return {c: mean_regrets(c) for c in (0.0, 0.3, 1.4, 5.0)}


def mean_regrets(c, runs=1000, pulls=5000):
    rng, every = np.random.default_rng(2), np.arange(runs)
    visits, totals = np.ones((runs, 3)), (rng.random((runs, 3)) < CHANCES).astype(float)
    found = [0.0, 0.2, 0.6]
    for n in range(3, pulls):
        arm = np.argmax(totals / visits + c * np.sqrt(np.log(n) / visits), axis=1)
        visits[every, arm] += 1
        totals[every, arm] += rng.random(runs) < CHANCES[arm]
        found.append(found[-1] + float((CHANCES[0] - CHANCES[arm]).mean()))
    return np.array(found)


def test_greedy_wins_a_short_experiment_and_loses_a_long_one(regrets):
    shown = table_of(BANDITS, "pivot_table")
    for place, pulls in enumerate((500, 5000)):
        stored = {c: shown[f"c = {c}"][place] for c in regrets}
        many = {c: mean[pulls - 1] for c, mean in regrets.items()}
        for found in (stored, many):
            order = sorted(found, key=found.get)
            assert order == ([0.3, 0.0, 1.4, 5.0] if pulls == 500 else [0.3, 1.4, 0.0, 5.0]), (pulls, found)
    assert shown["c = 1.4"][1] < 0.55 * shown["c = 0.0"][1]


def test_where_the_curves_cross(regrets):
    behind = regrets[0.0] > regrets[1.4]
    assert not behind[499] and behind[999:].all()
    rule = {c: np.mean([lesson_regret(c, seed) for seed in range(40)], axis=0) for c in (0.0, 1.4)}
    assert rule[0.0][999] < rule[1.4][999] and rule[0.0][1999] > rule[1.4][1999]


def lesson_regret(c, seed, pulls=2000):
    """The regret of a run as the lesson makes it."""
    rng, visits, totals, order = np.random.default_rng(seed), [0] * 3, [0] * 3, []
    for n in range(pulls):
        if 0 in visits:
            arm = visits.index(0)
        else:
            arm = int(np.argmax([t / v + c * np.sqrt(np.log(n) / v) for t, v in zip(totals, visits, strict=True)]))
        visits[arm] += 1
        totals[arm] += rng.random() < CHANCES[arm]
        order.append(arm)
    return np.cumsum(CHANCES[0] - CHANCES[order])


def test_the_greedy_rule_loses_the_same_with_every_pull_and_exploring_less_and_less(regrets):
    early, late = ({c: mean[end - 1] - mean[end - 1001] for c, mean in regrets.items()} for end in (2000, 5000))
    assert late[0.0] == pytest.approx(early[0.0], rel=0.02)
    assert late[1.4] < 0.5 * early[1.4] and late[5.0] < 0.75 * early[5.0] and late[5.0] > 40


def test_some_runs_of_the_greedy_rule_are_stuck():
    best, stuck, worst = map(int, re.findall(r"\*\*(\d+)\*\*", output_of(BANDITS, "last.count")))
    assert best + stuck + worst == 40 and 0 < stuck < 20 and CHANCES[0] - CHANCES[1] == pytest.approx(0.2)


def test_the_two_bandits_are_named_before_the_question_and_the_answer_names_the_right_one():
    arms = {"two good arms": (0.9, 0.8), "ten poor arms": (0.1,) + (0.05,) * 9}
    found = effects.regrets().pivot(index="rule", columns="bandit", values="regret")
    stored = {effects.ARMS[name]: column for name, column in found.items()}
    good, poor = (stored[arms[name]] for name in arms)
    assert good.max() > 3 * good.min() and poor.max() < 1.3 * poor.min()
    assert good.idxmin() == "KL-UCB" and good["UCB-V"] > good["UCB1"] > good["KL-UCB"]
    at_random = {name: effects.PULLS * (max(chances) - np.mean(chances)) for name, chances in arms.items()}
    assert at_random == pytest.approx({"two good arms": 50, "ten poor arms": 45})
    assert all(0.8 * 45 < regret < 45 for regret in poor) and good["epsilon-greedy"] < good["UCB1"]
    assert re.split(r"\s{2,}", output_of(BANDITS, "by_rule = stored.pivot(").splitlines()[0]) == ["bandit", *arms]
    assert table_of(BANDITS, "by_rule = stored.pivot(") == {
        rule: [round(good[rule], 1), round(poor[rule], 1)] for rule in found.index}


def test_the_variance_term_costs_more_than_it_saves_with_two_good_arms():
    rng, chances, runs = np.random.default_rng(3), np.array([0.9, 0.8]), 2000
    costs = {}
    for second in (3.6, 0.0):  # 3 z with z = 1.2
        visits, totals, every = np.ones((runs, 2)), (rng.random((runs, 2)) < chances).astype(float), np.arange(runs)
        for n in range(2, effects.PULLS):
            width, mean = np.log(n) / visits, totals / visits
            arm = np.argmax(mean + np.sqrt(2.4 * (mean - mean * mean) * width) + second * width
                            + 1e-9 * rng.random((runs, 2)), axis=1)
            visits[every, arm] += 1
            totals[every, arm] += rng.random(runs) < chances[arm]
        costs[second] = 0.1 * float(visits[:, 1].mean())
    ucb1 = effects.regrets().set_index(["rule", "bandit"])["regret"]["UCB1", "0.9 0.8"]
    assert costs[3.6] > ucb1 > costs[0.0]


# -- 00 to 02: what is on the screen -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", ["00_play", "01_minimax", BANDITS])
def test_code_fits_on_the_screen(lesson):
    [master] = [path for path in notebooks.masters() if path.stem == lesson]
    shown = [cell.source for cell in notebooks.cells(master).cells if cell.cell_type == "code"]
    shown += [inspect.getsource(function) for function in
              (textbook.minimax, textbook.alpha_beta, textbook.negamax, textbook.pvs, textbook.quiescence,
               textbook.expectiminimax)]
    assert not [line for source in shown for line in source.splitlines() if len(line) > 88]


def test_a_cut_says_that_the_other_side_is_at_least_as_well_off():
    """Max has 3 elsewhere, and the cut comes with 2."""
    steps = AlphaBetaSteps("((3 12 8) (2 4 6) (14 5 2))")
    [cut] = [words for words in (steps.frame(i).words for i in range(len(steps) + 1)) if words.startswith("Cut at")]
    assert "min has 2 here, and max is at least as well off elsewhere" in cut
