"""Names that changed: what bears an old name, in stored results or in somebody's code, is still understood.

Stored results keep the text they were written with, and a task is recognised by the names it was stored under. The old
names of classes can still be imported from `mcts_lab.search`.
"""

from __future__ import annotations

import functools
import re

CLASSES = {  # name today: name before
    "ClosedLoop": "Truth",
    "SingleObserver": "InformationSets",
    "SingleObserverPOM": "ObservedMoves",
    "MultipleObserver": "ManyTrees",
    "PIMC": "Ensemble",
}

FIELDS = {  # class: {name of a field today: name before}
    "UCT": {"pruning": "participation"},
    "AlphaBeta": {"allow_deeper": "deeper"},
    "SameSideCredit": {"whose": "by_root"},
}

VALUES = {  # class: {name of a field today: {value today: value before}}
    "SameSideCredit": {"whose": {0: False, 1: True}},
}

# calls in labels of methods, such as "UCT(world=SingleObserver)"; the bare word PIMC is also the name of a player
_CALL = re.compile(rf"(?<==)({'|'.join(CLASSES)})\b|\b({'|'.join(CLASSES)})(?=\()")
_FIELDS = {today: before for fields in FIELDS.values() for today, before in fields.items()}
_FIELD = re.compile(rf"(?<=[(\s])({'|'.join(_FIELDS)})(?==)")


def as_stored(data):
    """JSON-able `data` (a task's parameters) with the names of `CLASSES` and `FIELDS`, and `VALUES`, as stored."""
    if isinstance(data, dict):
        fields, values = FIELDS.get(data.get("is"), {}), VALUES.get(data.get("is"), {})
        old = {fields.get(key, key): values[key].get(value, value) if key in values else as_stored(value)
               for key, value in data.items()}
        if "is" in old:
            old["is"] = CLASSES.get(data["is"], data["is"])
        return old
    if isinstance(data, (list, tuple)):
        return [as_stored(item) for item in data]
    return _text_as_stored(data) if isinstance(data, str) else data


@functools.lru_cache(maxsize=4096)
def _text_as_stored(text):
    text = _CALL.sub(lambda found: CLASSES[found[0]], text)
    return _FIELD.sub(lambda found: _FIELDS[found[0]], text)
