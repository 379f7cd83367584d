"""No error message leads from a game with hidden information to a search that looks at what is hidden."""




from test_advice import said_by

from mcts_course.web.page import described
from mcts_lab import AlphaBeta, games
from mcts_lab.players import SearchPlayer
from mcts_lab.search import (
    ISMCTS,
)


def test_pages_advise_no_search_that_sees_what_is_hidden():
    cards, board = games.knockout_whist().facts(), games.connect_four().facts()
    slow = SearchPlayer(ISMCTS(), seconds=1.0)
    assert said_by(lambda: described("dice", AlphaBeta(), cards)).endswith(" Give ISMCTS(), or no search.")
    assert said_by(lambda: described("dice", AlphaBeta(), board)).endswith(" Give UCT(), or no search.")
    assert said_by(lambda: described("slow", slow, cards)).endswith("SearchPlayer(ISMCTS(), iterations=1000).")
