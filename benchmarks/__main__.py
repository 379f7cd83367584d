"""Measure how fast searches and rules run here, alone or beside others, and how long compiling takes.

Rates are per second of processor time, one thread. With --against, both are measured in turns, and the ratio says how
many times as fast: ours over OpenSpiel's; the mean over Borda scores; ours over a bare search in C++; searches in pages
over native ones; ours interpreted over mctspy; ours over the frameworks of VGDL and Tribes in Java, whose figures are
on record; or how many times as long iterations take with learned models as without them.

With --compile: seconds of processor time, and by the clock, until a first search has run 10 iterations with nothing
compiled before; then with another selection rule; on a board of another size (another map, level or deck); of Tribes
with six agents one after the other; and in a new process. --lines does the same with rules that are made up, so many
lines of them. Processes that help are included.

With --pages: seconds of processor time to make a page to play in, and to compile the same searches natively, each with
nothing kept. With --opening: the page's size, milliseconds from opening it in Chromium until a first search has run 100
iterations, and iterations that a search then makes in 0.3 seconds. As these are by the clock, other programs should
rest: on Linux, `chrt -r 5 python -m benchmarks --opening`, as root, goes before them.

With --matches: microseconds of processor time a move in matches of Connect Four between plain searches, in one stretch
of compiled code and one by one, and those of a bare search in C++ from the same positions; all in turns.

With --strength: points that our searches win from OpenSpiel's in C++ at equal processor time, in 200 games of each.

With --lessons: seconds of processor time, and by the clock, of a lesson's first compiled search, in a new process with
the code kept by `mcts-lab compile --lesson`; and of its imports before. Games are names of lessons then; all take half
an hour.

With --count: instructions of an iteration, and of a whole search of one iteration, counted by Valgrind in fixed
searches. Other programs do not change them. --before COMMIT counts the same searches in an older commit, too, and
prints the ratio of the instructions of an iteration.
"""

from __future__ import annotations

import argparse
import sys

from mcts_lab import cli
from mcts_lab.cli.arguments import add_json, positive, print_json
from mcts_lab.errors import UnknownName

NAME = "python -m benchmarks"


def parser():
    """The command line."""
    command = cli.Parser(prog=NAME, allow_abbrev=False, description=__doc__,
                         epilog=f"example:\n  {NAME} --against openspiel --json",
                         formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("games", metavar="GAME", nargs="*", help="only these (default: all that are measured)")
    others = ("openspiel", "mean", "limit", "mctspy", "java", "without", "native")
    command.add_argument("--against", choices=others,
                        help="measure this too and print ratios: OpenSpiel in C++; Borda scores against means; "
                             "a bare search in C++; mctspy, a package in plain Python, beside ours interpreted; "
                             "the originals of VGDL and Tribes in Java, whose figures are on record; "
                             "Hearthstone without learned models beside with them; "
                             "native searches beside those of web pages")
    command.add_argument("--compile", action="store_true", help="measure how long compiling takes instead")
    command.add_argument("--pages", action="store_true", help="measure how long making web pages takes")
    command.add_argument("--opening", action="store_true", help="measure web pages: size, time to open, speed")
    command.add_argument("--matches", action="store_true", help="measure what a move of a match costs")
    command.add_argument("--strength", action="store_true", help="play against OpenSpiel's search at equal time")
    command.add_argument("--count", action="store_true", help="count the instructions of fixed searches")
    command.add_argument("--lessons", action="store_true", help="measure how soon the lessons named search")
    command.add_argument("--before", metavar="COMMIT", help="with --count: in this commit, too")
    command.add_argument("--lines", type=positive, nargs="+", metavar="N",
                        help="with --compile: games with so many generated lines of rules instead")
    command.add_argument("--rounds", type=positive, default=5, metavar="N", help="measurements of each (default: 5)")
    add_json(command)
    cli.complete(command, run)
    return command


def run(arguments):
    """Measure and print."""
    from . import rows as speed

    if arguments.lines and not arguments.compile:
        raise ValueError("--lines says how much there is to compile: add --compile")
    if arguments.before and not arguments.count:
        raise ValueError("--before says where to count, too: add --count")
    if arguments.compile:
        return print_compile_times(arguments)
    if arguments.matches:
        return print_matches(arguments)
    if arguments.count:
        return print_counts(arguments)
    if arguments.strength:
        return print_strength(arguments)
    if arguments.lessons:
        return print_lessons(arguments)
    if arguments.pages or arguments.opening:
        return print_pages(arguments)
    from . import pages

    measured = pages.names() if arguments.against == "native" else sorted({row.game for row in speed.ROWS})
    for name in arguments.games:
        if name not in measured:
            raise UnknownName("game to measure", name, measured)
    if arguments.against in (None, "openspiel"):
        if arguments.against:
            import pyspiel  # noqa: F401  here, so that its absence is told before anything has been measured

        found = (speed.measure(row, arguments.rounds, against=bool(arguments.against)) for row in speed.ROWS
                 if not arguments.games or row.game in arguments.games)
    elif arguments.against == "native":
        found = pages.against_native(arguments.games, arguments.rounds)
    elif arguments.games:
        raise ValueError(f"--against {arguments.against} measures games of its own: name none")
    else:
        from .internal import against_mean
        from .java_tribes import against_java
        from .limit import against_limit
        from .mctspy import against_mctspy
        from .models import against_without
        from .vgdl import against_java as real_time

        others = {"mean": against_mean, "limit": against_limit, "mctspy": against_mctspy,
                  "java": lambda rounds: real_time(rounds) + against_java(rounds), "without": against_without}
        found = others[arguments.against](arguments.rounds)
    if arguments.json:
        print_json(list(found))
        return
    print(heading(arguments.against))
    remarks = {}
    for row in found:
        print(line(row, bool(arguments.against)), flush=True)
        remarks[row["remark"]] = None
    for remark in filter(None, remarks):
        print(f"note: {remark}", file=sys.stderr)


def print_compile_times(arguments):
    """The table of --compile."""
    from .compile_times import ROWS, STEPS, compile_times

    for name in arguments.games:
        if name not in ROWS:
            raise UnknownName("game to measure", name, list(ROWS))
    if arguments.games and arguments.lines:
        raise ValueError("--lines measures games of its own: name none")
    if arguments.against:
        raise ValueError("--compile compares nothing: leave out --against")
    if arguments.json:
        print_json(list(compile_times(arguments.games, arguments.lines or ())))
        return
    print(f"{'game':<16}" + "".join(f"{step:>16}" for step in STEPS) + "   seconds: processor (clock)")
    for row in compile_times(arguments.games, arguments.lines or ()):
        cells = (f"{row[step][0]:.1f} ({row[step][1]:.1f})" if row[step] else "-" for step in STEPS)
        print(f"{row['game']:<16}" + "".join(f"{cell:>16}" for cell in cells), flush=True)


def print_pages(arguments):
    """The table of --pages, or of --opening."""
    from .pages import names, opening, pages

    for name in arguments.games:
        if name not in names():
            raise UnknownName("game to measure", name, names())
    found = (opening if arguments.opening else pages)(arguments.games)
    if arguments.json:
        print_json(list(found))
    elif arguments.opening:
        print(f"{'game':<20}{'bytes':>10}{'first search':>16}{'then, in 0.3 s':>24}")
        for row in found:
            first, then = (row[key] or float("nan") for key in ("first", "then"))
            print(f"{row['game']:<20}{row['bytes']:10,}{first:13.0f} ms{then:13,.0f} iterations", flush=True)
    else:
        print(f"{'game':<20}{'page':>8}{'native':>8}{'ratio':>8}   seconds of processor time")
        for row in found:
            print(f"{row['game']:<20}{row['page']:8.1f}{row['native']:8.1f}{row['ratio']:7.2f}x", flush=True)


def print_matches(arguments):
    """The table of --matches."""
    from .matches import matches

    if arguments.games:
        raise ValueError("--matches measures Connect Four: name no game")
    show(arguments, matches(arguments.rounds),
         f"{'iterations':>10}{'stretch':>10}{'one by one':>12}{'bare C++':>10}{'factor':>8}{'share':>7}   us a move",
         lambda row: f"{row['iterations']:10,}{row['stretch']:10.1f}{row['single']:12.1f}{row['bare']:10.1f}"
                     f"{row['factor']:7.2f}x{row['share']:7.2f}")


def show(arguments, found, heading, line):
    """Print the rows found as JSON, or each as a line of a table when it is measured."""
    if arguments.json:
        print_json(list(found))
        return
    print(heading)
    for row in found:
        print(line(row), flush=True)


def print_lessons(arguments):
    """The table of --lessons."""
    from .lessons import lessons

    def line(row):
        cells = (f"{row[key][0]:.2f} ({row[key][1]:.2f})" if row[key] else "-" for key in ("first", "imports"))
        return f"{row['lesson']:<20}{row['search'] or '-':<32}" + "".join(f"{cell:>16}" for cell in cells)

    show(arguments, lessons(arguments.games),
         f"{'lesson':<20}{'search':<32}{'first search':>16}{'imports':>16}   seconds: processor (clock)", line)


def print_strength(arguments):
    """The table of --strength."""
    import pyspiel  # noqa: F401  here, so that its absence is told first

    from .strength import MATCHES, strength

    for name in arguments.games:
        if name not in MATCHES:
            raise UnknownName("game of both", name, MATCHES)
    show(arguments, strength(arguments.games),
         f"{'game':14} {'points':>7} {'95 %':>14} {'games':>6} {'ours':>9} {'theirs':>7}  time",
         lambda row: f"{row['game']:14} {row['points']:7.3f} {row['low']:7.3f} {row['high']:6.3f} {row['games']:6} "
                     f"{row['ours']:9,} {row['theirs']:7,}  {row['time']:.2f}")


def print_counts(arguments):
    """The table of --count."""
    from .counts import ROWS, counts

    measured = list(dict.fromkeys(game for game, _ in ROWS))
    for name in arguments.games:
        if name not in measured:
            raise UnknownName("game to count", name, measured)
    found = counts(arguments.games, arguments.before)
    if arguments.json:
        print_json(list(found))
        return
    then = f"{'before':>12}{'before':>12}{'ratio':>8}" if arguments.before else ""
    print(f"{'game':<16}{'method':<14}{'iteration':>12}{'search of 1':>12}{then}   instructions")
    for row in found:
        text = f"{row['game']:<16}{row['method']:<14}{row['iteration']:12,.1f}{row['search']:12,.0f}"
        if arguments.before:
            old = row["iteration_before"] is not None
            text += (f"{row['iteration_before']:12,.1f}{row['search_before']:12,.0f}{row['ratio']:8.4f}" if old
                     else f"{'-':>12}{'-':>12}{'-':>8}")
        print(text, flush=True)


def heading(against) -> str:
    other = {"openspiel": "OpenSpiel", "mean": "mean", "limit": "bare C++", "mctspy": "mctspy",
             "java": "Java", "without": "without", "native": "native"}.get(against)
    return f"{'game':<20}{'method':<22}{'unit/s':<12}{'mcts_lab':>14}" + (f"{other:>14}{'ratio':>9}" if other else "")


def line(row: dict, against: bool) -> str:
    """A measured row as a line of the printed table."""
    text = f"{row['game']:<20}{row['method']:<22}{row['unit']:<12}{row['ours']:14,.0f}"
    if against:
        text += f"{row['theirs']:14,.0f}{row['ratio']:8.2f}x" if row["theirs"] else f"{'-':>14}{'-':>9}"
    return text + (f"{row['milliseconds']:9.1f} ms each" if row.get("milliseconds") else "")


def main(argv=None) -> int:
    """Run the command and return its exit status."""
    return cli.main(argv, parser, NAME)


if __name__ == "__main__":
    sys.exit(main())
