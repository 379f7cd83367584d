"""Measure how fast searches and rules run here, alone or as ratios to OpenSpiel.

Rates are per second of processor time, one thread. With --against, both are measured in turns, and the ratio says how
many times as fast: ours over OpenSpiel's; the mean over Borda scores; a search without the code of options that are off
over ours, which is what they cost.
"""

EXAMPLE = "mcts-lab bench --against openspiel --json"


def add(parser):
    from .arguments import add_json, positive

    parser.add_argument("games", metavar="GAME", nargs="*", help="only these (default: all that are measured)")
    parser.add_argument("--against", choices=("openspiel", "mean", "bare"),
                        help="measure this too and print ratios: OpenSpiel in C++; Borda scores against means; "
                             "the search with its options off against one without them")
    parser.add_argument("--rounds", type=positive, default=5, metavar="N", help="measurements of each (default: 5)")
    add_json(parser)


def run(arguments):
    import sys

    from ..bench import rows as speed
    from ..errors import UnknownName
    from .arguments import print_json

    measured = sorted({row.game for row in speed.ROWS})
    for name in arguments.games:
        if name not in measured:
            raise UnknownName("game to measure", name, measured)
    if arguments.against == "openspiel":
        import pyspiel  # noqa: F401  here, so that its absence is told before anything has been measured
    elif arguments.against:
        from ..bench import internal

        if arguments.games:
            raise ValueError(f"--against {arguments.against} measures games of its own: name none")

        compare = internal.against_mean if arguments.against == "mean" else internal.against_bare
        found = compare(arguments.rounds)
        if arguments.json:
            print_json(found)
        else:
            print(heading(arguments.against))
            print("\n".join(line(row, True) for row in found))
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
        for remark in sorted({row["remark"] for row in found} - {""}):
            print(f"note: {remark}", file=sys.stderr)


def heading(against) -> str:
    other = {"openspiel": "OpenSpiel", "mean": "mean", "bare": "without"}.get(against)
    return f"{'game':<16}{'method':<12}{'unit/s':<12}{'mcts_lab':>14}" + (f"{other:>14}{'ratio':>9}" if other else "")


def line(row: dict, against: bool) -> str:
    """A measured row as a line of the printed table."""
    text = f"{row['game']:<16}{row['method']:<12}{row['unit']:<12}{row['ours']:14,.0f}"
    if against:
        text += f"{row['theirs']:14,.0f}{row['ratio']:8.2f}x" if row["theirs"] else f"{'-':>14}{'-':>9}"
    return text
