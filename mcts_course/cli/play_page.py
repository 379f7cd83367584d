"""Write a web page to play on, for `mcts-lab play --page`."""

OFFERS = {"play page": "write_page"}


def write_page(game, arguments):
    """Write the web page for a game with these arguments of the command line."""
    from pathlib import Path

    from mcts_lab.engine.whole_files import writable, write_whole
    from mcts_lab.players import SearchPlayer

    from ..web.offers import usual
    from ..web.page import play_page

    if arguments.against != "mcts":
        raise ValueError("A web page can only contain Monte Carlo tree search. Leave out --against "
                         f"{arguments.against}.")
    place = Path(arguments.page)
    if place.exists():
        raise ValueError(f"{place} already exists. Name another file, or remove this one.")
    writable(place)
    agents = {name: SearchPlayer(method, iterations=arguments.iterations) for name, method in usual(game).items()}
    text = play_page(game, agents, arguments.seat, arguments.seed)
    write_whole(place, text)
    print(f"{place}: {len(text) // 1000:,} kB; open it in a browser, or send it to a friend")
