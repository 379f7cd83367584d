"""Films of games: every position is there, a page is whole and fetches nothing, and a GIF."""

import io
import re

import pytest
from films import films
from PIL import Image

from mcts_course.widgets.boards import board_picture
from mcts_course.widgets.film import Film
from mcts_lab import after, games, start
from mcts_lab.players import RandomPlayer, ScriptedPlayer
from mcts_lab.search import UCT, LimitedPlayout, OpenLoop
from mcts_lab.views.svg_colours import one
from mcts_papers.joppen2019.solo import play_solo

GAPS, C4 = games.gaps(), games.connect_four()
TALL = [ScriptedPlayer(lambda game, state, seed: 3, "left"), ScriptedPlayer(lambda game, state, seed: 2, "right")]


@pytest.fixture(scope="module")
def states():
    seen = []
    play_solo(GAPS, UCT(tree=OpenLoop(), leaf=LimitedPlayout(3)), calls=20, seed=1, moves=8, compiled=False,
              watch=seen.append)
    return seen


def shown(page):
    """The pictures and words of a page, put together as the page does."""
    (data,) = films(page)
    pictures, pieces = [], []
    for edits in data["pictures"]:
        pieces = [piece for new, begin, end in edits for piece in new + pieces[begin:end]]
        pictures.append("".join(data["pieces"][piece] for piece in pieces))
    return [pictures[frame["parts"]["board"]] for frame in data["frames"]], [f["words"] for f in data["frames"]]


def test_every_position_is_on_the_page_as_its_game_draws_it(states):
    page = Film(GAPS, states, title="<b>").page()
    pictures, words = shown(page)
    assert pictures == [board_picture(GAPS, state) for state in states] and "cell" in words[0]
    assert not re.search(r'(?:src|href)\s*=\s*"(?!#)', page) and "&lt;b&gt;" in page and "<b>" not in page


def test_a_game_is_played_and_kept():
    film = Film.of(C4, TALL, seed=1)
    state, expected = start(C4), []
    for action in (3, 2, 3, 2, 3, 2, 3):
        expected.append(state)
        state = after(C4, state, action)
    assert film.states == [*expected, state] and len(film) == 7 and film.title == "Connect Four: left - right"
    assert film.captions[0] == "start" and film.captions[1] == "1. x: x3" and film.captions[7].startswith("7. ")
    few = Film.of(C4, TALL, seed=1, every=3)
    assert [words.partition(".")[0] for words in few.captions] == ["start", "3", "6", "7"]


def test_a_film_shows_no_more_than_its_viewer_sees():
    game = games.kuhn_poker()
    film = Film.of(game, [RandomPlayer("one"), RandomPlayer("two")], seed=3, viewer=1)
    assert one(film.frame(2).parts["board"]).endswith(game.svg_for(film.states[2], 1).partition(">")[2])


def test_a_gif_has_the_frames_it_should(states, tmp_path):
    with Image.open(Film(GAPS, states, every=3, width=240, ms=50).save(tmp_path / "film.gif")) as picture:
        assert picture.size[0] == 240
        assert 2 <= picture.n_frames <= 4  # equal pictures may be one
        assert picture.info["duration"] >= 50
    assert Image.open(io.BytesIO(Film(GAPS, states[:2]).gif(dark=True))).n_frames <= 2


def test_films_of_nothing_are_refused():
    for make in (lambda: Film(GAPS, []), lambda: Film(GAPS, [start(GAPS)], captions=["one", "two"]),
                 lambda: Film(GAPS, [start(GAPS)], every=0), lambda: Film(GAPS, [start(GAPS)] * 6000)):
        with pytest.raises(ValueError, match="states|caption|every"):
            make()
