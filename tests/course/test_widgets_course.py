"""Interactive parts without a browser: what a model shows, what a click or a key does, what is exported."""


import json
import re
import threading
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from films import films

from mcts_course.widgets.dial import Dial
from mcts_course.widgets.model import Frame, Model, Question, Setting
from mcts_course.widgets.play import Play
from mcts_course.widgets.saved import page, still
from mcts_course.widgets.stage import stage_of
from mcts_course.widgets.watch import Watch
from mcts_lab import UCB1, UCT, Search, games
from mcts_lab.game import TERMINAL, after, legal_actions, start
from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.players import RandomPlayer, ScriptedPlayer, SearchPlayer
from mcts_lab.search import LimitedPlayout, Playout, SingleObserver
from mcts_lab.search.mcts.nodes import LOSS, PLAY_OUT, PROVEN, ROOT
from mcts_lab.views import svg_colours as pictures


class Counting(Model):
    """A model of ten steps, with a question before each and one setting."""

    title, slots, asks = "Counting", {"number": "the number"}, True

    def __init__(self):
        self.factor = 1

    def __len__(self):
        return 10

    def frame(self, position):
        drawing = Drawing(80, 40, "A number", str(position * self.factor))
        drawing.text(10, 20, position * self.factor)
        return Frame(f"It is {position * self.factor}.", {"number": drawing.svg()},
                     Question("What comes next?", ("more", "less"), (0,)) if position else None)

    def settings(self):
        return [Setting("factor", "times", self.factor, ((1, "one"), (2, "two")))]

    def change(self, name, value):
        self.factor = value

    def landmarks(self):
        return [3, 7]


@pytest.fixture(scope="module")
def search():
    game = games.tic_tac_toe()
    search = Search(game, start(game), UCT(), seed=5, compiled=False, trace=True)
    search.run(40)
    return search


@pytest.fixture
def watch(search):
    return Watch(search, max_nodes=12)


# -- models ------------------------------------------------------------------------------------------------------------


def test_stepping_stays_within_the_steps():
    model = Counting()
    assert model.back().words == "It is 0." and model.step(4).words == "It is 4." and model.position == 4
    assert model.step(100).words == "It is 10." and model.seek(-3).words == "It is 0."
    assert [model.leap().words, model.leap().words, model.leap().words] == ["It is 3.", "It is 7.", "It is 10."]
    assert [model.leap(-1).words, model.leap(-1).words, model.leap(-1).words] == ["It is 7.", "It is 3.", "It is 0."]
    assert model.step(2).words == "It is 2." and model.reset().words == "It is 0."


def test_predictions_are_counted():
    model = Counting()
    assert model.predict(0) and not model.predict(1)
    assert model.score == (1, 2) and model.position == 2
    assert model.set("factor", 2).words == "It is 4."
    model.reset()
    assert model.score == (0, 0)


# -- watching a search -------------------------------------------------------------------------------------------------


def test_every_phase_is_told(watch):
    for position in (*range(12), *range(12, len(watch) + 1, 7)):
        frame = watch.frame(position)
        phase = watch.replay.phase(position)
        assert frame.words == watch.replay.sentence(position) and frame.at == (phase.kind if phase else None)
        assert set(frame.parts) == set(watch.slots)


def test_boxes_say_what_the_tree_says(watch):
    last = ET.fromstring(watch.frame(len(watch)).parts["tree"])
    said = [e.text for e in last.iter() if e.tag.endswith("text")]
    table = watch.tree.children(0, watch.perspective)
    for row in table.itertuples():
        if watch.picture.shown(row.Index):
            assert row.name in said and f"{row.visits} · {row.reward:.2f}" in said
    assert f"{len(watch.replay.phases)}" and f"40 · {watch.tree.rewards('root')[0]:.2f}" in said


@pytest.mark.parametrize("method", [UCT(), UCT(selection=UCB1(0.5)), UCT(solver=True), UCT(fpu=0.9)])
def test_every_action_with_the_greatest_bound_is_a_right_prediction(method):
    game = games.tic_tac_toe()
    state = start(game)
    for square in (0, 4, 8, 2) if method.solver else ():  # where actions are lost that would have the greatest bound
        state = after(game, state, square)
    search = Search(game, state, method, seed=6, compiled=False, trace=True)
    search.run(60)
    watch, several = Watch(search), 0
    kids, c = search.tree.child_nodes().tolist(), method.selection.c
    for position in range(len(watch)):
        question = watch.frame(position + 1).question
        if question is None:
            continue
        now = watch.replay.at(position).nodes
        bounds = {}
        for child in kids:
            n = int(now["visits"][child])
            if now["status"][child] & PROVEN != LOSS:
                bounds[watch.tree.name(child)] = now["total"][child] / n + c * np.sqrt(
                    np.log(now["visits"][ROOT]) / n) if n else method.fpu
        best = {name for name, bound in bounds.items() if bound > max(bounds.values()) - 1e-12}
        assert {question.answers[i] for i in question.right} == best and len(best) == len(question.right)
        several += len(best) > 1
        watch.seek(position)
        for i in range(len(question.answers)):
            watch.seek(position)
            assert watch.predict(i) == (question.answers[i] in best)
    assert several or method.fpu < 1  # where a first try is worth less than any bound, ties are rare


@pytest.mark.parametrize("name, leaf", [("tic_tac_toe", Playout()), ("connect_four", Playout()),
                                        ("othello", Playout()), ("breakthrough", LimitedPlayout(7))])
def test_the_moves_of_a_playout_are_those_that_were_made(name, leaf):
    """They lead to the reward that the trace has, one legal move after another."""
    game = games.make(name)
    watch = Watch.of(game, method=UCT(leaf=leaf), iterations=12, seed=3, move_by_move=True)
    ends = [end for end, phase in zip(watch.ends[1:], watch.replay.phases, strict=True) if phase.kind == PLAY_OUT]
    for end in ends:
        at = watch.at_phase(end)
        event = watch.replay.events[watch.replay.phases[at - 1].end - 1]
        state = watch.tree.state(watch.replay.path(at)[-1])
        moves = watch.replayed(at)
        assert len(moves) == event["plays"] or name == "breakthrough"
        for action, following in moves:
            assert action in legal_actions(game, state)
            state = following
        if game.to_move(state) == TERMINAL:
            mover = watch.tree.nodes["mover"][event["node"]]
            assert (game.payoff(state, mover) + 1) / 2 == event["reward"]
    assert watch.frame(ends[0] - 1).words.count("random play") == 1


# -- exports -----------------------------------------------------------------------------------------------------------


def test_a_page_holds_every_frame_and_fetches_nothing(tmp_path):
    text = Counting().save(tmp_path / "counting.html").read_text()
    (data,) = films(text)
    assert [f["words"] for f in data["frames"]] == [f"It is {i}." for i in range(11)]
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", text) and "import " not in text.split("</style>")[1]
    assert "<title>Counting</title>" in text and "<noscript>" in text


def test_words_cannot_become_markup():
    class Sly(Counting):
        title = "</script><b>"

        def frame(self, position):
            return Frame("<script>alert(1)</script>", {})

    text = page(Sly())
    assert "<script>alert" not in text and "<b>" not in text


def test_a_still_picture_says_what_the_model_says(watch):
    data, metadata = still(watch)
    assert "<script" not in data["text/html"] and "run this cell" in data["text/html"]
    for position in (0, len(watch) // 2, len(watch)):
        assert watch.frame(position).words in data["text/plain"]
    assert data["text/html"].count("<img alt=") == 3 and len(metadata["image/png"]["alt"]) > 20


# -- the live widget ---------------------------------------------------------------------------------------------------


@pytest.fixture
def stage():
    pytest.importorskip("anywidget")
    return lambda model: stage_of(model)


def test_messages_move_the_model(stage):
    model = Counting()
    shown = stage(model)
    assert stage(model) is shown and shown.frame["position"] == 0
    assert shown.frame["next"]["answers"] == ["more", "less"]
    for message, words in (({"seek": 4}, "It is 4."), ({"leap": 1}, "It is 7."),
                           ({"predict": 0, "right": True}, "It is 8."), ({"set": "factor", "value": 2}, "It is 16.")):
        shown.receive(message)
        assert shown.frame["words"] == words and not shown.frame["wrong"]
    assert shown.frame["score"] == [1, 1]
    json.dumps(shown.frame)


def test_errors_are_shown_and_not_raised(stage):
    shown = stage(Counting())
    shown.receive({"set": "factor", "value": 9})
    assert shown.frame["wrong"] and "times cannot be 9. Choose one of" in shown.frame["words"]
    shown.receive({"press": "nothing"})
    assert "no button 'nothing'" in shown.frame["words"]
    shown.receive({})
    assert shown.frame["wrong"]
    shown.receive({"seek": 1})
    assert not shown.frame["wrong"] and shown.frame["words"] == "It is 1."


LONG = "x<b>" * 25_000


@pytest.mark.parametrize("message", [
    {LONG: 1}, {"seek": LONG}, {"leap": LONG}, {"predict": LONG}, {"press": [LONG]}, {"set": LONG, "value": 1},
    {"set": "seed", "value": LONG}, {"set": "seed", "value": {"a": LONG}}, {"seek": "9" * 100_000},
    {"set": "c", "value": 10**400}], ids=lambda message: str(message)[:12])
def test_what_a_message_repeats_is_short_on_the_stage(stage, message):
    shown = stage(Dial.example())
    shown.receive(message)
    assert shown.frame["wrong"] and 10 < len(shown.frame["words"]) < 500
    shown.receive({"seek": 1})
    assert not shown.frame["wrong"] and "pulls" in shown.frame["words"]


def test_a_setting_has_the_type_of_its_choices(stage):
    """True is not the seed 1; 1 is the constant 1.0, as browsers write it."""
    model = Dial.example()
    shown = stage(model)
    for value in (True, False, "1", [1], None):
        shown.receive({"set": "seed", "value": value})
        assert shown.frame["wrong"] and type(model.seed) is int and model.seed == 0
    for name, value, wanted in (("seed", 1, 1), ("seed", 2.0, 2), ("noise", 1, 1.0)):
        shown.receive({"set": name, "value": value})
        assert not shown.frame["wrong"] and repr(getattr(model, name)) == repr(wanted)


# -- playing -----------------------------------------------------------------------------------------------------------


def moves(table):
    return [button for button in table.current.buttons if button.id.startswith("move:")]


def test_a_game_against_a_search():
    game = games.tic_tac_toe()
    table = Play(game, SearchPlayer(UCT(), iterations=30, compiled=False), seed=3)
    assert len(moves(table)) == 9 and game.to_move(table.state) == 0 and "mind" not in table.current.parts
    assert "You are x" in table.current.words and "Your turn" in table.current.words
    while game.to_move(table.state) != TERMINAL:
        table.press(moves(table)[0].id)
        names = re.findall(r">(o\(\d,\d\))<", table.current.parts["mind"])
        assert names == sorted(names), "rows keep their places"
    assert "over" in table.current.words and not moves(table)
    assert "visits of 30" in table.current.parts["mind"] and len(table) == len(table.actions)
    with pytest.raises(ValueError, match="over"):
        table.choose(0)
    table.press("new")
    assert len(moves(table)) == 9 and table.actions == [] and len(table) == 0


def played(game, theirs, mine):
    """A game against somebody who plays `theirs`, in the second seat."""
    left = iter(theirs)
    table = Play(game, ScriptedPlayer(lambda game, state, seed: next(left), "script"), seat=1, seed=1)
    for action in mine:
        table.choose(action)
    return table


LOST = {  # game, their actions, mine, the move that lost, and those that would have held
    "an edge against the centre": (games.tic_tac_toe(), (4, 0, 3, 6), (1, 8, 5), 1,
                                   ("o(0,0)", "o(0,2)", "o(2,0)", "o(2,2)")),
    "an open pair not stopped": (games.connect_four(), (3, 2, 4, 1), (0, 0, 0), 3, ("o1", "o4", "o5")),
}


@pytest.mark.parametrize("name", LOST)
def test_a_review_names_the_move_that_lost_and_what_would_have_held(name):
    game, theirs, mine, position, better = LOST[name]
    table = played(game, theirs, mine)
    end = len(table)
    assert "review" in [button.id for button in table.current.buttons] and "course" not in table.current.parts
    table.review(iterations=2000, seconds=None)
    turn, told = table.reviewed.turn, " ".join(table.reviewed.lines())
    assert table.position == turn.position == position and turn.before.names[0] in better
    assert "Here you lost it: move" in told and f"2,000 iterations would have played {turn.before.names[0]}" in told
    assert f"Here you played {table.actions[position][1]}." in table.current.words
    assert {"course", "turn"} <= set(table.current.parts) and "mind" not in table.current.parts
    assert len(table) == end and table.reviewed.looks[-1].value == 0.0
    values = re.search(r"after each move: ([\d., ]+\d)", table.reviewed.picture(0))[1].split(", ")
    assert [f"{look.value:.2f}" for look in table.reviewed.looks] == values
    table.undo()
    assert table.reviewed is None and "course" not in table.current.parts


def test_only_finished_games_for_two_without_secrets_are_reviewed():
    for table in (Play(games.tic_tac_toe(), RandomPlayer(), seed=1), Play(games.tic_tac_toe()),
                  Play(games.knockout_whist(players=2), RandomPlayer(), seed=1)):
        assert "review" not in [button.id for button in table.current.buttons]
        with pytest.raises(ValueError, match="two-player game"):
            table.review()


def test_the_opponents_counts_do_not_show_its_hand():
    """Neither while it thinks nor afterwards; once the game is over all is shown."""
    method = UCT(tree=SingleObserver(), selection=UCB1(0.7))
    table = Play(games.knockout_whist(players=2), SearchPlayer(method, iterations=20, compiled=False), seed=3)
    table.press(moves(table)[0].id)
    for live in (None, table.match.moments[-1].thought):
        table.live = live
        assert "20 iterations" in table.current.parts["mind"]
        assert "visits" not in table.current.parts["mind"] and "line" not in table.current.parts
    table.live = None
    while moves(table):
        table.press(moves(table)[0].id)
    assert "visits of 20" in table.current.parts["mind"]


def test_the_expected_line_begins_with_the_move_that_was_played():
    table = Play(games.connect_four(), SearchPlayer(UCT(), iterations=60, compiled=False), seed=1)
    table.choose(3)
    thought = table.match.moments[-1].thought
    assert thought.line[0] == thought.played and f"{thought.played}: {thought.line[1]}" in table.current.parts["line"]
    table.set("mind", "hidden")
    assert set(table.current.parts) == {"board"}


def test_settings_of_the_opponent():
    weak, strong = RandomPlayer("weak"), SearchPlayer(UCT(), name="strong", iterations=40, compiled=False)
    table = Play(games.tic_tac_toe(), strong, seed=1, agents={"weak": weak})
    assert (100, "100, beginner") in next(one.choices for one in table.settings() if one.name == "strength")
    table.set("strength", 100)
    table.choose(0)
    assert table.match.moments[-1].thought.iterations == 100
    table.set("seat", 1)
    assert table.actions[0][0] == "x" and len(table.actions) == 1
    table.set("agent", "weak")
    table.choose(moves(table)[0].id and int(moves(table)[0].id.split(":")[1]))
    assert table.opponent is weak


def test_the_last_move_and_the_winning_line_are_marked():
    table = Play(games.connect_four(), seed=1)
    for column in (0, 6, 1, 6, 2, 6, 3):
        table.choose(column)
        assert len(table.match.moments[-1].marks) == (4 if column == 3 else 1)
    assert table.current.parts["board"].count('fill="none"') == 4


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe", "othello", "breakthrough", "hex", "soccer", "spades",
                                  "knockout_whist", "phantom_ttt", "dark_hex", "tribes"])
def test_places_to_click_tell_the_actions_apart(name):
    """Every place lies on the picture; no two actions have the same places; cards lie on the mover's own hand."""
    game = games.make(name)
    state, rng, places = start(game, 1), np.random.default_rng(1), 0
    for _ in range(24):
        player = game.to_move(state)
        if player == TERMINAL:
            break
        actions, seen = legal_actions(game, state), {}
        shape = re.search(r'viewBox="0 0 (\S+) (\S+)"', game.svg_for(state, player))
        width, height = (float(side) for side in shape.groups())
        for action in actions if player >= 0 else ():
            found = tuple(game.areas(state, action, player))
            for x, y, wide, high in found:
                assert x >= 0 and y >= 0 and wide > 5 and high > 5 and x + wide <= width + 1 and y + high <= height + 1
            assert not found or found not in seen, (game.action_name(state, action), seen[found])
            seen[found] = game.action_name(state, action)
            places += bool(found)
        action = int(rng.choice(actions))
        state = after(game, state, action, 1)
    assert places > 20


def test_clicking_a_card_plays_that_card():
    """The place of a card is where its picture, which bears its name, is drawn."""
    game = games.spades()
    state = start(game, 3)
    while "Bidding" in game.svg_for(state, 0) or game.to_move(state) != 0:
        state = after(game, state, legal_actions(game, state)[0])
    drawn = {e[0].text: (float(e[1].get("x")), float(e[1].get("y")))
             for e in ET.fromstring(game.svg_for(state, 0)).iter()
             if e.tag.endswith("}g") and len(e) > 1 and e[0].tag.endswith("title")}
    for action in legal_actions(game, state):
        ((x, y, _, _),) = game.areas(state, action, 0)
        assert drawn[game.action_name(state, action)] == pytest.approx((x, y), abs=0.2)


def test_a_search_in_a_thread_can_be_watched_and_stopped(stage):
    table = Play(games.connect_four(), SearchPlayer(UCT(), iterations=10**7, compiled=False), seed=1)
    shown = stage(table)
    seen, running = [], threading.Event()

    def look():
        if table.busy and "mind" in table.frame(len(table)).parts:
            seen.append(shown.frame["busy"])
            running.set()

    table.watchers.append(look)
    shown.receive({"press": "move:3"})
    assert table.busy and shown.frame["busy"] and "thinking" in shown.frame["words"]
    assert running.wait(60)  # counts are shown while it runs
    shown.receive({"press": "move:3"})
    assert shown.frame["wrong"] and "thinking" in shown.frame["words"]
    shown.receive({"press": "stop"})
    assert table.wait(60) and len(table.actions) == 2 and not table.busy and any(seen)
    assert 0 < table.match.moments[-1].thought.iterations < 10**7
    assert shown.frame["words"].endswith("Your turn.")


def test_a_new_game_ends_a_running_search(stage):
    table = Play(games.connect_four(), SearchPlayer(UCT(), iterations=10**7, compiled=False), seed=1)
    shown = stage(table)
    shown.receive({"press": "move:3"})
    thread = table.thinker.thread
    shown.receive({"press": "new"})
    thread.join(60)
    assert not thread.is_alive() and table.actions == [] and not table.busy and len(moves(table)) == 7


def test_failing_opponents_are_said(stage):
    def fail(game, state, seed):
        raise RuntimeError("out of ideas")

    table = Play(games.tic_tac_toe(), ScriptedPlayer(fail, "broken"), seed=3)
    shown = stage(table)
    shown.receive({"press": "move:0"})
    assert table.wait(60)
    assert "out of ideas" in shown.frame["words"]
    shown.receive({"press": "undo"})
    assert len(legal_actions(table.game, table.state)) == 9 and "out of ideas" not in shown.frame["words"]


def test_the_opponent_cannot_change_the_game():
    def cheat(game, state, seed):
        action = legal_actions(game, state)[0]
        for field in state.dtype.names:
            state[field] = np.zeros_like(state[field])
        return action

    table = Play(games.tic_tac_toe(), ScriptedPlayer(cheat, "cheat"), seed=3)
    table.choose(8)
    assert len(legal_actions(table.game, table.state)) == 7


def test_hidden_things_stay_hidden():
    game = games.kuhn_poker()
    table = Play(game, RandomPlayer(), seed=1)
    board = pictures.one(table.current.parts["board"])
    seen, whole = (drawn.partition(">")[2] for drawn in (game.svg_for(table.state, 0), game.svg(table.state)))
    assert board.endswith(seen) and not board.endswith(whole)
    assert any(what == "something you cannot see" for _, what in table.actions)  # the opponent's card
    assert any(who == "chance" and what != "something you cannot see" for who, what in table.actions)  # one's own


TTT = games.tic_tac_toe()


@pytest.mark.parametrize("make", [
    lambda: Play(TTT, seat=2), lambda: Watch(Search(TTT, start(TTT), UCT(), seed=1, compiled=False)),
    lambda: Counting().save("a.mp4"), lambda: Counting().set("size", 2),
    lambda: Counting().set("factor", 3), lambda: Counting().predict(2),
    lambda: Play(TTT, RandomPlayer(), seed=3).choose(99), lambda: Play(TTT, RandomPlayer(), seed=3).undo(),
])
def test_what_cannot_be_shown_or_done_is_refused_in_a_sentence(make):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        make()


# -- widgets of ipywidgets ---------------------------------------------------------------------------------------------


def test_widgets_of_lessons_stand_in_boxes_and_are_linked():
    """Another number of iterations or another c, from whichever side, is another search on the stage."""
    ipywidgets = pytest.importorskip("ipywidgets")
    from mcts_course.lesson import Dial as Turned
    from mcts_course.lesson import Watch

    watch, dial, slider = Watch.of(TTT, iterations=10, seed=1), Turned(runs=5), ipywidgets.FloatSlider(1.0, max=3.0)
    assert ipywidgets.HBox([watch, ipywidgets.VBox([slider, dial])]).children[0] is watch
    ipywidgets.link((slider, "value"), (dial, "c"))
    assert dial.c == 1.0 and dial.frame["words"].startswith("c = 1:")
    dial.receive({"seek": 5})
    assert slider.value == dial.c == dial.model.values()[5] and dial.position == 5
    ipywidgets.jslink((slider, "value"), (dial, "c"))
    seen = []
    watch.observe(lambda change: seen.append((change.name, change.new)), ["iterations", "c", "position"])
    watch.set_state({"iterations": 30})  # as a browser sends it
    watch.c = 0.2
    watch.step(3)
    assert seen == [("iterations", 30), ("c", 0.2), ("position", 3)]
    assert watch.model.iterations == 30 and watch.model.method.selection.c == 0.2 and watch.frame["position"] == 3


@pytest.mark.parametrize("name, value", [
    ("iterations", -3), ("iterations", "many"), ("c", -1.0), ("seed", 0.5), ("position", 10**6), ("position", "first"),
    ("game", "no_such_game"), ("game", games.make("pig"))])
def test_a_bad_value_of_a_trait_is_refused_and_all_stays(name, value):
    traitlets = pytest.importorskip("traitlets")
    from mcts_course.lesson import Lens, Watch

    shown = Lens(games.kuhn_poker(), worlds=2) if name == "game" else Watch.of(TTT, iterations=10, seed=1)
    before, frame = getattr(shown, name), shown.frame
    with pytest.raises(traitlets.TraitError, match="^[^\n]{15,}$"):
        setattr(shown, name, value)
    assert getattr(shown, name) == before and shown.frame == frame
    if name != "game":
        shown.set_state({name: value})  # from a browser nothing is raised
        assert shown.frame["wrong"] and len(shown.frame["words"]) > 15 and getattr(shown, name) == before
