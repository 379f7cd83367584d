"""Are a game's rules right? Random play, interpreted, that asserts everything the rest of the package relies on.

Compiled code checks nothing: a list of actions longer than ``Facts.branching`` says, or a game longer than
``Facts.length``, is written over whatever stands behind it in memory. So `check_game` looks for such mistakes where
they only raise an exception. A game from outside the package is looked at for a moment before it is first compiled;
by hand, ``print(check_game(game))`` looks longer.
"""

from __future__ import annotations

import contextlib
import math
import pickle
import re
import time
import weakref
import xml.etree.ElementTree as ET
from dataclasses import dataclass

import numpy as np

from . import game as rules
from .engine.generic import PACKAGE, Missing, compiler
from .engine.random import stream
from .game import CHANCE, TERMINAL, UNNOTICED, Facts

REQUIRED = ("facts", "reset", "to_move", "legal", "play", "payoff")
COMPILED = (*REQUIRED, "playout", "random_action", "weight", "heuristic", "noisy", "determinize", "observation", "key",
            "advice", "advised_against", "rule_action")  # rules that compiled code may call, and facts
UNTOUCHED = -7_654_321  # what `legal` is given; where it still stands, nothing was written
SHOWN = 12  # actions of a game that a sentence names


class WrongRules(ValueError):
    """A game's rules break what they promise; the message says which and where."""


@dataclass(frozen=True)
class Finding:
    """One mistake: the rule that shows it, a sentence, and the game in which it was seen."""

    rule: str
    sentence: str
    seed: int | None = None  # of the game; None: seen before any game began
    actions: tuple = ()  # played before it was seen

    def __str__(self):
        if self.seed is None:
            return f"{self.rule}: {self.sentence}"
        shown = ", ".join(map(str, self.actions[:SHOWN])) + (", ..." if len(self.actions) > SHOWN else "")
        after = f"after the actions {shown}" if self.actions else "at the start"
        return f"{self.rule}: {self.sentence} (seen {after}, in the game with seed {self.seed})"


@dataclass(frozen=True)
class Report:
    """What `check_game` found; prints as a list of sentences."""

    title: str  # of the game
    findings: tuple  # of Finding; empty: nothing wrong was seen
    games: int  # played to their end
    plays: int
    seconds: float

    @property
    def right(self) -> bool:
        """Whether nothing wrong was seen."""
        return not self.findings

    def __str__(self):
        seen = f"{self.games:,} random game{'s'[:self.games != 1]} with {self.plays:,} plays"
        if self.right and not self.games:
            return (f"{self.title}: nothing wrong in {self.plays:,} plays, but no game ended in time: no payoff was "
                    "seen.")
        if self.right:
            return f"{self.title}: nothing wrong in {seen}."
        return "\n".join([f"{self.title}: {len(self.findings)} mistake{'s'[:len(self.findings) > 1]} in {seen}.",
                          *(f"- {finding}" for finding in self.findings)])

    __repr__ = __str__


def check_game(game, *, games: int = 100, seconds: float = 3.0, seed: int = 0) -> Report:
    """Play `game` at random, interpreted, and look for whatever breaks the promises of `mcts_lab.game` and its facts.

    game: a game, or a plain object that `as_game` accepts
    games, seconds: stop after so many games, or when so much time has passed; a first game that is not over by then is
        played on for as long again, with fewer questions, since only its end shows the payoffs
    seed: of the first game; the others have the numbers that follow

    Nothing is raised for wrong rules: see the `Report`. Each kind of mistake is reported once, where it was seen first.
    An endless loop inside one rule can only be interrupted, which names the rule.
    """
    began = time.monotonic()
    look = _Look(rules.game_of(game), began + seconds, began + 2 * seconds)
    played = 0
    if look.facts_are_right():
        while played < games and not look.late() and look.game_is_right(seed + played):
            played += 1
        look.compare_sums()
    title = look.facts.title if isinstance(look.facts, Facts) else type(game).__name__
    return Report(title, tuple(look.findings.values()), played, look.plays, time.monotonic() - began)


_checked: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()  # class of a game -> what of it has been looked at


def check_outsider(game, games: int = 20, seconds: float = 0.5):
    """Look at a game before it is compiled, if its class or a rule of it is not of this package; raises WrongRules.

    Each game is looked at once, and again when rules have been defined since.
    """
    cls = type(game)
    if not from_outside(game):
        return
    this = (compiler.generation, repr(game))
    if this not in _checked.setdefault(cls, set()):
        report = check_game(game, games=games, seconds=seconds)
        if not report.right:
            raise WrongRules(f"The rules of {report.title} are wrong, and compiled they could do any harm. "
                             f"{report.findings[0]}. See check_game(game) for all that was found.")
        _checked[cls].add(this)


_outside: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()  # class of a game -> (number of rules then, answer)


def from_outside(game) -> bool:
    """Whether a game's class, or a rule of it that searches call, is not of this package."""
    cls = type(game)
    when, answer = _outside.get(cls, (None, False))
    if when != compiler.changes:
        things = (cls, *(getattr(rules, name).implementation(cls) for name in COMPILED))
        answer = any(map(_is_outside, things))
        _outside[cls] = compiler.changes, answer
    return answer


def _is_outside(thing):
    return getattr(thing, "__module__", PACKAGE).partition(".")[0] != PACKAGE


class _Stop(Exception):
    """This game cannot be played on."""


class _Look:
    """One look at a game: what was found, and the game being played."""

    def __init__(self, game, until, last):
        self.game, self.until, self.last = game, until, last  # when to stop; `last` is for the first game
        self.findings = {}  # (rule, kind of mistake) -> Finding
        self.seed, self.actions, self.plays = None, [], 0
        self.facts, self.sum, self.ended = None, None, False
        self.guesses = stream(1)  # for whatever is drawn beside the game

    def late(self):
        return time.monotonic() > self.until

    def say(self, rule, kind, sentence):
        finding = Finding(rule, sentence, self.seed, tuple(self.actions))
        self.findings.setdefault((rule, kind), finding)

    def demand(self, right, rule, kind, sentence):
        """Note a mistake with which the game cannot be played on."""
        if not right:
            self.say(rule, kind, sentence)
            raise _Stop

    def ask(self, name, *arguments, overflow="raise"):
        """What a rule answers; a rule that fails is a mistake."""
        try:
            with np.errstate(over=overflow):
                return getattr(rules, name)(self.game, *arguments)
        except KeyboardInterrupt as stop:
            stop.add_note(f"{name} of {type(self.game).__name__} was still running: its rules are tried by random play "
                          "before they are compiled, and it may hold a loop that never ends.")
            raise
        except Missing as error:
            self.demand(False, name, "missing", str(error) or f"is not defined: give the game's class a method {name}")
        except FloatingPointError as error:
            self.demand(False, name, "overflow", f"a small number overflows ({error}): read the fields of a state with "
                        "int(...) before doing arithmetic with them")
        except Exception as error:  # whatever a stranger's rule raises
            self.demand(False, name, "fails", f"fails with {type(error).__name__}: {error}")

    def has(self, name):
        return getattr(rules, name).defines(type(self.game))

    # -- facts ---------------------------------------------------------------------------------------------------------

    def facts_are_right(self) -> bool:
        try:
            missing = [name for name in REQUIRED if not self.has(name)]
            for name in missing:
                self.say(name, "missing", f"is not defined: give the game's class a method {name}")
            if missing:
                return False
            self.facts = self.ask("facts")
            self.demand(isinstance(self.facts, Facts), "facts", "type", f"returns {self.facts!r}, not Facts(...)")
            for kind, right, sentence in self._facts():
                if not right:
                    self.say("facts", kind, sentence)
        except _Stop:
            pass
        return not self.findings

    def _facts(self):
        fact = self.facts
        for name, most in (("players", 7), ("actions", 2**31 - 1), ("branching", 2**31 - 1), ("length", rules.LONGEST)):
            value = getattr(fact, name)
            whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
            yield name, whole and 1 <= value <= most, f"{name}={value!r} must be a whole number from 1 to {most:,}"
        low, high, outcomes = fact.low, fact.high, tuple(fact.outcomes)
        yield "payoffs", math.isfinite(low) and math.isfinite(high) and low < high, (
            f"low={low} must be less than high={high}, and both finite")
        yield "outcomes", list(outcomes) == sorted(set(outcomes)) and all(low <= o <= high for o in outcomes), (
            f"outcomes={outcomes} must be in ascending order, from low={low} to high={high}")
        yield "names", len(fact.player_names) in (0, fact.players), (
            f"player_names has {len(fact.player_names)} names for {fact.players} players: name all, or none")
        yield "dtype", isinstance(fact.dtype, np.dtype) and (fact.dtype.names is not None or fact.dtype == object), (
            f"dtype={fact.dtype!r} must be a NumPy dtype with named fields: np.dtype([(\"name\", np.int8), ...])")
        yield "dtype holds objects", fact.dtype == object or not getattr(fact.dtype, "hasobject", False), (
            "the fields of a state must be numbers, not Python objects")
        taken = sorted(set(getattr(fact.dtype, "names", None) or ()) & set(dir(np.record)))
        yield "field names", not taken, (f"a state cannot have a field {taken and taken[0]!r}, which means something "
                                         "else in NumPy: give it another name")

    # -- one game ------------------------------------------------------------------------------------------------------

    def game_is_right(self, seed) -> bool:
        """Play one game; False if something was found, or there was no time to end it."""
        self.seed, self.actions = seed, []
        known = len(self.findings)
        try:
            rng = stream(seed)
            state = self.started(rng)
            chosen = np.random.default_rng(seed)
            while True:
                player = self.mover(state)
                if player == TERMINAL:
                    break
                self.demand(len(self.actions) < self.facts.length, "length", "too long",
                            f"a game goes on after {self.facts.length} plays, the most that Facts.length allows")
                legal = self.legal(state)
                if not self.late():
                    self.position(state, player, legal)
                if player == CHANCE:
                    odds = self.weights(state, legal)
                    action = int(chosen.choice(legal, p=odds))
                else:
                    action = int(chosen.choice(legal))
                state = self.played(state, action, rng)
                self.actions.append(action)
                self.plays += 1
                if self.late() and (self.ended or time.monotonic() > self.last):
                    return False
            self.end(state)
            self.ended = True
        except _Stop:
            return False
        return len(self.findings) == known

    def started(self, rng):
        """A start position; the same seed must give the same."""
        again = rng.copy()
        state, other = rules.new_states(self.game, 1)[0], rules.new_states(self.game, 1)[0]
        self.ask("reset", state, rng)
        self.ask("reset", other, again)
        self.demand(self.same(state, other), "reset", "seed",
                    "two games with the same seed begin differently: draw from `rng` and nothing else")
        return state

    def mover(self, state):
        player = self.ask("to_move", state)
        valid = isinstance(player, (int, np.integer)) and (player in (CHANCE, TERMINAL)
                                                           or 0 <= player < self.facts.players)
        self.demand(valid, "to_move", "range", f"returns {player!r}, but players are numbered 0 to "
                    f"{self.facts.players - 1}; CHANCE and TERMINAL are the only others")
        if player == CHANCE and self.facts.deterministic:
            self.say("to_move", "chance", "returns CHANCE although Facts.deterministic is True: set it to False")
        return int(player)

    def legal(self, state):
        """The legal actions of an unfinished state."""
        most = self.facts.branching
        before = self.content(state)
        out = np.full(2 * most + 256, UNTOUCHED, np.int32)
        n = self.ask("legal", state, out)
        self.demand(isinstance(n, (int, np.integer)), "legal", "type", f"returns {n!r}, not the number of actions")
        written = int((out != UNTOUCHED).nonzero()[0].max(initial=-1)) + 1
        self.demand(n >= 0, "legal", "negative", f"returns {n}, which is not a number of actions")
        self.demand(n > 0, "legal", "none", "lists no action, but the game is not over: to_move says "
                    f"{self.ask('to_move', state)}")
        self.demand(max(n, written) <= most, "legal", "branching", f"writes {max(n, written):,} actions, but "
                    f"Facts.branching allows {most:,}")
        actions = out[:n].tolist()
        self.demand(UNTOUCHED not in actions, "legal", "fewer",
                    f"returns {n}, but writes only {actions.index(UNTOUCHED) if UNTOUCHED in actions else n} actions")
        wrong = [action for action in actions if not 0 <= action < self.facts.actions]
        self.demand(not wrong, "legal", "range", f"lists the action {wrong and wrong[0]}, but Facts.actions allows 0 "
                    f"to {self.facts.actions - 1}")
        self.demand(len(set(actions)) == n, "legal", "twice", f"lists an action twice: {actions}")
        again = out.copy()
        self.ask("legal", state, again)
        self.demand((again == out).all(), "legal", "order", "lists other actions, or in another order, when asked "
                    "again")
        self.unchanged(state, before, "legal")
        return actions

    def weights(self, state, outcomes):
        """How likely the outcomes of a chance turn are."""
        weights = [float(self.ask("weight", state, outcome)) for outcome in outcomes]
        self.demand(all(math.isfinite(w) and w >= 0 for w in weights) and sum(weights) > 0, "weight", "range",
                    f"gives {weights}; weights are finite, at least 0, and not all 0")
        return np.array(weights) / sum(weights)

    def position(self, state, player, legal):
        """Everything else that may be asked of an unfinished state."""
        before = self.content(state)
        self.words(state, legal)
        for seat in range(self.facts.players):
            if self.has("heuristic"):
                estimate = float(self.ask("heuristic", state, seat))
                self.demand(math.isfinite(estimate), "heuristic", "finite", f"returns {estimate} for player {seat}")
            if self.has("observation"):
                self.labels(state, player, legal, seat)
        if self.has("key"):
            self.ask("key", state, overflow="ignore")
        for action in legal if player != CHANCE and self.has("advice") else ():
            rating = float(self.ask("advice", state, action))
            self.demand(0.0 <= rating <= 1.0, "advice", "range", f"rates action {action} {rating}; ratings are 0 to 1")
        scratch = np.zeros(self.facts.branching, np.int32)
        for name in ("random_action", "rule_action"):
            if self.has(name) and (player != CHANCE or name == "random_action" and not self.has("weight")):
                action = self.ask(name, state, self.guesses, scratch)
                self.demand(action in legal, name, "illegal", f"returns {action!r}, which is not legal here: {legal}")
        self.unchanged(state, before, "a rule that only looks, such as heuristic, text or observation,")
        if self.has("determinize") and player != CHANCE:
            for seat in range(self.facts.players):
                self.guess(state, player, legal, seat)
        if self.has("playout"):
            copy = rules.copy(self.game, state)
            self.ask("playout", copy, self.guesses, scratch)
            self.demand(self.ask("to_move", copy) == TERMINAL, "playout", "end", "returns before the game is over")

    def words(self, state, legal):
        names = [self.ask("action_name", state, action) for action in legal]
        self.demand(all(isinstance(name, str) and name for name in names), "action_name", "type",
                    f"must return a text for each action, not {names[:SHOWN]}")
        if len(set(names)) < len(names):
            self.say("action_name", "twice", f"gives two legal actions the same name: {names[:SHOWN]}")
        text = self.ask("text", state)
        self.demand(isinstance(text, str), "text", "type", f"returns {type(text).__name__}, not a text")
        if self.has("svg") and not self.actions:
            drawn = self.ask("svg", state)
            try:
                ET.fromstring(drawn)
            except (ET.ParseError, TypeError) as error:
                self.say("svg", "xml", f"is not a well-formed picture: {error}")

    def labels(self, state, player, legal, seat):
        """What one player sees of the actions."""
        most = 2 * self.facts.actions + 1
        seen = [self.ask("observation", state, action, seat) for action in legal]
        wrong = [label for label in seen if label != UNNOTICED and not 0 <= label <= most]
        self.demand(not wrong, "observation", "range",
                    f"returns {wrong and wrong[0]}; labels are numbers from 0 to {most}, or UNNOTICED")
        if seat == player:
            self.demand(len(set(seen)) == len(seen), "observation", "own",
                        f"player {seat} cannot tell two of his own actions apart: {legal} have the labels {seen}")

    def guess(self, state, player, legal, seat):
        """One world that `seat` takes to be possible: it keeps what the player knows, and can be played on."""
        world = rules.copy(self.game, state)
        before = self.content(state)
        self.ask("determinize", world, seat, self.guesses)
        self.unchanged(state, before, "determinize of a copy")
        mover = self.ask("to_move", world)
        self.demand(mover == player, "determinize", "mover",
                    f"for player {seat} changes who is to move, from {player} to {mover}")
        theirs = self.legal(world)
        if seat == player:
            self.demand(sorted(theirs) == sorted(legal), "determinize", "legal", f"changes what player {seat}, who is "
                        f"to move, may do: from {legal} to {theirs}")
        if self.has("text_for"):
            known, told = self.ask("text_for", state, seat), self.ask("text_for", world, seat)
            self.demand(known == told, "determinize", "seen", f"for player {seat} changes what that player has seen, "
                        f"from {known!r} to {told!r}")

    def played(self, state, action, rng):
        """The state that follows from `action`."""
        before, words = self.content(state), rng.copy()
        following, other = rules.copy(self.game, state), rules.copy(self.game, state)
        self.ask("play", following, action, rng)
        self.unchanged(state, before, "play of a copy")
        if self.late():
            return following
        if not self.facts.random_play and (rng != words).any():
            chance = rules.copy(self.game, state)
            self.ask("play", chance, action, self.guesses)
            self.demand(self.same(following, chance) or self.ends_alike(following, chance), "play", "random",
                        "follows random numbers, but Facts.random_play is False: set it, and Facts.deterministic to "
                        "False")
        self.ask("play", other, action, words)
        self.demand(self.same(following, other), "play", "seed", f"of action {action}, done twice with the same random "
                    "numbers, leads to different states: draw from `rng` and nothing else")
        return following

    def ends_alike(self, one, other):
        """Whether both states are ends of the game, with the same payoffs if there is no chance in it."""
        return all(self.ask("to_move", state) == TERMINAL for state in (one, other)) and (
            not self.facts.deterministic or all(self.ask("payoff", one, player) == self.ask("payoff", other, player)
                                                for player in range(self.facts.players)))

    def end(self, state):
        """A finished game."""
        out = np.full(2 * self.facts.branching + 256, UNTOUCHED, np.int32)
        n = self.ask("legal", state, out)
        self.demand(n == 0, "legal", "after the end", f"returns {n} although the game is over, where it must return 0")
        payoffs = [float(self.ask("payoff", state, player)) for player in range(self.facts.players)]
        low, high, outcomes = self.facts.low, self.facts.high, np.array(self.facts.outcomes)
        for player, value in enumerate(payoffs):
            self.demand(math.isfinite(value) and near(low, value) <= value <= near(high, value), "payoff", "range",
                        f"gives player {player} {value}, but Facts allow {low} to {high}")
            self.demand(len(outcomes) == 0 or np.isclose(outcomes, value, rtol=1e-9, atol=1e-9).any(), "payoff",
                        "outcomes", f"gives player {player} {value}, which is not among Facts.outcomes")
        if self.facts.zero_sum:
            self.sum = sum(payoffs) if self.sum is None else self.sum
            self.demand(math.isclose(sum(payoffs), self.sum, rel_tol=1e-9, abs_tol=1e-9), "payoff", "sum",
                        f"the payoffs {payoffs} add up to {sum(payoffs)}, in another game to {self.sum}: "
                        "set Facts.zero_sum=False")
        self.words(state, [])

    def compare_sums(self):
        """What the payoffs of two players added up to in every game, with what the game says."""
        if self.sum is None or self.facts.players != 2 or self.findings:
            return
        with contextlib.suppress(_Stop):
            promised = self.ask("payoff_sum")
            self.demand(math.isclose(promised, self.sum, rel_tol=1e-9, abs_tol=1e-9), "payoff_sum", "other",
                        f"says that payoffs add up to {promised}, but they add up to {self.sum}: define payoff_sum "
                        "for the game")

    # -- states --------------------------------------------------------------------------------------------------------

    def unchanged(self, state, before, what):
        self.demand(self.content(state) == before, what.split()[0] if what[0] != "a" else "rules", "changes",
                    f"{what} changes the state it was given")

    def content(self, state):
        """Something to compare with that of the same state later."""
        if isinstance(state, np.void):
            return tuple(np.asarray(state[name]).tobytes() for name in state.dtype.names)
        try:
            return pickle.dumps(state.object)
        except Exception:  # it cannot be written down: what it looks like must do
            return self.looks(state)

    def looks(self, state):
        out = np.zeros(2 * self.facts.branching + 256, np.int32)
        player = self.ask("to_move", state)
        text = re.sub(r" at 0x[0-9a-f]+", "", str(self.ask("text", state)))
        return player, out[: self.ask("legal", state, out)].tolist(), text

    def same(self, one, other):
        """Whether two states are the same, as far as can be told."""
        return (self.content if isinstance(one, np.void) else self.looks)(one) == (
            self.content if isinstance(other, np.void) else self.looks)(other)


def near(bound, value):
    """`bound`, or `value` where it misses the bound by rounding only."""
    return value if math.isclose(bound, value, rel_tol=1e-9, abs_tol=1e-9) else bound
