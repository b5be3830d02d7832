"""The pages that everybody looks at: the event, pairings by name and by table, players, rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.event import Mode, Round, Table
from runner.core.numbers import points
from runner.core.phrases import count
from runner.pairing.model import Certificate, DrawnFrom, Pairing
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render.site import going_on, rounds, times
from runner.render.site.bracket.page import addresses
from runner.render.site.directory import Directory, Letter, Person
from runner.render.site.final_page import FinalLine, FinalView
from runner.render.site.rankings import Line, StandingsView
from runner.render.site.rounds import RoundView

_LEADERS = 8
_STILL_NAMED = 24  # tables that still play are named on the front page when they are so few
_MODES = {
    Mode.HEAD_TO_HEAD: "Head-to-head",
    Mode.MULTIPLAYER: "Pods of {size}",
    Mode.DRAFT: "Booster draft",
}


class RoundLink(NamedTuple):
    """A round in a list: `standings` says whether a ranking is after it; `bracket` is the page
    of its playoff, or ""."""

    title: str
    file: str
    status: str
    standings: bool
    bracket: str


class EventView(NamedTuple):
    """The front page. `status` is "" before the first round; `done` of `total` tables are in;
    `final` says that the leaders stand by their places in the whole event."""

    name: str
    day: str
    venue: str
    facts: tuple[str, ...]
    round: str
    file: str
    status: str
    time: str
    done: int
    total: int
    playing: tuple[int, ...]
    leaders: tuple[Line | FinalLine, ...]
    leaders_title: str
    final: bool
    veil: str
    links: tuple[RoundLink, ...]
    clock: str
    instant: str


class PairingLine(NamedTuple):
    """Where one player sits; `others` are those at the table, `words` what it is without one."""

    name: str
    file: str
    table: str
    seat: str
    others: tuple[str, ...]
    words: str


class PairingsView(NamedTuple):
    """The current round by last name; `title` is "" before the first."""

    title: str
    total: int
    letters: tuple[Letter, ...]
    seats: bool


class TablesView(NamedTuple):
    """The current round by table, or nothing yet."""

    round: RoundView | None


class Moved(NamedTuple):
    """Somebody who is paired up or down; `words` is "Table 2 · 8 points, paired with 14"."""

    name: str
    file: str
    words: str


class Moves(NamedTuple):
    """Everybody who is paired up, or down; `way` says which."""

    way: str
    players: tuple[Moved, ...]


class Origin(NamedTuple):
    """What anybody needs to draw a round again; `seed` is "" while it must not be known, and
    `inputs` where they are private."""

    seed: str
    seed_hash: str
    inputs: str
    engine: str


class RoundPage(NamedTuple):
    """A round for ever: how it was paired as well. `moved` is the heading of `moves`."""

    round: RoundView
    certificate: tuple[str, ...]
    moved: str
    moves: tuple[Moves, ...]
    origin: Origin | None
    standings: bool
    before: str
    after: str


class RoundsView(NamedTuple):
    """Every round so far, the latest first."""

    links: tuple[RoundLink, ...]


class StandingsPage(NamedTuple):
    """The ranking, or nothing yet; `file` is its round's, or "" for the latest ranking. `veil` is
    said where a later one is kept back; `whole` says that the page of the latest has the places of
    the whole event."""

    ranking: StandingsView | None
    file: str
    veil: str = ""
    whole: bool = False


class PlayerLine(NamedTuple):
    """A player in the list of all; `words` is "dropped", "enters in round 2" or ""."""

    name: str
    file: str
    club: str
    words: str


class PlayersView(NamedTuple):
    """Everybody, by last name."""

    total: int
    letters: tuple[Letter, ...]


# --- the event -----------------------------------------------------------------------------------


def event_view(snapshot: Snapshot, ranking: StandingsView | FinalView | None) -> EventView:
    """What the event is, how far it has come, and who leads, or has come furthest."""
    event, current = snapshot.event, snapshot.current_round
    total = sum(1 for table in current.tables if table.seats) if current else 0
    playing = rounds.playing(current) if current else 0
    return EventView(
        event.name,
        texts.day(event.date),
        event.venue,
        tuple(_facts(snapshot)),
        rounds.title_of_many(snapshot, current.id) if current else "",
        current.id.prefix if current else "",
        rounds.status(current) if current else "",
        times.short(snapshot, current) if current else "",
        total - playing,
        total,
        _named(current, playing),
        ranking.leaders[:_LEADERS] if ranking else (),
        _leaders_title(ranking),
        isinstance(ranking, FinalView),
        veil(snapshot),
        round_links(snapshot),
        texts.clock(snapshot.as_of) if snapshot.as_of else "",
        texts.instant(snapshot.as_of) if snapshot.as_of else "",
    )


def _leaders_title(ranking: StandingsView | FinalView | None) -> str:
    if isinstance(ranking, FinalView):
        return ranking.leaders_title
    return ranking.title if ranking else ""


def veil(snapshot: Snapshot) -> str:
    """What is said of results that are kept back now; "" where none are."""
    begun = (each for each in reversed(snapshot.phases) if each.rounds)
    return next((rounds.veil(each) for each in begun), "")


def _named(current: Round | None, playing: int) -> tuple[int, ...]:
    if current is None or not playing or playing > _STILL_NAMED:
        return ()
    tables = (table.number for table in current.tables if table.seats and not table.finished)
    return tuple(sorted(tables))


def _facts(snapshot: Snapshot) -> Iterator[str]:
    yield count(len(snapshot.players), "player")
    for phase in snapshot.phases:
        yield _phase_fact(phase, len(snapshot.phases) > 1)
    if snapshot.phases:
        rules = snapshot.phases[0].ruleset
        if rules.scoring == "match_points":
            yield f"Win {points(rules.win)}, draw {points(rules.draw)}, loss {points(rules.loss)}"


def _phase_fact(phase: PhaseResult, named: bool) -> str:
    mode = _MODES[phase.phase.mode].format(size=phase.ruleset.pod_size)
    planned = f", {count(phase.planned, 'round')}" if phase.planned else ""
    return f"{phase.phase.name}: {mode[0].lower()}{mode[1:]}{planned}" if named else mode + planned


def round_links(snapshot: Snapshot) -> tuple[RoundLink, ...]:
    """Every published round, the latest first."""
    complete = {
        each.after for phase in snapshot.phases for each in phase.standings if each.complete
    }
    drawn = addresses(snapshot)
    return tuple(
        RoundLink(
            rounds.title(snapshot, each.id),
            each.id.prefix,
            rounds.status(each),
            each.id in complete,
            drawn.get(each.id.phase, ""),
        )
        for each in reversed(snapshot.rounds)
    )


# --- the current round ---------------------------------------------------------------------------


def pairings_view(snapshot: Snapshot, directory: Directory) -> PairingsView:
    """Everybody who is in the current round, once, by last name."""
    current = snapshot.current_round
    if current is None:
        return PairingsView("", 0, (), False)
    found = {key: line for table in current.tables for key, line in _at_table(directory, table)}
    out = dict.fromkeys(current.byes, "Bye") | dict.fromkeys(current.absent, "Not playing")
    out |= going_on.resting(snapshot.phases[current.id.phase - 1], current)
    for each, words in out.items():
        person = directory[each]
        found[each] = PairingLine(person.last_first, person.file, "", "", (), words)
    order = directory.alphabetical(found)
    return PairingsView(
        rounds.title_of_many(snapshot, current.id),
        len(found),
        directory.by_letter((each, found[each]) for each in order),
        any(line.seat for line in found.values()),
    )


def _at_table(directory: Directory, table: Table) -> Iterator[tuple[str, PairingLine]]:
    people = [directory[seat.player] for seat in table.seats]
    for index, (seat, person) in enumerate(zip(table.seats, people, strict=True)):
        yield (
            seat.player,
            PairingLine(
                person.last_first,
                person.file,
                str(table.number),
                texts.seat_letter(index, len(people)),
                tuple(other.name for other in people if other is not person),
                "",
            ),
        )


def tables_view(snapshot: Snapshot, directory: Directory) -> TablesView:
    """The current round by table."""
    current = snapshot.current_round
    return TablesView(rounds.round_view(snapshot, directory, current) if current else None)


# --- all rounds, all players ---------------------------------------------------------------------


def rounds_view(snapshot: Snapshot) -> RoundsView:
    """The list of rounds."""
    return RoundsView(round_links(snapshot))


def round_page(snapshot: Snapshot, directory: Directory, index: int) -> RoundPage:
    """The page of one round, by its index among all published ones."""
    every = snapshot.rounds
    round_ = every[index]
    phase = snapshot.phases[round_.id.phase - 1]
    made = next(
        (each for each in snapshot.pairings if each.round == round_.id and not each.proposed), None
    )
    certificate = made.certificate if made else None
    moves = _moves(certificate, phase, directory, round_) if certificate else ()
    return RoundPage(
        rounds.round_view(snapshot, directory, round_),
        (*_how(made, phase, round_), *going_on.sentences(phase, round_)),
        texts.moves(
            sum(len(each.players) for each in moves if each.way == "up"),
            sum(len(each.players) for each in moves if each.way == "down"),
        ),
        moves,
        _origin(made.drawn_from, snapshot.over) if made and made.drawn_from else None,
        any(each.after == round_.id and each.complete for each in phase.standings),
        every[index - 1].id.prefix if index else "",
        every[index + 1].id.prefix if index + 1 < len(every) else "",
    )


def _how(made: Pairing | None, phase: PhaseResult, round_: Round) -> tuple[str, ...]:
    """How the round was paired: by its certificate, or as rounds of its kind of phase are."""
    if made and made.drawn_from and not made.certificate:
        return (phases.find(phase.phase.type).HOW,)
    return texts.certificate(
        made.certificate if made else None,
        round_.id.number == 1,
        any(0 < len(table.seats) < phase.ruleset.pod_size for table in round_.tables),
    )


def _moves(
    made: Certificate, phase: PhaseResult, directory: Directory, round_: Round
) -> tuple[Moves, ...]:
    """Who is paired up and down; nobody where points are kept back, which it would tell of."""
    before = rounds.points_before(phase, round_.id)
    if before is None:
        return ()
    tables = {player: table for table in round_.tables for player in table.players}
    found = []
    for way, players in (("up", made.moved_up), ("down", made.moved_down)):
        there = directory.alphabetical(each for each in players if each in tables)
        moved = tuple(_moved(directory[each], each, before, tables[each]) for each in there)
        found += [Moves(way, moved)] if moved else []
    return tuple(found)


def _moved(person: Person, identity: str, before: Mapping[str, Fraction], table: Table) -> Moved:
    counts = Counter(before.get(each, Fraction(0)) for each in table.players)
    most = max(counts, key=lambda value: (counts[value], value))
    own = before.get(identity, Fraction(0))
    words = f"Table {table.number} · {count(own, 'point')}, paired with {points(most)}"
    return Moved(person.name, person.file, words)


def _origin(drawn: DrawnFrom, over: bool) -> Origin:
    """The seed is shown when nothing is drawn from it any more (docs/randomness.md)."""
    return Origin(drawn.seed if over else "", drawn.seed_hash, drawn.inputs, drawn.engine)


def players_view(snapshot: Snapshot, directory: Directory) -> PlayersView:
    """Everybody of the event, by last name."""
    now = len(snapshot.rounds)
    order = directory.alphabetical(snapshot.players)
    return PlayersView(
        len(order),
        directory.by_letter((each, _player_line(snapshot, directory, each, now)) for each in order),
    )


def _player_line(snapshot: Snapshot, directory: Directory, identity: str, now: int) -> PlayerLine:
    person, player = directory[identity], snapshot.players[identity]
    words = ""
    if player.enters > max(now, 1):
        words = f"enters in round {player.enters}"
    elif not player.plays(now + 1) and not player.plays(now):
        words = "dropped"
    return PlayerLine(person.last_first, person.file, person.club, words)
