"""Exact numbers: read as typed, written as text, and rounded for display only."""

import re
from collections.abc import Iterable
from fractions import Fraction
from math import lcm

MOST_POINTS = 10_000
"""The most points of one match, or of one stack; more is assumed to be a typing error."""
_ABSURD = re.compile(r"e[+-]?0*[1-9]\d{3}|.{2000}", re.IGNORECASE | re.DOTALL)
_SIMPLE, _DECIMALS = 1000, 10**6


def exact(value: int | float | str | Fraction) -> Fraction:
    """Return the number that was typed: 0.33 is 33/100, "1/3" a third, "0,5" a half. Raise
    ValueError if it is not a finite number, or absurdly large or long."""
    if isinstance(value, bool):
        raise ValueError(f"{value!r} is not a number")
    if isinstance(value, Fraction):
        return value
    text = str(value).strip().replace(",", ".").replace(" ", "")
    if _ABSURD.search(text):
        raise ValueError(f"{text[:40]} is beyond all measure")
    try:
        return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)
    except ZeroDivisionError:
        raise ValueError(f"{value!r} divides by zero") from None


def plain_fraction(value: Fraction) -> bool:
    """Return whether people type such a fraction: a denominator up to 1000, or up to six
    decimals."""
    return value.denominator <= _SIMPLE or _DECIMALS % value.denominator == 0


def total(values: Iterable[Fraction]) -> Fraction:
    """Return the sum; it is computed over a common denominator, much faster than one by one."""
    sums: dict[int, int] = {}
    for value in values:
        part, whole = value.as_integer_ratio()
        sums[whole] = sums.get(whole, 0) + part
    common = lcm(*sums)
    return Fraction(sum(part * (common // whole) for whole, part in sums.items()), common)


def in_proportion(values: Iterable[Fraction]) -> list[int]:
    """Return the values as whole numbers over their common denominator, which are faster to
    compare."""
    ratios = [value.as_integer_ratio() for value in values]
    common = lcm(*{whole for _, whole in ratios})
    return [part * (common // whole) for part, whole in ratios]


def as_text(value: Fraction) -> str:
    """Return "21" or "2/3", the form that `exact` reads back without loss."""
    return str(value)


def plain(value: Fraction) -> int | str:
    """Return the value for JSON: an int if it is whole, else the text of its fraction."""
    return value.numerator if value.denominator == 1 else as_text(value)


def rounded(value: int | Fraction, places: int) -> str:
    """Return the value with a fixed number of decimals, halves rounded away from zero, for
    display."""
    numerator, denominator = value.as_integer_ratio()  # many times as fast as the fraction itself
    scale = 10**places
    whole = (2 * abs(numerator) * scale + denominator) // (2 * denominator)
    sign = "-" if numerator < 0 and whole else ""
    if not places:
        return f"{sign}{whole}"
    return f"{sign}{whole // scale}.{whole % scale:0{places}d}"


def points(value: int | Fraction) -> str:
    """Return match points for display: "21", "21.5", or up to five decimals of a wager."""
    if value.denominator == 1:
        return str(value.numerator)
    return rounded(value, 5).rstrip("0").rstrip(".")
