"""What hands have changed on the Draft sheet: players moved, exchanged, taken out, put in.

Runner writes pods and seats; whatever differs from what it wrote is meant. To a seat that is taken
its player moves over: the two change places. Who is sent to another pod with the old seat number
sits down at its end. Seats have no gaps, so the numbers behind an empty one go up.

    pod 1: Ana Bo Cy Dee, pod 2: Eva Fay Gil Hal
    Bo      1  2  ->  1  4       pod 1: Ana Dee Cy Bo
    Bo      1  2  ->  2  2       pod 1: Ana Cy Dee          pod 2: Eva Fay Gil Hal Bo
    Bo      1  2  ->  -  -       pod 1: Ana Cy Dee          Bo is in no pod
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runner.compute.draft.tables import document
from runner.compute.reconcile.players import Directory
from runner.core.event import DraftLine, Event, Player, RoundId
from runner.core.phrases import numbered
from runner.core.problems import Problem, error, warning
from runner.ledger.drafts import PublishedDraft, Spot
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.rules.ruleset import Ruleset

_END = 10**6
"""A seat behind all others."""


def changes(
    event: Event, ledger: Ledger, players: Mapping[str, Player], rules: Mapping[int, Ruleset]
) -> tuple[list[Entry], list[Problem]]:
    """The lines of the ledger for what was typed, and what of it cannot be done."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    who = Directory(players, ledger.names)
    for phase in sorted({line.phase for line in event.draft}):
        lines = [line for line in event.draft if line.phase == phase]
        if phase > len(event.phases) or not event.phase(phase).drafts:
            problems += _no_draft(event, lines)
            continue
        draft = ledger.drafts.get(phase, PublishedDraft(phase))
        sheet = _Sheet(draft, who, lines, rules[phase])
        mistaken = [*sheet.mistaken()]
        edits = sheet.edits()
        problems += mistaken
        if not edits:
            continue
        if locked(draft, ledger):
            problems += sheet.too_late(edits)
            continue
        wrong = [*sheet.impossible(edits)]
        problems += wrong
        if not wrong and not mistaken:
            entries.append(sheet.entry(edits))
    return entries, problems


def _no_draft(event: Event, lines: Sequence[DraftLine]) -> Iterator[Problem]:
    """Of pods in a phase that has no draft; of those in a phase that is gone too."""
    line = next((line for line in lines if line.pod is not None), None)
    if line is None:
        return
    known = [phase.number for phase in event.phases if phase.drafts]
    fix = "Choose Draft under Mode on Phases, or take these lines out."
    if known:
        fix = f"Type {numbered(known)} under Phase, or take these lines out."
    yield warning(
        "draft.phase-without-draft", line.places["pod"], f"Phase {line.phase} has no draft.", fix
    )


def locked(draft: PublishedDraft, ledger: Ledger) -> bool:
    """Whether its pods stay as they are: decks are being built, or a round is out."""
    return bool(draft.building) or any(id_.phase == draft.phase for id_ in ledger.rounds)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The lines of one phase's draft beside what the ledger says of it."""

    draft: PublishedDraft
    who: Directory
    lines: Sequence[DraftLine]
    rules: Ruleset

    def known(self) -> dict[str, DraftLine]:
        """The line of each player; of two the upper."""
        found: dict[str, DraftLine] = {}
        for line in self.lines:
            player = self.who.find(line.player)
            if player is not None:
                found.setdefault(player, line)
        return found

    def mistaken(self) -> Iterator[Problem]:
        """Of names that nobody has, or another than the Id beside them, and of players who stand
        there twice."""
        seen: dict[str, DraftLine] = {}
        for line in self.lines:
            player = self.who.find(line.player)
            if player is None:
                yield self.who.unknown(line.player, line.places["player"])
                continue
            name = self.who.name(player)
            if line.name and self.who.find(line.name) != player:
                yield error(
                    "draft.name-beside-another",
                    line.places["player"],
                    f"“{line.name}” stands beside {player}, who is {name}.",
                    f"Type {name} there again. For two players to change places, exchange their "
                    "pods and seats.",
                )
            upper = seen.setdefault(player, line)
            if upper is not line:
                yield error(
                    "draft.player-twice",
                    line.places["player"],
                    f"{name} stands on this sheet already, in {upper.places['player'].cell}.",
                    "Delete one of the two rows.",
                )

    def edits(self) -> dict[str, DraftLine]:
        """The lines that say something else than Runner wrote there."""
        spots, found = self.draft.spots, {}
        for player, line in self.known().items():
            typed, wanted = _typed(line), spots.get(player, (None, None))
            ours = self.draft.typed.get(player, ())
            coming = not self.draft.arrived and (typed == (None, None) or typed in ours)
            if typed != wanted and not coming:
                found[player] = line
        return found

    def too_late(self, edits: Mapping[str, DraftLine]) -> Iterator[Problem]:
        """Of changes to pods that play; whoever has left may be taken out of the sheet, and their
        seat stays empty."""
        spots = self.draft.spots
        for player, line in edits.items():
            if line.pod is None and self._has_left(player):
                continue
            name, stays = self.who.name(player), spots.get(player)
            is_ = f"is in pod {stays[0]}, seat {stays[1]}" if stays else "is in no pod"
            again = f"Type {stays[0]} and {stays[1]} again" if stays else "Clear both cells again"
            yield error(
                "draft.pods-fixed",
                line.places["pod"],
                f"{name} {is_}, and that stays: the pods of this draft are fixed.",
                f"{again}. As long as no round is out, “Unlock pods” on Decisions lets you change "
                "them.",
            )

    def _has_left(self, player: str) -> bool:
        known = self.who.players[player]
        return known.drops_after is not None and known.returns is None

    def impossible(self, edits: Mapping[str, DraftLine]) -> Iterator[Problem]:
        """Of pods that there are not, and of seats that two are sent to."""
        first, last = self._numbers(edits)
        sent: dict[Spot, str] = {}
        for player, line in edits.items():
            if line.pod is None:
                continue
            if not first <= line.pod <= last:
                known = f"pods are numbered {first} to {last}" if last >= first else "there is none"
                one = f"one of them, or {last + 1}" if last >= first else str(first)
                yield error(
                    "draft.no-such-pod",
                    line.places["pod"],
                    f"There is no pod {line.pod}: {known}.",
                    f"Type {one} for a new one.",
                )
            if line.seat is None:
                continue
            spot = (line.pod, line.seat)
            if spot in sent:
                yield error(
                    "draft.seat-twice",
                    line.places["seat"],
                    f"{sent[spot]} and {self.who.name(player)} are both sent to pod {line.pod}, "
                    f"seat {line.seat}.",
                    "Type another seat for one of them.",
                )
            sent.setdefault(spot, self.who.name(player))

    def _numbers(self, edits: Mapping[str, DraftLine]) -> tuple[int, int]:
        """The first and the last pod, with the new ones that follow without a gap."""
        first = min(self.draft.pods, default=self.rules.first_pod)
        last = max(self.draft.pods, default=first - 1)
        typed = {line.pod for line in edits.values()}
        while last + 1 in typed:
            last += 1
        return first, last

    def entry(self, edits: Mapping[str, DraftLine]) -> Entry:
        """The line of the ledger for all of them."""
        old = self.draft.spots
        new = _moved(old, edits)
        pods: dict[int, tuple[str, ...]] = {}
        for player in sorted(new, key=lambda player: new[player]):
            number = new[player][0]
            pods[number] = (*pods.get(number, ()), player)
        data: dict[str, Any] = document(pods, self.who.players, self.rules)
        spots = {
            player: (number, seat)
            for number, there in pods.items()
            for seat, player in enumerate(there, 1)
        }
        data["by_hand"] = [
            {"player": player, "old": list(old.get(player, ())), "new": list(spots.get(player, ()))}
            for player in {**old, **spots}
            if old.get(player) != spots.get(player)
        ]
        data["typed"] = {
            player: [line.pod, line.seat]
            for player, line in edits.items()
            if _typed(line) != (None, None)
        }
        return Entry(EntryKind.DRAFTED, RoundId(self.draft.phase, 0), data)


def _typed(line: DraftLine) -> tuple[int | None, int | None]:
    return line.pod, line.seat


def _moved(old: Mapping[str, Spot], edits: Mapping[str, DraftLine]) -> dict[str, Spot]:
    """Everybody's spot once the edits are done; seats may have gaps."""
    new = {player: spot for player, spot in old.items() if player not in edits}
    for player, line in edits.items():
        if line.pod is None:
            continue
        new[player] = _target(player, line, old, new)
        _give_way(player, new, old, edits)
    return new


def _target(player: str, line: DraftLine, old: Mapping[str, Spot], new: Mapping[str, Spot]) -> Spot:
    """Where a line sends its player: to the end of the pod where the seat was left as it was, or
    cleared."""
    assert line.pod is not None  # noqa: S101 - the caller leaves others out
    was = old.get(player)
    left = was is not None and was[0] != line.pod and was[1] == line.seat
    if line.seat is None or (left and (line.pod, line.seat) in new.values()):
        return line.pod, _END + len(new)
    return line.pod, line.seat


def _give_way(
    player: str, new: dict[str, Spot], old: Mapping[str, Spot], edits: Collection[str]
) -> None:
    """Whoever sat there goes where the player came from, or to the end of the pod."""
    there = [other for other, spot in new.items() if spot == new[player] and other != player]
    for other in there:
        was = old.get(player)
        free = was is not None and was not in [new[each] for each in new if each not in edits]
        new[other] = was if was and free else (new[player][0], _END + len(new))
