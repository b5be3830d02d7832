"""What stands on top of a column, in the languages that lists come in."""

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from runner.core import names
from runner.interchange.players_in.tidy import without_bracket


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


_WORDS = {
    Kind.NAME: """Name|Names|Full name|Player name|Players|Participant|Participants|Attendee|
        Attendees|Guest|Competitor|Spielername|Spieler|Teilnehmer|Teilnehmerin|Teilnehmende|
        Teilnehmername|Vor- und Nachname|Vorname und Nachname|Vor- & Nachname|Vorname Nachname|
        Vollständiger Name|Joueur|Joueuse|Joueurs|Participante|Nom complet|Nom et prénom|
        Nom prénom|Prénom et nom|Prénom nom|Nom du joueur|Jugador|Jugadora|Jugadores|
        Nombre completo|Nombre y apellido|Nombre y apellidos|Giocatore|Giocatrice|Giocatori|
        Partecipante|Partecipanti|Nome e cognome|Nome cognome|Cognome e nome|Nominativo|
        Nome completo|Jogador|Jogadora|Jogadores|Nome do jogador|Nome e sobrenome|
        Nome e apelido|Participantes|Name (first last)|First and last name|
        First name and last name|First & last name|Your name|Your full name|What is your name?|
        What’s your name?|名前|氏名|お名前|選手|選手名|プレイヤー|プレイヤー名|プレーヤー|
        参加者|参加者名|姓名|名字|玩家|选手|이름|Имя|Игрок|ФИО|Speler|Naam|Gracz|
        Imię i nazwisko|Display name|Registrant|Entrant|Entry|Last, First|Last name, first name|
        Nachname, Vorname""",
    Kind.FIRST: """First|First name|Firstname|Given name|Given names|Givenname|Forename|
        Christian name|Vorname|Vornamen|Rufname|Prénom|Prénoms|Nombre|Nombres|Nombre de pila|
        Nome proprio|Primeiro nome|名|ファーストネーム|下の名前|Voornaam|Imię|Player first name|
        Attendee first name""",
    Kind.MIDDLE: "Middle|Middle name|Middle initial|Second name|Zweiter Vorname|Deuxième prénom|MI",
    Kind.LAST: """Last|Last name|Lastname|Surname|Family name|Familyname|Nachname|Familienname|
        Zuname|Nom de famille|Apellido|Apellidos|Primer apellido|Cognome|Sobrenome|Apelido|
        Último nome|姓|苗字|名字（姓）|氏|ラストネーム|Achternaam|Nazwisko|Player last name|
        Attendee last name""",
    Kind.PLAYER: "Player|Jugador/a",
    Kind.TEAM: """Team name|Teamname|Mannschaft|Mannschaftsname|Équipe|Nom de l’équipe|Equipo|
        Nombre del equipo|Squadra|Nome squadra|Equipe|Nome da equipe|Equipa|チーム名""",
    Kind.CLUB: """Club|Club or team|Team|Verein|Laden|Shop|Store|LGS|Association|Guild|Tienda|
        Negozio|Loja|Boutique|Clube|Circolo|クラブ|チーム|店舗|所属|Vereniging|Klub|
        Organisation|Organization""",
    Kind.COMMANDER: """Commander|Commanders|Commander name|Commander(s)|Deck|Deck name|Deckname|
        General|Kommandeur|Commandant|Comandante|Archetype|統率者|ジェネラル|デッキ|デッキ名|
        Mazo|Mazzo|Baralho|Partner|Second commander|Commander 1|Commander 2|Partner commander""",
    Kind.DECKLIST: """Decklist|Deck list|Decklist address|Decklist URL|Decklist link|Deck URL|
        Deck link|Link|Liste de deck|Lista de mazo|Lista del mazo|Lista mazzo|Lista do deck|
        Deckliste|デッキリスト|Moxfield|Moxfield link|List""",
    Kind.E_MAIL: """Email|E-mail|E-mail address|Email address|Mail|E-Mail-Adresse|Mailadresse|
        Adresse e-mail|Adresse mail|Courriel|Correo|Correo electrónico|Posta elettronica|
        Indirizzo e-mail|Indirizzo email|Correio eletrônico|Correio eletrónico|
        Endereço de e-mail|メール|メールアドレス|Eメール|E-mailadres|Username/Email|
        Email Address (required)|Buyer email""",
    Kind.PRIVATE: """DCI|DCI number|DCI no|DCI #|DCI-Nummer|Wizards account|Wizards ID|Arena ID|
        Arena|MTG Arena|MTGA|MTGA ID|MTGO|Companion|Discord|Discord name|Discord handle|
        Discord tag|Discord ID|Discord username|Username|User name|User|Handle|Nickname|Nick|
        Benutzername|Pseudo|Usuario|Utente|Usuário|Telegram|Twitter|Twitch|Phone|Phone number|
        Telephone|Mobile|Cell|Telefon|Handy|Telefonnummer|Téléphone|Teléfono|Telefono|Telefone|
        Celular|Cellulare|電話|電話番号|WhatsApp|Notes|Note|Remark|Remarks|Comment|Comments|
        Bemerkung|Bemerkungen|Anmerkung|Anmerkungen|Kommentar|Remarque|Remarques|Commentaire|
        Comentario|Comentarios|Observaciones|Commento|Observações|備考|Address|Adresse|Birthday|
        Date of birth|Geburtsdatum|Allergies|Emergency contact|Age|Melee username|
        TopDeck username|Gamertag|ニックネーム|ハンドルネーム|Konami ID|Player notes""",
    Kind.STATUS: """Status|State|Registration status|Dropped|Drop|Paid|Payment|Payment status|
        Bezahlt|Payé|Paiement|Pagado|Pago|Pagato|Checked in|Check-in|Checkin|Present|Anwesend|
        Angemeldet|Waitlist|Waiting list|Warteliste|Attending|RSVP|Going|Confirmed|Bestätigt|
        Confirmé|Confirmado|Confermato|Statut|Estado|Stato|Situação|状態|支払|Enrolled|
        Cancelled|Canceled""",
    Kind.NUMBER: """#|No|No.|Nr|Nr.|N°|Nº|Num|Number|Nummer|Numéro|Número|Numero|番号|№|Rank|
        Rang|Place|Platz|Pos|Position|Posición|Posizione|Classement|Standing|Seed|Points|Pts|
        Punkte|Match points|Puntos|Punti|Pontos|OMW|OMW%|GW%|OGW%|OMWP|GWP|OGWP|MW%|OGP|OAMP|
        Record|W-L-D|Wins|Losses|Draws|Byes|Win rate|Score|Result|Results|Table|Tisch|Mesa|
        Tavolo|Seat|Sitz|Platznummer|Round|Runde|Ronde|Pod|順位|テーブル|Opponent points|
        Timestamp|Zeitstempel|Horodateur|Marca temporal|Informazioni cronologiche|
        Carimbo de data/hora|タイムスタンプ|Date|Datum|Fecha|Data|Time|Registered at|
        Registration date|Created|Created at|Order|Order ID|Order number|Order no.|Ticket|
        Ticket type|Ticket number|Price|Quantity|Id|Player Id|UID|UUID|Registered|Submitted|
        Opponent|Gegner|Adversaire|Rival|Avversario|Anmeldedatum|Line|Row|OMWin%|Rating|ELO|
        Matches|Games""",
}  # fmt: skip
_NUMBERED = re.compile(
    r"(?:player|spieler|joueur|jugador|giocatore|jogador|member|mitglied|membre|miembro|membro|"
    r"team ?member|team ?mate|mate|プレイヤー|メンバー)\W{0,2}(?:[1-9][0-9]?|[a-f])"
    r"(?:\W*(?:full)?\W*name)?",
    re.IGNORECASE,
)
_MEMBER = re.compile(r"member|mitglied|membre|miembro|membro|mate|メンバー", re.IGNORECASE)
OF_PEOPLE = frozenset({Kind.NAME, Kind.FIRST, Kind.LAST, Kind.PLAYER, Kind.MEMBER})
"""Columns that hold names of players."""
_PUNCTUATION = re.compile(r"[\W_]+")
_AMBIGUOUS = {"nom": Kind.LAST, "nome": Kind.FIRST, "nombre": Kind.FIRST, "name": Kind.LAST}
"""What means the whole name where it stands alone, and half of it beside the other half."""


@lru_cache(maxsize=20_000)
def normal(text: str) -> str:
    """What two spellings of a heading have in common."""
    return _PUNCTUATION.sub("", names.key(text)) or names.key(text)


_KNOWN = {
    normal(word): kind for kind, words in _WORDS.items() for word in words.split("|") if word
} | {normal("Nom"): Kind.NAME, normal("Nome"): Kind.NAME, normal("Nombre"): Kind.NAME}
_SOME = 2  # known headings; with more it is a row of them, whatever else stands there
_STRONG = frozenset({Kind.NAME, Kind.FIRST, Kind.LAST, Kind.PLAYER, Kind.MEMBER, Kind.TEAM,
                     Kind.E_MAIL})  # fmt: skip


def kind_of(heading: str) -> Kind | None:
    """What a column so called holds; None where that is no known heading."""
    plain = heading.strip().strip("*_:").strip()
    if _NUMBERED.fullmatch(plain):
        return Kind.MEMBER if _MEMBER.search(plain) else Kind.PLAYER
    known = _KNOWN.get(normal(plain)) if plain else None
    if known is None and in_brackets(plain):
        return kind_of(without_bracket(plain)[0])
    return known


def in_brackets(heading: str) -> Kind | None:
    """What that heading says that brackets behind names hold: "Name (Commander)"."""
    head, inside = map(normal, without_bracket(heading.strip()))
    kind = _KNOWN.get(inside)
    return kind if _KNOWN.get(head) in OF_PEOPLE and kind in (Kind.COMMANDER, Kind.CLUB) else None


def is_heading_row(cells: Sequence[str]) -> bool:
    """Whether that is a row of headings: one of a name among them, and nothing that is none with
    letters in most of the cells."""
    filled = [cell for cell in cells if cell.strip()]
    kinds = [kind_of(cell) for cell in filled]
    if not any(kind in _STRONG for kind in kinds):
        return False
    known = sum(kind is not None for kind in kinds)
    return (known > _SOME or 2 * known >= len(filled)) and not any(
        any(map(str.isdigit, c)) and "@" in c for c in filled
    )


def kinds_of(cells: Sequence[str]) -> list[Kind]:
    """What each column holds, by its heading; Nom beside Prénom is the last name, and so on."""
    found = [kind_of(cell) or Kind.OTHER for cell in cells]
    counts = Counter(found)
    for at, cell in enumerate(cells):
        counts[found[at]] -= 1
        found[at] = _beside(counts, found[at], normal(cell))
        counts[found[at]] += 1
    if Kind.NAME in found or Kind.FIRST in found or Kind.LAST in found:
        wholly = Kind.NAME in found
        found = [Kind.NUMBER if kind is Kind.PLAYER and wholly else kind for kind in found]
    elif found.count(Kind.PLAYER) == 1:
        found[found.index(Kind.PLAYER)] = Kind.NAME
    if not {Kind.NAME, Kind.FIRST, Kind.LAST, Kind.PLAYER, Kind.MEMBER, Kind.TEAM} & {*found}:
        found = [Kind.NAME if kind is Kind.CLUB and cell else kind
                 for kind, cell in zip(found, cells, strict=True)]  # fmt: skip
    if Kind.MEMBER in found and Kind.TEAM not in found:
        found = [Kind.TEAM if kind in (Kind.CLUB, Kind.NAME) else kind for kind in found]
    if Kind.TEAM in found and not {Kind.MEMBER, Kind.PLAYER} & {*found}:
        people = {Kind.NAME, Kind.FIRST, Kind.LAST} & {*found}
        found = [(Kind.CLUB if people else Kind.NAME) if kind is Kind.TEAM else kind
                 for kind in found]  # fmt: skip
    if Kind.TEAM in found:
        found = [Kind.MEMBER if kind is Kind.PLAYER else kind for kind in found]
    return found


def _beside(others: Counter[Kind], kind: Kind, word: str) -> Kind:
    """What an ambiguous heading means beside the others."""
    if word not in _AMBIGUOUS or kind not in (Kind.NAME, Kind.FIRST):
        return kind
    if others[Kind.FIRST] and word in ("name", "nom", "nome"):
        return Kind.LAST
    if others[Kind.LAST] and word in ("nombre", "nome", "name"):
        return Kind.FIRST
    return kind
