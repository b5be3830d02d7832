"""Formatting for the pages: numbers, records, outcomes, dates, and certificates in plain words."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date
from fractions import Fraction

from runner.core.dates import hall_time
from runner.core.identifiers import seat_letter
from runner.core.language import _, count, current, ngettext, pgettext
from runner.core.rounds import Outcome, Table
from runner.ledger import words
from runner.pairing.model import LIMITED, Certificate
from runner.standings.model import Record

NOTHING = "–"


def still_playing(now: int, total: int) -> str:
    """Return "12 of 29 tables still playing", to be used within a sentence."""
    if now < total:
        return f"{now} of {count(total, 'table')} still playing"
    return f"all {total} tables still playing" if total > 1 else "the table is still playing"


def span(first: int, last: int) -> str:
    """Return a rank, or a range of shared ranks: "2", "3–4"."""
    return str(first) if first == last else f"{first}{current().dash}{last}"


def decimal(value: Fraction, places: int, hundredfold: bool = False) -> str:
    """Return the value, times 100 if `hundredfold`, to `places` places, with halves rounded away
    from zero. Equal to `rounded`, but several times faster because it uses integers: pages have
    thousands of them."""
    numerator, denominator = value.as_integer_ratio()
    scale = 10**places
    scaled = abs(numerator) * scale * (100 if hundredfold else 1)
    whole = (2 * scaled + denominator) // (2 * denominator)
    sign = "-" if numerator < 0 and whole else ""
    if not places:
        return f"{sign}{whole}"
    return f"{sign}{whole // scale}{current().mark}{whole % scale:0{places}d}"


def record(value: Record) -> str:
    """Return wins–losses–draws, and byes if there are any: "2–1–0 + 1 bye"."""
    played = current().dash.join(map(str, (value.wins, value.losses, value.draws)))
    if not value.byes:
        return played
    return ngettext("{record} + {n} bye", "{record} + {n} byes", value.byes, record=played)


def outcome(
    taken: Outcome | None, seat_points: Fraction | None = None, *, agreed: bool = False
) -> str:
    """Return the result of a seat in words, or "" while it plays; `agreed` if its table drew
    intentionally."""
    if taken is None:
        return ""
    if taken is Outcome.DRAW:
        return draw(agreed=agreed)
    if taken is Outcome.POINTS or (taken is Outcome.WIN and seat_points is not None):
        return ngettext("{n} point", "{n} points", seat_points or Fraction(0))
    return _outcome(taken)


def out_of_game(table: Table) -> dict[str, str]:
    """Return, by id, when each player was eliminated from a game decided by elimination. Players
    eliminated at the same time have the same number; unknown ones are left out."""
    # Note: the {number}th player, or group, to go out of a game of many: “out 3”.
    out = {
        player: _("out {number}", number=number)
        for number, group in enumerate(table.out or (), 1)
        for player in group
    }
    if out and table.finished and len(table.still_in) == 1:
        # Note: of a player who is the last one left in a game of many.
        out[table.still_in[0]] = _("last one in")
    return out


def draw(*, agreed: bool) -> str:
    """Return "Draw", or "Draw (ID)" if the players agreed to it."""
    # Note: a draw that the players agreed to; ID is short for “intentional draw”, and players of
    # Note: most languages say so.
    return pgettext("result", "Draw (ID)") if agreed else pgettext("result", "Draw")


def _outcome(taken: Outcome) -> str:
    match taken:
        case Outcome.WIN:
            return pgettext("result", "Win")
        case Outcome.PENALTY_LOSS:
            return pgettext("result", "Match loss")
        case Outcome.CONCESSION:
            return pgettext("result", "Conceded")
        case Outcome.NO_SHOW:
            return pgettext("result", "No-show")
        case _other:
            return pgettext("result", "Loss")


def letter(taken: Outcome | None) -> str:
    """Return an outcome as one letter; anything but a win, draw or points is a loss, None "–"."""
    match taken:
        case None:
            return NOTHING
        case Outcome.WIN:
            # Note: one letter for a win; so are D for a draw, L for a loss and P for points.
            return pgettext("letter", "W")
        case Outcome.DRAW:
            return pgettext("letter", "D")
        case Outcome.POINTS:
            return pgettext("letter", "P")
        case _other:
            return pgettext("letter", "L")


def score(table: Table, first: int = 0) -> str:
    """Return the games of two players, "2–1" or "1–1–1", those of the seat `first` before the
    other's; "" for pods and unknown games."""
    games = [seat.games_won for seat in (*table.seats[first:], *table.seats[:first])]
    if len(games) != 2 or None in games or not table.finished:
        return ""
    numbers = [*games, table.games_drawn] if table.games_drawn else games
    return current().dash.join(map(str, numbers))


def duels(games: Sequence[tuple[int, int, int]]) -> Iterator[str]:
    """Yield the games of each seat of two teams: "A 2–1"."""
    for at, (one, two, drawn) in enumerate(games):
        numbers = [one, two, drawn] if drawn else [one, two]
        yield f"{seat_letter(at)} {current().dash.join(map(str, numbers))}"


def day(iso: str) -> str:
    """Return "Saturday, 21 November 2026"; text that is not a date is returned as is."""
    return current().day(date.fromisoformat(iso[:10])) if is_day(iso) else iso


def is_day(iso: str) -> bool:
    """Return whether the text begins with an ISO date: "2026-11-21"."""
    try:
        date.fromisoformat(iso[:10])
    except ValueError:
        return False
    return True


def short_day(iso: str) -> str:
    """Return "21 November 2026"; text that is not a date is returned as is."""
    return current().short_day(date.fromisoformat(iso[:10])) if is_day(iso) else iso


def clock(iso: str, zone: str = "") -> str:
    """Return the time of day in the hall's `zone`: "14:05". Without `zone`, it is the time in the
    offset that was recorded, and "14:05 UTC" without one."""
    when = hall_time(iso, zone)
    known = zone or (when.utcoffset() is not None and when.tzinfo is not UTC)
    return f"{when:%H:%M}" if known else f"{when:%H:%M} UTC"


def instant(iso: str, zone: str = "") -> str:
    """Return the moment in ISO 8601 with the hall's offset; browsers add the local time."""
    when = hall_time(iso, zone)
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).isoformat(timespec="seconds")


def certificate(
    certificate: Certificate | None, first: bool, small_tables: bool, *, veiled: bool = False
) -> tuple[str, ...]:
    """Return the quality of a pairing as sentences for players, without points if `veiled`.

    Other notes of the certificate are left out: they may reveal who is kept apart from whom.
    """
    if certificate is None:
        return (_("The organiser set this round; Runner did not pair it."),)
    if first:
        return (
            _("The first round is drawn at random from the event’s seed: "
              "anybody who has the seed can draw it again and gets the same tables."),
        )  # fmt: skip
    return tuple(_qualities(certificate, small_tables, veiled=veiled))


def _qualities(certificate: Certificate, small_tables: bool, *, veiled: bool) -> Iterator[str]:
    if certificate.repeated_pairs:
        yield ngettext(
            "{n} pair of players meets again, having met in an earlier round.",
            "{n} pairs of players meet again, having met in an earlier round.",
            certificate.repeated_pairs,
        )
    else:
        yield _("Nobody meets an opponent of an earlier round again.")
    if certificate.small_pod_repeats:
        yield ngettext(
            "{n} player sits at a small table for a second time.",
            "{n} players sit at a small table for a second time.",
            certificate.small_pod_repeats,
        )
    elif small_tables:
        yield _("Nobody sits at a small table for a second time.")
    yield from (_(note) for note in certificate.notes if note == LIMITED)
    if not veiled:
        yield _points(certificate)
    if certificate.uneven_seats:
        yield ngettext(
            "Seats are uneven for {n} player.", "Seats are uneven for {n} players.",
            certificate.uneven_seats,
        )  # fmt: skip
    elif certificate.uneven_seats is not None:
        yield _("Seats are even for everybody.")


def _points(certificate: Certificate) -> str:
    number = current().number
    total, least = number(certificate.points_mismatch), number(certificate.lower_bound)
    if certificate.points_mismatch != certificate.lower_bound:
        return _(
            "Point gaps add up to {total}; no pairing could be below {least}.",
            total=total, least=least,
        )  # fmt: skip
    if not certificate.points_mismatch:
        return _("At every table all players came with equal points.")
    return _("Point gaps add up to {total}; no pairing could be below that.", total=total)


def kept_apart(counts: Mapping[str, int] | None) -> tuple[str, ...]:
    """Return the effect of names in Keep apart, without names, which are private."""
    if not counts:
        return ()
    # Note: what the organiser wished for: “2 pairs of players are kept apart by name, ...”.
    return (_("The organiser’s wish: {wish}.", wish=words.kept_apart(counts)),)


def since_roll(counts: Mapping[str, int] | None) -> tuple[str, ...]:
    """Return what changed between the roll of the hall and the draw."""
    if not counts:
        return ()
    # Note: the changes are a list of clauses: “2 players came, 1 player left”.
    return (
        _(
            "Between the roll of the hall and this draw {changes}.",
            changes=words.since_roll(counts),
        ),
    )


def moves(up: int, down: int) -> str:
    """Return a heading for the players paired up or down: "Paired up and down: 4 players"."""
    if up and down:
        return ngettext(
            "Paired up and down: {n} player", "Paired up and down: {n} players", up + down
        )
    if up:
        return ngettext("Paired up: {n} player", "Paired up: {n} players", up)
    return ngettext("Paired down: {n} player", "Paired down: {n} players", down)
