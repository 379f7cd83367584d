"""The textbook and the engine grow the same trees: from the same random numbers each sequence of actions has the same
visits and the same total.

The engine tries children in the order of the rules (``prior=ListedOrder()``), as the textbook does. Games pay a little
more or less after each sequence of moves, so that no two scores are equal, and the first of equals does not matter.
"""

import ast
import inspect
import math
import random
import sys
from functools import partial
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
from positions import dealt

from mcts_lab import UCT, as_game, games, start, textbook
from mcts_lab.engine.random import below, stream
from mcts_lab.game import TERMINAL, after, copy, legal_actions
from mcts_lab.search import (
    GRAVE,
    KLUCB,
    MAST,
    RAVE,
    UCBV,
    Borda,
    DecisivePlayout,
    EpsilonGreedy,
    Evaluate,
    HeuristicRating,
    ImplicitMinimax,
    LastGoodReply,
    LimitedPlayout,
    ListedOrder,
    MaxBackup,
    ProgressiveWidening,
    Thompson,
)
from mcts_lab.textbook import Limited, Node, RewardNode, keep_rewards, mcts, uct
from mcts_lab.textbook.rave import blend


def functions():
    for path in FOLDER.glob("*.py"):
        pending = list(ast.parse(path.read_text(encoding="utf-8")).body)
        for thing in pending:
            if isinstance(thing, ast.ClassDef):
                pending += thing.body
            elif isinstance(thing, ast.FunctionDef):
                yield path.name, thing


FOLDER = Path(textbook.__file__).parent
FILES = sorted(path.stem for path in FOLDER.glob("[!_]*.py"))


class Shaded:
    """A game whose payoffs and estimates differ a little after each sequence of moves.

    A state is one of the game's, with a number that stands for the moves so far.
    """

    def __init__(self, game):
        known = game.facts()
        self.game, self.name, self.title = game, known.name, known.title
        self.players, self.low, self.high = known.players, known.low, known.high
        self.actions, self.branching, self.length = known.actions, known.branching, known.length
        self.zero_sum = known.zero_sum and known.players == 2

    def start(self, random):
        return start(self.game, random.getrandbits(60)), 1

    def to_move(self, state):
        player = self.game.to_move(state[0])
        return None if player == TERMINAL else player

    def legal(self, state):
        return legal_actions(self.game, state[0])

    def play(self, state, action):
        following = copy(self.game, state[0])
        self.game.play(following, action, stream(state[1]))
        return following, crc32(b"%d %d" % (state[1], action))

    def payoff(self, state, player):
        return self.shaded(self.game.payoff(state[0], player), state[1], player)

    def heuristic(self, state, player):
        return self.shaded(self.game.heuristic(state[0], player), state[1], player)

    def shaded(self, value, number, player):
        middle, half = (self.low + self.high) / 2, (self.high - self.low) / 2
        shade = random.Random(number if self.zero_sum else number + player).uniform(-0.1, 0.1) * half
        value = min(self.high, max(self.low, value))  # an estimate may lie beyond all payoffs
        return middle + 0.9 * (value - middle) + (-shade if self.zero_sum and player == 1 else shade)


class WithChance(Shaded):
    def weight(self, state, outcome):
        return self.game.weight(state[0], outcome)


class WithHiddenInformation(WithChance):
    def determinize(self, state, observer, random):
        guess = copy(self.game, state[0])
        self.game.determinize(guess, observer, stream(random.getrandbits(60)))
        return guess, state[1]


SMALL = {"breakthrough": {"rows": 6, "columns": 4}, "connect_four": {"rows": 5, "columns": 5}}


def position(name, **options):
    """A game without ties, and a position in which a player is to move."""
    game = games.make(name, **{**SMALL.get(name, {}), **options})
    known = game.facts()
    kind = Shaded if known.deterministic and known.perfect_information else (
        WithChance if known.perfect_information else WithHiddenInformation)
    game = as_game(kind(game))
    return game, dealt(game, 5)


def engines(result):
    """Visits and total of each visited node of a search's `result`, by the players and actions that lead there."""
    nodes, paths, found = result.tree.nodes, [], {}
    for node in nodes:
        paths.append(() if node["parent"] < 0 else (*paths[node["parent"]], (int(node["mover"]), int(node["action"]))))
        if node["visits"] > 0:
            found[paths[-1]] = int(node["visits"]), float(node["total"])
    assert len(set(paths)) == len(paths)
    return found


def textbooks(root):
    """The same of a textbook tree."""
    found, pending = {}, [((), root)]
    while pending:
        path, node = pending.pop()
        if node.visits > 0:
            found[path] = node.visits, node.total
        pending += [((*path, (int(child.mover), child.action)), child) for child in node.children]
    return found


def check_equal(result, root):
    theirs, ours = engines(result), textbooks(root)
    assert {path: visits for path, (visits, _) in ours.items()} == {path: n for path, (n, _) in theirs.items()}
    assert [ours[path][1] for path in ours] == pytest.approx([theirs[path][1] for path in ours], abs=1e-9)


def same(method, function, game, state, iterations, limit=None, seed=7):
    """The engine's result and the textbook's root, whose trees must be equal."""
    if limit is not None:
        method = method._replace(leaf=LimitedPlayout(limit) if limit else Evaluate())
    result = method.search(game, state, iterations=iterations, seed=seed, compiled=False)
    root = function(game, state, iterations, stream(seed), **({} if limit is None else {"playout": Limited(limit)}))
    check_equal(result, root)
    return result, root


def listed(*parts, **options):
    """UCT that tries children in the order of the rules."""
    return UCT(*parts, **{"prior": ListedOrder(), **options})


def highest(things, *others, key=None):
    """What ``max`` returns, if that is one thing; any of those whose score is infinite."""
    if key is None:
        return max(things, *others)
    things = list(things)
    scores = [key(thing) for thing in things]
    best = max(scores)
    assert best == math.inf or scores.count(best) == 1, f"{scores.count(best)} scores are equal: {best}"
    return things[scores.index(best)]


@pytest.fixture
def no_ties(monkeypatch):
    """The textbook's searches stop where two scores are equal."""
    for name in FILES:
        monkeypatch.setattr(sys.modules[f"mcts_lab.textbook.{name}"], "max", highest, raising=False)


OPEN = [("tic_tac_toe", 300), ("connect_four", 200), ("nim", 200), ("uniform_tree", 300),
        ("breakthrough", 150)]


@pytest.mark.sampled(2, others="all")
@pytest.mark.parametrize("function", [uct, mcts])
@pytest.mark.parametrize(("name", "iterations"), OPEN)
def test_uct(name, iterations, function, no_ties):
    game, state = position(name)
    if function is mcts or game.facts().deterministic:  # the short one knows no events of chance
        same(listed(), function, game, state, iterations)


@pytest.mark.parametrize(("name", "iterations"), OPEN)
def test_progressive_widening(name, iterations, no_ties):
    choose = partial(textbook.progressive_widening, k=1.5, alpha=0.4)
    same(listed(pruning=ProgressiveWidening(1.5, 0.4)), partial(mcts, choose=choose), *position(name),
         iterations)


def begun(name, **options):
    """A game as it is, and a position in which a player is to move."""
    game = games.make(name, **options)
    return game, dealt(game, 5)


BOARDS = [("hex", {"size": 4}, 300), ("tic_tac_toe", {}, 500)]
single = textbook.changed(blend, (  # the engine keeps AMAF values in single precision
    "sum(child.later) / m", "float(np.float32(sum(child.later)) / np.float32(m))"), np=np)


@pytest.mark.parametrize(("name", "options", "iterations"), BOARDS)
@pytest.mark.parametrize(("bias", "fpu"), [(0.03, 1.0), (0.5, 0.4)])
def test_rave(name, options, iterations, bias, fpu):
    """Actions that were played in the same games have equal AMAF values, in any game; of equals both take the first."""
    function = partial(textbook.changed(textbook.rave, blend=single), bias=bias, fpu=fpu)
    same(listed(RAVE(bias=bias), fpu=fpu), function, *begun(name, **options), iterations)


@pytest.mark.parametrize(("name", "options", "iterations"), BOARDS)
@pytest.mark.parametrize("ref", [0, 5, 50])
def test_grave(name, options, iterations, ref):
    function = partial(textbook.changed(textbook.grave, blend=single), bias=0.1, ref=ref)
    same(listed(GRAVE(bias=0.1, ref=ref), fpu=1.0), function, *begun(name, **options), iterations)


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough"])
@pytest.mark.parametrize("alpha", [0.0, 0.4, 1.0])
def test_implicit_minimax(name, alpha, no_ties):
    same(UCT(value=ImplicitMinimax(alpha), prior=HeuristicRating()), partial(textbook.implicit_minimax, alpha=alpha),
         *position(name), 120)


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "uniform_tree"])
@pytest.mark.parametrize("lam", [0.0, 0.7, 1.0])
def test_max_backups(name, lam, no_ties):
    """The engine's nodes keep the sums of what was returned to them; the textbook keeps the returns one by one."""
    def grown(*search):
        root = textbook.max_mcts(*search, lam=lam)
        pending = list(root.children)
        while pending:
            node = pending.pop()
            node.total = sum(node.rewards)
            pending += node.children
        return root

    same(listed(backup=MaxBackup(lam)), grown, *position(name), 250)


anyone = textbook.changed(textbook.epsilon_greedy, (  # the engine draws a number for each child
    "node.children[below(rng, len(node.children))]", "max(node.children, key=lambda child: uniform(rng))"),
    max=highest)


@pytest.mark.parametrize("name", ["tic_tac_toe", "uniform_tree"])
@pytest.mark.parametrize(("rule", "choose"), [
    (UCBV(1.5, 0.5), partial(textbook.ucb_v, z=1.5, c=0.5)), (KLUCB(0.8), partial(textbook.kl_ucb, c=0.8)),
    (Thompson(0.5), partial(textbook.thompson, c=0.5)), (EpsilonGreedy(0.3), partial(anyone, epsilon=0.3))],
    ids=lambda thing: type(thing).__name__)
def test_rules_for_bandits(name, rule, choose, no_ties):
    function = partial(mcts, choose=choose, node_class=RewardNode, learn=keep_rewards)
    same(listed(rule), function, *position(name), 150)


def test_any_child_is_as_likely_as_another():
    node = Node()
    node.children = [Node(action) for action in range(4)]
    for child in node.children:
        child.visits = 1
    node.children[2].total, rng = 1.0, stream(3)
    chosen = [textbook.epsilon_greedy(None, node, rng, 0.4).action for _ in range(4000)]
    assert [chosen.count(action) / 4000 for action in range(4)] == pytest.approx([0.1, 0.1, 0.7, 0.1], abs=0.02)


class EnginesOrder:
    """The best action as the engine finds it: it begins anywhere, so that the first of equals is any of them."""

    def best(self, actions, mover, before, rng):
        skip = below(rng, len(actions))
        return super().best(actions[skip:] + actions[:skip], mover, before, rng)


class EnginesMast(EnginesOrder, textbook.Mast):
    pass


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe"])
@pytest.mark.parametrize(("leaf", "playout"), [
    (MAST(0.3), partial(EnginesMast, 0.3)), (LastGoodReply(), textbook.LastGoodReply),
    (DecisivePlayout(), textbook.Decisive)],
    ids=lambda thing: type(thing).__name__)
def test_playouts_that_are_not_random(name, leaf, playout):
    game, state = begun(name) if playout is textbook.Decisive else position(name)  # a win has the highest payoff
    same(listed(leaf=leaf), partial(mcts, playout=playout()), game, state, 120)


@pytest.mark.parametrize(("make", "name", "iterations"), [
    (position, "uniform_tree", 150), (position, "connect_four", 150), (begun, "tic_tac_toe", 200), (begun, "nim", 200)])
def test_ordinal_search(make, name, iterations):
    """Scores that count comparisons are often equal, in any game; of equals both take the first."""
    same(listed(value=Borda(room=4096)), textbook.omcts, *make(name), iterations)


@pytest.mark.parametrize(("name", "options", "iterations"), [
    ("tic_tac_toe", {}, 2000), ("nim", {}, 1000), ("connect_four", {}, 400), ("uniform_tree", {}, 500)])
def test_solver(name, options, iterations):
    game, state = begun(name, **options)
    result, root = same(listed(solver=True), textbook.mcts_solver, game, state, iterations)
    assert bool(root.proven) == result.proven
    if root.proven:
        value = textbook.minimax(game, state, 0)  # from -1 to 1
        assert root.proven == [(1 + value) / 2, (1 - value) / 2]


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize("name", ["kuhn_poker", "liars_dice", "nim", "tic_tac_toe"])
def test_expectiminimax(name):
    from mcts_lab.search.minimax.evaluation import Even
    from mcts_lab.search.minimax.expectiminimax import Expectiminimax

    game, state = position(name)
    depth = 4
    found = Expectiminimax(depth, Even()).search(game, state, compiled=False)
    middle = (game.facts().low + game.facts().high) / 2
    value = textbook.expectiminimax(game, state, game.to_move(state), depth, lambda *_: middle)
    assert found.value == pytest.approx(value, abs=1e-9)


def test_a_changed_copy_is_shown_and_calls_itself():
    game, state = begun("tic_tac_toe")
    state = after(game, after(game, after(game, after(game, state, 0), 4), 8), 1)
    careless = textbook.changed(textbook.alpha_beta, ("if alpha >= beta:", "if alpha > beta:"))
    assert textbook.difference(textbook.alpha_beta, careless).splitlines() == [
        "in alpha_beta:", "             beta = min(beta, value)",
        "-        if alpha >= beta:", "+        if alpha > beta:",
        "             break  # the side that is better off elsewhere will not let it come to this"]
    assert "if alpha > beta:" in textbook.show(uct, careless).data
    player = game.to_move(state)
    arguments = (game, state, player, math.inf, None, -math.inf, math.inf)
    calls = {function: textbook.recorded(function, *arguments) for function in (textbook.alpha_beta, careless)}
    assert len(calls[careless]) > len(calls[textbook.alpha_beta])
    for function, found in calls.items():
        assert found[0] == (arguments, None) and found[-1] == (arguments, function(game, state, player))
        assert sum(value is None for _, value in found) == len(found) / 2
    again = textbook.changed(careless, ("alpha > beta", "alpha >= beta"))
    assert inspect.getsource(again) == inspect.getsource(textbook.alpha_beta)
    with pytest.raises(ValueError, match="'value' occurs 10 times in alpha_beta"):
        textbook.changed(textbook.alpha_beta, ("value", "worth"))


# -- the selection of AlphaZero ----------------------------------------------------------------------------------------


def test_puct_weighs_belief_against_visits():
    node = textbook.PriorNode(None, 0)
    node.visits = 16
    node.children = [textbook.PriorNode(action, 0) for action in range(3)]
    for child, (visits, total, prior) in zip(node.children, [(10, 6.0, 0.5), (6, 3.0, 0.2), (0, 0.0, 0.3)],
                                             strict=True):
        child.visits, child.total, child.prior = visits, total, prior
    assert textbook.puct(node, c=0.0).action == 0  # the mean alone
    assert textbook.puct(node, c=1.0).action == 2  # 0.5 + 0.3 * 4
    assert textbook.puct(node, c=1.0, untried=-math.inf).action == 0  # 0.6 + 2 / 11 against 0.5 + 0.8 / 7


def test_each_function_fits_on_a_page_and_names_its_source():
    assert max(thing.end_lineno - thing.lineno + 1 for _, thing in functions()) <= 60
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FOLDER.glob("*.py")) <= (
        23 * len(textbook.__all__))
    for name, thing in functions():
        assert thing.name.startswith("__") or ast.get_docstring(thing), (name, thing.name)
    for function in (textbook.uct, textbook.ismcts, textbook.pimc, textbook.hard_pruning, textbook.pruning_networks,
                     textbook.progressive_widening, textbook.borda, textbook.expectiminimax, textbook.bound):
        assert "[" in inspect.getdoc(function) and any(c.isdigit() for c in inspect.getdoc(function))


def test_only_games_streams_and_the_planner_are_imported():
    allowed = {"game", "engine.random", "learning.planner"} | {path.stem for path in FOLDER.glob("*.py")}
    for path in FOLDER.glob("*.py"):
        for thing in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(thing, ast.ImportFrom) and thing.level:
                assert thing.module in allowed, (path.name, thing.module)
