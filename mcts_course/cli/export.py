"""Write stored results as tables for other programs, or a game and its searches as a library for web pages.

The folder must be new or empty. results: tables with a codebook and a notebook that reads them; nothing is computed,
and what is not stored yet is left out. A game with --wasm: a WebAssembly module, its manifest, and JavaScript with
types, which docs/web.md explains.
"""

from mcts_lab.cli.arguments import BUDGETS, option

EXAMPLE = "mcts-lab export results my_tables --paper hsu2020\n  mcts-lab export connect_four --wasm my_page"


def add(parser):
    parser.add_argument("what", metavar="WHAT", help="'results', or the name of a game")
    parser.add_argument("folder", metavar="FOLDER", help="where to, a new folder")
    parser.add_argument("--wasm", action="store_true", help="the game's rules and searches, for web pages")
    parser.add_argument("-o", "--option", type=option, action="append", default=[], metavar="NAME=VALUE",
                        help="an option of the game; may be repeated")
    parser.add_argument("--paper", action="append", metavar="NAME", help="only this paper; may be repeated")
    parser.add_argument("--format", choices=("csv", "parquet"), default="csv", help="of the tables (default: csv)")
    parser.add_argument("--budget", choices=BUDGETS, help="which results to use (default: the largest complete)")


def run(arguments):
    if arguments.what == "results":
        if arguments.wasm or arguments.option:
            raise ValueError("results are no game: leave out --wasm and --option")
        from mcts_papers.reporting.export import export

        files = export(arguments.folder, arguments.paper, arguments.format, arguments.budget)
    else:
        from mcts_lab import games

        from ..web import write_library

        game = games.make(arguments.what, **dict(arguments.option))
        if not arguments.wasm:
            raise ValueError(f"a game is exported for web pages: add --wasm, as in mcts-lab export {arguments.what} "
                             f"--wasm {arguments.folder}")
        if arguments.paper or arguments.budget:
            raise ValueError("--paper and --budget are for results")
        files = write_library(game, arguments.folder)
    print(f"written: {files[-1]} and {len(files) - 1} more in {arguments.folder}")
