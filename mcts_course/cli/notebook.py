"""Run a notebook with other parameters, and write the result to a new file.

Use it to see a lesson with other settings, for example another seed or another game. The parameters of a notebook are
in its cell with the tag 'parameters'. Without --out, the command only shows them.
"""

from mcts_lab.cli.arguments import setting

EXAMPLE = "mcts-lab notebook 00_play --set seed=2 --out mine.ipynb"


def add(parser):
    parser.add_argument("name", metavar="NOTEBOOK", help="name of a notebook, such as 00_play, or its number")
    parser.add_argument("--set", metavar="NAME=VALUE[,VALUE...]", dest="values", type=setting, nargs="+",
                        action="extend", default=[], help="change parameters of the notebook")
    parser.add_argument("--out", metavar="FILE", help="file for the notebook with its outputs")


def run(arguments):
    from pathlib import Path

    import nbformat

    from mcts_lab.engine.whole_files import writable, write_whole

    from ..jupyter import notebooks
    from ..kits import editions

    path = notebooks.find(arguments.name)
    notebook = nbformat.read(path, as_version=4)
    if not arguments.out:
        for cell in notebook.cells:
            if "parameters" in cell.metadata.get("tags", ()):
                print(cell.source)
        print("give --out FILE to run the notebook")
        return
    out = Path(arguments.out)
    if out.exists():
        raise ValueError(f"{out} already exists. Name another file with --out, or move it.")
    writable(out)
    edition = editions.with_parameters(notebook, dict(arguments.values)) if arguments.values else notebook
    write_whole(out, nbformat.writes(notebooks.run_cells(edition, path.parent, path.name)))
    print(f"written: {out}")
