"""The widgets of single lessons as models: what they show is what the algorithms say."""

import math

import numpy as np
import pytest

from mcts_course.lessons.bug_gallery import diagnosis
from mcts_course.widgets.alpha_beta import AlphaBetaSteps
from mcts_course.widgets.bugs import BUGS, WARD, BugLab, BugPlayer, difference, parts_of
from mcts_course.widgets.dial import Dial
from mcts_course.widgets.generations import Generations
from mcts_course.widgets.lens import Fusion, Lens, first_decision
from mcts_course.widgets.pruning_time import PruningTime
from mcts_course.widgets.rewards import Rewards
from mcts_course.widgets.small_trees import fewest, parse, written
from mcts_course.widgets.tournament import Tournament, rounds_needed
from mcts_lab import games, legal_actions, start
from mcts_lab.engine.random import stream
from mcts_lab.textbook import Node, uct
from mcts_lab.views.plots.small_trees import explore
from mcts_lab.views.svg_colours import one

BOOK = "((3 12 8) (2 4 6) (14 5 2))"  # leaves as in [Russell & Norvig 2021, Figure 5.5]


def grown(branching, depth, rng):
    """A tree with whole numbers from 0 to 9 at its leaves."""
    return [grown(branching, depth - 1, rng) for _ in range(branching)] if depth else int(rng.integers(10))


def leaves(steps):
    return sum(event.kind == "leaf" for event in steps.events)


# -- minimax and alpha-beta --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_steps_are_those_of_the_textbook(seed):
    """The leaves looked at, the values and what is cut off are those of `explore`, written independently."""
    steps = AlphaBetaSteps(grown(3, 3, np.random.default_rng(seed)), maximise=bool(seed % 2))
    found = explore(parse(written(steps.given)), maximise=bool(seed % 2))
    assert leaves(steps) == found.leaves and steps.events[-1].value == found.value[0] == steps.exact[0]
    cut = {node for node, bound in enumerate(found.bound) if bound == "cut"}
    assert steps.cut_after(len(steps)) == cut
    entered = {event.node: (event.alpha, event.beta) for event in steps.events if event.kind == "enter"}
    for node, window in entered.items():
        assert window == (found.alpha[node], found.beta[node])


@pytest.mark.parametrize("branching, depth", [(2, 4), (3, 3)])
def test_the_order_decides_how_much_is_cut(branching, depth):
    """With the best move first, exactly the leaves of Knuth and Moore's theorem; minimax looks at all."""
    for seed in range(8):
        steps = AlphaBetaSteps(grown(branching, depth, np.random.default_rng(seed)))
        steps.set("place", 0)
        assert leaves(steps) == branching ** -(-depth // 2) + branching ** (depth // 2) - 1 == fewest(steps.tree)
        first = leaves(steps)
        steps.set("place", branching - 1)
        assert leaves(steps) >= first and steps.events[-1].value == steps.exact[0]
        steps.set("method", "minimax")
        assert leaves(steps) == branching**depth and not steps.cut_after(len(steps))


def test_a_cut_is_asked_told_and_hatched():
    steps = AlphaBetaSteps(BOOK)
    cuts = [i + 1 for i, event in enumerate(steps.events) if event.kind == "cut"]
    assert len(cuts) == 1
    frame = steps.frame(cuts[0])
    assert frame.words.startswith("Cut at branch 2")
    assert [frame.question.answers[i] for i in frame.question.right] == ["it is cut off"]
    dashed = ["stroke-dasharray" in steps.frame(p).parts["tree"] for p in (cuts[0] - 1, cuts[0])]
    assert dashed == [False, True]
    asked = [steps.frame(p).question for p in range(len(steps) + 1)]
    looked = [q for q in asked if q and q.answers[q.right[0]] == "it is looked at"]
    assert all(len(q.right) == 1 for q in asked if q)
    assert looked and len(steps.landmarks()) == 3


TTT, NINE = games.tic_tac_toe(), start(games.tic_tac_toe())
PIG = games.make("pig")


@pytest.mark.parametrize("make", [
    *(lambda line=line: AlphaBetaSteps(line) for line in (
        "((3 5) (6 9)", "(3 5)) (1)", "5", "((3 x))", "(() 3)", "", f"({'(1 2 3) ' * 50})")),
    lambda: Rewards({"a": (0, 0, 0), "b": (1, 1, 1)}),
    lambda: Rewards({"a": (1, 1, 1)}), lambda: Rewards({"a": (1, -1, 1), "b": (1, 1, 1)}),
    lambda: Rewards({"a": (1, 2), "b": (2, 1)}, ("loss", "win")), lambda: Dial((0.5,)), lambda: Lens(TTT, NINE),
    lambda: Fusion(TTT), lambda: BugLab(bug="luck"), lambda: BugLab(PIG, start(PIG, 1)), lambda: BugPlayer("luck"),
    lambda: Tournament(invented_games(5, 2, 1)),
    lambda: Tournament([{key: row[key] for key in row if key != "start"} for row in invented_games(5, 3, 1)]),
    lambda: Tournament([row for row in invented_games(5, 3, 1)
                        if row["start"] != 4 or "p2" not in (row["seat_0"], row["seat_1"])]),
])
def test_what_cannot_be_shown_is_refused_in_a_sentence(make):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        make()


def test_a_tree_of_ones_own():
    steps = AlphaBetaSteps(BOOK)
    steps.step(5)
    steps.set("line", "[[1, 2], [3, [4, 5]]]")
    assert steps.position == 0 and steps.events[-1].value == 3 and written(steps.given) == "((1 2) (3 (4 5)))"
    with pytest.raises(ValueError, match="not closed"):
        steps.set("line", "((1")
    assert steps.events[-1].value == 3


# -- rewards of outcomes -----------------------------------------------------------------------------------------------


def test_the_mean_jumps_and_the_borda_score_does_not():
    model = Rewards({"safe": (0, 10, 0), "bold": (4, 0, 6)})
    scores = [tuple(model.borda()) for _ in range(3)]
    chosen = [np.argmax(model.means(p)) for p in range(len(model) + 1)]
    assert len(set(scores)) == 1 and chosen[0] == 1 and chosen[-1] == 0 and len(model.landmarks()) >= 1
    assert all(0 < model.rewards(p)[1] < 1 for p in range(len(model) + 1))  # the order of outcomes stays
    assert model.frame(0).parts["matrix"] == model.frame(len(model)).parts["matrix"]
    assert model.frame(0).parts["mean"] != model.frame(len(model)).parts["mean"]
    assert "the mean chooses bold" in model.frame(0).words and "the mean chooses safe" in model.frame(len(model)).words


def test_the_borda_score_by_drawing_pairs():
    counts = {"a": (3, 1, 4, 1), "b": (5, 9, 2, 6), "c": (5, 3, 5, 8)}
    model = Rewards(counts, ("awful", "bad", "good", "great"))
    draws = {name: np.repeat(np.arange(4), row) for name, row in counts.items()}
    for i, name in enumerate(counts):
        wins = []
        for j, other in enumerate(counts):
            pairs = draws[name][:, None] - draws[other][None, :]
            beaten = (pairs > 0).mean() + (pairs == 0).mean() / 2
            assert model.matrix()[i][j] == pytest.approx(beaten)
            wins += [beaten] if i != j else []
        assert model.borda()[i] == pytest.approx(np.mean(wins))


# -- exploration -------------------------------------------------------------------------------------------------------


def test_regret_is_what_pulls_of_worse_arms_cost():
    model = Dial((0.2, 0.5, 0.9), runs=20)
    for c in (0.0, 1.0):
        regret, pulls = model.runs_of(c)
        assert (pulls.sum(axis=1) == 300).all() and (pulls > 0).all() and (np.diff(regret, axis=1) >= 0).all()
        assert regret[:, -1] == pytest.approx(pulls @ np.array([0.7, 0.4, 0.0]))


def test_too_much_exploration_costs_and_so_does_too_little():
    model = Dial(runs=100)
    costs = [model.runs_of(c)[0][:, -1].mean() for c in (0.0, 0.5, 3.0)]
    assert costs[1] < costs[0] and costs[1] < costs[2]
    words = model.frame(model.position).words
    assert "over 100 runs" in words and " ± " in words


# -- hidden information ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lens():
    game = games.knockout_whist(players=2)
    return Lens(game, first_decision(game, 1), worlds=6)


def test_availability_is_counted_world_by_world(lens):
    for position in (1, 4, 6):
        counted, names = lens.availability(position)
        expected = {}
        for number in range(position):
            for action in legal_actions(lens.game, lens._worlds(0, lens.first, number)[1]):
                expected[action] = expected.get(action, 0) + 1
        assert counted == expected and set(names) == set(expected)
    assert max(counted.values()) < 6 or min(counted.values()) < max(counted.values())


def inside(picture):
    """A picture without its first tag, in which the stage is told its size."""
    return picture.partition(">")[2]


def test_the_lens_shows_a_player_no_more_than_he_sees(lens):
    assert inside(one(lens.frame(3).parts["seen"])) == inside(lens.game.svg_for(lens.state, 0))
    assert "world" not in lens.frame(0).parts and lens.frame(2).parts["world"] != lens.frame(3).parts["world"]
    lens.set("viewer", 1)
    assert inside(one(lens.frame(3).parts["seen"])) == inside(lens.game.svg_for(lens.state, 1))
    lens.set("viewer", 0)


def test_separate_worlds_are_misled_and_one_tree_is_not():
    """In the coin in the box `safe` is best (1/2 against 0), but in each single world `go` wins."""
    model = Fusion(budgets=(40, 400))
    model.seek(1)
    answers = {name: model.result(name, 1).name for name in model.methods}
    assert answers == {"cheating": "go", "pimc": "go", "ismcts": "safe"}
    assert "ISMCTS plays safe" in model.current.words


# -- bugs --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lab():
    return BugLab(budgets=(20, 160), runs=3)


def test_the_search_without_a_bug_finds_what_is_exactly_true(lab):
    assert dict(zip(lab.names, lab.exact, strict=True)) == {
        "x(0,2)": -1, "x(1,0)": -1, "x(2,0)": -1, "x(2,1)": 0, "x(2,2)": -1}
    visits, means, played = lab.grown("none", 1)[1]
    assert visits.sum() == 160 and lab.exact[played] == 0 and (visits > 0).all() and (np.abs(means) <= 1).all()


@pytest.mark.parametrize("bug", [bug for bug in BUGS if bug not in ("none", "value", "cheating")])
def test_every_bug_changes_the_tree(lab, bug):
    visits, means, _ = lab.grown(bug, 0)[1]
    right = lab.grown("none", 0)[1]
    assert visits.sum() == 160
    assert (visits != right[0]).any() or not np.allclose(means, right[1], equal_nan=True)


def test_bugs_do_what_they_say(lab):
    assert (lab.grown("unvisited", 0)[1][0] > 0).sum() == 1  # nothing but the first child
    leaf = lab.grown("leaf", 0)[1]
    right = lab.grown("none", 0)[1]
    assert (leaf[1] < 0.05).all() and not (right[1] < 0.05).any()  # hardly anything is added up
    assert lab.grown("visits", 0)[1][0].max() > 1.5 * right[0].max()  # exploration shrinks with a child's own visits
    node, often, lucky = Node(), Node(), Node()
    node.children, node.visits = [often, lucky], 91
    often.visits, often.total, lucky.visits, lucky.total = 90, 60.0, 1, 1.0
    bound = parts_of(lab.game, "visits")["bound"]
    assert bound(node, often, 1.0) == pytest.approx(60 / 90 + math.sqrt(math.log(90) / 90))
    chosen = {bug: parts_of(lab.game, bug)["most_visited"](node) for bug in ("none", "value")}
    assert chosen == {"none": often, "value": lucky}


@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_is_a_line_or_two_of_the_textbook(bug):
    games_of = {"cheating": [games.coin_in_a_box()], "none": []}
    for game in games_of.get(bug, [games.tic_tac_toe()]):
        lines = [line for line in difference(game, bug).splitlines() if line.startswith(("-", "+"))]
        assert 1 <= len(lines) <= 4 and any(line.startswith("-") for line in lines)


def test_without_a_bug_it_is_the_textbook(lab):
    root = parts_of(lab.game)["search"](lab.game, lab.state, 100, stream(3))
    right = uct(lab.game, lab.state, 100, stream(3))
    assert [child.visits for child in root.children] == [child.visits for child in right.children]


def test_a_hidden_bug_is_not_said():
    lab = BugLab(bug="leaf", budgets=(10, 20), runs=2, hidden=True)
    assert "leaf" not in lab.current.words and "lines" not in lab.current.parts and not lab.settings()


def test_patients_of_the_ward_show_what_ails_them():
    ward = BugLab.ward(budgets=(20, 160, 320), runs=2)
    assert [choice for choice, _ in ward.settings()[0].choices] == list(WARD) and ward.position == len(ward)
    for letter, bug in WARD.items():
        frame = ward.set("patient", letter)
        assert diagnosis(letter) == bug and f"patient {letter}" in frame.words and BUGS[bug][0] not in frame.words
        assert any(ward.frame(p).parts["broken"] != ward.frame(p).parts["right"] for p in range(len(ward) + 1))


def test_a_search_that_looks_into_the_box():
    lab = BugLab.cheating(budgets=(40, 320), runs=5)
    assert dict(zip(lab.names, lab.exact, strict=True)) == {"safe": 0.5, "go": 0.0}
    assert lab.share("cheating", 1) == 0 and lab.share("none", 1) == 1
    visits, means, played = lab.grown("cheating", 0)[1]
    assert lab.names[played] == "go" and means[played] > 0.9
    assert not {"sign", "draw"} & {name for name, _ in lab.settings()[0].choices}
    assert "cheating" not in BugLab(budgets=(2,), runs=1).bugs


# -- pruning -----------------------------------------------------------------------------------------------------------


def test_arms_are_given_up_when_the_slider_says():
    model = PruningTime(arms=8, pulls=200, keep=2, problems=200)
    for position in range(len(model) + 1):
        shown, time = model.outcome(position), model.time(position)
        assert (shown["counts"].sum(axis=1) == 200).all() and (np.diff(shown["means"], axis=1) >= 0).all()
        assert (shown["gone"].sum(axis=1) == (6 if time < 200 else 0)).all()
        assert shown["kept"] == (~shown["gone"][:, -1]).mean() and shown["found"] <= shown["kept"]
        assert (np.where(shown["gone"], shown["counts"], 0).sum(axis=1) <= time).all(), "no pull of what is given up"
    kept = [model.outcome(p)["kept"] for p in range(len(model) + 1)]
    assert kept[0] < kept[5] < kept[-1] == 1.0
    best = model.landmarks()[0]
    assert 0 < best < len(model) and model.outcome(best)["found"] > model.outcome(len(model))["found"]
    words = model.frame(0).words
    model.set("keep", 5)
    assert model.frame(0).words != words and model.outcome(0)["kept"] > kept[0]
    with pytest.raises(ValueError, match="ten pulls per arm"):
        PruningTime(arms=40, pulls=200)


# -- tournaments -------------------------------------------------------------------------------------------------------


def invented_games(rounds, players, seed):
    """Games in which a player with a greater number is more likely to win."""
    rng, rows = np.random.default_rng(seed), []
    for a in range(players):
        for b in range(a):
            for start_number in range(rounds):
                for first, second in ((a, b), (b, a)):
                    won = rng.choice([1, 0, -1], p=[0.6, 0.2, 0.2] if first > second else [0.2, 0.2, 0.6])
                    rows.append({"start": start_number, "seat_0": f"p{first}", "seat_1": f"p{second}",
                                 "payoff_0": won, "payoff_1": -won})
    return rows


def test_a_tournament_as_its_games_come_in():
    rows = invented_games(30, 3, 1)
    model = Tournament(rows, looks=[2, 10, 30])
    for position, rounds in enumerate((2, 10, 30)):
        seen = [row for row in rows if row["start"] < rounds]
        assert len(model.until(position)) == len(seen) and f"{len(seen)} games" in model.frame(position).words
        points = [(1 + row["payoff_0"]) / 2 if row["seat_0"] == "p0" else (1 - row["payoff_0"]) / 2 for row in seen
                  if {row["seat_0"], row["seat_1"]} == {"p0", "p1"}]
        assert np.mean(model.between(0, position)) == pytest.approx(np.mean(points))
        assert f"{np.mean(points):.2f}" in model.frame(position).parts["cross"]
    widths = [model.rated(p).eval("high - low").mean() for p in range(3)]
    assert widths[2] < widths[1] and model.rated(2).player[0] == "p2"
    asked = [model.needed(0, 2, difference) for difference in (0.05, 0.1)]
    assert asked[0] == pytest.approx(4 * asked[1])  # half the difference takes four times the games


def test_so_many_rounds_find_the_difference_four_times_in_five():
    rng, difference = np.random.default_rng(2), 0.2
    p = (1 + difference) / 2
    rounds = math.ceil(rounds_needed(p * (1 - p), difference))
    means = rng.binomial(rounds, p, 4000) / rounds
    found = np.abs(means - 0.5) > 1.96 * np.sqrt(means * (1 - means) / rounds)
    assert 0.77 < found.mean() < 0.84
    assert math.isnan(rounds_needed(0.0, 0.1))


# -- generations -------------------------------------------------------------------------------------------------------


def test_generations_show_what_network_and_search_say():
    shown = Generations(iterations=30)
    for position in (0, len(shown)):
        number, frame = shown.numbers[position], shown.frame(position)
        worth, believed, visits, played = shown.seen(number)
        assert sum(believed.values()) == pytest.approx(1.0) and sum(visits.values()) == 30
        assert visits[played] == max(visits.values())
        assert frame.words.startswith(f"Generation {number}:") and f"{worth:.2f}" in frame.words
    before = shown.seen(number)
    shown.set("chosen", "three in a column")
    assert shown.seen(number) != before and shown.seen(number)[3] == 3  # stops it
