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

LATER = {  # class: {field that came later: its value for all that was stored without it}
    "MostVisits": {"by_mean": True},
}

# calls in labels of methods, such as "UCT(world=SingleObserver)"; the bare word PIMC is also the name of a player
_CALL = re.compile(rf"(?<==)({'|'.join(CLASSES)})\b|\b({'|'.join(CLASSES)})(?=\()")
_FIELDS = {today: before for fields in FIELDS.values() for today, before in fields.items()}
_FIELD = re.compile(rf"(?<=[(\s])({'|'.join(_FIELDS)})(?==)")
_LATER = "|".join(rf"\w+={kind}\({name}={value}\)" for kind, fields in LATER.items() for name, value in fields.items())
_LATER = re.compile(rf", (?:{_LATER})(?=[,)])|(?<=\()(?:{_LATER}), |\((?:{_LATER})\)")


def as_stored(data):
    """JSON-able `data` (a task's parameters) with the names of `CLASSES` and `FIELDS`, and `VALUES`, as stored, and
    without the fields of `LATER`."""
    if isinstance(data, dict):
        kind = data.get("is")
        fields, values, later = (known.get(kind, {}) for known in (FIELDS, VALUES, LATER))
        if kind == "UCT" and data.get("value") == {"is": "Mean"}:  # whichever way ties go, it is by the mean
            data = {**data, "final": {name: value for name, value in data["final"].items() if name != "by_mean"}}
        old = {fields.get(key, key): values[key].get(value, value) if key in values else as_stored(value)
               for key, value in data.items() if key not in later or value != later[key]}
        if "is" in old:
            old["is"] = CLASSES.get(data["is"], data["is"])
        return old
    if isinstance(data, (list, tuple)):
        return [as_stored(item) for item in data]
    return _text_as_stored(data) if isinstance(data, str) else data


@functools.lru_cache(maxsize=4096)
def _text_as_stored(text):
    text = _CALL.sub(lambda found: CLASSES[found[0]], text)
    text = _LATER.sub("", text)
    return _FIELD.sub(lambda found: _FIELDS[found[0]], text)
