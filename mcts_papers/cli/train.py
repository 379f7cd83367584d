"""Train a model that a search can use: a pruning network, a value model, or an AlphaZero network.

Use it to create a model again, or to train one with other data. The data are made first. MODEL says what is trained:

- The name of a distribution, such as 'uniform', trains a pruning network. Such a network tells a search which actions
  it can stop considering. It learns from bandit problems, in which the mean rewards of the arms have this distribution.
- 'value' trains the value model for Hearthstone. It learns from games that a search plays against itself.
- 'alphazero' trains a network for Connect Four. It learns from games of a search that uses the network.

The same seed gives the same data. The last digits of a model may differ between computers.
"""

from mcts_lab.cli.arguments import positive, seed

EXAMPLE = "mcts-lab train uniform --workers 2"


def add(parser):
    parser.add_argument("distribution", metavar="MODEL",
                        help="'value' (the value model of Hearthstone), 'alphazero' (the network of lesson 11), or the "
                             "mean rewards from which a pruning network learns: 'uniform', 'bimodal', "
                             "'bimodal_normal', 'gaussian', 'beta' or 'skewed'")
    parser.add_argument("--seed", type=seed, default=None, metavar="N",
                        help="seed for the training data (default: 0, or 2022 for the model 'value')")
    parser.add_argument("--runs", type=positive, default=1000, metavar="N",
                        help="pruning network: number of bandit problems per row of data (default: 1000)")
    parser.add_argument("--repeats", type=positive, metavar="N",
                        help="pruning network: number of batches of bandit problems for each row of the training data; "
                             "each batch gives a number, and the row is their mean (default: 3)")
    parser.add_argument("--batches", type=positive, metavar="N",
                        help="pruning network: make only N batches for each number of arms, and use them for all rows "
                             "(default: new batches for each row)")
    parser.add_argument("--epochs", type=positive, metavar="N",
                        help="pruning network: maximum number of training epochs (default: as for the paper's "
                             "networks)")
    parser.add_argument("--games", type=positive, default=300, metavar="N",
                        help="value: number of self-play games with each deck; alphazero: number of games per "
                             "generation (default: 300)")
    parser.add_argument("--iterations", type=positive, metavar="N",
                        help="value and alphazero: iterations per search in the games (default: 300 for value, 100 "
                             "for alphazero)")
    parser.add_argument("--generations", type=positive, default=128, metavar="N",
                        help="alphazero: number of generations; generations 0, 1, 2, 4, 8, ... and the last one are "
                             "stored (default: 128)")
    parser.add_argument("--deck", metavar="NAME",
                        help="value: learn only from games with this deck: hunter, warlock or shaman (default: all "
                             "three decks)")
    parser.add_argument("--workers", type=positive, metavar="N",
                        help="number of processes that make the data (default: all cores)")
    parser.add_argument("--keep-data", metavar="FOLDER",
                        help="folder in which the data are stored; data that are already there are used again")
    parser.add_argument("--out", metavar="FILE", help="file for the model (default: a file in data/models/)")


def run(arguments):
    from mcts_lab.engine.whole_files import writable
    from mcts_papers.papagiannis2022.networks import save
    from mcts_papers.papagiannis2022.pruning_models import file_name, make_model

    from ..paths import data

    if arguments.distribution == "value":
        print(f"written: {train_value(arguments)}")
        return
    if arguments.distribution == "alphazero":
        print(f"written: {train_alphazero(arguments)}")
        return
    path = writable(arguments.out or data() / "models" / file_name(arguments.distribution))
    model = make_model(arguments.distribution, arguments.seed or 0, arguments.runs, arguments.epochs,
                       arguments.workers or -1, progress=lambda words: print(words, flush=True),
                       data=arguments.keep_data, batches=arguments.batches, repeats=arguments.repeats)
    save(path, model)
    print(f"written: {path}")


def train_value(arguments):
    """Train a value model for Hearthstone and return its file."""
    from pathlib import Path

    from mcts_lab.engine.whole_files import writable
    from mcts_lab.errors import UnknownName

    from ..papagiannis2022.players import DECKS, GENERAL, OF_DECK
    from ..papagiannis2022.value_model import SEED, write_value_model
    from ..paths import data

    if arguments.deck and arguments.deck not in DECKS:
        raise UnknownName("deck", arguments.deck, DECKS)
    if arguments.keep_data:
        writable(Path(arguments.keep_data) / "self_play.npz")
    return write_value_model(
        arguments.out or data() / "models" / OF_DECK.get(arguments.deck, GENERAL),
        decks=(arguments.deck,) if arguments.deck else DECKS, games=arguments.games,
        iterations=arguments.iterations or 300,
        seed=SEED if arguments.seed is None else arguments.seed, workers=arguments.workers or -1,
        progress=lambda words: print(words, flush=True), folder=arguments.keep_data)


def train_alphazero(arguments):
    """Train networks with two heads for Connect Four and return their file, which is written after each that is
    stored."""
    import itertools
    import time

    from mcts_lab import games
    from mcts_lab.engine.whole_files import writable
    from mcts_papers.two_heads import save

    from ..studies.alphazero import generations, model_file

    path = writable(arguments.out or model_file())
    how = {"games": arguments.games, "iterations": arguments.iterations or 100, "seed": arguments.seed or 0}
    made = generations(games.connect_four(), **how, workers=arguments.workers or -1)
    kept, began = {}, time.perf_counter()
    for number, network in enumerate(itertools.islice(made, arguments.generations + 1)):
        if number & (number - 1) == 0 or number == arguments.generations:
            kept[number] = network
            save(path, kept, {"game": "connect_four", **how})
        print(f"generation {number} of {arguments.generations}, {time.perf_counter() - began:.0f} s", flush=True)
    return path
