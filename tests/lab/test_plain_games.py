"""Games of plain Python objects and of OpenSpiel: the same questions, the same searches, clear refusals."""

from __future__ import annotations

import contextlib
import copy as copying
import dataclasses
import enum
import hashlib
import math
import pickle
import threading

import numpy as np
import pytest
from positions import Moves

from mcts_lab import UCT, AlphaBeta, Search, as_game, games, textbook
from mcts_lab.engine.distinct import overrides
from mcts_lab.engine.random import stream
from mcts_lab.game import CHANCE, AnyGame, Game, after, copy, game_of, legal_actions, start
from mcts_lab.games.adapters.compiled_form import compiled_form
from mcts_lab.games.adapters.plain_objects import StreamRandom, duplicate, spelled
from mcts_lab.search.minimax.expectiminimax import Expectiminimax


class Nim:
    """Normal play; actions are (heap, counters); `play` changes the list it is given."""

    def __init__(self, *heaps):
        self.heaps = heaps

    def start(self):
        return [0, *self.heaps]

    def to_move(self, state):
        return state[0] if any(state[1:]) else None

    def legal(self, state):
        return [(heap, n) for heap in range(1, len(state)) for n in range(1, state[heap] + 1)]

    def play(self, state, action):
        heap, n = action
        state[heap] -= n
        state[0] = 1 - state[0]
        return state

    def payoff(self, state, player):
        return -1 if state[0] == player else 1

    def action_name(self, state, action):
        return "{1} from heap {0}".format(*action)


class Coin(Moves):
    """Player 0 guesses, a biased coin falls; a chance turn with weights."""

    movers, choices = (0, CHANCE), ("heads", "tails")

    def weight(self, state, outcome):
        return 3 if outcome == "heads" else 1

    def payoff(self, state, player):
        return (1 if state[0] == state[1] else -1) * (1, -1)[player]


class Shuffle:
    """Chance inside `start` and `play`."""

    players, zero_sum, length = 1, False, 3

    def start(self, random):
        return [random.randrange(1000)]

    def to_move(self, state):
        return 0 if len(state) < 4 else None

    def legal(self, state):
        return [0, 1]

    def play(self, state, action, random):
        return [*state, random.randrange(1000)]

    def payoff(self, state, player):
        return state[-1] / 1000


@pytest.mark.parametrize(("heaps", "value"), [((1, 2, 3), -1), ((2, 2), -1), ((3, 1), 1), ((1, 1, 1), 1)])
def test_nim_is_won_if_the_xor_of_the_heaps_is_not_zero(heaps, value):
    game = as_game(Nim(*heaps))
    result = AlphaBeta().search(game, start(game))
    assert result.value == value and result.solved


def test_the_questions_of_game_py():
    game = as_game(Nim(2, 1))
    state = start(game)
    assert [game.action(a) for a in legal_actions(game, state)] == [(1, 1), (1, 2), (2, 1)]
    following = after(game, state, game.number((1, 2)))
    assert state.object == [0, 2, 1] and following.object == [1, 0, 1]
    other = copy(game, state)
    game.play(other, game.number((2, 1)), stream(1))
    assert state.object == [0, 2, 1] and other.object == [1, 2, 0] and game.to_move(other) == 1
    assert game.text(state) == "[0, 2, 1]" and game.facts().players == 2
    with pytest.raises(ValueError, match=r"not a legal action. .*: 0 \(1 from heap 1\), 1 \(2 from heap 1\)"):
        after(game, state, 99)


@pytest.mark.parametrize("game", [Nim(3, 2), Coin(), Shuffle()])
def test_random_play_is_that_of_all_games(game):
    """Twice, because lists of actions are only known the second time."""
    game = as_game(game)
    scratch = np.zeros(game.facts().branching, np.int32)
    for seed in (1, 1, 2):
        state, other = start(game, 0), start(game, 0)
        words, others = stream(seed).tolist(), stream(seed)
        assert game.playout(state, words, scratch) == AnyGame.playout(game, other, others, scratch) > 0
        assert state == other and words == others.tolist()


class Slotted:
    __slots__ = ("number", "never_set", "board")


@pytest.mark.parametrize("board", [3, "text", [1, 2], (1, [2])])
@pytest.mark.parametrize("kind", [Slotted, type("Open", (Slotted,), {}), type("Plain", (), {})])
def test_copies_of_objects_share_nothing_that_can_change(kind, board):
    one = kind()
    one.number, one.board = 1, board
    copied = duplicate(one)
    assert type(copied) is kind and copied is not one and copied.number == 1 and copied.board == board
    assert not hasattr(copied, "never_set")
    assert (copied.board is board) == isinstance(board, (int, str))


def test_what_is_missing_for_compiling_is_said_in_sentences():
    class Marked(Nim):
        def start(self):
            return {"heaps": [0, *self.heaps], "note": None}

        def to_move(self, state):
            return Nim.to_move(self, state["heaps"])

        def legal(self, state):
            return Nim.legal(self, state["heaps"])

        def play(self, state, action):
            Nim.play(self, state["heaps"], action)
            return state

        def payoff(self, state, player):
            return Nim.payoff(self, state["heaps"], player)

    facts, note, actions, *rules = compiled_form(Marked(1, 2), games=5)
    assert "actions=3, branching=3, length=3," in facts and "[('heaps', 'uint8', (3,))]" in facts
    assert note.startswith("note, a part of a state, is None")
    assert actions == "Actions are (1, 1) and the like. Number them from 0 (seen: 3)."
    assert [rule.partition("(")[0] for rule in rules] == ["start", "to_move", "legal", "play", "start", "start"]
    assert rules[-2:] == [f"start() makes or uses a {thing} in line 2 of it. Write a loop over numbers instead."
                          for thing in ("dictionary", "list")]


def test_actions_are_numbered():
    integers = as_game(Shuffle())
    assert [integers.number(a) for a in (1, 0)] == [1, 0]
    listed = Coin()
    listed.actions = ["tails", "heads"]
    game = as_game(listed)
    assert legal_actions(game, start(game)) == [1, 0] and game.facts().actions == 2
    with pytest.raises(ValueError, match="not among the actions"):
        game.number("edge")
    with pytest.raises(ValueError, match="mixes integers and other actions"):
        seen = as_game(Coin())
        seen.number("heads")
        seen.number(3)
    small = Shuffle()
    small.actions, small.branching = 1, 2
    with pytest.raises(ValueError, match="attribute `actions`"):
        legal_actions(as_game(small), start(as_game(small)))


def test_chance_turns():
    game = as_game(Coin())
    state = start(game)
    result = Expectiminimax().search(game, state)
    assert game.action(result.action) == "heads"
    assert {game.action(a): v for a, v in result.values.items()} == {"heads": 0.5, "tails": -0.5}
    with pytest.raises(ValueError, match="Use Expectiminimax"):
        AlphaBeta().search(game, state)
    assert game.action(UCT().search(game, state, iterations=400, seed=1).action) == "heads"


def test_chance_inside_play_comes_from_the_seed():
    game = as_game(Shuffle())
    assert start(game, 5) == start(game, 5) != start(game, 6)
    state = start(game, 5)
    assert after(game, state, 0, seed=1) == after(game, state, 0, seed=1) != after(game, state, 0, seed=2)
    with pytest.raises(ValueError, match="uses random numbers during a move"):
        Expectiminimax(2, perspective="root").search(game, state)


def test_python_random_numbers_from_a_stream():
    one, two = StreamRandom(stream(3)), StreamRandom(stream(3))
    draws = [one.random() for _ in range(2000)]
    assert draws == [two.random() for _ in range(2000)] and 0.47 < sum(draws) / 2000 < 0.53
    counts = [one.randrange(3) for _ in range(3000)]
    assert all(900 < counts.count(i) < 1100 for i in range(3))
    cards = list(range(9))
    one.shuffle(cards)
    assert sorted(cards) == list(range(9)) and one.getrandbits(100) < 2**100


def test_optional_methods_belong_to_the_class_that_has_them():
    class Judged(Nim):
        def heuristic(self, state, player):
            return 0.25 if player == 0 else -0.25

        def key(self, state):
            return tuple(state)

    plain, judged = as_game(Nim(3, 3)), as_game(Judged(3, 3))
    assert overrides(judged, Game.heuristic) and not overrides(plain, Game.heuristic)
    assert AlphaBeta(1).search(judged, start(judged)).value == 0.25
    assert AlphaBeta(1).search(plain, start(plain)).value == 0.0
    assert judged.key(start(judged)) == judged.key(start(judged)) != judged.key(after(judged, start(judged), 0))
    with pytest.raises(ValueError, match="has no method key"):
        AlphaBeta(table_bits=8).search(plain, start(plain))
    assert AlphaBeta(table_bits=10).search(judged, start(judged)).table_hits > 0


def search_of(**methods):
    game = as_game(type("Broken", (Nim,), methods)(2, 1))
    return AlphaBeta(2).search(game, start(game))


def test_the_textbook_takes_plain_objects():
    plain = Nim(2, 1)
    state, before = start(plain), pickle.loads(pickle.dumps(textbook.minimax))
    assert before(plain, state, 0) == textbook.alpha_beta(plain, state, 0) == 1.0
    assert textbook.minimax(plain, [1, 2, 1], 1) == 1.0
    worse = textbook.changed(textbook.minimax, ("max(values)", "min(values)"))
    assert worse(plain, state, 0) == -1.0 and textbook.recorded(worse, plain, state, 0)[-1][1] == -1.0
    root, same = (textbook.uct(game, start(game), 50, stream(3)) for game in (plain, as_game(Nim(2, 1))))
    assert [child.visits for child in root.children] == [child.visits for child in same.children]


@pytest.mark.parametrize("call", [
    lambda: as_game(Nim), lambda: as_game(3), lambda: as_game(()), lambda: spelled((1, object())),
    lambda: search_of(play=lambda self, state, action: None), lambda: search_of(to_move=lambda self, state: "white"),
    lambda: search_of(to_move=lambda self, state: 2), lambda: search_of(to_move=lambda self, state: CHANCE),
    lambda: search_of(legal=lambda self, state: []),
])
def test_mistakes_are_explained_in_a_sentence(call):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        call()


def test_threads_that_need_the_game_of_an_object_at_the_same_time_get_the_same():
    meeting, found = threading.Barrier(3), []

    class Slow(Nim):
        @property
        def actions(self):  # a game is being made of the object
            with contextlib.suppress(threading.BrokenBarrierError):
                meeting.wait(5)

    thing = Slow(3, 4)
    running = [threading.Thread(target=lambda: found.append(game_of(thing))) for _ in range(3)]
    for one in running:
        one.start()
    for one in running:
        one.join()
    assert len(found) == 3 and len(set(map(id, found))) == 1 and game_of(thing) is found[0]


def test_plain_games_cannot_be_compiled_but_travel_to_other_processes():
    game = as_game(Nim(2, 1))
    with pytest.raises(ValueError, match="cannot be compiled"):
        AlphaBeta().search(game, start(game), compiled=True)
    again = pickle.loads(pickle.dumps(game))
    assert again.plain.heaps == (2, 1) and AlphaBeta().search(again, start(again)).value == 1


AGAIN = [lambda thing: pickle.loads(pickle.dumps(thing)), copying.copy, copying.deepcopy]


@pytest.mark.parametrize("again", AGAIN, ids=["pickled", "copied", "copied deeply"])
def test_what_actions_stand_for_is_kept(again):
    search = Search(Nim(3, 2), [0, 3, 2], UCT(), seed=1, compiled=False)
    result = search.run(300)
    other = again(search)
    for game in (other.game, again(search.tree).game, again(result).search.game, again(search.game)):
        assert [game.number(action) for action in ((2, 2), (1, 3))] == [search.game.number((2, 2)),
                                                                        search.game.number((1, 3))]
    assert other.result().name == result.name == again(result).name
    if again is not copying.copy:  # which shares the memory
        assert other.run(300).visits == search.run(300).visits
    assert again(search.tree).name(1) == search.tree.name(1)


# --- OpenSpiel --------------------------------------------------------------------------------------------------------

needs_openspiel = pytest.mark.skipif(
    not __import__("importlib.util").util.find_spec("pyspiel"), reason="OpenSpiel is not installed")


@needs_openspiel
@pytest.mark.parametrize(("name", "depth", "nodes"), [("tic_tac_toe", None, 18_297), ("connect_four", 5, 564)])
def test_alpha_beta_on_openspiel_games(name, depth, nodes):
    game = games.openspiel(name)
    result = AlphaBeta(depth).search(game, start(game))
    assert (result.nodes, result.value) == (nodes, 0.0)


@needs_openspiel
def test_openspiel_states_and_parameters():
    game = games.openspiel("breakthrough", rows=6, columns=6)
    state = start(game)
    assert len(legal_actions(game, state)) == 16 and game.facts().players == 2
    action = legal_actions(game, state)[0]
    following = after(game, state, action)
    assert game.to_move(state) == 0 and game.to_move(following) == 1
    assert game.action_name(state, action) == "a5a4" and game.text(state) != game.text(following)
    assert UCT().search(game, state, iterations=50, seed=2).action in legal_actions(game, state)
    assert as_game(game) is game and repr(pickle.loads(pickle.dumps(game))) == repr(game)


@needs_openspiel
@pytest.mark.parametrize("piglet", [False, True])
def test_pig_has_the_rules_of_openspiel(piglet):
    there = games.openspiel("pig", diceoutcomes=3, winscore=4, horizon=6, piglet=piglet)
    here = games.pig(faces=3, win_score=4, horizon=6, piglet=piglet)
    a = Expectiminimax().search(there, start(there))
    b = Expectiminimax().search(here, start(here), compiled=False)
    assert (a.nodes, a.leaves) == (b.nodes, b.leaves)
    assert a.value == pytest.approx(b.value) and a.values == pytest.approx(b.values)


@needs_openspiel
@pytest.mark.parametrize(("name", "parameters"), [
    ("conect_four", {}), ("no such thing", {}), ("breakthrough", {"rowz": 6}), ("breakthrough", {"rows": "six"}),
    ("goofspiel", {})])
def test_openspiel_refusals(name, parameters):
    with pytest.raises((KeyError, ValueError), match="^[^\n]{20,}$"):
        games.openspiel(name, **parameters)


# --- keys -------------------------------------------------------------------------------------------------------------


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass(frozen=True)
class Place:
    x: int
    name: str


DIFFERENT = [
    None, 0, -1, -2, 2**64, -(2**64), 0.5, math.inf, "", "a", "0", "i0;", b"", b"a", (), (0,), (0, 0), ((0,), 0),
    ((), ()), ("a", "b"), ("ab", ""), ("a,b",), frozenset(), frozenset({0}), frozenset({0, "a"}), Colour.RED,
    Colour.BLUE, Place(1, "a"), Place(2, "a"), np.arange(3), np.arange(4), (None,),
]


def test_different_keys_are_spelled_differently():
    assert len({spelled(thing) for thing in DIFFERENT}) == len(DIFFERENT)


@pytest.mark.parametrize("one, other", [
    (1, True), (2, 2.0), (np.int8(3), 3), (np.float64(0.5), 0.5), (-0.0, 0), (frozenset("abc"), frozenset("cba")),
    (np.str_("a"), "a"), ((1, (2.0,)), (1.0, (2,))),
])
def test_equal_keys_are_spelled_alike(one, other):
    assert one == other and spelled(one) == spelled(other)


def test_keys_are_the_same_in_every_process():
    """Whatever order sets have in this one."""
    seen = hashlib.sha256(spelled((frozenset({"x", "y", "z"}), "turn", -1))).hexdigest()
    assert seen.startswith("f6cf8651")
