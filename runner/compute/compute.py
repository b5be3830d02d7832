"""The main function: derive a `Snapshot` from an event and its ledger.

It is pure. Whatever has to be recorded it returns as ledger entries; the caller appends them and
calls again, until there are none.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain
from typing import Any

from runner import phases
from runner.compute import draft as draft_pods
from runner.compute.checks import check
from runner.compute.clock import clocks
from runner.compute.decisions import REGISTRY
from runner.compute.decisions.decide import decide
from runner.compute.decisions.preview import of_proposal
from runner.compute.decisions.seats import byes_decided
from runner.compute.draft import drafts
from runner.compute.penalties import apply_concessions, penalise
from runner.compute.progress import Progress
from runner.compute.reconcile.decisions import DecisionLines, of_previews, of_rounds
from runner.compute.reconcile.players import PlayerResolver
from runner.compute.reconcile.reconcile import Reconciled, reconcile
from runner.compute.reconcile.rows import stands_in
from runner.compute.rulings.desk import problems as ruling_problems
from runner.compute.rulings.due import due, with_rulings
from runner.compute.seeds import roll_in_force, too_late
from runner.compute.snapshot import Snapshot
from runner.core import names
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import count
from runner.core.player import Player
from runner.core.problems import Problem
from runner.core.rounds import Round
from runner.core.seating import Seating
from runner.core.teams import Team, team
from runner.ledger.entries import PUBLISHING, Entry, EntryKind, sets_names
from runner.ledger.ledger import Ledger
from runner.ledger.published import PublishedRound, cells_document, seating_of
from runner.ledger.seal import canonical, digest
from runner.ledger.words import ON_THE_PAGE
from runner.pairing.certificate import certify
from runner.pairing.model import Certificate, DrawnFrom, Pairing
from runner.pairing.state import PairingInput, from_document
from runner.phases.final_places import final
from runner.phases.model import PhaseResult
from runner.rules.advice import advice, least
from runner.rules.elimination import won_by
from runner.rules.ruleset import Ruleset, ruleset
from runner.standings.ranking import Rankings

_NO_SEED = "-"
_THE_SAME_AFTERWARDS = (EntryKind.RESULTS, EntryKind.PREVIEWED)


def compute(event: Event, ledger: Ledger, rankings: Rankings | None = None) -> Snapshot:
    """Return everything that follows from the workbook and the ledger. Pass the same `rankings` to
    each call to save time; the result does not depend on them."""
    rulings = due(event, ledger)
    event = with_rulings(event, rulings)
    rules, problems = _rulesets(event)
    best_of = {number: rules_of_phase.best_of for number, rules_of_phase in rules.items()}
    orders = {
        at: order for at, rules_of_phase in rules.items() if (order := won_by(rules_of_phase))
    }
    reconciled = reconcile(event, ledger, best_of, _playing_on(event, rules), orders)
    roll = roll_in_force(event, ledger)
    problems += too_late(event, roll)
    typed = event.decisions
    event = replace(
        event,
        hall_roll=roll,
        players=tuple(reconciled.players.values()),
        seed=_seed(event),
        decisions=of_rounds(event, ledger),
        previews=of_previews(event, ledger),
    )
    drafted, wrong = draft_pods.changes(event, ledger, reconciled.players, rules)
    problems += wrong
    counted, people, wrong_penalties = penalise(event, reconciled.rounds, best_of)
    in_force = replace(reconciled, rounds=apply_concessions(counted, best_of))
    playing = replace(event, players=people)
    byes = byes_decided(DecisionLines(event.decisions, ledger, typed), reconciled.players)
    progress = Progress(playing, ledger, in_force, rules, rankings or Rankings(), byes)
    results = progress.results()
    proposal = progress.proposal(results)
    published = tuple(_published_pairing(round_, ledger) for round_ in reconciled.rounds.values())
    as_typed = replace(progress, reconciled=reconciled)
    preview = of_proposal(as_typed, proposal)
    entries, wrong_decisions = decide(as_typed, results, proposal, REGISTRY, typed, preview)
    entries = [_with_cells(entry, event, reconciled, ledger) for entry in entries]
    problems += [*reconciled.problems, *wrong_penalties, *wrong_decisions]
    problems += check(as_typed, results)
    timed, misplaced = clocks(event, results, ledger)
    problems += [*misplaced, *ruling_problems(rulings)]
    return Snapshot(
        event=event,
        players=reconciled.players,
        phases=results,
        reported=tuple(reconciled.rounds[id_] for id_ in sorted(reconciled.rounds)),
        pairings=(*published, *((proposal.pairing,) if proposal else ())),
        problems=tuple(problems),
        entries=_in_order((*rulings.entries, *reconciled.entries, *drafted), entries),
        drafts=drafts(results, ledger),
        rehearsal=event.rehearsal or any(round_.rehearsed for round_ in reconciled.rounds.values()),
        recommendation=recommendation(event, results),
        clocks=timed,
        final=final(results),
        spellings={**_former_members(ledger), **ledger.names},
        teams=_teams(reconciled.players, ledger),
        seeds=ledger.seeds,
        deck_checks=ledger.deck_checks,
        as_of=_latest(event.saved, ledger.last_at),
        preview=preview,
    )


def _with_cells(entry: Entry, event: Event, reconciled: Reconciled, ledger: Ledger) -> Entry:
    """Return an entry; if it changes the names on a round's sheet, with the current content of its
    cells."""
    id_ = entry.round
    sheet, before = event.sheet(id_), ledger.rounds.get(id_) or ledger.taken_back.get(id_)
    if sheet is None or not sets_names(entry):
        return entry
    played = reconciled.rounds.get(id_)
    drawn = seating_of(entry.data) if entry.kind in PUBLISHING else Seating()
    seating = Seating.of(played) if played else drawn
    who = PlayerResolver(reconciled.players, ledger.names)
    stands = stands_in(sheet, before or PublishedRound(id_), seating, who)
    if before is None and not stands:
        return entry
    return replace(entry, data={**entry.data, **cells_document(stands, sheet.mark)})


def _in_order(typed: Sequence[Entry], decided: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return manual changes, then decisions; refusals wait until the changes are recorded."""
    if any(entry.kind is not EntryKind.RESULTS for entry in typed):
        decided = [entry for entry in decided if entry.kind is not EntryKind.REFUSED]
    return (*typed, *decided)


def once_recorded(snapshot: Snapshot, ledger: Ledger) -> Snapshot | None:
    """Return the snapshot for when its results are in the ledger; None if it has to be computed
    again."""
    if any(entry.kind not in _THE_SAME_AFTERWARDS for entry in snapshot.entries):
        return None
    return replace(snapshot, entries=(), as_of=_latest(snapshot.event.saved, ledger.last_at))


def _rulesets(event: Event) -> tuple[dict[int, Ruleset], list[Problem]]:
    rules: dict[int, Ruleset] = {}
    problems: list[Problem] = []
    for phase in event.phases:
        rules[phase.number], wrong = ruleset(phase, event.settings, event.enforcement, event.places)
        problems += [problem for problem in wrong if problem not in problems]
    return rules, problems


def _playing_on(event: Event, rules: Mapping[int, Ruleset]) -> frozenset[int]:
    return frozenset(
        phase.number
        for phase in event.phases
        if phases.find(phase.type).plays_on(rules[phase.number])
    )


def _seed(event: Event) -> str:
    """Return the event's seed, or else its name and date, which a check reports."""
    return event.seed or f"{event.name} {event.date}".strip() or _NO_SEED


def _latest(saved: str, written: str) -> str:
    """Return the later of two ISO 8601 times, of a save and of the ledger: by the clock that the
    ledger was written by, if it has a line. One without an offset counts as UTC."""

    def moment(text: str) -> datetime:
        moment_ = datetime.fromisoformat(text)
        return moment_ if moment_.tzinfo else moment_.replace(tzinfo=UTC)

    if not written or not saved or moment(saved) <= moment(written):
        return written or saved
    return moment(saved).astimezone(moment(written).tzinfo).isoformat(timespec="seconds")


def _published_pairing(played: Round, ledger: Ledger) -> Pairing:
    """Return the round as it is now, with its drawing and its certificate."""
    published, drawn = ledger.rounds[played.id], ledger.of_pairing(played.id)[0].data
    now, was = Seating.of(played), seating_of(drawn)
    as_drawn = dict(was.tables)
    changed = {number: seats for number, seats in now.tables if as_drawn.get(number, ()) != seats}
    certificate = (
        Certificate.from_document(published.certificate) if published.certificate else None
    )
    if certificate and (changed or now.byes != was.byes):
        certificate = _audited(drawn.get("state"), now, changed)
    elif (
        certificate
        and "moved_up"
        not in (published.certificate or {})  # the certificate is older than these values
        and (audited := _audited(drawn.get("state"), now, {}))
    ):
        counted = ("club_clashes", "moved_up", "moved_down", "uneven_seats")
        certificate = replace(certificate, **{name: getattr(audited, name) for name in counted})
    apart = drawn.get("kept_apart", {"tables": 0})
    return Pairing(
        played.id,
        now,
        certificate,
        drawn_from=_drawn_from(drawn),
        changes=tuple(_told_in_public(played.id, ledger)),
        kept_apart=apart if apart["tables"] else None,  # else it stays private that somebody asked
        since_roll=drawn.get("since_roll"),
    )


def _told_in_public(id_: RoundId, ledger: Ledger) -> Iterator[Entry]:
    """Yield the changes of a round for its page; corrections only once the next round is
    published."""
    followed = False
    for entry in ledger.entries:
        followed |= entry.kind in PUBLISHING and entry.round > id_
        here = entry.round == id_ and entry.kind in ON_THE_PAGE
        if here and (followed or entry.kind is not EntryKind.CORRECTED):
            yield entry


def _audited(
    document: Mapping[str, Any] | None, now: Seating, changed: Mapping[int, tuple[str, ...]]
) -> Certificate | None:
    """Return the certificate of a round whose tables the organiser has changed, as the one of the
    drawing no longer holds. None if a player was not in the drawing."""
    state = from_document(document)
    known = {player.id for player in state.players} if isinstance(state, PairingInput) else set()
    if not isinstance(state, PairingInput) or not {*now.seated, *now.byes} <= known:
        return None
    set_by_hand = {number: seats for number, seats in changed.items() if seats}
    placed = Seating(state.placed).with_tables(set_by_hand).tables
    return certify(replace(state, placed=placed), now.tables, now.byes, proved=False)


def _drawn_from(drawn: Mapping[str, Any]) -> DrawnFrom | None:
    """Return the drawing recorded in a round's line of the ledger; None if Runner did not pair
    it."""
    state = drawn.get("state")
    return DrawnFrom(state["seed"], _inputs(_Same(state)), drawn["algorithm"]) if state else None


class _Same:
    """A state in the ledger, which never changes; it is equal to itself only."""

    __slots__ = ("state",)

    def __init__(self, state: Mapping[str, Any]) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.state is other.state

    def __hash__(self) -> int:
        return id(self.state)


@lru_cache(maxsize=50)
def _inputs(drawn: _Same) -> str:
    """Return the hash of the input of a drawing, without whom to keep apart, which is private."""
    players = [
        {key: value for key, value in player.items() if key != "keep_apart"}
        for player in drawn.state["players"]
    ]
    return digest(canonical({**drawn.state, "players": players}).encode())


def recommendation(event: Event, results: Sequence[PhaseResult]) -> str:
    """Return the advice before round 1, with the minimum of the enforcement level; "" if there is
    none."""
    first = results[0] if results and not any(result.rounds for result in results) else None
    if first is None or not phases.find(first.phase.type).OPEN or first.phase.drafts:
        return ""
    rules = first.ruleset
    if not (playing := [player for player in first.field if player.plays(1)]):
        return ""
    awarded = [player.awarded_byes for player in playing if player.awarded_byes]
    players, rounds = least(rules, event.enforcement)
    who = rules.played_as.entrant if rules.played_as else "player"
    cut = results[1].phase.cut if len(results) > 1 else None
    suggested = advice(rules, len(playing), awarded)
    if not suggested.recommended:
        return ""
    return (
        f"{suggested.sentence(first.phase.rounds, cut)} {event.enforcement.capitalize()} asks "
        f"for at least {count(players, who)} and {count(rounds, 'round')}."
    )


# --- teams --------------------------------------------------------------------------------------


def _teams(players: Mapping[str, Player], ledger: Ledger) -> dict[str, Team]:
    """Return the people of each team, by its id, and those of each round when it was published. A
    person who plays, or has played, for another team is never taken for a corrected name, as
    members with nearly the same names may be exchanged."""
    played: dict[str, dict[RoundId, Sequence[str]]] = defaultdict(dict)
    for round_ in ledger.rounds.values():
        for identity, members in round_.members.items():
            played[identity][round_.id] = members
    owners: dict[str, set[str]] = defaultdict(set)
    for identity, player in players.items():
        for name in chain(player.members, *played.get(identity, {}).values()):
            owners[names.key(name)].add(identity)
    return {
        identity: team(
            player.members,
            played.get(identity, {}),
            {*player.substitutes, *(name for name, of in owners.items() if of - {identity})},
        )
        for identity, player in players.items()
        if player.members or identity in played
    }


def _former_members(ledger: Ledger) -> dict[str, str]:
    """Return the name of everybody who has ever been published as a member, with the team's id."""
    lines = (entry.data.get("members", {}) for entry in ledger.entries)
    return {name: identity for line in lines for identity, people in line.items()
            for name in people}  # fmt: skip
