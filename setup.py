"""What pyproject.toml cannot say: the installed package also holds the lessons, without outputs, and the data; and the
README as an index of packages can show it.
"""

import json
import re
import shutil
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class BuildWithProject(build_py):
    def run(self):
        super().run()
        if not self.editable_mode:
            ship(Path(self.build_lib) / "mcts_lab" / "shipped")


def ship(folder):
    """Write `data/` and `notebooks/` into a folder, the notebooks without their outputs."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("data", "notebooks/source"):
        shutil.copytree(HERE / name, folder / name,
                        ignore=shutil.ignore_patterns("own_results", "*.locks", "quick-*", "__pycache__"))
    for path in sorted((HERE / "notebooks").glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        notebook["metadata"].pop("widgets", None)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell.update(outputs=[], execution_count=None)
        text = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
        (folder / "notebooks" / path.name).write_text(text, encoding="utf-8")


def described(text, address=None):
    """Return the README for a package index: its places lie below `address`; None: without them, nothing is broken."""
    if address:
        return re.sub(r"\]\((?!https?:|#)", f"]({address}/", text)
    text = re.sub(r"\n## Gallery\n.*?(?=\n## )", "", text, flags=re.DOTALL)
    text = re.sub(r"!\[[^\]]*\]\((?!https?:)[^)]*\)\n*", "", text)
    return re.sub(r"\[([^\]]*)\]\((?!https?:)[^)]*\)", r"\1", text)


if __name__ == "__main__":
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    setup(cmdclass={"build_py": BuildWithProject}, long_description_content_type="text/markdown",
          long_description=described((HERE / "README.md").read_text(encoding="utf-8"),
                                     project.get("urls", {}).get("Files")))
