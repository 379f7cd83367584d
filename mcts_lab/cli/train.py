"""Train the pruning networks for a distribution of rewards: play bandit problems, fit both networks, save the model.

The model is written as plain arrays. The same seed makes the same data; a network may differ in its last digits from
one machine to another.
"""

EXAMPLE = "mcts-lab train uniform --workers 2"


def add(parser):
    from .arguments import positive, seed

    parser.add_argument("distribution", metavar="DISTRIBUTION",
                        help="of the arms' mean rewards: uniform, bimodal, gaussian, beta, skewed")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="default: 0")
    parser.add_argument("--runs", type=positive, default=1000, metavar="N",
                        help="bandit problems for each row of data (default: 1000)")
    parser.add_argument("--epochs", type=positive, default=400, metavar="N", help="of training, at most (default: 400)")
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="processes for the data (default: 1)")
    parser.add_argument("--keep-data", metavar="FOLDER", help="keep the data sets there as CSV, and use what is there")
    parser.add_argument("--out", metavar="FILE", help="where to write the model (default: data/models/)")


def run(arguments):
    from pathlib import Path

    from ..learning.networks import save
    from ..learning.pruning_models import file_name, make_model
    from ..project.paths import data

    model = make_model(arguments.distribution, arguments.seed, arguments.runs, arguments.epochs, arguments.workers,
                       progress=lambda words: print(words, flush=True), data=arguments.keep_data)
    path = Path(arguments.out) if arguments.out else data() / "models" / file_name(arguments.distribution)
    path.parent.mkdir(parents=True, exist_ok=True)
    save(path, model)
    print(f"written: {path}")
