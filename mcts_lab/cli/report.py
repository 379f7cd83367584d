"""Set every published number and claim beside ours, with an interval and a verdict.

Also written to 'figures/report.html'.
"""

EXAMPLE = "mcts-lab report runnels2023 --json"


def add(parser):
    from .arguments import BUDGETS, add_json, positive

    parser.add_argument("papers", metavar="PAPER", nargs="*", help="only these (default: all)")
    parser.add_argument("--budget", choices=BUDGETS, help="which results to use (default: standard where they exist)")
    parser.add_argument("--workers", type=positive, metavar="N", help="processes for what must be computed")
    add_json(parser)


def run(arguments):
    from .. import papers
    from ..papers.reporting import report
    from ..papers.reporting.compare import as_text, compare
    from ..project import paths
    from .arguments import print_json

    paths.root()  # without the published numbers nothing needs to be computed
    names = arguments.papers or papers.names()
    reports = [compare(papers.paper(name), arguments.budget, workers=arguments.workers, progress=True)
               for name in names]
    place = report.write_report(reports) if not arguments.papers else None
    if arguments.json:
        print_json({"papers": reports, "page": str(place) if place else None})
        return
    for text in map(as_text, reports):
        print(text)
    if place:
        print(f"page: {place}")
