"""QR codes: the dark squares of an address, quick for the many addresses of a round's tables."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_MASK = 2  # one for all: trying all eight, for the best contrast, takes five times longer
# More modules than this are too small for a telephone at the size that there is room for.
_LARGEST = 57
_NUMBERED = re.compile(r"(.*[a-z].*\D)(\d{1,6})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: how many modules wide, and its rows from the top as numbers, a bit for each
    module, the highest at the left, 1 for dark."""

    modules: int
    rows: tuple[int, ...]

    @property
    def runs(self) -> Iterator[tuple[int, int, int]]:
        """The dark modules as runs: x, y from the top, length."""
        for y, row in enumerate(self.rows):
            x = 0
            for dark in f"{row:0{self.modules}b}".split("0"):
                if dark:
                    yield x, y, len(dark)
                x += len(dark) + 1

    @property
    def path(self) -> str:
        """The dark modules as an SVG path."""
        return "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in self.runs)


def qr_code(address: str) -> Code | None:
    """The address as a QR code, or None for no address or one too long to be read from a slip.

    Addresses that end in a number of as many digits are drawn from one another. A code is linear:
    where two texts differ in some bits, their codes differ in the same modules whatever the other
    bits are, as long as version, mask and correction are the same. A digit is four bits.
    """
    found = _NUMBERED.fullmatch(address)
    if not found:
        return _drawn(address)
    stem, digits = found.groups()
    zero = _drawn(stem + "0" * len(digits))
    if zero is None:
        return None
    rows = zero.rows
    for place, digit in enumerate(digits):
        for bit in (1, 2, 4, 8):
            if int(digit) & bit:
                alone = f"{stem}{'0' * place}{bit}{'0' * (len(digits) - place - 1)}"
                one = _drawn(alone) or zero  # it is as long as the other, so there is one
                rows = tuple(a ^ b ^ c for a, b, c in zip(rows, one.rows, zero.rows, strict=True))
    return Code(zero.modules, rows)


@lru_cache(maxsize=2048)
def _drawn(address: str) -> Code | None:
    if not address:
        return None
    import segno  # loaded where there is something to print

    try:
        matrix = segno.make_qr(address, mask=_MASK).matrix
    except segno.DataOverflowError:
        return None
    if len(matrix) > _LARGEST:
        return None
    return Code(len(matrix), tuple(int("".join(map(str, row)), 2) for row in matrix))
