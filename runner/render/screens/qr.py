"""A QR code as one path, for a page that draws it itself."""

from functools import lru_cache
from itertools import groupby


@lru_cache(maxsize=4)
def code(address: str) -> dict[str, object] | None:
    """How many modules wide the code of an address is, and its path in modules; None without an
    address, and for one that fits into no code."""
    if not address:
        return None
    import segno  # loaded where there is an address

    try:
        matrix = segno.make_qr(address, error="m").matrix
    except segno.DataOverflowError:
        return None
    return {"size": len(matrix), "path": "".join(map(_row, range(len(matrix)), matrix))}


def _row(number: int, modules: bytearray) -> str:
    path, at = "", 0
    for dark, run in groupby(modules):
        wide = len(list(run))
        path += f"M{at} {number}h{wide}v1h-{wide}z" if dark else ""
        at += wide
    return path
