"""Write stored results as tables for other programs, with a codebook and a notebook that reads them.

The folder must be new or empty. Nothing is computed: what is not stored yet is left out.
"""

EXAMPLE = "mcts-lab export results my_tables --paper hsu2020"


def add(parser):
    from .arguments import BUDGETS

    parser.add_argument("what", choices=("results",), help="what to write")
    parser.add_argument("folder", metavar="FOLDER", help="where to, a new folder")
    parser.add_argument("--paper", action="append", metavar="NAME", help="only this paper; may be repeated")
    parser.add_argument("--format", choices=("csv", "parquet"), default="csv", help="of the tables (default: csv)")
    parser.add_argument("--budget", choices=BUDGETS, help="which results to use (default: standard where they exist)")


def run(arguments):
    from ..papers.reporting.export import export

    files = export(arguments.folder, arguments.paper, arguments.format, arguments.budget)
    print(f"written: {files[-1]} and {len(files) - 1} more in {arguments.folder}")
