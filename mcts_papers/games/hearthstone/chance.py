"""Random outcomes, or recorded outcomes from a script: `pick` uses the random stream or reads the script.

A stream is an array of two words (`mcts_lab.engine.random`). A *script* is a longer array that begins with such a
stream. Then follow the number of outcomes read so far, the number of all outcomes, and two words for each outcome.
The first of these two words is the outcome. In the second word the rules write the reason for the random choice and
the number of possible outcomes. So the same rules, compiled or not, can replay a recorded game. A test can compare
the reasons and numbers with those of the original program.
"""

import numpy as np

from mcts_lab.engine.random import below

# Reasons for a random choice
DRAW, RANGE, TARGET, DISCARDED, GIFTED, SECRET_CHOSEN, TUTORED, SET_UP = 1, 2, 3, 4, 5, 6, 7, 8

STREAM = 2  # words of a stream
READ, GIVEN, FIRST = 2, 3, 4  # positions in a script


def pick(rng, n, why):
    """Return a random integer from 0 to n - 1, or the next outcome of a script."""
    if len(rng) == STREAM:
        return below(rng, n)
    at = np.int64(rng[READ])
    rng[READ] = np.uint64(at + 1)
    if at >= np.int64(rng[GIVEN]):
        return np.int64(0)
    rng[FIRST + 2 * at + 1] = np.uint64(why * 1000 + n)
    return np.int64(rng[FIRST + 2 * at])


def is_script(rng):
    """Return whether outcomes come from a script. In a script, a drawn card is given by its number in the book."""
    return len(rng) > STREAM

