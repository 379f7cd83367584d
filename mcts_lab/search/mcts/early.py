"""Begin at once: while another process compiles a search, it runs interpreted; then it goes on in the same tree.

Both speeds grow the same tree from the same random stream, so an answer does not depend on when the code came. Only
short searches begin early. A long one would still be at its beginning when the code is there, having kept a core from
the compiler.
"""

from __future__ import annotations

import contextlib
import pickle
import threading

from ...engine.crew import helpers_allowed
from ...engine.generic import has_rules_from_outside
from ...engine.processes import python
from .loop import loop_of
from .needs import all_parts

SHORT = {"iterations": 2000, "calls": 20_000}  # the largest budgets of searches that begin early
START = f"from {__package__} import early_helper; early_helper.serve()"
WANTED = "wanted"  # in the place of a helper that has not been started

_lock = threading.Lock()
_helper = None  # the process that compiles a search, or the last that did


def begins_early(search, budget) -> bool:
    """Return whether a search runs interpreted for now because its code is being made elsewhere; has it made there if
    that is of use."""
    plan = search.plan
    if plan.helper is None or budget["seconds"] is not None or not helpers_allowed() or not any(
            budget[name] is not None and budget[name] <= most for name, most in SHORT.items()):
        return False
    with _lock:
        if plan.helper is WANTED:
            plan.helper = _started(search)
        if plan.helper is not None and plan.helper.poll() is not None:
            plan.helper = None
    return plan.helper is not None


def may_begin_early(plan) -> bool:
    """Return whether another process can make the code of such searches, which imports this package alone."""
    things = (plan.game, *all_parts(plan.method))
    return plan.compiled and not any(has_rules_from_outside(type(thing)) for thing in things)


def _started(search):
    """Return a process that compiles a search; None where it would not help."""
    global _helper
    plan = search.plan
    if _helper is not None and _helper.poll() is None:
        return None
    if not loop_of(plan.parts.world).is_to_be_made(plan.parts.world, plan.game, plan.parts, search.root[0],
                                                   search.memory, 0, 0, search._room()):
        return None
    try:
        told = pickle.dumps((plan.game, search.root[0], plan.method, plan.trace))
        _helper = python(START, MCTS_LAB_HELPERS=str(helpers_allowed() - 1))
    except Exception:  # whatever it is, the code is made here
        return None
    threading.Thread(target=_tell, args=(_helper.stdin, told), daemon=True).start()
    return _helper


def _tell(pipe, told):
    """Write to a helper. The pipe stays open: the helper ends when this process does."""
    with contextlib.suppress(OSError):
        pipe.write(told)
        pipe.flush()
