"""Measure how fast searches and rules run here, alone or beside others, and how long compiling takes.

Rates are per second of processor time, one thread. With --against, both are measured in turns, and the ratio says how
many times as fast: ours over OpenSpiel's; the mean over Borda scores; ours over a bare search in C++;
ours interpreted over mctspy; ours over the frameworks of VGDL and Tribes in Java, whose figures are on record; or how
many times as long iterations take with learned models as without them.

With --compile: seconds of processor time, and by the clock, until a first search has run 10 iterations with nothing
compiled before; then with another selection rule; on a board of another size (another map, level or deck); of Tribes
with six agents one after the other; and in a new process. --lines does the same with rules that are made up, so many
lines of them. Processes that help are included.
"""

EXAMPLE = "mcts-lab bench --against openspiel --json"


def add(parser):
    from .arguments import add_json, positive

    parser.add_argument("games", metavar="GAME", nargs="*", help="only these (default: all that are measured)")
    others = ("openspiel", "mean", "limit", "mctspy", "java", "without")
    parser.add_argument("--against", choices=others,
                        help="measure this too and print ratios: OpenSpiel in C++; Borda scores against means; "
                             "a bare search in C++; mctspy, a package in plain Python, beside ours interpreted; "
                             "the originals of VGDL and Tribes in Java, whose figures are on record; "
                             "Hearthstone without learned models beside with them")
    parser.add_argument("--compile", action="store_true", help="measure how long compiling takes instead")
    parser.add_argument("--lines", type=positive, nargs="+", metavar="N",
                        help="with --compile: games with so many generated lines of rules instead")
    parser.add_argument("--rounds", type=positive, default=5, metavar="N", help="measurements of each (default: 5)")
    add_json(parser)


def run(arguments):
    from ..bench import rows as speed
    from ..errors import UnknownName
    from .arguments import print_json

    if arguments.lines and not arguments.compile:
        raise ValueError("--lines says how much there is to compile: add --compile")
    if arguments.compile:
        return print_compile_times(arguments)
    measured = sorted({row.game for row in speed.ROWS})
    for name in arguments.games:
        if name not in measured:
            raise UnknownName("game to measure", name, measured)
    if arguments.against == "openspiel":
        import pyspiel  # noqa: F401  here, so that its absence is told before anything has been measured
    elif arguments.against:
        from ..bench.internal import against_mean
        from ..bench.java_tribes import against_java
        from ..bench.limit import against_limit
        from ..bench.mctspy import against_mctspy
        from ..bench.models import against_without
        from ..bench.vgdl import against_java as real_time

        if arguments.games:
            raise ValueError(f"--against {arguments.against} measures games of its own: name none")

        others = {"mean": against_mean, "limit": against_limit, "mctspy": against_mctspy,
                  "java": lambda rounds: real_time(rounds) + against_java(rounds), "without": against_without}
        found = others[arguments.against](arguments.rounds)
        if arguments.json:
            print_json(found)
        else:
            print(heading(arguments.against))
            print("\n".join(line(row, True) for row in found))
            print_remarks(found)
        return
    if not arguments.json:
        print(heading(arguments.against))
    found = []
    for row in speed.ROWS:
        if not arguments.games or row.game in arguments.games:
            found.append(speed.measure(row, arguments.rounds, against=bool(arguments.against)))
            if not arguments.json:
                print(line(found[-1], bool(arguments.against)), flush=True)
    if arguments.json:
        print_json(found)
    else:
        print_remarks(found)


def print_remarks(rows):
    import sys

    for remark in dict.fromkeys(row["remark"] for row in rows if row["remark"]):
        print(f"note: {remark}", file=sys.stderr)


def print_compile_times(arguments):
    """The table of --compile."""
    from ..bench.compile_times import ROWS, STEPS, compile_times
    from ..errors import UnknownName
    from .arguments import print_json

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


def heading(against) -> str:
    other = {"openspiel": "OpenSpiel", "mean": "mean", "limit": "bare C++", "mctspy": "mctspy",
             "java": "Java", "without": "without"}.get(against)
    return f"{'game':<16}{'method':<22}{'unit/s':<12}{'mcts_lab':>14}" + (f"{other:>14}{'ratio':>9}" if other else "")


def line(row: dict, against: bool) -> str:
    """A measured row as a line of the printed table."""
    text = f"{row['game']:<16}{row['method']:<22}{row['unit']:<12}{row['ours']:14,.0f}"
    if against:
        text += f"{row['theirs']:14,.0f}{row['ratio']:8.2f}x" if row["theirs"] else f"{'-':>14}{'-':>9}"
    return text + (f"{row['milliseconds']:9.1f} ms each" if row.get("milliseconds") else "")
