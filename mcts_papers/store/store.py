"""Results on disk: one line of JSON for each finished task. Lines are only appended.

The results of experiment E at budget B are in files ``E/B-000.jsonl``, ``E/B-001.jsonl``, ..., called parts. A new
part begins before a part grows larger than `PART_BYTES`. A line is a **header**, which says what computed the
lines below it, or a **record** of one task: its key, fingerprint (a hash of parameters and seed), parameters, rows
(column names first) and a checksum of all that (missing in older records).

A record is written in one step, under a lock, and synced to the disk. So if a run is killed, only the last line
can be incomplete. Readers ignore it, and the next writer cuts it off. If a key occurs twice, the later record
counts. The locks are in ``E/B.locks``; with them runs also share their tasks (see `Claims`).

You may pack a part with gzip (``gzip -n9 E/B-000.jsonl``), to a tenth of its size. A packed part is only read: new
records go into a new part. Its lines need no checksums, because gzip has its own.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import gzip
import json
import os
import re
import tempfile
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mcts_lab.engine.locks import HIGHEST, locks_in, number_of

from .. import paths

FORMAT = 1
PART_BYTES = 2_900_000
PACKED = ".gz"
APPENDING = 0  # the number of the lock for writing; the locks for tasks have greater numbers


class ResultsError(RuntimeError):
    """Results cannot be read or written. The message says which file and what to do."""


class Record(NamedTuple):
    """One finished task."""

    key: str
    fingerprint: str
    parameters: dict
    rows: Sequence  # of dicts for JSON; rows that were read are a `Table`
    seconds: float = 0.0  # processing time of the task


class Table(Sequence):
    """Rows that have the same `fields`, stored as lists. Each row is returned as a dict."""

    def __init__(self, fields: list, lists: list):
        self.fields, self.lists = fields, lists

    def __len__(self):
        return len(self.lists)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return Table(self.fields, self.lists[i])
        return dict(zip(self.fields, self.lists[i], strict=True))

    def __eq__(self, other):
        return list(self) == list(other)

    def columns(self) -> dict:
        """Return the values of all rows, by name."""
        return dict(zip(self.fields, zip(*self.lists, strict=True), strict=True)) if self.lists else {}


def as_table(rows) -> Table:
    """Return rows (dicts with any fields) as a table, with None where a row does not have a field."""
    if isinstance(rows, Table):
        return rows
    fields = list(dict.fromkeys(name for row in rows for name in row))
    return Table(fields, [[row.get(name) for name in fields] for row in rows])


class Header(NamedTuple):
    """A description of what computed the records below it."""

    experiment: str
    budget: str
    version: str  # of the package
    seed: int
    environment: dict | None = None


def results_folder(folder=None) -> Path:
    """Return the folder of results.

    It is `folder`, or else ``$MCTS_LAB_RESULTS``, or else ``data/results`` of the project, or of the current folder if
    there is no project.
    """
    if folder is not None:
        return Path(folder)
    if os.environ.get("MCTS_LAB_RESULTS"):
        return Path(os.environ["MCTS_LAB_RESULTS"])
    try:
        return paths.root() / "data" / "results"
    except paths.OutsideProject:
        return Path.cwd() / "data" / "results"


class Store:
    """The results in one folder."""

    def __init__(self, folder=None, part_bytes: int = PART_BYTES):
        self.folder = results_folder(folder)
        self.part_bytes = part_bytes

    def parts(self, experiment: str, budget: str) -> list[Path]:
        """Return the files of an experiment at a budget, oldest first. Rescued files come before all others."""
        _check_name("experiment", experiment, "-")
        _check_name("budget", budget)
        folder = self.folder / experiment
        parts = [*folder.glob(f"{budget}-*.jsonl"), *folder.glob(f"{budget}-*.jsonl{PACKED}")]
        return sorted(parts, key=lambda path: (_is_numbered(path), path.name))

    def names(self) -> list[str]:
        """Return the experiments with stored results, in alphabetical order."""
        return sorted({path.parent.name for path in self.folder.glob("*/*-*.jsonl*")})

    def read(self, experiment: str, budget: str) -> dict[str, Record]:
        """Return all records by task key. Raises ResultsError if a file cannot be read or a line is damaged."""
        with uncollected():
            return {record.key: record for record in self._lines(experiment, budget) if isinstance(record, Record)}

    def headers(self, experiment: str, budget: str) -> list[Header]:
        """Return the headers of the results, oldest first."""
        return [line for line in self._lines(experiment, budget) if isinstance(line, Header)]

    def _lines(self, experiment, budget):
        for path in self.parts(experiment, budget):
            yield from _read_part(path)

    def open(self, header: Header) -> Writer:
        """Return a writer for one experiment and budget. Raises ResultsError if the folder cannot be written."""
        return Writer(self, header)


class Writer:
    """A writer that appends records. Several processes may write the same results at the same time."""

    def __init__(self, store: Store, header: Header):
        self.store = store
        self.header = header
        self.folder = store.folder / header.experiment
        self.locks = locks_in(self.folder / f"{header.budget}.locks")
        self._left = None  # the last part and its size after this writer's last record
        with _explained(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        self._append(b"")

    def append(self, record: Record) -> int:
        """Write one record, sync it to the disk, and return the number of bytes written.

        If that fails, ResultsError is raised, and the files are unchanged.
        """
        return self._append(_encode_record(record))

    def _append(self, line):
        with _explained(self.folder), self.locks.held(APPENDING):
            # 1. Which part is the last one, and is it whole?
            parts = self.store.parts(self.header.experiment, self.header.budget)
            path = max(filter(_is_numbered, parts), key=_number, default=self._part(0))
            if path.suffix == PACKED:
                path = self._part(_number(path) + 1)
            start = _encode_header(self.header)
            with open(path, "a+b", buffering=0) as file:
                _mend(file)
                size = file.seek(0, os.SEEK_END)
                # 2. Does it have a header for the next records?
                known = (path, size) == self._left or (size and _last_header(path) == _plain_header(self.header))
                whole = line if known else start + line
                if size == 0 or size + len(whole) <= self.store.part_bytes:
                    self._left = path, _write(file, whole)
                    return len(whole)
            # 3. A new part
            path = self._part(_number(path) + 1)
            with open(path, "a+b", buffering=0) as file:
                self._left = path, _write(file, start + line)
                return len(start + line)

    def _part(self, number):
        return self.folder / f"{self.header.budget}-{number:03}.jsonl"


class Claims:
    """The tasks that this run has claimed, if several runs share the tasks of an experiment.

    While a task is claimed, no other run computes it. A claim ends at the latest with its process.
    """

    def __init__(self, writer: Writer):
        self._locks = writer.locks
        self._mine = {}

    def take(self, key: str) -> bool:
        """Claim a task. Return False if another run has claimed it."""
        number = self._mine.get(key, number_of(key) % (HIGHEST - 1) + 1)
        if key in self._mine or number in self._mine.values():  # keys with the same number have the same lock
            self._mine[key] = number
            return True
        taken = self._locks.take(number)
        if taken:
            self._mine[key] = number
        return taken

    def give_back(self, key: str):
        """Give up a claim. Then other runs can claim the task, or see that it is finished."""
        number = self._mine.pop(key, None)
        if number is not None and number not in self._mine.values():
            self._locks.free(number)

    def close(self):
        """Give up all claims."""
        for key in list(self._mine):
            self.give_back(key)


def rescue(header: Header, record: Record) -> Path | None:
    """Write a record that could not be stored into a file in the temporary folder. Return None if that fails too."""
    name = f"{header.budget}-rescued-{os.getpid()}-{int(time.time())}.jsonl"
    path = Path(tempfile.gettempdir()) / f"mcts_lab-{header.experiment}" / name
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(_encode_header(header) + _encode_record(record))
    except OSError:
        return None
    return path


# --- lines -----------------------------------------------------------------------------------------------------------


def _encode_header(header):
    return _encode({"results": FORMAT, **header._asdict()})


def _encode_record(record):
    table = as_table(record.rows)
    data = {"task": record.key, "of": record.fingerprint, "parameters": record.parameters,
            "seconds": round(record.seconds, 3), "fields": table.fields, "rows": table.lists}
    return _encode({**data, "sum": _checksum(data)})


def _encode(data):
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _checksum(data):
    return zlib.crc32(json.dumps(data).encode())


def _plain_header(header):
    return Header(**json.loads(json.dumps(header._asdict())))


class _Damaged(ValueError):
    """A line is neither a header nor a record."""


class _Newer(ValueError):
    """A line was written by a later version of this package."""


def _decode(line: bytes, check: bool = True):
    """Return the header or record in `line`. check: test the checksum.

    Raises `_Damaged`, or `_Newer` if a later version of the package wrote it.
    """
    try:
        data = json.loads(line)
        _demand(isinstance(data, dict))
        return _decode_header(data) if "results" in data else _decode_record(data, check)
    except _Newer:
        raise
    except (ValueError, RecursionError):  # not JSON, nested too deeply, or with wrong contents
        raise _Damaged from None


def _decode_header(data):
    form = data.pop("results")
    data.pop("code", None)  # older headers have a hash of the experiment's functions, which is not used
    _demand(_whole(form))
    if form > FORMAT or set(data) > set(Header._fields):
        raise _Newer
    _demand(set(data) <= set(Header._fields) and set(data) >= set(Header._fields) - {"environment"})
    header = Header(**data)
    _demand(all(isinstance(text, str) for text in header[:3]) and _whole(header.seed))
    _demand(header.environment is None or isinstance(header.environment, dict))
    return header


def _decode_record(data, check):
    checksum = data.pop("sum", None)
    _demand(checksum is None or not check or checksum == _checksum(data))
    try:
        key, fingerprint, parameters, seconds, fields, rows = (
            data[name] for name in ("task", "of", "parameters", "seconds", "fields", "rows"))
    except KeyError:
        raise _Damaged from None
    _demand(isinstance(key, str) and isinstance(fingerprint, str) and isinstance(parameters, dict))
    _demand(isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and 0 <= seconds < float("inf"))
    _demand(isinstance(fields, list) and all(isinstance(name, str) for name in fields))
    _demand(len(set(fields)) == len(fields) and isinstance(rows, list))
    _demand(all(isinstance(row, list) and len(row) == len(fields) for row in rows))
    return Record(key, fingerprint, parameters, Table(fields, rows), seconds)


def _whole(number):
    return isinstance(number, int) and not isinstance(number, bool)


def _demand(right):
    if not right:
        raise _Damaged


@contextlib.contextmanager
def uncollected():
    """Pause Python's search for reference cycles.

    Results have no such cycles, and the search would take as long as reading the results.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _is_numbered(path):
    """Return whether a part has a number. Rescued parts have none."""
    return path.name.count("-") == 1


def _number(path):
    return int(path.name.split("-")[1].split(".")[0])


def _read_part(path):
    packed = path.suffix == PACKED
    try:
        content = path.read_bytes()
        content = gzip.decompress(content) if packed else content
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise ResultsError(f"The packed results file {path} is damaged. Restore it from a copy, or move it away; its "
                           "results are then computed again.") from None
    except OSError as error:
        raise ResultsError(f"The results file {path} cannot be read: {error.strerror or error}.") from None
    headed = False
    lines = content.split(b"\n")
    for number, line in enumerate(lines, 1):
        last = number == len(lines)
        if last and not line:
            return
        try:
            entry = _decode(line, not packed)
            headed = headed or isinstance(entry, Header)
            _demand(headed)
        except _Newer:
            raise ResultsError(f"The results file {path} was written by a newer version of mcts_lab (line {number}). "
                               "Install that version, or move the file away to compute its results again.") from None
        except _Damaged:
            if last:  # incomplete: its writer was killed
                return
            what = "Restore the file from a copy, or " + (
                "move it away" if not headed or packed else "delete that line to keep everything else")
            raise ResultsError(f"The results file {path} is damaged in line {number}. {what}; the lost results are "
                               "then computed again.") from None
        yield entry


def _last_header(path):
    header = None
    for entry in _read_part(path):
        if isinstance(entry, Header):
            header = entry
    return header


# --- bytes -----------------------------------------------------------------------------------------------------------


def _mend(file):
    """Cut off an incomplete last line, or add a missing line end to a complete one. Leave the position at the end."""
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        return
    file.seek(size - 1)
    if file.read(1) == b"\n":
        return
    file.seek(0)
    content = file.read()
    whole = content.rfind(b"\n") + 1
    try:
        _decode(content[whole:])
        os.write(file.fileno(), b"\n")
    except _Damaged:
        file.truncate(whole)
    file.seek(0, os.SEEK_END)


def _write(file, line):
    """Append `line` and sync, or leave the file unchanged. Return the file's size."""
    size = file.seek(0, os.SEEK_END)
    if not line:
        return size
    try:
        if os.write(file.fileno(), line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(file.fileno())
    except OSError:
        with contextlib.suppress(OSError):
            file.truncate(size)
        raise
    return size + len(line)


@contextlib.contextmanager
def _explained(folder):
    """Turn the operating system's errors into one sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            what = "the disk is full. Free some space and run again"
        elif error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            what = "it is read-only. Choose another folder by setting MCTS_LAB_RESULTS"
        elif error.errno in (errno.ENOTDIR, errno.EEXIST):
            what = "a file has the name of the folder. Move it away, or set MCTS_LAB_RESULTS to another folder"
        else:
            what = f"{error.strerror or error}. Check the folder, then run again"
        raise ResultsError(f"Results cannot be written to {folder}: {what}.") from None


def _check_name(what, name, more=""):
    if not re.fullmatch(rf"[a-z0-9_{more}]+", name or ""):
        raise ValueError(f"{name!r} cannot be the name of a {what}. Use small letters, digits and _{more}.")
