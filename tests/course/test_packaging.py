"""What surrounds the package: dependencies in step in three files, pinned versions, no machine paths."""

import ast
import importlib.metadata
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from programs import ROOT, python

import mcts_lab
from mcts_lab.declarations import OWN
from mcts_papers import paths

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PYPROJECT["project"]["optional-dependencies"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text().splitlines()
PYTHONS = [line.rpartition(" ")[2] for line in PYPROJECT["project"]["classifiers"]
           if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", line)]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def parsed(lines) -> dict:
    """Requirements by their normal names, without those on extras of this package."""
    return {normal(one.name): one for one in map(Requirement, lines) if one.name != "mcts_lab"}


def declared(without=()) -> dict:
    lines = (line for name, lines in EXTRAS.items() if name not in without for line in lines)
    return parsed([*PYPROJECT["project"]["dependencies"], *lines])


def pinned() -> dict:
    """The version of each pinned package."""
    lines = [line for line in CONSTRAINTS if line and not line.startswith("#")]
    return {name: next(iter(one.specifier)).version for name, one in parsed(lines).items()}


def tracked() -> list[Path]:
    """The files under version control."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def conda_environment(name) -> tuple[dict, dict]:
    """What one of the files for conda asks for: from conda, and from pip."""
    yaml = pytest.importorskip("yaml", reason="PyYAML reads environment.yml")
    listed = yaml.safe_load((ROOT / name).read_text())["dependencies"]
    by_pip = next(entry["pip"] for entry in listed if isinstance(entry, dict))
    return parsed(entry for entry in listed if isinstance(entry, str)), by_pip


def test_conda_installs_what_the_lessons_and_figures_need():
    by_conda, by_pip = conda_environment("environment.yml")
    assert not any(one.marker for one in by_conda.values())  # conda knows none
    assert "-e ." in by_pip and by_conda.pop("pip")
    python = by_conda.pop("python").specifier
    assert {version for version in (f"3.{minor}" for minor in range(30)) if f"{version}.1" in python} == set(PYTHONS)
    wanted = reached([*PYPROJECT["project"]["dependencies"], "mcts_lab[lab,learning]"])
    found = {**by_conda, **parsed(set(by_pip) - {"-e ."})}
    assert {name: one.specifier for name, one in found.items()} == {
        name: one.specifier for name, one in declared().items() if name in wanted}


def test_conda_installs_what_tests_and_the_website_need_with_a_second_file():
    first, second = conda_environment("environment.yml"), conda_environment("environment-dev.yml")
    assert second[0].pop("make")
    names = {*first[0], *second[0], *parsed(set(first[1] + second[1]) - {"-e ."})} - {"python", "pip"}
    assert names == declared().keys()


def test_everything_that_is_imported_is_declared():
    known, used = importlib.metadata.packages_distributions(), {}
    for file in (file for name in OWN for file in (ROOT / name).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {*OWN}:
                used.setdefault(name, set()).add(file.name)
    assert len(used) > 20
    mine = declared(without=["dev", "browser"])
    undeclared = {name: files for name, files in used.items()
                  if not {normal(one) for one in known.get(name, [name])} & mine.keys()}
    installed = {name for name in used if name in known}
    assert not {name: undeclared[name] for name in undeclared.keys() & installed}


def reached(wanted) -> set:
    """The packages that these requirements name, those of extras of this package included."""
    found = set()
    for one in map(Requirement, wanted):
        found |= reached(line for extra in one.extras for line in EXTRAS[extra]) if one.extras else {normal(one.name)}
    return found


@pytest.mark.parametrize("how", ["mcts_lab.views.plots.style", "mcts_course.widgets.WIDGETS['play']"])
def test_what_lacks_is_said_in_a_sentence(how):
    code = "import sys; sys.modules.update(matplotlib=None, anywidget=None); import mcts_lab, mcts_course; "
    done = subprocess.run([sys.executable, "-c", code + how], capture_output=True, text=True, cwd=ROOT)
    assert re.search(r"ModuleNotFoundError: The package \w+ is not installed\. .*pip install 'mcts_lab\[\w+\]'\n$",
                     done.stderr), done.stderr


def test_everything_declared_is_pinned_and_fits():
    for name, wanted in declared().items():
        assert name in pinned(), f"{name} is not in constraints.txt"
        assert pinned()[name] in wanted.specifier, name


def test_the_changelog_begins_with_the_version():
    newest = re.search(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest[1] == mcts_lab.__version__
    assert PYPROJECT["tool"]["hatch"]["version"] == {"path": "mcts_lab/__init__.py"}


def test_ruff_finds_nothing():
    pytest.importorskip("ruff", reason="ruff is not installed")
    python("-m", "ruff", "check", "--no-cache", ".")


def test_no_paths_of_a_machine_in_tracked_files():
    here = "|".join(re.escape(str(place)) for place in (ROOT, Path.home()) if len(place.parts) > 1)
    place = re.compile(rf"({here}|/home/[a-z]+|/Users/[A-Za-z]+)/|[A-Z]:\\Users\\".encode())
    found = {str(path.relative_to(ROOT)): match[0] for path in tracked() if (match := place.search(path.read_bytes()))}
    assert not found


@pytest.fixture(scope="module")
def distributions(tmp_path_factory):
    """The wheel and the source distribution of the files that are here."""
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    pytest.importorskip("hatch_fancy_pypi_readme", reason="hatch-fancy-pypi-readme is not installed")
    folder = tmp_path_factory.mktemp("dist")
    made = re.search(r"^dist: .*\n\t\$\(BIN\)/python (.*) dist$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
    subprocess.run([sys.executable, *made.replace("--clean ", "").split(), str(folder)], cwd=ROOT, check=True)
    [wheel], [source] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, source


@pytest.mark.all
def test_the_source_distribution_holds_everything_that_is_tracked(distributions):
    with tarfile.open(distributions[1]) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert {path.relative_to(ROOT).as_posix() for path in tracked()} <= held


@pytest.mark.all
def test_a_wheel_holds_the_packages_the_lessons_and_the_data(distributions, tmp_path, monkeypatch):
    with zipfile.ZipFile(distributions[0]) as archive:
        archive.extractall(tmp_path / "installed")
    for path in tracked():
        if path.relative_to(ROOT).parts[0] in OWN:
            assert (tmp_path / "installed" / path.relative_to(ROOT)).read_bytes() == path.read_bytes()
    shipped = tmp_path / "installed" / paths.SHIPPED.relative_to(ROOT)
    assert shipped.is_dir()
    monkeypatch.setattr(paths, "SHIPPED", shipped)
    monkeypatch.delenv("MCTS_LAB_PROJECT", raising=False)
    written = paths.write_project(tmp_path / "course")
    with pytest.raises(ValueError, match="new or empty"):
        paths.write_project(written)
    for name in ("data/paper/claims.csv", "data/models/value_hearthstone.npz", "notebooks/source/00_play.py"):
        assert (written / name).read_bytes() == (ROOT / name).read_bytes()
    notebooks = sorted((written / "notebooks").rglob("*.ipynb"))
    assert {"00_play", "1_alpha_beta"} <= {path.stem for path in notebooks}
    for path in notebooks:
        cells, ours = (json.loads(one.read_text(encoding="utf-8"))["cells"]
                       for one in (path, ROOT / path.relative_to(written)))
        assert not any(cell.get("outputs") for cell in cells), path
        assert [cell["source"] for cell in cells] == [cell["source"] for cell in ours] and len(cells) > 2
    monkeypatch.setenv("MCTS_LAB_PROJECT", str(written))
    assert paths.root() == written and paths.data() == written / "data"
