"""The page of a round: its tables, how it was paired, and the data for drawing it again."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from types import SimpleNamespace

from runner import phases
from runner.core.language import _, current, ngettext
from runner.core.rounds import Round, Table
from runner.pairing.model import Certificate, DrawnFrom, Pairing
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render.directory import Directory, Person
from runner.render.rows import PlayerLine
from runner.render.site import qualifiers, rounds
from runner.render.site.shared import Shared


def round_page(shared: Shared, index: int) -> SimpleNamespace:
    """Return the view of the round at `index` among all published ones. `moved` is the heading of
    `moves`, and `before` and `after` have title and file of the adjacent rounds, which never
    change."""
    snapshot, directory, every = shared.snapshot, shared.directory, shared.snapshot.rounds
    round_ = every[index]
    adjacent = [{"title": link.title, "file": link.file} for link in reversed(shared.links)]
    phase = snapshot.phases[round_.id.phase - 1]
    pairing = rounds.pairing_of(snapshot, round_.id)
    certificate = pairing.certificate if pairing else None
    moves = _moves(certificate, phase, directory, round_) if certificate else ()
    numbers = {move.way: len(move.players) for move in moves}
    return SimpleNamespace(
        round=shared.rounds[round_.id],
        certificate=how_paired(pairing, phase, round_),
        moved=texts.moves(numbers.get("up", 0), numbers.get("down", 0)),
        moves=moves,
        origin=origin(pairing.drawn_from, snapshot.over)
        if pairing and pairing.drawn_from
        else None,
        standings=any(
            ranking.complete for ranking in phase.standings if ranking.after == round_.id
        ),
        before=adjacent[index - 1] if index else None,
        after=adjacent[index + 1] if index + 1 < len(every) else None,
    )


def how_paired(pairing: Pairing | None, phase: PhaseResult, round_: Round) -> tuple[str, ...]:
    """Return all that players are told about how a round was paired."""
    return (
        *_how(pairing, phase, round_),
        *texts.kept_apart(pairing.kept_apart if pairing else None),
        *texts.since_roll(pairing.since_roll if pairing else None),
        *qualifiers.sentences(phase, round_),
    )


def _how(pairing: Pairing | None, phase: PhaseResult, round_: Round) -> tuple[str, ...]:
    """Return how the round was paired: from its certificate, or as usual in its type of phase."""
    if pairing and pairing.drawn_from and not pairing.certificate:
        return (_(phases.find(phase.phase.type).HOW),)
    return texts.certificate(
        pairing.certificate if pairing else None,
        round_.id.number == 1,
        any(0 < len(table.seats) < phase.ruleset.pod_size for table in round_.tables),
        veiled=phase.veiled,
    )


def _moves(
    certificate: Certificate, phase: PhaseResult, directory: Directory, round_: Round
) -> tuple[SimpleNamespace, ...]:
    """Return the players paired up and down, with `way` "up" or "down"; () if points are hidden, as
    this would reveal them."""
    before = rounds.points_before(phase, round_.id)
    if before is None:
        return ()
    tables = {player: table for table in round_.tables for player in table.players}
    moves = []
    for way, heading, players in (
        ("up", _("Paired up"), certificate.moved_up),
        ("down", _("Paired down"), certificate.moved_down),
    ):
        there = directory.alphabetical(player for player in players if player in tables)
        moved = tuple(_moved(directory[player], player, before, tables[player]) for player in there)
        if moved:
            moves.append(SimpleNamespace(way=way, heading=heading, players=moved))
    return tuple(moves)


def _moved(
    person: Person, identity: str, before: Mapping[str, Fraction], table: Table
) -> PlayerLine:
    counts = Counter(before.get(player, Fraction(0)) for player in table.players)
    most = max(counts, key=lambda value: (counts[value], value))
    own = before.get(identity, Fraction(0))
    # Note: somebody's own points, and those of the others at the table.
    words = ngettext(
        "Table {table} · {n} point, paired with {most}",
        "Table {table} · {n} points, paired with {most}",
        own,
        table=table.number,
        most=current().number(most),
    )
    return PlayerLine(person.name, person.file, words)


def origin(drawn: DrawnFrom, over: bool) -> SimpleNamespace:
    """Return the data for drawing a round again. The seed is shown once it is no longer in use
    (docs/randomness.md), and `inputs` is "" if they are private."""
    seed = drawn.seed if over else ""
    return SimpleNamespace(
        seed=seed, seed_hash=drawn.seed_hash, inputs=drawn.inputs, engine=drawn.engine
    )
