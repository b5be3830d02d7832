"""What the draws of an event follow from: its seed, promised by its SHA-256 before anything is
drawn, and what the hall has rolled.

The organiser knows the seed, and the hall does not; the hall rolls, and the organiser does not:
where the SHA-256 was shown before the roll, neither has chosen a draw (docs/randomness.md).
"""

from collections.abc import Iterator, Mapping

from runner.core.event import Event, RoundId
from runner.core.problems import Problem, warning
from runner.core.randomness import event_seed, mixed, unmixed
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger, seed_in_force
from runner.ledger.seal import digest

_EVENT = RoundId(0, 0)


def roll_in_force(event: Event, ledger: Ledger) -> str:
    """What the hall has rolled: as typed, until the first round is out."""
    return event.hall_roll if ledger.hall_roll is None else ledger.hall_roll


def line_due(event: Event, ledger: Ledger, basis: Mapping[str, object]) -> Iterator[Entry]:
    """The line, written down before anything else is decided, that promises the seed and the roll,
    where the ledger does not say so yet; with a roll before round 1 also the `basis` of that round.
    An event without a seed has none, nor one of before there were such lines, as long as it keeps
    its seed."""
    roll = roll_in_force(event, ledger)
    data = {"sha256": digest(event.seed.encode()), "roll": roll}
    promised = ledger.seeds[-1].data if ledger.seeds else None
    said = promised and {key: promised[key] for key in data}
    kept = promised is None and seed_in_force(ledger.in_force) == mixed(event.seed, roll)
    if event.seed and data != said and not kept:
        rolled = {"basis": dict(basis)} if roll and basis and ledger.hall_roll is None else {}
        yield Entry(EntryKind.SEED, _EVENT, {**data, **rolled})


def too_late(event: Event, counts: str) -> Iterator[Problem]:
    """A roll that was set or changed once round 1 was out; `counts` is the one from before."""
    if event.hall_roll != counts:
        stands = f"“{counts}” counts" if counts else "none counts"
        yield warning(
            "event.roll-after-round-1",
            event.at("hall_roll"),
            f"The hall roll was changed after round 1 was out: {stands}, and all draws stay as "
            "they are.",
            f"Type “{counts}” again." if counts else "Clear it.",
        )


def as_promised(chance: str, before: Ledger) -> bool | None:
    """Whether a round was drawn from the seed and the roll that were promised by then; None where
    nothing was."""
    if not before.seeds:
        return None
    return is_promised(chance, before.seeds[-1].data["sha256"], before.seeds[-1].data["roll"])


def is_promised(chance: str, sha256: str, roll: str) -> bool:
    """Whether the seed of a round is that of a SHA-256, mixed with a roll."""
    seed = unmixed(event_seed(chance), roll)
    return bool(seed) and digest(seed.encode()) == sha256
