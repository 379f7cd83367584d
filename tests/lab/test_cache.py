"""Compiled code on disk: nobody's files are touched, damage heals, full disks are only a pity, one process compiles."""

import errno
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import pytest

from mcts_lab.engine import cache
from mcts_lab.engine.generic import compiler
from mcts_lab.engine.locks import Locks

THEIRS = """
import sys
from numba import njit
from numba.core import config
if sys.argv[1] == "beside":
    from mcts_lab import UCT, games, start
    game = games.tic_tac_toe()
    UCT().search(game, start(game), iterations=5, seed=1, compiled=True)

@njit
def squares(numbers):
    total = 0
    for number in numbers:
        total += number * number
    return total

import numpy as np
squares(np.arange(9))
codegen = squares.overloads[squares.signatures[0]].codegen
print(config.CPU_NAME, config.CPU_FEATURES, codegen._get_host_cpu_name(), codegen._get_host_cpu_features())
print(*squares.inspect_asm().values())
"""


needs_numba = pytest.mark.skipif(not compiler.available(), reason="Numba is not installed")


LONG_AGO = time.time() - 400 * 86400


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A cache folder for this test alone."""
    monkeypatch.setenv("MCTS_LAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    looked_at_anew()
    yield tmp_path / "cache"
    looked_at_anew()


def looked_at_anew():
    """As in a new process."""
    for known in (cache._folder, cache._say, cache._private):
        known.cache_clear()


def tripled(x):
    return 3 * x


class Parcel:
    """Nothing but the code is kept."""

    def pack(self, result):
        return "said"

    def prepare(self, said):
        assert said == "said"

    def unpack(self, said, result):
        assert said == "said"


def attached(function, key):
    import numba

    return cache.attach(numba.njit(function), key, Parcel())


def compiled(key="a key"):
    """A fresh compiled function; what came from disk stands in its ``stats``."""
    return attached(tripled, key)


def from_disk(function):
    return sum(function.stats.cache_hits.values()), sum(function.stats.cache_misses.values())


def code_files(place):
    return sorted(place.rglob("*.code"))


def aged(folder, content="a file of mine"):
    folder.mkdir(parents=True)
    (folder / "results.csv").write_text(content)
    for path in (folder / "results.csv", folder):
        os.utime(path, (LONG_AGO, LONG_AGO))
    return folder


def old_code(folder, number):
    """A folder as this package makes them, not used for a year."""
    path = folder / f"{number:016x}"
    path.mkdir(parents=True)
    (path / "some-code.code").write_bytes(b"code")
    (path / cache.MARK).write_text(cache.MARK_TEXT)
    os.utime(path / cache.MARK, (LONG_AGO + number, LONG_AGO + number))
    return path


# -- other people's files ----------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_the_users_own_folders_stay(place, monkeypatch):
    """Whatever its age and name, what is not marked as ours is never removed."""
    monkeypatch.setattr(cache.forget_old, "__defaults__", (0, 1.0))
    mine = [aged(place / f"thesis_data_{n}") for n in range(10)]
    mine += [aged(place / "compiled" / f"{n:016x}") for n in range(10)]
    mine += [aged(place / "compiled" / "my own")]
    (mine[12] / cache.MARK).write_text("my notes on mcts_lab")
    linked = aged(place.parent / "elsewhere")
    (linked / cache.MARK).write_text(cache.MARK_TEXT)
    (place / "compiled" / "f00df00df00df00d").symlink_to(linked)
    assert compiled()(2) == 6
    assert len(code_files(place)) == 1
    assert all((folder / "results.csv").read_text() == "a file of mine" for folder in [*mine, linked])
    assert (mine[12] / cache.MARK).read_text() == "my notes on mcts_lab"


def test_old_code_is_forgotten_except_what_was_used_last(tmp_path):
    folders = [old_code(tmp_path, number) for number in range(6)]
    (folders[0] / "notes.txt").write_text("mine")
    recent = old_code(tmp_path, 7)
    os.utime(recent / cache.MARK)
    cache.forget_old(tmp_path, keep=3, days=30)
    assert sorted(tmp_path.iterdir()) == [folders[0], *folders[4:], recent]
    assert [file.name for file in folders[0].iterdir()] == ["notes.txt"]


@pytest.mark.compiled
def test_a_folder_of_somebody_elses_is_not_written_to(place, caplog):
    folder = aged(cache.folder_of("a key"))
    assert compiled()(2) == 6
    assert [file.name for file in folder.iterdir()] == ["results.csv"]
    assert "something else is in its place" in caplog.text


# -- code that another user could have written -------------------------------------------------------------------------

has_owners = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")


def belongs_to_another(monkeypatch, path):
    """Let a file or folder look as if it were another user's."""
    number = path.stat().st_ino

    def looking(real):
        def look(*arguments, **options):
            found = real(*arguments, **options)
            return os.stat_result((*found[:4], 65534, *found[5:10])) if found.st_ino == number else found

        return look

    for name in ("stat", "fstat"):
        monkeypatch.setattr(os, name, looking(getattr(os, name)))


@pytest.mark.compiled
@has_owners
@pytest.mark.parametrize("where", ["file", "key", "compiled", "cache"])
@pytest.mark.parametrize("how", ["owner", "others"])
def test_what_another_user_could_have_written_is_not_read(place, monkeypatch, caplog, where, how):
    assert compiled()(2) == 6
    [file] = code_files(place)
    looked_at_anew()
    path = {"file": file, "key": file.parent, "compiled": place / "compiled", "cache": place}[where]
    if how == "owner":
        belongs_to_another(monkeypatch, path)
    else:
        path.chmod(path.stat().st_mode | 0o002)
    monkeypatch.setattr(cache.pickle, "loads", lambda payload: pytest.fail("that is to run it"))
    function = compiled()
    assert (function(2), from_disk(function)) == (6, (0, 1))
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == (where != "file") and all("MCTS_LAB_CACHE" in sentence and str(path) in sentence
                                                  for sentence in said)
    assert all(("another user" if how == "owner" else "written by other users") in sentence for sentence in said)


@pytest.mark.compiled
@has_owners
def test_a_private_folder_takes_the_place_of_one_that_is_not(place, caplog):
    place.mkdir()
    place.chmod(0o777)
    assert compiled()(2) == 6
    looked_at_anew()
    function = compiled()
    assert (function(2), from_disk(function)) == (6, (1, 0))
    assert code_files(place) == [] and len(code_files(place.parent / "temporary")) == 1
    assert str(place.parent / "temporary") in caplog.text


@pytest.mark.compiled
@has_owners
def test_where_no_folder_is_private_everything_is_compiled_in_memory(place, monkeypatch, caplog):
    place.mkdir()
    place.chmod(0o777)
    squatted = place.parent / "temporary" / f"mcts_lab-{os.geteuid()}"
    squatted.mkdir()
    belongs_to_another(monkeypatch, squatted)
    function, again = compiled(), compiled()
    assert (function(2), again(2), from_disk(again)) == (6, 6, (0, 1))
    assert code_files(place.parent) == [] and "can be written by other users" in caplog.text


@pytest.mark.compiled
@has_owners
@pytest.mark.parametrize(("mode", "used"), [(0o755, True), (0o777, False), (0o1777, True)])  # the last as /tmp
def test_a_link_is_as_private_as_what_it_leads_to(place, mode, used):
    (place.parent / "elsewhere").mkdir()
    (place.parent / "elsewhere").chmod(mode)
    place.symlink_to(place.parent / "elsewhere")
    assert compiled()(2) == 6
    assert len(code_files(place.parent / "elsewhere")) == used


@pytest.mark.compiled
@has_owners
def test_others_cannot_write_to_what_is_kept_whatever_the_user_s_habit(place):
    before = os.umask(0)
    try:
        first, second = compiled(), compiled()
        assert (first(2), second(2), from_disk(second)) == (6, 6, (1, 0))
    finally:
        os.umask(before)
    [file] = code_files(place)
    assert [path.stat().st_mode & 0o022 for path in (file, file.parent, place / "compiled", place)] == [0] * 4


# -- reading and writing -----------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_what_was_compiled_is_read_again(place):
    first, second, other = compiled(), compiled(), compiled("another key")
    assert (first(2), first(2.5), second(2), second(2.5), other(2)) == (6, 7.5, 6, 7.5, 6)
    assert (from_disk(first), from_disk(second), from_disk(other)) == ((0, 2), (2, 0), (0, 1))
    from numba import int64

    integer = (int64,)
    assert cache.on_disk(compiled(), integer) and not cache.on_disk(compiled("a third key"), integer)


HARMS = {
    "truncated": lambda code: code[: len(code) // 2], "emptied": lambda code: b"", "garbage": lambda code: b"\0no" * 99,
    "flipped": lambda code: code[:-100] + bytes([code[-100] ^ 4]) + code[-99:],
    "of another format": lambda code: code.replace(cache.HEAD, cache.HEAD.replace(b"code", b"kode"), 1),
    # whole by its checksum, and still nothing that can be loaded
    "nonsense": lambda code: cache.HEAD + cache.hashlib.sha256(b"no").hexdigest().encode() + b"\nno",
}


@pytest.mark.compiled
@pytest.mark.parametrize("harm", HARMS)
def test_damage_heals(place, harm):
    assert compiled()(2) == 6
    [file] = code_files(place)
    file.write_bytes(HARMS[harm](file.read_bytes()))
    again, after = compiled(), compiled()
    assert (again(2), from_disk(again)) == (6, (0, 1))
    assert (after(2), from_disk(after)) == (6, (1, 0))
    assert [f for f in place.rglob("*") if f.is_file() and f.suffix == ".part"] == []


@pytest.mark.compiled
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_a_disk_that_cannot_be_written_is_only_a_pity(place, monkeypatch, caplog, number):
    def fails(self, *_):
        raise OSError(number, os.strerror(number))

    before = set(os.listdir(tempfile.gettempdir()))
    monkeypatch.setattr(cache.os, "replace", fails)
    assert (compiled()(2), compiled("another key")(2)) == (6, 6)
    [said] = [record.getMessage() for record in caplog.records]
    assert os.strerror(number) in said and "MCTS_LAB_CACHE" in said
    assert [file.name for file in place.rglob("*") if file.is_file()] == []
    assert {name for name in set(os.listdir(tempfile.gettempdir())) - before if "mcts_lab" in name} == set()


@pytest.mark.compiled
def test_a_cache_that_is_read_only_is_used_as_it_is(place, monkeypatch, caplog):
    def fails(*_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    assert compiled()(2) == 6
    cache._folder.cache_clear()
    for name in ("utime", "replace", "mkdir"):
        monkeypatch.setattr(cache.os, name, fails)
    monkeypatch.setattr(Locks, "take", fails)
    monkeypatch.setattr(cache.Path, "write_bytes", fails)
    function = compiled()
    assert (function(2), from_disk(function), caplog.text) == (6, (1, 0), "")
    assert (function(2.5), from_disk(function)) == (7.5, (1, 1))
    assert "Read-only" in caplog.text


OTHER = """
import re
import sys
import llvmlite.binding as llvm
if sys.argv[1] == "other":
    sys.version = re.sub(r"\\([^)]*\\)", "(of a distribution, Jan  1 2020, 01:02:03)", sys.version, count=1)
    llvm.get_host_cpu_name = lambda: "haswell"
    known = llvm.get_host_cpu_features()
    others = llvm.FeatureMap({**known, "avx512f": True, "sse4a": not known.get("sse4a")})
    llvm.get_host_cpu_features = lambda: others
from mcts_lab import UCT, games, start
game = games.nim()
print(UCT().search(game, start(game), iterations=200, seed=1).visits)
"""


@pytest.mark.all
@pytest.mark.compiled
def test_a_computer_with_another_processor_and_python_of_the_same_level_reads_the_same_code(place):
    here, there = (process(OTHER, which).communicate()[0] for which in ("this", "other"))
    files = {file: file.stat().st_mtime_ns for file in code_files(place)}
    assert here == there != "" and files
    assert process(OTHER, "other").communicate()[0] == here
    assert {file: file.stat().st_mtime_ns for file in code_files(place)} == files
    assert len(files) == len({file.name.rpartition("-")[0] for file in files}), "nothing was compiled twice"


@pytest.mark.compiled
def test_the_level_is_the_best_that_a_processor_has():
    from mcts_lab.engine.level import LEVELS, level

    best = dict.fromkeys(LEVELS["x86-64-v2"] | LEVELS["x86-64-v3"], True)
    assert level("x86_64", best | {"avx512f": True}) == "x86-64-v3"
    assert level("x86_64", best | {"avx2": False}) == "x86-64-v2"
    assert level("x86_64", best | {"avx2": False, "popcnt": False}) == "x86-64"
    assert level("aarch64", {}) == level("arm64", {"neon": True}) == "generic" and level("ppc64le", best) is None


# -- several processes -------------------------------------------------------------------------------------------------

COMPILE = """
import sys
sys.path.insert(0, {tests!r})
import test_cache
print("ready", flush=True)
sys.stdin.readline()
def slow(*args):
    import time
    time.sleep(1.0)
    return compile_now(*args)
function = test_cache.compiled()
compile_now = function._compiler.compile
function._compiler.compile = slow
print(function(2), test_cache.from_disk(function))
"""

HOLD = """
import sys
from mcts_lab.engine.locks import Locks
locks = Locks(sys.argv[1])
print(locks.take(5), flush=True)
sys.stdin.readline()
"""


def process(code, *arguments):
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            text=True)


@pytest.mark.compiled
def test_of_several_cold_processes_one_compiles(place):
    running = [process(COMPILE.format(tests=os.path.dirname(__file__))) for _ in range(3)]
    for one in running:
        assert one.stdout.readline() == "ready\n"
    for one in running:
        one.stdin.write("\n")
        one.stdin.flush()
    printed = sorted(one.communicate()[0].strip() for one in running)
    assert printed == ["6 (0, 1)", "6 (1, 0)", "6 (1, 0)"]


def test_a_lock_ends_with_its_holder(tmp_path):
    path, locks = tmp_path / "locks", Locks(tmp_path / "locks")
    holder = process(HOLD, str(path))
    assert holder.stdout.readline() == "True\n"
    assert not locks.take(5) and locks.take(6)
    assert not locks.wait(5, 0.0)
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    assert locks.wait(5, 10.0)
    assert not locks.take(5), "held in this process already"
    locks.free(5)
    assert locks.take(5)


@pytest.mark.all
@needs_numba
def test_functions_of_others_are_compiled_as_without_this_package(place):
    """For the processor that is here; names, and so their sizes, count what was compiled before."""
    alone, beside = (re.sub(r"B\d+v\d+|\.size.*", "", process(THEIRS, who).communicate()[0])
                     for who in ("alone", "beside"))
    assert alone.startswith("None None ") and len(alone) > 1000 and alone == beside


def test_a_copied_process_holds_no_locks(tmp_path):
    if not hasattr(os, "fork"):
        pytest.skip("no copies of processes on this system")
    locks = Locks(tmp_path / "locks")
    assert locks.take(1) and locks.take(3)
    hear, tell = os.pipe()
    copy = os.fork()
    if copy == 0:
        while_held, other = locks.take(1), locks.take(2)
        os.read(hear, 1)
        os._exit(int(while_held) + 2 * int(other) + 4 * int(locks.take(1)) + 8 * int(locks.take(3)))
    time.sleep(0.1)
    locks.free(1)
    os.write(tell, b".")
    assert os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]) == 2 + 4
    assert not locks.take(3)


@needs_numba
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid(), reason="only root can become another user")
def test_a_folder_of_another_user_that_cannot_be_entered_is_only_a_pity(place):
    """As with HOME of root, kept by another user: the folder around this one is for its owner alone."""
    import numba

    assert compiled("warm")(2) == 6  # loads all that compiling needs
    place.parent.chmod(0o700)
    copy = os.fork()
    if copy == 0:
        answer = None
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            looked_at_anew()
            function = compiled()
            answer = cache.on_disk(function, (numba.int64,)), function._cache.folder.ready(), function(2)
        finally:
            os._exit(0 if answer == (False, False, 6) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]) == 0


@needs_numba
def test_code_that_fails_to_compile_keeps_nobody_waiting(place):
    def impossible(x):
        return x.no_such_thing

    function = attached(impossible, "a key")
    from numba.core.errors import TypingError

    with pytest.raises(TypingError):
        function(2)
    assert cache._folder(str(cache.folder_of("a key"))).locks._held == set()
