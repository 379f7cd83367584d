"""Show a function's source, change a copy of it, and watch it call itself.

    from mcts_lab.textbook import back_up, changed, difference, show, uct

    show(back_up)
    wrong = changed(back_up, ("rewards[mover]", "1.0 - rewards[mover]"))
    print(difference(back_up, wrong))
    search = changed(uct, back_up=wrong)     # as `uct`, but it calls the changed copy
"""

from __future__ import annotations

import difflib
import inspect
import itertools
import linecache

LETTERS = "font-family: var(--jp-code-font-family, monospace)"
NUMBERS = itertools.count(1)  # of copies, so that each has a file name of its own


def show(*functions):
    """Return the source of functions, highlighted, as what a notebook's cell shows."""
    from IPython.display import Code

    class Source(Code):
        def _repr_html_(self):  # a page around it may set letters of different widths
            return f'<div style="{LETTERS}">{super()._repr_html_()}</div>'

    return Source("\n\n".join(inspect.getsource(function) for function in functions), language="python")


def changed(function, *edits, **names):
    """Return a copy of a function with parts of its source replaced, which finds `names` in place of its module's.

    edits: pairs (old, new) of text; `old` must stand in the source exactly once, or ValueError is raised. A copy that
    calls itself calls the copy. Its source can be shown and changed again.
    """
    source = inspect.getsource(function)
    for old, new in edits:
        if source.count(old) != 1:
            raise ValueError(f"{old!r} stands {source.count(old)} times in {function.__name__}, so say which one: give "
                             "a text that stands there once")
        source = source.replace(old, new)
    file = f"<{function.__name__}, copy {next(NUMBERS)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)  # for its source, and for tracebacks
    room = {**function.__globals__, **names}
    exec(compile(source, file, "exec"), room)
    made = room[function.__name__]
    room.update(names)  # a name of its own comes before the copy
    return made


def difference(before, after, context=1) -> str:
    """Return what distinguishes the sources of two functions, as a unified diff with some lines of context."""
    first, second = (inspect.getsource(function).splitlines() for function in (before, after))
    lines = list(difflib.unified_diff(first, second, n=context, lineterm=""))[3:]
    return "\n".join([f"in {before.__name__}:", *("..." if line.startswith("@@") else line for line in lines)])


def recorded(function, *arguments) -> list:
    """Call a recursive function and return all calls in their order: (arguments, None) as each begins, later
    (arguments, its value)."""
    calls = []

    def noted(*arguments):
        calls.append((arguments, None))
        calls.append((arguments, copy(*arguments)))
        return calls[-1][1]

    copy = changed(function, **{function.__name__: noted})
    noted(*arguments)
    return calls
