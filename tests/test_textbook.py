"""The textbook's functions grow the same trees as the engine's parts, node for node, from the same seed."""

import ast
import inspect
import math
from functools import partial
from pathlib import Path

import pytest
from positions import dealt

from mcts_lab import UCT, games, start, textbook
from mcts_lab.engine.random import stream
from mcts_lab.game import after, facts, legal_actions, to_move
from mcts_lab.search import (
    GRAVE,
    KLUCB,
    MAST,
    NST,
    PIMC,
    RAVE,
    UCB1,
    UCBV,
    Borda,
    DecisivePlayout,
    EpsilonGreedy,
    Evaluate,
    HardPruning,
    HeuristicRating,
    ImplicitMinimax,
    LastGoodReply,
    LimitedPlayout,
    ProgressiveWidening,
    PruningNetworks,
    SavedStates,
    Search,
    SequentialHalving,
    SingleObserver,
    Thompson,
)
from mcts_lab.search.mcts.tree import CUT, NONE, PRUNED, ROOT
from mcts_lab.textbook import ucb1, uct

FOLDER = Path(textbook.__file__).parent


def tribes():
    """A position of Tribes as its agents search it, some plays into a game."""
    from mcts_lab.games.tribes import searched

    game = games.tribes()
    state = start(game, 3)
    for turn in range(6):
        state = after(game, state, legal_actions(game, state)[turn % 2], seed=turn)
    return searched(game, int(state.turn), 7), state


def begun(game):
    """The game, and a position in which a player is to move."""
    return game, dealt(game, 5)


def position(name):
    makers = {
        "connect_four": lambda: begun(games.connect_four(5, 5)),
        "connect_four 4x4": lambda: begun(games.connect_four(4, 4)),
        "nim": lambda: begun(games.nim((3, 4, 5))),
        "uniform_tree": lambda: begun(games.uniform_tree(branching=4, depth=6, values=1000)),
        "hex": lambda: begun(games.hex(4)),
        "zelda": lambda: begun(games.vgdl("zelda")),
        "chase": lambda: begun(games.vgdl("chase")),
        "spades": lambda: begun(games.spades()),
        "knockout_whist": lambda: begun(games.knockout_whist(3)),
        "tribes": tribes,
    }
    return makers[name]() if name in makers else begun(games.make(name))


def engines(search):
    """Action, mover, visits and total of each visited node of a `Search`, from the root on, level by level."""
    nodes, found, row = search.nodes, [], [ROOT]
    while row:
        found += [(int(nodes[n].action) if n else None, int(nodes[n].mover), int(nodes[n].visits),
                   round(float(nodes[n].total), 6)) for n in row]
        below = []
        for parent in row:
            child = int(nodes[parent].first_child)
            while child != NONE:
                if nodes[child].visits > 0:
                    below.append(child)
                child = int(nodes[child].next_sibling)
        row = below
    return found


def textbooks(root):
    """The same of a textbook tree."""
    found, row = [], [root]
    while row:
        found += [(None if node.action is None else int(node.action), int(node.mover), node.visits,
                   round(node.total, 6)) for node in row]
        row = [child for node in row for child in node.children if child.visits > 0]
    return found


def same(method, function, game, state, iterations, limit=None, seed=7):
    """The engine's tree and the textbook's, which must be equal; returns both."""
    if limit is not None:
        method = method._replace(leaf=LimitedPlayout(limit) if limit else Evaluate())
    search = Search(game, state, method, seed=seed, compiled=False)
    search.run(iterations)
    root = function(game, state, iterations, stream(seed), **({} if limit is None else {"limit": limit}))
    assert engines(search) == textbooks(root)
    return search, root


KEPT = {"world": SavedStates()}
OPEN = [("tic_tac_toe", 400, None, {}), ("connect_four", 300, None, {}), ("nim", 300, None, {}),
        ("uniform_tree", 300, None, {}), ("leduc_poker", 200, None, {}), ("pig", 60, None, {}),
        ("zelda", 40, 5, KEPT), ("spades", 60, None, {}), ("tribes", 80, 0, KEPT)]


@pytest.mark.parametrize(("name", "iterations", "limit", "ways"), OPEN)
def test_uct(name, iterations, limit, ways):
    same(UCT(**ways), textbook.uct, *position(name), iterations, limit)


@pytest.mark.parametrize(("name", "iterations", "limit", "ways"), OPEN)
def test_progressive_widening(name, iterations, limit, ways):
    choose = partial(textbook.progressive_widening, k=1.5, alpha=0.4)
    same(UCT(pruning=ProgressiveWidening(1.5, 0.4), **ways), partial(textbook.uct, choose=choose), *position(name),
         iterations, limit)


@pytest.mark.parametrize(("name", "iterations"), [("hex", 300), ("tic_tac_toe", 500)])
@pytest.mark.parametrize(("bias", "fpu"), [(0.03, 1.0), (0.5, 0.4)])
def test_rave(name, iterations, bias, fpu):
    function = partial(textbook.rave, bias=bias, fpu=fpu)
    same(UCT(selection=RAVE(bias=bias), fpu=fpu), function, *position(name), iterations)


@pytest.mark.parametrize(("name", "iterations"), [("hex", 300), ("tic_tac_toe", 500)])
@pytest.mark.parametrize("ref", [0, 5, 50])
def test_grave(name, iterations, ref):
    function = partial(textbook.grave, bias=0.1, ref=ref)
    same(UCT(selection=GRAVE(bias=0.1, ref=ref), fpu=1.0), function, *position(name), iterations)


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough"])
@pytest.mark.parametrize("alpha", [0.0, 0.4, 1.0])
def test_implicit_minimax(name, alpha):
    function = partial(textbook.uct, choose=partial(textbook.implicit_minimax, alpha=alpha))
    same(UCT(value=ImplicitMinimax(alpha), prior=HeuristicRating()), function, *position(name), 150)


@pytest.mark.parametrize("name", ["tic_tac_toe", "leduc_poker", "uniform_tree"])
@pytest.mark.parametrize(("rule", "choose"), [
    (UCBV(1.5, 0.5), partial(textbook.ucb_v, z=1.5, c=0.5)), (KLUCB(0.8), partial(textbook.kl_ucb, c=0.8)),
    (Thompson(0.5), partial(textbook.thompson, c=0.5)),
    (EpsilonGreedy(0.3), partial(textbook.epsilon_greedy, epsilon=0.3))], ids=lambda thing: type(thing).__name__)
def test_rules_for_bandits(name, rule, choose):
    same(UCT(rule), partial(textbook.uct, choose=choose), *position(name), 150)


@pytest.mark.parametrize(("name", "iterations"), [("connect_four", 300), ("hex", 200), ("hex", 20), ("nim", 150)])
def test_sequential_halving(name, iterations):
    choose = partial(textbook.sequential_halving, iterations=iterations)
    search, root = same(UCT(pruning=SequentialHalving()), partial(textbook.uct, choose=choose), *position(name),
                        iterations)
    assert (search.nodes["status"][1:1 + len(root.children)] & PRUNED > 0).sum() == len(root.children) - len(root.kept)


@pytest.mark.parametrize("name", ["connect_four 4x4", "leduc_poker", "tic_tac_toe"])
@pytest.mark.parametrize(("leaf", "playout"), [
    (MAST(0.3), partial(textbook.Mast, 0.3)), (NST(0.2), partial(textbook.Nst, 0.2)),
    (LastGoodReply(), textbook.LastGoodReply), (DecisivePlayout(), textbook.Decisive)],
    ids=lambda thing: type(thing).__name__)
def test_playouts_that_are_not_random(name, leaf, playout):
    same(UCT(leaf=leaf), partial(textbook.uct, playout=playout()), *position(name), 120)


@pytest.mark.parametrize(("name", "iterations", "limit"), [
    ("breakthrough", 400, 4), ("soccer", 300, 3), ("zelda", 80, 3), ("chase", 60, 2), ("tribes", 200, 0)])
def test_hard_pruning(name, iterations, limit):
    choose = partial(textbook.hard_pruning, patience=10, least=2)
    search, _ = same(UCT(pruning=HardPruning(patience=10, least=2), **KEPT), partial(textbook.uct, choose=choose),
                     *position(name), iterations, limit)
    assert (search.nodes["status"] & CUT).any()


@pytest.mark.parametrize(("name", "limit", "ways"), [
    ("hex", None, {}), ("connect_four", None, {}), ("breakthrough", 4, {}), ("spades", None, {}), ("zelda", 1, KEPT),
    ("tribes", 0, KEPT)])
def test_pruning_networks(name, limit, ways):
    from mcts_lab.papers.papagiannis2022.players import pruning_model

    tables = pruning_model("uniform").tables
    choose = partial(textbook.pruning_networks, tables=tables, iterations=300)
    search, root = same(UCT(pruning=PruningNetworks(tables), **ways), partial(textbook.uct, choose=choose),
                        *position(name), 300, limit)
    pruned = int((search.nodes["status"] & PRUNED > 0).sum())
    assert pruned == len(root.children) - len(root.kept)
    assert pruned > 0 or len(root.children) < 8  # so few are all tried out


@pytest.mark.parametrize(("name", "iterations", "limit"), [
    ("knockout_whist", 300, None), ("spades", 80, None), ("dou_dizhu", 40, None), ("leduc_poker", 300, None),
    ("kuhn_poker", 300, None), ("zelda", 60, 10), ("tic_tac_toe", 200, None), ("tribes", 60, 0)])
def test_information_set_search(name, iterations, limit):
    same(UCT(selection=UCB1(0.7), world=SingleObserver()), textbook.ismcts, *position(name), iterations, limit)


@pytest.mark.parametrize(("name", "iterations"), [
    ("kuhn_poker", 200), ("spades", 60), ("leduc_poker", 200), ("dou_dizhu", 40), ("tic_tac_toe", 100)])
def test_perfect_information_monte_carlo(name, iterations):
    game, state = position(name)
    found = PIMC(trees=4).search(game, state, iterations=iterations, seed=7, compiled=False)
    action, roots = textbook.pimc(game, state, iterations, stream(7), trees=4)
    visits = {a: sum(child.visits for root in roots for child in root.children if child.action == a)
              for a in legal_actions(game, state)}
    assert found.action == action and found.visits == visits


@pytest.mark.parametrize(("name", "iterations", "limit", "ways"), [
    ("hex", 60, None, {}), ("tic_tac_toe", 200, None, {}), ("connect_four 4x4", 150, None, {}),  # many ties
    ("nim", 200, None, {}), ("zelda", 60, 10, KEPT), ("spades", 40, None, {}), ("tribes", 30, 0, KEPT)])
def test_ordinal_search(name, iterations, limit, ways):
    same(UCT(value=Borda(), **ways), partial(textbook.uct, choose=textbook.ordinal), *position(name), iterations, limit)


@pytest.mark.parametrize(("name", "iterations"), [
    ("tic_tac_toe", 2000), ("nim", 1000), ("connect_four", 400), ("uniform_tree", 500), ("hex", 400)])
def test_solver(name, iterations):
    game, state = position(name)
    search, root = same(UCT(solver=True), textbook.mcts_solver, game, state, iterations)
    rewards = search.memory.proven[:len(search.nodes)]
    assert bool(root.proven) == search.result().proven
    if root.proven:
        assert list(rewards[ROOT]) == root.proven


@pytest.mark.parametrize("name", ["leduc_poker", "kuhn_poker", "liars_dice", "nim", "tic_tac_toe"])
def test_expectiminimax(name):
    from mcts_lab.search.minimax.evaluation import Even
    from mcts_lab.search.minimax.expectiminimax import Expectiminimax

    game, state = position(name)
    depth = 4
    found = Expectiminimax(depth, Even()).search(game, state, compiled=False)
    middle = (facts(game).low + facts(game).high) / 2
    value = textbook.expectiminimax(game, state, to_move(game, state), depth, lambda *_: middle)
    assert found.value == pytest.approx(value, abs=1e-9)


def functions():
    for path in FOLDER.glob("*.py"):
        pending = list(ast.parse(path.read_text(encoding="utf-8")).body)
        for thing in pending:
            if isinstance(thing, ast.ClassDef):
                pending += thing.body
            elif isinstance(thing, ast.FunctionDef):
                yield path.name, thing


def test_each_function_fits_on_a_page_and_names_its_source():
    assert max(thing.end_lineno - thing.lineno + 1 for _, thing in functions()) <= 60
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FOLDER.glob("*.py")) <= (
        23 * len(textbook.__all__))
    for name, thing in functions():
        assert thing.name.startswith("__") or ast.get_docstring(thing), (name, thing.name)
    for function in (textbook.uct, textbook.ismcts, textbook.pimc, textbook.hard_pruning, textbook.pruning_networks,
                     textbook.progressive_widening, textbook.borda, textbook.expectiminimax, ucb1):
        assert "[" in inspect.getdoc(function) and any(c.isdigit() for c in inspect.getdoc(function))


def test_only_games_streams_and_the_planner_are_imported():
    allowed = {"game", "engine.random", "learning.planner"} | {path.stem for path in FOLDER.glob("*.py")}
    for path in FOLDER.glob("*.py"):
        for thing in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(thing, ast.ImportFrom) and thing.level:
                assert thing.module in allowed, (path.name, thing.module)


def test_a_changed_copy_is_shown_and_calls_itself():
    game, state = position("tic_tac_toe")
    state = after(game, after(game, after(game, after(game, state, 0), 4), 8), 1)
    careless = textbook.changed(textbook.alpha_beta, ("if alpha >= beta:", "if alpha > beta:"))
    assert textbook.difference(textbook.alpha_beta, careless).splitlines() == [
        "in alpha_beta:", "             beta = min(beta, value)",
        "-        if alpha >= beta:", "+        if alpha > beta:",
        "             break  # the side that is better off elsewhere will not let it come to this"]
    assert "if alpha > beta:" in textbook.show(uct, careless).data
    player = to_move(game, state)
    arguments = (game, state, player, math.inf, None, -math.inf, math.inf)
    calls = {function: textbook.recorded(function, *arguments) for function in (textbook.alpha_beta, careless)}
    assert len(calls[careless]) > len(calls[textbook.alpha_beta])
    for function, found in calls.items():
        assert found[0] == (arguments, None) and found[-1] == (arguments, function(game, state, player))
        assert sum(value is None for _, value in found) == len(found) / 2
    again = textbook.changed(careless, ("alpha > beta", "alpha >= beta"))
    assert inspect.getsource(again) == inspect.getsource(textbook.alpha_beta)
    with pytest.raises(ValueError, match="'value' stands 10 times in alpha_beta"):
        textbook.changed(textbook.alpha_beta, ("value", "worth"))
