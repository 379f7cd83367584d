"""List the games, papers, experiments and widgets that exist.

A game's options are set with '-o NAME=VALUE', as in 'mcts-lab play hex -o size=7', an experiment's settings with '--set
NAME=VALUE', as in 'mcts-lab run courage --set runs=40 --as mine'. Where bars separate defaults of a setting,
they are those at each of its budgets.
"""

EXAMPLE = "mcts-lab list games --json"

KINDS = ("games", "papers", "experiments", "widgets")


def add(parser):
    from .arguments import add_json

    parser.add_argument("kind", nargs="?", choices=KINDS, help="only these (default: everything)")
    add_json(parser)


def run(arguments):
    from .arguments import print_json

    kinds = [arguments.kind] if arguments.kind else KINDS
    found = {kind: globals()[f"_{kind}"]() for kind in kinds}
    if arguments.json:
        print_json(found)
        return
    for kind, rows in found.items():
        print(kind)
        width = max((len(row["name"]) for row in rows), default=0)
        for row in rows:
            print(f"  {row['name']:<{width}}  {row['title']}")
            items = row.get("items", ())
            wide = max((len(item["name"]) for item in items), default=0)
            for item in items:
                print(f"  {'':<{width}}    {item['name']:<{wide}}  {item['title']}")
            if row.get("options"):
                print(f"  {'':<{width}}    " + ", ".join(f"{k}={words(v)}" for k, v in row["options"].items()))
        if not rows:
            print("  none yet")


def words(value) -> str:
    """A default as it is given on the command line."""
    if isinstance(value, dict):
        return " | ".join(map(words, value.values()))
    return ",".join(map(str, value)) if isinstance(value, tuple) else "as planned" if value is None else str(value)


def _games():
    from .. import games
    from ..game import facts

    rows = []
    for name in games.names():
        about = facts(games.make(name))
        rows.append({"name": name, "title": about.title, "players": about.players, "options": games.options(name)})
    return rows


def _papers():
    from .. import papers

    return [{"name": p.name, "title": p.title, "reference": p.reference, "experiments": [e.name for e in p.experiments],
             "items": [{"name": i.name, "kind": i.kind, "title": i.title} for i in p.items]}
            for p in map(papers.paper, papers.drawn())]


def _experiments():
    from .. import papers
    from ..experiments.experiment import settings_of

    return [{"name": name, "title": e.title, "budgets": list(e.budgets), "options": settings_of(e)}
            for name, e in papers.experiments().items()]


def _widgets():
    import inspect

    from ..views.widgets import WIDGETS

    return [{"name": name, "title": inspect.getdoc(made).partition("\n")[0], "module": made.__module__,
             "class": made.__name__} for name, made in WIDGETS.items()]
