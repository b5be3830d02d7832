"""Write `runner-event/1`: what happened, for other programs and as a backup."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from runner.compute.penalties import disqualified, removed
from runner.compute.reconcile.players import PlayerResolver
from runner.compute.snapshot import Snapshot
from runner.core import privacy
from runner.core.decks import Decklists
from runner.core.numbers import plain
from runner.core.phase import Mode, Phase
from runner.core.phone_reports import Phones
from runner.core.player import Player, Shown
from runner.core.prizes import spelled
from runner.core.rounds import Round, Seat, Table
from runner.interchange.form import filled, restored
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.seal import canonical, digest

FORMAT = "runner-event/1"
OF_A_PHASE = ("preset", "rounds", "pod_size", "cut")
"""Optional keys of a phase in a document, which are also attributes of `Phase`."""
OF_A_PLAYER = ("club", "enters", "drops_after", "returns", "awarded_byes", "fixed_table", "colours")
"""Keys of a player in a document, which are also attributes of `Player`."""


def event_document(snapshot: Snapshot, ledger: Ledger) -> dict[str, Any]:
    """Return the event as a document; an imported event that was not changed gives the same
    document."""
    plain = plain_document(snapshot)
    fit = privacy.without_erased(snapshot.event, snapshot.players)[1]
    erased = [each.get("shown") == Shown.ERASED for each in plain["players"]]
    kept = [
        fit.renamed_in_all(difference)
        for entry in ledger.entries
        if entry.kind is EntryKind.DOCUMENT
        for difference in entry.data["differences"]
        if not _about_somebody(difference["at"], erased)
    ]
    document: dict[str, Any] = restored(plain, kept)
    return document


def _about_somebody(at: Sequence[str | int], erased: Sequence[bool]) -> bool:
    """Return whether that part of an imported document was about a player who has been erased
    since."""
    match at:
        case ["players", int(index), *_]:
            return index < len(erased) and erased[index]
    return False


def plain_document(snapshot: Snapshot) -> dict[str, Any]:
    """Return the event as a document, entirely in Runner's own form."""
    event = snapshot.event
    players, fit = privacy.without_erased(event, snapshot.players)
    directory = PlayerResolver(snapshot.players, {})
    modes = {phase.number: phase.mode for phase in event.phases}
    document: dict[str, Any] = {
        "format": FORMAT,
        "event": {
            "name": event.name,
            "date": event.date,
            "enforcement": event.enforcement,
            "seed": event.seed,
            **filled(
                hall_roll=event.hall_roll,
                time_zone=event.time_zone,
                accent=event.accent,
                language=event.language,
                prizes=event.prizes and spelled(event.prizes),
                names_shown=event.names_shown is not Shown.FULL and event.names_shown.value,
                results_by_phone=event.phones is not Phones.NO and event.phones.value,
                decklists=event.decklists is not Decklists.NO and event.decklists.value,
                open_lists=event.open_lists.value,
            ),
            "settings": dict(event.settings),
        },
        "phases": [_phase(phase) | _draft(phase, snapshot) for phase in event.phases],
        "players": [_player(player) for player in players.values()],
        "rounds": [_round(round_, modes[round_.id.phase]) for round_ in _ended(snapshot)],
        "penalties": [
            {
                "round": penalty.round,
                "player": directory.find(penalty.player) or penalty.player,
                "infraction": penalty.infraction,
                "penalty": penalty.penalty,
            }
            for penalty in event.penalties
        ],
    }
    named: dict[str, Any] = fit.renamed_in_all(document)
    return named


_LEFT_OUT = ("fixed_table", "results_by_phone", "hall_roll")
"""Keys that are private, or change nothing any more."""


def public_document(snapshot: Snapshot) -> dict[str, Any] | None:
    """Return the event as everybody may see it, from which its standings can be computed again:
    public names, results as they count, no penalties; the seed is that of the draws, with the hall
    roll. None while anything may still be drawn."""
    if not snapshot.over or not snapshot.rounds:
        return None
    public = snapshot.for_players
    left = disqualified(snapshot.event.penalties, PlayerResolver(snapshot.players, {}))
    players = {key: removed(player, left) for key, player in public.players.items()}
    document = plain_document(replace(public, players=players, reported=public.rounds))
    for phase, result in zip(document["phases"], snapshot.phases, strict=True):
        phase["rounds"] = len(result.rounds)
    document["event"]["seed"] = snapshot.event.chance  # a roll that came too late does not count
    for each in (document["event"], *document["players"]):
        for key in _LEFT_OUT:
            each.pop(key, None)
    return document


def fingerprint(document: Mapping[str, Any]) -> str:
    """Return the first 64 bits of the SHA-256 of the file with the public document, "1a2b 3c4d 5e6f
    7081": printed with the final standings, it ties these to the site."""
    digits = digest(f"{canonical(document)}\n".encode())[:16]
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def _ended(snapshot: Snapshot) -> Iterator[Round]:
    """Yield the rounds as reported; a match that penalties ended without a report is included as it
    counts."""
    counted = {round_.id: round_ for round_ in snapshot.rounds}
    for round_ in snapshot.reported:
        now = {table.number: table for table in counted.get(round_.id, round_).tables}
        tables = (
            now.get(table.number, table) if not table.finished else table for table in round_.tables
        )
        yield replace(round_, tables=tuple(tables))


def _phase(phase: Phase) -> dict[str, Any]:
    stated = {key: getattr(phase, key) for key in OF_A_PHASE}
    return {
        "name": phase.name,
        "mode": phase.mode.value,
        "type": phase.type,
        **filled(variant=phase.variant != phase.type and phase.variant, limited=phase.limited),
        **{key: value for key, value in stated.items() if value is not None},
        "settings": dict(phase.settings),
    }


def _draft(phase: Phase, snapshot: Snapshot) -> dict[str, Any]:
    published = next(
        (draft for draft in snapshot.drafts if draft.phase.number == phase.number), None
    )
    pods = (
        [{"pod": at, "seats": list(ids)} for at, ids in published.pods.items()] if published else []
    )
    return filled(draft=phase.drafted, draft_pods=pods)


def _player(player: Player) -> dict[str, Any]:
    plain_ones = {key: getattr(player, key) for key in OF_A_PLAYER}
    if not player.colours:
        del plain_ones["colours"]
    return {
        "id": player.id,
        "name": player.name,
        **filled(members=list(player.members), substitutes=list(player.substitutes)),
        **plain_ones,
        **filled(shown=player.shown and player.shown.value, handle=player.handle),
        **filled(deck=filled(state=player.deck.state, note=player.deck.note)),
        "extra": dict(player.extra),
    }


def _round(round_: Round, mode: Mode) -> dict[str, Any]:
    return {
        "phase": round_.id.phase,
        "number": round_.id.number,
        "tables": [_table(table, mode) for table in round_.tables],
        "byes": list(round_.byes),
        "absent": list(round_.absent),
    }


def _table(table: Table, mode: Mode) -> dict[str, Any]:
    implied = mode is Mode.HEAD_TO_HEAD and not table.outcome_stated
    return {
        "table": table.number,
        "seats": [_seat(seat, implied=implied) for seat in table.seats],
        "games_drawn": table.games_drawn,
        **({"intentional": True} if table.intentional else {}),
        **filled(out=[*map(list, table.out or ())], duels=[*map(list, table.duels)]),
    }


def _seat(seat: Seat, *, implied: bool) -> Mapping[str, Any]:
    document: dict[str, Any] = {"player": seat.player}
    if not implied:
        document["outcome"] = seat.outcome.value if seat.outcome else None
    if seat.outcome is not None:
        document["games_won"] = seat.games_won or 0
    if seat.outcome is not None and seat.points is not None:
        document["points"] = plain(seat.points)
    return document
