"""Kinds of arguments of several commands, and JSON output."""

import argparse
import json

BUDGETS = ("quick", "standard", "paper")


def add_json(parser):
    parser.add_argument("--json", action="store_true", help="print one JSON document for a program to read")


def print_json(value):
    """Print `value` as one JSON document; NumPy numbers become plain ones, NaN becomes null."""
    print(json.dumps(_plain(value), indent=2, ensure_ascii=False, allow_nan=False))


def _plain(value):
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and value - value != 0.0:  # infinite or not a number, which JSON cannot say
        return None
    return value


def positive(text: str) -> int:
    """An argument that is a whole number of at least 1."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    return number


def level(text: str) -> int:
    """An argument that is a whole number of at least 1, or the name of a level of play: its iterations."""
    if text.strip().isidentifier():
        from ..errors import UnknownName
        from ..players import LEVELS

        if text not in LEVELS:
            raise argparse.ArgumentTypeError(str(UnknownName("level", text, LEVELS)))
        return LEVELS[text]
    return positive(text)


def seed(text: str) -> int:
    """An argument that is a whole number of at least 0."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if number < 0:
        raise argparse.ArgumentTypeError(f"must be at least 0, not {number}")
    return number


def setting(text: str):
    """An argument NAME=VALUE as in `option`; several values, with commas between them, are a list."""
    name, value = option(text)
    if not isinstance(value, str) or "," not in value:
        return name, value
    return name, [option(f"{name}={one}")[1] for one in value.split(",")]


def option(text: str):
    """An argument NAME=VALUE; the value is read as JSON where it can be (8, 0.5, true or True), else it is a word."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text!r} does not have the form NAME=VALUE")
    try:
        return name, json.loads({"True": "true", "False": "false"}.get(value, value))
    except (json.JSONDecodeError, RecursionError):
        return name, value
