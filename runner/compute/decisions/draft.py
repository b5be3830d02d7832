"""Decisions about a booster draft: make its pods, shuffle or clear them, start building."""

from collections.abc import Iterator
from typing import Any

from runner.compute.decisions.model import (
    DecisionContext,
    DecisionError,
    DecisionType,
    Turn,
    WhyNot,
    drawn_again,
)
from runner.compute.draft import document, locked, seats_of_sealed
from runner.compute.reconcile.decisions import CLEAR
from runner.core.event import Decision
from runner.core.identifiers import RoundId
from runner.core.language import numbered
from runner.core.phase import Phase
from runner.core.problems import Problem, error
from runner.ledger.drafts import PublishedDraft
from runner.ledger.entries import Entry, EntryKind
from runner.pairing.draft import draw
from runner.pairing.draft.sizes import pod_sizes, team_pods
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult
from runner.phases.swiss.swiss import avoided
from runner.rules.ruleset import Ruleset


class DraftDecision(DecisionType):
    """A decision about the draft of a phase or, if `SEALED`, about its sealed decks too."""

    NEEDS_ROUND = False
    TURN = Turn.DRAFT
    ENTRY = EntryKind.DRAFTED
    NEEDS_PODS = True
    MAY_BE_LOCKED = False
    SEALED = False

    def data(self, line: Decision, result: PhaseResult, day: DecisionContext) -> dict[str, Any]:
        """Return the data of the ledger line. Raise DecisionError if it cannot be carried out."""
        raise NotImplementedError

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Entry]:
        """Yield the ledger line. Raise DecisionError if the draft is not at that point."""
        result = day.result(line)
        self._refuse_too_early_or_late(result, day)
        more = {"decision": self.KEY, "reason": line.reason, "spent": day.lines.ticked(line)}
        data = {**self.data(line, result, day), **more}
        yield Entry(self.ENTRY, RoundId(line.round.phase, 0), data)

    def stands(self, entry: Entry, at: int, day: DecisionContext) -> WhyNot | None:
        """Return why an Undo is refused: if the phase is being played."""
        number = entry.round.phase
        if any(id_.phase == number for id_ in day.rounds):
            name = day.event.phase(number).name
            return f"{name} is being played, so its draft stays as it is.", CLEAR
        return None

    def _refuse_too_early_or_late(self, result: PhaseResult, day: DecisionContext) -> None:
        phase, draft = result.phase, day.ledger.drafts.get(result.phase.number)
        sealed = phase.sealed and self.SEALED
        if not phase.drafts and not sealed:
            raise _impossible(f"{phase.name} has no draft.",
                "Choose Draft under Mode on Phases, or clear Go.")  # fmt: skip
        if result.rounds:
            raise _impossible(f"{phase.name} is being played, so its draft is over.")
        if not result.field:
            raise _impossible(f"{phase.name} has no players yet: the phase before is not over.",
                "Choose it when it is.")  # fmt: skip
        if self.NEEDS_PODS and not sealed and (draft is None or not draft.pods):
            raise _impossible(f"{phase.name} has no draft pods yet.", "Choose “Make pods” first.")
        if not self.MAY_BE_LOCKED and draft and locked(draft, day.ledger):
            raise _impossible(f"The pods of {phase.name} are fixed: decks are being built.",
                "Choose “Unlock pods” first.")  # fmt: skip


def _impossible(why: str, fix: str = CLEAR) -> DecisionError:
    return DecisionError("decision.draft-impossible", why, fix)


def _pods(day: DecisionContext, number: int) -> PublishedDraft:
    return day.ledger.drafts.get(number, PublishedDraft(number))


class MakePods(DraftDecision):
    """Everybody who plays gets a pod and a seat; existing pods are replaced."""

    KEY = "make pods"
    LABEL = "Make pods"
    SPELLINGS = ("generate pods", "draft pods", "make draft pods", "pods", "shuffle all")
    NEEDS_PODS = False

    def waits(self, line: Decision, day: DecisionContext) -> Iterator[Problem]:
        """Yield an error until the previous phase is over."""
        result = day.result(line)
        if result.phase.drafts and not result.rounds and not result.field:
            yield error("decision.draft-waits", line.place,
                f"{result.phase.name} has no players yet: the phase before is not over.",
                "The line is carried out as soon as it is.")  # fmt: skip

    def data(self, line: Decision, result: PhaseResult, day: DecisionContext) -> dict[str, Any]:
        """Return pods drawn from the event's seed."""
        state = _state(result, day)
        if len(state.players) < 2:
            raise _impossible(f"{result.phase.name} has no players for a draft yet.",
                "Fill in Players first.")  # fmt: skip
        pods = dict(enumerate(draw.draw(state).pods, result.ruleset.first_pod))
        pods_data = document(pods, day.progress.reconciled.players, result.ruleset)
        return {**pods_data, "algorithm": draw.ALGORITHM, "state": draw.to_document(state)}

    def drawn_again(self, entry: Entry, before: Any) -> tuple[str, bool | None] | None:
        """Return the result of drawing the pods again from the recorded state; None if nothing was
        drawn."""
        if "state" not in entry.data:
            return None
        if entry.data["algorithm"] != draw.ALGORITHM:
            return f"drawn by {entry.data['algorithm']}, which this version does not have", None
        state, pods = draw.from_document(entry.data["state"]), entry.data["pods"]
        drawn = draw.draw(state).pods if isinstance(state, draw.DraftState) else None
        return drawn_again(drawn == tuple(tuple(pod["seats"]) for pod in pods))


class ShufflePods(DraftDecision):
    """New seats in one pod, given by its number under Table, or in all; nobody changes pods."""

    KEY = "shuffle pod seats"
    LABEL = "Shuffle pod seats"
    SPELLINGS = ("shuffle pod", "shuffle pods", "shuffle all seats")
    TAKES_TABLE = True

    def data(self, line: Decision, result: PhaseResult, day: DecisionContext) -> dict[str, Any]:
        """Return the same pods with new seats."""
        draft = _pods(day, result.phase.number)
        if line.table is not None and line.table not in draft.pods:
            known = numbered(sorted(draft.pods))
            raise _impossible(f"There is no pod {line.table}.",
                f"Type one of these under Table: {known}.")  # fmt: skip
        stream = _name(result, day)
        chosen = [line.table] if line.table is not None else sorted(draft.pods)
        drawn = {number: draw.shuffled(draft.pods[number], *stream, number) for number in chosen}
        pods_data = document(
            {**draft.pods, **drawn}, day.progress.reconciled.players, result.ruleset
        )
        return {**pods_data, "stream": stream, "shuffled": chosen}

    def drawn_again(self, entry: Entry, before: Any) -> tuple[str, bool | None] | None:
        """Return the result of drawing the seats again; None if nothing was drawn."""
        if "stream" not in entry.data:
            return None
        draft = before.drafts[entry.round.phase]
        now = {int(pod["pod"]): tuple(pod["seats"]) for pod in entry.data["pods"]}
        same = all(
            now.get(number) == draw.shuffled(draft.pods[number], *entry.data["stream"], number)
            for number in entry.data["shuffled"]
        )
        return drawn_again(same)


class ClearPods(DraftDecision):
    """Remove all pods."""

    KEY = "clear pods"
    LABEL = "Clear pods"
    SPELLINGS = ("clear draft", "clear all pods")

    def data(self, line: Decision, result: PhaseResult, day: DecisionContext) -> dict[str, Any]:
        """Return no pods."""
        return document({}, day.progress.reconciled.players, result.ruleset)


class StartBuilding(DraftDecision):
    """The draft is over and decks are built: the clock runs, and pods are final."""

    KEY = "start building"
    LABEL = "Start building"
    SPELLINGS = ("building", "lock pods", "start deck building", "lock and start rounds")
    ENTRY = EntryKind.BUILDING
    MAY_BE_LOCKED = SEALED = True

    def data(self, line: Decision, result: PhaseResult, day: DecisionContext) -> dict[str, Any]:
        """Return who has drafted, if a cut led to the phase: nobody else makes the cut from now
        on."""
        phase, draft = result.phase, _pods(day, result.phase.number)
        if draft.building:
            raise _impossible(f"Decks of {phase.name} are being built already.")
        if phase.sealed:
            return {} if draft.tables else {"building": seats_of_sealed(result, day.event)}
        if not Cut.of(phase, result.ruleset):
            return {}
        into = day.progress.qualification(phase, day.results[phase.number - 2])
        return {"drafters": list(into.by_seed(draft.spots))}


class StartRegistration(DraftDecision):
    """Everybody sits down at a table to register a sealed pool, and the clock runs."""

    KEY = "start registration"
    LABEL = "Start registration"
    SPELLINGS = ("registration", "start deck registration", "register pools")
    ENTRY = EntryKind.REGISTERING
    NEEDS_PODS = False
    MAY_BE_LOCKED = SEALED = True

    def data(self, line: Decision, result: PhaseResult, day: DecisionContext) -> dict[str, Any]:
        """Return who sits at which table."""
        name, draft = result.phase.name, _pods(day, result.phase.number)
        if not result.phase.sealed:
            raise _impossible(f"{name} is not played with sealed decks.",
                "Choose “Make pods”, or clear Go.")  # fmt: skip
        if draft.registering or draft.building:
            what = "built" if draft.building else "registered"
            raise _impossible(f"Decks of {name} are being {what} already.")
        if len(result.playing) < 2:
            raise _impossible(f"{name} has no players yet.", "Fill in Players first.")
        return {"building": seats_of_sealed(result, day.event)}


class UnlockPods(DraftDecision):
    """Pods may be changed again, as long as no round is published."""

    KEY = "unlock pods"
    LABEL = "Unlock pods"
    SPELLINGS = ("unlock", "unlock draft")
    ENTRY = EntryKind.UNLOCKED
    MAY_BE_LOCKED = True

    def data(self, line: Decision, result: PhaseResult, day: DecisionContext) -> dict[str, Any]:
        """Return no data; the line itself is enough."""
        if not _pods(day, result.phase.number).building:
            raise _impossible(f"The pods of {result.phase.name} can be changed already.")
        return {}


def before_round_1(phase: Phase) -> tuple[type[DraftDecision], ...]:
    """Return the decisions that precede the first round of a phase, in order."""
    if phase.sealed:
        return StartRegistration, StartBuilding
    return (MakePods, StartBuilding) if phase.drafts else ()


def _name(result: PhaseResult, day: DecisionContext) -> list[Any]:
    """Return the name of the draw that shuffles seats, without the pod."""
    number = result.phase.number
    return [day.event.chance, number, "draft seats", _pods(day, number).drawings]


def _sizes(players: int, rules: Ruleset) -> tuple[int, ...]:
    played = rules.played_as
    if played and played.teams and rules.draft_pods != "fixed":
        return team_pods(players, played.members)
    return pod_sizes(players, rules.draft_pods, rules.draft_pod_size, rules.pod_size)


def _state(result: PhaseResult, day: DecisionContext) -> draw.DraftState:
    rules, number = result.ruleset, result.phase.number
    playing = {*result.playing}
    players = [player for player in result.field if player.id in playing]
    drafters = (
        draw.Drafter(each.id, each.club if rules.keep_clubs_apart else "", avoided(each, players))
        for each in players
    )
    return draw.DraftState(
        seed=day.event.chance,
        phase=number,
        drawing=_pods(day, number).drawings,
        method=rules.draft_order,
        sizes=_sizes(len(players), rules),
        players=tuple(drafters),
    )
