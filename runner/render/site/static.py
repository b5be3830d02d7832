"""The CSS and the script of every page, each composed of small files."""

import json
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b

from runner.core.language import Language
from runner.render import fonts, scripts
from runner.render.templating import folder

_STYLE = (
    "tokens", "frame", "search", "plate", "home", "names", "tables", "draft", "standings", "player",
    "bracket", "prose", "statistics", "print",
)  # fmt: skip
_SCRIPT = (
    "start", "search", "sort", "data", "countdown", "finder", "me", "friends", "pin", "band",
    "still", "place", "stages", "fold", "fresh", "offline",
)  # fmt: skip
STYLE, SCRIPT, _WORKER = "static/site.css", "static/site.js", "sw.js"
EMBED_STYLE, EMBED_SCRIPT = "static/embed.css", "static/embed.js"


@cache
def files(language: Language) -> Mapping[str, bytes]:
    """Return the files that depend only on an event's language, by path from the site's root."""
    parts = "\n".join([scripts.words(language), *_parts("js", _SCRIPT)])
    script = f'"use strict";\n(() => {{\n{parts}}})();\n'  # a closure, invisible to the page
    result = {
        STYLE: _style(_STYLE),
        SCRIPT: scripts.translated(scripts.bare(scripts.clock() + script), language).encode(),
        EMBED_STYLE: _style(("tokens", "embed")),
        EMBED_SCRIPT: scripts.bare("".join(_parts("js", ("embed",)))).encode(),
        **{f"static/fonts/{name}": file for name, file in fonts.for_pages().items()},
    }
    worker = (folder("site") / "worker.js").read_text("utf-8")
    version = checksum(worker.encode() + result[STYLE] + result[SCRIPT])
    return {**result, _WORKER: worker.replace("@VERSION@", version).encode()}


def checksum(content: bytes) -> str:
    """Return eight hexadecimal digits that change with the content."""
    return blake2b(content, digest_size=4).hexdigest()


def script_call(function: str, *values: object) -> bytes:
    """Return a script that passes data to a function, which works even on `file://`."""
    arguments = ",".join(json.dumps(value, separators=(",", ":")) for value in values)
    return f"{function}({arguments});\n".encode()


def _style(names: tuple[str, ...]) -> bytes:
    """Return a style sheet of these parts, with the font, which is in a folder beside it."""
    return "\n".join([fonts.style_sheet(), scripts.bare("\n".join(_parts("css", names)))]).encode()


def _parts(kind: str, names: tuple[str, ...]) -> list[str]:
    return [(folder("site") / kind / f"{name}.{kind}").read_text("utf-8") for name in names]
