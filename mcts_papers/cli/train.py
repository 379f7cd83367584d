"""Train what searches ask: pruning networks, the value model of Hearthstone, or AlphaZero's network in Connect Four.

Pruning networks learn from bandit problems with a distribution of rewards, the value model ("value") from games of a
search against itself, and the network of "alphazero" from games of a search that asks it. Models are written as plain
arrays. The same seed makes the same data; a model may differ in its last digits from one machine to another.
"""

from mcts_lab.cli.arguments import positive, seed

EXAMPLE = "mcts-lab train uniform --workers 2"


def add(parser):
    parser.add_argument("distribution", metavar="DISTRIBUTION",
                        help="of the arms' mean rewards: uniform, bimodal, bimodal_normal, gaussian, beta or skewed; "
                             "or value, or alphazero")
    parser.add_argument("--seed", type=seed, default=None, metavar="N", help="default: 0; of value, 2022")
    parser.add_argument("--runs", type=positive, default=1000, metavar="N",
                        help="bandit problems for each row of data (default: 1000)")
    parser.add_argument("--repeats", type=positive, metavar="N",
                        help="batches of problems whose worst ranks are averaged in each row (default: 3)")
    parser.add_argument("--batches", type=positive, metavar="N",
                        help="of problems for each number of arms, which rows share; default: each row has its own")
    parser.add_argument("--epochs", type=positive, metavar="N",
                        help="of training, at most (default: as many as the article's networks)")
    parser.add_argument("--games", type=positive, default=300, metavar="N",
                        help="value: games of self-play with each deck; alphazero: in each generation (default: 300)")
    parser.add_argument("--iterations", type=positive, metavar="N",
                        help="of the search that plays (default: value 300, alphazero 100)")
    parser.add_argument("--generations", type=positive, default=128, metavar="N",
                        help="alphazero: how many; those numbered 1, 2, 4, 8, ... and the last are kept (default: 128)")
    parser.add_argument("--deck", metavar="NAME", help="value: learn from games with this deck alone: hunter, warlock "
                                                       "or shaman (default: all three)")
    parser.add_argument("--workers", type=positive, metavar="N", help="processes for the data (default: all cores)")
    parser.add_argument("--keep-data", metavar="FOLDER", help="keep the data sets there, and use what is there")
    parser.add_argument("--out", metavar="FILE", help="where to write the model (default: data/models/)")


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
    """Train a value model of Hearthstone; where it is."""
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
    """Train networks with two heads for Connect Four; where they are. The file is written after each that is kept."""
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
