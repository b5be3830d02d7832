"""A row of a list with its columns read: what of it is the name, and what stands beside it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from runner.core import names
from runner.interchange.players_in.headings import Kind, kind_of, normal
from runner.interchange.players_in.model import E_MAIL, NOTES, NUMBER, Source
from runner.interchange.players_in.order import Pair
from runner.interchange.players_in.tidy import Says, Tidied, word_says

_NO_MATTER = frozenset(
    "paid payment paymentstatus bezahlt payé pagado pago pagato checkedin checkin present anwesend"
    "".split()
)
"""Columns of yes and no, of which neither keeps anybody from playing."""
_REMARKS = frozenset(
    "note notes remark remarks comment comments bemerkung bemerkungen anmerkung anmerkungen "
    "kommentar remarque remarques commentaire comentario comentarios observaciones commento "
    "observações 備考 "
    "playernotes allergies".split()
)


@dataclass(slots=True)
class Row:
    """A row with its columns read: a name, or its halves, and all else."""

    source: Source
    name: str = ""
    halves: Pair | None = None
    middle: str = ""
    players: list[str] = field(default_factory=list)
    apart: bool = False
    """Whether those play for themselves: a table of pairings."""
    club: str = ""
    commander: str = ""
    decklist: str = ""
    team: str = ""
    private: dict[str, str] = field(default_factory=dict)
    more: dict[str, str] = field(default_factory=dict)
    says: Says = Says.NOTHING
    word: str = ""
    told: list[str] = field(default_factory=list)


def row_of(source: Source, kinds: Sequence[Kind], heads: Sequence[str]) -> Row:
    """A row by what its columns are."""
    read = Row(source)
    first = last = ""
    for at, cell in enumerate(source.cells):
        text, kind = cell.strip(), kinds[at] if at < len(kinds) else Kind.OTHER
        if not text:
            continue
        match kind:
            case Kind.NAME:
                read.name = read.name or text
            case Kind.FIRST:
                first = f"{first} {text}".strip()
            case Kind.MIDDLE:
                read.middle = text
            case Kind.LAST:
                last = f"{last} {text}".strip()
            case Kind.PLAYER | Kind.MEMBER:
                read.players.append(text)
                read.apart = kind is Kind.PLAYER
            case Kind.TEAM:
                read.team = text
            case Kind.CLUB:
                read.club = read.club or text
            case Kind.COMMANDER:
                read.commander = " / ".join(filter(None, (read.commander, text)))
            case Kind.DECKLIST:
                read.decklist = read.decklist or text
            case Kind.E_MAIL | Kind.PRIVATE:
                head = names.clean(heads[at]) if at < len(heads) else ""
                _hold(read, *_labelled(head, names.clean(text), kind))
            case Kind.STATUS:
                _status(heads[at] if at < len(heads) else "", text, read)
            case Kind.OTHER:
                if at < len(heads) and heads[at].strip():
                    read.more[names.clean(heads[at])] = text
            case Kind.NUMBER:
                pass
    if first or last:
        read.halves = Pair(first, last)
    return read


def take(name: Tidied, read: Row) -> None:
    """What stood beside a name goes to the row."""
    for what, text in name.private.items():
        _hold(read, what, text)
    read.decklist = read.decklist or name.decklist
    if name.pronouns:
        read.more.setdefault("Pronouns", name.pronouns)
    if name.says is not Says.NOTHING:
        read.says, read.word = name.says, name.word


def _hold(read: Row, what: str, text: str) -> None:
    """Note something private, once."""
    there = read.private.get(what, "")
    if text not in there.split("; "):
        read.private[what] = "; ".join(filter(None, (there, text)))


def _labelled(head: str, text: str, kind: Kind) -> tuple[str, str]:
    """What of a player that is, and its text."""
    if kind is Kind.E_MAIL:
        return E_MAIL, text
    if kind_of(head) is Kind.PRIVATE and normal(head) in _REMARKS:
        return NOTES, text
    return head or NUMBER, text


def _status(head: str, text: str, read: Row) -> None:
    """What a column such as "Dropped" or "Status" says of a player."""
    plain, says = normal(head), word_says(text)
    yes = normal(text) in ("yes", "y", "true", "x", "1", "ja", "oui", "si", "sim", "✓", "✔", "✅")
    no = normal(text) in ("no", "n", "false", "0", "nein", "non", "não", "nao", "❌", "✗")
    if plain in ("dropped", "drop", "cancelled", "canceled"):
        gone = yes or (not no and text.strip(" -") != "")
        says = "dropped" if gone else ""
    elif plain in ("waitlist", "waitinglist", "warteliste"):
        says = "" if no else "waiting"
    elif plain in _NO_MATTER:
        return
    if says in ("dropped", "waiting"):
        read.says = Says.DROPPED if says == "dropped" else Says.WAITING
        read.word = f"{names.clean(head) or 'a column'} says “{names.clean(text)}”"
    elif says == "unsure":
        read.says, read.word = Says.UNSURE, f"“{names.clean(text)}”"
