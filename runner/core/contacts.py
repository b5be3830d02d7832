"""Find e-mail addresses and telephone numbers in typed texts, to keep them out of published ones.

They get into a workbook when a list is pasted: "Ben <ben@c.com>", or an address under Club. An
address is letters, an @, and a host that has a full stop or is one of the large mail providers; so
"@home Games" and "C@ssie" are none. A telephone number has eight digits or more: with + or 0 in
front, without gaps, or in groups of two to four; so dates, years, "Team 12" and web addresses are
none, nor is a number after a letter, a # or a word such as "DCI". A user name or password in a link
("https://ben:secret@host/list") is removed, and the link stays.
"""

import re

E_MAIL, TELEPHONE = "an e-mail address", "a telephone number"
LOGIN = "a link with a user name or password"
_AT = r"(?:[@＠﹫]|\s?[(\[{]\s?at\s?[)\]}]\s?)"
_DOT = r"(?:\.|\s?[(\[{]\s?dot\s?[)\]}]\s?)"
_HOSTS = r"gmail|googlemail|hotmail|outlook|yahoo|icloud|protonmail|proton|gmx|aol|msn|qq"
_LETTERS = (
    r"\w.!$%&'*+^`{}~-"  # matched from the first letter only, so that each word is scanned once
)
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
"""What follows the colon is a password, which may contain "/", "?" and "#", unless it is a port."""
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
    """Return the text without addresses and telephone numbers: "Ben" for "Ben <ben@c.com>"; "" if
    nothing is left. A text without any is returned unchanged. `numbers`: the text is known to hold
    numbers of another kind, so none of them is taken for a telephone number."""
    if not _HINT.search(text):
        return text
    bare = _ADDRESS.sub(" ", _LOGIN.sub("", text))
    if not numbers:
        bare = _outside_web(_NAMED.sub(" ", bare))
    return text if bare == text else _tidy(bare)


def numbered(heading: str) -> bool:
    """Return whether a column heading names numbers that identify people: "DCI", "Arena ID"."""
    return _NUMBERED.search(heading) is not None


def kind(text: str) -> str:
    """Return which kind of contact a text contains: `LOGIN`, `E_MAIL` or `TELEPHONE`."""
    if _LOGIN.search(text):
        return LOGIN
    return E_MAIL if _ADDRESS.search(text) else TELEPHONE


def _outside_web(text: str) -> str:
    """Return the text without telephone numbers; web addresses are unchanged."""
    pieces, end = [], 0
    for web in _WEB.finditer(text):
        pieces += [_NUMBER.sub(_unless_other, text[end : web.start()]), web[0]]
        end = web.end()
    return "".join((*pieces, _NUMBER.sub(_unless_other, text[end:])))


def _unless_other(match: re.Match[str]) -> str:
    """Return a blank for a telephone number; dates, decimals and rows of small numbers
    unchanged."""
    run = match[0]
    if _DECIMAL.fullmatch(run) or _OTHER_NUMBER.search(match.string, 0, match.start()):
        return run
    rest = run if run.startswith(("+", "00")) else _DATES.sub(" ", run)
    groups = [len(group) for group in re.findall(r"\d+", rest)]
    if not _LEAST <= sum(groups) <= _MOST:
        return run
    led = re.match(r"\(?(?:\+|0\d)", run)
    grouped = max(groups) > 2 and max(groups) < 5 and 1 not in groups[1:]
    return " " if led or len(groups) == 1 or grouped else run


def _tidy(text: str) -> str:
    """Return the text without brackets that became empty and separators at the ends."""
    while (emptied := _LEFT_EMPTY.sub(" ", text)) != text:
        text = emptied
    lines = (" ".join(line.split()).strip(_ENDS) for line in text.splitlines())
    text = "\n".join(filter(None, lines))
    wrapped = _WRAPPED.fullmatch(text)
    text = next(filter(None, wrapped.groups()), "").strip(_ENDS) if wrapped else text
    return text if any(letter.isalnum() for letter in text) else ""
