"""Card tables are read on a phone: all cards of one's own, all players, and letters of at least 11 pixels."""

import re

import pytest

from mcts_course.website.game_pages import some_state
from mcts_lab import games
from mcts_lab.game import legal_actions, start

PHONE = 350  # pixels of a board on a screen of 390


@pytest.mark.parametrize(("name", "options"), [("spades", {}), ("knockout_whist", {}),
                                               ("knockout_whist", {"players": 7})])
def test_a_table_fits_a_phone(name, options):
    game = games.make(name, **options)
    for state in (start(game, 3), some_state(game)):
        drawn = game.svg_for(state, 0)
        width, height = map(float, re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn).groups())
        sizes = [float(size) for size in re.findall(r'<text [^>]*font-size="([\d.]+)"', drawn)]
        assert min(sizes) * PHONE / width >= 11
        for card in re.findall(r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"', drawn):
            x, y, wide, high = map(float, card)
            assert 0 <= x <= x + wide <= width and 0 <= y <= y + high <= height
        for action in legal_actions(game, state):
            for _, _, seen, _ in game.areas(state, action, 0):
                assert seen * PHONE / width >= 20  # wide enough for a finger
