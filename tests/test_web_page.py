"""A page to play in, in a real browser and from the file system: whole games, settings, wrong input, hostile names."""

import re

import pytest

from mcts_lab import games
from mcts_lab.games.boards.tic_tac_toe import TicTacToe
from mcts_lab.players import RandomPlayer, SearchPlayer
from mcts_lab.search import UCT, Borda
from mcts_lab.views.widgets.play import Play
from mcts_lab.web.page import described, play_page

pytestmark = pytest.mark.compiled

AREA = "svg.lab-areas rect"
AGENTS = {"UCT": SearchPlayer(UCT(), iterations=200), "O-MCTS": SearchPlayer(UCT(value=Borda()), iterations=100),
          "MCTS-Solver": SearchPlayer(UCT(solver=True), iterations=100)}


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page, and fails if anything goes wrong in it or it asks for anything but itself."""
    wrong, pages = [], []

    def open_page(text, **options):
        path = tmp_path / "game.html"
        path.write_text(text, encoding="utf-8")
        page = browser.new_context(**options).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("request", lambda request: wrong.append(request.url) if request.url != path.as_uri() else None)
        page.goto(path.as_uri())
        page.wait_for_function("window.lab")
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert wrong == []


@pytest.fixture(scope="module")
def connect_four():
    return play_page(games.connect_four(), AGENTS, seed=3)


def words(page):
    return page.inner_text(".lab-words")


def waited(page):
    """Wait until it is the person's turn, or the game is over."""
    page.wait_for_function("!lab.busy")
    return words(page)


def put(page, label, value):
    """Write `value` into the field of a setting."""
    field = page.get_by_label(label)
    field.fill(value)
    field.press("Enter")
    field.blur()


def test_a_whole_game_of_connect_four(opened, connect_four):
    page = opened(connect_four, viewport={"width": 1280, "height": 900})
    plays = 0
    while "over" not in waited(page):
        places = page.locator(AREA)
        places.nth(plays % places.count()).click()
        plays += 1
    assert plays >= 4 and re.search(r"over: x (1|0|-1), o (1|0|-1)", words(page))
    assert "visits of 200" in page.inner_text(".lab-mind")
    assert page.locator(AREA).count() == 0
    page.get_by_role("button", name="take back").click()
    assert "Your turn" in waited(page)
    page.get_by_role("button", name="new game").click()
    waited(page)
    assert page.evaluate("lab.moments.length") == 1


def test_it_is_played_by_keyboard_on_a_small_dark_screen(opened, connect_four):
    page = opened(connect_four, viewport={"width": 390, "height": 844}, color_scheme="dark")
    waited(page)
    page.locator(AREA).first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert "Your turn" in waited(page)
    assert page.evaluate("lab.moments[1].said") == "x: x1"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("getComputedStyle(document.querySelector('.lab')).colorScheme") in ("light dark", "dark")


def test_every_agent_answers_from_either_seat_and_shows_its_search(opened, connect_four):
    page = opened(connect_four)
    for name in AGENTS:
        page.get_by_label("against").select_option(name)
        page.get_by_label("you play").select_option("o")
        assert "Your turn" in waited(page)
        first = page.evaluate("lab.moments[1].thought")
        assert sum(row["visits"] for row in first["rows"]) == first["iterations"] == AGENTS[name].budget["iterations"]
        page.get_by_label("why not").select_option(index=2)
        assert "Why not" in page.inner_text(".lab-line")
        page.get_by_label("you play").select_option("x")
        waited(page)


@pytest.mark.parametrize("budget", ["0", "1e9", "NaN", "-5", "", "12.5", "<b>7</b>"])
def test_a_wrong_budget_gives_a_sentence_and_the_page_goes_on(opened, connect_four, budget):
    page = opened(connect_four)
    waited(page)
    put(page, "its iterations", budget)
    assert "iterations" in words(page) and page.locator(".lab-words[role=alert]").count() == 1
    page.locator(AREA).first.click()
    assert "Your turn" in waited(page)
    assert page.evaluate("lab.moments[2].thought.iterations") == 200


def test_settings_are_taken(opened, connect_four):
    page = opened(connect_four)
    waited(page)
    put(page, "its iterations", "1,000")
    put(page, "exploration constant", "-1")
    assert "exploration constant" in words(page)
    put(page, "exploration constant", "0")
    page.locator(AREA).first.click()
    waited(page)
    greedy = page.evaluate("lab.moments[2].thought")
    assert greedy["iterations"] == 1000
    assert greedy["rows"][0]["visits"] > 900, "without exploration hardly anything else is visited"


def test_a_long_search_leaves_the_page_alive_and_can_be_stopped(opened, connect_four):
    page = opened(connect_four)
    waited(page)
    put(page, "its iterations", "50000000")
    page.locator(AREA).first.click()
    page.wait_for_function("lab.busy && document.querySelector('.lab-mind svg')")
    assert "thinking" in words(page)
    page.get_by_role("button", name="stop thinking").click()
    assert "Your turn" in waited(page)
    assert 0 < page.evaluate("lab.moments[2].thought.iterations") < 50_000_000


class Hostile(TicTacToe):
    """Tic-tac-toe with names that would be markup."""

    __slots__ = ()

    def facts(self):
        return TicTacToe.facts(self)._replace(title="</script><img src=x onerror='window.broken=1'>",
                                              player_names=("<b>x</b>", "&amp;"))

    def action_name(self, state, action):
        return f"<img src=x onerror='window.broken=1'>{action}</script>"


def test_hostile_names_are_text(opened):
    page = opened(play_page(Hostile(), {"<i>UCT</i>": SearchPlayer(UCT(), iterations=50)}, seed=1))
    waited(page)
    page.locator(AREA).first.click()
    waited(page)
    assert "<img src=x" in page.title() and "<b>x</b>" in words(page)
    assert page.evaluate("window.broken === undefined && !document.querySelector('img, b, i')")


def test_other_players_are_refused_by_name():
    with pytest.raises(ValueError, match="dice"):
        play_page(games.connect_four(), {"dice": RandomPlayer()})
    with pytest.raises(ValueError, match="seconds"):
        described("slow", SearchPlayer(UCT(), seconds=1.0))
    assert described("UCT", UCT())["c"] == pytest.approx(2**0.5)


def test_play_saves_a_page_that_searches_or_what_has_been_played(tmp_path, caplog):
    game = games.tic_tac_toe()
    live = Play(game, agents={"UCT": SearchPlayer(UCT(), iterations=50)}).save(tmp_path / "live.html")
    assert 'id="module"' in live.read_text()
    film = Play(game, RandomPlayer(), seed=1).save(tmp_path / "film.html")
    assert 'id="module"' not in film.read_text() and "nothing searches" in caplog.text
    with pytest.raises(ValueError, match="random"):
        Play(game, RandomPlayer("random"), seed=1).save(tmp_path / "film.html", live=True)
