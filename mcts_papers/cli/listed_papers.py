"""Papers and experiments for the command `mcts-lab list`."""

LISTED = {"papers": "papers", "experiments": "experiments"}


def papers():
    from .. import registry as known

    return [{"name": p.name, "title": p.title, "reference": p.reference, "experiments": [e.name for e in p.experiments],
             "items": [{"name": i.name, "kind": i.kind, "title": i.title} for i in p.items]}
            for p in map(known.paper, known.drawn())]


def experiments():
    from mcts_lab.matches.experiment import settings_of

    from .. import registry as known

    return [{"name": name, "title": e.title, "budgets": list(e.budgets), "options": settings_of(e)}
            for name, e in known.experiments().items()]
