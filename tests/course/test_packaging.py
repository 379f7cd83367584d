"""What surrounds the package: dependencies in step in three files, pinned versions, the Makefile, no machine paths."""

import ast
import importlib.metadata
import importlib.util
import json
import os
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
from packaging.specifiers import SpecifierSet

import mcts_lab
from mcts_lab import extras
from mcts_lab.cli import commands
from mcts_lab.declarations import OWN
from mcts_papers import paths

ROOT = Path(__file__).resolve().parents[2]
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


def test_binder_installs_what_there_is(monkeypatch):
    """By the parser of pip itself, which looks for the constraints beside the file that names them."""
    if importlib.util.find_spec("setuptools"):
        importlib.import_module("setuptools")  # after pip has taken another distutils, it could not be imported
    req_file = pytest.importorskip("pip._internal.req.req_file", reason="pip is not installed")
    from pip._internal.network.session import PipSession

    monkeypatch.chdir(ROOT)
    lines = list(req_file.parse_requirements(".binder/requirements.txt", PipSession()))
    [wanted] = [line.requirement for line in lines if not line.constraint]
    place, extras = re.fullmatch(r"(\S+)\[([a-z,]+)\]", wanted).groups()
    assert (ROOT / place / "pyproject.toml").is_file() and set(extras.split(",")) <= set(EXTRAS)
    assert parsed(line.requirement for line in lines if line.constraint).keys() == pinned().keys()


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_each_system_gets_one_xgboost_that_has_wheels_for_it(system):
    taken = [one.name for one in map(Requirement, EXTRAS["learning"]) if one.name.startswith("xgboost")
             and one.marker.evaluate({"sys_platform": system})]
    assert taken == ["xgboost" if system == "darwin" else "xgboost-cpu"]


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


def test_each_package_that_may_lack_is_named_with_the_extra_that_brings_it():
    known = importlib.metadata.packages_distributions()
    brought = {extra: reached([f"mcts_lab[{extra}]"]) for extra in EXTRAS}
    for module, extra in extras.EXTRAS.items():
        assert extra in brought, module
        for package in known.get(module, []):
            if normal(package) in pinned():
                assert normal(package) in brought[extra], (module, package, extra)
    assert not set(extras.EXTRAS) & {Requirement(one).name for one in PYPROJECT["project"]["dependencies"]}


def reached(wanted) -> set:
    """The packages that these requirements name, those of extras of this package included."""
    found = set()
    for one in map(Requirement, wanted):
        found |= reached(line for extra in one.extras for line in EXTRAS[extra]) if one.extras else {normal(one.name)}
    return found


@pytest.mark.parametrize("how", ["mcts_lab.views.plots.style", "from mcts_lab.views.plots import style",
                                 "mcts_course.widgets.WIDGETS['play']"])
def test_what_lacks_is_said_in_a_sentence(how):
    code = "import sys; sys.modules.update(matplotlib=None, anywidget=None); import mcts_lab, mcts_course; "
    done = subprocess.run([sys.executable, "-c", code + how], capture_output=True, text=True, cwd=ROOT)
    assert re.search(r"ModuleNotFoundError: The package \w+ is not installed\. .*pip install 'mcts_lab\[\w+\]'\n$",
                     done.stderr), done.stderr


def test_the_imports_of_others_are_left_alone():
    """Whatever is imported of the package, Python looks for modules as before."""
    code = ("import sys; before = [*sys.meta_path], [*sys.path_hooks]; from mcts_lab import games, search; "
            "assert before == (sys.meta_path, sys.path_hooks); sys.modules['pandas'] = None; import pandas")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert re.search(r"ModuleNotFoundError: (import of|No module named) [^:]*$", done.stderr), done.stderr


def test_the_list_without_extras_has_the_games_and_says_what_the_rest_needs():
    code = ("import sys; from mcts_lab import cli, extras; sys.modules.update(dict.fromkeys(extras.EXTRAS)); "
            "sys.exit(cli.main(['list']))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert " connect_four," in done.stdout
    assert re.search(r"^Papers cannot be listed\.\n  .*(pandas|matplotlib)", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("python", PYTHONS)
def test_what_is_pinned_installs_on_the_first_release_of_each_python(python):
    for name, version in pinned().items():
        try:
            about = importlib.metadata.metadata(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        if about["Version"] == version:
            assert f"{python}.0" in SpecifierSet(about.get("Requires-Python", "")), name


def test_everything_declared_is_pinned_and_fits():
    for name, wanted in declared().items():
        assert name in pinned(), f"{name} is not in constraints.txt"
        assert pinned()[name] in wanted.specifier, name


def test_everything_that_gets_installed_is_pinned():
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
            requirement = Requirement(text)
            if requirement.marker is None or any(requirement.marker.evaluate({"extra": e}) for e in (*extras, "")):
                queue.append((normal(requirement.name), frozenset(requirement.extras)))
    assert not unpinned - {"setuptools", "pip", "wheel"}


def test_the_changelog_begins_with_the_version():
    newest = re.search(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest[1] == mcts_lab.__version__
    assert PYPROJECT["tool"]["hatch"]["version"] == {"path": "mcts_lab/__init__.py"}


def test_what_runs_elsewhere_is_what_runs_here():
    yaml = pytest.importorskip("yaml", reason="PyYAML reads the workflow")
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())["jobs"]
    assert jobs["core"]["strategy"]["matrix"]["python"] == PYTHONS
    script = (ROOT / ".ci" / "other_pythons").read_text()
    core = re.search(r"core=\(([^)]*)\)", script)[1].split()
    commands = {name: " ".join(step.get("run", "") for step in job["steps"]) for name, job in jobs.items()}
    assert re.findall(r"tests/\w+/test_\w+\.py", commands["core"]) == core and commands["all"].strip() == ".ci/run"
    named = set(re.findall(r"tests/[\w/]+\.py", " ".join(commands.values())))
    assert named and all((ROOT / name).is_file() for name in named)
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    assert {hook["entry"] for hook in hooks} == {"ruff check", "python tests/words.py"}


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
@pytest.mark.parametrize("target", ["lab", "figures", "report", "site"])
def test_the_targets_of_users_call_commands(target):
    here = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "VENV")}  # of an outer make
    outcome = subprocess.run(["make", "-n", "--no-print-directory", target], cwd=ROOT, env=here, capture_output=True,
                             text=True)
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.splitlines()[-1] == f".venv/bin/mcts-lab {target}" and target in commands()


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_make_help_names_every_target():
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1].split()
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {*re.findall(r"^  make ([\w-]+) ", done.stdout, re.MULTILINE)} == {*phony} - {"help"}
    for target in phony:
        outcome = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True)
        assert outcome.returncode == 0 and outcome.stdout.strip(), outcome.stderr


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


@pytest.mark.parametrize(("name", "command"), [("pages", "make site"), ("release", "make dist")])
def test_a_workflow_publishes_what_make_builds(name, command):
    """The address of the site is what GitHub Pages says, so it is not in the workflow."""
    yaml = pytest.importorskip("yaml", reason="PyYAML reads the workflow")
    text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text()
    [job] = yaml.safe_load(text)["jobs"].values()
    runs = [step["run"] for step in job["steps"] if "run" in step]
    assert command in runs and "://" not in text
    uploaded = "site" if name == "pages" else "dist/*"
    assert any(step.get("with", {}).get("path") == uploaded or uploaded in step.get("run", "") for step in job["steps"])


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


@pytest.mark.all
def test_on_a_package_index_nothing_is_broken(distributions):
    """The README there has no pictures of this folder and no links into it, and all the rest."""
    with zipfile.ZipFile(distributions[0]) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        described = archive.read(name).decode("utf-8").partition("\n\n")[2]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert not re.search(r"\]\((?!https?:)", described) and "![" not in described
    assert len(described) > 6000 and described.count("](https://") == readme.count("](https://")


# What is pinned installs from wheels alone, on systems that are not here. Set MCTS_LAB_INDEX=1 to ask the index; pip is
# asked without dependencies, all of which are pinned, since it takes markers to be about the system that it runs on.
SYSTEMS = [("linux", "manylinux_2_28_x86_64"), ("linux", "manylinux_2_28_aarch64"), ("darwin", "macosx_14_0_arm64"),
           ("win32", "win_amd64")]


@pytest.mark.skipif(not os.environ.get("MCTS_LAB_INDEX"), reason="no package index is to be asked: MCTS_LAB_INDEX=1")
@pytest.mark.parametrize("python", [*PYTHONS, "3.14"])
@pytest.mark.parametrize(("system", "platform"), SYSTEMS)
def test_everything_installs_from_wheels(system, platform, python, tmp_path):
    elsewhere = {normal(one.name) for lines in EXTRAS.values() for one in map(Requirement, lines)
                 if one.marker and not one.marker.evaluate({"sys_platform": system})}
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--target", str(tmp_path), "--platform",
               platform, "--python-version", python, "--only-binary", ":all:", "--no-deps"]
    command += [f"{name}=={version}" for name, version in pinned().items() if name not in elsewhere]
    if system == "linux":  # older wheels serve as well
        command += ["--platform", platform.replace("2_28", "2_17"), "--platform", platform.replace("_2_28", "2014")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
