"""Run an experiment of a paper and store its results.

Use it to repeat an experiment, or to run it with your own settings. Only missing results are computed, and every task
is stored as soon as it is finished. If you stop the run, for example with Ctrl-C, give the same command again to
continue. The results do not depend on the number of workers. 'mcts-lab list experiments' shows all experiments and
their settings.
"""

from mcts_lab.cli.arguments import BUDGETS, add_json, positive, print_json, setting

EXAMPLE = "mcts-lab run joppen2019_courage --set losses=0,-0.5 runs=40 --as mine"


def add(parser):
    parser.add_argument("experiment", metavar="EXPERIMENT",
                        help="name of an experiment; 'mcts-lab list experiments' shows all")
    parser.add_argument("--budget", choices=BUDGETS, default="quick",
                        help="how much is computed. quick: takes seconds; standard: the results that are part of the "
                             "project; paper: as many games and iterations as in the paper (default: quick)")
    parser.add_argument("--set", metavar="NAME=VALUE[,VALUE...]", dest="values", type=setting, nargs="+",
                        action="extend", default=[], help="change settings of the experiment; needs --as")
    parser.add_argument("--as", metavar="NAME", dest="own",
                        help="store the results under this name, separate from the project's results; 'mcts-lab "
                             "figures --from NAME' shows them")
    parser.add_argument("--levels", metavar="FOLDER",
                        help="folder with levels of the GVGAI framework to play on; these results are stored "
                             "separately from those on the project's levels")
    parser.add_argument("--workers", type=positive, metavar="N", help="number of processes (default: all cores)")
    add_json(parser)


def run(arguments):
    from .. import registry as papers
    from .. import store
    from ..store import own

    experiment = papers.experiment(arguments.experiment)
    if arguments.values and not arguments.own:
        raise ValueError("Results with changed settings are stored separately from the project's results. Give them a "
                         "name, such as --as mine.")
    if arguments.levels is not None:
        if experiment.levels is None:
            able = [name for name, one in papers.experiments().items() if one.levels]
            raise ValueError(f"{experiment.name} does not use levels from a folder. Leave out --levels, or choose one "
                             f"of {', '.join(able)}.")
        experiment = experiment.levels(arguments.levels)
    kept = None
    if arguments.own:
        variant = own.begin(arguments.own, experiment, arguments.budget, dict(arguments.values))
        experiment, kept = variant.experiment, variant.store
    frame = store.run(experiment, arguments.budget, workers=arguments.workers, progress=True, store=kept)
    about = {**store.provenance(experiment, arguments.budget, kept), "computed": frame.attrs["computed"]}
    if arguments.own:
        about["command"] = variant.command
    if arguments.json:
        print_json(about)
    else:
        print(f"{experiment.name} at budget {arguments.budget}: {about['computed']} of {about['tasks']} tasks computed "
              f"now, {about['rows']} rows of results in all")
