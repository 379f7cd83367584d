"""Scratch space for rules: a small record that lives on the stack, because compiled code does not allocate memory."""

from __future__ import annotations

import numpy as np

from .generic import compiler


def local_record(dtype):
    """A function without arguments that gives an uninitialised record, valid until its caller returns.

    `dtype` is a structured NumPy type, whose fields may be arrays. Compiled, the record is part of the caller's stack
    frame and costs nothing; it must not be returned or kept. Interpreted, it is an ordinary new record.
    """
    dtype = np.dtype((np.record, dtype))

    def make():
        return np.zeros(1, dtype)[0]

    compiler.tell(lambda numba: _teach(numba, make, numba.from_dtype(dtype)))
    return make


def _teach(numba, make, record):
    """Tell Numba what `make` is in compiled code: room in the frame of the function that calls it.

    Lowered by hand, because an ordinary overload is a function of its own, whose frame is gone when it returns.
    """

    @numba.extending.type_callable(make)
    def kind(context):
        return lambda: record

    @numba.extending.lower_builtin(make)
    def reserve(context, builder, signature, arguments):
        with builder.goto_entry_block():  # once a call, also inside a loop
            space = builder.alloca(context.get_value_type(record).pointee)
        space.align = 16
        return space
