"""Games to scrub through: every position is there, pages are whole and fetch nothing."""

import json
import re

import pytest

from mcts_lab import games
from mcts_lab.game import after, start, svg_for
from mcts_lab.games.tribes import tribes
from mcts_lab.players import RandomPlayer, RulePlayer, ScriptedPlayer
from mcts_lab.views.game_replay import Frame, GameReplay, record

C4 = games.connect_four()
TALL = [ScriptedPlayer(lambda game, state, seed: 3, "left"), ScriptedPlayer(lambda game, state, seed: 2, "right")]


def pictures_of(page):
    """The pictures as the page puts them together."""
    data = json.loads(re.search(r'id="film">(.*?)</script>', page, re.DOTALL).group(1))
    pictures, pieces = [], []
    for head, tail, middle in data["frames"]:
        pieces = pieces[:head] + middle + pieces[len(pieces) - tail:]
        pictures.append("".join(data["pieces"][piece] for piece in pieces))
    return pictures, data["captions"]


def test_every_position_of_a_game_is_shown():
    replay = record(C4, TALL, seed=1)
    pictures, words = pictures_of(replay.html())
    state, expected = start(C4), []
    for action in (3, 2, 3, 2, 3, 2, 3):
        expected.append(svg_for(C4, state, None))
        state = after(C4, state, action)
    assert pictures == [*expected, svg_for(C4, state, None)] and len(replay) == 8
    assert words[0] == "start" and words[1].startswith("1. ") and words[7].startswith("7. ")


def test_fewer_positions_end_with_the_last():
    pictures, words = pictures_of(record(C4, TALL, seed=1, every=3).html())
    assert [word.partition(".")[0] for word in words] == ["start", "3", "6", "7"]
    with pytest.raises(ValueError, match="at least 1"):
        record(C4, TALL, every=0)


def test_players_who_remember_are_told_of_the_game():
    told = []

    class Remembers(RandomPlayer):
        def sit(self, game, seat, seed):
            return self

        def watch(self, game, state, action):
            told.append(int(action))

    replay = record(games.tic_tac_toe(), [Remembers("one"), RandomPlayer("two")], seed=3)
    assert len(told) == len(replay) - 1


def test_a_page_fetches_nothing_and_hides_no_markup():
    page = GameReplay('A <b>"game"</b>', [Frame("<svg></svg>", "</script><b>start"), Frame("<svg/>", "end")]).html()
    assert page.count("</script>") == 2 and "<b>" not in page
    assert not re.search(r'(?:src|href)\s*=\s*"(?!#)', page) and "http" not in page
    assert pictures_of(page) == (["<svg></svg>", "<svg/>"], ["</script><b>start", "end"])
    with pytest.raises(ValueError, match="at least one"):
        GameReplay("nothing", [])


def test_what_pictures_share_is_stored_once(tmp_path):
    game = tribes(level=1590191438878)
    replay = record(game, [RulePlayer("one"), RulePlayer("two")], seed=1, limit=12)
    page = replay.save(tmp_path / "game.html").read_text(encoding="utf-8")
    pictures, _ = pictures_of(page)
    assert len(pictures) == 13 and len(page) < sum(map(len, pictures)) / 3
    assert "srcdoc" in replay._repr_html_()
