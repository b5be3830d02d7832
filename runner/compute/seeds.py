"""The seed of an event's draws, made so that nobody can choose the result (docs/randomness.md).

The SHA-256 of the seed is published before anything is drawn. The organiser knows the seed, the
players do not; a number is rolled in public, which the organiser cannot foresee. If the SHA-256 was
shown before the roll, neither side has chosen a draw.

Round 1 also depends on who plays and by which rules: whoever knows the seed and the roll could
change these until the draw suits. So every change since the roll is published.

Who asks to be kept apart from whom is private; that somebody asked, and how many tables it changes,
is not: otherwise names could be tried until the draw suits.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from runner import phases
from runner.core import names
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Phase
from runner.core.player import Player
from runner.core.problems import Problem, warning
from runner.core.randomness import event_seed, mixed, unmixed
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger, seed_in_force
from runner.ledger.seal import canonical, digest
from runner.rules.ruleset import Ruleset, to_document

_EVENT = RoundId(0, 0)
_SHORT = 12  # letters of a digest, which only shows whether something has changed
_NAMES = "keep_apart"


def roll_in_force(event: Event, ledger: Ledger) -> str:
    """Return the number rolled at the venue: as typed, until the first round is published."""
    return event.hall_roll if ledger.hall_roll is None else ledger.hall_roll


def line_due(event: Event, ledger: Ledger, basis: Mapping[str, object]) -> Iterator[Entry]:
    """Yield the line that commits to the seed and the roll, before anything else is decided, unless
    the ledger has it; with a roll before round 1 also the `basis` of that round. An event without a
    seed has no such line, nor has one that began before there were such lines, as long as it keeps
    its seed."""
    roll = roll_in_force(event, ledger)
    data = {"sha256": digest(event.seed.encode()), "roll": roll}
    promised = ledger.seeds[-1].data if ledger.seeds else None
    recorded = promised and {key: promised[key] for key in data}
    kept = promised is None and seed_in_force(ledger.in_force) == mixed(event.seed, roll)
    if event.seed and data != recorded and not kept:
        rolled = {"basis": dict(basis)} if roll and basis and ledger.hall_roll is None else {}
        yield Entry(EntryKind.SEED, _EVENT, {**data, **rolled})


def too_late(event: Event, counts: str) -> Iterator[Problem]:
    """Yield a warning if the roll was set or changed after round 1 was published; `counts` is the
    earlier one."""
    if event.hall_roll != counts:
        stands = f"“{counts}” counts" if counts else "none counts"
        yield warning("event.roll-after-round-1", event.at("hall_roll"),
            f"The hall roll was changed after round 1 was out: {stands}, and all draws stay as "
            "they are.",
            f"Type “{counts}” again." if counts else "Clear it.")  # fmt: skip


def as_promised(chance: str, before: Ledger) -> bool | None:
    """Return whether a round's seed and roll had been committed to by then; None if nothing was."""
    if not before.seeds:
        return None
    return is_promised(chance, before.seeds[-1].data["sha256"], before.seeds[-1].data["roll"])


def is_promised(chance: str, sha256: str, roll: str) -> bool:
    """Return whether the seed of a round has that SHA-256, mixed with that roll."""
    seed = unmixed(event_seed(chance), roll)
    return bool(seed) and digest(seed.encode()) == sha256


# --- since the hall rolled -----------------------------------------------------------------------


def basis(players: Mapping[str, Player], phase: Phase, rules: Ruleset) -> dict[str, Any]:
    """Return what round 1 depends on besides the seed, as digests: who plays, and the rules."""
    played = [phase.variant] if phase.variant else []
    how = [phase.mode, phase.type, phase.rounds, rules.preset, to_document(rules), *played]
    return {
        "players": {
            id_: [_short(names.key(player.name)), _short(_asked(player))]
            for id_, player in players.items()
            if player.plays(1)
        },
        "rules": _short(how),
    }


def _asked(player: Player) -> list[object]:
    apart = sorted(map(names.key, player.keep_apart))
    asked = [names.key(player.club), apart, player.awarded_byes, player.fixed_table]
    return [*asked, *filter(None, [player.colours])]


def _short(value: object) -> str:
    return digest(canonical(value).encode())[:_SHORT]


def since_roll(
    ledger: Ledger, players: Mapping[str, Player], phase: Phase, rules: Ruleset
) -> dict[str, int]:
    """Return how many players came, left or changed since the roll, and whether the rules have
    changed; {} if nothing has."""
    before = ledger.seeds[-1].data.get("basis") if ledger.seeds else None
    if not before:
        return {}
    now, was = basis(players, phase, rules), before["players"]
    is_ = now["players"]
    owner = {name: id_ for id_, (name, _) in was.items()}
    other = [
        id_
        for id_, (name, asked) in is_.items()
        if id_ in was and (asked != was[id_][1] or owner.get(name, id_) != id_)
    ]
    counts = {
        "came": len(is_.keys() - was.keys()),
        "left": len(was.keys() - is_.keys()),
        "changed": len(other),
        "rules": int(now["rules"] != before["rules"]),
    }
    return {what: number for what, number in counts.items() if number}


# --- “Keep apart” -------------------------------------------------------------------------------


def kept_apart(algorithm: str, state: Mapping[str, Any]) -> dict[str, int] | None:
    """Return how many pairs of players are kept apart by name, and how many tables that changes;
    None if no name is given, or if the round cannot be reproduced."""
    pairs = {
        frozenset((player["id"], other))
        for player in state.get("players", ())
        for other in player.get(_NAMES, ())
    }
    if not pairs:
        return None
    players = [{**player, _NAMES: []} for player in state["players"]]
    drawn_again = phases.drawn_by(algorithm).drawn_again
    now, without = drawn_again(state), drawn_again({**state, "players": players})
    if now is None or without is None:
        return None
    there = {frozenset(table.seats) for table in now.seating.tables}
    others = there - {frozenset(table.seats) for table in without.seating.tables}
    return {"pairs": len(pairs), "tables": len(others)}
