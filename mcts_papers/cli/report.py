"""Compare every published number and claim of the papers with our results.

Use it to see which results of a paper were confirmed. Each comparison has a confidence interval and a verdict. Without
PAPER, the report is also written to 'figures/report.html'.

With --audit N, the command checks stored results instead. A task is one job of an experiment, and its result is stored
as one or more rows. The command samples N stored tasks, computes them again and compares all their rows. A task with
more rows is more likely to be sampled.
"""

from mcts_lab.cli.arguments import BUDGETS, add_json, positive, print_json
from mcts_lab.errors import UnknownName

EXAMPLE = "mcts-lab report runnels2023 --json"


def add(parser):
    parser.add_argument("papers", metavar="PAPER", nargs="*", help="papers to report (default: all)")
    parser.add_argument("--budget", choices=BUDGETS,
                        help="budget of the results to use (default: the largest budget whose results are all "
                             "stored)")
    parser.add_argument("--page", metavar="FILE",
                        help="file for the report as a web page (default: 'figures/report.html' if the report is "
                             "about all papers)")
    parser.add_argument("--audit", type=positive, metavar="N", help="compute N stored tasks again and compare the rows")
    parser.add_argument("--experiment", metavar="NAME", action="append", default=[],
                        help="with --audit: sample tasks of this experiment; may be repeated (default: all "
                             "experiments)")
    parser.add_argument("--levels", metavar="FOLDER",
                        help="with --audit: folder with the levels of the GVGAI framework; without it, tasks on these "
                             "levels are not sampled")
    parser.add_argument("--seed", type=int, default=0, metavar="N",
                        help="with --audit: seed for sampling the tasks (default: 0)")
    parser.add_argument("--workers", type=positive, metavar="N",
                        help="number of processes that compute missing results (default: all cores)")
    add_json(parser)


def run(arguments):
    from mcts_lab.engine.whole_files import writable

    from .. import paths
    from .. import registry as papers
    from ..reporting import report
    from ..reporting.compare import compare_all
    from ..reporting.plain_text import as_text

    paths.data()  # without the published numbers nothing needs to be computed
    names = arguments.papers or papers.names()
    if arguments.audit:
        return audit(names, arguments)
    if arguments.levels is not None or arguments.experiment:
        raise ValueError("--levels and --experiment choose the tasks that --audit computes again. Add --audit N.")
    if arguments.page:
        writable(arguments.page)
    reports = compare_all(names, arguments.budget, arguments.workers)
    place = None
    if arguments.page or not arguments.papers:
        place = report.write_report(reports, arguments.page)
    if arguments.json:
        print_json({"papers": reports, "page": str(place) if place else None})
        return
    for text in map(as_text, reports):
        print(text)
    if place:
        print(f"page: {place}")


def audit(names, arguments) -> int:
    """Compute stored tasks again, print what came out, and return 1 if a row differs, else 0."""
    from .. import registry as papers
    from ..store.audit import again, left_out, machine, machines, sample
    from ..store.environment import environment

    known = {one.name: one for name in names for one in papers.paper(name).experiments}
    if arguments.levels is not None:
        known |= {made.name: made for one in known.values() if one.levels for made in (one.levels(arguments.levels),)}
    for name in arguments.experiment:
        if name not in known:
            raise UnknownName("experiment", name, known)
    chosen = [known[name] for name in arguments.experiment or known]
    drawn = sample(chosen, arguments.audit, arguments.budget, arguments.seed)
    made = machines({one.experiment.name: one.experiment for one in drawn}.values(), arguments.budget)
    here = environment()
    found = []
    for one in drawn:
        found.append(again(one))
        if not arguments.json:
            said = "the same" if not found[-1].differ else f"DIFFERENT in {', '.join(found[-1].differ)}"
            print(f"{found[-1].experiment} {found[-1].task}: {found[-1].rows} rows, {said}", flush=True)
    without = left_out(chosen, arguments.budget)
    same = sum(not one.differ for one in found)
    if arguments.json:
        print_json({"seed": arguments.seed, "same": same, "left_out": without,
                    "tasks": [one._asdict() for one in found], "computed_with": made, "again_with": machine(here)})
    else:
        print(f"{same} of {len(found)} tasks computed again gave the same rows")
        if without:
            print(f"{sum(without.values()):,} stored tasks of {', '.join(without)} were left out, because they need "
                  "the levels of the GVGAI framework. Add --levels FOLDER to check them, too.")
        print(f"computed with {'; '.join(made) or 'nothing'}; again with {machine(here)}")
    return int(same < len(found))
