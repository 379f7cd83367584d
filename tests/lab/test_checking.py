"""`check_game` finds each kind of mistake in a game's rules and none where there is none, and guards compiled code."""

import copy as copying
import itertools
import math
import random
import zlib
from typing import NamedTuple

import numpy as np
import pytest
from positions import Moves

from mcts_lab import AlphaBeta, Minimax, Position, as_game, check_game, checking, games
from mcts_lab import game as rules
from mcts_lab.checking import WrongRules
from mcts_lab.engine.random import below
from mcts_lab.game import CHANCE, TERMINAL, Facts, Game, start
from mcts_lab.matches.match import play_game
from mcts_lab.perft import perft
from mcts_lab.players.simple import RandomPlayer, RulePlayer
from mcts_lab.search import UCT, ClosedLoop, Evaluate, MaxBackup, OpenLoop, Search, SingleObserver
from mcts_lab.search.mcts import plan, playouts, running
from mcts_lab.search.minimax.expectiminimax import Expectiminimax

STATE = np.dtype([("plays", np.int8), ("total", np.int16), ("seed", np.int64)])
FACTS = Facts(name="count", title="Count", players=2, actions=4, branching=4, length=10, low=-1.0, high=1.0,
              outcomes=(-1.0, 1.0), dtype=STATE)


class Count(Game):
    """Take turns to count on by 1 to 4; the tenth play ends the game, and who has counted an odd number wins."""

    def facts(self):
        return FACTS

    def reset(self, state, rng):
        state.plays = 0
        state.total = 0

    def to_move(self, state):
        return TERMINAL if state.plays == 10 else int(state.plays) % 2

    def legal(self, state, out):
        if state.plays == 10:
            return 0
        out[:4] = np.arange(4)
        return 4

    def play(self, state, action, rng):
        state.plays += 1
        state.total += action + 1

    def payoff(self, state, player):
        return 1.0 if int(state.total) % 2 == player else -1.0


def written(*actions, n=None):
    def legal(game, state, out):
        if state.plays == 10:
            return 0
        out[: len(actions)] = actions
        return len(actions) if n is None else n

    return legal


def legal_after_the_end(game, state, out):
    out[:4] = np.arange(4)
    return 4


def legal_that_plays(game, state, out):
    if state.plays < 10:
        state.total += 1
    return Count.legal(game, state, out)


def endless_play(game, state, action, rng):
    state.plays = 1 - int(state.plays)


ORDERS = itertools.cycle([(0, 1, 2, 3), (3, 2, 1, 0)])


def in_any_order(game, state, out):
    return written(*next(ORDERS))(game, state, out)


def secret_luck(game, state, action, rng):
    Count.play(game, state, action, rng)
    state.seed = np.random.default_rng().integers(2**40)


def open_luck(game, state, action, rng):
    Count.play(game, state, action, rng)
    state.total += below(rng, 50)


def overflowing(game, state, action, rng):
    state.plays += 1
    state.total = np.int8(100) + np.int8(int(state.total) + 50)


def failing(game, state, action, rng):
    state.nothing += 1


def different_starts(game, state, rng):
    Count.reset(game, state, rng)
    state.seed = np.random.default_rng().integers(2**40)


def determinize_turn(game, state, observer, rng):
    state.plays = (int(state.plays) + 1) % 10


FAULTS = {
    # what is wrong: (rule, implementation, the rule named in the finding, words of its sentence)
    "one action too many": ("legal", written(0, 1, 2, 3, 3), "legal", "writes 5 actions, but Facts.branching allows 4"),
    "written but not told": ("legal", written(*range(9), n=4), "legal", "writes 9 actions"),
    "told but not written": ("legal", written(0, 1, n=4), "legal", "returns 4, but writes only 2"),
    "far too many": ("legal", written(*range(5000)), "legal", "fails with ValueError"),
    "nothing": ("legal", written(), "legal", "lists no action, but the game is not over"),
    "a negative number": ("legal", written(n=-3), "legal", "returns -3"),
    "no number": ("legal", written(n="four"), "legal", "returns 'four'"),
    "unknown actions": ("legal", written(100, 101), "legal", "lists the action 100, but Facts.actions allows 0 to 3"),
    "negative actions": ("legal", written(-3), "legal", "lists the action -3"),
    "the same action": ("legal", written(2, 2), "legal", "twice"),
    "another order": ("legal", in_any_order, "legal", "another order"),
    "actions after the end": ("legal", legal_after_the_end, "legal", "although the game is over"),
    "a look that changes": ("legal", legal_that_plays, "legal", "changes the state"),
    "a sixth player": ("to_move", lambda game, state: 5, "to_move", "returns 5, but players are numbered 0 to 1"),
    "undeclared chance": ("to_move", lambda game, state: TERMINAL if state.plays == 10 else CHANCE, "to_move",
                          "returns CHANCE although Facts.deterministic"),
    "an endless game": ("play", endless_play, "length", "goes on after 10 plays"),
    "a payoff too high": ("payoff", lambda game, state, player: 50.0, "payoff", "gives player 0 50.0, but Facts allow"),
    "no payoff": ("payoff", lambda game, state, player: float("nan"), "payoff", "gives player 0 nan, but Facts"),
    "an unlisted payoff": ("payoff", lambda game, state, player: 0.5 - player, "payoff", "not among Facts.outcomes"),
    "sums that differ": ("payoff", lambda game, state, player: 1.0 if state.total % 2 else -1.0, "payoff",
                         "set Facts.zero_sum=False"),
    "luck from elsewhere": ("play", secret_luck, "play", "draw from `rng` and nothing else"),
    "undeclared luck": ("play", open_luck, "play", "Facts.random_play is False"),
    "small numbers": ("play", overflowing, "play", "overflows"),
    "a field that is not there": ("play", failing, "play", "fails with AttributeError"),
    "starts from elsewhere": ("reset", different_starts, "reset", "same seed begin differently"),
    "a heuristic without a number": ("heuristic", lambda game, state, player: float("inf"), "heuristic", "returns inf"),
    "one name for all": ("action_name", lambda game, state, action: "on", "action_name", "the same name"),
    "a picture that is none": ("svg", lambda game, state, dark=False: "<svg>", "svg", "well-formed"),
    "a guess at the turn": ("determinize", determinize_turn, "determinize", "changes who is to move"),
    "one label for all": ("observation", lambda game, state, action, observer: 0, "observation", "cannot tell"),
    "a label out of range": ("observation", lambda game, state, action, observer: 10 + action, "observation",
                             "labels are numbers from 0 to 9"),
    "a rating out of range": ("advice", lambda game, state, action: 7.0, "advice", "ratings are 0 to 1"),
    "an illegal draw": ("random_action", lambda game, state, rng, scratch: 9, "random_action", "not legal here"),
    "a short playout": ("playout", lambda game, state, rng, scratch: 0, "playout", "before the game is over"),
}


def faulty(rule, implementation, **more):
    return type("Faulty", (Count,), {rule: implementation, **more})()


def test_right_rules_are_right():
    report = check_game(Count(), games=30, seconds=60.0)
    assert report.right and str(report) == "Count: nothing wrong in 30 random games with 300 plays."


@pytest.mark.parametrize("fault", FAULTS)
def test_a_mistake_is_found_and_explained(fault):
    rule, implementation, named, words = FAULTS[fault]
    report = check_game(faulty(rule, implementation), games=30, seconds=30)
    about = [finding for finding in report.findings if words in finding.sentence]
    assert about and about[0].rule == named, str(report)
    assert not report.right and str(about[0]) in str(report) and "\n" not in str(about[0])


@pytest.mark.parametrize(("changed", "words"), [
    ({"players": 9}, "from 1 to 7"), ({"branching": 0}, "branching=0"), ({"length": 2.5}, "length=2.5"),
    ({"low": 1.0}, "must be less than high"), ({"outcomes": (1.0, -1.0)}, "ascending"),
    ({"player_names": ("one",)}, "1 names for 2"), ({"dtype": np.dtype(np.int8)}, "named fields"),
    ({"dtype": np.dtype([("sum", np.int8)])}, "field 'sum'"),
    ({"dtype": np.dtype([("x", object)])}, "not Python objects"),
    ({"length": 9}, "goes on after 9 plays"), ({"branching": 3}, "allows 3"), ({"actions": 3}, "allows 0 to 2"),
    ({"high": 0.5, "outcomes": ()}, "allow -1.0 to 0.5"),
])
def test_wrong_facts_are_found(changed, words):
    report = check_game(faulty("facts", lambda game: FACTS._replace(**changed)), games=5)
    assert words in str(report)


def test_payoffs_with_another_sum_than_low_and_high_are_found():
    game = faulty("payoff", lambda game, state, player: 1.0 if int(state.total) % 2 == player else 0.0,
                  facts=lambda game: FACTS._replace(outcomes=()))
    report = check_game(game, games=5)
    assert "add up to 1.0. Define payoff_sum" in str(report)
    right = type("Right", (type(game),), {"payoff_sum": lambda game: 1.0})()
    assert check_game(right, games=5).right


class NoReset(Game):
    facts, to_move, legal, play, payoff = Count.facts, Count.to_move, Count.legal, Count.play, Count.payoff


class Swapped(Count):
    def payoff(self, player, state):
        return 1.0


class Weighed(Count):
    weight: float = 1.0


class OldStyle(NamedTuple):
    facts, reset, to_move, legal = Count.facts, Count.reset, Count.to_move, Count.legal
    play, payoff = Count.play, Count.payoff


@pytest.mark.parametrize(("kind", "words"), [
    (NoReset, "NoReset does not define reset(self, state, rng), but every Game needs it. Define this method."),
    (Swapped, "Swapped.payoff has the parameters self, player, state, but a search calls it with self, state, player. "
     "Give it these"),
    (Weighed, "Weighed.weight is not a method, but a search calls it like one. Give it another name."),
    (OldStyle, "OldStyle has a method reset, as a compiled game has, but it is not derived from mcts_lab.game.Game. "
     "Write: class OldStyle(Game)"),
])
def test_a_class_of_games_that_is_none_is_refused_in_one_sentence(kind, words):
    for ask in (lambda: start(kind()), lambda: UCT().search(kind(), None, iterations=9),
                lambda: play_game(kind(), [RandomPlayer(), RandomPlayer()], seed=0), lambda: Position(kind())):
        with pytest.raises(ValueError) as error:
            ask()
        assert str(error.value).startswith(words)
    assert words in str(check_game(kind()))


def test_a_finding_says_where_and_can_be_seen_again():
    def late(game, state, out):
        return written(0, 1, n=3)(game, state, out) if state.plays == 7 else Count.legal(game, state, out)

    [finding] = check_game(faulty("legal", late), seed=5).findings
    assert finding.seed == 5 and len(finding.actions) == 7


class Plain(Moves):
    """Two throws of a coin, counted."""

    def payoff(self, state, player):
        return 1 if sum(state) % 2 == player else -1


def test_a_guess_must_keep_what_was_seen():
    def forgetful(game, state, observer, rng):
        state.total = 0

    game = faulty("text_for", lambda game, state, viewer: f"the sum is {int(state.total)}", determinize=forgetful)
    assert "changes what that player has seen" in str(check_game(game, games=3))


def test_plain_objects_are_checked_too():
    assert check_game(Plain(), games=20).right

    class Shared(Plain):
        class State(list):
            def copy(self):
                return self

        def start(self):
            return self.State()

        def play(self, state, action):
            state.append(action)
            return state

    Shared.State.__deepcopy__ = lambda self, memo: self
    assert "changes the state that it was given" in str(check_game(Shared(), games=20))


# -- before compiling --------------------------------------------------------------------------------------------------


def test_a_loop_that_never_ends_is_named_when_it_is_interrupted():
    def endless(game, state, action, rng):
        raise KeyboardInterrupt  # as if somebody had waited long enough

    game = faulty("play", endless)
    for begin in (lambda: check_game(game), lambda: checking.check_outsider(game)):
        with pytest.raises(KeyboardInterrupt) as stop:
            begin()
        (note,) = stop.value.__notes__
        assert note.startswith("play of ") and "loop that never ends" in note and "\n" not in note


STARTS = {  # every way in which compiled code begins to run a stranger's rules
    "search": lambda game: Search(game, start(game), UCT(), compiled=True),
    "alpha-beta": lambda game: AlphaBeta().search(game, start(game), compiled=True),
    "expectiminimax": lambda game: Expectiminimax().search(game, start(game), compiled=True),
    "match": lambda game: play_game(game, [RandomPlayer(), RandomPlayer()], seed=0, compiled=True),
    "perft": lambda game: perft(game, start(game), 1),
    "rules": lambda game: RulePlayer("rules").choose(game, start(game), 0),
}


@pytest.mark.compiled
@pytest.mark.parametrize("way", STARTS)
def test_strange_rules_are_tried_before_they_are_compiled(way):
    game = faulty("legal", lambda game, state, out: 99, rule_action=lambda game, state, rng, scratch: 0)
    with pytest.raises(checking.WrongRules, match="contain a mistake.* were not compiled"):
        STARTS[way](game)


def test_a_class_from_outside_makes_a_game_of_the_package_worth_a_look():
    class Emptied(type(games.tic_tac_toe())):
        def legal(self, state, out):
            return 0

    with pytest.raises(checking.WrongRules, match="lists no action, but the game is not over"):
        checking.check_outsider(Emptied())


# -- what the search itself notices ------------------------------------------------------------------------------------


class Slip(Game):
    """Count up; what is wrong from the third play on, `slip` says. Facts and everything else are right."""

    slip: int

    def facts(self):
        return Count.facts(self)

    def reset(self, state, rng):
        state.plays = 0
        state.total = 0

    def to_move(self, state):
        if state.plays == 10 and self.slip != LONG and self.slip != NEVER or state.plays == 40 and self.slip == LONG:
            return TERMINAL
        return int(state.plays) % 2

    def legal(self, state, out):
        if state.plays >= 2 and self.slip == NOTHING:
            return 0
        n = 1 if self.slip == LONG else 5 if state.plays >= 2 and self.slip == MANY else 4
        for i in range(n):
            out[i] = i % 4
        return n

    def play(self, state, action, rng):
        state.total = (int(state.total) + action + 1) % 100
        state.plays = 2 if state.plays == 3 and self.slip == NEVER else int(state.plays) + 1

    def payoff(self, state, player):
        return 1.0 if int(state.total) % 2 == player else -1.0


LONG, MANY, NOTHING, NEVER = 1, 2, 3, 4  # values of `slip`


NOTICED = {LONG: "a game went on after 10 plays", MANY: "listed more actions than the 4",
           NOTHING: "listed no action", NEVER: "not over after 200 plays"}


@pytest.mark.parametrize("world", [ClosedLoop(), OpenLoop()])
@pytest.mark.parametrize("slip", NOTICED)
def test_an_interpreted_search_stops_with_a_sentence(slip, world, monkeypatch):
    for module in (rules, playouts):
        monkeypatch.setattr(module, "LONGEST", 200)
    monkeypatch.setitem(running.PROMISES, running.ENDLESS, "not over after 200 plays")
    game = Slip(slip)
    search = Search(game, start(game), UCT(tree=world), seed=1, compiled=False)
    with pytest.raises(WrongRules, match=f"The rules of Count contain a mistake: .*{NOTICED[slip]}.*check_game"):
        search.run(2000)
    assert Search(Slip(0), start(game), UCT(tree=world), seed=1, compiled=False).run(200).iterations == 200


@pytest.mark.compiled
def test_a_compiled_search_stops_with_a_sentence_and_damages_nothing(monkeypatch):
    monkeypatch.setattr(plan, "check_outsider", lambda game: None)
    for slip, sentence in {**NOTICED, NEVER: "not over after 1,048,576 plays"}.items():
        game = Slip(slip)
        search = Search(game, start(game), UCT(), seed=1, compiled=True)
        with pytest.raises(WrongRules, match=sentence):
            search.run(100_000)
    assert Search(Slip(0), start(game), UCT(), seed=1, compiled=True).run(5000).iterations == 5000


def test_a_game_without_an_end_is_refused():
    game = faulty("facts", lambda game: FACTS._replace(length=2**21))
    with pytest.raises(ValueError, match="Count may take 2,097,152 moves, but a search supports at most 1,048,576"):
        UCT().search(game, start(game), iterations=10, compiled=False)


@pytest.mark.parametrize("method", [AlphaBeta(), Minimax(), AlphaBeta(iterative=True)], ids=str)
def test_a_stack_that_would_be_too_large_is_refused_before_it_is_made(method):
    game = faulty("facts", lambda game: FACTS._replace(length=100_000))
    with pytest.raises(ValueError, match="Count needs 37.3 GiB of memory. Set a smaller depth.* 100,000 moves"):
        method.search(game, start(game), compiled=False)
    assert method._replace(depth=2).search(game, start(game), compiled=False).depth == 2


# -- where the look goes -----------------------------------------------------------------------------------------------


class Wide(Moves):
    """A tree of 6 plies with 4 actions each, in which one end of 4,096 is wrong."""

    length, choices = 6, (0, 1, 2, 3)

    def __init__(self, wrong=(3, 1, 0, 2, 2, 1)):
        self.wrong = wrong

    def payoff(self, state, player):
        return 3 if state == self.wrong else 1 - 2 * player


def test_what_only_one_branch_of_a_wide_tree_holds_is_found():
    [finding] = check_game(Wide(), seconds=60.0).findings
    assert finding.rule == "payoff" and finding.actions == Wide().wrong and "returned 3 for player 0" in str(finding)
    assert check_game(Wide(None), seconds=60.0).right


# -- random games with a fault at a random place -----------------------------------------------------------------------


MOVES = 200  # of the walk that finds a place for a fault
ATTRIBUTES = [{"low": math.nan}, {"high": math.inf}, {"low": 1, "high": -1}, {"low": 1, "high": 1}, {"low": "least"},
              {"players": 0}, {"players": 9}, {"players": 2.5}, {"players": None}, {"branching": -1}, {"length": 0},
              {"length": math.nan}, {"actions": 0}, {"actions": []}, {"actions": [1, 2, 1]}, {"actions": [[1], [2]]},
              {"outcomes": (1, -1)}, {"outcomes": (math.nan,)}, {"outcomes": 5}, {"player_names": ("one",) * 9}]
HUGE = 10**400
WRONG_ANSWERS = {  # the rule that is wrong in one state: what it answers there, given the right answer
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
        game, fault = Made(rng.random()), rng.choice([*WRONG_ANSWERS, "attribute"])
        if fault == "attribute":
            vars(game).update(rng.choice(ATTRIBUTES))
            return game, None
        places = [pair for pair in game.walk(rng) if suits(game, fault, pair[0])]
        if places:
            game.place, before = rng.choice(places)
            game.fault, game.wrong = fault, rng.choice(WRONG_ANSWERS[fault])
            if fault != "sum" or game.wrong(game.right_payoff(game.place, 1)) != game.right_payoff(game.place, 1):
                return game, before


def is_a_sentence(text):
    return 20 <= len(text) <= 400 and "\n" not in text


@pytest.mark.parametrize("number", range(100))
def test_a_fault_at_a_random_place_is_named(number):
    game, _ = with_fault(number)
    report = check_game(game, seconds=60)
    assert not report.right and len(report.findings) == 1, (game.fault, report)
    rule, words = report.findings[0].rule, str(report.findings[0])
    assert is_a_sentence(words)
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
                assert problem is not None and is_a_sentence(problem), (number, game.fault, method, found)
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
