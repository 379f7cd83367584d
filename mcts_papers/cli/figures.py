"""Create figures and tables of the papers in 'figures/', with the gallery 'figures/index.html'.

Use it after 'mcts-lab run' to see new results, or to create a figure again. Figures are created from the results
stored in 'data/results/'. Without --budget, the standard results are used. If an item has none, quick results are
used, which are computed first if they are missing, and a note says so. With --budget, all results that are missing at
that budget are computed first.
"""

from mcts_lab.cli.arguments import BUDGETS, add_json, positive, print_json

EXAMPLE = "mcts-lab figures runnels2023/table1 --budget quick"


def add(parser):
    parser.add_argument("items", metavar="PAPER[/ITEM]", nargs="*",
                        help="a paper, or one of its figures or tables (default: all)")
    parser.add_argument("--budget", choices=BUDGETS,
                        help="budget of the results to show (default: standard, or else quick)")
    parser.add_argument("--from", metavar="NAME", dest="own",
                        help="use your own results, which 'mcts-lab run --as NAME' has stored, and create only the "
                             "figures that need them; needs --out")
    parser.add_argument("--out", metavar="FOLDER", help="folder for the figures (default: the project's 'figures/')")
    parser.add_argument("--workers", type=positive, metavar="N",
                        help="number of processes (default: all cores)")
    add_json(parser)


def run(arguments):
    import sys
    import warnings

    from mcts_lab.cli import sentence
    from mcts_lab.host import in_browser

    from ..reporting import report

    if arguments.own and not arguments.out:
        raise ValueError("Figures of your own results are stored separately from the project's figures. Name a folder "
                         "with --out.")
    made, said, failures = [], set(), {}

    def failed(item, error):
        failures.setdefault(sentence(error), []).append(item)

    def report_on(entry):
        made.append(entry)
        if not arguments.json:
            source = f"{entry['budget']} results" if entry["budget"] else "drawn"
            print(f"{entry['paper'] + '/' + entry['item']:<28} {source:<17} {entry['title']}", flush=True)
        if entry["remark"] and entry["remark"] not in said:
            said.add(entry["remark"])
            print(f"note: {entry['remark']}", file=sys.stderr)

    pairs = report.chosen(arguments.items)
    computing = arguments.budget or arguments.own  # by all processes, one item after the other
    others = any(":" in text for text in arguments.items)  # papers that only this process knows
    if computing or others or arguments.debug or in_browser() or len({paper.name for paper, _ in pairs}) == 1:
        for entry in report.regenerate(pairs, arguments.budget, arguments.workers, True, None if arguments.debug else
                                       lambda paper, item, error: failed(f"{paper.name}/{item.name}", error),
                                       arguments.own, arguments.out):
            report_on(entry)
    else:
        warnings.filterwarnings("ignore", "A worker stopped", UserWarning)  # joblib starts another one
        print("Drawing the papers side by side ...", file=sys.stderr, flush=True)
        for entries, errors in report.regenerate_by_paper(arguments.items, None, arguments.out, arguments.workers):
            for entry in entries:
                report_on(entry)
            for item, error in errors:
                failed(item, error)
    for reason, items in failures.items():
        print(f"mcts-lab: {', '.join(items)}: {reason}", file=sys.stderr)
    if arguments.own and not made and not failures:
        raise ValueError(f"No figure uses the results that 'mcts-lab run --as {arguments.own}' has stored. Run an "
                         "experiment whose results are shown in a figure.")
    place = arguments.out or report.write_gallery()
    if arguments.json:
        failures = [{"items": items, "reason": reason} for reason, items in failures.items()]
        print_json({"items": made, "gallery": str(place), "failures": failures})
    else:
        print(f"{'written to' if arguments.out else 'gallery'}: {place}")
    return 1 if failures else 0
