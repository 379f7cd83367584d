"""Random combinations of the parts of a search, on games of all kinds: what is built is the same however it is run.

Interpreted, memory is looked at through `Guard`, which also minds what NumPy takes for places counted from the end.
"""

import random
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from small_vgdl import small

from mcts_lab import games, search
from mcts_lab.engine.random import stream
from mcts_lab.game import (
    CHANCE,
    JOINS,
    TERMINAL,
    after,
    facts,
    legal,
    legal_actions,
    sample_action,
    start,
    to_move,
)
from mcts_lab.games.adapters.plain import as_game
from mcts_lab.games.boards.connect_four import ConnectFour
from mcts_lab.learning.models import perceptron
from mcts_lab.papers.hsu2020.groups import MovePruning, RootGroup
from mcts_lab.papers.hsu2020.one_sided import OneSidedUCB1, RangeOfNode
from mcts_lab.papers.joppen2019.preferences import BinarySubtree, RelativeUCB
from mcts_lab.papers.joppen2019.sights import AvoidKnown, Sights, TargetPlayout, sights_of
from mcts_lab.papers.joppen2019.values import Expectimax, NormalisedMean, NormalisedReward, RunningBorda
from mcts_lab.papers.papagiannis2022.mixed_leaves import Blend, ByBranching, EarlySimulation, OneSided
from mcts_lab.papers.papagiannis2022.one_outcome import OneOutcome
from mcts_lab.papers.papagiannis2022.players import pruning_model
from mcts_lab.papers.papagiannis2022.unpruning import RandomUnpruning
from mcts_lab.papers.powley2013.knowledge import (
    Advice,
    AvoidRules,
    InformedPlayout,
    PriorCounts,
    ProgressiveBias,
    SkewedBackup,
)
from mcts_lab.papers.runnels2023.credit import SameSideCredit
from mcts_lab.papers.runnels2023.greedy import GreedyPlayout
from mcts_lab.search import UCT, BestValue, Search
from mcts_lab.search.mcts import running
from mcts_lab.search.mcts.checks import check
from mcts_lab.search.mcts.interpreted import InterpretedMemory, LightMemory
from mcts_lab.search.mcts.memory import TARGET, Memory
from mcts_lab.search.mcts.needs import has

# -- games -------------------------------------------------------------------------------------------------------------


class Annotated(ConnectFour):
    """Connect Four with a word on everything that a part may ask for."""

    def group(self, state, action):
        return -1 if action == 0 else action % 3 + (JOINS if action == 3 else 0)

    def minor(self, state, action):
        return action > 0

    def advice(self, state, action):
        return 0.25 * action

    def advised_against(self, state, action):
        return action == 0 and state.plays < 6

    def rule_action(self, state, rng, scratch):
        n = legal(self, state, scratch)
        return scratch[n // 2]

    def turn(self, state):
        return state.plays + 1


class Steps:
    """A plain game: three players and a coin go up; who steps on what was said before would be noticed."""

    players, branching, actions, length, low, high, zero_sum = 3, 4, 4, 8, 0.0, 1.0, False
    deterministic = False

    def start(self):
        return ()

    def to_move(self, state):
        return None if len(state) == 7 else CHANCE if len(state) == 3 else len(state) % 3

    def legal(self, state):
        return [0, 1] if len(state) == 3 else [a for a in range(4) if not state or a != state[-1]]

    def play(self, state, action):
        if action not in self.legal(state):
            raise ValueError(f"{action} is not legal in {state}")
        return (*state, action)

    def payoff(self, state, player):
        return (7 * sum(state) + 3 * state[player] + state[-1 - player]) % 11 / 10

    def heuristic(self, state, player):
        return (sum(state) + player) % 5 / 5


def all_games():
    """Name: game, of one to four players, with and without chance, secrets, grids and ends of their own."""
    maze = small("g > Immovable\np > Immovable\nd > Immovable\nwall > Immovable",
                 "avatar wall > stepBack\ng avatar > killSprite scoreChange=2\navatar p > killSprite\n"
                 "d avatar > killSprite", "A.g.p\n.w.w.\n..g.d",
                 "SpriteCounter stype=avatar limit=0 win=False\nSpriteCounter stype=d limit=0 win=True\n"
                 "Timeout limit=12")
    return {
        "tic_tac_toe": games.tic_tac_toe(), "annotated": Annotated(3, 4, 3), "hex": games.hex(size=6),
        "breakthrough": games.breakthrough(rows=5, columns=4), "uniform_tree": games.uniform_tree(branching=3, turns=2),
        "kuhn_poker": games.kuhn_poker(), "liars_dice": games.liars_dice(), "phantom_ttt": games.phantom_ttt(),
        "coin_in_a_box": games.coin_in_a_box(), "gaps": games.gaps(), "bandit": games.bandit(),
        "pig": games.pig(players=3, win_score=12, horizon=20), "spades": games.spades(),
        "knockout_whist": games.knockout_whist(players=3), "steps": as_game(Steps()), "maze": maze,
    }


# -- parts -------------------------------------------------------------------------------------------------------------


class Drawn:
    """Parts for a game, by slot, with numbers off their defaults; those made of others to a depth of two."""

    def __init__(self, game, rng, newer=False):
        self.game, self.fact, self.rng, self.newer = game, facts(game), rng, newer
        self.sights = sights_of(game) if self.fact.name == "vgdl" else None

    def one(self, *parts):
        return self.rng.choice(parts)

    def newest(self, slot):
        """A part of those that came after the searches of `golden` were drawn; None: there is none for this slot."""
        one = self.one
        rules = {
            "selection": [search.UCBV(one(0.5, 2.0)), search.KLUCB(one(0.0, 1.0)), search.Thompson(one(0.0, 0.5)),
                          search.EpsilonGreedy(one(0.0, 0.3, 1.0)),
                          search.GRAVE(one(0.0, 0.4), 0.1, one(0, 3), one(2, 99))],
            "pruning": [search.SequentialHalving(one(1, 3, 16)), search.AbsolutePruning(True)],
            "leaf": [search.MAST(one(0.0, 0.5)), search.NST(one(0.0, 0.5)), search.LastGoodReply(one(True, False)),
                     search.DecisivePlayout()],
            "value": [search.ImplicitMinimax(one(0.2, 1.0)), search.MaxBackup(one(0.0, 0.6))],
            "prior": [search.GumbelNoise(search.HeuristicPrior()), search.HeuristicRating()],
        }
        return one(*rules[slot]) if self.newer and slot in rules and self.rng.random() < 0.5 else None

    def drawn(self, slot):
        newest = self.newest(slot) if self.newer else None
        return getattr(self, slot)() if newest is None else newest

    def selection(self):
        c = self.one(0.0, 0.4, 1.4, 3.0)
        return self.one(search.UCB1(c), search.RAVE(c, 0.3), search.UCB1Tuned(c), search.PUCT(c), ProgressiveBias(c),
                        OneSidedUCB1(c, self.one(-1.0, 0.5, 1.0)), RelativeUCB(c))

    def value(self):
        room = self.one(2, 5, 64)
        return self.one(search.Mean(), search.Mean(), search.MixMax(self.one(0.0, 0.4, 1.0)), NormalisedMean(),
                        NormalisedReward(), search.Borda(room=room), RunningBorda(room=room),
                        RangeOfNode(), Expectimax(), PriorCounts(self.one(0.0, 3.0)),
                        SkewedBackup(self.one(0.0, 5.0)), SameSideCredit(self.one(0, 1, 2)))

    def pruning(self, depth=0):
        one, patience, least = self.one, self.one(0, 3, 20), self.one(1, 3)
        rules = [
            search.All(), search.HardPruning(patience, 1.0, least, one(0, 1, 2), one(0.0, 0.5)),
            search.HardPruningByMean(patience, 0.5, least, one(0, 1), one(0.0, 0.5)),
            search.ProgressiveUnpruning(patience, 1.0, least, one(0, 1, 2), one(0.0, 4.0), one(1.0, 1.3)),
            search.ProgressiveUnpruningByMean(patience, 1.0, least, one(0, 1), one(0.0, 4.0), one(1.0, 1.3)),
            search.SoftPruning(patience + 1, 1.0, least), search.ProgressiveWidening(one(1.0, 2.5, 40.0),
                                                                                     one(0.0, 0.5, 1.0)),
            search.AbsolutePruning(), search.RelativePruning(one(0.0, 2.0), patience),
            RootGroup(one(True, False)), search.MoveGroups(one(0.0, 1.0)),
            search.GroupsByNumber(one(0.0, 1.0), one(1, 3, 8)),
            MovePruning(one(0.0, 2.0), least), AvoidRules(),
            search.PruningNetworks(pruning_model("uniform").tables, one(True, False)),
        ]
        if self.sights:
            rules += [AvoidKnown(self.sights)] * 3
        if depth < 2:
            rules += [lambda: search.Together(self.pruning(depth + 1), self.pruning(depth + 1)),
                      lambda: RandomUnpruning(self.pruning(depth + 1), one(0.0, 0.3, 1.0))] * 2
        return made(one(*rules))

    def leaf(self, depth=0):
        one = self.one
        rules = [search.Playout(), search.Playout(), search.RavePlayout(one(0.0, 0.9), one(1, 4), one(1, 3)),
                 search.LimitedPlayout(one(0, 3, 50)), search.HorizonPlayout(one(0, 4)), search.Evaluate(),
                 GreedyPlayout(one(0.0, 0.3, 1.0), one(0, 5, 200), one(True, False)),
                 InformedPlayout(one(0.0, 0.3, 1.0)), search.ModelValue(self.model(1), one(True, False))]
        if self.sights:
            rules += [TargetPlayout(self.sights, one(0, 6), one(0.0, 0.8), one(0, 3))] * 3
        if depth < 2:
            rules += [lambda: Blend(self.leaf(depth + 1), self.leaf(depth + 1), one(0.0, 0.3, 1.0)),
                      lambda: ByBranching(self.leaf(depth + 1), self.leaf(depth + 1), 0.2),
                      lambda: OneSided(self.leaf(depth + 1), one(0, 1)),
                      lambda: EarlySimulation(self.leaf(depth + 1), one(0, 4))] * 2
        return made(one(*rules))

    def model(self, outputs):
        numbers = np.random.default_rng(self.rng.randrange(9))
        width = 10 if outputs == 1 else 11  # of the hidden layer
        inputs = 2 * self.game.rows * self.game.columns if isinstance(self.game, ConnectFour) else 4
        shapes = [(inputs, width), (width, outputs)]
        return perceptron(np.zeros(inputs), np.ones(inputs), [numbers.normal(size=shape) for shape in shapes],
                          [np.zeros(shape[1]) for shape in shapes])

    def final(self):
        return self.one(search.MostVisits(), BestValue())

    def world(self):
        one = self.one
        depth = one(1, 3, 1 << 20)
        return one(search.ClosedLoop(), search.ClosedLoop(), search.ClosedLoop(), search.OpenLoop(one(0, 1, 2)),
                   search.SingleObserver(one(0, 1, 2)), search.SingleObserverPOM(), search.MultipleObserver(),
                   search.SavedStates(depth, one(True, False)), OneOutcome(one(True, False)),
                   search.SavedOutcomes(depth, one(1.0, 2.5), one(0.0, 0.5, 0.9)), BinarySubtree(one(True, False)))

    def prior(self):
        return self.one(search.NoPrior(), search.NoPrior(), search.ListedOrder(), Advice(),
                        search.HeuristicPrior(self.one(0.05, 1.0)),
                        search.ModelPrior(self.model(self.fact.actions), self.one(0.5, 9.0)))

    def method(self):
        """Any combination of all slots; of those that compare two actions at a time more than there would be."""
        method = UCT(*(self.drawn(slot) for slot in UCT._fields[:7]), fpu=self.one(np.inf, np.inf, 0.0, 0.5),
                     solver=self.rng.random() < 0.25)
        if isinstance(method.world, BinarySubtree) and self.rng.random() < 0.9:
            method = UCT(RelativeUCB(self.one(0.0, 0.5)), world=method.world, leaf=method.leaf, final=BestValue())
        return method


def made(part):
    """Those that are made of others are given as functions, so that only what is taken is drawn."""
    return part() if not isinstance(part, tuple) else part


def draw(game, rng, refused=None, newer=False):
    """A combination that is not refused. Messages of the others go into the list `refused`."""
    drawn = Drawn(game, rng, newer)
    while True:
        method = drawn.method()
        try:
            check(game, method)
            return method
        except ValueError as error:
            if refused is not None:
                refused.append(str(error))


def is_sentence(message) -> bool:
    """Whether a refusal is one sentence."""
    return message[:1].isupper() and message.endswith(".") and "\n" not in message and ". " not in message


# -- memory that is looked at ------------------------------------------------------------------------------------------


class Guard:
    """An array that has no places but those from 0 on; `last` allows the one counted from the end."""

    __slots__ = ("array", "last")

    def __init__(self, array, last=False):
        self.array, self.last = array, last

    def mind(self, place):
        for i, size in zip(place if type(place) is tuple else (place,), self.shape, strict=False):
            if type(i) is not slice and not (0 <= i < size or (self.last and i == -1)):
                raise IndexError(f"place {i} of {size}")

    def __getitem__(self, place):
        self.mind(place)
        found = self.array[place]
        return Guard(found) if isinstance(found, (np.ndarray, memoryview)) else found

    def __setitem__(self, place, value):
        self.mind(place)
        self.array[place] = value

    def __len__(self):
        return len(self.array)

    def __iter__(self):
        return iter(self.array)

    @property
    def shape(self):
        return getattr(self.array, "shape", None) or (len(self.array),)


def guarded(value):
    """`value`, an array or a tuple of arrays, behind guards."""
    if isinstance(value, tuple):
        parts = map(guarded, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return Guard(value)


@contextmanager
def looked_at():
    """Interpreted searches have their memory looked at."""
    lent = InterpretedMemory.lent

    @contextmanager
    def guarded_memory(*arguments):
        with lent(*arguments) as (light, root, spare):
            kept = LightMemory()
            for name in Memory.FIELDS:
                value = getattr(light, name)
                # rules of games write lists of actions and draw random numbers in ways of their own
                plain = name in ("rng", "trace") or (name == "scratch" and isinstance(value, np.ndarray))
                setattr(kept, name, value if plain else Guard(value, last=True) if name == "legal_mark"
                        else guarded(value))
            yield kept, root, spare

    InterpretedMemory.lent = guarded_memory
    try:
        yield
    finally:
        InterpretedMemory.lent = lent


@contextmanager
def in_pieces():
    """Searches run in the shortest pieces."""
    before = running.CHUNK_SECONDS
    running.CHUNK_SECONDS = 1e-9
    try:
        yield
    finally:
        running.CHUNK_SECONDS = before


# -- runs --------------------------------------------------------------------------------------------------------------


NEWER = 10_000


class Task(NamedTuple):
    """What is searched, and how."""

    name: str
    game: tuple
    method: UCT
    seed: int
    before: int  # random plays
    budgets: tuple  # one after the other
    plays: int  # moves made, and the tree kept
    workers: int


def task(number, refused=None) -> Task:
    """The combination of that number; from `NEWER` on, with newer parts."""
    rng = random.Random(number)
    listed = list(GAMES)
    name = listed[number % len(listed)]
    method = draw(GAMES[name], rng, refused, number >= NEWER)
    amounts = (1, 2, 5, 25, 60, 120)[:6 - 3 * isinstance(method.world, BinarySubtree) - 2 * (name in SLOW)]
    budgets = [{"iterations": rng.choice(amounts)} for _ in range(rng.choice((1, 2, 3)))]
    if rng.random() < 0.2 and not any(has(part, "looks_ahead") for part in flat(method)):
        budgets[-1] = {"calls": rng.choice((1, 30, 200))}
    return Task(name, GAMES[name], method, number, rng.choice((0, 0, 1, 3)), tuple(budgets), rng.choice((0, 0, 1, 2)),
                rng.choice((1, 1, 1, 2)))


def flat(part):
    """A part and those in it."""
    yield part
    for inner in part if isinstance(part, tuple) else ():
        yield from flat(inner)


def position(task):
    """A state somebody is to move in; None where a game ended first."""
    game, state, draws = task.game, start(task.game, task.seed), stream(task.seed)
    room = np.zeros(facts(game).branching + 1, np.int32)
    left = task.before
    while to_move(game, state) == CHANCE or (left > 0 and to_move(game, state) != TERMINAL):
        left -= to_move(game, state) != CHANCE
        state = after(game, state, int(sample_action(game, state, draws, room)), task.seed)
    return None if to_move(game, state) == TERMINAL else state


def trees(task, *, compiled=False):
    """What a search of the task builds: after each budget, and each move that is made."""
    state, made = position(task), []
    if state is None:
        return made
    clear(task.method)
    game, seeing = task.game, stream(task.seed)
    room = np.zeros(facts(game).branching + 1, np.int32)
    one = Search(game, state, task.method, seed=task.seed, compiled=compiled)
    for budget in task.budgets:
        one.run(**budget)
        made.append(seen(one))
    for _ in range(task.plays):
        actions = [one.result().action]
        state = after(game, state, actions[0], task.seed)
        while to_move(game, state) == CHANCE:
            actions.append(int(sample_action(game, state, seeing, room)))
            state = after(game, state, actions[-1], task.seed)
        if to_move(game, state) == TERMINAL:
            break
        one.play_on(*actions, state=state)
        one.run(iterations=after_all(task))
        if one.result().action not in legal_actions(game, state):
            raise AssertionError(f"{one.result().action} is not legal")
        made.append(seen(one))
    if task.workers > 1:
        clear(task.method)
        try:
            found = task.method.search(game, position(task), seed=task.seed, compiled=compiled, workers=task.workers,
                                       iterations=after_all(task))
            made.append((sorted(found.visits.items()), found.calls, found.nodes))
        except ValueError as error:
            made.append(str(error))
            if not is_sentence(str(error)):
                raise AssertionError(f"refused without a sentence: {error}") from error
    return made


def after_all(task):
    """Iterations of what is run besides the budgets. Those that follow two actions at a time soon take long."""
    return 3 if isinstance(task.method.world, BinarySubtree) else 20


def clear(method):
    """Forget what parts have learned of a game, which they keep from search to search."""
    for part in flat(method):
        if isinstance(part, Sights):
            for array in part:
                array[...] = 0


EXACT = ("visits", "parent", "first_child", "next_sibling", "action", "children", "mover", "status")


def seen(running):
    """All nodes, counters and the random stream: what has come out of a search so far."""
    counters = running.memory.counters.copy()
    counters[TARGET] = 0
    nodes = running.nodes
    return [nodes[name].tolist() for name in EXACT], nodes["total"].copy(), counters.tolist(), list(running.memory.rng)


def difference(one, other) -> str:
    """Where two runs of the same task differ; "": nowhere."""
    if len(one) != len(other):
        return f"{len(one)} and {len(other)} steps"
    for step, (a, b) in enumerate(zip(one, other, strict=True)):
        if isinstance(a, tuple) and len(a) == 4 and isinstance(a[0], list):
            for name, x, y in zip(EXACT, a[0], b[0], strict=True):
                if x != y:
                    return f"step {step}: {name} of {len(x)} and {len(y)} nodes"
            if not np.allclose(a[1], b[1], rtol=1e-12, atol=1e-12, equal_nan=True):
                return f"step {step}: totals"
            if a[2:] != b[2:]:
                return f"step {step}: counters {a[2]} and {b[2]}, or the random stream"
        elif a != b:
            return f"step {step}: {a} and {b}"
    return ""


GAMES = all_games()
SLOW = ("maze", "hex", "spades", "knockout_whist")  # interpreted
