"""A round for ever: its tables, how it was paired, and what it takes to draw it again."""

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
    """Return the page of one round, by its index among all published ones, with how it was paired:
    `moved` is the heading of `moves`, and `before` and `after` have the titles and files of the
    rounds beside it, which never change."""
    snapshot, directory, every = shared.snapshot, shared.directory, shared.snapshot.rounds
    round_ = every[index]
    adjacent = [{"title": link.title, "file": link.file} for link in reversed(shared.links)]
    phase = snapshot.phases[round_.id.phase - 1]
    made = rounds.pairing_of(snapshot, round_.id)
    certificate = made.certificate if made else None
    moves = _moves(certificate, phase, directory, round_) if certificate else ()
    numbers = {move.way: len(move.players) for move in moves}
    return SimpleNamespace(
        round=shared.rounds[round_.id],
        certificate=how_paired(made, phase, round_),
        moved=texts.moves(numbers.get("up", 0), numbers.get("down", 0)),
        moves=moves,
        origin=origin(made.drawn_from, snapshot.over) if made and made.drawn_from else None,
        standings=any(
            ranking.complete for ranking in phase.standings if ranking.after == round_.id
        ),
        before=adjacent[index - 1] if index else None,
        after=adjacent[index + 1] if index + 1 < len(every) else None,
    )


def how_paired(made: Pairing | None, phase: PhaseResult, round_: Round) -> tuple[str, ...]:
    """All that players are told of how a round was paired."""
    return (
        *_how(made, phase, round_),
        *texts.kept_apart(made.kept_apart if made else None),
        *texts.since_roll(made.since_roll if made else None),
        *qualifiers.sentences(phase, round_),
    )


def _how(made: Pairing | None, phase: PhaseResult, round_: Round) -> tuple[str, ...]:
    """How the round was paired: by its certificate, or as rounds of its kind of phase are."""
    if made and made.drawn_from and not made.certificate:
        return (_(phases.find(phase.phase.type).HOW),)
    return texts.certificate(
        made.certificate if made else None,
        round_.id.number == 1,
        any(0 < len(table.seats) < phase.ruleset.pod_size for table in round_.tables),
        veiled=phase.veiled,
    )


def _moves(
    made: Certificate, phase: PhaseResult, directory: Directory, round_: Round
) -> tuple[SimpleNamespace, ...]:
    """Who is paired up and down; nobody where points are kept back, which it would tell of. `way`
    is "up" or "down"."""
    before = rounds.points_before(phase, round_.id)
    if before is None:
        return ()
    tables = {player: table for table in round_.tables for player in table.players}
    found = []
    for way, heading, players in (
        ("up", _("Paired up"), made.moved_up),
        ("down", _("Paired down"), made.moved_down),
    ):
        there = directory.alphabetical(player for player in players if player in tables)
        moved = tuple(_moved(directory[player], player, before, tables[player]) for player in there)
        if moved:
            found.append(SimpleNamespace(way=way, heading=heading, players=moved))
    return tuple(found)


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
    """Return what anybody needs to draw a round again; the seed is shown when nothing is drawn from
    it any more (docs/randomness.md), and `inputs` is "" where they are private."""
    seed = drawn.seed if over else ""
    return SimpleNamespace(
        seed=seed, seed_hash=drawn.seed_hash, inputs=drawn.inputs, engine=drawn.engine
    )
