"""Build the website of the course: games to play, lessons with their widgets, the figures and the report.

Use it to publish the course, or to show it without Python. Afterwards, open 'site/index.html'. The website needs
neither a server nor the network, so you can copy the folder to a USB stick or to any web host. The first build compiles
the searches of all games, which takes about twenty minutes of processor time.

With --lab, visitors run and change the lessons in their browser, with nothing installed. This adds about 80 MB, needs
npm and the network while it is built, and afterwards a web server, such as 'python -m http.server'.
"""

EXAMPLE = "mcts-lab site hex othello --out my_site"


def add(parser):
    parser.add_argument("games", metavar="GAME", nargs="*",
                        help="games that get a page to play; a game in VGDL is written as vgdl:zelda (default: all "
                             "games that have a picture)")
    parser.add_argument("--out", metavar="FOLDER",
                        help="folder to write, which must be new, empty, or written by this command before (default: "
                             "the project's 'site/')")
    parser.add_argument("--lab", action="store_true",
                        help="also write the folder lab/ of the website, with the lessons to be run in the browser")
    parser.add_argument("--only-lab", action="store_true", help="write only the folder lab/")
    parser.add_argument("--pyodide", metavar="ADDRESS",
                        help="with --lab: let the website load Pyodide from this address, in the version that this "
                             "command names, instead of copying Pyodide into the website")
    parser.add_argument("--wheels", metavar="PLACE",
                        help="with --lab: folder or address from which the wheels of Pyodide are copied, if the "
                             "Python index does not have the package that contains them")


def run(arguments):
    import sys
    from pathlib import Path

    from mcts_papers import paths

    from ..lite import build as lite
    from ..website import build

    out = Path(arguments.out or paths.root() / "site")
    lab = arguments.lab or arguments.only_lab
    if lab:
        lite.check(out / "lab")
    if not arguments.only_lab:
        try:
            build.build(out, arguments.games or None, lab)
        except build.NoBook as error:
            print(*error.lines, sep="\n", end="\n" * bool(error.lines), file=sys.stderr)
            raise
    if lab:
        lite.build(out / "lab", arguments.pyodide, arguments.wheels)
    for page in sorted(out.glob("play/*.*")):
        print(f"{page.stat().st_size:10,} bytes  {page.relative_to(out)}")
    print(f"{sum(path.stat().st_size for path in out.rglob('*') if path.is_file()):10,} bytes  in all")
    if lab:
        print(f"start a web server: python -m http.server --directory {out}")
    print(f"open {out / ('lab/tree/index.html' if arguments.only_lab else 'index.html')}")
