"""Numbers: what a problem file says, as 40 digits; and 40 digits, rounded once, as a double."""
import re

from mpmath import ln, mp, mpf, sqrt
from mpmath.libmp import to_rational

mp.dps = 40

EXACT = re.compile(r"(-?)([0-9]+(?:/[0-9]+)?)? *(?:(ln|sqrt) *([0-9]+(?:/[0-9]+)?))?")


def fraction(text):
    """"2/3" or "2" as a number of 40 digits."""
    numerator, _, denominator = text.partition("/")
    return mpf(numerator) / mpf(denominator or 1)


def exact(text):
    """An exact string, "-1/2 ln 3" say: sign, factor, and ln or sqrt of something."""
    sign, factor, function, argument = EXACT.fullmatch(text).groups()
    value = fraction(factor or "1")
    if function:
        value *= {"ln": ln, "sqrt": sqrt}[function](fraction(argument))
    return -value if sign else value


def nearest_double(x):
    """The double nearest to x: Python rounds the quotient of two whole numbers correctly."""
    numerator, denominator = to_rational(x._mpf_)
    return numerator / denominator


def is_exact(text):
    return any(digit in text for digit in "0123456789") and EXACT.fullmatch(text) is not None


def in_digits(value):
    """A problem, or a part of it, with every number as its double at 40 digits; words and truth values stay."""
    if isinstance(value, dict):
        return {name: in_digits(part) for name, part in value.items()}
    if isinstance(value, list):
        return [in_digits(part) for part in value]
    if isinstance(value, str):
        return mpf(nearest_double(exact(value))) if is_exact(value) else value
    return value if isinstance(value, bool) else mpf(float(value))


def as_doubles(value):
    """A step, with every number rounded to the nearest double; truth values stay."""
    if isinstance(value, list):
        return [as_doubles(part) for part in value]
    return value if isinstance(value, bool) else nearest_double(value)
