"""Every game says how it is played."""


from mcts_lab import games
from mcts_lab.games.dou_dizhu.moves import SYMBOLS
from mcts_lab.games.how_to_play import TEXTS, how_to_play


def test_every_game_has_its_text():
    assert set(games.names()) == set(TEXTS)
    assert all(len(how_to_play(name)) > 60 for name in games.names())


def test_words_of_the_card_games_are_explained():
    assert all(word in how_to_play("spades") for word in ("trump", "trick", "bag", "nil", "contract", "match"))
    assert all("CT is the ten of\nclubs" in how_to_play(name) for name in ("spades", "knockout_whist"))
    assert all(sign in how_to_play("dou_dizhu") for sign in SYMBOLS[-2:])
    assert all(word in how_to_play("dou_dizhu") for word in ("landlord", "peasant", "kicker", "bomb", "rocket"))
    assert all(word in how_to_play("knockout_whist") for word in ("trick", "follow", "knocked out", "trump"))
