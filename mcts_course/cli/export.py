"""Export stored results as tables, or a game and its searches as a library for web pages.

Use 'results' to analyse the results in another program. The folder then has the tables, a codebook and a notebook that
reads them. Nothing is computed, so results that are not stored yet are missing. Use a game with --wasm to put it on
your own web page. The folder then has a WebAssembly module, its manifest, and JavaScript with types; docs/web.md
explains them.
"""

from mcts_lab.cli.arguments import BUDGETS, option

EXAMPLE = "mcts-lab export results my_tables --paper hsu2020\n  mcts-lab export connect_four --wasm my_page"


def add(parser):
    parser.add_argument("what", metavar="WHAT", help="'results', or the name of a game")
    parser.add_argument("folder", metavar="FOLDER", help="folder to write, which must be new or empty")
    parser.add_argument("--wasm", action="store_true",
                        help="export the rules and the searches of a game, for web pages")
    parser.add_argument("-o", "--option", type=option, action="append", default=[], metavar="NAME=VALUE",
                        help="set an option of the game, such as size=7; may be repeated")
    parser.add_argument("--paper", action="append", metavar="NAME",
                        help="export only the results of this paper; may be repeated")
    parser.add_argument("--format", choices=("csv", "parquet"), default="csv",
                        help="file format of the tables (default: csv)")
    parser.add_argument("--archive", action="store_true",
                        help="also pack the tables into FOLDER.zip, to upload them to a research archive")
    parser.add_argument("--budget", choices=BUDGETS,
                        help="budget of the results to use (default: the largest budget whose results are "
                             "all stored)")


def run(arguments):
    if arguments.what == "results":
        if arguments.wasm or arguments.option:
            raise ValueError("--wasm and --option are only for games, not for results. Leave them out.")
        from mcts_papers.reporting.export import export

        files = export(arguments.folder, arguments.paper, arguments.format, arguments.budget,
                       archive=arguments.archive)
    else:
        from mcts_lab import games

        from ..web import write_library

        game = games.make(arguments.what, **dict(arguments.option))
        if not arguments.wasm:
            raise ValueError(f"A game is exported only for web pages. Write: mcts-lab export {arguments.what} --wasm "
                             f"{arguments.folder}")
        if arguments.paper or arguments.budget or arguments.archive:
            raise ValueError("--paper, --budget and --archive are only for results. Leave them out.")
        files = write_library(game, arguments.folder)
    print(f"written: {files[-1]} and {len(files) - 1} more in {arguments.folder}")
