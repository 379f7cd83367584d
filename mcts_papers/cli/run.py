"""Run an experiment: compute what is missing of its results and store every finished task at once.

A run that was stopped, by Ctrl-C or otherwise, continues with what is missing when the same command is given again. The
results are the same whatever the number of workers. 'mcts-lab list experiments' names the experiments.
"""

from mcts_lab.cli.arguments import BUDGETS, add_json, positive, print_json, setting

EXAMPLE = "mcts-lab run joppen2019_courage --set losses=0,-0.5 runs=40 --as mine"


def add(parser):
    parser.add_argument("experiment", metavar="EXPERIMENT", help="its name")
    parser.add_argument("--budget", choices=BUDGETS, default="quick",
                        help="quick: seconds; standard: what ships with the project; paper: the paper's own numbers of "
                             "games and iterations (default: quick)")
    parser.add_argument("--set", metavar="NAME=VALUE[,VALUE...]", dest="values", type=setting, nargs="+",
                        action="extend", default=[], help="other values for some of its settings, which 'mcts-lab list "
                                                          "experiments' names; needs --as")
    parser.add_argument("--as", metavar="NAME", dest="own", help="keep the results under this name, apart from the "
                                                                 "project's; 'mcts-lab figures --from NAME' draws them")
    parser.add_argument("--levels", metavar="FOLDER", help="play on the levels of the GVGAI framework in this folder, "
                                                           "with results apart from those on the project's own")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=positive, metavar="N", help="processes on this machine (default: all cores)")
    where.add_argument("--scheduler", metavar="ADDRESS", help="run on the Dask cluster whose scheduler has this "
                                                              "address, such as tcp://10.0.0.5:8786")
    add_json(parser)


def run(arguments):
    from .. import registry as papers
    from .. import store
    from ..store import own

    experiment = papers.experiment(arguments.experiment)
    if arguments.values and not arguments.own:
        raise ValueError("results with other settings are kept apart from the project's: give them a name, such as "
                         "--as mine")
    if arguments.levels is not None:
        if experiment.levels is None:
            able = [name for name, one in papers.experiments().items() if one.levels]
            raise ValueError(f"{experiment.name} is not played on levels of a folder; leave --levels out, or choose "
                             f"one of {', '.join(able)}")
        experiment = experiment.levels(arguments.levels)
    kept = None
    if arguments.own:
        variant = own.begin(arguments.own, experiment, arguments.budget, dict(arguments.values))
        experiment, kept = variant.experiment, variant.store
    frame = store.run(experiment, arguments.budget, workers=arguments.workers, scheduler=arguments.scheduler,
                            progress=True, store=kept)
    about = {**store.provenance(experiment, arguments.budget, kept), "computed": frame.attrs["computed"]}
    if arguments.own:
        about["command"] = variant.command
    if arguments.json:
        print_json(about)
    else:
        print(f"{experiment.name} at budget {arguments.budget}: {about['computed']} of {about['tasks']} tasks computed "
              f"now, {about['rows']} rows of results in all")
