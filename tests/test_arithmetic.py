"""What decides a search or a game has the same bits everywhere: made of operations that the standard sets exactly."""

import ast
import math
import os
import re
import subprocess
import sys
from decimal import Decimal, localcontext
from pathlib import Path

import numpy as np
import pytest

import mcts_lab
from mcts_lab.engine import arithmetic
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.search.mcts.memory import KEPT_COUNT, KEPT_ROOT_LOG, root_log, small_counts

PACKAGE = Path(mcts_lab.__file__).parent
DECIDING = ("engine", "game.py", "games", "learning", "players", "search")
NAMES = ("acos", "acosh", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "asin", "asinh",
         "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "dist", "erf", "erfc", "exp", "exp2", "expm1", "float_power",
         "fma", "fmuladd", "gamma", "hypot", "lgamma", "log", "log10", "log1p", "log2", "logaddexp", "logaddexp2",
         "pow", "power", "powi", "sin", "sincos", "sinh", "tan", "tanh")
REPORTS = {  # what no search asks
    ("learning/forests.py", "exp"),  # of rows of inputs at once, to tell how good a forest is
    *(("learning/two_heads.py", name) for name in ("exp", "log", "**")),  # training, whose sums NumPy's library rounds
}


# -- the functions -----------------------------------------------------------------------------------------------------


@entry
def all_of(which, x, y, out):
    for i in range(len(x)):
        if which == 0:
            out[i] = arithmetic.log(x[i])
        elif which == 1:
            out[i] = arithmetic.exp(x[i])
        elif which == 2:
            out[i] = arithmetic.power(x[i], y[i])
        else:
            out[i] = arithmetic.cos(x[i])


def values(which, x, y, compiled):
    out = np.empty(len(x))
    all_of(which, x, y, out, compiled=compiled)
    return out


def cosine(x):
    """By its series."""
    total, term, n = Decimal(0), Decimal(1), 0
    while abs(term) > Decimal(10) ** -45:
        total, n = total + term, n + 2
        term = -term * x * x / (n * (n - 1))
    return total


EXACT = (lambda x, y: x.ln(), lambda x, y: x.exp(), lambda x, y: (x.ln() * y).exp(), lambda x, y: cosine(x))
RNG = np.random.default_rng(20)
MANY = 300
ARGUMENTS = {
    "log of counts": (0, RNG.integers(2, 2**31, MANY).astype(float), None),
    "log near 1": (0, 1.0 + RNG.normal(0.0, 0.01, MANY), None),
    "log just beside 1": (0, 1.0 + RNG.normal(0.0, 1e-9, MANY), None),
    "log from 0 to 2": (0, RNG.uniform(0.0, 2.0, MANY), None),
    "log": (0, np.ldexp(RNG.uniform(1.0, 2.0, MANY), RNG.integers(-1000, 1000, MANY)), None),
    "exp near 0": (1, RNG.uniform(-1.0, 1.0, MANY), None),
    "exp": (1, RNG.uniform(-700.0, 709.0, MANY), None),
    "powers of counts": (2, RNG.integers(1, 2**31, MANY).astype(float), RNG.uniform(0.0, 1.0, MANY)),
    "roots of chances": (2, RNG.uniform(0.0, 1.0, MANY), RNG.uniform(0.0, 1.0, MANY)),
    "high powers": (2, RNG.uniform(1.0, 2.0, MANY), RNG.integers(0, 1000, MANY).astype(float)),
    "cos": (3, RNG.uniform(0.0, 2.0 * math.pi, MANY), None),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_values_are_almost_always_the_nearest_and_compiled_the_same(name):
    which, x, y = ARGUMENTS[name]
    y = x if y is None else y
    found = values(which, x, y, False)
    if compiler.available():
        assert np.array_equal(found, values(which, x, y, True))
    with localcontext() as context:
        context.prec = 50
        for one, other, value in zip(x.tolist(), y.tolist(), found.tolist(), strict=True):
            exact = EXACT[which](Decimal(one), Decimal(other))
            most = Decimal(0.52 if which < 3 else 1.0) * Decimal(math.ulp(float(exact)))
            assert abs(Decimal(value) - exact) < most, (one, other)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_what_is_known_exactly_is_exact(compiled):
    n = np.arange(1.0, 400.0)
    assert np.array_equal(values(2, n * n, np.full(len(n), 0.5), compiled), n)
    assert np.array_equal(values(2, n, np.ones(len(n)), compiled), n)
    assert np.array_equal(values(2, n, np.zeros(len(n)), compiled), np.ones(len(n)))
    assert values(2, np.zeros(2), np.array([0.0, 0.5]), compiled).tolist() == [1.0, 0.0]
    assert values(0, np.ones(1), n, compiled).tolist() == [0.0]
    assert values(3, np.zeros(1), n, compiled).tolist() == [1.0]
    far = values(1, np.array([0.0, 1e9, -1e9, math.inf, -math.inf, math.nan]), n, compiled)
    assert far[:5].tolist() == [1.0, math.inf, 0.0, math.inf, 0.0] and math.isnan(far[5])


# -- the logarithms of counts ------------------------------------------------------------------------------------------


def test_the_table_of_logarithms_is_correctly_rounded_but_for_the_entry_that_is_kept():
    root_logs, inverse_roots = small_counts()
    with localcontext() as context:
        context.prec = 40
        right = np.sqrt([float(Decimal(max(n, 1)).ln()) for n in range(len(root_logs))])
    assert np.flatnonzero(root_logs != right).tolist() == [KEPT_COUNT]
    assert root_logs[KEPT_COUNT] == KEPT_ROOT_LOG == np.nextafter(right[KEPT_COUNT], 9.0)
    assert inverse_roots[1:].tolist() == [1.0 / math.sqrt(n) for n in range(1, len(inverse_roots))]


def test_counts_beyond_the_table_have_the_same_logarithm():
    class Room:
        root_logs = np.empty(0)

    roots = small_counts()[0]
    assert all(root_log(Room, n) == roots[n] for n in range(1, 9000, 7))
    assert root_log(Room, 2**31 - 1) == math.sqrt(arithmetic.log(2**31 - 1))


# -- nothing else ------------------------------------------------------------------------------------------------------


def sources():
    for name in DECIDING:
        files = [PACKAGE / name] if name.endswith(".py") else sorted((PACKAGE / name).rglob("*.py"))
        yield from (file for file in files if "drawing" not in file.as_posix().removeprefix(PACKAGE.as_posix()))


def functions_of_libraries(tree):
    """What a module takes of `math` and NumPy that libraries compute each in its own way."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in NAMES and isinstance(node.value, ast.Name) and (
                node.value.id in ("math", "np")):
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module in ("math", "numpy", "cmath", "scipy"):
            yield from (alias.name for alias in node.names if alias.name in NAMES)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            if not re.match(r"-?\d+ \*\*|2\.0 \*\* \(?-?\d+\)?$|.* \*\* \d+$", ast.unparse(node)):
                yield "**"


def test_what_decides_takes_no_such_function_from_a_library():
    used = {(file.relative_to(PACKAGE).as_posix(), name)
            for file in sources() for name in functions_of_libraries(ast.parse(file.read_text("utf-8")))}
    assert used <= REPORTS
    assert not REPORTS - used  # none is named in vain


def test_such_functions_are_found():
    text = "from math import log\nmath.exp(x)\nnp.log1p(y)\nx ** 0.5\nx ** y\nx ** 2\n2 ** n\n2.0 ** -53\nmath.sqrt(x)"
    assert sorted(functions_of_libraries(ast.parse(text))) == ["**", "**", "exp", "log", "log1p"]


COMPILED = """
from mcts_lab import UCT, games, start
from mcts_lab.engine.generic import compiler
from mcts_lab.search import Borda, HeuristicPrior, ProgressiveWidening, PUCT, Search
game = games.connect_four(rows=4, columns=4)
method = UCT(selection=PUCT(), prior=HeuristicPrior(), pruning=ProgressiveWidening())
for one in (method, UCT(value=Borda())):
    Search(game, start(game, 0), one, seed=1, compiled=True).run(20)
for result in compiler.compiling._kept_alive:
    for function in result.library._final_module.functions:
        if function.is_declaration:
            print(function.name)
"""


@pytest.mark.compiled
def test_compiled_searches_call_no_such_function(tmp_path):
    """In a process and with a folder of its own: what is read from disk does not say what it calls."""
    told = {**os.environ, "MCTS_LAB_CACHE": str(tmp_path), "PYTHONPATH": str(PACKAGE.parent)}
    called = subprocess.run([sys.executable, "-c", COMPILED], env=told, capture_output=True, text=True,
                            check=True).stdout.split()
    assert any(name.endswith("sqrt") or name.startswith("llvm.sqrt") for name in called)
    assert not [name for name in called if re.sub(r"^llvm\.|\.\w+$|^numba_|f$", "", name) in NAMES]


@pytest.mark.compiled
def test_no_product_is_added_unrounded():
    """Fused, the product keeps digits that it loses elsewhere."""

    @entry
    def products(x, y, z, out):
        for i in range(len(x)):
            out[i] = x[i] * y[i] + z[i]

    x, y = np.full(9, 1.0 + 2.0**-30), np.full(9, 1.0 - 2.0**-30)
    out = np.empty(9)
    products(x, y, np.full(9, -1.0), out)
    assert out.tolist() == [0.0] * 9  # fused: -2^-60
