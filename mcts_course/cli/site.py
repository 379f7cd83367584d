"""Build the website of the course: games to play, lessons with their widgets, the figures and the report.

Use it to publish the course, or to show it without Python. Afterwards, open 'site/index.html'. The website needs
neither a server nor the network, so you can copy the folder to a USB stick or to any web host. The first build compiles
the searches of all games, which takes about twenty minutes of processor time.
"""

EXAMPLE = "mcts-lab site hex othello --out my_site"


def add(parser):
    parser.add_argument("games", metavar="GAME", nargs="*",
                        help="games that get a page to play; a game in VGDL is written as vgdl:zelda (default: all "
                             "games that have a picture)")
    parser.add_argument("--out", metavar="FOLDER",
                        help="folder to write, which must be new, empty, or written by this command before (default: "
                             "the project's 'site/')")


def run(arguments):
    import sys

    from mcts_papers import paths

    from ..website import build

    try:
        first = build.build(arguments.out or paths.root() / "site", arguments.games or None)
    except build.NoBook as error:
        print(*error.lines, sep="\n", end="\n" * bool(error.lines), file=sys.stderr)
        raise
    for page in sorted([first, *first.parent.glob("play/*.*")]):
        print(f"{page.stat().st_size:10,} bytes  {page.relative_to(first.parent)}")
    print(f"{sum(path.stat().st_size for path in first.parent.rglob('*') if path.is_file()):10,} bytes  in all")
    print(f"open {first}")
