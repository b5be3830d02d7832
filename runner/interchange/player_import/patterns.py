"""The table by which columns, cells, lines and what stands around a name are told apart: data only.

The words are in `words.toml`. What is compared as a word is compared as `normal` has it.
"""

import re
import tomllib
from enum import Enum, StrEnum, auto
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from runner.core import names, spelling

E_MAIL, PHONE, NUMBER, NOTES, DISCORD = "E-mail", "Phone", "Number", "Notes", "Discord"
"""What is private of a player, where the list itself does not name it."""
_PUNCTUATION = re.compile(r"[\W_]+")
_WORDS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("words.toml").read_text(encoding="utf-8")
)


@lru_cache(maxsize=20_000)
def normal(text: str) -> str:
    """Return what all spellings of a word have in common: its letters and digits without capitals
    and accents; where it has none, its signs."""
    plain = spelling.plain(names.key(text))
    return _PUNCTUATION.sub("", plain) or plain


def _words(group: str) -> dict[str, str]:
    """Return the words of a group of the table, normal, each with the entry that it stands in."""
    lists = ((entry, words.split("|")) for entry, words in _WORDS[group].items())
    return {normal(word.strip()): entry for entry, words in lists for word in words}


class Kind(StrEnum):
    """What a column holds."""

    NAME = "name"
    FIRST = "first name"
    MIDDLE = "middle name"
    LAST = "last name"
    PLAYER = "player"
    MEMBER = "member"
    TEAM = "team"
    CLUB = "club"
    COMMANDER = "commander"
    DECKLIST = "decklist"
    E_MAIL = "e-mail"
    PRIVATE = "private"
    STATUS = "status"
    OTHER = "other"
    NUMBER = "number"


class Remark(StrEnum):
    """What a remark beside a name says of whether that player comes."""

    NONE = ""
    DROPPED = "not coming"
    WAITING = "waiting"
    UNSURE = "unsure"
    COMING = "coming"


# ---- files that are no text

SIGNATURES = (
    (b"PK\x03\x04", "a workbook or an archive",
     "It could not be read as an .xlsx workbook. Save the list as .xlsx or CSV, or paste it."),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)",
     "Open it, and save it as .xlsx or CSV; or copy the cells and paste them."),
    (b"%PDF", "a PDF", "Copy the names out of it and paste them."),
    (b"{\\rtf", "a document (RTF)", "Copy the names out of it and paste them."),
    (b"\x89PNG", "a picture", "Names have to be typed off a picture."),
    (b"\xff\xd8\xff", "a picture", "Names have to be typed off a picture."),
    (b"GIF8", "a picture", "Names have to be typed off a picture."),
)  # fmt: skip
"""How such files begin, what they are, and what to do."""
CONTROL = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f]")

# ---- headings of columns

HEADINGS = {word: Kind(kind) for word, kind in _words("headings").items()} | dict.fromkeys(
    ("nom", "nome", "nombre"), Kind.NAME
)
HALVES = {
    Kind.FIRST: frozenset({"name", "nom", "nome"}),
    Kind.LAST: frozenset({"name", "nome", "nombre"}),
}
"""Headings that mean the whole name, but the other half beside a column of this half."""
NUMBERED_HEADING = re.compile(
    r"(?:player|spieler|joueur|jugador|giocatore|jogador|プレイヤー|"
    r"(?P<member>member|mitglied|membre|miembro|membro|team ?member|team ?mate|mate|メンバー))"
    r"\W{0,2}(?:[1-9][0-9]?|[a-f])(?:\W*(?:full)?\W*name)?",
    re.IGNORECASE,
)
REMARK_HEADINGS = frozenset(map(normal, """
    note notes remark remarks comment comments bemerkung bemerkungen anmerkung anmerkungen kommentar
    remarque remarques commentaire comentario comentarios observaciones commento observações 備考
    playernotes allergies""".split()))  # fmt: skip
STATUS_HEADINGS = {
    **dict.fromkeys(("dropped", "drop", "cancelled", "canceled"), Remark.DROPPED),
    **dict.fromkeys(("waitlist", "waitinglist", "warteliste"), Remark.WAITING),
    **dict.fromkeys(("paid", "payment", "paymentstatus", "bezahlt", "paye", "pagado", "pago",
                     "pagato", "checkedin", "checkin", "present", "anwesend"), Remark.COMING),
}  # fmt: skip
"""What anything but "no" in such a column means; other columns of states are read word by word."""
NO = frozenset(map(normal, "no n false 0 nein non não ❌ ✗".split()))
FORMATS = (
    ("a list of players for Melee", {"Email", "firstname", "lastname"}),
    ("pairings of TopDeck", {"table", "player1", "player2"}),
    ("Runner’s own list of players", {"player", "name", "club"}),
    ("pairings of EventLink", {"table", "player", "opponent"}),
    ("standings, as EventLink has them", {"rank", "name", "points", "omw"}),
)
"""Programs that are known by the headings of their lists, normal or as they are."""

# ---- cells of columns without headings: the first that fits most cells

CELLS = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in (
    (Kind.E_MAIL, r"[^\s@]+@[^\s@]+\.[^\s@]+"),
    (Kind.DECKLIST, r"(?:https?://|www\.)\S+|\S+\.(?:com|gg|net|org)/\S*"),
    (Kind.PRIVATE, r"\D*(?:\d\D?){7,}"),
    (Kind.NUMBER, r"[#№]?\s*[-+]?[\d.,:/%()\s-]+[.)]?"),
    (Kind.NUMBER, r"(?:table|tisch|mesa|tavolo|round|pod|seat|t|r)\.?\s?\d+"),
    (Kind.PRIVATE, r"@\S+|\S+#\d{4,5}"),
))  # fmt: skip

# ---- lines and names that are no player

CHAT = re.compile(
    r"^\W?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)?\d{1,2}:\d{2}(?::\d{2})?"
    r"(?:\s?[AaPp]\.?[Mm]\.?)?\]?\s*(?:-\s*)?[^:]{1,60}:\s*.*$"
)
TITLE = re.compile(
    r"\b(?:players?|participants?|attendees?|sign-?ups?|list of|registered|registrations?|total|"
    r"tournament|league night|pre-?release|round \d|pairings|standings|spielerliste|"
    r"teilnehmer\w*|anmeldungen|turnier|runde \d|gesamt|joueurs|inscrits|liste|tournoi|jugadores|"
    r"inscritos|lista|torneo|giocatori|iscritti|jogadores|torneio|friday night magic|fnm|cedh|edh|"
    r"commander|magic|thanks|please|hello|hallo|hi all|deadline|page \d|seite \d)\b"
    r"|参加者|一覧|大会|リスト|名簿|合計",
    re.IGNORECASE,
)
DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}[./]\d{1,2}\b|\b\d{1,2}\.\s"
    r"|\d+\s*(?:€|\$|£|eur|usd)|[€$£]\s*\d|\d{1,2}(?:st|nd|rd|th)\b|\d年|\d月|\d名|\d人",
    re.IGNORECASE,
)
# ---- remarks beside names

_REMARKS = {word: Remark(remark) for word, remark in _words("remarks").items()}
_DROPPED_IN = re.compile(
    r"(?:dropped|drop|drops|dropped out|abgemeldet|withdrew)\W+(?:(?:after|in|nach|r|rd|round|"
    r"runde|ab)\W*)*\d{1,2}|r\d{1,2} drop"
)


def remark_of(text: str) -> Remark:
    """Return what a remark says; `Remark.NONE` where it is no known remark."""
    if found := _REMARKS.get(word := normal(text)):
        return found
    if word.startswith("?"):
        return Remark.UNSURE
    return Remark.DROPPED if _DROPPED_IN.fullmatch(names.key(text).strip(" .!")) else Remark.NONE


# ---- what stands around the name in its cell or line


class Effect(Enum):
    """What a rule does with the group `text` of what it found, beside taking it out of the name.

    KEEP keeps it as something private, which the group `what` names, or else the rule's `what`.
    REMARK reads it as a remark, and holds only where it is a known one; to LONG_REMARK two letters
    do not say that somebody comes. NOTE adds the rule's `what`, a sentence with {} for the text, to
    what is said of the name; so does DECKLIST for all links but the first, which is the deck list.
    """

    REMOVE = auto()
    KEEP = auto()
    DECKLIST = auto()
    PRONOUNS = auto()
    REMARK = auto()
    LONG_REMARK = auto()
    UNSURE = auto()
    NOTE = auto()


class Rule(NamedTuple):
    """A pattern of what stands around names. `instead` is put in its place, as `re.Match.expand`
    has it; so many `words` have to be left of the text."""

    effect: Effect
    pattern: re.Pattern[str]
    what: str = ""
    instead: str = " "
    words: int = 1


def _rule(effect: Effect, pattern: str, what: str = "", instead: str = " ", words: int = 1) -> Rule:
    return Rule(effect, re.compile(pattern, re.IGNORECASE), what, instead, words)


_SCORE = (
    r"(?:\d{1,3}\s*-\s*\d{1,3}(?:\s*-\s*\d{1,3})?|\d{1,4}(?:[.,]\d+)?\s*%|"
    r"\d{1,5}(?:[.,]\d+)?\s*(?:points?|pts?|punkte?|p|puntos?|punti|pontos?|点)\.?"
    r"|(?-i:[WLDGSNV]{2,}))"
)
_TAGGED = r"(?P<text>(?P<name>[^\W\d][\w. -]*?)\s?#\d{4,5}\b)"
_PRONOUN = (
    r"(?:she|her|hers|he|him|his|they|them|theirs?|it|its|xe|xem|ze|zir|any|all|any pronouns|"
    r"sie|ihr|er|ihm|dey|keine|il|iel|lui|ella|él|elles?|ela|ele|elu|lei|loro|el|w|m|f|d)"
)
_QUOTES = r"(?:\*\*|__|\*|_|`|\"|'|“|”|„|«|»|‹|›|「|」|『|』|‘|’)+"
_NUMBERED_ID = (
    r"\b(?P<what>DCI|MTGA|MTGO|Arena|Wizards|WotC|Companion|ID|Konami)\b\W{0,3}"
    r"(?:(?:no|nr|id|number|nummer)\b\W{0,3})?(?P<text>[\w#-]*\d[\w#-]*)"
)
_HANDLE = (
    r"\b(?P<what>discord|telegram|twitter|insta(?:gram)?|twitch|nick(?:name)?|ig)\b\W{0,3}"
    r"(?P<text>@?[\w.#-]+)"
)
_INSIDE = r"(?<=[^\s(\[])[\s,;(\[/|-]*"  # behind the first word, with what stands before it
ANYWHERE = (
    _rule(Effect.REMOVE, r"\*\*|`", words=0),
    _rule(Effect.REMOVE, r"\[([^\[\]]+)\]\(([^()\s]+)\)", instead=r"\1 \2", words=0),
    _rule(Effect.KEEP,
          r"(?:mailto:\s*)?(?P<text>[\w.!#$%&'*+/=?^`{}~-]+@(?:[\w-]+\.)+[^\W\d_]{2,})", E_MAIL,
          words=0),
    _rule(Effect.DECKLIST, r"(?P<text>(?:https?://|www\.)[^\s<>()\[\]]+)", "{} was left out",
          words=0),
    _rule(Effect.REMOVE, r"<\s*>|\(\s*\)|\[\s*\](?!\s*\S)|mailto:", words=0),
)  # fmt: skip
BEFORE = (
    _rule(Effect.REMOVE, rf"^{_QUOTES}(?=\S)(?P<name>.*?\S){_QUOTES}$", instead=r"\g<name>"),
    _rule(Effect.REMOVE, r"^(?:\[[\sx✓✔]?\]|\([\sx✓✔]?\))\s*"),
    _rule(Effect.REMOVE, "^(?:[0-9#*]\ufe0f?\u20e3|[\u2460-\u24ff\u2776-\u2793\U0001f51f])+\\s*"),
    _rule(Effect.REMOVE, r"^(?:\(\d{1,4}\)|\[\d{1,4}\]|(?:no|nr|n°|nº|№|num)\.?\s*\d{1,4}\b[.):]?"
          r"|#\s?\d{1,4}\b[.):]?|\d{1,4}\s*[.)\]:](?!\d)|\d{1,4}\s*[-–—](?=\s)|\d{1,4}[.)]?\t)\s*"),
    _rule(Effect.REMOVE, r"^(?:[-–—*•·◦▪▫‣⁃●○■□◆◇►▶»>→⇒+~=|,;:.、・]+\s*|\\?[*+-]\s+"
          r"|(?-i:o\s(?=[A-Z])))"),
    _rule(Effect.REMOVE,
          r"^(?:(?:mr|mrs|ms|mx|dr|prof|hr|fr|mme|mlle|sra|srta|sig|sig\.ra|dott|dipl|ing)\.\s*"
          r"|(?:mr|mrs|ms|mx|miss|herrn?|frau|dr|prof|professor|monsieur|madame|mademoiselle|mme|"
          r"mlle|señora|señor|sra|srta|signora|signor|senhora|senhor|sir)\s+)(?=\S)"),
)  # fmt: skip
IN_BRACKETS = (
    _rule(Effect.KEEP, r"(?P<text>(?=(?:\D*\d){6})[\W\d_]+)", NUMBER),
    _rule(Effect.UNSURE, r"[\W\d_]*\?[\W\d_]*"),
    _rule(Effect.REMOVE, rf"[\W\d_]*|{_SCORE}"),
    _rule(Effect.REMARK, r"(?P<text>.+)"),
    _rule(Effect.PRONOUNS,
          rf"(?P<text>{_PRONOUN}(?:\s*[/|,&+-]\s*{_PRONOUN})+|she|he|they|any pronouns)"),
    _rule(Effect.KEEP, r"(?P<text>@\S+)", DISCORD),
    _rule(Effect.KEEP, _TAGGED, DISCORD),
    _rule(Effect.KEEP, _NUMBERED_ID),
    _rule(Effect.KEEP, _HANDLE),
)  # fmt: skip
"""What all of a bracket may be; any other stays with the name at first."""
NUMBERS = (
    _rule(Effect.KEEP, rf"{_INSIDE}{_NUMBERED_ID}[)\]]?"),
    _rule(Effect.KEEP, rf"{_INSIDE}{_HANDLE}[)\]]?"),
    _rule(Effect.KEEP, r"[\s,;:(\[/|#-]*(?<![\w@+])(?<!\d\s)(?P<text>[1-9]\d{5,})(?!\w)[)\]]?",
          NUMBER),
)  # fmt: skip
BEHIND = (
    _rule(Effect.NOTE, r"[\s,(]*(?P<text>\+\s?\d{1,2}(?:\s*(?:guests?|gast|gäste))?)\)?$",
          "“{}” brings somebody without a name"),
    _rule(Effect.KEEP, f"^{_TAGGED}$", DISCORD, instead=r"\g<name>"),
    _rule(Effect.LONG_REMARK,
          r"(?:\s+[-–—:|/]+\s*|\s*[,;:–—]\s*|\s+\*+\s*)(?P<text>[^,;:|–—*()]+)$"),
    _rule(Effect.REMARK,
          r"\s+(?P<text>(?-i:DROP(?:PED)?|WAITLIST)|paid|bezahlt|payé|pagado|pagato|\?+)$"),
    _rule(Effect.REMOVE, rf"[\s,;:(\[-]+{_SCORE}[)\]]?$", words=2),
    _rule(Effect.REMOVE, r"(?:[\s,;:]+[+-]?\d{1,5}(?:[.,]\d+)?\s*%?"
          r"|\s*[(\[]\s*[+-]?\d{1,5}(?:[.,]\d+)?\s*%?[)\]])$", words=2),
    _rule(Effect.UNSURE, r"\?[? ]*$"),
    _rule(Effect.REMOVE, r"(?<=\S)\s*(?:さん|様|さま|選手|氏|님)$"),
)  # fmt: skip
CROSSED_OUT = re.compile(r"^\W*(?:~~?(?P<text>[^~]+)~~?\W*|<(?:s|del|strike)>(?P<html>.*)</.*)$")
CROSSES = "❌✖✗✘🚫⛔👎🗙☒❎"
"""Signs that say that somebody does not come."""
BRACKETS = re.compile(r"[(\[{（［【<](?P<inside>[^()\[\]{}（）［］【】<>]*)[)\]}）］】>]")
LAST_BRACKET = re.compile(rf"^(?P<name>.*?\S)(?:\s+|(?<=[\u3000-\uffff])){BRACKETS.pattern}$")
MENTION = re.compile(r"(?<![\w@])@(?P<handle>[\w.]*\w)(?:#\d{4,5}\b)?")
DIALLED = re.compile(r"\+?\(?\d[\d\s().\-–/]{4,}\d")
BLANKS = " \t\u3000\xa0\ufeff\u200b\u200e\u200f\ufe0f"
BLANKS_BEHIND = f"{BLANKS},;:|/、，；：-–—\u200d"

# ---- the words of names

_NAMES = {key: frozenset(words.split()) for key, words in _WORDS["names"].items()}
NOBODY, PARTICLES, FIRST_NAMES = (_NAMES[key] for key in ("nobody", "particles", "first"))
SUFFIXES_OR_NAMES = _NAMES["suffixes_or_names"]
"""What follows a name as "junior" does, and is a first name elsewhere: Jun, Sen, Md, Neto."""
SUFFIXES = SUFFIXES_OR_NAMES | _NAMES["suffixes"]
