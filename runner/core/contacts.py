"""E-mail addresses and telephone numbers, found in what people type and kept out of what goes out.

They get into a workbook with a list that is pasted: "Ben <ben@c.com>", an address under Club. An
address is letters, an @, and a host with a full stop in it, or one of the great mail hosts; so
"@home Games" and "C@ssie" are none. A telephone number is eight digits or more in one run, with +
or 0 in front, or all in one, or in groups of two to four; so dates, years, "Team 12" and addresses
of the web are none, nor is a number behind a letter, a # or such a word as "DCI". A user name or
password in a link ("https://ben:secret@host/list") goes, and the link stays.
"""

import re

E_MAIL, TELEPHONE = "an e-mail address", "a telephone number"
LOGIN = "a link with a user name or password"
_AT = r"(?:[@＠﹫]|\s?[(\[{]\s?at\s?[)\]}]\s?)"
_DOT = r"(?:\.|\s?[(\[{]\s?dot\s?[)\]}]\s?)"
_HOSTS = r"gmail|googlemail|hotmail|outlook|yahoo|icloud|protonmail|proton|gmx|aol|msn|qq"
_LETTERS = r"\w.!$%&'*+^`{}~-"  # looked at from their first alone, so that a word is gone over once
_ADDRESS = re.compile(
    rf"(?:mailto:)?(?<![{_LETTERS}])[{_LETTERS}]+(?:{_AT}(?:[\w-]+{_DOT})+[^\W\d_]{{2,}}\b"
    rf"|\s?{_AT}\s?(?:{_HOSTS})\b(?:[.,]\w+)?)",
    re.IGNORECASE,
)
_CALLED = (
    r"(?:https?://)?(?<!\w)(?:tele(?:phone|fon)?|tel|phone|mobile?|cell|handy|whatsapp|wa\.me|sms)"
    r"(?:\W{1,2}(?:no|nr|number))?"
)
_OTHER_NUMBER = re.compile(r"\b(?:dci|id|no|nr|number|nummer)[\s.:]*\Z", re.IGNORECASE)
_DIGITS = r"\(?\d(?:[\s().\-‐-―/]{0,3}\d)"
_NAMED = re.compile(rf"{_CALLED}\W{{0,4}}\+?{_DIGITS}{{5,14}}(?!\w)", re.IGNORECASE)
_NUMBER = re.compile(rf"(?<![\w/#=@.,+-])(?:\+\s?)?{_DIGITS}{{7,}}(?![\w@])")
_WEB = re.compile(r"(?:(?<!\w)\w+://|www\.)\S+", re.IGNORECASE)
_LOGIN = re.compile(
    r"(?<=//)(?:[^\s/?#<>\"\[:@]+:(?!\d{1,5}(?:[/?#]|$))[^\s<>\"]*|[^\s/?#<>\"]*)@(?=[^\s/?#@])"
)
"""What is behind a colon is a password, with "/", "?" and "#" in it, unless it is a port."""
_DATES = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d([-./ ])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2(?:\d\d){1,2}"
    r"|(?:19|20)\d\d(?:[01]\d[0-3]\d)?)(?!\d)(?:[ T]\d\d?(?=:\d\d))?"
)
_DECIMAL = re.compile(r"(?:0|[1-9]\d{0,5})\.\d+")
_NUMBERED = re.compile(r"(?:\b|_)(?:dci|id)(?:\b|_)", re.IGNORECASE)
_LEAST, _MOST = 8, 17  # digits of a telephone number, with the country's
_HINT = re.compile(r"[@＠﹫]|\bat\b|\d(?:\D{0,3}\d){5}", re.IGNORECASE)
_LEFT_EMPTY = re.compile(r"<\s*>|\(\s*\)|\[\s*\]|\{\s*\}|\"\s*\"|“\s*”")
_ENDS = " \t,;:|/<>=-–—·"
_WRAPPED = re.compile(r"\"([^\"]*)\"|'([^']*)'|\(([^()]*)\)|<([^<>]*)>|“([^”]*)”")


def without(text: str, *, numbers: bool = False) -> str:
    """The text with no address and no telephone number in it: "Ben <ben@c.com>" as "Ben"; "" where
    nothing is left. A text that has none stays as it is, byte for byte. `numbers`: it is known to
    hold numbers of another kind, so that none in it is a telephone number."""
    if not _HINT.search(text):
        return text
    bare = _ADDRESS.sub(" ", _LOGIN.sub("", text))
    if not numbers:
        bare = _outside_web(_NAMED.sub(" ", bare))
    return text if bare == text else _tidy(bare)


def numbered(heading: str) -> bool:
    """Whether a column so called has numbers by which people are known: "DCI", "Arena ID"."""
    return _NUMBERED.search(heading) is not None


def kind(text: str) -> str:
    """What of it there is in a text that has some."""
    if _LOGIN.search(text):
        return LOGIN
    return E_MAIL if _ADDRESS.search(text) else TELEPHONE


def _outside_web(text: str) -> str:
    """The text without telephone numbers, its web addresses as they are."""
    made, end = [], 0
    for web in _WEB.finditer(text):
        made += [_NUMBER.sub(_unless_other, text[end : web.start()]), web[0]]
        end = web.end()
    return "".join((*made, _NUMBER.sub(_unless_other, text[end:])))


def _unless_other(found: re.Match[str]) -> str:
    """Nothing for a telephone number; dates, decimals and rows of small numbers as they are."""
    run = found[0]
    if _DECIMAL.fullmatch(run) or _OTHER_NUMBER.search(found.string, 0, found.start()):
        return run
    rest = run if run.startswith(("+", "00")) else _DATES.sub(" ", run)
    groups = [len(group) for group in re.findall(r"\d+", rest)]
    if not _LEAST <= sum(groups) <= _MOST:
        return run
    led = re.match(r"\(?(?:\+|0\d)", run)
    grouped = max(groups) > 2 and max(groups) < 5 and 1 not in groups[1:]
    return " " if led or len(groups) == 1 or grouped else run


def _tidy(text: str) -> str:
    """What is left, without brackets that have become empty and commas at the ends."""
    while (emptied := _LEFT_EMPTY.sub(" ", text)) != text:
        text = emptied
    lines = (" ".join(line.split()).strip(_ENDS) for line in text.splitlines())
    text = "\n".join(filter(None, lines))
    wrapped = _WRAPPED.fullmatch(text)
    text = next(filter(None, wrapped.groups()), "").strip(_ENDS) if wrapped else text
    return text if any(letter.isalnum() for letter in text) else ""
