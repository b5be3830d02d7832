"""A paired round: its tables, what it was drawn from, and how good it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from hashlib import sha256
from typing import Any

from runner.core.identifiers import RoundId
from runner.core.language import N_
from runner.core.numbers import exact, plain
from runner.core.seating import SeatedTable, Seating
from runner.ledger.entries import Entry

LIMITED = N_("The search reached its limit: fewer repeats or second small pods may be possible.")
"""A note of a certificate, which players may read as well."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """How good a pairing is, and how good any pairing could have been (docs/open-format.md).

    `points_mismatch`: the sum over tables of the sum over pairs of players of the difference in
    match points before the round. `lower_bound`: no pairing has less that is as good in what
    counts for more. `club_clashes`: pairs at one table who were to be kept apart, by club or by
    name. `moved_up`, `moved_down`: ids of players with fewer, or more, points than most at their
    table have; where equally many have each, the higher counts. `uneven_seats`: players who have
    had one seat at least two turns more often than another; None where seats have no order, and
    in rounds published before it was counted.
    """

    repeated_pairs: int = 0
    small_pod_repeats: int = 0
    points_mismatch: Fraction = Fraction(0)
    lower_bound: Fraction = Fraction(0)
    proved_optimal: bool = False
    notes: tuple[str, ...] = ()
    club_clashes: int = 0
    moved_up: tuple[str, ...] = ()
    moved_down: tuple[str, ...] = ()
    uneven_seats: int | None = None

    def to_document(self) -> dict[str, Any]:
        """As plain JSON; whole numbers stay numbers, fractions become text."""
        values = {attribute.name: getattr(self, attribute.name) for attribute in fields(self)}
        numbers = {key: plain(values[key]) for key in ("points_mismatch", "lower_bound")}
        lists = {key: [*value] for key, value in values.items() if isinstance(value, tuple)}
        return values | numbers | lists

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Certificate:
        """Return the certificate that `to_document` wrote, at any time: older ones say less."""
        names = (attribute.name for attribute in fields(cls))
        values = {name: document[name] for name in names if name in document}
        numbers = {key: exact(values[key]) for key in ("points_mismatch", "lower_bound")}
        lists = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
        return cls(**values | numbers | lists)


@dataclass(frozen=True, slots=True)
class DrawnFrom:
    """What a round was drawn from, so that anybody can draw it again (docs/randomness.md).

    `inputs` is the SHA-256 of the state that `runner pair` reads, in the ledger's canonical form,
    without the names that somebody is kept apart from: all else in it is public, so that a hash
    over them would let anybody find them out by trying. It is "" in what everybody may see where
    the state tells of somebody who is not shown, or of points that are kept back. `engine` is the
    version of the pairing.
    """

    seed: str
    inputs: str
    engine: str

    @property
    def seed_hash(self) -> str:
        """The SHA-256 of the seed, which holds the organiser to it before it is known."""
        return sha256(self.seed.encode()).hexdigest()

    def to_document(self, *, seed: bool) -> dict[str, Any]:
        """As plain JSON; the seed itself only once no draw can be foretold from it."""
        return {
            **({"seed": self.seed} if seed else {}),
            "seed_sha256": self.seed_hash,
            **({"inputs": self.inputs} if self.inputs else {}),
            "engine": self.engine,
        }


@dataclass(frozen=True, slots=True)
class Pairing:
    """A seating and how it came about; `proposed` until it is published. `drawn_from` is None where
    nobody drew it, as in a round that was imported. `changes` are the lines of the ledger that tell
    what an organiser has changed in it since. `kept_apart` is how many `pairs` of players were kept
    apart by name in the draw, and how many `tables` are others for it; None where none is.
    `since_roll` is what was changed between the roll of the hall and the draw of round 1."""

    round: RoundId
    seating: Seating
    certificate: Certificate | None = None
    proposed: bool = False
    drawn_from: DrawnFrom | None = None
    changes: tuple[Entry, ...] = ()
    kept_apart: Mapping[str, int] | None = None
    since_roll: Mapping[str, int] | None = None

    @property
    def tables(self) -> tuple[SeatedTable, ...]:
        """Who sits together."""
        return self.seating.tables

    @property
    def byes(self) -> tuple[str, ...]:
        """Who has a bye."""
        return self.seating.byes
