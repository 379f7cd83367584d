"""The command ``mcts-lab``: one subcommand a module of this folder.

A module's docstring is the command's help, and it defines ``EXAMPLE`` (a command line to copy), ``add(parser)`` and
``run(arguments)``, which returns the exit status (None means 0). Modules import what they need inside ``run``.

Nothing heavy is imported before a command needs it. Whatever goes wrong is told in one sentence on the error stream,
with a status other than 0: 1 for a refusal or a difference, 2 for a command line that makes no sense, 130 for Ctrl-C.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys

from .. import __version__
from ..errors import instead
from ..extras import lacking

COMMANDS = ("list", "play", "figures", "report", "export", "run", "compile", "train", "lessons", "new", "kit", "grade",
            "questions", "contest", "duel", "gtp", "notebook")
PACKAGE = __package__.partition(".")[0]


class Parser(argparse.ArgumentParser):
    """An argument parser whose refusals are one sentence, with the nearest name where one was mistyped."""

    def error(self, message):
        wrong = re.match(r"argument \S+: invalid choice: '(.*)' \(choose from (.*)\)", message)
        unknown = re.match(r"unrecognized arguments: (\S+)", message)
        if wrong:
            known = [name.strip("' ") for name in wrong.group(2).split(",")]
            message = f"there is no {wrong.group(1)!r} here; {instead(wrong.group(1), known)}"
        elif unknown:
            known = [option for action in self._actions for option in action.option_strings]
            message = f"unknown argument {unknown.group(1)}; {instead(unknown.group(1).partition('=')[0], known)}"
        self.exit(2, f"{self.prog}: {message}; '{self.prog} --help' tells more\n")


def parser() -> Parser:
    """The whole command line, for ``mcts-lab`` and for tests that look at every command."""
    whole = Parser(prog="mcts-lab", allow_abbrev=False,
                   description="Game tree search: play, experiment, and regenerate the figures of five papers.",
                   epilog="example: mcts-lab play connect_four")
    whole.add_argument("--version", action="version", version=f"mcts-lab {__version__}")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for name in COMMANDS:
        module = importlib.import_module(f".{name}", __package__)
        summary = module.__doc__.partition("\n")[0]
        command = commands.add_parser(
            name, allow_abbrev=False, help=summary, description=module.__doc__,
            epilog=f"example:\n  {module.EXAMPLE}", formatter_class=argparse.RawDescriptionHelpFormatter)
        module.add(command)
        complete(command, module.run)
    return whole


def complete(command, run):
    """Add what every command has to a command's parser; `run(arguments)` is called for it."""
    command.add_argument("--debug", action="store_true", help="show the traceback of an error")
    command.set_defaults(run=run, parser=command)


def main(argv=None, parser=parser, name="mcts-lab") -> int:
    """Run one command and return its exit status. `parser()` makes the parser, `name` begins what is said of errors."""
    debug = False
    try:
        try:
            arguments, unknown = parser().parse_known_args(argv)
            if unknown and not take_late(arguments, unknown):  # the command's own parser knows which names are near
                arguments.parser.error(f"unrecognized arguments: {unknown[0]}")
        except SystemExit as exit:  # --help, --version, or a line that makes no sense; already said
            return int(exit.code or 0)
        debug = arguments.debug
        status = arguments.run(arguments)
        sys.stdout.flush()
        return int(status or 0)
    except BrokenPipeError:  # the program that reads our output has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(f"\n{name}: stopped; what was finished is kept", file=sys.stderr)
        return 130
    except Exception as error:
        if debug:
            raise
        print(f"{name}: {sentence(error)}", file=sys.stderr)
        return 1


def take_late(arguments, words) -> bool:
    """Add words that stand behind options to the command's list of names, if it has one; whether that was possible.

    The parser of Python 3.11 and older takes a list to be ended, though empty, where the first option stands.
    """
    lists = [action for action in arguments.parser._actions if not action.option_strings and action.nargs in ("*", "+")]
    if len(lists) != 1 or lists[0].type or lists[0].choices or any(word.startswith("-") for word in words):
        return False
    setattr(arguments, lists[0].dest, [*getattr(arguments, lists[0].dest), *words])
    return True


def sentence(error: BaseException) -> str:
    """Return an error as one sentence for a person, saying what to do where that is known."""
    text = " ".join(str(error).split())
    if isinstance(error, KeyError) and type(error) is KeyError:
        text = f"there is no {error.args[0]!r}" if error.args else ""
    if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith(PACKAGE):
        return lacking(error.name)
    if isinstance(error, OSError) and error.strerror:
        place = f" {error.filename}" if error.filename else ""
        return f"cannot read or write{place}: {error.strerror}"
    if not text:
        text = type(error).__name__
    if not isinstance(error, (ValueError, KeyError, OSError, ImportError, NotImplementedError, RuntimeError)):
        text = f"unexpected {type(error).__name__}: {text}; --debug shows where"
    return text
