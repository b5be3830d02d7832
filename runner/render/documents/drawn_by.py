"""What draws paper, as one hash: whatever it is made from, another drawer makes it anew."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from runner import __version__
from runner.render import fonts
from runner.render.templating import folder


@cache
def drawn_by() -> str:
    """Templates, fonts, code, and the versions of Runner and of WeasyPrint; read once."""
    from importlib.metadata import version  # loaded where there is something to print

    hashed = sha256(f"{__version__} {version('weasyprint')}".encode())
    for file in _files():
        hashed.update(file.read_bytes())
    return hashed.hexdigest()


def _files() -> Iterator[Path]:
    """In an order that is the same everywhere. Where Runner comes as a program without its source,
    its version stands for the code."""
    for where in (folder("slips"), folder("paper")):
        yield from sorted(file for file in where.iterdir() if file.is_file())
    yield from fonts.files_for_paper().values()
    yield from sorted(Path(__file__).parent.rglob("*.py"))
