"""What [Joppen & Fuernkranz 2019] says about the algorithms themselves: their cost, their rewards, their courage."""

from __future__ import annotations

import time

import numpy as np

from ...engine.generic import compiler, entry
from ...engine.random import below, stream
from ...experiments import Experiment, Task
from ...game import TERMINAL, copy, play, random_action, start, to_move
from ...games.teaching.bandit import Bandit
from ...games.teaching.gaps import NAMES, PLAYING, WON, Gaps
from ...games.vgdl import rewarded
from ...search.mcts.information_sets import OpenLoop
from ...search.mcts.memory import update
from ...search.mcts.ordinal import Borda
from ...search.mcts.session import Search
from ...search.mcts.solo import play_solo
from ...search.mcts.tree import ROOT
from ...search.mcts.uct import UCT
from ...search.mcts.values import Mean, estimate
from .agents import GAMES, TUNED, agent, make_game

SEED = 2019
ACTIONS = (2, 4, 8, 16)
OUTCOMES = (2, 8, 16, 64)
SAMPLES = 20_000

# --- what a Borda score costs -----------------------------------------------------------------------------------------


def cost_tasks(budget):
    sizes = (ACTIONS, OUTCOMES) if budget != "quick" else (ACTIONS[:2], OUTCOMES[:2])
    return [Task(f"{actions:02}/{outcomes:03}", {"actions": actions, "outcomes": outcomes,
                                                 "rounds": 1 if budget == "quick" else 7})
            for actions in sizes[0] for outcomes in sizes[1]]


def costs(task):
    """Processor nanoseconds for one reward at a node: bringing its statistics up to date, and reading all children's.

    Turns are taken, and the least of several rounds counts.
    """
    p = task.parameters
    rules = {"mean": Mean(), "Borda": Borda(), "Borda, Eq. 7": Borda(running=True)}
    ready = {name: _ready(rule, p["actions"], p["outcomes"]) for name, rule in rules.items()}
    least = dict.fromkeys(rules, np.inf)
    for _ in range(p["rounds"] + 1):  # the first is for compiling
        for name, (memory, rewards) in ready.items():
            memory.nodes["visits"][1:] = 1
            began = time.process_time()
            _count_rewards(rules[name], memory, rewards, compiled=compiler.available())
            least[name] = min(least[name], (time.process_time() - began) / len(rewards) * 1e9)
    for name, cost in least.items():
        yield {"games": 0, "what": name, "nanoseconds": cost}


def _ready(rule, actions, outcomes):
    """A memory whose root has been visited once by each action, and rewards to come."""
    search = Search(Bandit(tuple(np.full(actions, 0.5))), start(Bandit(), 0), UCT(value=rule, world=OpenLoop()),
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
        update(rule, ROOT, child, rewards[i], memory)
        memory.nodes[child].visits += 1
        for other in range(1, children + 1):
            total += estimate(rule, ROOT, other, memory)
    return total


COST = Experiment("joppen2019_cost", cost_tasks, costs, SEED, "Joppen 2019: the cost of the Borda score",
                  timing=("nanoseconds",))

# --- other encodings of the same outcomes -----------------------------------------------------------------------------

ENCODINGS = {  # payoffs of lost, playing, won, and what the score adds; the order of outcomes is the same in all
    "thirds": {},
    "loss -1": {"lost": -1.0},
    "loss half": {"lost": 1 / 6, "score": 1 / 6},
    "score counts little": {"score": 0.02},
}


def encoding_tasks(budget):
    games = GAMES if budget != "quick" else GAMES[1:2]
    return [Task(f"{game}/{name}", {"game": game, "agent": name, "positions": 2 if budget == "quick" else 20,
                                    "calls": 100 if budget == "quick" else 1000})
            for game in games for name in ("MCTS", "O-MCTS")]


def encodings(task):
    """Searches from the same positions with the same seeds: whether tree and choice are those of Eq. 8."""
    p = task.parameters
    game, method = make_game(p["game"]), agent(p["agent"], 0.75, 10)
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
                   "same_tree": int(found[name][1] == found["thirds"][1]),
                   "same_action": int(found[name][0] == found["thirds"][0])}


def somewhere(game, rng):
    """A position after some random moves; where random play is over before, any position of that game."""
    scratch = np.empty(16, np.int32)
    state = start(game, int(below(rng, 1 << 30)))
    passed = []
    for _ in range(20 + int(below(rng, 60))):
        passed.append(copy(game, state))
        _play_at_random(game, state, rng, scratch, compiled=compiler.available())
        if to_move(game, state) == TERMINAL:
            return passed[int(below(rng, len(passed)))]
    return state


@entry
def _play_at_random(game, state, rng, scratch):
    play(game, state, random_action(game, state, rng, scratch), rng)


ENCODING = Experiment("joppen2019_encodings", encoding_tasks, encodings, SEED, "Joppen 2019: encodings of rewards")

# --- courage ----------------------------------------------------------------------------------------------------------

CHANCES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
LOSSES = (0.0, -1.0)


def courage_tasks(budget):
    chances = CHANCES if budget != "quick" else CHANCES[2:3]
    return [Task(f"{chance:.2f}/{loss:+.1f}/{name}", {"chance": chance, "loss": loss, "agent": name,
                                                      "runs": 1 if budget == "quick" else 100})
            for chance in chances for loss in LOSSES for name in TUNED]


def courage(task):
    """One row per game of gaps: how far the runner got, how it ended, and how often each action was chosen."""
    p = task.parameters
    game, method = Gaps(chance=p["chance"], loss=p["loss"]), agent(p["agent"], 0.25, 5)
    for run, seed in enumerate(task.seed.spawn(p["runs"])):
        played = play_solo(game, method, calls=250, seed=seed)
        status = int(played.state.status)
        yield {"games": 1, "run": run, "place": int(played.state.place), "won": int(status == WON),
               "alive": int(status >= PLAYING), "moves": played.moves,
               **{name: played.actions.count(action) for action, name in enumerate(NAMES)}}


COURAGE = Experiment("joppen2019_courage", courage_tasks, courage, SEED, "Joppen 2019: standing still or jumping")

MEASURES = (COST, ENCODING, COURAGE)
