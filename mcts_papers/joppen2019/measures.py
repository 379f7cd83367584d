"""Measures of properties that the paper claims for its algorithms: cost, encoding of rewards, and risk [Joppen 2019].
"""

import time

import numpy as np

from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import below, stream
from mcts_lab.game import TERMINAL, copy, start
from mcts_lab.games.teaching.bandit import Bandit
from mcts_lab.games.teaching.gaps import NAMES, PLAYING, WON, Gaps, is_gap
from mcts_lab.matches import Experiment, Task
from mcts_lab.matches.experiment import at, by_budget
from mcts_lab.matches.match import keyed
from mcts_lab.search.mcts.information_sets import OpenLoop
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.search.mcts.ordinal import Borda
from mcts_lab.search.mcts.search import UCT, Search
from mcts_lab.search.mcts.values import Mean

from ..games.vgdl import rewarded
from .agents import TUNED, agent
from .levels import GAMES, make_game, on_any, played_on
from .solo import play_solo
from .values import RunningBorda

SEED = 2019
ACTIONS = by_budget((2, 4), (2, 4, 8, 16))
OUTCOMES = by_budget((2, 8), (2, 8, 16, 64))
ROUNDS = by_budget(2, 9)
SAMPLES = 20_000

# --- cost of a Borda score --------------------------------------------------------------------------------------------


def cost_tasks(budget, *, actions=ACTIONS, outcomes=OUTCOMES, rounds=ROUNDS):
    return [Task(f"{k:02}/{n:03}", {"actions": k, "outcomes": n, "rounds": at(rounds, budget)})
            for k in at(actions, budget) for n in at(outcomes, budget)]


def costs(task):
    """Processor nanoseconds for one reward at a node: updating statistics, and computing all children's values.

    There is a row per rule and round. In a round all rules take turns, so if the machine is slow, all rules are
    slow.
    """
    p = task.parameters
    rules = {"mean": Mean(), "Borda": Borda(), "Borda, Eq. 7": RunningBorda()}
    ready = {name: _ready(rule, p["actions"], p["outcomes"]) for name, rule in rules.items()}
    for turn in range(p["rounds"] + 1):  # the first is for compiling
        for name, (memory, rewards) in ready.items():
            memory.nodes["visits"][1:] = 1
            began = time.process_time()
            _count_rewards(rules[name], memory, rewards, compiled=compiler.available())
            cost = (time.process_time() - began) / len(rewards) * 1e9
            if turn:
                yield {"games": 0, "what": name, "turn": turn, "nanoseconds": cost}


def _ready(rule, actions, outcomes):
    """Return a search memory after one visit of each root action, and rewards to come."""
    search = Search(Bandit(tuple(np.full(actions, 0.5))), start(Bandit(), 0), UCT(value=rule, tree=OpenLoop()),
                    seed=SEED, compiled=False)
    search.run(actions)
    n = SAMPLES if compiler.available() else 50
    return search.memory, np.random.default_rng(SEED).integers(0, outcomes, n) / max(1, outcomes - 1)


@entry
def _count_rewards(rule, memory, rewards):
    total = 0.0
    children = int(memory.nodes[ROOT].children)
    for i in range(len(rewards)):
        child = 1 + i % children
        rule.update(ROOT, child, rewards[i], memory)
        memory.nodes[child].visits += 1
        for other in range(1, children + 1):
            total += rule.estimate(ROOT, other, memory)
    return total


COST = Experiment("joppen2019_cost", cost_tasks, costs, SEED, "Joppen 2019: the cost of the Borda score",
                  timing=("nanoseconds",))

# --- other encodings of the same outcomes -----------------------------------------------------------------------------

EQUATION_8 = "loss 0"
ENCODINGS = {  # payoffs of lost, playing, won, and payoff of the full possible score; the order is always the same
    EQUATION_8: {},
    "loss -1": {"lost": -1.0},
    "loss 1/2": {"lost": 1 / 2, "playing": 2 / 3, "won": 5 / 6, "score": 1 / 6},
    "little score": {"score": 0.02},
}
FORMULAS = {  # r is the payoff of [Joppen 2019, Eq. 8], s the share of the possible score that has been reached
    EQUATION_8: ("(0 lost, 1 playing, 2 won) / 3 + s / 3", "as in Eq. 8"),
    "loss -1": ("-1 + s / 3 if lost, else r", "a loss is far below everything else"),
    "loss 1/2": ("(1 + r) / 2", "a loss is worth half of the best win, and all payoffs lie closer together"),
    "little score": ("(0 lost, 1 playing, 2 won) / 3 + s / 50", "points hardly count"),
}


TITLES, POSITIONS, CALLS = by_budget(GAMES[1:2], GAMES), by_budget(2, 20), by_budget(100, 1000)


def encoding_tasks(budget, levels=None, *, titles=TITLES, positions=POSITIONS, calls=CALLS):
    return [Task(f"{game}/{name}", {"game": game, "agent": name, "positions": at(positions, budget),
                                    "calls": at(calls, budget), **played_on(game, levels)}, levels)
            for game in at(titles, budget) for name in ("MCTS", "O-MCTS")]


def encodings(task):
    """Searches from equal positions with equal seeds, and whether tree and choice are those with Equation 8."""
    p = task.parameters
    game, method = make_game(p["game"], task.work), agent(p["agent"], 0.75, 10)
    rng = stream(task.seed)
    for position in range(p["positions"]):
        state = somewhere(game, rng)
        found = {}
        for name, change in ENCODINGS.items():
            result = method.search(rewarded(game, **change), state, calls=p["calls"], seed=position)
            nodes = result.search.nodes
            found[name] = (result.action, b"".join(nodes[part].tobytes() for part in ("action", "visits", "parent")))
        for name in list(ENCODINGS)[1:]:
            yield {"games": 0, "encoding": name, "position": position,
                   "same_tree": int(found[name][1] == found[EQUATION_8][1]),
                   "same_action": int(found[name][0] == found[EQUATION_8][0])}


def somewhere(game, rng):
    """Return a position after some random moves; if the random game ends earlier, a random position of it."""
    scratch = np.empty(16, np.int32)
    state = start(game, int(below(rng, 1 << 30)))
    passed = []
    for _ in range(20 + int(below(rng, 60))):
        passed.append(copy(game, state))
        _play_at_random(game, state, rng, scratch, compiled=compiler.available())
        if game.to_move(state) == TERMINAL:
            return passed[int(below(rng, len(passed)))]
    return state


@entry
def _play_at_random(game, state, rng, scratch):
    game.play(state, game.random_action(state, rng, scratch), rng)


ENCODING = on_any(Experiment("joppen2019_encodings", encoding_tasks, encodings, SEED,
                             "Joppen 2019: encodings of rewards"))

# --- courage ----------------------------------------------------------------------------------------------------------

CHANCES = by_budget((0.7,), (0.5, 0.6, 0.7, 0.8, 0.9, 1.0))
RUNS = by_budget(1, 500)
DECIDING = 5600  # runs for the claim "cowardly" at `standard`; with 100, 500 and then 2800 runs it was undecided
LOSSES = (0.0, -1.0)
USUAL = {"c": 0.25, "rollout": 5, "calls": 250}


def courage_tasks(budget, *, chances=CHANCES, losses=LOSSES, agents=TUNED, runs=RUNS, c=USUAL["c"],
                  rollout=USUAL["rollout"], calls=USUAL["calls"]):
    unusual = {name: value for name, value in {"c": c, "rollout": rollout, "calls": calls}.items()
               if value != USUAL[name]}

    def number(chance, loss, name):
        decides = name in ("O-MCTS", "MCTS") and 0.5 < chance < 1.0 and loss == 0.0
        return DECIDING if decides and runs is RUNS and budget != "quick" else at(runs, budget)

    return [Task(f"{chance:.2f}/{loss:+}/{name}",
                 {"chance": chance, "loss": loss, "agent": name, "runs": number(chance, loss, name), **unusual},
                 seed=keyed(SEED, f"{chance:.2f}/{name}"))  # the same seed for all payoffs of a loss
            for chance in at(chances, budget) for loss in losses for name in agents]


def courage(task):
    """One row per game of gaps: how far the runner got, how it ended, and how often each action was chosen.

    Columns "gap_..." count only choices right before a gap, where a step loses and a jump is a risk.
    """
    p = {**USUAL, **task.parameters}
    game, method = Gaps(chance=p["chance"], loss=p["loss"]), agent(p["agent"], p["c"], p["rollout"])
    for run, seed in enumerate(task.seed.spawn(p["runs"])):
        played = play_solo(game, method, calls=p["calls"], seed=seed)
        status = int(played.state.status)
        before = before_gaps(game, played.actions)
        yield {"games": 1, "run": run, "place": int(played.state.place), "won": int(status == WON),
               "alive": int(status >= PLAYING), "moves": played.moves,
               **{name: played.actions.count(action) for action, name in enumerate(NAMES)},
               **{f"gap_{name}": before.count(action) for action, name in enumerate(NAMES)}}


def before_gaps(game, actions) -> list:
    """Return the actions of a game that were chosen right before a gap.

    An action's number is the number of cells that it moves the runner, unless it ends the game.
    """
    place, found = 0, []
    for action in actions:
        if is_gap(game, place + 1):
            found.append(action)
        place += action
    return found


COURAGE = Experiment("joppen2019_courage", courage_tasks, courage, SEED, "Joppen 2019: standing still or jumping")

MEASURES = (COST, ENCODING, COURAGE)
