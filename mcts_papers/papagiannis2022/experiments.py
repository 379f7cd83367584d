"""The experiments of [Papagiannis, Alexandridis & Stafylopatis 2022].

Both players of a game have the same deck and the same number of iterations. Games come in pairs with sides
exchanged; starts are equal, and random events too as long as the games are. A fixture's name is "table | agent -
opponent | deck | iterations".
"""

from __future__ import annotations

import itertools
from functools import partial

import numpy as np

from mcts_lab.engine.random import stream
from mcts_lab.game import legal_actions, start
from mcts_lab.games import make
from mcts_lab.matches import Experiment, Fixture, Task, fixtures, spawned
from mcts_lab.matches.experiment import at, by_budget
from mcts_lab.matches.match import advance, play_game
from mcts_lab.matches.tournament import play_fixture
from mcts_lab.players import RulePlayer, content, describe
from mcts_lab.search.mcts.pruning import All
from mcts_lab.search.mcts.pruning_networks import PruningNetworks
from mcts_lab.search.mcts.search import UCT

from ..hsu2020.experiments import DEFAULT_UCT, LEVELS, play_pair
from ..hsu2020.players import TribesPlayer
from .players import (
    DECKS,
    GENERAL,
    GSV,
    MCTS,
    MCTS_SIGNED,
    MODEL_WEIGHT,
    OF_DECK,
    PN,
    PN_FURTHER,
    RATE,
    SIGNED,
    SMALL,
    XGBOOST,
    XGBOOST_PN,
    Searcher,
    agent,
    article_tables,
    game_of,
    pruned,
    value_model,
    valued,
)
from .unpruning import RandomUnpruning

SEED = 2022
ITERATIONS = (300, 500, 1000)
CHUNK = 4  # games per task, which take a few seconds to a minute
MODEL = {"quick": SMALL, "standard": SMALL, "paper": GENERAL}  # the value model of the agents that use one

TABLES = {  # table: (opponent, agents)
    2: (MCTS, (*PN.values(), XGBOOST, *XGBOOST_PN.values())),
    3: (GSV, (XGBOOST, *XGBOOST_PN.values())),
    4: (XGBOOST, tuple(XGBOOST_PN.values())),
}
SIGN = "sign"  # the table of the control
GAMES = {"quick": 2, "standard": 100, "paper": 300}
ROUND = 100  # games per cell
FEWER = {"quick": 2, "standard": 50, "paper": 300}  # games of pairs that claims only use in means over several pairs
HEADLINES = (  # pairs that decide the claims about pruning and about the model
    (2, PN["uniform"], MCTS), (SIGN, MCTS_SIGNED, MCTS), (SIGN, PN["uniform"], MCTS_SIGNED),
    (4, XGBOOST_PN["uniform"], XGBOOST), (2, XGBOOST, MCTS), (2, XGBOOST_PN["uniform"], MCTS))

# Further games for claims that one match over all decks and iterations decides, if they were undecided after a stage.
# The numbers were computed from the intervals, rounded up, and fixed before any of these games was played. If the
# paper's 300 games are more, these are the next interim analysis; ``claims.csv`` counts the interim analyses.
SECOND_STAGE = {  # pair: games per cell; there were 100 before
    (2, PN["uniform"], MCTS): 400, (SIGN, PN["uniform"], MCTS_SIGNED): 200, (4, XGBOOST_PN["uniform"], XGBOOST): 260}
THIRD_STAGE = {(SIGN, PN["uniform"], MCTS_SIGNED): 420, (2, PN["uniform"], MCTS): 760}  # at the paper's budget
AT_500 = {(4, XGBOOST_PN["bimodal"], XGBOOST): 1520,  # the same, for claims about only these cells
          **{(2, one, MCTS): 990 for one in (XGBOOST, *XGBOOST_PN.values())}}


def pairing(table, one, other, deck, iterations, model):
    """Return a fixture of two agents, given by name. Each plays on both sides."""
    return Fixture(f"{table} | {one} - {other} | {deck} | {iterations}", game_of(deck),
                   (agent(one, iterations, model), agent(other, iterations, model)), {"compiled": True})


def headlines(iterations):
    """Return the most important pairs, as (table, agent, opponent).

    With 500 iterations there is one more, because one claim is only about this cell.
    """
    return HEADLINES + (((4, XGBOOST_PN["bimodal"], XGBOOST),) if iterations == 500 else ())


def pairs(iterations):
    """Return all pairs, as (table, agent, opponent), with `headlines` first.

    They include the control: the plain search with the right sign of rewards at opponents' nodes, against the
    paper's plain search (which assumes that opponents help) and against a pruning search.
    """
    first = headlines(iterations)
    others = [(table, one, TABLES[table][0]) for table in (2, 4, 3) for one in TABLES[table][1]]
    return [*first, *(pair for pair in others if pair not in first)]


PLAYED_DECKS = by_budget(DECKS[:1], DECKS)
MATCHES = ("2", "3", "4", SIGN)


def cell_tasks(iterations, budget, *, decks=PLAYED_DECKS, matches=MATCHES, only=ITERATIONS, games=None):
    """Return the tasks of all cells at a number of iterations, in rounds of `ROUND` games.

    In each round, the headlines come first, and the first games of all cells come before further games of any cell.

    matches: numbers of tables, and the control. only: numbers of iterations at which games are played. games: per
    cell; None: as planned.
    """
    if iterations not in only:
        return []
    chosen, first = [pair for pair in pairs(iterations) if str(pair[0]) in matches], headlines(iterations)
    if budget == "quick" and matches is MATCHES:  # with more iterations, only one pruning agent and one with the model
        chosen = [pair for pair in chosen if iterations == ITERATIONS[0] or pair in (
            (2, PN["uniform"], MCTS), (2, XGBOOST, MCTS))]
    tasks = []
    for pair in chosen:
        for deck in at(decks, budget):
            cell, number = pairing(*pair, deck, iterations, MODEL[budget]), games or games_of(pair, iterations, budget)
            for task in fixtures("one", [cell], number, SEED, chunk=CHUNK).tasks(budget):
                begin = task.parameters["games"][0]
                tasks.append(((begin // ROUND, pair not in first, begin), task))
    return [task for _, task in sorted(tasks, key=lambda one: one[0])]


def games_of(pair, iterations, budget) -> int:
    """Return how many games a pair plays with each deck."""
    usual = (GAMES if pair in headlines(iterations) else FEWER)[budget]
    later = SECOND_STAGE
    if budget == "paper":
        later = later | THIRD_STAGE | (AT_500 if iterations == 500 else {})
    return usual if budget == "quick" else max(usual, later.get(pair, 0))


# Games after those of the tables, for claims that were undecided. The numbers were computed from the intervals,
# rounded up, and fixed before any of these games was played. ``claims.csv`` counts the interim analyses.
FURTHER = (  # claim, table, agents, opponent, decks, iterations, games in each cell
    ("hunter-wins", 3, (XGBOOST,), GSV, ("hunter",), ITERATIONS, by_budget(4, 48, 2800)),
    ("advantage-shrinks", 2, (XGBOOST, *XGBOOST_PN.values()), MCTS, DECKS, ITERATIONS[::2], by_budget(0, 0, 124)),
    ("hunter-wins", 3, (XGBOOST,), GSV, ("hunter",), ITERATIONS, by_budget(0, 0, 2480)),
    ("model-before-bimodal", 2, (XGBOOST, XGBOOST_PN["bimodal"]), MCTS, DECKS, ITERATIONS[:1], by_budget(0, 0, 560)),
    ("bimodal-low", 2, (PN["bimodal"],), MCTS, DECKS, ITERATIONS, by_budget(0, 0, 488)),
    ("uniform-gains", 2, (PN["uniform"],), MCTS, DECKS, ITERATIONS[::2], by_budget(0, 0, 1160)),
    ("pruning-not-sign", SIGN, (PN["uniform"],), MCTS_SIGNED, DECKS, ITERATIONS, by_budget(0, 0, 588)),
)


def further_stages(budget, further=FURTHER):
    """Yield each cell of each stage, as (claim, pair, deck, iterations, begin, end).

    begin and end: the stage's range of games after those of the tables.
    """
    ends = {}
    for claim, table, agents, opponent, decks, iterations, games in further:
        for n, deck, one in itertools.product(iterations, decks, agents):
            cell = (table, one, opponent), deck, n
            begin = ends.get(cell, 0)
            ends[cell] = end = begin + at(games, budget)
            yield claim, *cell, begin, end


def further_games(claim) -> int:
    """Return how many games after those of the tables count for a claim, in each of its cells.

    Games after the claim's last stage do not count. They were played for other claims, only in some cells, and would
    change the weights of the cells.
    """
    return max(end for one, *_, end in further_stages("paper") if one == claim)


def further_tasks(budget, *, further=FURTHER):
    """Return the games after those of the tables, one stage of `further` after the other. The tables do not change."""
    tasks = []
    for _, pair, deck, n, begin, end in further_stages(budget, further):
        known, cell = games_of(pair, n, budget), pairing(*pair, deck, n, MODEL[budget])
        tasks += [task for task in fixtures("one", [cell], known + end, SEED, chunk=CHUNK).tasks(budget)
                  if task.parameters["games"][0] >= known + begin]
    return tasks


# -- variants that the paper left out after its own experiments --------------------------------------------------------

SETTINGS = "settings"  # the table of these matches
ONE_DECK, BLENDED = f"{XGBOOST} (one deck)", f"{XGBOOST} (always blended)"
ALWAYS = 1.0  # rate of the stochastic leaf: its probability is then at least 1, because every root has an action
LAMBDAS = {f"{XGBOOST} (lambda 0.5)": 0.5, f"{XGBOOST} (lambda 1)": 1.0}
ARTICLE_PN = {f"MCTS-PN (article's {distribution})": distribution for distribution in PN}
VARIED = {**dict.fromkeys((ONE_DECK, *LAMBDAS, BLENDED), XGBOOST), **dict.fromkeys(ARTICLE_PN, MCTS)}  # and opponents
VARIED_GAMES = {"quick": 2, "standard": 40, "paper": 300}  # of each with each deck
# At `standard`; fixed before the games were played, because 40 games gave no verdict.
DECIDING = {BLENDED: 1900, ONE_DECK: 640, **dict.fromkeys(LAMBDAS, 500),
            **{name: 500 for name, networks in ARTICLE_PN.items() if networks == "uniform"}}


def varied(name, deck) -> Searcher:
    """Return an agent with one change: a model of only its deck, another lambda, no stochastic leaf, or the paper's
    networks."""
    if name in ARTICLE_PN:
        method = SIGNED._replace(pruning=PruningNetworks(article_tables(ARTICLE_PN[name])))
    else:
        model = value_model(OF_DECK[deck] if name == ONE_DECK else GENERAL)
        method = valued(SIGNED, model, LAMBDAS.get(name, MODEL_WEIGHT), ALWAYS if name == BLENDED else RATE)
    return Searcher(method, ITERATIONS[0], name, reuse=name not in ARTICLE_PN)


def varied_tasks(budget, *, decks=PLAYED_DECKS, agents=tuple(VARIED), games=VARIED_GAMES):
    tasks = []
    for name in agents:
        matches = [Fixture(f"{SETTINGS} | {name} - {VARIED[name]} | {deck} | {ITERATIONS[0]}", game_of(deck),
                           (varied(name, deck), agent(VARIED[name], ITERATIONS[0])), {"compiled": True})
                   for deck in at(decks, budget)]
        number = at(games, budget)
        if games is VARIED_GAMES and budget == "standard":
            number = DECIDING.get(name, number)
        tasks += fixtures("one", matches, number, SEED, chunk=CHUNK).tasks(budget)
    return tasks


# -- rewards at the root -----------------------------------------------------------------------------------------------

REWARD_GAMES = {"quick": 1, "standard": 72, "paper": 100}  # per deck; with 12 and 24, two claims were undecided
MORE_REWARDS = {"warlock": 900}  # at the larger budgets, because 72 gave no verdict; fixed before the games were played
LEAST_ACTIONS, LEAST_VISITS = 3, 3  # decisions with fewer actions, and actions with fewer visits, do not count


def reward_tasks(budget, *, games=REWARD_GAMES, iterations=300):
    """Return the tasks: self-play of the plain search with each deck, to measure the mean rewards of the root's
    actions."""
    number_of = dict.fromkeys(DECKS, at(games, budget))
    if games is REWARD_GAMES and budget != "quick":
        number_of |= MORE_REWARDS
    return [Task(f"{deck}/{number:04}", {"deck": deck, "number": number, "iterations": iterations})
            for number in range(max(number_of.values())) for deck in DECKS if number < number_of[deck]]


def run_rewards(task):
    """One row per decision of a game: mean rewards of the root's actions, and how the visits were distributed."""
    player = agent(MCTS, task.parameters["iterations"])
    row = play_game(game_of(task.parameters["deck"]), (player, player), task.seed, moves=True, compiled=True)
    rows = []
    for move in row["moves"]:
        visits = move.get("visits", {})
        if len(visits) >= LEAST_ACTIONS:
            counts = np.zeros(BINS, int)
            for action, n in visits.items():
                if n >= LEAST_VISITS:
                    counts[min(int(move["values"][action] * BINS), BINS - 1)] += 1
            rows.append({"actions": len(visits), "most": max(visits.values()) / sum(visits.values()),
                         **{f"bin_{i}": int(n) for i, n in enumerate(counts)}})
    return rows


BINS = 20

# -- visits at the root ------------------------------------------------------------------------------------------------

ACTIONS = 20  # number of legal actions in the positions that are searched
VISIT_POSITIONS = {"quick": 2, "standard": 200, "paper": 1000}
VISIT_CHUNK = 10
VISITORS = (XGBOOST, *XGBOOST_PN.values())  # who searches


SEARCHED = by_budget(ITERATIONS[:1], ITERATIONS)


def visit_tasks(budget, *, positions=VISIT_POSITIONS, iterations=SEARCHED):
    total = at(positions, budget)
    models = {name: content(agent(name, ITERATIONS[0], MODEL[budget]).method) for name in VISITORS}
    return [Task(f"{n}/{first:04}", {"iterations": n, "first": first, "count": min(VISIT_CHUNK, total - first),
                                     "models": models}, MODEL[budget])
            for first in range(0, total, VISIT_CHUNK) for n in at(iterations, budget)]


def positions(first, count):
    """Return positions with 20 actions, each from another game of GSV against itself with the shaman deck."""
    return [position(spawned(SEED, 7, number)) for number in range(first, first + count)]


def position(seed):
    """Return a position with 20 actions: the first one after a random turn. If the game has none, play another game.
    """
    game, player = game_of("shaman"), RulePlayer(GSV)
    for attempt in range(1000):
        family = spawned(seed, attempt)
        rng, earliest = stream(spawned(family, 1)), 1 + int(np.random.default_rng(family).integers(20))
        state = start(game, spawned(family, 0))
        while game.to_move(state) >= 0:
            if state.turn >= earliest and len(legal_actions(game, state)) == ACTIONS:
                return state
            advance(game, state, player.choose(game, state, int(rng[0])), rng)
    raise ValueError("No position with so many actions was found. Choose a smaller number of actions.")


def run_visits(task):
    """One row per agent and position: the visits of the root's actions, highest first."""
    rows = []
    iterations = task.parameters["iterations"]
    for number, state in enumerate(positions(task.parameters["first"], task.parameters["count"])):
        for name in VISITORS:
            found = agent(name, iterations, task.work).search(game_of("shaman"), state, spawned(task.seed, number))
            visits = sorted(found.visits.values(), reverse=True)
            rows.append({"agent": name, "position": task.parameters["first"] + number,
                         **{f"rank_{rank}": n for rank, n in enumerate(visits, 1)}})
    return rows


# -- schedules ---------------------------------------------------------------------------------------------------------

SCHEDULE_ACTIONS = (5, 10, 15, 20, 30, 40, 50)


def words_of(prunings) -> str:
    return "; ".join(f"{time} -> {kept}" for time, kept in prunings) or "none"


def prunings_of(words) -> list:
    """Return the list of (iteration, actions kept) from a text that `words_of` has written."""
    return [tuple(map(int, step.split("->"))) for step in words.split(";") if "->" in step]


# -- further games -----------------------------------------------------------------------------------------------------

UNPRUNING = 0.02  # probability, at each choice, that a pruned action takes part again
OTHER_GAMES = {"quick": 2, "standard": 200, "paper": 1000}


def other_games():
    """Return games without chance or hidden information, in which the paper suggests testing its pruning."""
    return {"Connect Four": make("connect_four"), "Othello": make("othello"), "Hex 7 x 7": make("hex", size=7)}


def other_tasks(budget, *, games=OTHER_GAMES):
    """Return games of pruning searches against plain UCT in other games, and with other rewards in Hearthstone.

    In other games, searches prune permanently, with networks for five distributions of rewards, or softly. In
    Hearthstone, the opponent is the search with the right sign.
    """
    methods = {f"PN ({distribution})": pruned(UCT(), distribution) for distribution in (*PN, *PN_FURTHER)}
    methods["PN (uniform), softened"] = UCT(pruning=RandomUnpruning(methods["PN (uniform)"].pruning, UNPRUNING))
    chosen = []
    for name, game in other_games().items():
        for one, method in methods.items():
            players = (Searcher(method, 500, one), Searcher(UCT(), 500, "UCT"))
            chosen.append(Fixture(f"other | {one} - UCT | {name} | 500", game, players))
    for one in PN_FURTHER.values():
        players = (agent(one, ITERATIONS[0]), agent(MCTS_SIGNED, ITERATIONS[0]))
        chosen.append(Fixture(f"other | {one} - {MCTS_SIGNED} | Hearthstone, {DECKS[0]} | {ITERATIONS[0]}",
                              game_of(DECKS[0]), players, {"compiled": True}))
    tasks = fixtures("one", chosen, at(games, budget), SEED, chunk=10 * CHUNK).tasks(budget)
    return sorted(tasks, key=lambda task: task.parameters["games"][0])


TRIBES_PAIRS = {"quick": 1, "standard": 30, "paper": 250}


def tribes_tasks(budget, *, pairs=TRIBES_PAIRS):
    """Return pairs of games of Tribes, in which decisions have dozens of actions, with and without networks.

    The searches are like the default one of [Hsu & Perez-Liebana 2020].
    """
    limit = 12 if budget == "quick" else 0
    plain = DEFAULT_UCT._replace(pruning=All())
    tasks = []
    for number in range(at(pairs, budget)):
        for distribution in PN:
            one, other = (TribesPlayer(method, name, iterations=500 if limit == 0 else 120) for method, name in (
                (pruned(plain, distribution), f"PN ({distribution})"), (plain, "UCT")))
            tasks.append(Task(f"{one.name}/{number:04}", {
                "pair": number, "level": LEVELS[number % len(LEVELS)], "limit": limit,
                "players": [describe(one), describe(other)]}, (one, other)))
    return tasks


def run_tribes(task):
    """One row per game of a pair, as in a match."""
    one, other = task.work
    for row in play_pair(task):
        yield {"fixture": f"other | {one.name} - {other.name} | Tribes | {one.iterations}", **row}


EXPERIMENTS = (
    *(Experiment(f"papagiannis2022_{n}", partial(cell_tasks, n), play_fixture, SEED,
                 f"Papagiannis 2022: Tables 2 to 4 and the control, {n} iterations")
      for n in ITERATIONS),
    Experiment("papagiannis2022_further", further_tasks, play_fixture, SEED,
               "Papagiannis 2022: more games than in the tables"),
    Experiment("papagiannis2022_settings", varied_tasks, play_fixture, SEED,
               "Papagiannis 2022: what the article left out"),
    Experiment("papagiannis2022_rewards", reward_tasks, run_rewards, SEED, "Papagiannis 2022: rewards at the root"),
    Experiment("papagiannis2022_visits", visit_tasks, run_visits, SEED, "Papagiannis 2022: visits at the root"),
    Experiment("papagiannis2022_other", other_tasks, play_fixture, SEED, "Papagiannis 2022: other games"),
    Experiment("papagiannis2022_tribes", tribes_tasks, run_tribes, SEED, "Papagiannis 2022: Tribes"),
)
