"""The view of a round: its tables with results, players without a table, and its state."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from types import MappingProxyType, SimpleNamespace

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import _, ngettext
from runner.core.phase import Mode
from runner.core.rounds import Round
from runner.ledger.words import sentences
from runner.pairing.model import Pairing
from runner.phases import tree
from runner.phases.elimination.names import Names
from runner.phases.model import PhaseResult
from runner.phases.round_robin.groups import title_of
from runner.render import text as texts
from runner.render.directory import Directory
from runner.render.rows import PlayerLine, table_line
from runner.render.site import qualifiers
from runner.render.timed_text import TimedText, countdown, time_view


def playing(round_: Round) -> int:
    """Return how many tables have no complete result yet."""
    return sum(1 for table in round_.tables if table.seats and not table.finished)


def status(round_: Round) -> str:
    """Return "12 of 29 tables still playing"."""
    now, total = playing(round_), sum(1 for table in round_.tables if table.seats)
    if not now:
        return _("All results are in")
    if now == total:
        return ngettext("The table is still playing", "All {n} tables still playing", total)
    return ngettext(
        "{playing} of {n} table still playing",
        "{playing} of {n} tables still playing",
        total,
        playing=now,
    )


def veil(phase: PhaseResult) -> str:
    """Return the sentence shown in place of hidden results; "" if they are not hidden."""
    if not phase.veiled:
        return ""
    return _(
        "Results and standings are shown when the last round of {phase} is over.",
        phase=phase.phase.name,
    )


def points_before(phase: PhaseResult, id_: RoundId) -> Mapping[str, Fraction] | None:
    """Return the players' match points before a round, or None before the first ranking and in a
    playoff, which gives none."""
    if phases.playoff(phase.phase.type):
        return None
    before = next((ranking for ranking in reversed(phase.standings) if ranking.after < id_), None)
    return {row.player: row.match_points for row in before.rows} if before else None


def round_view(snapshot: Snapshot, directory: Directory, round_: Round) -> SimpleNamespace:
    """Return the view of a round, without how it was paired. `file` is the name of its page: "R3",
    "P2R1"; `finished` are players whose group has played all its matches, and `waiting` those whose
    next match in a bracket is in a later round. `extra_minutes` are those
    of tables with extra time, by number; `above` are who stands above in a bracket."""
    phase = snapshot.phases[round_.id.phase - 1]
    before = points_before(phase, round_.id)
    resting = qualifiers.resting(phase, round_)

    def those(reason: str) -> list[str]:
        return [player for player, why in resting.items() if why == reason]

    labels, above = _in_bracket(phase, round_.id)
    early = dict.fromkeys(those(qualifiers.IN_PLAYOFF), _("in the playoff"))
    seated = (table for table in round_.tables if table.seats)
    line = partial(
        table_line, directory, before=before, veiled=phase.veiled, phase=phase, round_id=round_.id
    )
    return SimpleNamespace(
        title=snapshot.title(round_.id),
        file=round_.id.prefix,
        status=status(round_),
        tables=tuple(
            line(table, group=title_of(phase.groups, table.players) or labels.get(table.number, ""))
            for table in sorted(seated, key=lambda table: table.number)
        ),
        byes=_sitting_out(directory, round_.byes, early),
        absent=_sitting_out(directory, round_.absent),
        above=above,
        seats_have_points=before is not None,
        extra_minutes={
            table.number: time.extra
            for table in round_.tables
            if (time := countdown(snapshot, round_, table.number)).extra
        },
        veil=veil(phase),
        time=time_view(snapshot, round_),
        finished=_sitting_out(directory, those(qualifiers.FINISHED)),
        waiting=_sitting_out(directory, those(qualifiers.WAITING)),
        changes=changes(snapshot, directory, round_.id),
    )


def _in_bracket(phase: PhaseResult, id_: RoundId) -> tuple[Mapping[int, str], Mapping[int, str]]:
    """Return by table the name of each match of a round in a double elimination, "L3.1", and the
    player of the upper place in any bracket of matches."""
    drawn = None if phase.veiled else tree(phase)
    if drawn is None:
        return {}, {}
    names = Names(drawn, pods=phase.phase.mode is Mode.MULTIPLAYER)
    matches = {
        match.table: match
        for match in names.matches.values()
        if match.round == id_.number and match.table is not None
    }
    labels = {table: names.labels[match.key] for table, match in matches.items()}
    above = {table: match.places[0].player or "" for table, match in matches.items()}
    return labels if names.double else {}, above


def pairing_of(snapshot: Snapshot, id_: RoundId) -> Pairing | None:
    """Return how a published round was paired; None if unknown."""
    known = (pairing for pairing in snapshot.pairings if not pairing.proposed)
    return next((pairing for pairing in known if pairing.round == id_), None)


def changes(snapshot: Snapshot, directory: Directory, id_: RoundId) -> tuple[TimedText, ...]:
    """Return a sentence for each change that the organiser made to a published round."""
    pairing, zone = pairing_of(snapshot, id_), snapshot.event.time_zone
    veiled = snapshot.phases[id_.phase - 1].veiled

    def name(player: str) -> str:
        return directory[player].name if player in directory.people else player

    def changed(at: str, text: str) -> TimedText:
        clock, moment = texts.clock(at, zone), texts.instant(at, zone)
        # Note: a time of day, and what was changed: “the round was paired again”.
        change = text.removesuffix(".")
        words = _("Changed by the organiser, {time}: {change}.", time=clock, change=change)
        return TimedText(words, {clock.removesuffix(" UTC"): moment})

    return tuple(
        changed(entry.at, text)
        for entry in (pairing.changes if pairing else ())
        if entry.at
        for text in sentences(entry, name, veiled=veiled, called=snapshot.called)
    )


def _sitting_out(
    directory: Directory, players: Iterable[str], why: Mapping[str, str] = MappingProxyType({})
) -> tuple[PlayerLine, ...]:
    """Return lines by last name; `why` gives any unusual reason, by id."""
    return tuple(
        PlayerLine(directory[player].name, directory[player].file, why.get(player, ""))
        for player in directory.alphabetical(players)
    )
