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

CODE = {  # hash of the code that computed stored results: hash of the code today that computes the same
    "ce3a52e8fe82": "e6411f6fef71",  # powley2013_foolish: only how its tasks write down their search has changed
    "2ad165531d83": "04e60f7e7251",  # matches of powley2013: only the order of the tasks has changed
    "a8915167fcd5": "ba9a5177e7c1",  # games of papagiannis2022: only their number and order have changed
    "27d20c52bf39": "ba9a5177e7c1",  # games of papagiannis2022: only their number has changed
    "b3a22a9ce7af": "fc42cfbbaa46",  # runnels2023_self_play: its tasks share what they write down
    "a136b7d9a718": "fc42cfbbaa46",  # runnels2023_self_play: only the order of the tasks has changed
    "a03956c94aee": "90a2a9d8ba04",  # runnels2023_census: the list of evaluations stands elsewhere
    "baffec02649b": "a59a02e14f68",  # runnels2023_exact: one more backup
    "c6c5c000e8c3": "a829dff9bf18",  # duels and matches of fixtures: a fixture's seed is made once
    "f8e3b449787f": "1ec188ea3448",  # runnels2023_speed: only what it does uncompiled has changed
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
