"""One cell or line with a name in it: numbers, marks, addresses and remarks taken off."""

import re
import unicodedata
from dataclasses import dataclass, field
from enum import Enum, auto

from runner.core import contacts, names
from runner.interchange.players_in.model import E_MAIL, NUMBER, PHONE

_LONGEST = 500  # characters; beyond, nobody has typed a name
_DISCORD_NAME = "Discord"
_NUMBER = re.compile(
    r"^(?:\(\d{1,4}\)|\[\d{1,4}\]|(?:no|nr|n°|nº|№|num)\.?\s*\d{1,4}\b[.):]?|#\s?\d{1,4}\b[.):]?"
    r"|\d{1,4}\s*[.)\]:](?!\d)|\d{1,4}\s*[-–—](?=\s)|\d{1,4}[.)]?\t)\s*",
    re.IGNORECASE,
)
_KEYCAP = re.compile("^(?:[0-9#*]\ufe0f?\u20e3|[\u2460-\u24ff\u2776-\u2793\U0001f51f])+\\s*")
_BULLET = re.compile(r"^(?:[-–—*•·◦▪▫‣⁃●○■□◆◇►▶»>→⇒+~=|,;:.、・]+\s*|\\?[*+-]\s+|o\s(?=[A-Z]))")
_BOX = re.compile(r"^\[\s?\]\s*|^\[[xX✓✔]\]\s*|^\(\s?\)\s*|^\([xX✓✔]\)\s*")
_STRUCK = re.compile(r"^\W*~~?(?P<text>[^~]+)~~?\W*$|^\W*<(?:s|del|strike)>(?P<html>.*)</.*$")
_NO = "❌✖✗✘🚫⛔👎🗙☒❎"
_OF_SIGNS = "\ufe0e\ufe0f\u200d\u20e3"  # what follows and joins them
_WRAPS = re.compile(
    r"^(\*\*|__|\*|_|`|\"|'|“|”|„|«|»|‹|›|「|」|『|』|‘|’)+(?=\S)(.*?\S)"
    r"(\*\*|__|\*|_|`|\"|'|“|”|„|«|»|‹|›|「|」|『|』|‘|’)+$"
)
_TITLE = re.compile(
    r"^(?:(?:mr|mrs|ms|mx|dr|prof|hr|fr|mme|mlle|sra|srta|sig|sig\.ra|dott|dipl|ing)\.\s*"
    r"|(?:mr|mrs|ms|mx|miss|herrn?|frau|dr|prof|professor|monsieur|madame|mademoiselle|mme|mlle|"
    r"señora|señor|sra|srta|signora|signor|senhora|senhor|sir)\s+)(?=\S)",
    re.IGNORECASE,
)
_HONOURED = re.compile(r"(?<=\S)\s*(?:さん|様|さま|選手|氏|님)$")
_E_MAIL = re.compile(
    r"(?:mailto:\s*)?(?P<address>[\w.!#$%&'*+/=?^`{}~-]+@(?:[\w-]+\.)+[^\W\d_]{2,})", re.IGNORECASE
)
_WEB = re.compile(r"(?:https?://|www\.)[^\s<>()\[\]]+", re.IGNORECASE)
_MARKDOWN_LINK = re.compile(r"\[([^\[\]]+)\]\(([^()\s]+)\)")
_TAG = re.compile(r"<[^<>]*>")
_NUMBERED_ID = re.compile(
    r"[\s,;(\[/|-]*\b(?P<what>DCI|MTGA|MTGO|Arena|Wizards|WotC|Companion|ID|Konami)\b"
    r"\W{0,3}(?:(?:no|nr|id|number|nummer)\b\W{0,3})?(?P<number>[\w#-]*\d[\w#-]*)[)\]]?",
    re.IGNORECASE,
)
_DISCORD = re.compile(
    r"[\s,;(\[/|-]*\b(?P<what>discord|telegram|twitter|insta(?:gram)?|twitch|nick(?:name)?|ig)\b\W{0,3}"
    r"(?P<number>@?[\w.#-]+)[)\]]?",
    re.IGNORECASE,
)
_TAGGED = re.compile(r"(?P<name>[^\W\d][\w. -]*?)\s?#(?P<number>\d{4,5})\b")
_MENTION = re.compile(r"(?<![\w@])@(?P<handle>[\w.]*\w)(?:#\d{4,5}\b)?")
_LONG_NUMBER = re.compile(r"[\s,;:(\[/|#-]*(?<![\w@+])(?<!\d\s)[1-9]\d{5,}(?!\w)[)\]]?")
_DIALLED = re.compile(r"\+?\(?\d[\d\s().\-–/]{4,}\d")
_SCORE = re.compile(
    r"[\s,;:(\[-]+(?:\d{1,3}\s*-\s*\d{1,3}(?:\s*-\s*\d{1,3})?|\d{1,4}(?:[.,]\d+)?\s*%|"
    r"\d{1,5}(?:[.,]\d+)?\s*(?i:points?|pts?|punkte?|p|puntos?|punti|pontos?|点)\.?"
    r"|[WLDGSNV]{2,})[)\]]?$",
)
_NUMBER_AT_END = re.compile(
    r"(?:[\s,;:]+[+-]?\d{1,5}(?:[.,]\d+)?\s*%?|\s*[(\[]\s*[+-]?\d{1,5}(?:[.,]\d+)?\s*%?[)\]])$"
)
_PLUS_ONE = re.compile(r"[\s,(]*\+\s?(?P<count>\d{1,2})(?:\s*(?:guests?|gast|gäste))?\)?$", re.I)
_BRACKETS = re.compile(r"[(\[{（［【<](?P<inside>[^()\[\]{}（）［］【】<>]*)[)\]}）］】>]")
_AT_ITS_END = re.compile(rf"^(?P<name>.*?\S)(?:\s+|(?<=[\u3000-\uffff])){_BRACKETS.pattern}$")
_PRONOUN = (
    r"(?:she|her|hers|he|him|his|they|them|theirs?|it|its|xe|xem|ze|zir|any|all|any pronouns|"
    r"sie|ihr|er|ihm|dey|keine|elle|il|iel|lui|ella|él|elle|elles?|ela|ele|elu|lei|loro|el|"
    r"w|m|f|d)"
)
_PRONOUNS = re.compile(rf"{_PRONOUN}(?:\s*[/|,&+-]\s*{_PRONOUN})+|she|he|they|any pronouns", re.I)
_SAYS = {
    "dropped": """dropped|drop|drops|dropping|withdrawn|withdrew|cancelled|canceled|cancel|
        no show|no-show|noshow|not coming|can't come|cannot come|can’t make it|can't make it|
        out|left|absent|declined|not going|no|removed|unregistered|refunded|disqualified|dq|
        abgemeldet|abgesagt|storniert|abwesend|kommt nicht|raus|ausgestiegen|nein|abandon|
        abandonné|désisté|désistement|annulé|absente?|désinscrit|non|forfait|retirado|retirada|
        baja|cancelado|cancelada|no viene|ausente|ritirato|ritirata|annullato|assente|
        cancellato|desistiu|não vem|棄権|キャンセル|欠席|ドロップ|辞退""",
    "waiting": """waitlist|wait list|waitlisted|waiting list|waiting|on waitlist|reserve|
        reserves|standby|stand-by|backup|warteliste|nachrücker|ersatz|liste d'attente|
        liste d’attente|en attente|remplaçant|lista de espera|en espera|reserva|lista d'attesa|
        lista d’attesa|in attesa|riserva|キャンセル待ち|補欠|順番待ち""",
    "unsure": """maybe|perhaps|tbc|tbd|unsure|not sure|tentative|interested|?|??|might come|
        vielleicht|evtl|evtl.|eventuell|unsicher|peut-être|peut-etre|à confirmer|quizás|quizá|
        tal vez|por confirmar|forse|da confermare|talvez|a confirmar|未定|たぶん|検討中""",
    "well": """paid|not paid|unpaid|paid cash|paid online|cash|paypal|bezahlt|zahlt vor ort|
        unbezahlt|nicht bezahlt|payé|payée|non payé|pagado|pagada|no pagado|pagato|pagata|pago|
        paga|支払済|支払い済み|済|ok|okay|yes|y|ja|oui|sí|si|sim|in|i'm in|i’m in|dabei|
        confirmed|bestätigt|zugesagt|confirmé|confirmée|confirmado|confirmada|confermato|
        confermata|checked in|checked-in|check-in|here|present|anwesend|présent|presente|
        registered|angemeldet|inscrit|inscrita|inscrito|iscritto|iscritta|enrolled|active|going|
        attending|accepted|approved|new|first time|neu|erstes mal|online|signed up|complete|
        completed|参加|出席|late|comes late|kommt später|kommt spaeter|judge|to|organizer|
        organiser|host|vip|guest|gast|manual|sign-up|signup|player|spieler|joueur|jugador""",
}  # fmt: skip
_KNOWN = {
    " ".join(word.split()).casefold(): says
    for says, words in _SAYS.items()
    for word in words.split("|")
}
_ROUND = re.compile(
    r"(?:dropped|drop|drops|dropped out|abgemeldet|withdrew)\W+(?:(?:after|in|nach|r|rd|round|"
    r"runde|ab)\W*)*\d{1,2}|[rR]\d{1,2} drop",
    re.IGNORECASE,
)
_ENDING = re.compile(
    r"(?:\s+[-–—:|/]+\s*|\s*[,;:–—]\s*|\s+\*+\s*)(?P<word>[^,;:|–—*]+)$|\s+(?P<bare>DROP(?:PED)?|WAITLIST|(?i:paid|bezahlt|payé|pagado|pagato)|\?+)$"
)
_NOBODY = frozenset(
    """bye|byes|tbd|tba|n/a|na|none|null|nil|empty|free|frei|leer|vacant|open|unknown|anonymous|
    x|xx|xxx|-|freilos|vide|libre|vacío|vacio|libero|vuoto|livre|vazio|nan|undefined|name|?|
    ???|test|player|空|不戦勝|なし|guest|(empty)|(none)|#n/a|#ref!|true|false""".replace("\n", "")
    .replace("    ", "")
    .split("|")
)


class Says(Enum):
    """What a remark beside a name says of whether somebody comes."""

    NOTHING = auto()
    DROPPED = auto()
    WAITING = auto()
    UNSURE = auto()


@dataclass(slots=True)
class Tidied:
    """A name, and what stood beside it."""

    name: str = ""
    says: Says = Says.NOTHING
    word: str = ""
    private: dict[str, str] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    decklist: str = ""
    pronouns: str = ""

    def keep(self, what: str, text: str) -> None:
        """Note something private."""
        self.private[what] = "; ".join(filter(None, (self.private.get(what), text)))


def word_says(text: str) -> str:
    """What a remark says: "dropped", "waiting", "unsure", "well", or "" where it is none."""
    plain = names.key(text).strip(" .!:*_\"'()[]")
    if not plain and "?" in text:
        return "unsure"
    return _KNOWN.get(plain, "dropped" if _ROUND.fullmatch(plain) else "")


def tidied(text: str) -> Tidied:
    """The name of a cell or a line, on its own."""
    done = Tidied()
    if len(text) > _LONGEST:
        return Tidied(names.clean(text[:_LONGEST]))
    if found := _STRUCK.match(text.strip()):
        done.says, done.word = Says.DROPPED, "it is crossed out"
        text = found["text"] or found["html"] or ""
    text = _without_addresses(text.replace("**", " ").replace("`", " "), done)
    text = _front(text, done)
    text = _brackets(text, done)
    text = _behind(text, done)
    text = _front(text, done)
    done.name = _finished(text, done)
    return done


def without_bracket(name: str) -> tuple[str, str]:
    """A name without the bracket at its end, and what that says: "Anna Meyer", "Berlin"."""
    found = _AT_ITS_END.match(name)
    if not found or not (_has_letter(found["name"]) and found["inside"].strip()):
        return name, ""
    return found["name"].strip(), found["inside"].strip()


def is_nobody(text: str) -> bool:
    """Whether that stands where nobody is: "TBD", "bye", "-"."""
    return names.key(text) in _NOBODY


def _without_addresses(text: str, done: Tidied) -> str:
    text = _MARKDOWN_LINK.sub(lambda found: f"{found[1]} {found[2]}", text)
    for found in _E_MAIL.finditer(text):
        done.keep(E_MAIL, found["address"])
    text = _E_MAIL.sub(" ", text)
    for found in _WEB.finditer(text):
        if done.decklist:
            done.told.append(f"{found[0]} was left out")
        done.decklist = done.decklist or found[0]
    text = _WEB.sub(" ", text)
    return re.sub(r"<\s*>|\(\s*\)|\[\s*\](?!\s*\S)|mailto:", " ", text)


def _numbers(text: str, done: Tidied) -> str:
    """The text without numbers of people, handles beside a name, and telephone numbers."""
    for pattern in (_NUMBERED_ID, _DISCORD):
        while (found := pattern.search(text)) and text[: found.start()].strip(" (["):
            done.keep(found["what"], found["number"])
            text = f"{text[: found.start()]} {text[found.end() :]}"
    if (found := _LONG_NUMBER.search(text)) and _has_letter(text.replace(found[0], " ")):
        done.keep(NUMBER, found[0].strip(" ,;:()[]/|#-"))
        text = text.replace(found[0], " ")
    if (bare := contacts.without(text)) != text and _has_letter(bare):
        done.keep(PHONE, found[0] if (found := _DIALLED.search(text)) else "")
        text = bare
    return text


def _front(text: str, done: Tidied) -> str:
    """The text without what stands before a name in lists."""
    before = None
    while before != text:
        before, text = text, text.strip(" \t\u3000\xa0\ufeff\u200b\u200e\u200f\ufe0f")
        if text[:1] in _NO and text[:1]:
            done.says, done.word, text = Says.DROPPED, f"it is marked {text[0]}", text[1:]
        if (wrapped := _WRAPS.match(text)) and _has_letter(wrapped[2]):
            text = wrapped[2]
        for pattern in (_BOX, _KEYCAP, _NUMBER, _BULLET):
            rest = pattern.sub("", text, count=1)
            if _has_letter(rest):
                text = rest
        while text and _is_sign(text[0]) and _has_letter(text):
            text = text[1:]
        if (found := _TITLE.match(text)) and _has_letter(text[found.end() :]):
            text = text[found.end() :]
    return text


def _is_sign(letter: str) -> bool:
    """An emoji, a tick, and what joins them: nothing that begins or ends a name. The marks of a
    script do: many a Thai name ends in one."""
    return unicodedata.category(letter) in ("So", "Sk", "Cf", "Co") or letter in _OF_SIGNS


def _brackets(text: str, done: Tidied) -> str:
    """The text without what stands in brackets, where that is known to be no part of a name."""
    made, end = [], 0
    for found in _BRACKETS.finditer(text):
        inside = found["inside"].strip()
        made.append(text[end : found.start()])
        made.append(" " if _remark(inside, done) else found[0])
        end = found.end()
    return _numbers("".join((*made, text[end:])), done)


def _remark(text: str, done: Tidied) -> bool:
    """Whether that is a remark, which is then noted."""
    if not text or not _has_letter(text):
        if text and sum(map(str.isdigit, text)) >= 6:
            done.keep(NUMBER, text)
        if "?" in text:
            done.says = Says.UNSURE
        return bool(not text or text[0] in "0123456789#+-–.?!✓✔ " or _is_sign(text[0]))
    says = word_says(text)
    if says:
        _note(says, text, done)
        return True
    if _PRONOUNS.fullmatch(text):
        done.pronouns = text
        return True
    if text.startswith("@") and len(text.split()) == 1:
        done.keep(_DISCORD_NAME, text)
        return True
    if found := _TAGGED.fullmatch(text):
        done.keep(_DISCORD_NAME, found[0])
        return True
    bare = Tidied()
    if not _numbers(f"x {text}", bare).strip(" x") and bare.private:
        for what, found_there in bare.private.items():
            done.keep(what, found_there)
        return True
    return bool(_SCORE.fullmatch(f" {text}"))


def _note(says: str, text: str, done: Tidied) -> None:
    found = {"dropped": Says.DROPPED, "waiting": Says.WAITING, "unsure": Says.UNSURE}.get(says)
    if found and done.says in (Says.NOTHING, Says.UNSURE):
        done.says, done.word = found, f"it says “{text.strip(' .!')}”"


def _behind(text: str, done: Tidied) -> str:
    """The text without what stands behind a name: scores, remarks, signs."""
    before = None
    while before != text:
        before = text
        text = text.strip(" \t\u3000\xa0,;:|/、，；：-–—\u200b\u200e\u200f\u200d\ufe0f")
        while len(text) > 1 and _is_sign(text[-1]) and _has_letter(text):
            if text[-1] in _NO:
                done.says, done.word = Says.DROPPED, f"it is marked {text[-1]}"
            text = text[:-1]
        if (plus := _PLUS_ONE.search(text)) and _has_letter(text[: plus.start()]):
            done.told.append(f"“{plus[0].strip(' ,()')}” brings somebody without a name")
            text = text[: plus.start()]
        if (tagged := _TAGGED.fullmatch(text)) and _has_letter(tagged["name"]):
            done.keep(_DISCORD_NAME, tagged[0])
            text = tagged["name"]
        if found := _ENDING.search(text):
            word = found["word"] or found["bare"]
            says = word_says(word)
            if (says and not (says == "well" and len(word) < 3)) and _has_letter(
                text[: found.start()]
            ):
                _note(says, word, done)
                text = text[: found.start()]
        for pattern in (_SCORE, _NUMBER_AT_END):
            if (found := pattern.search(text)) and " " in text[: found.start()].strip():
                text = text[: found.start()]
        if text.endswith("?") and len(text) > 1:
            done.says = Says.UNSURE if done.says is Says.NOTHING else done.says
            text = text.rstrip("? ")
        text = _HONOURED.sub("", text)
    return text


def _finished(text: str, done: Tidied) -> str:
    if found := _MENTION.fullmatch(text.strip()):
        text = found["handle"]
        done.told.append("a handle, taken as the name")
    elif " " in text.strip() and (found := _MENTION.search(text)):
        done.keep(_DISCORD_NAME, found[0])
        text = _MENTION.sub(" ", text)
    text = names.clean(_TAG.sub(" ", text)).strip(' ,;:|"“”')
    text = re.sub(r"\s+,", ",", text)
    return text if _has_letter(text) else ""


def _has_letter(text: str) -> bool:
    return any(letter.isalpha() for letter in text)
