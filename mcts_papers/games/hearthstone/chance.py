"""Random outcomes, which a script can force: `pick` draws from the random stream, or reads what a script says.

A stream is an array of two words (`mcts_lab.engine.random`). A *script* is a longer array that begins with such a
stream; after it stand how many outcomes have been read, how many there are, and for each outcome its number and a word
where the rules note what they asked for. So a recorded game is replayed by the same rules, compiled or not, and it can
be compared what was drawn, among how many, and why.
"""

import numpy as np

from mcts_lab.engine.random import below

# Why something is drawn
DRAW, RANGE, TARGET, DISCARDED, GIFTED, SECRET_CHOSEN, TUTORED, SET_UP = 1, 2, 3, 4, 5, 6, 7, 8

STREAM = 2  # words of a stream
READ, GIVEN, FIRST = 2, 3, 4  # positions in a script


def pick(rng, n, why):
    """A random integer below n >= 1; of a script, the next outcome, whatever it is."""
    if len(rng) == STREAM:
        return below(rng, n)
    at = np.int64(rng[READ])
    rng[READ] = np.uint64(at + 1)
    if at >= np.int64(rng[GIVEN]):
        return np.int64(0)
    rng[FIRST + 2 * at + 1] = np.uint64(why * 1000 + n)
    return np.int64(rng[FIRST + 2 * at])


def is_script(rng):
    """Return whether outcomes are read from a script, where a card drawn is named by its number in the book."""
    return len(rng) > STREAM

