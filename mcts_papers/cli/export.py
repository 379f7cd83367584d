"""Export stored results as tables.

Use it to analyse the results in another program. The folder then has the tables, a codebook, and checksums of
all files. Nothing is computed, so results that are not stored yet are missing.
"""

from mcts_lab.cli.arguments import BUDGETS

EXAMPLE = "mcts-lab export results my_tables --paper hsu2020"


def add(parser):
    parser.add_argument("what", choices=("results",), metavar="results", help="the word 'results'")
    parser.add_argument("folder", metavar="FOLDER", help="folder to write, which must be new or empty")
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
    from ..reporting.export import export

    files = export(arguments.folder, arguments.paper, arguments.format, arguments.budget,
                   archive=arguments.archive)
    print(f"written: {files[-1]} and {len(files) - 1} more in {arguments.folder}")
