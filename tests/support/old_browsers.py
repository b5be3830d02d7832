"""What a script or style must not use where televisions of 2020 and 2021 show it: they run Chromium
63 to 79, which knows ES2017 and little that came later."""

import re
from collections.abc import Iterator

_PIECE = re.compile(
    r"""//[^\n]*|/\*.*?\*/                                # comments
    |"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'              # texts
    |(?<=[(,=:?&|!;{}\n])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/\w*  # patterns
    |[`{}()\[\]]|\.\.\.""",
    re.DOTALL | re.VERBOSE,
)
_NEWER = re.compile(
    r"""\?\?|\?\.(?!\d)|(?:\|\||&&)=|\bcatch\s*\{|\bfor\s+await\b|\bimport\s*\(|\d_\d|\b\d+n\b
    |(?<!RunnerClock)\.at\(|\.(?:flat|flatMap|fromEntries|replaceAll|matchAll|allSettled|replaceChildren
    |trimStart|trimEnd|toSorted|toReversed|findLast|findLastIndex|hasOwn|finally|description)\b
    |\b(?:globalThis|structuredClone|queueMicrotask|AbortController|ResizeObserver|BigInt)\b
    |\#\w+\s*[=(;]""",
    re.VERBOSE,
)
_NEWER_PATTERN = re.compile(r"\\[pP]\{|\(\?<|/\w*[sdv]\w*$")
_NEWER_STYLE = re.compile(
    r"""(?<=[;{\s])(?:(?:padding|margin)-(?:inline|block)|inset[\w-]*|aspect-ratio)\s*:
    |:(?:has|is|where)\(|(?<![\w-])(?:clamp|min|max)\(|\d[sdl]v[hw]\b|@layer|@container
    |(?<!\()background:\s*color-mix\(""",
    re.VERBOSE,
)
_SUPPORTED = re.compile(r"@supports[^{]*\{(?:[^{}]|\{[^{}]*\})*\}")
_FLEX, _GAP = re.compile(r"display:\s*(?:inline-)?flex"), re.compile(r"(?<![\w-])(?:\w+-)?gap:")


def newer_script(script: str) -> list[str]:
    """What there is in a script that ES2017 has not, each as it is written."""
    found, code = [], []
    for kind, text in _pieces(script):
        if kind == "pattern" and _NEWER_PATTERN.search(text):
            found.append(text.strip())
        elif kind == "spread":
            found.append(text)
        elif kind == "code":
            code.append(text)
    return found + [each.group() for each in _NEWER.finditer("".join(code))]


def _pieces(script: str) -> Iterator[tuple[str, str]]:
    """The code without its comments and texts, its patterns, and where objects are spread. What is
    in ${…} of a template is code."""
    at, open_ = 0, [""]
    while at < len(script):
        if open_[-1] == "`":
            found = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(`|\$\{)", re.DOTALL).match(script, at)
            assert found, f"a template without an end: {script[at : at + 40]}"
            if found[1] == "`":
                open_.pop()
            else:
                open_.append("${")
            at = found.end()
            yield "code", " "
            continue
        found = _PIECE.search(script, at)
        yield "code", script[at : found.start()] if found else script[at:]
        if not found:
            return
        at, text = found.end(), found.group()
        if text == "...":
            if open_[-1] == "{":
                yield "spread", script[found.start() - 2 : at + 12]
        elif text in ("`", "{", "(", "["):
            open_.append(text)
            yield "code", text
        elif text in ("}", ")", "]"):
            open_.pop()
            yield "code", text
        else:
            yield (
                "pattern" if text.lstrip()[:1] == "/" and text.lstrip()[1] not in "/*" else "text",
                text,
            )


def newer_style(style: str) -> list[str]:
    """What there is in a style sheet that Chromium 79 has not, but where it asks for it."""
    plain = _SUPPORTED.sub("", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))
    rules = re.findall(r"\{([^{}]*)\}", plain)
    spaced = [rule.strip() for rule in rules if _FLEX.search(rule) and _GAP.search(rule)]
    return [each.group() for each in _NEWER_STYLE.finditer(plain)] + spaced
