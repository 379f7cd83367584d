"""A page to play in, in a real browser and from the file system: whole games, settings, wrong input, hostile names."""

import re

import numpy as np
import pytest

from mcts_course.web.offers import usual
from mcts_course.web.page import described, play_page
from mcts_lab import AlphaBeta, RandomPlayer, SearchPlayer, games, start
from mcts_lab.games.boards.tic_tac_toe import TicTacToe
from mcts_lab.search import UCT, Borda, LimitedPlayout, OpenLoop
from mcts_papers.games.hearthstone.words import card_name as named_card
from mcts_papers.games.playing_cards import card_name, cards_of

pytestmark = pytest.mark.compiled

UNFOLD = """for (const one of document.querySelectorAll("summary"))
    if (one.textContent === "settings") one.parentElement.open = true"""
AREA = "svg.lab-areas rect"
AGENTS = {"UCT": SearchPlayer(UCT(), iterations=200), "O-MCTS": SearchPlayer(UCT(value=Borda()), iterations=100),
          "MCTS-Solver": SearchPlayer(UCT(solver=True), iterations=100)}
OPEN = UCT(tree=OpenLoop(), leaf=LimitedPlayout(20))


@pytest.fixture
def opened(opened, tmp_path):
    """Opens a page that is given as text, with its settings unfolded."""

    def open_page(text, **options):
        path = tmp_path / "game.html"
        path.write_text(text, encoding="utf-8")
        page = opened(path, **options)
        page.wait_for_function("window.lab")
        page.evaluate(UNFOLD)
        return page

    return open_page


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
    assert plays >= 4 and re.search(r"over: (x wins|o wins|a draw)\.", words(page))
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


@pytest.mark.parametrize(("label", "said", "value"), [
    *(("its iterations", "iterations", value) for value in ("0", "1e9", "NaN", "", "<b>7</b>")),
    *(("at most seconds", "seconds", value) for value in ("0", "NaN", "soon"))])
def test_a_wrong_budget_gives_a_sentence_and_the_page_goes_on(opened, connect_four, label, said, value):
    page = opened(connect_four)
    waited(page)
    put(page, label, value)
    assert said in words(page) and page.locator(".lab-words[role=alert]").count() == 1
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


# -- games that are steered --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def zelda():
    return play_page(games.vgdl("zelda"), {"UCT": SearchPlayer(OPEN, iterations=30)}, seed=3)


def test_a_whole_game_of_zelda_by_keyboard_and_by_the_search(opened, zelda):
    page = opened(zelda, viewport={"width": 1280, "height": 900})
    assert "Your keys: ← LEFT" in waited(page)
    for key in ("ArrowRight", "ArrowDown", " "):
        page.keyboard.press(key)
    assert [page.evaluate(f"lab.moments[{i}].said") for i in (1, 2, 3)] == ["you: RIGHT", "you: DOWN", "you: USE"]
    page.get_by_label("you play").select_option("nobody: watch")
    page.wait_for_function("lab.moments.length > 5")
    page.get_by_label("you play").select_option("you")
    plays = 0
    page.locator("#stage").focus()
    while "over" not in waited(page) and plays < 2000:
        page.keyboard.press(("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight")[plays % 4])
        plays += 1
    assert re.search(r"over: (won|lost) with a score of -?\d", words(page))


def test_zelda_in_real_time(opened, zelda):
    page = opened(zelda)
    waited(page)
    page.locator("#stage").focus()
    page.keyboard.press("p")
    page.wait_for_function("lab.moments.length > 3")
    assert "goes on by itself" in words(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("lab.moments.some((one) => one.said === 'you: RIGHT')")
    page.keyboard.press("p")
    at = page.evaluate("lab.moments.length")
    page.wait_for_timeout(300)
    assert page.evaluate("lab.moments.length") == at


# -- what is hidden ----------------------------------------------------------------------------------------------------


def told(page):
    """All that a person can see or hear of the page, markup included."""
    return page.evaluate("document.getElementById('stage').outerHTML")


def state_in(page, game):
    """The last state of a page, the hidden part included."""
    dtype = np.dtype((np.record, game.facts().dtype))
    kept = bytes(page.evaluate("Array.from(lab.moments[lab.moments.length - 1].bytes)"))
    return np.frombuffer(kept.ljust(dtype.itemsize, b"\0"), dtype).copy()[0]


def secrets_of_spades(game, state):
    return {card_name(card) for seat in (1, 2, 3) for card in cards_of(state.hands[seat])}


def secrets_of_kuhn(game, state):
    return {"JQK"[int(state.cards[1])]}


def secrets_of_hearthstone(game, state):
    other, open_to_all = state.players[1], game.text_for(state, 0)  # another copy may be on the table
    names = {named_card(game, card) for card in other.hand[:int(other.hand_size)]}
    return {name for name in names if name not in open_to_all}


SECRETS = {"spades": (secrets_of_spades, 200), "kuhn_poker": (secrets_of_kuhn, 3),
           "hearthstone": (secrets_of_hearthstone, 25)}


@pytest.mark.parametrize("name", SECRETS)
def test_pages_of_card_games_tell_nothing_hidden(opened, name):
    game, (secrets, plays) = games.make(name), SECRETS[name]
    page = opened(play_page(game, {"SO-ISMCTS": SearchPlayer(usual(game)["SO-ISMCTS"], iterations=40)}, seed=4),
                  init="const later = setTimeout; window.setTimeout = (f, ms) => later(f, Math.min(ms, 1));")
    hidden = 0
    for n in range(plays):
        if "over" in waited(page):
            break
        seen, unseen = told(page), secrets(game, state_in(page, game))
        hidden += len(unseen)
        for secret in unseen:
            assert not re.search(rf"(?<![\w#]){re.escape(secret)}(?!\w)", seen), f"{secret} is told after {n} plays"
        if page.evaluate("lab.moments.some((one) => one.thought)"):
            assert "40 iterations; what they found is shown when the game is over" in page.inner_html(".lab-mind")
        page.evaluate("lab.press(lab.legal()[0])")
    assert hidden > 0
    if "over" in waited(page):
        assert "visits of 40" in page.inner_html(".lab-mind")  # in the end everything is open


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


def test_wrong_seats_and_positions_are_refused_in_a_sentence():
    game = games.tic_tac_toe()
    with pytest.raises(ValueError, match="seats 0 to 1"):
        play_page(game, AGENTS, seat=2)
    with pytest.raises(ValueError, match="not a state"):
        play_page(game, AGENTS, state=start(games.connect_four(), 1))


def test_other_players_are_refused_by_name():
    with pytest.raises(ValueError, match="dice"):
        play_page(games.connect_four(), {"dice": RandomPlayer()})
    with pytest.raises(ValueError, match="seconds"):
        described("slow", SearchPlayer(UCT(), seconds=1.0))
    assert described("UCT", UCT())["c"] == pytest.approx(2**0.5)
    cards, board = games.knockout_whist().facts(), games.connect_four().facts()  # no search that looks is advised
    for facts, search in ((cards, "ISMCTS"), (board, "UCT")):
        with pytest.raises(ValueError, match=rf" Give {search}\(\), or no search\.$"):
            described("dice", AlphaBeta(), facts)


def test_a_game_in_vgdl_is_typed_into_the_page(opened, zelda):
    page = opened(zelda, viewport={"width": 390, "height": 844})
    waited(page)
    page.get_by_text("your own game in VGDL").click()
    description, level = page.get_by_label("description"), page.get_by_label("level", exact=True)
    good = description.input_value()
    for wrong, said in ((good.replace("RandomNPC", "RandomNpc"), "Line 4: 'RandomNpc' is not a class of sprites"),
                        (good.replace("stepBack", "stepback", 1), "Line 7: 'stepback' is not an effect"),
                        ("", "Line 1"), ("<b>x</b>", "Line 1")):
        description.fill(wrong)
        page.get_by_role("button", name="play this").click()
        assert said in page.inner_text("details [role=status]")
        page.locator("#stage").focus()
        page.keyboard.press("ArrowRight")
        assert words(page).startswith("you: RIGHT"), "the game before goes on"
    description.fill(good.replace("coin", "<b>coin</b>"))
    level.fill("wwwww\nwAc w\nwwwww\n")
    page.get_by_role("button", name="play this").click()
    assert page.inner_text("details [role=status]") == "" and page.evaluate("lab.moments.length") == 1
    page.locator("#stage").focus()
    page.keyboard.press("ArrowRight")
    assert "over: won with a score of 1" in words(page)
    assert not page.evaluate("document.querySelectorAll('.lab-board b').length")
