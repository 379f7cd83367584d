"""Models as files of plain arrays: reading them, or one sentence why not."""

from __future__ import annotations

import json

import numpy as np


class ModelError(ValueError):
    """A file is not a model of this version; the message is one sentence."""


def read_arrays(path, kind, version, key="version") -> dict:
    """The arrays of a model's file by name. Raises ModelError unless it is a `kind` of model of this `version`.

    key: the name under which a file of this kind has its version.
    """
    try:
        file = np.load(path, allow_pickle=False)
        if isinstance(file, np.ndarray):
            raise ValueError("it holds a single array without a name")
        with file:
            arrays = dict(file)
        if not all(isinstance(array, np.ndarray) for array in arrays.values()):
            raise ValueError("it holds something other than arrays")
    except FileNotFoundError:
        raise ModelError(f"there is no model {path}") from None
    except Exception as error:  # NumPy and the modules for compressed files raise almost anything for a damaged one
        raise ModelError(f"{path} is not a model or is damaged: {error}") from None
    if key not in arrays:
        raise ModelError(f"{path} is not a {kind}: it does not say its version")
    if arrays[key].shape != () or arrays[key] != version:
        raise ModelError(f"{path} is a {kind} of version {arrays[key]}, and this package reads version {version}: "
                         "train it again")
    return arrays


def read_about(arrays) -> dict:
    """What a model's file says of the model. Raises KeyError or ValueError unless that is a JSON object."""
    about = json.loads(str(arrays["about"]))
    if not isinstance(about, dict):
        raise ValueError("what it says of itself is not a JSON object")
    return about
