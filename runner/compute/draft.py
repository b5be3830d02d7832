"""Booster drafts: their pods, manual changes on the Draft sheet, and tables for building decks.

In: the workbook and the ledger. Out: lines for the ledger, problems with their cells, and drafts
for pages, screens and paper. `runner.pairing.draft` draws pods, and `runner.phases` pairs their
rounds. Nothing here knows a page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runner.compute.clock import later
from runner.compute.reconcile.players import PlayerResolver
from runner.core.event import DraftLine, Event
from runner.core.identifiers import RoundId
from runner.core.language import numbered
from runner.core.phase import Phase
from runner.core.player import Player
from runner.core.problems import Problem, error, warning
from runner.core.randomness import Stream
from runner.ledger.drafts import PublishedDraft, Spot, pods_document
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.pairing.draft.sizes import building_tables
from runner.phases.model import PhaseResult
from runner.rules.ruleset import Ruleset


def document(
    pods: Mapping[int, Sequence[str]], players: Mapping[str, Player], rules: Ruleset
) -> dict[str, Any]:
    """Return the data of a ledger line for these pods, by number, with the names of their
    players."""
    ordered = [tuple(pods[number]) for number in sorted(pods)]
    alone = rules.played_as is not None and rules.played_as.teams
    building = building_tables(ordered, rules.first_building_table, alone=alone)
    tables = dict(building.tables)
    named = sorted({player for ids in ordered for player in ids})
    names = {player: players[player].name for player in named if player in players}
    return {**pods_document(pods, tables), "mates": building.mates, "names": names}


def seats_of_sealed(result: PhaseResult, event: Event) -> list[dict[str, Any]]:
    """Return the tables for registering sealed pools and building decks: the players in an order
    drawn from the seed, two per table; teams have a table of their own (docs/drafts.md)."""
    stream = Stream(event.chance, result.phase.number, "sealed seats")
    order, played = stream.shuffled(sorted(result.playing)), result.ruleset.played_as
    many = 1 if played and played.teams else 2
    rows = [order[at : at + many] for at in range(0, len(order), many)]
    first = result.ruleset.first_building_table
    return [{"table": number, "players": [*ids]} for number, ids in enumerate(rows, first)]


_END = 10**6
"""A seat after all others."""


def changes(
    event: Event, ledger: Ledger, players: Mapping[str, Player], rules: Mapping[int, Ruleset]
) -> tuple[list[Entry], list[Problem]]:
    """Return the ledger lines for manual changes, and the problems of those that are impossible."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    who = PlayerResolver(players, ledger.names)
    for phase in sorted({line.phase for line in event.draft}):
        lines = [line for line in event.draft if line.phase == phase]
        if phase > len(event.phases) or not event.phase(phase).drafts:
            problems += _no_draft(event, lines)
            continue
        draft = ledger.drafts.get(phase, PublishedDraft(phase))
        sheet = _Sheet(draft, who, lines, rules[phase])
        wrong, edits = [*sheet.mistaken()], sheet.edits()
        if edits and locked(draft, ledger):
            wrong += sheet.too_late(edits)
        elif edits:
            wrong += sheet.impossible(edits)
            entries += [] if wrong else [sheet.entry(edits)]
        problems += wrong
    return entries, problems


def _no_draft(event: Event, lines: Sequence[DraftLine]) -> Iterator[Problem]:
    """Yield a warning for pods in a phase without a draft, or in a phase that does not exist."""
    line = next((line for line in lines if line.pod is not None), None)
    if line is None:
        return
    known = [phase.number for phase in event.phases if phase.drafts]
    do = f"Type {numbered(known)} under Phase" if known else "Choose Draft under Mode on Phases"
    why, fix = f"Phase {line.phase} has no draft.", f"{do}, or take these lines out."
    yield warning("draft.phase-without-draft", line.places["pod"], why, fix)


def locked(draft: PublishedDraft, ledger: Ledger) -> bool:
    """Return whether the pods are final: decks are being built, or a round is published."""
    return bool(draft.building) or any(id_.phase == draft.phase for id_ in ledger.rounds)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The lines of one phase's draft, and its state in the ledger."""

    draft: PublishedDraft
    who: PlayerResolver
    lines: Sequence[DraftLine]
    rules: Ruleset

    def known(self) -> dict[str, DraftLine]:
        """Return the line of each player; the upper one of two."""
        lines: dict[str, DraftLine] = {}
        for line in self.lines:
            if (player := self.who.find(line.player)) is not None:
                lines.setdefault(player, line)
        return lines

    def mistaken(self) -> Iterator[Problem]:
        """Yield problems of unknown names, names beside another player's Id, and players named
        twice."""
        seen: dict[str, DraftLine] = {}
        for line in self.lines:
            if (player := self.who.find(line.player)) is None:
                yield self.who.unknown(line.player, line.places["player"])
                continue
            name = self.who.name(player)
            if line.name and self.who.find(line.name) != player:
                yield error("draft.name-beside-another", line.places["player"],
                    f"“{line.name}” stands beside {player}, who is {name}.",
                    f"Type {name} there again. For two players to change places, exchange their "
                    "pods and seats.")  # fmt: skip
            if (upper := seen.setdefault(player, line)) is not line:
                yield error("draft.player-twice", line.places["player"],
                    f"{name} stands on this sheet already, in {upper.places['player'].cell}.",
                    "Delete one of the two rows.")  # fmt: skip

    def edits(self) -> dict[str, DraftLine]:
        """Return the lines that differ from what Runner wrote there."""
        spots, edited = self.draft.spots, {}
        for player, line in self.known().items():
            typed, wanted = _typed(line), spots.get(player, (None, None))
            ours = self.draft.typed.get(player, ())
            coming = not self.draft.arrived and (typed == (None, None) or typed in ours)
            if typed != wanted and not coming:
                edited[player] = line
        return edited

    def too_late(self, edits: Mapping[str, DraftLine]) -> Iterator[Problem]:
        """Yield problems of changes to final pods, except for players who have left."""
        spots = self.draft.spots
        for player, line in edits.items():
            known = self.who.players[player]
            has_left = known.drops_after is not None and known.returns is None
            if line.pod is None and has_left:
                continue
            name, stays = self.who.name(player), spots.get(player)
            is_ = f"is in pod {stays[0]}, seat {stays[1]}" if stays else "is in no pod"
            again = f"Type {stays[0]} and {stays[1]} again" if stays else "Clear both cells again"
            yield error("draft.pods-fixed", line.places["pod"],
                f"{name} {is_}, and that stays: the pods of this draft are fixed.",
                f"{again}. As long as no round is out, “Unlock pods” on Decisions lets you change "
                "them.")  # fmt: skip

    def impossible(self, edits: Mapping[str, DraftLine]) -> Iterator[Problem]:
        """Yield problems of pods that do not exist, and of seats to which two players are sent."""
        first, last = self._numbers(edits)
        sent: dict[Spot, str] = {}
        for player, line in edits.items():
            if line.pod is None:
                continue
            if not first <= line.pod <= last:
                known = f"pods are numbered {first} to {last}" if last >= first else "there is none"
                one = f"one of them, or {last + 1}" if last >= first else str(first)
                yield error("draft.no-such-pod", line.places["pod"],
                    f"There is no pod {line.pod}: {known}.",
                    f"Type {one} for a new one.")  # fmt: skip
            if line.seat is None:
                continue
            spot = (line.pod, line.seat)
            if spot in sent:
                yield error("draft.seat-twice", line.places["seat"],
                    f"{sent[spot]} and {self.who.name(player)} are both sent to pod {line.pod}, "
                    f"seat {line.seat}.",
                    "Type another seat for one of them.")  # fmt: skip
            sent.setdefault(spot, self.who.name(player))

    def _numbers(self, edits: Mapping[str, DraftLine]) -> tuple[int, int]:
        """Return the numbers of the first and the last pod, including new ones that follow without
        a gap."""
        first = min(self.draft.pods, default=self.rules.first_pod)
        last = max(self.draft.pods, default=first - 1)
        typed = {line.pod for line in edits.values()}
        while last + 1 in typed:
            last += 1
        return first, last

    def entry(self, edits: Mapping[str, DraftLine]) -> Entry:
        """Return the ledger line for all changes."""
        old = self.draft.spots
        new = _moved(old, edits)
        pods: dict[int, tuple[str, ...]] = {}
        for player in sorted(new, key=lambda player: new[player]):
            number = new[player][0]
            pods[number] = (*pods.get(number, ()), player)
        spots = spots_of(pods)
        by_hand = [
            {"player": player, "old": list(old.get(player, ())), "new": list(spots.get(player, ()))}
            for player in {**old, **spots}
            if old.get(player) != spots.get(player)
        ]
        typed = {
            player: [line.pod, line.seat]
            for player, line in edits.items()
            if _typed(line) != (None, None)
        }
        data = {**document(pods, self.who.players, self.rules), "by_hand": by_hand, "typed": typed}
        return Entry(EntryKind.DRAFTED, RoundId(self.draft.phase, 0), data)


def _typed(line: DraftLine) -> tuple[int | None, int | None]:
    return line.pod, line.seat


def _moved(old: Mapping[str, Spot], edits: Mapping[str, DraftLine]) -> dict[str, Spot]:
    """Return everybody's spot after the changes; seats may have gaps."""
    new = {player: spot for player, spot in old.items() if player not in edits}
    for player, line in edits.items():
        if line.pod is None:
            continue
        new[player] = _target(player, line, old, new)
        _give_way(player, new, old, edits)
    return new


def _target(player: str, line: DraftLine, old: Mapping[str, Spot], new: Mapping[str, Spot]) -> Spot:
    """Return the spot to which a line sends its player: the pod's end if the seat is blank or
    unchanged."""
    assert line.pod is not None  # noqa: S101 - the caller leaves others out
    was = old.get(player)
    left = was is not None and was[0] != line.pod and was[1] == line.seat
    if line.seat is None or (left and (line.pod, line.seat) in new.values()):
        return line.pod, _END + len(new)
    return line.pod, line.seat


def _give_way(
    player: str, new: dict[str, Spot], old: Mapping[str, Spot], edits: Collection[str]
) -> None:
    """Move whoever sat there to where the player came from, or to the end of the pod."""
    was = old.get(player)
    for other in [each for each, spot in new.items() if spot == new[player] and each != player]:
        free = was is not None and was not in [new[each] for each in new if each not in edits]
        new[other] = was if was and free else (new[player][0], _END + len(new))


def spots_of(pods: Mapping[int, Sequence[str]]) -> dict[str, Spot]:
    """Return pod and seat of each player."""
    return {
        player: (number, seat)
        for number, players in pods.items()
        for seat, player in enumerate(players, 1)
    }


@dataclass(frozen=True, slots=True)
class Draft:
    """The draft of a phase: the ids of each pod by its number, in seat order, and of each table for
    building decks. `at` is when the pods were published, `building` when deck building began,
    `registering` when the registration of sealed pools began, or "" (ISO 8601). `fixed`: nothing of
    it can change any more. `over`: its phase has begun. Sealed decks have tables and no pods."""

    phase: Phase
    ruleset: Ruleset
    pods: Mapping[int, tuple[str, ...]]
    tables: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    at: str = ""
    building: str = ""
    registering: str = ""
    fixed: bool = False
    over: bool = False

    @property
    def building_ends(self) -> str:
        """When deck building ends (ISO 8601); "" while it has not begun."""
        return later(self.building, self.ruleset.building_minutes)

    @property
    def registering_ends(self) -> str:
        """When the registration of sealed pools ends (ISO 8601); "" while it has not begun."""
        return later(self.registering, self.ruleset.registration_minutes)

    @property
    def ends(self) -> str:
        """When the current step ends (ISO 8601), or ""."""
        return self.building_ends or self.registering_ends

    @property
    def spots(self) -> dict[str, tuple[int, int]]:
        """Pod and seat of each player."""
        return spots_of(self.pods)

    @property
    def everybody(self) -> tuple[str, ...]:
        """The players with a seat in a pod or at a table."""
        return tuple(self.spots) or tuple(player for ids in self.tables.values() for player in ids)


def awaiting_pods(results: Iterable[PhaseResult]) -> PhaseResult | None:
    """Return the next phase if it begins with a draft whose pods are not made yet, else None."""
    due = next((result for result in results if not result.over), None)
    if due is None or due.rounds or due.pods or not due.field:
        return None
    return due if due.phase.drafts else None


def drafts(results: Iterable[PhaseResult], ledger: Ledger) -> tuple[Draft, ...]:
    """Return the drafts with pods, and sealed phases whose registration or building has begun, by
    phase."""
    result_list = []
    for result in results:
        known = ledger.drafts.get(result.phase.number)
        begun = known and (known.pods or result.phase.sealed)
        if known and begun:
            fixed, over = locked(known, ledger), bool(result.rounds)
            times = (known.at, known.building, known.registering)
            of = (result.phase, result.ruleset, known.pods, known.tables)
            result_list.append(Draft(*of, *times, fixed, over))
    return tuple(result_list)
