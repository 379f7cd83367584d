"""Run an experiment: compute what is missing of its results and store every finished task at once.

A run that was stopped, by Ctrl-C or otherwise, continues with what is missing when the same command is given again. The
results are the same whatever the number of workers. 'mcts-lab list experiments' names the experiments.
"""

EXAMPLE = "mcts-lab run runnels2023_self_play --budget quick --workers 2"


def add(parser):
    from .arguments import BUDGETS, add_json, positive

    parser.add_argument("experiment", metavar="EXPERIMENT", help="its name")
    parser.add_argument("--budget", choices=BUDGETS, default="quick",
                        help="quick: seconds; standard: what ships with the project; paper: the paper's own numbers of "
                             "games and iterations (default: quick)")
    parser.add_argument("--levels", metavar="FOLDER", help="play on the levels of the GVGAI framework in this folder, "
                                                           "with results apart from those on the project's own")
    parser.add_argument("--estimate", action="store_true", help="say how long it takes, and compute nothing")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=positive, metavar="N", help="processes on this machine (default: all cores)")
    where.add_argument("--scheduler", metavar="ADDRESS", help="run on the Dask cluster whose scheduler has this "
                                                              "address, such as tcp://10.0.0.5:8786")
    add_json(parser)


def run(arguments):
    from .. import experiments, papers
    from .arguments import print_json

    experiment = papers.experiment(arguments.experiment)
    if arguments.levels is not None:
        if experiment.levels is None:
            able = [name for name, one in papers.experiments().items() if one.levels]
            raise ValueError(f"{experiment.name} is not played on levels of a folder; leave --levels out, or choose "
                             f"one of {', '.join(able)}")
        experiment = experiment.levels(arguments.levels)
    if arguments.estimate:
        return tell(experiment, arguments)
    before = experiments.status(experiment, arguments.budget)
    if arguments.budget != "quick" and not arguments.scheduler and before.done < before.total:
        tell(experiment, arguments)
    frame = experiments.run(experiment, arguments.budget, workers=arguments.workers, scheduler=arguments.scheduler,
                            progress=True)
    about = {**experiments.provenance(experiment, arguments.budget), "computed": frame.attrs["computed"]}
    if arguments.json:
        print_json(about)
    else:
        print(f"{experiment.name} at budget {arguments.budget}: {about['computed']} of {about['tasks']} tasks computed "
              f"now, {about['rows']} rows of results in all")


def tell(experiment, arguments):
    """Say how long it will take, before it begins."""
    import sys

    from .. import papers
    from ..experiments.environment import processors
    from ..experiments.estimate import estimate

    expected = estimate(experiment, arguments.budget, others=tuple(papers.experiments().values()))
    said = "no estimate, because nothing of it is stored yet" if expected is None else expected.words(
        arguments.workers or processors())
    print(f"{experiment.name} at budget {arguments.budget}: {said}", file=sys.stderr, flush=True)
