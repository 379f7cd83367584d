"""Figures: layouts do not overlap, counts add up, everything says what it shows."""



import numpy as np
from test_plots import pixels

from mcts_lab import games, start
from mcts_lab.views.plots import board

# -- pictures of positions ---------------------------------------------------------------------------------------------


def test_every_board_game_has_a_picture():
    for name in ("tic_tac_toe", "connect_four", "breakthrough", "othello", "hex", "nim", "soccer"):
        game = games.make(name)
        light, dark = (pixels(board.figure(game, start(game, 1), 2.0, dark=d)) for d in (False, True))
        assert len(np.unique(light.reshape(-1, 4), axis=0)) > 3, name
        assert light.shape == dark.shape and (light != dark).any(), name


def test_the_felt_of_a_card_table_is_drawn():
    game = games.spades()
    image = pixels(board.figure(game, start(game, 1), 3.0))
    felt = image[image.shape[0] // 2, image.shape[1] // 2]
    assert tuple(felt) != (255, 255, 255, 255) and (image == felt).all(axis=-1).mean() > 0.4
