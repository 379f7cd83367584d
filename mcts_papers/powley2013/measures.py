"""The experiments of [Powley, Whitehouse & Cowling 2013] that measure more than games: knowledge, small games, speed.
"""

import math
import time

import numpy as np

from mcts_lab.engine.arithmetic import log
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, after, copy, legal_actions, start
from mcts_lab.games.teaching.information_puzzles import CoinInABox, HiddenChoice, NonLocality
from mcts_lab.matches import Experiment, Task, spawned
from mcts_lab.matches.experiment import at, by_budget
from mcts_lab.matches.match import advance
from mcts_lab.players import label
from mcts_lab.search.mcts.information_sets import MultipleObserver, SingleObserver, SingleObserverPOM
from mcts_lab.search.mcts.memory import small_counts
from mcts_lab.search.mcts.nodes import NODE, ROOT
from mcts_lab.search.mcts.pimc import PIMC
from mcts_lab.search.mcts.reuse import children_of
from mcts_lab.search.mcts.search import UCT, Search
from mcts_lab.search.mcts.selection import UCB1

from ..games.dou_dizhu.hands import size
from ..games.knockout_whist import knockout_whist
from ..games.spades import spades
from ..games.spades.rules import PLAYING
from ..ties import MeanBreaksTies
from . import sibling_tree
from .experiments import (
    BUDGET,
    DOU_DIZHU,
    GAMES,
    ISMCTS,
    LATER_STAGES,
    RULES,
    SEED,
    SPADES,
    TITLES,
    TREES,
    C,
    against_rules,
    cheating,
    few,
    ismcts,
    matches,
    pairing,
    pimc,
)
from .knowledge import Advice, AvoidRules, InformedPlayout, PriorCounts, SkewedBackup
from .players import CardPlayer, spread

# --- knowledge ------------------------------------------------------------------------------------------------------

PLAIN = "plain"
KNOWLEDGE = {
    "avoid rules": ISMCTS._replace(pruning=AvoidRules()),
    "prior counts": ISMCTS._replace(prior=Advice(), value=PriorCounts(), final=MeanBreaksTies()),
    "skewed backup": ISMCTS._replace(prior=Advice(), value=SkewedBackup(), final=MeanBreaksTies()),
    "informed playouts": ISMCTS._replace(leaf=InformedPlayout()),
}
KNOWING = {SPADES: tuple(KNOWLEDGE), DOU_DIZHU: ("avoid rules",)}
LESS = 1000  # iterations in these matches


def knowledge_matches(budget, *, knowledge=tuple(KNOWLEDGE), iterations=LESS):
    """Return matches of ISMCTS with knowledge against plain ISMCTS, with equal iterations."""
    return [(pairing(kind, name, CardPlayer(KNOWLEDGE[name], iterations, f"with {name}"),
                     ismcts(iterations, "without"), title="with - without"),
             few(budget, LATER_STAGES.get(("knowledge", name), 4400)))
            for kind, names in KNOWING.items() for name in names if name in knowledge]


def cheating_matches(budget, *, titles=TITLES):
    """Return matches of plain UCT that sees all cards against the rule players."""
    return [(against_rules(kind, "sees all cards", cheating()), few(budget, 400)) for kind in titles]


FOOLISH_GAMES = {SPADES: GAMES[SPADES], "Spades without bags": spades(bag_points=0, bag_penalty=0),
                 DOU_DIZHU: GAMES[DOU_DIZHU]}


def positions(kind, deals, first=0, wanted=None):
    """Return positions of games between rule players, one per decision, as pairs (position, deal).

    wanted: function (game, position, legal actions) that selects positions; None: all.
    """
    game = FOOLISH_GAMES[kind]
    rules = RULES[SPADES if kind.startswith(SPADES) else kind]
    rng = stream(SEED)
    found = []
    for number in range(first, first + deals):
        state = start(game, spawned(SEED, 7, number))
        while game.to_move(state) != TERMINAL:
            action = rules.choose(game, state, 0)
            if not kind.startswith(SPADES) or state.phase == PLAYING:
                actions = legal_actions(game, state)
                if len(actions) > 1 and (wanted is None or wanted(game, state, actions)):
                    found.append((copy(game, state), number))
            advance(game, state, action, rng, compiled=False)
    return found


def tempting(game, state, actions) -> bool:
    """Return whether the game's rules advise against some of the actions, but not all."""
    return 0 < look_foolish(game, state, actions).sum() < len(actions)


def look_foolish(game, state, actions):
    """Return an array of booleans: whether the game's rules advise against each action."""
    actions, found = np.array(actions, np.int64), np.zeros(len(actions), np.bool_)
    _judge(game, state, actions, found, compiled=compiler.available())
    return found


@entry
def _judge(game, state, actions, found):
    for i in range(len(actions)):
        found[i] = game.advised_against(state, actions[i])


FOOLISH_DEALS = {SPADES: 60, "Spades without bags": 60, DOU_DIZHU: 100}


def foolish_tasks(budget):
    found = []
    for kind in FOOLISH_GAMES:
        for name in (PLAIN, *KNOWING[SPADES if kind.startswith(SPADES) else kind]):
            method = KNOWLEDGE.get(name, ISMCTS)
            parameters = {"kind": kind, "method": name, "deals": few(budget, FOOLISH_DEALS[kind]),
                          "search": label(method)}
            found.append(Task(f"{kind}/{name}", parameters, method))
    return found


def foolish_plays(task):
    """One row per position with actions that look foolish: the search's choice, and the spread of its values."""
    kind = task.parameters["kind"]
    for number, (state, deal) in enumerate(positions(kind, task.parameters["deals"], wanted=tempting)):
        yield {"games": 0, "deal": deal, "position": number, **chosen_in(kind, state, task.work, number)}


def chosen_in(kind, state, method, seed) -> dict:
    """Return how far a search's values of the actions are apart, and whether it chose a foolish action.

    `by_chance` is the share of the legal actions that look foolish. It is what random play would choose.
    """
    game = FOOLISH_GAMES[kind]
    found = method.search(game, state, iterations=BUDGET, seed=seed)
    actions = legal_actions(game, state)
    bad = np.array(actions)[look_foolish(game, state, actions)]
    return {"spread": round(spread(found.values.values()), 6), "foolish": int(found.action in bad),
            "by_chance": round(len(bad) / len(actions), 4)}


SETTLED_FROM, SETTLED_CHUNK = 100, 10  # first deal, after those of `powley2013_foolish`; deals per task
SETTLED_DEALS = {kind: deals for (stage, kind), deals in LATER_STAGES.items() if stage == "settled"}


def settled_tasks(budget):
    """Return more deals for plain ISMCTS only, because few positions are settled."""
    found = []
    for kind, deals in SETTLED_DEALS.items():
        for first in range(SETTLED_FROM, SETTLED_FROM + few(budget, deals, SETTLED_CHUNK), SETTLED_CHUNK):
            parameters = {"kind": kind, "method": PLAIN, "numbers": [first, SETTLED_CHUNK], "search": label(ISMCTS)}
            found.append((first, Task(f"{kind}/{first:05}", parameters, ISMCTS)))
    return [task for _, task in sorted(found, key=lambda pair: pair[0])]


def settled_plays(task):
    """One row per position with actions that look foolish: the search's choice, and the spread of its values.

    A position is numbered within its deal.
    """
    kind, (first, deals) = task.parameters["kind"], task.parameters["numbers"]
    for number in range(first, first + deals):
        for place, (state, deal) in enumerate(positions(kind, 1, number, wanted=tempting)):
            yield {"games": 0, "deal": deal, "position": place,
                   **chosen_in(kind, state, task.work, 1000 * deal + place)}


# --- the shape of the tree --------------------------------------------------------------------------------------------


POSITIONS = by_budget(few("quick", 20), few("standard", 20), few("paper", 20))


def shape_tasks(budget, *, titles=TITLES, positions=POSITIONS, guesses=200):
    return [Task(kind, {"kind": kind, "positions": at(positions, budget), "guesses": guesses}) for kind in titles]


def tree_shapes(task):
    """One row per first decision of a game: number of nodes, and the opponent's node below the best action."""
    kind, guesses = task.parameters["kind"], task.parameters["guesses"]
    game = GAMES[kind]
    rng = stream(SEED)
    for number in range(task.parameters["positions"]):
        state = positions(kind, 1, first=number)[0][0]
        found = ISMCTS.search(game, state, iterations=BUDGET, seed=number)
        nodes = found.search.nodes
        child = next(c for c in children_of(nodes, ROOT) if nodes[c].action == found.action)
        below = children_of(nodes, child)
        legal = np.zeros(game.facts().actions)
        count = 0
        for _ in range(guesses):
            world = copy(game, state)
            game.determinize(world, int(game.to_move(state)), rng)
            game.play(world, found.action, rng)
            options = legal_actions(game, world)
            legal[options] += 1
            count += len(options)
        available = legal[nodes["action"][below]] / guesses
        visits = nodes["visits"][below]
        order = np.corrcoef(available.argsort().argsort(), visits.argsort().argsort())[0, 1] if len(below) > 2 else 0.0
        yield {"games": 0, "nodes": found.nodes, "iterations": found.iterations, "root_actions": len(found.visits),
               "children": len(below), "legal": count / guesses, "correlation": round(float(order), 4)}


GUESSES_DRAWN = 300
WHEN = {"first play": 1.0, "half of the cards left": 0.5, "last cards": 0.25}  # share of the cards that are left


DEALS = by_budget(few("quick", 1200), few("standard", 1200), few("paper", 1200))


def guess_tasks(budget, *, titles=TITLES, deals=DEALS, guesses=GUESSES_DRAWN):
    return [Task(kind, {"kind": kind, "deals": at(deals, budget), "guesses": guesses}) for kind in titles]


def drawn_guesses(task):
    """One row per decision: how many determinizations equal another one or the truth, at three times of a game.

    A decision is the first one, in a game between rule players, at which the player to move holds at most a share of
    the cards. The shares are in `WHEN`. 1.0 is the number of cards that the first player of the game had at the start.
    """
    kind, drawn = task.parameters["kind"], task.parameters["guesses"]
    game = GAMES[kind]
    rng = stream(SEED)
    for deal in range(task.parameters["deals"]):
        decisions = positions(kind, 1, deal)
        full = cards_held(kind, decisions[0][0])
        for when, part in WHEN.items():
            state = next((s for s, _ in decisions if cards_held(kind, s) <= part * full), None)
            if state is None:
                continue
            worlds = game.new_states(drawn)
            worlds[:] = state
            _guess_all(game, worlds, rng, compiled=compiler.available())
            seen = {}
            for hands in worlds["hands"]:
                seen[hands.tobytes()] = seen.get(hands.tobytes(), 0) + 1
            truth = state["hands"].tobytes()
            alike = sum(n for hands, n in seen.items() if n > 1 or hands == truth)
            yield {"games": 0, "deal": deal, "when": when, "held": cards_held(kind, state), "alike": alike / drawn}


@entry
def _guess_all(game, worlds, rng):
    """Sample the information that is hidden from the player to move, in each of the equal states."""
    for i in range(len(worlds)):
        game.determinize(worlds[i], int(game.to_move(worlds[i])), rng)


def cards_held(kind, state) -> int:
    """Return how many cards the player to move holds."""
    hand = state["hands"][int(GAMES[kind].to_move(state))]
    return int(hand).bit_count() if kind == SPADES else int(size(hand))


# --- the smallest games -----------------------------------------------------------------------------------------------

SO, POM, MO = (ISMCTS._replace(tree=world) for world in (SingleObserver(), SingleObserverPOM(), MultipleObserver()))
GUESSES = 10  # trees of PIMC in the smallest games
PIMC = PIMC(trees=GUESSES, method=UCT(selection=UCB1(C)))
SMALL = {
    # game: (game, the actions before the decision, names of the actions, methods)
    "coin in a box": (CoinInABox(), (0,), ("safe", "go"), {"PIMC": PIMC, "SO-ISMCTS": SO}),
    "hidden choice": (HiddenChoice(), (), ("safe", "play"),
                      {"PIMC": PIMC, "SO-ISMCTS": SO, "SO-ISMCTS+POM": POM, "MO-ISMCTS": MO}),
    "non-locality": (NonLocality(), (1, 1), ("L", "R"), {"PIMC": PIMC, "SO-ISMCTS": SO, "MO-ISMCTS": MO}),
}
SMALL_ITERATIONS = by_budget((250,), (250, 2500, 10_000))
RUNS = by_budget(few("quick", 100), few("standard", 100), few("paper", 100))


def small_tasks(budget, *, iterations=SMALL_ITERATIONS, runs=RUNS):
    return [Task(f"{name}/{method}/{n:05}",
                 {"puzzle": name, "method": method, "iterations": n, "runs": at(runs, budget)}, value)
            for name, (_, _, _, methods) in SMALL.items() for method, value in methods.items()
            for n in at(iterations, budget)]


def small_games(task):
    """One row: how often each action was chosen, and the mean value that the search gave it."""
    p = task.parameters
    game, before, names, _ = SMALL[p["puzzle"]]
    state = start(game, SEED)
    for action in before:
        state = after(game, state, action)
    chosen, values = np.zeros(2, int), []
    for run in range(p["runs"]):
        found = task.work.search(game, state, iterations=p["iterations"], seed=run)
        chosen[found.action] += 1
        values.append([found.values.get(a, np.nan) for a in range(2)])
    mean = np.nanmean(values, axis=0)
    return [{"games": 0, "first": names[0], "second": names[1], "chose_first": int(chosen[0]),
             "chose_second": int(chosen[1]), "value_first": float(mean[0]), "value_second": float(mean[1])}]


# --- speed and memory -------------------------------------------------------------------------------------------------


def speed_tasks(budget):
    return [Task("searches", {"of": "searches", "repeats": few(budget, 7, 1)}),
            Task("trees", {"of": "trees", "repeats": few(budget, 21, 1)}),
            Task("tables", {"of": "tables"})]


def speed(task):
    """Rows of measurements, in processor seconds (medians)."""
    return {"searches": search_speed, "trees": tree_speed, "tables": table_check}[task.parameters["of"]](task)


def timed(method, game, state, seed) -> float:
    """Return the processor seconds of one search."""
    return seconds_of(lambda: method.search(game, state, iterations=BUDGET, seed=seed))


def seconds_of(work) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def search_speed(task):
    """Measure 2500 iterations at the first move and over whole games, for ISMCTS and PIMC."""
    repeats = task.parameters["repeats"]
    one = pimc(1).method
    for kind in GAMES:
        game = GAMES[kind]
        everywhere = [state for state, _ in positions(kind, 4)]
        begin = positions(kind, 1)[0][0]
        for name, method in (("ISMCTS", ISMCTS), ("PIMC, 1 tree", one), (f"PIMC, {TREES} trees", pimc(TREES).method)):
            method.search(game, begin, iterations=100, seed=0)
            at_first = [timed(method, game, begin, i) for i in range(repeats)]
            over = [timed(method, game, state, 0) for state in everywhere]
            yield {"games": 0, "what": name, "kind": kind, "iterations": BUDGET, "seconds": float(np.median(at_first)),
                   "mean": float(np.mean(over)), "most": float(np.max(over)), "decisions": len(over)}
    game = knockout_whist().for_search()
    state = start(game, SEED)
    ISMCTS.search(game, state, iterations=100, seed=0)
    seconds = [timed(ISMCTS, game, state, i) for i in range(repeats)]
    yield {"games": 0, "what": "ISMCTS", "kind": "Knockout Whist", "iterations": BUDGET,
           "seconds": float(np.median(seconds))}


def tree_speed(task):
    """Measure bytes and seconds of the paper's tree in several forms, and of the nodes of this project's searches."""
    repeats, n = task.parameters["repeats"], BUDGET
    none, looked_up = (np.zeros(0), np.zeros(0)), sibling_tree.new_tables(n + 2)
    compiled = compiler.available()
    root = sibling_tree.grow_objects(n, stream(SEED), none)
    forms = {"objects with lists": lambda: sibling_tree.grow_objects(n, stream(SEED), none)}
    for name, numbers, machine in (("siblings, interpreted", none, False), ("siblings, compiled", none, compiled),
                                   ("siblings, compiled, tables", looked_up, compiled)):
        forms[name] = lambda numbers=numbers, machine=machine: _grown(n, numbers, machine)
    for name, form in forms.items():
        form()
        few_times = min(repeats, 3) if "compiled" not in name else repeats
        seconds = float(np.median([seconds_of(form) for _ in range(few_times)]))
        tree = form()
        plain = name == "objects with lists"
        yield {"games": 0, "what": name, "kind": "tree", "iterations": n, "seconds": seconds,
               "bytes_per_node": sibling_tree.bytes_of(tree) if plain else float(tree.bytes_per_node),
               "nodes": len(sibling_tree.objects_of(tree)) if plain else int(tree.used[0]),
               "same_tree": int(plain or sibling_tree.same(tree, root))}
    found = Search(GAMES[SPADES], positions(SPADES, 1)[0][0], ISMCTS, seed=0)
    found.run(n)
    extra = found.memory.of(found.method.tree).available.itemsize
    yield {"games": 0, "what": "this project's searches", "kind": "tree", "iterations": n,
           "bytes_per_node": float(NODE.itemsize + extra), "nodes": len(found.nodes)}


def _grown(n, numbers, machine):
    tree = sibling_tree.new_tree(n)
    sibling_tree.grow(tree, n, stream(SEED), numbers, compiled=machine)
    return tree


def table_check(task):
    """Count the entries of the tables that differ from a direct call, for the small tree and for the searches."""
    theirs, ours = sibling_tree.new_tables(BUDGET + 2), small_counts()
    checks = (("ln n", theirs[0], log), ("1 / sqrt n", theirs[1], lambda n: 1.0 / math.sqrt(n)),
              ("sqrt ln n, searches", ours[0], lambda n: math.sqrt(log(n))),
              ("1 / sqrt n, searches", ours[1], lambda n: 1.0 / math.sqrt(n)))
    for name, table, direct in checks:
        exact = np.array([direct(n) for n in range(1, len(table))])
        yield {"games": 0, "what": name, "kind": "table", "nodes": len(exact),
               "differ": int((table[1:] != exact).sum()),
               "worst": float(np.max(np.abs(table[1:] - exact) / np.maximum(exact, 1e-300)))}


MEASURES = (
    Experiment("powley2013_small", small_tasks, small_games, SEED, "Powley 2013: the smallest games"),
    Experiment("powley2013_speed", speed_tasks, speed, SEED, "Powley 2013: speed and memory",
               timing=("mean", "most")),
    Experiment("powley2013_shape", shape_tasks, tree_shapes, SEED, "Powley 2013: the shape of the tree"),
    matches("powley2013_cheating", cheating_matches, "Powley 2013: seeing all cards"),
    Experiment("powley2013_foolish", foolish_tasks, foolish_plays, SEED, "Powley 2013: foolish plays"),
    Experiment("powley2013_settled", settled_tasks, settled_plays, SEED, "Powley 2013: settled positions"),
    Experiment("powley2013_guesses", guess_tasks, drawn_guesses, SEED, "Powley 2013: guesses that coincide"),
    matches("powley2013_knowledge", knowledge_matches, "Powley 2013: with and without knowledge"),
)
