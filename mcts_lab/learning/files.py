"""Models as files of plain arrays: reading them, or one sentence why not."""

from __future__ import annotations

import zipfile

import numpy as np


class ModelError(ValueError):
    """A file is not a model of this version; the message is one sentence."""


def read_arrays(path, kind, version, key="version") -> dict:
    """The arrays of a model's file by name. Raises ModelError unless it is a `kind` of model of this `version`.

    key: the name under which a file of this kind has its version.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = dict(file)
    except FileNotFoundError:
        raise ModelError(f"there is no model {path}") from None
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, NotImplementedError) as error:
        raise ModelError(f"{path} is not a model or is damaged: {error}") from None
    if key not in arrays:
        raise ModelError(f"{path} is not a {kind}: it does not say its version")
    if arrays[key].shape != () or arrays[key] != version:
        raise ModelError(f"{path} is a {kind} of version {arrays[key]}, and this package reads version {version}: "
                         "train it again")
    return arrays
