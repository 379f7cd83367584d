"""The list of widgets in `mcts-lab list`."""

LISTED = {"widgets": "widgets"}


def widgets():
    import inspect

    from ..widgets import WIDGETS

    return [{"name": name, "title": inspect.getdoc(made).partition("\n")[0], "module": made.__module__,
             "class": made.__name__} for name, made in WIDGETS.items()]
