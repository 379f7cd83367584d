"""Reading recordings: gzip-compressed (or plain) JSON lines, of which the first is the header."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path

MOST_BYTES = 1 << 28  # of a recording when it is unpacked


class ConformanceError(ValueError):
    """A recording cannot be replayed; the message is one sentence."""


def unpacked(path) -> bytes:
    """The content of a file, which is unpacked if its name ends in .gz.

    Raises ConformanceError if it cannot be read, is not compressed although its name says so, or is larger than any
    recording.
    """
    path = Path(path)
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise ConformanceError(f"there is no file {path}") from None
    except gzip.BadGzipFile:
        raise ConformanceError(f"{path} is not a gzip file, although its name ends in .gz") from None
    except (EOFError, zlib.error):
        raise ConformanceError(f"{path} is a damaged or incomplete gzip file") from None
    except OSError as error:
        raise ConformanceError(f"{path} cannot be read: {error.strerror or error}") from None
    if len(content) > MOST_BYTES:
        raise ConformanceError(f"{path} is larger than any recording: more than {MOST_BYTES >> 20} MB, unpacked")
    return content


def json_lines(path) -> list:
    """The records of a recording in JSON lines.

    Raises ConformanceError if the file is missing, cannot be unpacked, or does not have this form.
    """
    path = Path(path)
    try:
        return [json.loads(line) for line in unpacked(path).split(b"\n") if line.strip()]
    except ConformanceError:
        raise
    except (ValueError, RecursionError):
        raise ConformanceError(f"{path} is not a recording in JSON lines") from None


def read_lines(path, schema, also=()):
    """The header and the records of a recording in JSON lines whose first line names its format.

    schema: what the header must say, such as ``openspiel-traj-1``; also: keys the header must have.
    Raises ConformanceError as `json_lines`, or if the recording is not of this schema.
    """
    lines = json_lines(path)
    if not lines or not isinstance(lines[0], dict) or lines[0].get("schema") != schema:
        raise ConformanceError(f"{path} is not a recording of the format {schema!r}")
    missing = [name for name in also if name not in lines[0]]
    if missing:
        raise ConformanceError(f"the first line of {path} does not have {', '.join(missing)}")
    if not all(isinstance(record, dict) for record in lines[1:]):
        raise ConformanceError(f"{path} is not a recording of the format {schema!r}")
    return lines[0], lines[1:]
