"""Everything that follows from an event, in the order in which people ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from runner.clock import RoundClock
from runner.core import privacy
from runner.core.event import Event, Phase, Player, Round, RoundId
from runner.core.numbers import as_text, exact
from runner.core.problems import Problem
from runner.core.redaction import Unnamed
from runner.history import Histories
from runner.ledger.entries import Entry
from runner.rules.ruleset import Ruleset


def _json_number(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else as_text(value)


@dataclass(frozen=True, slots=True)
class Record:
    """Matches won, drawn and lost; byes are counted apart, not as wins."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """One step towards a value: what it is about, its arithmetic, the amount, and why.

    `player` is the id of the opponent it is about, or "". `value` is None for what is left out.
    Example: label "Round 2, Bo", text "7 / 14", value 1/2, remark "".
    """

    label: str
    player: str = ""
    text: str = ""
    value: Fraction | None = None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Working:
    """How one value of one player came about, so that the player can check it with a pencil."""

    key: str
    name: str
    abbreviation: str
    value: Fraction | None
    formula: str
    lines: tuple[WorkingLine, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's place. `tiebreakers` has the phase's order; None where nothing was played.

    `tied_with` names those whom no tiebreaker parted from this player: the seed did. Of very many
    equals it names the nearest, fifty on each side.
    """

    rank: int
    player: str
    match_points: Fraction
    record: Record
    tiebreakers: Mapping[str, Fraction | None]
    tied_with: tuple[str, ...] = ()
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking after a round; `complete` is False while that round's results come in.

    `seed` is the event's, which the order of equals was drawn from. `by_place`: the order is that
    of a playoff, by how far everybody has come; `places` are then the players with the first and
    the last of the places that they share. Where there are `groups`, as ids, the rows are
    those of one group after the other and ranks begin anew with each; who is in none comes last.
    `carried` are rounds of phases before that count as well: histories begin with them, and number
    their rounds from the first of them on.
    """

    after: RoundId
    complete: bool
    rows: tuple[StandingRow, ...]
    histories: Histories
    ruleset: Ruleset
    seed: str = ""
    by_place: bool = False
    places: tuple[tuple[str, int, int], ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    carried: tuple[RoundId, ...] = ()

    @property
    def counted(self) -> int:
        """How many rounds count, those carried over included."""
        return len(self.carried) + self.after.number

    def round_of(self, number: int) -> RoundId:
        """The round that has that number in the histories."""
        if number <= len(self.carried):
            return self.carried[number - 1]
        return RoundId(self.after.phase, number - len(self.carried))


@dataclass(frozen=True, slots=True)
class Certificate:
    """How good a pairing is, and how good any pairing could have been (event-json.md).

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
        return {
            "repeated_pairs": self.repeated_pairs,
            "small_pod_repeats": self.small_pod_repeats,
            "points_mismatch": _json_number(self.points_mismatch),
            "lower_bound": _json_number(self.lower_bound),
            "proved_optimal": self.proved_optimal,
            "notes": list(self.notes),
            "club_clashes": self.club_clashes,
            "moved_up": list(self.moved_up),
            "moved_down": list(self.moved_down),
            "uneven_seats": self.uneven_seats,
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Certificate:
        """The certificate that `to_document` wrote, at any time: older ones say less."""
        return cls(
            int(document["repeated_pairs"]),
            int(document["small_pod_repeats"]),
            exact(document["points_mismatch"]),
            exact(document["lower_bound"]),
            bool(document["proved_optimal"]),
            tuple(document["notes"]),
            int(document.get("club_clashes", 0)),
            tuple(document.get("moved_up", ())),
            tuple(document.get("moved_down", ())),
            document.get("uneven_seats"),
        )


@dataclass(frozen=True, slots=True)
class PairedTable:
    """A table of a pairing: its number and the ids in turn order."""

    number: int
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawnFrom:
    """What a round was drawn from, so that anybody can draw it again (docs/randomness.md).

    `inputs` is the SHA-256 of the state that `runner pair` reads, in the ledger's canonical form,
    without the names that somebody is kept apart from: all else in it is public, so that a hash
    over them would let anybody find them out by trying. It is "" in what everybody may see where
    the state tells of somebody who is not shown. `engine` is the version of the pairing.
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
    """Who meets whom in a round; `proposed` until it is published. `drawn_from` is None where
    nobody drew it, as in a round that was imported. `changes` are the lines of the ledger that tell
    what an organiser has changed in it since."""

    round: RoundId
    tables: tuple[PairedTable, ...]
    byes: tuple[str, ...]
    certificate: Certificate | None = None
    proposed: bool = False
    drawn_from: DrawnFrom | None = None
    changes: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """A phase with its rules in force, its published rounds and a ranking after each of them.

    `field` is who plays in it, by seed after a cut. `planned` is how many rounds it is to have,
    or None where that is still open; `ended` says that the organiser closed it before. `playing`
    are the ids of those who play in its next round if they are still in it; `seeds` are ids by
    seed, and `drawn` the states that its rounds were drawn from, empty where Runner drew none
    (phases that rank by points have no seeds).

    `groups` are those of a round robin that has begun, by their ids; there is none or several.
    `carried` are the rounds of phases before that go on counting in this one, and `only_met` those
    who played in them and are not in the field any more: opponents, but not ranked.
    """

    phase: Phase
    ruleset: Ruleset
    field: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    standings: tuple[Standings, ...] = ()
    planned: int | None = None
    ended: bool = False
    playing: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    drawn: tuple[Mapping[str, Any], ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    carried: tuple[Round, ...] = ()
    only_met: tuple[Player, ...] = ()

    @property
    def current(self) -> Standings | None:
        """The latest ranking, or None before the first result."""
        return self.standings[-1] if self.standings else None

    @property
    def over(self) -> bool:
        """Whether all its rounds are played."""
        if any(not each.finished for each in self.rounds):
            return False
        return self.ended or (self.planned is not None and len(self.rounds) >= self.planned)

    @property
    def veiled(self) -> bool:
        """Whether its results are kept from the players until it is over."""
        return self.ruleset.standings_hidden and not self.over


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A player's place in the whole event, from `first` to `last` where several share it, and the
    phase that it comes from. `still_in`: the player is in the playoff, and all these are open."""

    player: str
    first: int
    last: int
    phase: int
    still_in: bool = False

    @property
    def place(self) -> str:
        """ "1", or "3-4"."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What `compute` returns: all that pages, paper and the open format show.

    `players` is in the order of the Players sheet. `entries` are the lines that must be in the
    ledger before any of this is made public. `as_of` is the last save or publication that this
    rests on (ISO 8601), or "". `recommendation` is what the rules advise before round 1, in words;
    "" afterwards. `reported` are the rounds as they were typed, before penalties
    had their effect on results. `clocks` tells of each published round when time is called.
    `final` are the places of the whole event, from the top, as far as they are known. `spellings`
    are the names under which somebody has been published, old ones too, each with the id.
    """

    event: Event
    players: Mapping[str, Player]
    phases: tuple[PhaseResult, ...]
    pairings: tuple[Pairing, ...]
    reported: tuple[Round, ...] = ()
    problems: tuple[Problem, ...] = ()
    entries: tuple[Entry, ...] = ()
    rehearsal: bool = False
    recommendation: str = ""
    as_of: str = ""
    clocks: Mapping[RoundId, RoundClock] = field(default_factory=dict)
    final: tuple[FinalPlace, ...] = ()
    spellings: Mapping[str, str] = field(default_factory=dict)

    @property
    def for_players(self) -> Snapshot:
        """What everybody may see: players under their names in public, no ranking of a phase that
        keeps its results back, and no hash of a state that tells of somebody who is not shown."""
        event, players, fit = privacy.public(self.event, self.players, self.spellings)
        hidden = privacy.nameless(self.event, self.players)
        private = {
            each.id
            for phase in self.phases
            for each, state in zip(phase.rounds, phase.drawn, strict=False)
            if privacy.tells(hidden, fit, state)
        }
        veiled = any(each.veiled and each.rounds for each in self.phases)
        return replace(
            self,
            event=event,
            players=players,
            phases=tuple(_for_players(each, players, fit) for each in self.phases),
            pairings=tuple(_told(each, fit, each.round in private) for each in self.pairings),
            problems=(),
            entries=(),
            final=() if veiled else self.final,
            spellings={},
        )

    @property
    def over(self) -> bool:
        """Whether every round of every phase is played, so that nothing more is drawn."""
        return all(each.over for each in self.phases)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every published round, over all phases, in order."""
        return tuple(each for phase in self.phases for each in phase.rounds)

    @property
    def current_round(self) -> Round | None:
        """The round that is being played or was last played."""
        return self.rounds[-1] if self.rounds else None


def _for_players(result: PhaseResult, players: Mapping[str, Player], fit: Unnamed) -> PhaseResult:
    return replace(
        result,
        phase=replace(result.phase, name=fit(result.phase.name)),
        field=tuple(players.get(each.id, each) for each in result.field),
        only_met=tuple(players.get(each.id, each) for each in result.only_met),
        standings=() if result.veiled else result.standings,
    )


def _told(pairing: Pairing, fit: Unnamed, private: bool) -> Pairing:
    """The pairing with no name in what was changed, or why, that is not shown; without the hash
    of its inputs where these are private."""
    changes = (replace(each, data=fit.in_all(each.data)) for each in pairing.changes)
    drawn = pairing.drawn_from
    if drawn and private:
        drawn = replace(drawn, inputs="")
    return replace(pairing, drawn_from=drawn, changes=tuple(changes))
