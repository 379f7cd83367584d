"""Compile searches of games beforehand, so that the first one starts at once.

Compiled code is kept on disk and read by every process that needs it. What is compiled is what `mcts-lab play` uses:
plain UCT, ISMCTS where something is hidden, an open loop where the rules draw random numbers as they play. Large games
are compiled on all cores; MCTS_LAB_HELPERS=0 leaves the others alone.
"""

EXAMPLE = "mcts-lab compile connect_four spades"


def add(parser):
    parser.add_argument("games", metavar="GAME", nargs="+", help="a game's name; see mcts-lab list games")


def run(arguments):
    import time

    from .. import games
    from ..engine.generic import compiler
    from ..engine.random import stream
    from ..game import CHANCE, facts, legal_actions, play, start, to_move
    from ..search.mcts.search import Search
    from .play import method_for

    if not compiler.available():
        raise ValueError("there is nothing to compile with: install Numba, or unset MCTS_LAB_INTERPRET")
    for game in [games.make(name) for name in arguments.games]:
        state = start(game, 0)
        while to_move(game, state) == CHANCE:
            play(game, state, legal_actions(game, state)[0], stream(0))
        began = time.perf_counter()
        Search(game, state, method_for(game), seed=0, compiled=True).compile()
        print(f"{facts(game).title}: ready after {time.perf_counter() - began:.1f} s", flush=True)
