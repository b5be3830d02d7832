"""QR codes for URLs, quick for the many URLs of a round's tables."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_MASK = 2  # fixed: trying all eight for the best contrast takes five times as long
# With more modules, a phone cannot read the code at its size on a slip.
_LARGEST = 57
_NUMBERED = re.compile(r"(.*[a-z].*\D)(\d{1,6})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: its width in `modules`, and its rows from the top as integers with a bit for each
    module, the highest bit at the left, 1 for dark."""

    modules: int
    rows: tuple[int, ...]

    @property
    def runs(self) -> Iterator[tuple[int, int, int]]:
        """The dark modules as horizontal runs: x, y from the top, length."""
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
    """Return the QR code of an address; None if it is "", or too long to be read from a slip.

    Codes for addresses ending in equally long numbers are derived from one another. A code is
    linear: where two texts differ in some bits, their codes differ in the same modules whatever the
    other bits are, given equal version, mask and correction. A digit is four bits.
    """
    match = _NUMBERED.fullmatch(address)
    if not match:
        return _drawn(address)
    stem, digits = match.groups()
    zero = _drawn(stem + "0" * len(digits))
    if zero is None:
        return None
    rows = zero.rows
    for place, digit in enumerate(digits):
        for bit in (1, 2, 4, 8):
            if int(digit) & bit:
                alone = f"{stem}{'0' * place}{bit}{'0' * (len(digits) - place - 1)}"
                one = _drawn(alone) or zero  # as long as `zero`, so it exists
                rows = tuple(a ^ b ^ c for a, b, c in zip(rows, one.rows, zero.rows, strict=True))
    return Code(zero.modules, rows)


@lru_cache(maxsize=2048)
def _drawn(address: str) -> Code | None:
    if not address:
        return None
    import segno  # loaded only when printing

    try:
        matrix = segno.make_qr(address, mask=_MASK).matrix
    except segno.DataOverflowError:
        return None
    if len(matrix) > _LARGEST:
        return None
    return Code(len(matrix), tuple(int("".join(map(str, row)), 2) for row in matrix))
