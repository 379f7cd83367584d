"""Logarithms, exponentials, powers and cosines with the same bits on every machine, interpreted and compiled.

The standard sets what +, -, *, / and square roots give, to the last bit [IEEE 754-2019, section 5.4]; of the functions
here it sets nothing, so libraries and processors differ in the last bit, and a search that compares two numbers goes
another way. What decides a search, a game or a stored row is therefore computed here, from those operations alone.

Each function looks up the nearest of some hundred numbers in a table and adds a short series for the rest. Sums are
kept as two numbers, the second what the first lost by rounding [Dekker 1971], so the results are those correctly
rounded but for about one in a thousand, and errors stay below 0.52 units in the last place (of `cos`: 1 unit).
"""

from __future__ import annotations

import math

import numpy as np

from .bits import bits_of, float_of
from .generic import helper

BITS = 7
STEPS = 1 << BITS  # of the tables, from 1 to 2
DIGITS = 160  # binary digits of the whole numbers from which the tables are made


# -- tables ------------------------------------------------------------------------------------------------------------


def _pairs(numbers, digits):
    """Numbers in units of 2^-DIGITS, each as a multiple of 2^-digits and a float for the rest: two arrays."""
    unit = 1 << (DIGITS - digits)
    high = [(number + unit // 2) // unit for number in numbers]
    low = [math.ldexp(float(number - n * unit), -DIGITS) for number, n in zip(numbers, high, strict=True)]
    return np.ldexp(np.array(high, np.float64), -digits), np.array(low)


def _logarithms():
    """ln(n / STEPS) for n from STEPS to 2 STEPS, in units of 2^-DIGITS."""
    found = [0]
    for n in range(STEPS, 2 * STEPS):  # ln((n + 1) / n) = 2 artanh(1 / (2 n + 1))
        power, divisor, total = (2 << DIGITS) // (2 * n + 1), 1, 0
        while power:
            total += power // divisor
            power //= (2 * n + 1) ** 2
            divisor += 2
        found.append(found[-1] + total)
    return found


def _powers_of_two():
    """2^(n / STEPS) for n from 0 below STEPS, in units of 2^-DIGITS."""
    root = 2 << DIGITS
    for _ in range(BITS):
        root = math.isqrt(root << DIGITS)
    found = [1 << DIGITS]
    for _ in range(STEPS - 1):
        found.append(found[-1] * root >> DIGITS)
    return found


def _pi():
    """Pi in units of 2^-DIGITS [Machin 1706]."""

    def arctangent(n):
        total, power, divisor, sign = 0, (1 << DIGITS) // n, 1, 1
        while power:
            total += sign * (power // divisor)
            power, divisor, sign = power // (n * n), divisor + 2, -sign
        return total

    return 4 * (4 * arctangent(5) - arctangent(239))


NUMBERS = np.arange(STEPS, 2 * STEPS + 1) / STEPS
INVERSES = 1.0 / NUMBERS
# nearer to 2 than to 1 the logarithm of the half is kept, and the exponent is one more: near 2 it would lose digits
MORE = (NUMBERS * NUMBERS > 2.0).astype(np.float64)
_logs = _logarithms()
LOGS, LOGS_REST = _pairs([log - int(more) * _logs[-1] for log, more in zip(_logs, MORE, strict=True)], 41)
POWERS, POWERS_REST = _pairs(_powers_of_two(), 52)
# few enough digits that a product with the whole numbers that occur is exact
(LN_2,), (LN_2_REST,) = (part.tolist() for part in _pairs([_logs[-1]], 41))
(STEP,), (STEP_REST,) = (part.tolist() for part in _pairs([_logs[-1] // STEPS], 41))  # ln(2) / STEPS
(QUARTER,), (QUARTER_REST,) = (part.tolist() for part in _pairs([_pi() // 2], 50))  # of a turn
PER_STEP = 1.0 / (STEP + STEP_REST)
DIGITS_OF_FLOAT, ONE_OF_FLOAT = (1 << 52) - 1, 1023 << 52
TO_WHOLE = 1.5 * 2.0**52  # added and taken away again, it leaves the nearest whole number
ROUNDER = 1.5 * 2.0**19  # leaves the nearest multiple of 2^-33 in the same way
SPLITTER = 2.0**27 + 1.0  # leaves the upper half of a number's digits [Dekker 1971, "split"]
GREATEST, LEAST = 709.782712893384, -745.2  # beyond these, exp(x) is infinite, or 0


# -- functions ---------------------------------------------------------------------------------------------------------


@helper
def log_pair(x):
    """ln(x) as the sum of two numbers, the second what the first has no room for; see `log`."""
    bits = bits_of(np.float64(x))
    m = float_of(bits & DIGITS_OF_FLOAT | ONE_OF_FLOAT)  # x = m 2^e, m in [1, 2)
    at = ((bits >> (51 - BITS) & (2 * STEPS - 1)) + 1) >> 1  # of the number nearest to m
    e = (bits >> 52) - 1023 + MORE[at]
    c = NUMBERS[at]
    f = (m - c) * INVERSES[at]  # m = c (1 + f)
    upper = (f + ROUNDER) - ROUNDER  # so few digits that the products with c are exact
    f_rest = ((m - c) - upper * c - (f - upper) * c) * INVERSES[at]
    known = e * LN_2 + LOGS[at]
    high = known + f
    square = f * f
    series = (1 / 3 - 1 / 4 * f) + square * ((1 / 5 - 1 / 6 * f) + square * (1 / 7 - 1 / 8 * f))
    low = (f * square * series - 0.5 * square) + (known - high + f + (e * LN_2_REST + LOGS_REST[at])) + f_rest
    found = high + low
    return found, high - found + low


@helper
def log(x):
    """ln(x) for x of at least 2^-1022, or, interpreted, for an array of such."""
    return log_pair(x)[0]


@helper
def exp_of_sum(x, rest):
    """e^(x + rest), where `rest` is too small to be seen in the sum."""
    if not LEAST <= x <= GREATEST:
        return 0.0 if x < LEAST else x + math.inf
    steps = (x * PER_STEP + TO_WHOLE) - TO_WHOLE
    high = x - steps * STEP
    low = rest - steps * STEP_REST
    r = high + low
    r_rest = high - r + low
    square = r * r
    series = (1 / 2 + 1 / 6 * r) + square * ((1 / 24 + 1 / 120 * r) + square * (1 / 720))
    n = int(steps)
    known = POWERS[n & (STEPS - 1)]
    found = known + (known * r + (known * (r_rest + square * series) + POWERS_REST[n & (STEPS - 1)]))
    e = n >> BITS  # in two steps, because 2^e may be too great or too small for a number
    half = e >> 1
    return found * float_of((half + 1023) << 52) * float_of((e - half + 1023) << 52)


@helper
def exp(x):
    """e^x; infinite where it is too great for a number."""
    return exp_of_sum(x, 0.0)


@helper
def power(x, y):
    """x^y for x >= 0 and y >= 0; infinite where it is too great for a number."""
    if x == 0.0:
        return 0.0 if y > 0.0 else 1.0
    log_x, rest = log_pair(x)
    product = y * log_x
    # what the product lost by rounding [Dekker 1971, "mul12"]
    y_upper = y * SPLITTER - (y * SPLITTER - y)
    log_upper = log_x * SPLITTER - (log_x * SPLITTER - log_x)
    y_lower, log_lower = y - y_upper, log_x - log_upper
    lost = y_upper * log_upper - product + y_upper * log_lower + y_lower * log_upper + y_lower * log_lower
    return exp_of_sum(product, lost + y * rest)


@helper
def cos(x):
    """The cosine of an angle from 0 to 2 pi."""
    quarters = math.floor(x / QUARTER + 0.5)
    high = x - quarters * QUARTER
    low = -quarters * QUARTER_REST
    r = high + low
    rest = high - r + low
    odd = quarters & 1
    square, series = r * r, 0.0
    for n in range(16 + odd, 3 - odd, -2):  # sin(r) = r - r series, cos(r) = 1 - r^2 / 2 + r^2 / 2 series
        series = square * (1.0 - series) / (n * (n - 1))
    if odd:
        found = r + (rest - r * series)
        return found if quarters == 3 else -found
    half = 0.5 * square
    found = 1.0 - half
    found += 1.0 - found - half + (half * series - r * rest)
    return -found if quarters == 2 else found
