"""Random plain games, right ones and ones with a fault at a random place: a sentence names it, and no search is silent.

`Made` is a random game: the seed decides what states look like, who moves, what is legal and how it ends. A fault sits
in one state, which a random walk of at most 200 moves has found, or in an attribute.
"""

import copy as copying
import math
import random
import zlib

import pytest

from mcts_lab import AlphaBeta, Minimax, as_game, check_game
from mcts_lab.checking import WrongRules
from mcts_lab.game import CHANCE
from mcts_lab.search import UCT, Evaluate, MaxBackup, SingleObserver
from mcts_lab.search.minimax.expectiminimax import Expectiminimax

MOVES = 200  # of the walk that finds a place for a fault
ATTRIBUTES = [{"low": math.nan}, {"high": math.inf}, {"low": 1, "high": -1}, {"low": 1, "high": 1}, {"low": "least"},
              {"players": 0}, {"players": 9}, {"players": 2.5}, {"players": None}, {"branching": -1}, {"length": 0},
              {"length": math.nan}, {"actions": 0}, {"actions": []}, {"actions": [1, 2, 1]}, {"actions": [[1], [2]]},
              {"outcomes": (1, -1)}, {"outcomes": (math.nan,)}, {"outcomes": 5}, {"player_names": ("one",) * 9}]
HUGE = 10**400
FAULTS = {  # the rule that is wrong in one state: what it answers there, given the right answer
    "payoff": [lambda right: math.nan, lambda right: math.inf, lambda right: -math.inf, lambda right: 1.5,
               lambda right: -100, lambda right: None, lambda right: "1", lambda right: (1, -1), lambda right: HUGE],
    "sum": [lambda right: right + 0.25 if right < 0.5 else right - 0.25, lambda right: 1, lambda right: -1],
    "weight": [lambda right: math.nan, lambda right: math.inf, lambda right: -1, lambda right: -1e-9,
               lambda right: None, lambda right: 0],
    "heuristic": [lambda right: math.nan, lambda right: math.inf, lambda right: -99, lambda right: None],
    "to_move": [lambda right: -3, lambda right: 3, lambda right: 0.5, lambda right: "white", lambda right: math.nan,
                lambda right: (right,)],
    "legal": [lambda right: [], lambda right: None, lambda right: [*right, right[0]], lambda right: [*right, [1]],
              lambda right: [*right, object], lambda right: iter(()), lambda right: 7],
    "play": [lambda right: None],
}
WORDS = {"sum": "add up|cannot all", "weight": "weight", "play": r"^play.*nothing|must return|^play"}


class Made:
    """A random game of few or many states."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.seed = seed
        self.players = rng.choice((1, 2, 2, 2, 3))
        self.zero_sum = self.players == 2 and rng.random() < 0.8
        self.plies = rng.choice((3, 5, 9, 40, 120))
        self.merged = self.plies > 5 or rng.random() < 0.4  # whether many ways lead to the same state
        self.width = rng.choice((1, 2, 3))
        self.chance = rng.random() < 0.4
        self.deterministic = not self.chance
        self.names = rng.choice((int, str, lambda n: (n, "step")))
        self.length, self.branching = self.plies, self.width + 2
        self.fault = self.place = self.wrong = None  # the rule, the state, what it answers there
        self.met = False

    def draw(self, *what):
        return random.Random(zlib.crc32(repr((self.seed, what)).encode()))

    def start(self):
        return [0]

    def ends(self, state):
        return state[0] >= self.plies or (state[0] > 2 and self.draw("end", state).random() < 0.1)

    def right_to_move(self, state):
        if self.ends(state):
            return None
        if self.chance and state[0] and self.draw("chance", state).random() < 0.3:
            return CHANCE
        return self.draw("mover", state).randrange(self.players)

    def right_legal(self, state):
        n = self.width + self.draw("legal", state).randrange(3)
        return [self.names(i) for i in range(max(1, n))]

    def right_play(self, state, action):
        number = int(action) if isinstance(action, (int, str)) else action[0]
        if self.merged:
            return [state[0] + 1, self.draw("play", state, number).randrange(4)]
        state[0] += 1
        state.append(number)
        return state

    def right_payoff(self, state, player):
        if self.zero_sum and player:
            return -self.right_payoff(state, 0)
        return self.draw("payoff", state, player).choice((-1, -0.5, 0, 0.5, 1))

    def right_heuristic(self, state, player):
        return self.draw("heuristic", state, player).uniform(-1, 1)

    def right_weight(self, state, outcome):
        return self.draw("weight", state, outcome).choice((1, 2, 0.5))

    def answer(self, rule, state, *more):
        here = self.fault == rule and state == self.place
        right = getattr(self, f"right_{rule}")(state, *more)
        self.met |= here
        return self.wrong(right) if here else right

    def to_move(self, state):
        return self.answer("to_move", state)

    def legal(self, state):
        return self.answer("legal", state)

    def play(self, state, action):
        return self.answer("play", state, action)

    def payoff(self, state, player):
        if self.fault == "sum" and player == 1 and state == self.place:
            self.met = True
            return self.wrong(self.right_payoff(state, 1))
        return self.answer("payoff", state, player)

    def heuristic(self, state, player):
        return self.answer("heuristic", state, player)

    def weight(self, state, outcome):
        return self.answer("weight", state, outcome)

    def walk(self, rng):
        """States of at most `MOVES` random moves, each with the state before."""
        state = before = self.start()
        for _ in range(MOVES):
            yield state, before
            if self.right_to_move(state) is None:
                state = before = self.start()
            else:
                action = rng.choice(self.right_legal(state))
                before, state = state, self.right_play(copying.copy(state), action)


def suits(game, fault, state):
    """Whether a state is one of which the rule is asked."""
    mover = game.right_to_move(state)
    if fault == "sum":
        return game.zero_sum and mover is None
    kind = {"payoff": mover is None, "weight": mover == CHANCE, "heuristic": mover not in (None, CHANCE)}
    return kind.get(fault, mover is not None)


def with_fault(number):
    """A random game with one fault; the state before it, or None where an attribute is wrong."""
    rng = random.Random(number)
    while True:
        game, fault = Made(rng.random()), rng.choice([*FAULTS, "attribute"])
        if fault == "attribute":
            vars(game).update(rng.choice(ATTRIBUTES))
            return game, None
        places = [pair for pair in game.walk(rng) if suits(game, fault, pair[0])]
        if places:
            game.place, before = rng.choice(places)
            game.fault, game.wrong = fault, rng.choice(FAULTS[fault])
            if fault != "sum" or game.wrong(game.right_payoff(game.place, 1)) != game.right_payoff(game.place, 1):
                return game, before


def is_sentence(text):
    return 20 <= len(text) <= 400 and "\n" not in text


@pytest.mark.parametrize("number", range(100))
def test_a_fault_at_a_random_place_is_named(number):
    game, _ = with_fault(number)
    report = check_game(game, seconds=60)
    assert not report.right and len(report.findings) == 1 and is_sentence(str(report.findings[0])), (game.fault, report)
    rule, words = report.findings[0].rule, str(report.findings[0])
    expected = {"sum": "payoff", None: "facts"}.get(game.fault, game.fault)
    assert expected in words.split(" (seen")[0] or rule == expected, (expected, words)


def searches(game):
    """What may search the game, if anything is left of it that is right."""
    found = [UCT(), UCT(leaf=Evaluate(), tree=SingleObserver())]
    if game.deterministic:
        found += [AlphaBeta(2, perspective="root"), Minimax(2, perspective="root")]
        found += [AlphaBeta(3, every=True), UCT(backup=MaxBackup())] if game.zero_sum else []
    else:
        found += [Expectiminimax(2, perspective="root")]
    return found


def test_no_search_is_silent_where_it_meets_a_fault():
    """Each begins where a play may lead to it."""
    met = 0
    for number in range(100):
        game, before = with_fault(number)
        if before is None:
            with pytest.raises(WrongRules, match=r"^[^\n]{20,}$"):
                as_game(game)
            continue
        for method in searches(game):
            budget = {"iterations": 40, "seed": 1} if isinstance(method, UCT) else {}
            near = game.fault != "sum" and game.right_to_move(before) not in (None, CHANCE)
            state = before if near else game.start()  # of a sum, other ends have to be seen as well
            game.met, problem = False, None
            try:
                found = method.search(game, state, **budget)
            except WrongRules as error:
                problem = str(error)
            if game.met:
                assert problem is not None and is_sentence(problem), (number, game.fault, method, found)
                met += 1
            else:
                assert problem is None, (number, game.fault, problem)
    assert met > 250, met


@pytest.mark.parametrize("number", range(24))
def test_nothing_is_wrong_with_a_right_game(number):
    game = Made(number)
    report = check_game(game, games=10, seconds=1.0)
    assert report.right, str(report)
    if game.right_to_move(game.start()) not in (None, CHANCE):
        for method in searches(game):
            budget = {"iterations": 20, "seed": 1} if isinstance(method, UCT) else {}
            assert -1 <= method.search(game, game.start(), **budget).value <= 1
