"""The organiser's own CSS for paper, beside the workbook."""

from base64 import b64encode
from pathlib import Path
from urllib.parse import unquote

from runner.core.problems import Place, warning
from runner.disk import NotAFileError, read_regular_file
from runner.render.documents.layout import OwnLook
from runner.render.documents.own_look import FILE, CannotUse, Understood, understood

_MOST = 3_000_000  # bytes of a font or a picture
_KINDS = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml",
    ".ttf": "font/ttf", ".otf": "font/otf", ".woff": "font/woff", ".woff2": "font/woff2",
}  # fmt: skip


def own_look(root: Path) -> Understood:
    """What it changes; nothing where there is none."""
    try:
        typed = read_regular_file(root / FILE).decode("utf-8-sig")
    except FileNotFoundError:
        return Understood(OwnLook())
    except (OSError, NotAFileError):
        return _unused("cannot be read")
    except UnicodeDecodeError:
        return _unused("is no text in UTF-8")
    return understood(typed, lambda name: _inside(root, name))


def _unused(why: str) -> Understood:
    said = warning(
        "paper.css-unreadable",
        Place(),
        f"{FILE} {why}, so paper looks as it does without.",
        "Save it anew.",
    )
    return Understood(OwnLook(), (said,))


def _inside(root: Path, name: str) -> str:
    """A file of the event's folder as an address that holds all of it. Raises CannotUse."""
    path = root / unquote(name.partition("?")[0])
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        raise CannotUse(f"“{name}” is no PNG, JPEG, SVG, TTF, OTF or WOFF")
    try:
        if not path.resolve().is_relative_to(root.resolve()):
            raise CannotUse(f"“{name}” is not in the event’s folder")
        content = read_regular_file(path)
    except (OSError, ValueError, NotAFileError):
        raise CannotUse(f"there is no file “{name}” beside the workbook") from None
    if len(content) > _MOST:
        raise CannotUse(f"“{name}” has more than {_MOST // 1_000_000} MB")
    return f"data:{kind};base64,{b64encode(content).decode('ascii')}"
