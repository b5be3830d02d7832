"""What reads like a title, a date, a sentence or a line of a chat, and not like a name."""

import re
from functools import lru_cache

from runner.interchange.players_in.order import is_suffix

_KEPT = 16  # answers: a line of many people is asked about for each of them
_SENTENCE = 4  # words; a longer text that ends in a full stop is no name
_WHEN = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}[./]\d{1,2}\b|\b\d{1,2}\.\s|\d+\s*(?:€|\$|£|eur|usd)"
    r"|[€$£]\s*\d|\d{1,2}(?:st|nd|rd|th)\b|\d年|\d月|\d名|\d人",
    re.IGNORECASE,
)
_TITLES = re.compile(
    r"\b(?:players?|participants?|attendees?|sign-?ups?|list of|registered|registrations?|total|"
    r"tournament|league night|pre-?release|round \d|pairings|standings|spielerliste|"
    r"teilnehmer\w*|anmeldungen|turnier|runde \d|gesamt|joueurs|inscrits|liste|tournoi|jugadores|"
    r"inscritos|lista|torneo|giocatori|iscritti|jogadores|torneio|friday night magic|fnm|cedh|edh|"
    r"commander|magic|thanks|please|hello|hallo|hi all|deadline|page \d|seite \d)\b"
    r"|参加者|一覧|大会|リスト|名簿|合計",
    re.IGNORECASE,
)
_CHAT = re.compile(
    r"^\W?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
    r"\]?\s*(?:-\s*)?(?P<who>[^:]{1,60}):\s*(?P<said>.*)$"
)


def is_title(text: str) -> bool:
    """Whether a text has a word of titles in it: "players", "round 3", "cEDH"."""
    return _TITLES.search(text) is not None


@lru_cache(maxsize=_KEPT)
def is_sentence(text: str) -> bool:
    """Whether a text ends as sentences do, and is long enough for one; "Jr." ends none."""
    words = text.split()
    ends = len(words) > _SENTENCE and words[-1].endswith((".", "!", "?"))
    return ends and not is_suffix(words[-1])


def is_dated(text: str) -> bool:
    """Whether a text names a day of a month or a time: a title, and no name."""
    return _WHEN.search(text) is not None


@lru_cache(maxsize=_KEPT)
def is_chat(text: str) -> bool:
    """Whether a text is a line of a chat: a time, who wrote it, and what."""
    return _CHAT.match(text) is not None
