"""Films of games: a page with play, pause and step, and a GIF."""

import json
import re

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.game import start, svg
from mcts_lab.games.vgdl import vgdl
from mcts_lab.search import UCT, LimitedPlayout, OpenLoop
from mcts_lab.search.mcts.solo import play_solo
from mcts_lab.views import film
from mcts_lab.views.plots import board, style
from mcts_lab.views.plots.raster import Raster

GAPS = games.gaps()


@pytest.fixture(scope="module")
def states():
    seen = []
    play_solo(GAPS, UCT(world=OpenLoop(), leaf=LimitedPlayout(3)), calls=20, seed=1, moves=8, compiled=False,
              watch=seen.append)
    return seen


def test_every_frame_of_the_page_is_the_picture_of_its_state(states):
    page = film.page(GAPS, states)
    data = json.loads(re.search(r'id="film">(.*?)</script>', page, re.S).group(1))
    pieces, frames = [], []
    for head, tail, middle in data["frames"]:
        pieces = pieces[:head] + middle + (pieces[-tail:] if tail else [])
        frames.append("".join(data["pieces"][p] for p in pieces))
    assert frames == [svg(GAPS, state) for state in states]
    assert len(data["captions"]) == len(states) and "cell" in data["captions"][0]


def test_the_page_fetches_nothing_and_works_with_keys(states):
    page = film.page(GAPS, states, title="<b>")
    assert not re.search(r'(?:src|href)\s*=', page)
    assert "&lt;b&gt;" in page and "<b>" not in page
    for word in ("Play", "Step", "Back", "ArrowRight", "Home"):
        assert word in page


def test_the_page_follows_the_theme_around_a_picture_that_stays_as_it_is(states):
    look = re.search(r"<style>(.*?)</style>", film.page(GAPS, states), re.S).group(1)
    light, dark = style.theme(), style.theme(True)
    assert not re.search("BACKGROUND|TEXT|NIGHT|PALE", look) and "prefers-color-scheme: dark" in look
    assert look.count(light.background) == 2 and look.count(dark.background) == look.count(dark.text) == 1


def test_a_gif_has_the_frames_it_should(states, tmp_path):
    from PIL import Image

    with Image.open(film.gif(GAPS, states, tmp_path / "film.gif", every=3, width=240, ms=50)) as picture:
        assert picture.size[0] == 240
        assert 2 <= picture.n_frames <= 4  # equal pictures may be one
        assert picture.info["duration"] >= 50


def test_films_of_nothing_are_refused(tmp_path):
    for make in (lambda: film.page(GAPS, []), lambda: film.gif(GAPS, [], tmp_path / "a.gif"),
                 lambda: film.page(GAPS, [start(GAPS)], captions=["one", "two"])):
        with pytest.raises(ValueError, match="film|caption"):
            make()


def test_pictures_of_vgdl_can_be_painted():
    """Pictures are stamped, so their elements stand in groups, which the painter must move to their places."""
    from mcts_lab.views.plots import board

    game = vgdl("surround")
    one = board.figure(game, start(game, 0), size=3)
    assert len(one.axes[0].patches) > 200
    spots = {tuple(round(v) for v in patch.get_window_extent().bounds[:2]) for patch in one.axes[0].patches}
    assert len(spots) > 100


def test_a_raster_paints_what_the_figure_shows_and_each_element_once():
    """Up to whole pixels by which moved elements are moved."""
    zelda = vgdl("zelda")
    state = start(zelda, 1)
    painter = Raster(13 * 20)
    picture = np.asarray(painter.image(svg(zelda, state)), int)
    fig = board.figure(zelda, state, size=2.6, alt=" ")
    fig.set_dpi(100)
    fig.canvas.draw()
    whole = np.asarray(fig.canvas.buffer_rgba())[:picture.shape[0], :, :3].astype(int)
    assert abs(picture[:whole.shape[0]] - whole).mean() < 12
    kept = len(painter.painted)
    again = np.asarray(painter.image(svg(zelda, state)), int)
    assert (again == picture).all() and len(painter.painted) == kept < 30


def test_a_film_says_in_one_line_what_it_is(states):
    shown = film.Film(GAPS, tuple(states), "a walk")
    assert repr(shown) == f"Film of {len(states)} states: a walk" and "base64" in shown._repr_html_()
