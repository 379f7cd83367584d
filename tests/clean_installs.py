"""Install the package into clean environments, without a checkout, and do there what the pages say:

    python tests/clean_installs.py [NAME ...] [--recipes] [--python 3.11 3.12 ...]

NAME is one of those below, such as ``wheel``, ``wheel[viz]`` or ``lowest[dev]``; without names, all of them. It needs
git, a package index and uv, which also knows what the lowest versions allowed are. Each line says what was installed,
how large it is, and what was done there; the exit status is 1 if anything failed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

from test_howto import program

ROOT = Path(__file__).parents[1]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
TESTS = "tests/test_statistics.py tests/test_readme.py tests/test_releases.py"
RECIPES = {  # the recipes of docs/howto that need an extra and no more
    "": ["own-game", "own-part"], "viz": ["experiment", "figure", "hidden", "sweep", "tournament"],
    "widgets": ["tree", "page"], "lab": ["class"], "cluster": ["cluster"], "openspiel": ["openspiel"],
}
COMMANDS = {  # the commands that need an extra
    "": ["mcts-lab --version", "mcts-lab list", "mcts-lab play tic_tac_toe"],
    "viz": ["mcts-lab figures runnels2023/figure2", "mcts-lab report runnels2023"],
    "lab": ["jupyter lab --version"],
    "learning": ["mcts-lab train uniform --runs 4 --epochs 2 --workers 1 --out model.npz"],
    "environments": ["python -c 'from mcts_lab import games; from pettingzoo.test import api_test; "
                     "from mcts_lab.games.adapters.pettingzoo import Environment; "
                     "api_test(Environment(games.hex(size=4)), 20)'"],
    "book": ["python -m mcts_lab.book.site pages tic_tac_toe"],
    "browser": ["python -c 'import playwright.sync_api'"],
    "dev": [],
}
LOWEST = "uv pip install --resolution lowest-direct --only-binary :all: -r pyproject.toml"
RENDER = ('python -c "from rattler_build import Stage0Recipe, VariantConfig; '
          "[found] = Stage0Recipe.from_file('.conda/recipe.yaml').render(VariantConfig()); print(found)\"")
KINDS = {  # how it is installed, in the folder of a fresh clone
    "wheel": "uv pip install WHEEL",
    **{f"wheel[{extra}]": f"uv pip install 'mcts_lab[{extra}] @ WHEEL'" for extra in EXTRAS},
    "wheel by pip": "python -m pip install WHEEL",
    "sdist[viz]": "python -m pip install 'mcts_lab[viz] @ SDIST'",
    "folder[viz]": "python -m pip install '.[viz]'",
    "editable[dev]": "python -m pip install -c constraints.txt -e '.[dev,browser]'",
    "lowest": f"{LOWEST} && uv pip install --no-deps WHEEL",
    "lowest[dev]": f"{LOWEST} --extra dev --extra browser && uv pip install --no-deps WHEEL",
    "conda": f"uv pip install py-rattler-build WHEEL && {RENDER}",  # read by the tool that builds it, not built
    "binder": "python -m pip install -r .binder/requirements.txt && .binder/postBuild",
}


def pythons(versions):
    """The interpreters there are, by version."""
    for version in versions:
        places = [f"python{version}", *map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))]
        works = (place for place in places if not subprocess.run(
            [place, "-c", "import venv, ensurepip"], capture_output=True, check=False).returncode
            if shutil.which(place))
        yield version, next(works, None)


class Clean:
    """A new environment in a new folder, and a record of what went wrong in it."""

    def __init__(self, python, folder):
        self.folder, self.work = folder, folder / "work"
        self.work.mkdir(parents=True)
        subprocess.run([python, "-m", "venv", folder / "venv"], check=True)
        mine = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MCTS_LAB_PROJECT")}
        self.environment = mine | {  # compiled code is kept for the others of the same versions
            "VIRTUAL_ENV": str(folder / "venv"), "MCTS_LAB_CACHE": str(folder.parent / "cache"), "MPLBACKEND": "agg",
            "PATH": os.pathsep.join((str(folder / "venv" / "bin"), mine["PATH"]))}
        self.wrong = []

    def do(self, what, command, where=None, given="", wanted=None):
        """Run a command of the shell; `wanted` is what it has to print."""
        done = subprocess.run(command, shell=True, cwd=where or self.work, env=self.environment, input=given,
                              capture_output=True, text=True)
        if done.returncode or (wanted is not None and done.stdout != wanted):
            self.wrong.append(f"{what}: " + "\n".join((done.stderr or done.stdout).splitlines()[-6:]))
        return done.stdout

    def size(self):
        """Megabytes that were installed, without pip."""
        site = next((self.folder / "venv" / "lib").glob("python*/site-packages"))
        return sum(path.stat().st_size for path in site.rglob("*") if path.is_file() and "pip" not in path.parts) / 1e6


def installed(extras):
    """The extras that come with these."""
    names = [inner for extra in extras for line in EXTRAS.get(extra, []) if line.startswith("mcts_lab[")
             for inner in line[len("mcts_lab["):-1].split(",")]
    return {*extras, *(installed(names) if names else ())}


def use(clean, extras, clone, recipes):
    """Do what the pages say, as far as these extras carry it."""
    example, printed = re.search(r"```python\n(.*?)```.*?```\n(.*?)```", (ROOT / "README.md").read_text("utf-8"),
                                 re.DOTALL).groups()
    (clean.work / "example.py").write_text(example, encoding="utf-8")
    clean.do("the README's example", "python example.py", wanted=printed)
    clean.do("mcts-lab lessons", "mcts-lab lessons course")
    course = clean.work / "course"
    for extra in extras or [""]:  # what an extra brings from others is done by their names
        for command in COMMANDS.get(extra, []):
            clean.do(command, command, course, given="q\n")
        for recipe in RECIPES.get(extra, []) if recipes else ():
            there = clean.work / recipe
            there.mkdir()
            text = (ROOT / "docs" / "howto" / f"{recipe}.md").read_text(encoding="utf-8")
            (there / "recipe.py").write_text(program(text), encoding="utf-8")
            clean.do(recipe, f"MCTS_LAB_PROJECT={course} python recipe.py", there)
    if "viz" not in installed(extras):
        said = clean.do("a sentence for what lacks", "mcts-lab figures 2>&1 || true", course)
        if "pip install 'mcts_lab[viz]'" not in said:
            clean.wrong.append(f"what lacks is not named: {said[-300:]}")
    if "dev" in extras:
        clean.do("tests", f"python -m pytest -q -n 2 {TESTS}", clone)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(KINDS))
    parser.add_argument("--python", nargs="+", default=["3.11", "3.12", "3.13"])
    parser.add_argument("--recipes", action="store_true", help="run the recipes of docs/howto, too")
    arguments = parser.parse_args()
    if wrong := [version for version in arguments.python if not re.fullmatch(r"3\.\d+", version)]:
        parser.error(f"{wrong[0]} is no version of Python: put names before --python")
    if unknown := set(arguments.names) - set(KINDS):
        parser.error(f"no such environment: {', '.join(unknown)}; there are {', '.join(KINDS)}")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="clean_installs_") as place:
        place = Path(place)
        clone = place / "clone"
        subprocess.run(["git", "clone", "-q", "--depth", "1", ROOT.as_uri(), clone], check=True)
        subprocess.run(["uv", "build", "-q", "-o", place / "dist", clone], check=True)
        wheel, sdist = (next((place / "dist").glob(kind)).as_uri() for kind in ("*.whl", "*.tar.gz"))
        for version, python in pythons(arguments.python):
            if python is None:
                print(f"Python {version} is not here")
                continue
            for kind in arguments.names or KINDS:
                began = time.monotonic()
                clean = Clean(python, place / f"{version}-{kind}".replace(" ", "-").replace("[", "-").replace("]", ""))
                command = KINDS[kind].replace("WHEEL", wheel).replace("SDIST", sdist)
                clean.do("install", command, clone)
                extras = re.findall(r"\[(\w+)\]", kind) + ["lab"] * (kind == "binder")
                if not clean.wrong:
                    use(clean, extras, clone, arguments.recipes)
                failed += bool(clean.wrong)
                print(f"{version} {kind}: {clean.size():.0f} MB, {time.monotonic() - began:.0f} s, "
                      f"{'FAILED' if clean.wrong else 'ok'}", *clean.wrong, sep="\n    ", flush=True)
                shutil.rmtree(clean.folder)
                subprocess.run(["git", "clean", "-xdfq"], cwd=clone, check=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
