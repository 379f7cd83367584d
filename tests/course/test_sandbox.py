"""The sandbox: system calls, keys, namespaces, memory and answers are out of a submission's reach, however it tries."""

import errno
import os
import platform
import signal
import struct
import subprocess
import sys

import pytest

from mcts_course.jupyter.notebooks import PACKAGE
from mcts_course.sandboxes import apart, calls, memory, sandbox

HOG = """import os, time
for i in range({files}): open(f'x{{i}}', 'wb').write(bytes(10**7))
for _ in range({children}):
    if os.fork() == 0:
        kept = b'x' * 4 * 10**7
        time.sleep(999)
os.wait()
os._exit(0)"""  # children of 40 MB each, and files of 10 MB each; it ends when a child does


def said(rooms, cell):
    with rooms.room() as answerer:
        reply = answerer.told({"cell": cell}, 60)
    return reply and reply["Raised"]


def answer(program, kernel, number, flags=0):
    """What a filter answers to a system call, by its rules: (action, error number)."""
    data = struct.pack("=iIQ6Q", number, kernel, 0, flags, 0, 0, 0, 0, 0)
    steps = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    place = value = 0
    while True:
        code, yes, no, operand = steps[place]
        place += 1
        if code == 0x20:
            value = struct.unpack_from("=I", data, operand)[0]
        elif code == 0x06:
            return operand & 0xFFFF0000, operand & 0xFFFF
        else:
            met = {0x15: value == operand, 0x25: value > operand, 0x45: bool(value & operand)}[code]
            place += yes if met else no


@pytest.mark.parametrize(("machine", "kernel", "clone", "write"), [("x86_64", 0xC000003E, 56, 1),
                                                                   ("aarch64", 0xC00000B7, 220, 64)])
def test_the_filter_refuses_what_it_names_and_nothing_that_python_needs(machine, kernel, clone, write):
    program, allowed, refused = calls.program(machine), (0x7FFF0000, 0), (0x00050000, errno.EPERM)
    column = list(calls.MACHINES).index(machine)
    for name in ("keyctl", "add_key", "unshare", "setns", "mount", "ptrace", "bpf", "shmget", "memfd_create",
                 "io_uring_setup", "userfaultfd", "perf_event_open"):
        assert answer(program, kernel, calls.FORBIDDEN[name][column]) == refused, name
    numbers = {numbers[column] for numbers in calls.FORBIDDEN.values()}
    assert len(numbers) == len(calls.FORBIDDEN) and clone not in numbers and write not in numbers
    assert answer(program, kernel, write) == answer(program, kernel, clone, 0x003D0F00) == allowed  # as threads begin
    for flag in (0x10000000, 0x00020000, 0x20000000, 0x40000000, 0x08000000, 0x04000000, 0x02000000):
        assert answer(program, kernel, clone, flag | 17) == refused
    for number in (calls.CLONE3, 500, write | 0x40000000):
        assert answer(program, kernel, number) == (0x00050000, errno.ENOSYS)
    assert answer(program, 0x40000003, 4) == (0x80000000, 0), "calls of 32 bits end the process"


def test_the_system_calls_of_another_machine_are_unknown():
    with pytest.raises(ValueError, match="of vax are not known"):
        calls.program("vax")


@pytest.mark.parametrize("name", ["keyctl", "add_key", "request_key", "unshare", "setns", "mount", "ptrace", "bpf",
                                  "memfd_create", "shmget", "io_uring_setup", "userfaultfd", "perf_event_open"])
def test_a_submission_cannot_call_what_reaches_beyond(rooms, name):
    number = calls.FORBIDDEN[name][list(calls.MACHINES).index(platform.machine())]
    cell = ("import ctypes\ncall = ctypes.CDLL(None, use_errno=True).syscall\n"
            f"raise OSError(call({number}, 0, 0, 0, 0, 0), ctypes.get_errno())")
    assert said(rooms, cell) == ["OSError", f"[Errno -1] {errno.EPERM}"]


def test_a_submission_has_no_rights_and_a_user_of_its_own(rooms):
    cell = ("import os\nlines = dict(line.split(':\\t', 1) for line in open('/proc/self/status').read().splitlines())\n"
            "raise ValueError([lines[name].strip() for name in ('CapEff', 'CapBnd', 'NoNewPrivs', 'Seccomp')] + "
            "[os.getuid() == 0, len(os.listdir('/proc/self/fd')) < 9])")
    assert said(rooms, cell)[1] == str(["0" * 16, "0" * 16, "1", "2", False, True])


def test_a_submission_has_namespaces_of_its_own(rooms):
    names = sorted(set(os.listdir("/proc/self/ns")) & {"user", "pid", "net", "ipc", "uts", "mnt"})
    own = [os.readlink(f"/proc/self/ns/{name}") for name in names]
    cell = f"import os\nraise ValueError([os.readlink(f'/proc/self/ns/{{name}}') in {own} for name in {names}])"
    assert "user" in names and said(rooms, cell)[1] == str([False] * len(names))


def test_processes_of_a_submission_find_their_session_keyring_new(rooms):
    """The marker's is not in reach even of what the filter would allow."""
    if not os.path.exists("/proc/keys"):
        pytest.skip("this kernel shows no keys")
    assert said(rooms, "raise ValueError(open('/proc/keys').read().count('mcts_lab_test'))")[1] == "0"


def test_several_processes_are_allowed(rooms):
    cell = "import os\npids = [os.fork() or os._exit(0) for _ in range(6)]\nfor one in pids: os.waitpid(one, 0)"
    assert said(rooms, cell) is None


def test_a_submission_can_read_its_files_whatever_the_umask_is(rooms, tmp_path):
    before = os.umask(0o077)
    try:
        (tmp_path / "table.txt").write_text("mine")
        with rooms.room([tmp_path / "table.txt"]) as answerer:
            reply = answerer.told({"cell": "raise ValueError(open('table.txt').read())"}, 60)
    finally:
        os.umask(before)
    assert reply["Raised"] == ["ValueError", "mine"]


@pytest.mark.parametrize("way", ["group", "scope", "watcher"])
@pytest.mark.parametrize(("files", "children"), [(0, 6), (9, 3)])
def test_memory_is_limited_for_processes_and_files_together(rooms, way, files, children, monkeypatch):
    monkeypatch.setattr(rooms, "most", 200 << 20)
    monkeypatch.setattr(rooms, "scope", memory.scope(200 << 20) if way == "scope" else [])
    if way != "group":
        monkeypatch.setattr(memory, "group", lambda *_: None)
    with rooms.room() as answerer:
        if way == "group" and not answerer.group or way == "scope" and not rooms.scope:
            pytest.skip("no such control group can be made here")
        if way != "watcher" and answerer.watcher:  # which there is for root, for another reason
            os.kill(answerer.watcher.pid, signal.SIGSTOP)
        with pytest.raises(sandbox.Ended, match="use of memory"):
            answerer.told({"cell": HOG.format(files=files, children=children)}, 60)


def test_answers_in_other_copies_and_in_git_are_hidden(rooms, tmp_path, monkeypatch):
    for path in ("lib/mcts_course/exercises/answers.py", "src/mcts-lab/.git/HEAD", "src/repository.git/HEAD",
                 "lib/mcts_lab-9.zip", "lib/other/module.py", "lib/mcts_lab-0.1.dist-info/METADATA"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("def ucb1(): pass")
    (tmp_path / "lib/other/.git").write_text("gitdir: /elsewhere")
    (tmp_path / "lib/other/link").symlink_to("../mcts_course/exercises/answers.py")
    tmp_path.chmod(0o755)
    (tmp_path / "src").chmod(0o700)
    usual = sandbox.readable()
    monkeypatch.setattr(sandbox, "readable", lambda: [*usual, str(tmp_path)])
    cell = (f"import os\nfound = []\nfor place, _, files in os.walk({str(tmp_path)!r}):\n    for name in files:\n"
            "        try:\n            found += [name] * bool(open(os.path.join(place, name)).read())\n"
            "        except OSError:\n            pass\nraise ValueError(sorted(found))")
    with sandbox.Sandbox() as made:
        assert said(made, cell)[1] == str(["METADATA", "module.py"])


def test_what_a_killed_process_left_is_taken_away(tmp_path, monkeypatch):
    monkeypatch.setattr(sandbox.tempfile, "tempdir", str(tmp_path))
    for name, locked in (("mcts_lab_old", False), ("mcts_lab_used", True), ("mcts_lab_other", None), ("more", False)):
        (tmp_path / name).mkdir()
        if locked is not None:
            (tmp_path / name / sandbox.LOCK).touch()
    room = tmp_path / "mcts_lab_old" / f"mcts_lab_{os.getpid()}"
    room.mkdir()
    with open(tmp_path / "mcts_lab_used" / sandbox.LOCK, "r+b") as file:
        sandbox.lock(file.fileno())
        memory.group(room.name, 1 << 30)
        sandbox.sweep()
    assert not (memory.GROUPS / room.name).exists(), "its control group"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mcts_lab_other", "mcts_lab_used", "more"]


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts open files in /proc")
def test_a_sandbox_leaves_no_file_open(rooms):
    before = len(os.listdir("/proc/self/fd"))
    with sandbox.Sandbox(kinds=("nothing",)), rooms.room():
        assert len(os.listdir("/proc/self/fd")) > before
    assert len(os.listdir("/proc/self/fd")) == before


def test_without_bubblewrap_it_is_said_what_to_install(tmp_path):
    """And --unsafe goes on, with a warning."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.ipynb").write_text("{}")
    words = [sys.executable, "-m", "mcts_lab", "grade", "in", "--out", "marks.csv"]
    options = {"cwd": tmp_path, "capture_output": True, "text": True,
               "env": {**os.environ, "PATH": str(tmp_path), "PYTHONPATH": PACKAGE}}
    done = subprocess.run(words, **options)
    assert done.returncode == 1 and "Install bubblewrap 0.8 or newer" in done.stderr
    assert done.stderr.count("\n") == 1 and not (tmp_path / "marks.csv").exists()
    done = subprocess.run([*words, "--unsafe"], **options)
    assert done.returncode == 0 and "warning: with --unsafe" in done.stderr and (tmp_path / "marks.csv").exists()


def talks(ask, *words):
    return [ask(word) for word in words]


def hangs(ask):
    sum(iter(int, 1))


def stops(ask):
    ask("one")
    os._exit(0)


def test_work_apart_ends_in_one_of_four_ways():
    assert apart.apart(60, talks, "a", "b", answer=str.upper) == ["A", "B"]
    for work, error in ((hangs, TimeoutError), (stops, EOFError), (len, RuntimeError)):
        with pytest.raises(error):
            apart.apart(1, work, answer=str.upper)
