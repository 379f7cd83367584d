"""Digests of what everything deterministic answers: all games, searches, statistics, judging, learning.

    python tests/fingerprints.py [WORD ...]      interpreted, beside fingerprints.json; says which differ, and in what
    python tests/fingerprints.py --write         writes fingerprints.json anew. A difference there is a change of
                                                 behaviour: say in the commit why it is meant

A *subject* is a game with options, or a part of the program; an *aspect* is one kind of question asked of it. Only
public questions are asked (`mcts_lab.game`, results of searches), so that code may be written anew behind them.
WORDs choose the subjects in whose names they are.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import time
from hashlib import blake2b
from pathlib import Path

import numpy as np
from small_vgdl import small

from mcts_lab import game as questions
from mcts_lab import games, search
from mcts_lab.engine.generic import Missing
from mcts_lab.engine.random import below, stream
from mcts_lab.game import CHANCE, TERMINAL, copy, facts, legal, legal_actions, play, start, to_move
from mcts_lab.games.vgdl import VgdlError, vocabulary
from mcts_lab.papers.joppen2019 import questions as sight
from mcts_lab.search import UCT

FILE = Path(__file__).with_suffix(".json")
SOME = 5  # actions of a state that are asked about one by one
WIDEST = 4096  # features
# Parts other than games are imported where they are asked: who asks one subject need not wait for all others.


def plain(value):
    """The same in words that do not depend on the machine: numbers with 12 digits, arrays as lists."""
    if isinstance(value, (bool, np.bool_)):
        return int(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return "nan" if math.isnan(value) else f"{float(value):.11e}" if value else "0"
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, dict):
        return [[plain(key), plain(one)] for key, one in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return str(value)


class Digests(dict):
    """Aspect: the digest of all that has been added to it."""

    def add(self, aspect, *values):
        if aspect not in self:
            self[aspect] = blake2b(digest_size=5)
        self[aspect].update(repr(plain(values)).encode())

    def words(self):
        return {aspect: digest.hexdigest() for aspect, digest in self.items()}


# -- games -------------------------------------------------------------------------------------------------------------


class Walk:
    """Random games, some moves of which rules choose, and what is said of each position."""

    def __init__(self, found, game, seed):
        self.found, self.game, self.known = found, game, facts(game)
        self.players, self.missing = range(self.known.players), set()
        self.room = np.zeros(self.known.branching + 64, np.int32)  # worlds may allow more than the truth
        self.inputs = np.zeros(WIDEST, np.float32)
        self.draws = stream(seed)

    def ask(self, question, *arguments):
        """An answer; None if the game has none."""
        if question not in self.missing:
            try:
                return getattr(questions if hasattr(questions, question) else sight, question)(self.game, *arguments)
            except Missing:
                self.missing.add(question)
        return None

    def some(self, actions):
        """A few of the actions: the first, the last, and drawn ones."""
        if len(actions) <= SOME:
            return actions
        return [actions[0], actions[-1], *(actions[below(self.draws, len(actions))] for _ in range(SOME - 2))]

    def look(self, state, aspect="position"):
        """What can be told of a position from its numbers."""
        mover = to_move(self.game, state)
        actions = self.room[:legal(self.game, state, self.room)]
        self.found.add(aspect, mover, actions, self.ask("key", state), self.ask("turn", state))
        self.found.add("values", *([self.ask(question, state, player) for player in self.players]
                                   for question in ("heuristic", "grade")))
        if mover >= 0:
            n = self.ask("features", state, self.inputs)
            self.found.add("features", self.inputs[:n or 0])
        return mover

    def look_closer(self, state):
        """What is said of actions, to whom."""
        for action in self.some(legal_actions(self.game, state)):
            self.found.add("advice", *(self.ask(question, state, action)
                                       for question in ("advice", "advised_against", "group", "minor")))
            self.found.add("observation", [self.ask("observation", state, action, player) for player in self.players])
            board = ".boards." in type(self.game).__module__  # others' pictures are no rules of theirs
            self.found.add("words", self.ask("action_name", state, action),
                           self.ask("areas", state, action) if board else ())
            following = copy(self.game, state)
            play(self.game, following, action, stream(3))
            self.found.add("words", self.ask("highlights", state, action, following) if board else ())
        self.found.add("words", self.ask("text", state), [self.ask("text_for", state, v) for v in self.players])
        cells, _ = sight.grid(self.game)
        if cells:
            self.found.add("grid", *(self.ask(question, state) for question in ("spot", "heading", "guise", "points")),
                           [self.ask("ahead", state, a) for a in legal_actions(self.game, state)],
                           [self.ask("things", state, cell) for cell in range(cells)])

    def look_ahead(self, state):
        """Worlds that might be the true one, choices of rules, playouts."""
        for player in self.players if not self.known.perfect_information else ():
            world = copy(self.game, state)
            self.ask("determinize", world, player, self.draws)
            self.look(world, "worlds")
            self.found.add("worlds", self.ask("text", world), self.draws)
        if to_move(self.game, state) >= 0:
            self.found.add("rules", self.ask("rule_action", copy(self.game, state), self.draws, self.room), self.draws)

    def play_out(self, state):
        if questions.playout.defines(type(self.game)):  # others are played as here
            other = copy(self.game, state)
            self.found.add("playout", self.ask("playout", other, self.draws, self.room), self.draws,
                           [questions.payoff(self.game, other, player) for player in self.players])

    def choose(self, state, by_rules):
        if to_move(self.game, state) == CHANCE:
            n = legal(self.game, state, self.room)
            self.found.add("chance", [questions.weight(self.game, state, a) for a in self.room[:n]])
            return questions.sample_action(self.game, state, self.draws, self.room)
        if below(self.draws, 4) < by_rules:
            action = self.ask("rule_action", state, self.draws, self.room)
            if action is not None:
                return action
        return questions.random_action(self.game, state, self.draws, self.room)

    def walk(self, seed, plays, close, far, by_rules):
        """One game; positions are looked at more closely after each so many plays, or `far`, and played out once."""
        game, found = self.game, self.found
        state = start(game, seed)
        found.add("facts", self.known._replace(dtype=None), questions.payoff_sum(game), sight.grid(game))
        aside = self.known.length // 3
        for step in range(plays):
            mover = self.look(state)
            if mover == TERMINAL:
                found.add("end", [questions.payoff(game, state, player) for player in self.players],
                          questions.outcome(game, state), questions.text(game, state))
                break
            if step % close == 0:
                self.look_closer(state)
            if step % far == 0:
                self.look_ahead(state)
            if step == aside % 7:
                self.play_out(state)
            play(game, state, int(self.choose(state, by_rules)), self.draws)
            found.add("draws", self.draws)
        found.add("misfit", questions.misfit(game, state))


def of_game(game, seeds=16, plays=400, close=3, far=4, by_rules=3):
    """Digests of some games of `game`; in every second one rules choose `by_rules` of four moves."""
    found = Digests()
    for seed in range(seeds):
        Walk(found, game, 100 + seed).walk(seed, plays, close, far, (seed + 1) % 2 * by_rules)
    return found


WHIST = {"trump": "chosen", "leader": "dealer", "dogs_life": True, "dead_hands": False}
BLIND = {"match": True, "blind_nil": 0, "bag_points": -1, "first_lead": "bidder", "target": 150}
READ_OTHERWISE = {"eq4": "opponent", "guard": "guarded", "midpoint": "real", "eq6": "away", "tie": "farther",
                  "goal": "mouth", "score": "difference"}
GAMES = {  # options of a game
    "tic_tac_toe": [{}],
    "nim": [{}, {"piles": (2, 3, 4), "misere": True}],
    "connect_four": [{}, {"rows": 4, "columns": 5, "line": 3}, {"rows": 7, "columns": 8}],
    "hex": [{"size": 4}, {"size": 7}, {"rows": 3, "columns": 5}],
    "breakthrough": [{}, {"rows": 5, "columns": 4}, {"rows": 7, "columns": 6}],
    "othello": [{}],
    "dark_hex": [{}, {"rows": 4, "columns": 3}, {"rows": 5, "columns": 6}],
    "phantom_ttt": [{}, {"rows": 3, "columns": 4}],
    "phantom444": [{}],
    "kuhn_poker": [{}],
    "leduc_poker": [{}],
    "liars_dice": [{}, {"sides": 3}],
    "bandit": [{}, {"arms": (0.2, 0.5, 0.9)}],
    "coin_in_a_box": [{}],
    "hidden_choice": [{}, {"uneven": False}],
    "non_locality": [{}, {"chance": 0.3}],
    "gaps": [{}, {"cells": 9, "every": 3, "chance": 0.5, "moves": 12, "loss": 0.25}],
    "pig": [{"win_score": 30, "horizon": 60}, {"faces": 4, "win_score": 20, "horizon": 40, "piglet": True},
            {"players": 3, "win_score": 25, "horizon": 70}],
    "sums": [{}, {"outcomes": 10, "digits": 3, "plays": 9}],
    "uniform_tree": [{}, {"branching": 3, "depth": 5, "ordered": True, "values": 9}, {"turns": 2, "seed": 3}],
    "soccer": [{"width": 9, "height": 7, "goal_height": 3, "random_start": False, "limit": 80}, {"limit": 40},
               {"width": 11, "height": 9, "limit": 40, "win": 1.0, "loss": 0.0, **READ_OTHERWISE},
               {"width": 9, "height": 9, "limit": 50, "guard": "guarded", "goal": "mouth", "score": "difference"}],
    "knockout_whist": [{}, {"players": 2, "trump": "turned"}, {"players": 3, **WHIST}, {"players": 5, **WHIST},
                       {"players": 7, "horizon": "trick", "sampler": "uniform"},
                       {"players": 5, "horizon": "round", "sampler": "cheap", "leader": "dealer"}],
    "spades": [{}, {"match": True, "target": 100, "floor": -150},
               {"match": True, "hands": 2, "trumps": "jokers_deuces"},
               {"trumps": "jokers", "break_rule": "never", "sampler": "cheap", "team_bid_cap": 0},
               {"trumps": "deuces", "break_rule": "free", "first_lead": "two_of_clubs", "sampler": "uniform"},
               {"first_lead": "two_of_clubs", "nil_tricks_count": False, "bag_points": 0, "nil_points": 50},
               {**BLIND, "blind_nil_pass": 2}, {**BLIND, "blind_nil": 100, "blind_nil_pass": 1, "bag_penalty": 30}],
    "dou_dizhu": [{}, {"kickers": "rlcard", "bidding": True, "stakes": True}, {"kicker_step": True, "landlord": 2},
                  {"kickers": "distinct", "quads": False, "show_leftover": False}, {"quirks": True, "bidding": True},
                  {"kickers": "rlcard", "kicker_step": True, "bidding": True, "show_leftover": False}],
    "hearthstone": [{"deck": "hunter", "other_deck": "warlock"}, {"deck": "shaman", "turns": 30}, {"deck": "beasts"},
                    {"deck": "warlock", "random_targets": True, "mulligan": "keep all", "hand_odds": "uniform"},
                    {"deck": "shaman", "other_deck": "hunter", "secrets_known": False, "draw_value": 0.25}],
    "tribes": [{}, {"players": 3, "mode": "score", "level": 5}, {"model": True, "level": 7},
               {"players": 4, "size": 12, "level": 8}],
    "vgdl": [{"description": name, "level": level, "nil": level > 2} for name in
             ("aliens", "boulderchase", "chase", "jaws", "surround", "whackamole", "zelda") for level in (0, 3)],
}
LENGTHS = {  # of walks where they take longer
    "hex": {"seeds": 3}, "breakthrough": {"seeds": 8}, "connect_four": {"seeds": 8}, "othello": {"seeds": 5},
    "soccer": {"seeds": 3}, "knockout_whist": {"seeds": 4}, "spades": {"seeds": 3, "plays": 120},
    "dou_dizhu": {"seeds": 6}, "hearthstone": {"seeds": 2, "plays": 90, "close": 10, "far": 200, "by_rules": 0},
    "tribes": {"seeds": 1, "plays": 120, "close": 30, "far": 30}, "vgdl": {"seeds": 1, "plays": 25, "close": 9},
}


# -- games in VGDL with each word of the language ----------------------------------------------------------------------

LEVEL = "A.n.i...\n.r.m.x.t\nw.n..m.o\n..x.r.n.\nm..c.i.A\n.m.n.r.."
FIRST = "obs=wall"
KINDS = {
    "n": "RandomNPC speed=0.5 cooldown=2 healthPoints=2", "m": "Missile orientation=LEFT speed=0.6",
    "i": "Immovable", "r": "Resource limit=3", "x": "Passive limitHealthPoints=4 healthPoints=3",
    "t": "Portal stype=o", "o": "Portal", "c": "Chaser stype=avatar speed=0.5 maxDistance=4",
}
AVATARS = (
    "MovingAvatar speed=0.5", "HorizontalAvatar", "VerticalAvatar", "FlakAvatar stype=m ammo=r minAmmo=1 ammoCost=2",
    "OrientedAvatar", "ShootAvatar stype=m ammo=r", "MissileAvatar speed=0.4", "OngoingAvatar", "FlakAvatar stype=x",
    "OngoingShootAvatar stype=x", "OngoingTurningAvatar spawnBehind=i", "ShootAvatar stype=i,m speed=0.7",
)
EVERYWHERE = "\n".join(("avatar wall > stepBack", "n wall > undoAll", "n EOS > stepBack", "c EOS > stepBack",
                        "avatar EOS > wrapAround", "r avatar > collectResource scoreChange=1", "m wall > killSprite"))
VALUES = {"resource": "r", "heldResource": "r", "ftype": "killSprite", "scoreChange": "2", "scoreChangeIfKilled": "3",
          "timer": "3", "stypeTo": "m", "stype_other": "i", "stypeCount": "n", "estype": "x", "notStype": "c",
          "leq": "5", "geq": "2", "offset": "0.5", "repeat": "1", "nextExecution": "-1", "stype1": "n", "stype2": "x",
          "stype3": "m", "stypes": "m,x", "stypeMissile": "m,x", "spawnBehind": "i", "orientation": "DOWN",
          "spawnorientation": "UP", "ammo": "r", "subTypesNum": "2"}
MADE = ("x", "m", "n", "i")  # one after the other what a word makes, hunts, counts


def said(options, number):
    """The options of a word of the language with other values than they have by default."""
    words = []
    for place, (option, default) in enumerate(options.items()):
        which = number + place
        if option in ("repeat", "nextExecution"):
            continue
        if option in VALUES:
            value = VALUES[option]
        elif option == "stype":
            value = MADE[number % 4]
        elif isinstance(default, bool):
            value = which % 2 == 0
        elif isinstance(default, float):
            value = (0.5, 0.8, 1.0)[which % 3]
        else:
            value = 1 + which % 3
        words.append(f"{option}={value}")
    return " ".join(words)


def invented(kinds, rules, number, endings="Timeout limit=50"):
    """A game with these lines besides the usual ones."""
    lines = {**KINDS, "avatar": AVATARS[number % len(AVATARS)], **kinds}
    return small("\n".join(f"{name} > {line}" for name, line in lines.items()), EVERYWHERE + "\n" + rules,
                 LEVEL if number % 3 else LEVEL.replace("w", "."), endings, first=FIRST, nil=number % 2 == 0)


def vgdl_words():
    """Name: function that makes a game, for each effect, class and ending."""
    found = {}
    for number, (name, (_, options, second)) in enumerate(vocabulary.EFFECTS.items()):
        effect = f"{name} {said({**vocabulary.EFFECT, **options}, number)}"
        if name == "addTimer":
            effect = "addTimer timer=3 ftype=killAll stype=x scoreChange=1"
        pairs = [f"{pair} > {effect}" for pair in ("n avatar", "m n", "x m", "avatar i", "c i", "m x", "n t", "x c",
                                                   *(() if second else ("m EOS", "i EOS")))]
        if not second:
            timed = said({**vocabulary.EFFECT, **options}, number + 1) if name != "addTimer" else effect[9:]
            pairs.append(f"x TIME > {name} {timed} timer=4 repeating=True")
        if name == "cloneSprite":  # which doubles whatever meets the same again
            pairs = [f"m EOS > {effect}"]
        if name.startswith("spawn"):
            pairs = [re.sub("stype=[nmx]", "stype=o", pair) for pair in pairs]
        if name == "shieldFrom":
            pairs.append("n m > killSprite")
        found[f"effect {name}"] = lambda number=number, pairs=tuple(pairs): invented({}, "\n".join(pairs), number)
    for number, (name, (_, options)) in enumerate(vocabulary.CLASSES.items()):
        words = said({**vocabulary.SPRITE, **options, "limit": 2, "healthPoints": 1}, number)
        if "Avatar" in name:
            words = said({"speed": 1.0, **options, "cooldown": 0}, number + 1)
        kind = "avatar" if "Avatar" in name else "n"
        rules = "avatar n > bounceForward\nm EOS > turnAround\nx EOS > killSprite\nn m > reverseDirection"
        found[f"class {name}"] = lambda kind=kind, line=f"{name} {words}", number=number, rules=rules: invented(
            {kind: line}, rules, number)
    for number, (name, (_, options, _)) in enumerate(vocabulary.ENDINGS.items()):
        for win in (True, False):
            words = said({**vocabulary.ENDING, **options, "win": win, "limit": 0}, number).replace("limit=", "limit=1")
            rules = "n avatar > killSprite scoreChange=1\nx m > killBoth\nm EOS > wrapAround"
            found[f"ending {name} {win}"] = lambda words=f"{name} {words}", number=number, rules=rules: invented(
                {}, rules, number, f"{words}\nTimeout limit=60 win=True")
    return found


def of_vgdl(make):
    try:
        game = make()
    except VgdlError as error:
        found = Digests()
        found.add("refused", str(error).split(":")[0])
        return found
    return of_game(game, seeds=1, plays=16, close=8, far=30)


# -- searches ----------------------------------------------------------------------------------------------------------

UNTOLD = ("seconds", "search", "history", "state")  # what differs from run to run, or is told otherwise


def told(result):
    """The fields of a search's result that are always the same."""
    fields = result._asdict() if hasattr(result, "_asdict") else vars(result)
    return [(name, value) for name, value in fields.items() if name not in UNTOLD]


def advanced(game, plays, seed=1):
    """A position after some random plays, in which a player is to move."""
    state, draws, room = start(game, seed), stream(seed), np.zeros(facts(game).branching + 1, np.int32)
    while plays > 0 or to_move(game, state) == CHANCE:
        play(game, state, questions.sample_action(game, state, draws, room), draws)
        plays -= 1
    return state


def exact_searches():
    from mcts_lab.search.minimax.alpha_beta import AlphaBeta
    from mcts_lab.search.minimax.expectiminimax import Expectiminimax
    from mcts_lab.search.minimax.minimax import Minimax
    from mcts_lab.textbook import exact as textbook

    found = Digests()
    positions = [(games.uniform_tree(branching=3, depth=5, turns=2, values=9), 0), (games.tic_tac_toe(), 4),
                 (games.nim(piles=(1, 2, 3)), 0), (games.connect_four(rows=4, columns=4, line=3), 6),
                 (games.soccer(width=9, height=7, goal_height=3, random_start=False), 3),
                 (games.breakthrough(rows=5, columns=4), 6)]
    for game, plays in positions:
        state = advanced(game, plays)
        orderings = ["listed", "pv", "table", "killer", "pv+table+killer"]
        if questions.heuristic.defines(type(game)):
            orderings += ["heuristic", "pv+table+killer+heuristic"]
        for number, ordering in enumerate(orderings):
            method = AlphaBeta(3 + number % 2, ordering=ordering, table_bits=8 - 5 * (number % 2), iterative=True)
            found.add("alpha-beta", told(method.search(game, state, compiled=False)))
        found.add("window", told(AlphaBeta(3, window=(-0.5, 0.5)).search(game, state, compiled=False)))
        for perspective in ("mover", "root"):
            method = Minimax(3, perspective=perspective, table_bits=4)
            found.add("minimax", told(method.search(game, state, compiled=False)))
        found.add("stopped", told(AlphaBeta(6, iterative=True).search(game, state, nodes=60, compiled=False)))
        mover = to_move(game, state)
        for function in (textbook.minimax, textbook.alpha_beta, textbook.negamax):
            if function is not textbook.negamax or facts(game).name != "soccer":
                found.add("textbook", function(game, state, mover, 3, lambda *_: 0.25))
    for plays in (2, 5):
        game = games.pig(faces=3, win_score=6)
        state = advanced(game, plays)
        for table_bits in (0, 4):
            method = Expectiminimax(3, table_bits=table_bits)
            found.add("expectiminimax", told(method.search(game, state, compiled=False)))
        found.add("textbook", textbook.expectiminimax(game, state, to_move(game, state), 3))
    return found


def searches():
    from mcts_lab.papers.joppen2019.best_first import BestFirst
    from mcts_lab.papers.joppen2019.population import PopulationRHEA
    from mcts_lab.papers.joppen2019.solo import play_solo
    from mcts_lab.papers.powley2013.solved_end import SolvedEnd
    from mcts_lab.search.evolution import RHEA

    found = Digests()
    four, dark, pig = games.connect_four(rows=4, columns=5), games.phantom_ttt(), games.pig(win_score=12, horizon=20)
    methods = {
        "best": UCT(final=search.BestValue()), "pimc": search.PIMC(trees=4),
        "added": search.PIMC(trees=7, vote="visits"), "cheating": search.PIMC(trees=5, guess=False),
        "imagined": search.PIMC(trees=9, method=UCT(world=search.OpenLoop(1), selection=search.UCB1(0.3))),
        "two children": search.PIMC(trees=20, method=UCT(final=search.BestValue())),
    }
    for game, plays in ((four, 8), (dark, 2), (pig, 3)):
        state = advanced(game, plays)
        for name, method in methods.items():
            try:
                result = method.search(game, state, iterations=60, seed=3, compiled=False)
            except ValueError:
                found.add(name, facts(game).name)
                continue
            found.add(name, told(result), result.pv)
        found.add("parallel root", told(UCT().search(game, state, iterations=40, seed=3, compiled=False, workers=2)))
    for horizon in (3, 8):
        evolved = RHEA(length=horizon).search(four, advanced(four, 5), calls=200, seed=2, compiled=False)
        found.add("evolution", told(evolved))
    gaps, whist = games.gaps(), games.knockout_whist(players=3)
    found.add("population", told(PopulationRHEA(population=6, horizon=5, mutations=2, tournament=3, elite=2).search(
        gaps, start(gaps, 1), calls=300, seed=1, compiled=False)))
    method = UCT(world=search.OpenLoop(), leaf=search.LimitedPlayout(3))
    found.add("solo", told(play_solo(gaps, method, calls=30, seed=5, moves=6, compiled=False)))
    chase = games.vgdl("chase", 0)
    for price in (0.0, 0.3):
        found.add("best first", told(BestFirst(price).search(chase, start(chase, 1), calls=40, seed=1, compiled=False)))
    state = advanced(whist.__class__(3, horizon=2), 10, seed=4)
    if to_move(whist, state) >= 0:
        found.add("solved end", told(SolvedEnd(UCT(world=search.SingleObserver()), plies=6, guesses=4).search(
            whist._replace(horizon=2), state, iterations=20, seed=2, compiled=False)))
    return found


def drawn_searches(first=400, number=160):
    """Answers of searches with parts drawn at random, on games of all kinds; `golden` knows their trees."""
    import combinations as drawn

    found = Digests()
    for one in map(drawn.task, range(first, first + number)):
        state = drawn.position(one)
        if state is not None:
            drawn.clear(one.method)
            result = one.method.search(one.game, state, **one.budgets[-1], seed=one.seed, compiled=False)
            found.add(type(one.method.world).__name__, told(result), result.pv)
    return found


def hidden_games():
    """What policies are worth where something is hidden."""
    from mcts_lab.search import hidden_exact

    found = Digests()

    def policy(game, state, actions):
        return [2 * (i + 1) / (len(actions) * (len(actions) + 1)) for i in range(len(actions))]

    for name in ("kuhn_poker", "coin_in_a_box", "hidden_choice", "non_locality"):
        game = games.make(name)
        found.add(name, hidden_exact.expected(game, policy),
                  [hidden_exact.best_reply(game, player, policy) for player in range(facts(game).players)])
    game = games.coin_in_a_box()
    worlds = [(state, odds / 3) for odds in (1, 2) for state in [start(game, 0)]]
    for number, (state, _) in enumerate(worlds):
        play(game, state, legal_actions(game, state)[number], stream(0))
    found.add("worlds", hidden_exact.open_values(game, worlds), hidden_exact.best_reply(game, 0, policy, worlds))
    return found


# -- numbers -----------------------------------------------------------------------------------------------------------


def statistical():
    from mcts_lab.experiments import statistics as s

    found = Digests()
    rng = np.random.default_rng(3)
    few, many, other = rng.random(7).round(2), rng.random(40).round(2), rng.random(40).round(2)
    rare = np.where(rng.random(40) < 0.1, 0.5, 0.0)
    for wins, trials in ((0, 5), (5, 5), (3, 8), (2.5, 9), (60, 110)):
        found.add("proportion", s.proportion(wins, trials), s.proportion(wins, trials, 0.8), s.score(2, 3, trials),
                  s.difference(wins, trials, 3, 7), s.difference(wins, trials, 30, 44, 0.9))
    for values in (few, many, rare, np.ones(12), np.zeros(12)):
        found.add("mean", s.share(values), s.share(values, 0.8), s.mean(values), s.mean(values, 0.9, 200, 1))
        found.add("text", s.mean(values).text(2), s.share(values).text(1, True), s.share(values).contains(0.5))
    found.add("clusters", s.cluster_means(many, np.arange(40) % 7))
    for first, second in ((many, other), (rare, rare[::-1]), (many > 0.4, other > 0.6), (rare * 3, many * 2),
                          (np.ones(9), np.ones(9))):
        found.add("pairs", s.paired(first, second), s.paired(first, second, 0.8))
        found.add("tests", s.sign_test(first, second), s.wilcoxon(first, second))
    for first, second in ((many > 0.4, other > 0.6), (many > 0.1, other > 0.8), (rare > 0, rare > 0)):
        found.add("mcnemar", s.mcnemar(first, second))
    for method in ("holm", "bonferroni", "fdr_bh"):
        found.add("adjusted", s.adjusted([0.01, 0.04, 0.03, 0.2, 0.001], method))
    x = np.arange(1.0, 9.0)
    for y in (2 + 3 * x, np.exp(x / 3) + few.mean(), np.array([5, 4, 4, 2, 3, 1, 1, 0.0])):
        found.add("fit", *([round(part, 6) for part in s.fit(x, y, kind)] for kind in ("linear", "exponential")))
    table = rng.random((8, 4)).round(1)
    found.add("ranks", s.average_ranks(table), s.average_ranks(table, False), s.friedman(table), s.nemenyi(table),
              [s.critical_difference(k, n) for k, n in ((3, 10), (5, 4), (10, 30))])
    rows = [{"seat_0": "abc"[i % 3], "seat_1": "abc"[(i + 1 + i % 2) % 3], "payoff_0": float(i * 7 % 3 - 1),
             "payoff_1": float(1 - i * 7 % 3), "start": i // 2, "pair": i // 2, "game": i} for i in range(36)]
    for options in ({}, {"anchor": "b"}, {"prior": 0.0, "confidence": 0.8}):
        found.add("elo", [[one if isinstance(one, str) else round(one, 6) for one in row]
                          for row in s.elo(rows, resamples=20, seed=1, **options).itertuples(index=False)])
    found.add("elo", [s.elo_of(points) for points in (0.1, 0.5, 0.75)])
    return found


def judged():
    from mcts_lab.papers import judging

    found = Digests()
    rules = [judging.Rule(alternative, null, margin, combine) for alternative in judging.ALTERNATIVES
             for null, margin in ((0.5, None), (0.5, 0.05), (0.0, 0.2)) for combine in ("all", "any")
             if margin is not None or alternative != "equal"]
    parts = [judging.Part(f"{i}", estimate, estimate - down * error, estimate + up * error, "ab"[i % 2], 100 * (i + 1))
             for i, (estimate, error, down, up) in enumerate(
                 (e, w, d, u) for e in (0.3, 0.5, 0.52, 0.56, 0.9) for w, d, u in ((0.02, 1, 1.3), (0.2, 0.7, 1)))]
    parts += [judging.counted("all", 0.5), judging.counted("most", 0.55, "a"), judging.counted("few", 0.45, "b")]
    for rule in rules:
        for part in parts:
            found.add("p values", judging.p_values(rule, part), judging.least(rule, part))
            found.add("verdicts", [judging.verdict_of(rule, part, factor) for factor in (1.0, 2.0, 5.0)])
            found.add("needed", judging.needed(rule, part), judging.needed(rule, part, 3.0))
        for n in (1, 2, 3, 5, 8):
            for first in range(0, len(parts) - n, 3):
                some = parts[first:first + n]
                found.add("judge", judging.by_reading(rule, some), judging.judge(rule, some, (0.01, 0.3)),
                          judging.factors(rule, some, (0.001, 0.2)))
                found.add("deciding", judging.what_decides(rule, some), judging.what_decides(rule, some, (0.01,)))
        lacking = [*parts[:2], judging.missing("none", "a")]
        found.add("missing", judging.judge(rule, lacking), judging.what_decides(rule, lacking),
                  judging.known(lacking), judging.known(lacking[2:]))
    found.add("holm", judging.holm([0.01, 0.04, 0.0, 0.5], [0.02, 0.03]),
              [judging.combined(some, how) for how in judging.COMBINATIONS for some in (
                  [judging.HOLDS] * 2, [judging.HOLDS, judging.FAILS], [judging.FAILS], [judging.EQUIVALENT] * 2,
                  [judging.OPEN, judging.HOLDS], [judging.OPEN, judging.FAILS])])
    return found


def learned():
    from mcts_lab.learning import bandits, models, planner
    from mcts_lab.learning.files import ModelError
    from mcts_lab.papers.papagiannis2022.players import pruning_model

    found = Digests()
    distributions = [bandits.Uniform(), bandits.TwoPeaks(), bandits.TwoEnds(), bandits.OnePeak(),
                     bandits.Beta(2.0, 3.5), bandits.empirical(np.arange(30) ** 2 / 900.0, 7)]
    for distribution in distributions:
        draws = stream(4)
        found.add("means", type(distribution).__name__, [bandits.draw_mean(distribution, draws) for _ in range(30)],
                  distribution)
        for arms, pulls in ((1, [1, 5]), (2, [1, 2, 3, 10]), (6, [3, 12, 40])):
            found.add("bandits", bandits.outcomes(distribution, arms, pulls, 5, 2),
                      bandits.outcomes(distribution, arms, pulls, 3, 2, repeats=2))
    found.add("rows", bandits.data_set(bandits.Uniform(), [2, 5, 9], (2, 4), 4, 2, 1).to_numpy(),
              bandits.data_set(bandits.Beta(2.0, 2.0), [3, 4], (3,), 2, None, 1, repeats=2).to_numpy())
    for name in ("uniform", "bimodal_gaussian"):
        try:
            model = pruning_model(name)
        except (ModelError, ValueError):
            continue
        tables = model.tables
        for actions in (1, 2, 3, 7, 20, 60, 300):
            for iterations in (0, 1, 99, 100, 101, 500, 1500, 2000):
                for present in (0, 50, 150, 1600):
                    planned = planner.plan(tables, actions, iterations, present)
                    found.add("plan", planner.time_of(planned), planner.number_of(planned))
                found.add("tables", planner.kept_of(tables, actions, iterations),
                          planner.found_of(tables, actions, iterations))
                found.add("schedule", planner.schedule(tables, actions, iterations))
    rng = np.random.default_rng(1)
    weights = [rng.normal(size=shape).round(2) for shape in ((3, 4), (4, 5), (5, 2))]
    network = models.perceptron(rng.random(3), np.array([1.0, 0.0, 2.0]), weights, [w[0] for w in weights])
    answers = np.zeros(3, np.float32)
    for row in rng.normal(size=(5, 3)).astype(np.float32):
        models.answer(network, row, answers)
        found.add("perceptron", [round(float(one), 3) for one in (*answers, *network([row])[0])])
    found.add("perceptron", models.sizes_of(network), network.sizes, network.numbers)
    return found


PARTS = {"search exact": exact_searches, "search trees": searches, "search trees drawn": drawn_searches,
         "search hidden": hidden_games, "statistics": statistical, "judging": judged, "learning": learned}


def subjects():
    """Name: function without arguments, whose digests they are."""
    found = {}
    for name, variants in GAMES.items():
        for options in variants:
            words = ",".join(f"{option}={value}" for option, value in options.items())
            found[f"{name} {words}".strip()] = lambda name=name, options=options: of_game(
                games.make(name, **options), **LENGTHS.get(name, {}))
    for name, make in vgdl_words().items():
        found[f"vgdl {name}"] = lambda make=make: of_vgdl(make)
    return found | PARTS


# -- the file ----------------------------------------------------------------------------------------------------------


def stored():
    return json.loads(FILE.read_text(encoding="utf-8"))


def differences(name, make):
    """The aspects of a subject that are not as they are stored."""
    found, known = make().words(), stored().get(name, {})
    return [aspect for aspect in found | known if found.get(aspect) != known.get(aspect)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD", help="in the names of subjects (default: all)")
    parser.add_argument("--write", action="store_true", help="write the file anew; a difference needs a reason")
    parser.add_argument("--seconds", action="store_true", help="say how long each takes")
    options = parser.parse_args()
    all_subjects = subjects()
    chosen = [name for name in all_subjects if not options.words or any(word in name for word in options.words)]
    known = stored() if FILE.exists() else {}
    changed, found = 0, {}
    for name in chosen:
        began = time.process_time()
        found[name] = all_subjects[name]().words()
        if options.seconds:
            print(f"{time.process_time() - began:6.2f} s  {name}", flush=True)
        wrong = [aspect for aspect in found[name] | known.get(name, {})
                 if found[name].get(aspect) != known.get(name, {}).get(aspect)]
        changed += bool(wrong)
        if wrong:
            print(f"{name}: {', '.join(wrong)}", flush=True)
        if options.write:
            known[name] = found[name]
            lines = (f"{json.dumps(one)}: {json.dumps(known[one])}" for one in all_subjects if one in known)
            FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{len(chosen)} subjects, {changed} differ")
    return bool(changed) and not options.write


if __name__ == "__main__":
    sys.exit(main())
