"""Train what searches ask: the pruning networks for a distribution of rewards, or the value model of Hearthstone.

Networks learn from bandit problems, the value model ("value") from games of a search against itself. Models are written
as plain arrays. The same seed makes the same data; a model may differ in its last digits from one machine to another.
"""

EXAMPLE = "mcts-lab train uniform --workers 2"


def add(parser):
    from .arguments import positive, seed

    parser.add_argument("distribution", metavar="DISTRIBUTION",
                        help="of the arms' mean rewards: uniform, bimodal, bimodal_normal, gaussian, beta or skewed; "
                             "or value")
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
                        help="value: games of self-play with each deck (default: 300)")
    parser.add_argument("--iterations", type=positive, default=300, metavar="N",
                        help="value: of the search that plays (default: 300)")
    parser.add_argument("--deck", metavar="NAME", help="value: learn from games with this deck alone: hunter, warlock "
                                                       "or shaman (default: all three)")
    parser.add_argument("--workers", type=positive, metavar="N", help="processes for the data (default: all cores)")
    parser.add_argument("--keep-data", metavar="FOLDER", help="keep the data sets there, and use what is there")
    parser.add_argument("--out", metavar="FILE", help="where to write the model (default: data/models/)")


def run(arguments):
    from pathlib import Path

    from ..learning.networks import save
    from ..learning.pruning_models import file_name, make_model
    from ..project.paths import data

    if arguments.distribution == "value":
        print(f"written: {train_value(arguments)}")
        return
    model = make_model(arguments.distribution, arguments.seed or 0, arguments.runs, arguments.epochs,
                       arguments.workers or -1, progress=lambda words: print(words, flush=True),
                       data=arguments.keep_data, batches=arguments.batches, repeats=arguments.repeats)
    path = Path(arguments.out) if arguments.out else data() / "models" / file_name(arguments.distribution)
    path.parent.mkdir(parents=True, exist_ok=True)
    save(path, model)
    print(f"written: {path}")


def train_value(arguments):
    """Train a value model of Hearthstone; where it is."""
    from pathlib import Path

    from ..errors import UnknownName
    from ..papers.papagiannis2022.players import DECKS, GENERAL, OF_DECK
    from ..papers.papagiannis2022.value_model import SEED, write_value_model
    from ..project.paths import data

    if arguments.deck and arguments.deck not in DECKS:
        raise UnknownName("deck", arguments.deck, DECKS)
    if arguments.keep_data:
        Path(arguments.keep_data).mkdir(parents=True, exist_ok=True)
    return write_value_model(
        arguments.out or data() / "models" / OF_DECK.get(arguments.deck, GENERAL),
        decks=(arguments.deck,) if arguments.deck else DECKS, games=arguments.games, iterations=arguments.iterations,
        seed=SEED if arguments.seed is None else arguments.seed, workers=arguments.workers or -1,
        progress=lambda words: print(words, flush=True), folder=arguments.keep_data)
