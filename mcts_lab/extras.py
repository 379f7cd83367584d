"""Packages that only some of this package needs: which extra of ``pip install 'mcts_lab[EXTRA]'`` brings each.

They are imported where they are used. Where one is missing, `watch` makes that import say in a sentence what to do.
"""

from __future__ import annotations

import sys

EXTRAS = {  # module: extra
    **dict.fromkeys(("joblib", "matplotlib", "networkx", "pandas", "PIL", "scipy", "seaborn"), "viz"),
    **dict.fromkeys(("anywidget", "IPython", "prompt_toolkit", "traitlets"), "widgets"),
    **dict.fromkeys(("jupytext", "nbclient", "nbconvert", "nbformat", "pygments"), "lab"),
    **dict.fromkeys(("sklearn", "threadpoolctl", "xgboost"), "learning"),
    **dict.fromkeys(("dask", "distributed"), "cluster"),
    **dict.fromkeys(("latex2mathml", "sphinx"), "book"),
    "pyspiel": "openspiel",
}
PACKAGE = __name__.partition(".")[0]


def lacking(module: str) -> str:
    """Return what to do about a module that is not installed."""
    extra = EXTRAS.get(module.partition(".")[0])
    wanted = f"'{PACKAGE}[{extra}]'" if extra else module
    return f"the package {module} is not installed: pip install {wanted}"


def watch():
    """Let imports by this package of modules that are not installed raise ModuleNotFoundError with `lacking`."""
    if _Finder not in sys.meta_path:
        sys.meta_path.append(_Finder)


class _Finder:
    """Asked for a module when nothing else has found it; those of other packages' imports are left alone."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in EXTRAS:
            frame = sys._getframe(1)
            while frame and frame.f_globals.get("__name__") in ("importlib._bootstrap", "importlib"):
                frame = frame.f_back
            if frame and str(frame.f_globals.get("__name__")).partition(".")[0] == PACKAGE:
                raise ModuleNotFoundError(lacking(name), name=name)
