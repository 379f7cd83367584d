"""`Watch` by the name that lessons know it by."""

from .watch import Watch as Stepper

__all__ = ["Stepper"]
