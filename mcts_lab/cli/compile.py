"""Compile searches beforehand, so that the first one starts at once.

Compiled code is kept on disk and read by every process that needs it, on every computer with the same Python, Numba and
level of processor. Of a game, what 'mcts-lab play' uses is compiled: plain UCT, ISMCTS where something is hidden, an
open loop where the rules draw random numbers as they play; or the searches given by --method, written as for 'mcts-lab
duel'. A lesson is run from top to bottom, which compiles whatever its cells search with. Large games are compiled on
all cores; MCTS_LAB_HELPERS=0 leaves the others alone.
"""

EXAMPLE = "mcts-lab compile connect_four --method 'UCT(selection=RAVE())' --lesson 05"


def add(parser):
    parser.add_argument("games", metavar="GAME", nargs="*", help="a game's name; see mcts-lab list games")
    parser.add_argument("--method", metavar="SEARCH", nargs="+", default=[], help="searches of these games, in place of "
                                                                                  "the one that plays")
    parser.add_argument("--lesson", metavar="NAME", nargs="+", default=[], help="lessons by number or name")


def run(arguments):
    from ..engine.generic import compiler
    from ..games import make
    from ..project import notebooks
    from .duel import method_of
    from .play import method_for

    if not compiler.available():
        raise ValueError("there is nothing to compile with: install Numba, or unset MCTS_LAB_INTERPRET")
    if not arguments.games and (arguments.method or not arguments.lesson):
        raise ValueError("name a game, such as connect_four, or a lesson: --lesson 05")
    methods = [method_of(text) for text in arguments.method]
    games, lessons = [make(name) for name in arguments.games], [notebooks.find(name)[0] for name in arguments.lesson]
    for game in games:
        for method in methods or [method_for(game)]:
            _timed(_search, game, method)
    for lesson in lessons:
        _timed(_lesson, lesson)


def _timed(compile, *about):
    import time

    began = time.perf_counter()
    print(f"{compile(*about)}: ready after {time.perf_counter() - began:.1f} s", flush=True)


def _search(game, method):
    """Compile a search of a game; its title."""
    from ..engine.random import stream
    from ..game import CHANCE, facts, legal_actions, play, start, to_move
    from ..search.mcts.search import Search

    state = start(game, 0)
    while to_move(game, state) == CHANCE:
        play(game, state, legal_actions(game, state)[0], stream(0))
    Search(game, state, method, seed=0, compiled=True).compile()
    return facts(game).title


def _lesson(path):
    """Run a lesson; its name."""
    import nbformat

    from ..project import notebooks

    notebooks.run_cells(nbformat.read(path, as_version=4), path.parent, path.name)
    return path.stem
