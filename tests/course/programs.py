"""Python in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def python(*words, folder=ROOT, given="", **environment) -> str:
    """Return what Python prints for these arguments, which must succeed, with this project on its path."""
    done = subprocess.run([sys.executable, *map(str, words)], cwd=folder, input=given, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT), **environment})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
