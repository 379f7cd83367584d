"""What must hold for every game of the package: right rules, both speeds, fair random play, pictures, bad options."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from scipy.stats import chisquare

from mcts_lab import check_game, games
from mcts_lab import game as questions
from mcts_lab.engine.generic import entry
from mcts_lab.engine.random import stream
from mcts_lab.game import (
    CHANCE,
    TERMINAL,
    copy,
    determinize,
    facts,
    heuristic,
    key,
    legal_actions,
    new_states,
    play,
    playout,
    random_action,
    reset,
    sample_action,
    start,
    svg,
    svg_for,
    text,
    to_move,
)

OPTIONS = {
    "breakthrough": [{}, {"rows": 5, "columns": 4}],
    "connect_four": [{}, {"rows": 5, "columns": 5, "line": 3}, {"rows": 31, "columns": 2}],
    "dou_dizhu": [{}, {"kicker_step": True, "bidding": True}, {"kickers": "rlcard", "show_leftover": False}],
    "hearthstone": [{"deck": deck} for deck in ("hunter", "warlock", "shaman", "beasts")],
    "hex": [{}, {"rows": 3, "columns": 5}],
    "knockout_whist": [{}, {"players": 3, "horizon": "round"}, {"trump": "chosen", "dogs_life": True}],
    "nim": [{}, {"piles": (2, 3, 4), "misere": True}],
    "spades": [{}, {"trumps": "jokers", "blind_nil": 0, "blind_nil_pass": 2}, {"first_lead": "two_of_clubs"}],
    "tribes": [{}, {"players": 3, "mode": "score"}, {"model": True}],
    "vgdl": [{"description": name} for name in ("zelda", "aliens", "chase", "jaws", "boulderchase")],
}
GAMES = {" ".join((name, *map(str, chosen.values()))): (name, chosen)
         for name in games.names() for chosen in OPTIONS.get(name, [{}])}
each_game = pytest.mark.parametrize("name", GAMES)


def made(name):
    return games.make(GAMES[name][0], **GAMES[name][1])


def walk(game, seed, plays=60):
    """The states of a random game, up to a number of plays, each as it was before the next one."""
    state, rng, scratch = start(game, seed), stream(seed), np.zeros(facts(game).branching, np.int32)
    yield copy(game, state)
    for _ in range(plays):
        if to_move(game, state) == TERMINAL:
            return
        play(game, state, int(sample_action(game, state, rng, scratch)), rng)
        yield copy(game, state)


@each_game
def test_the_rules_are_right(name):
    report = check_game(made(name), games=8, seconds=0.4)
    assert report.right, str(report)


@each_game
def test_a_state_used_again_begins_like_a_new_one(name):
    game = made(name)
    *_, used = walk(game, 1)
    reset(game, used, stream(2))
    fresh = start(game, 2)
    scratch, rngs = np.zeros(facts(game).branching, np.int32), (stream(3), stream(3))
    for _ in range(12):
        assert text(game, used) == text(game, fresh)
        assert legal_actions(game, used) == legal_actions(game, fresh)
        if to_move(game, used) == TERMINAL:
            break
        for state, rng in zip((used, fresh), rngs, strict=True):
            play(game, state, int(sample_action(game, state, rng, scratch)), rng)


# -- both speeds -------------------------------------------------------------------------------------------------------


@entry
def course(game, states, worlds, rng, scratch, actions, whole):
    """Random games up to a number of plays, a world as player 0 imagines it, and a playout if `whole`."""
    for i in range(len(states)):
        reset(game, states[i], rng)
        for k in range(actions.shape[1]):
            if to_move(game, states[i]) == TERMINAL:
                break
            actions[i, k] = sample_action(game, states[i], rng, scratch)
            play(game, states[i], actions[i, k], rng)
        worlds[i] = states[i]
        if to_move(game, worlds[i]) >= 0:
            determinize(game, worlds[i], 0, rng)
        if whole:
            actions[i, 0] = playout(game, states[i], rng, scratch)


@entry
def key_of(game, state):
    return key(game, state)


@entry
def heuristic_of(game, state):
    return heuristic(game, state, 0)


@pytest.mark.compiled
@each_game
def test_compiled_and_interpreted_agree(name):
    game = made(name)
    runs = []
    for compiled in (True, False):
        states, worlds, actions = new_states(game, 3), new_states(game, 3), np.zeros((3, 40), np.int32)
        rng, scratch = stream(5), np.zeros(facts(game).branching, np.int32)
        course(game, states, worlds, rng, scratch, actions, facts(game).length <= 1000, compiled=compiled)
        seen = [actions.tolist(), rng.tolist(), [state.tolist() for state in (*states, *worlds)]]
        for question, asked, plain in ((key, key_of, int), (heuristic, heuristic_of, float)):
            if question.defines(type(game)):
                seen.append([plain(asked(game, world, compiled=compiled)) for world in worlds])
        runs.append(repr(seen))
    assert runs[0] == runs[1]


# -- random play -------------------------------------------------------------------------------------------------------


@entry
def tally(game, state, rng, scratch, draws):
    for i in range(len(draws)):
        draws[i] = random_action(game, state, rng, scratch)


@pytest.mark.compiled
@each_game
def test_random_actions_are_uniform(name):
    game = made(name)
    states = [state for state in walk(game, 8) if to_move(game, state) >= 0 and len(legal_actions(game, state)) > 1]
    for state in (states[0], states[len(states) // 2], states[-1]):
        actions = legal_actions(game, state)
        draws = np.zeros(200 * len(actions), np.int32)
        tally(game, state, stream(2), np.zeros(facts(game).branching, np.int32), draws)
        counts = np.array([(draws == action).sum() for action in actions])
        assert counts.sum() == len(draws) and chisquare(counts).pvalue > 1e-4


@each_game
def test_a_playout_ends_the_game_and_counts_its_plays(name, monkeypatch):
    game, made_plays = made(name), []
    if facts(game).length > 1000:
        pytest.skip("its games take too long")

    def counted(*arguments):
        made_plays.append(play(*arguments))

    monkeypatch.setattr(questions, "play", counted)  # of playouts that the game leaves to `mcts_lab.game`
    state = start(game, 1)
    plays = playout(game, state, stream(2), np.zeros(facts(game).branching, np.int32))
    assert to_move(game, state) == TERMINAL and 0 < plays <= facts(game).length
    assert playout.implementation(type(game)) is not playout.default or plays == len(made_plays)


# -- pictures ----------------------------------------------------------------------------------------------------------


@each_game
def test_pictures_show_a_viewer_what_that_player_knows(name):
    game, rng = made(name), stream(4)
    if not (svg.defines(type(game)) or svg_for.defines(type(game))):
        pytest.skip("this game has no pictures")
    for state in list(walk(game, 1, 24))[::6]:
        pictures = [svg(game, state, dark) for dark in (False, True)]
        assert pictures[0] != pictures[1]
        root = ET.fromstring(pictures[0])
        assert root.tag.endswith("svg") and root[0].text
        for viewer in range(facts(game).players) if to_move(game, state) not in (TERMINAL, CHANCE) else ():
            world = copy(game, state)
            determinize(game, world, viewer, rng)
            assert svg_for(game, world, viewer) == svg_for(game, state, viewer)


# -- options -----------------------------------------------------------------------------------------------------------


BAD = {  # options that a game does not take
    "conect_four": [{}],
    "connect_four": [{"row": 5}, {"rows": 0}, {"line": 1}, {"rows": 40, "columns": 1}, {"rows": 8, "columns": 8}],
    "hex": [{"size": 27}, {"rows": "many"}],
    "breakthrough": [{"rows": 2}],
    "nim": [{"piles": "a few"}, {"piles": 7}, {"piles": ()}],
    "bandit": [{"arms": "xy"}],
    "tic_tac_toe": [{"size": 4}],
    "phantom_ttt": [{"rows": 9, "columns": 9}, {"line": 5}],
    "dark_hex": [{"rows": 0}],
    "liars_dice": [{"sides": 1}],
    "non_locality": [{"chance": 1.5}],
    "dou_dizhu": [{"kickers": "all"}, {"landlord": 3}, {"kicker": "rlcard"}],
    "knockout_whist": [{"players": 8}, {"players": 1}, {"trump": "best"}, {"horizon": "moon"}, {"sampler": 7}],
    "spades": [{"trumps": "hearts"}, {"bag_penalty": -5}, {"bag_points": -11}, {"bag_points": 11}, {"scale": 0},
        {"match": True, "target": 0}, {"players": 4}],
    "soccer": [{"width": 20}, {"goal_height": 15}, {"limit": -1}, {"eq6": "sideways"}, {"win": -20.0}],
    "tribes": [{"players": 1}, {"players": ("xin-xi", "xin-xi")}, {"players": ("xin-xi", "romans")}, {"players": 5},
        {"players": True}, {"players": 2.0}, {"players": None}, {"mode": "glory"}, {"size": 17}, {"size": 4},
        {"level": -5}],
}


@pytest.mark.parametrize(("name", "options"), [(name, options) for name in BAD for options in BAD[name]], ids=str)
def test_bad_options_are_refused_in_one_sentence(name, options):
    with pytest.raises((KeyError, ValueError), match=f"^[^\n]*{name}[^\n]*$|^[^\n]{{20,}}$"):
        games.make(name, **options)
