"""Logarithms, exponentials, powers and cosines with the same bits on every machine, interpreted and compiled.

The standard sets what +, -, *, / and square roots give, to the last bit [IEEE 754-2019, section 5.4]; of the functions
here it sets nothing, so libraries and processors differ in the last bit, and a search that compares two numbers goes
another way. What decides a search, a game or a stored row is therefore computed here, from those operations alone.

Each function looks up the nearest of some hundred numbers in a table and adds a short series for the rest. Sums are
kept as two numbers, the second what the first lost by rounding [Dekker 1971], so the results are those correctly
rounded but for about one in a thousand, and no error is above 0.51 units in the last place (`cos`: 1 unit).
"""

from __future__ import annotations

import math

import numpy as np

from .generic import helper, instead

BITS = 7
STEPS = 1 << BITS  # of the tables, from 1 to 2
DIGITS = 160  # binary digits of the whole numbers from which the tables are made


# -- tables ------------------------------------------------------------------------------------------------------------


def _pairs(numbers, digits=53):
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


_logs = _logarithms()
_LN_2 = _logs[-1]
# of numbers nearer to 2 than to 1, the logarithm of the half is there, and the exponent is one more
_MORE = np.array([int(n * n > 2 * STEPS * STEPS) for n in range(STEPS, 2 * STEPS + 1)], np.float64)
_LOG, _LOG_REST = _pairs([log - int(more) * _LN_2 for log, more in zip(_logs, _MORE, strict=True)], 41)
_EXP, _EXP_REST = _pairs(_powers_of_two(), 52)
(LN_2,), (LN_2_REST,) = (part.tolist() for part in _pairs([_LN_2], 41))  # times an exponent it is exact
(STEP,), (STEP_REST,) = (part.tolist() for part in _pairs([_LN_2 // STEPS], 41))  # ln(2) / STEPS; times 2^17 exact
(QUARTER,), (QUARTER_REST,) = (part.tolist() for part in _pairs([_pi() // 2], 50))  # of a turn; times 4 it is exact
_INVERSE = STEPS / np.arange(STEPS, 2 * STEPS + 1)
PER_STEP = 1.0 / (STEP + STEP_REST)
ROUNDER = 1.5 * 2.0**19  # added and taken away again, it leaves multiples of 2^-33 of what is small
SPLITTER = 2.0**27 + 1.0  # leaves the upper half of a number's digits [Dekker 1971, "split"]
GREATEST, LEAST = 709.782712893384, -745.2  # beyond these, exp(x) is infinite, or 0


# -- numbers and their parts -------------------------------------------------------------------------------------------


def _compiled_parts(x):
    bits = np.float64(x).view(np.int64)
    return np.int64(bits & (1 << 52) - 1 | 1023 << 52).view(np.float64), float((bits >> 52) - 1023)


@instead(_compiled_parts)
def parts(x):
    """(m, e) with x = m 2^e and m in [1, 2), for x of at least 2^-1022."""
    m, e = math.frexp(x)
    return 2.0 * m, e - 1.0


def _compiled_scaled(x, e):
    half = e >> 1
    return x * np.int64((half + 1023) << 52).view(np.float64) * np.int64((e - half + 1023) << 52).view(np.float64)


@instead(_compiled_scaled)
def scaled(x, e):
    """x 2^e, rounded where it is too small for all its digits."""
    return math.ldexp(x, e)


# -- functions ---------------------------------------------------------------------------------------------------------


@helper
def log_of_parts(m, e):
    """ln(m 2^e), for m in [1, 2), as the sum of two numbers, the second what the first has no room for."""
    at = np.int64(m * STEPS + 0.5) - STEPS  # m = c (1 + f), c the nearest number in the table
    c = 1.0 + at / STEPS
    f = (m - c) * _INVERSE[at]
    upper = (f + ROUNDER) - ROUNDER  # so few digits that the products with c are exact
    f_rest = ((m - c) - upper * c - (f - upper) * c) * _INVERSE[at]
    e = e + _MORE[at]
    known = e * LN_2 + _LOG[at]
    high = known + f
    square = f * f
    series = 1 / 3 - f * (1 / 4 - f * (1 / 5 - f * (1 / 6 - f * (1 / 7 - f * (1 / 8)))))
    rests = (known - high + f) + (e * LN_2_REST + _LOG_REST[at] + (f_rest - f * f_rest))
    low = rests + (f * square * series - 0.5 * square)
    found = high + low
    return found, high - found + low


@helper
def log(x):
    """ln(x) for x of at least 2^-1022."""
    m, e = parts(x)
    return log_of_parts(m, e)[0]


def logs(numbers):
    """`log` of each number of an array, the same to the last bit. Not called from compiled code."""
    m, e = np.frexp(numbers)
    return log_of_parts(2.0 * m, e - 1.0)[0]


@helper
def exp_of_sum(x, rest):
    """e^(x + rest), where `rest` is too small to be seen in the sum."""
    if x > GREATEST:
        return math.inf
    if x < LEAST:
        return 0.0
    steps = math.floor(x * PER_STEP + 0.5)
    high = x - steps * STEP
    low = rest - steps * STEP_REST
    r = high + low
    r_rest = high - r + low
    series = 1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720))))
    known = _EXP[steps & (STEPS - 1)]
    found = known + (known * r + (known * (r_rest + r * r * series) + _EXP_REST[steps & (STEPS - 1)]))
    return scaled(found, steps >> BITS)


@helper
def exp(x):
    """e^x; infinite where it is too great for a number."""
    return exp_of_sum(x, 0.0)


@helper
def power(x, y):
    """x^y for x >= 0 and y >= 0; infinite where it is too great for a number."""
    if x == 0.0:
        return 0.0 if y > 0.0 else 1.0
    m, e = parts(x)
    log_x, rest = log_of_parts(m, e)
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
