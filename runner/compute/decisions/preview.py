"""A preview of the next round: what the staff see before it is published, and what the ledger keeps
of it.

A preview draws the round exactly as yes in Go would, from the same seed. The ledger keeps that
somebody looked, so that nobody can change players or results until they like a pairing and have
that go unseen. Nothing public follows from a preview, so it never holds a round back either.

    Go                                      ledger
    preview                                 previewed
    preview, and a player has left since    previewed, with what was changed
    yes, with nothing changed               paired; compared with its preview: the same
"""

from collections.abc import Iterable, Iterator

from runner.compute.decisions.model import DecisionContext
from runner.compute.decisions.pair import PairRound, by_itself, needs, never, publication
from runner.compute.progress import Progress
from runner.core.event import Decision
from runner.core.problems import Place, Problem, Severity, error, note
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.seal import canonical, digest
from runner.phases.model import Proposal

_SHOWN = ("tables", "byes", "absent", "algorithm", "certificate", "state")


def fingerprint(paired: Entry) -> str:
    """Return the SHA-256 of what is shown of a round: who sits where, and what that was drawn
    from."""
    shown = {key: paired.data.get(key) for key in _SHOWN}
    return digest(canonical(shown).encode())


def of_proposal(progress: Progress, proposed: Proposal | None) -> str:
    """Return the same for the next round, if its preview is asked for or was shown; else ""."""
    if proposed is None:
        return ""
    id_ = proposed.pairing.round
    asked = any(line.round == id_ for line in progress.event.previews)
    if not (asked or progress.ledger.previewed(id_)):
        return ""
    return fingerprint(publication(progress, PairRound.ENTRY, proposed))


def previewed(day: DecisionContext) -> Iterator[Entry]:
    """Yield the line of a preview that is asked for, unless the last one showed the same."""
    id_ = day.proposed and day.proposed.pairing.round
    if id_ and any(line.round == id_ for line in day.event.previews):
        seen = day.ledger.previewed(id_)
        if not seen or seen[-1].data["sha256"] != day.preview:
            yield Entry(EntryKind.PREVIEWED, id_, {"sha256": day.preview})


def compared(day: DecisionContext, published: Iterable[Entry]) -> Iterator[Entry]:
    """Yield for a published round that was previewed whether it is what was seen last."""
    for entry in published:
        if seen := day.ledger.previewed(entry.round):
            same = fingerprint(entry) == seen[-1].data["sha256"]
            data = {"same": same, "previews": len(seen)}
            yield Entry(EntryKind.COMPARED, entry.round, data)


def answers(day: DecisionContext) -> Iterator[Problem]:
    """Yield what came of the lines whose Go says preview, and how the current round differs from
    its preview."""
    for line in day.event.previews:
        yield _answer(line, day)
    _, last = day.ledger.previews[-1] if day.ledger.previews else (0, None)
    here = last is not None and last.round == max(day.rounds, default=None)
    if last and here and last.kind is EntryKind.COMPARED and not last.data["same"]:
        changed = "; ".join(last.data["changed"])
        yield note("preview.changed", Place("Decisions"),
                f"{day.title(last.round)} differs from its last preview. Changed in between: "
                f"{changed}.")  # fmt: skip


def _answer(line: Decision, day: DecisionContext) -> Problem:
    id_, place = line.round, line.at("go")
    if id_.phase > len(day.results):
        return error("preview.no-such-phase", place,
            f"There is no phase {id_.phase} on Phases.",
            "Correct the number under Phase, or clear the Go cell.")  # fmt: skip
    why_not, title = never(id_, day), day.title(id_)
    if by_itself(id_, day) and not why_not:
        return note("preview.by-itself", place,
            f"{title} is paired and published by itself, and no preview holds it back.",
            "To see it first, clear “Pair rounds by itself” on Event.")  # fmt: skip
    if why_not or day.proposed is None or day.proposed.pairing.round != id_:
        why, fix = why_not or needs(id_, day, "previewed")
        severity = Severity.NOTE if id_ in day.rounds else Severity.ERROR
        return Problem("preview.impossible", severity, place, why, (fix,))
    return note("preview.shown", place,
        f"{title} is previewed on the desk, and not published.",
        "Type yes to publish exactly this; what is changed before then is listed.")  # fmt: skip
