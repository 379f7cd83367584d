"""Widgets without a browser: what a click or a key does, and that nothing is ever raised into the void."""

import re
import time
from typing import NamedTuple

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.game import TERMINAL, legal_actions, start, svg, svg_for, text, to_move
from mcts_lab.players import RandomPlayer, SearchPlayer
from mcts_lab.players.disclosure import UNSEEN
from mcts_lab.search.mcts.final import MaxRobust
from mcts_lab.search.mcts.information_sets import SingleObserver
from mcts_lab.search.mcts.pimc import PIMC
from mcts_lab.search.mcts.running import StopSearch
from mcts_lab.search.mcts.selection import UCB1
from mcts_lab.search.mcts.session import Search
from mcts_lab.search.mcts.tree import BACK_UP, PLAY_OUT
from mcts_lab.search.mcts.uct import UCT
from mcts_lab.search.minimax.alpha_beta import AlphaBeta
from mcts_lab.views.widgets.explore import Explore
from mcts_lab.views.widgets.play import Play
from mcts_lab.views.widgets.stepper import Stepper


def press(stepper_or_play, words):
    """Click the button whose description contains `words`."""
    found = [w for w in all_widgets(stepper_or_play.widget) if words in getattr(w, "description", "")]
    found[0].click()


def all_widgets(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_widgets(child)


@pytest.fixture(scope="module")
def search():
    game = games.tic_tac_toe()
    search = Search(game, start(game), UCT(), seed=5, compiled=False, trace=True)
    search.run(12)
    return search


@pytest.fixture
def stepper(search):
    return Stepper(search, max_nodes=6)


def test_stepping_forwards_and_back(stepper):
    assert stepper.position == 0 and "Before the first" in stepper.words.value
    first = stepper.drawing.value
    press(stepper, "forward")
    assert stepper.position == 1 and "expansion" in stepper.words.value and stepper.drawing.value != first
    press(stepper, "back")
    assert stepper.position == 0 and stepper.drawing.value == first
    press(stepper, "back")
    assert stepper.position == 0 and stepper.message.text == ""
    stepper.slider.value = len(stepper.replay)
    press(stepper, "forward")
    assert stepper.position == len(stepper.replay) and stepper.message.text == ""


def test_stepping_by_iterations(stepper):
    for iteration in range(3):
        press(stepper, "iteration ▶▶")
        assert stepper.replay.phase(stepper.position).iteration == iteration
    press(stepper, "◀◀ iteration")
    assert stepper.replay.phase(stepper.position).iteration == 1
    press(stepper, "◀◀ iteration")
    press(stepper, "◀◀ iteration")
    assert stepper.position == 0


def test_phases_are_marked_in_words_and_numbers(stepper):
    for position, phase in enumerate(stepper.replay.phases[:8], 1):
        stepper.slider.value = position
        marked = stepper.phases.value.split('aria-current="step"')[1].split("</span>")[0]
        assert stepper.replay.sentence(position).split(", ")[1].split(":")[0] in marked
        assert ("→" in stepper.numbers.value) == (phase.kind == BACK_UP)


def test_the_drawing_has_alternative_text_and_the_playout(stepper):
    position = next(i for i, p in enumerate(stepper.replay.phases, 1) if p.kind == PLAY_OUT)
    stepper.slider.value = position
    assert f'alt="{stepper.replay.sentence(position)[:20]}' in stepper.drawing.value
    words = [t.get_text() for t in stepper.figure(position).axes[0].texts]
    assert any("plays, reward" in w for w in words)


def test_nothing_jumps_within_an_iteration(stepper):
    phases = [i for i, p in enumerate(stepper.replay.phases, 1) if p.iteration == 11]
    sizes = {tuple(stepper.figure(i).get_size_inches()) for i in phases}
    assert len(phases) >= 3 and len(sizes) == 1


def test_errors_are_shown_and_not_raised(stepper, monkeypatch):
    monkeypatch.setattr(stepper, "figure", lambda position: 1 / 0)
    stepper.slider.value = 2
    assert 'role="alert"' in stepper.message.text and "division" in stepper.message.text
    monkeypatch.undo()
    stepper.slider.value = 3
    assert stepper.message.text == ""


def test_errors_cannot_inject_markup(stepper, monkeypatch):
    def broken(position):
        raise ValueError("<script>alert(1)</script>")

    monkeypatch.setattr(stepper, "figure", broken)
    stepper.slider.value = 2
    assert "<script>" not in stepper.message.text and "&lt;script&gt;" in stepper.message.text


def test_a_search_without_a_trace(search):
    with pytest.raises(ValueError, match="trace=True"):
        Stepper(Search(search.game, search.root[0], UCT(), seed=1, compiled=False))


def test_every_button_has_words_for_the_pointer(search, stepper):
    for thing in (stepper, Play(search.game, RandomPlayer(), seed=1)):
        for widget in all_widgets(thing.widget):
            if type(widget).__name__ == "Button":
                assert widget.description and widget.tooltip


# -- playing -----------------------------------------------------------------------------------------------------------


def test_a_game_against_a_search():
    game = games.tic_tac_toe()
    table = Play(game, SearchPlayer(UCT(), iterations=30, compiled=False), seed=3)
    assert len(table.choices.children) == 9 and to_move(game, table.state) == 0
    table.show_counts.value = True
    assert "no counts" in table.counts.value
    for _ in range(5):
        if to_move(game, table.state) == TERMINAL:
            break
        table.choices.children[0].click()
    assert to_move(game, table.state) == TERMINAL
    assert "over" in table.message.text and table.choices.children == ()
    assert "visits" in table.counts.value
    table.choose(0)
    assert "over" in table.message.text
    press(table, "new game")
    assert len(table.choices.children) == 9 and table.actions == []


def test_the_opponents_counts_do_not_show_its_hand():
    method = UCT(world=SingleObserver(), selection=UCB1(0.7))
    table = Play(games.knockout_whist(players=2), SearchPlayer(method, iterations=20, compiled=False), seed=3)
    table.show_counts.value = True
    table.choices.children[0].click()
    played = next(name for who, name in table.actions if who == "Player 2")
    shown = re.findall(r'<td style="padding:0 .8em;text-align:left">(.*?)</td>', table.counts.value)
    assert shown[0] == played and set(shown[1:]) <= {UNSEEN}


def test_the_opponent_begins_when_the_person_sits_second():
    table = Play(games.tic_tac_toe(), RandomPlayer(), seat=1, seed=3)
    assert len(table.actions) == 1 and to_move(table.game, table.state) == 1


def test_taking_back():
    table = Play(games.tic_tac_toe(), RandomPlayer(), seed=3)
    before = table.state.copy()
    table.choose(4)
    assert len(table.actions) == 2 and not table.undo_button.disabled
    press(table, "take back")
    assert table.state == before and table.actions == [] and table.undo_button.disabled
    table.undo()
    assert "nothing to take back" in table.message.text


def test_illegal_actions_and_failing_opponents_are_said():
    table = Play(games.tic_tac_toe(), RandomPlayer(), seed=3)
    table.choose(99)
    assert 'role="alert"' in table.message.text and "legal" in table.message.text and table.actions == []

    class Broken:
        name = "broken"

        def choose(self, game, state, seed):
            raise RuntimeError("out of ideas")

    table = Play(games.tic_tac_toe(), Broken(), seed=3)
    table.choose(0)
    assert "out of ideas" in table.message.text and 'role="alert"' in table.message.text
    press(table, "take back")
    assert len(legal_actions(table.game, table.state)) == 9


def test_many_actions_become_a_list():
    table = Play(games.hex(size=7), RandomPlayer(), seed=3)
    listed, go = table.choices.children
    assert len(listed.options) == 49
    listed.value = listed.options[10][1]
    go.click()
    assert len(table.actions) == 2 and table.actions[0][1] == listed.options[10][0]


def test_the_same_seed_plays_the_same_game():
    one, other = (Play(games.tic_tac_toe(), RandomPlayer(), seed=8) for _ in range(2))
    for table in (one, other):
        table.choose(4)
    assert one.actions == other.actions


def test_seats_that_do_not_exist():
    with pytest.raises(ValueError, match="seats 0 to 1"):
        Play(games.tic_tac_toe(), seat=2)


def test_the_opponent_cannot_change_the_game():
    class Cheat:
        name = "cheat"

        def choose(self, game, state, seed):
            action = legal_actions(game, state)[0]
            for field in state.dtype.names:
                state[field] = np.zeros_like(state[field])
            return action

    table = Play(games.tic_tac_toe(), Cheat(), seed=3)
    table.choose(8)
    assert len(legal_actions(table.game, table.state)) == 7


def test_hidden_things_stay_hidden():
    game = games.kuhn_poker()
    table = Play(game, RandomPlayer(), seed=1)
    assert svg_for(game, table.state, 0) in table.board.value and svg(game, table.state) not in table.board.value
    assert any(what == "something you cannot see" for _, what in table.actions)  # the opponent's card
    assert any(who == "chance" and what != "something you cannot see" for who, what in table.actions)  # one's own


def test_what_is_shown_where_widgets_do_not_run(stepper):
    data, metadata = stepper._repr_mimebundle_()
    assert data["text/plain"] == stepper.replay.sentence(0) and "application/vnd.jupyter.widget-view+json" in data
    assert metadata["image/png"]["alt"] in stepper.drawing.value.replace("&#x27;", "'")
    table = Play(games.tic_tac_toe(), RandomPlayer(), seed=3)
    assert table._repr_mimebundle_()[0]["text/plain"] in text(table.game, table.state)


# -- exploring ---------------------------------------------------------------------------------------------------------


def test_sliders_search_again():
    game = games.tic_tac_toe()
    explore = Explore(game, start(game), iterations=(20, 60), compiled=False, top=4)
    assert sum(explore.result.visits.values()) == explore.result.iterations == 60
    first = explore.drawing.value
    explore.iterations.value = 20
    assert explore.result.iterations == 20 and "20 iterations" in explore.message.text
    assert explore.drawing.value != first
    wide = max(explore.result.visits.values())
    explore.c.value = 0.0
    assert max(explore.result.visits.values()) > wide  # without exploration one action takes more visits
    assert "<img alt=" in explore.drawing.value


class Greedy(NamedTuple):
    """A selection rule without parameters."""


def test_a_search_without_the_constant():
    game = games.tic_tac_toe()
    with pytest.raises(ValueError, match="Greedy has no constant c"):
        Explore(game, start(game), UCT(selection=Greedy()), compiled=False)


# -- searches in the background ----------------------------------------------------------------------------------------


def until(true, seconds=60):
    """Wait until ``true()``; a test whose condition never comes fails instead of waiting for ever."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_an_opponent_thinks_in_the_background_and_can_be_stopped():
    game = games.connect_four()
    table = Play(game, SearchPlayer(UCT(), iterations=10**8, compiled=False), seed=3, background=True)
    table.choose(3)  # comes back at once, though the search would take days
    assert table.thinking.busy and len(table.actions) == 1 and table.choices.children == ()
    until(lambda: "thinking" in table.thinking.words.value)
    table.choose(2)
    assert "thinking: wait" in table.message.text and len(table.actions) == 1
    table.new()
    assert len(table.actions) == 1
    press(table, "stop")
    assert table.thinking.wait(60)
    assert len(table.actions) == 2 and to_move(game, table.state) == 0 and len(table.choices.children) == 7
    assert table.thinking.widget.layout.display == "none" and not table.new_button.disabled
    found = table.last[1]
    assert 0 < sum(share.visits for share in found) < 10**8  # what it had found until then is an answer
    table.undo()
    assert table.actions == []


def test_a_search_that_has_nothing_yet_says_so():
    class Slow(RandomPlayer):
        def search(self, game, state, seed, progress=None):
            until(lambda: table.thinking.stop_button.disabled)
            progress(0, 1)

    table = Play(games.tic_tac_toe(), Slow(), seed=3, background=True)
    table.choose(4)
    table.thinking.stop()
    assert table.thinking.wait(60)
    assert "stopped before it had an answer" in table.message.text
    table.undo()
    assert table.actions == [] and len(table.choices.children) == 9


def test_a_mistake_in_the_background_is_shown():
    class Broken(RandomPlayer):
        def choose(self, game, state, seed):
            raise RuntimeError("out of order")

    table = Play(games.tic_tac_toe(), Broken(), seed=3, background=True)
    table.choose(4)
    assert table.thinking.wait(60)
    assert "out of order" in table.message.text and not table.new_button.disabled


def test_a_slider_moved_on_gives_the_search_before_up():
    game = games.connect_four()
    lab = Explore(game, start(game), iterations=(10, 20, 30, 40, 50, 10**8), compiled=False, background=True)
    lab.iterations.value = 10**8
    until(lambda: "thinking" in lab.thinking.words.value)
    lab.iterations.value = 10
    assert lab.thinking.wait(60)
    assert lab.result.iterations == 10 and "10 iterations" in lab.message.text


@pytest.mark.parametrize("method", [UCT(), PIMC(trees=50, method=UCT()), UCT(final=MaxRobust())], ids=str)
def test_progress_ends_a_search_with_what_it_has_found(method):
    game = games.tic_tac_toe()
    calls = []

    def stop_at_third(done, of):
        calls.append(done)
        if len(calls) == 3:
            raise StopSearch

    result = method.search(game, start(game), iterations=20_000, seed=1, compiled=False, progress=stop_at_third)
    assert 0 < result.iterations < 20_000 and result.iterations == sum(result.visits.values()) and len(calls) == 3


def test_a_search_stopped_at_once_has_an_answer_all_the_same():
    def stop(done, of):
        raise StopSearch

    game = games.tic_tac_toe()
    for options in ({}, {"workers": 2}, {"workers": 2, "parallel": "tree"}):
        result = UCT().search(game, start(game), iterations=10**7, seed=1, compiled=False, progress=stop, **options)
        assert 0 < result.iterations == sum(result.visits.values()) < 10**6


def test_alpha_beta_stopped_keeps_the_depth_it_has_finished():
    game = games.connect_four(5, 5)

    def stop(nodes):
        if nodes > 3000:
            raise StopSearch

    result = AlphaBeta(iterative=True).search(game, start(game), compiled=False, progress=stop)
    assert 0 < result.nodes < 10**6 and result.action in legal_actions(game, start(game))
