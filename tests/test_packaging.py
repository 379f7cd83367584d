"""What surrounds the package: dependencies in step in three files, pinned versions, the Makefile, no machine paths."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PYPROJECT["project"]["optional-dependencies"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text().splitlines()


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def parsed(requirement: str) -> tuple[str, str]:
    """The normal name and the version condition of a requirement."""
    name, condition = re.fullmatch(r"([A-Za-z0-9_.-]+?)\s*([<>=!~].*)?", requirement.strip()).groups()
    return normal(name), condition or ""


def declared() -> dict:
    wanted = [*PYPROJECT["project"]["dependencies"], *(line for lines in EXTRAS.values() for line in lines)]
    return dict(parsed(line) for line in wanted)


def pinned() -> dict:
    return dict(parsed(line) for line in CONSTRAINTS if line and not line.startswith("#"))


def tracked() -> list[Path]:
    """The files under version control."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def test_conda_installs_what_pip_installs():
    yaml = pytest.importorskip("yaml", reason="PyYAML reads environment.yml")
    listed = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    by_pip = next(entry["pip"] for entry in listed if isinstance(entry, dict))
    names = dict(parsed(entry) for entry in [*listed, *by_pip] if isinstance(entry, str) and not entry.startswith("-e"))
    assert names.pop("python") == PYPROJECT["project"]["requires-python"]
    assert {"pip", "make"} <= set(names)
    assert {name: condition for name, condition in names.items() if name not in ("pip", "make")} == declared()
    assert "-e ." in by_pip


def test_constraints_are_names_and_versions_only():
    for line in CONSTRAINTS:
        assert line.startswith("#") or re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.+!-]+", line), line


def test_everything_declared_is_pinned_and_fits():
    specifiers = pytest.importorskip("packaging.specifiers", reason="packaging compares versions")
    for name, condition in declared().items():
        assert name in pinned(), f"{name} is not in constraints.txt"
        assert pinned()[name].removeprefix("==") in specifiers.SpecifierSet(condition), name


def test_everything_that_gets_installed_is_pinned():
    requirements = pytest.importorskip("packaging.requirements", reason="packaging reads requirements")
    queue, seen, unpinned = [(name, frozenset()) for name in declared()], set(), set()
    while queue:
        name, extras = queue.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        if name not in pinned():
            unpinned.add(name)
        try:
            needed = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue
        for text in needed:
            requirement = requirements.Requirement(text)
            if requirement.marker is None or any(requirement.marker.evaluate({"extra": e}) for e in (*extras, "")):
                queue.append((normal(requirement.name), frozenset(requirement.extras)))
    assert not unpinned - {"setuptools", "pip", "wheel"}


def test_versions_are_equal():
    yaml = pytest.importorskip("yaml", reason="PyYAML reads CITATION.cff")
    import mcts_lab

    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == mcts_lab.__version__
    assert PYPROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "mcts_lab.__version__"}


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
@pytest.mark.parametrize("target", ["figures", "test", "lab", "notebooks", "report", "help"])
def test_the_makefile_has_what_the_readme_names(target):
    outcome = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.strip()


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_an_old_python_is_refused_in_one_sentence(tmp_path):
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    old = tmp_path / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    for python in (old, "no-such-python"):
        outcome = subprocess.run(["make", "test", f"PYTHON={python}"], cwd=tmp_path, capture_output=True, text=True)
        assert outcome.returncode != 0
        assert "mcts_lab needs Python 3.11 or newer" in outcome.stderr
        assert not (tmp_path / ".venv").exists()


def test_the_readme_installs_what_the_makefile_installs():
    readme, makefile = ((ROOT / name).read_text() for name in ("README.md", "Makefile"))
    extras = re.search(r"pip install .*(-c constraints\.txt -e '\.\[[a-z,]+\]')", makefile).group(1)
    assert extras in readme
    assert set(re.search(r"\[(.*)\]", extras).group(1).split(",")) == set(EXTRAS)
    for command in ("make figures", "make test", "make lab"):
        assert command in readme


def test_ci_runs_the_readmes_test_command():
    script = ROOT / ".ci" / "run"
    assert "make test" in script.read_text()
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", script]).returncode == 0


def test_ruff_finds_nothing():
    ruff = shutil.which("ruff", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))
    if not ruff:
        pytest.skip("ruff is not installed")
    outcome = subprocess.run([ruff, "check", "--no-cache", "."], cwd=ROOT, capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_no_paths_of_a_machine_in_tracked_files():
    here = "|".join(re.escape(str(place)) for place in (ROOT, Path.home()) if len(place.parts) > 1)
    place = re.compile(rf"({here}|/home/[a-z]+|/Users/[A-Za-z]+)/|[A-Z]:\\Users\\".encode())
    found = {str(path.relative_to(ROOT)): match[0] for path in tracked() if (match := place.search(path.read_bytes()))}
    assert not found


def test_importing_the_package_imports_nothing_heavy():
    heavy = "numba pandas matplotlib scipy seaborn networkx joblib distributed pyspiel IPython ipywidgets".split()
    code = f"import sys, mcts_lab, mcts_lab.cli; mcts_lab.cli.parser(); print([m for m in {heavy} if m in sys.modules])"
    outcome = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert outcome.stdout.strip() == "[]"


def test_the_source_distribution_holds_everything_that_is_tracked():
    """What setuptools takes by itself, and what MANIFEST.in names; the checks that run elsewhere stay out."""
    lines = [line.split() for line in (ROOT / "MANIFEST.in").read_text().splitlines() if line[:1] not in ("", "#")]
    named = {name for command, *names in lines if command in ("include", "graft") for name in names}
    taken = {"mcts_lab", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in", ".ci"}
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} <= named | taken
    assert all((ROOT / name).exists() for name in named)
