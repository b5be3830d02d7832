"""A player list as read, what was done with each line, and duplicate players."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Self

from runner.core import names
from runner.core.teams import called
from runner.interchange.player_import import patterns

_LONGEST_SHOWN = 120
_ALIKE = 0.9  # of the letters of two names have to be the same, in the same order


class LineStatus(StrEnum):
    """What was done with a line, or with one of its players."""

    PLAYER = "player"
    DUPLICATE = "there twice"
    ENTERED = "entered already"
    LEFT_OUT = "left out"
    HEADING = "heading"
    BLANK = "blank"


NEEDS_A_LOOK = frozenset({LineStatus.DUPLICATE, LineStatus.LEFT_OUT})
"""Lines in which a player may be missing."""


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line or row of the source: its number from 1, its cells, and its whole text."""

    number: int
    cells: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, or a team with its `members`, as read from a list.

    `name` is the name for the workbook, and `line` its line in the source, from 1. `private` is
    only for the organiser, by label: "E-mail", "DCI", "Discord", "Notes"; `more` are columns that
    Runner does not know, by their headings, and `byes` those from round 1 on. `notes` are
    sentences about what was done to the name, or is odd about it.
    """

    name: str
    line: int = 0
    club: str = ""
    commander: str = ""
    decklist: str = ""
    members: tuple[str, ...] = ()
    private: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """A player found on a line, who is kept if the status is PLAYER, or nobody; and why. A line of
    several players has several findings."""

    source: SourceLine
    status: LineStatus
    why: str = ""
    entrant: Entrant | None = None

    @property
    def player(self) -> Entrant | None:
        """The player who is kept, or None."""
        return self.entrant if self.status is LineStatus.PLAYER else None

    def removed(self, status: LineStatus, why: str) -> Self:
        """Return the finding for a player who is not kept, and why."""
        return replace(self, status=status, why="; ".join(filter(None, (why, self.why))))


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the source, shortened, what was done with it and why, and its players' `names`."""

    number: int
    text: str
    status: LineStatus
    why: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayerList:
    """A list as read, with `findings` in its order. `format` describes the format it was read as,
    `notes` what was decided for the whole list, and `problem` why it could not be read."""

    format: str
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""

    @cached_property
    def rows(self) -> tuple[Entrant, ...]:
        """The players, in the order of the list."""
        return tuple(finding.player for finding in self.findings if finding.player)

    @cached_property
    def lines(self) -> tuple[ListLine, ...]:
        """Every line of the source."""
        by_number = defaultdict[int, list[Finding]](list)
        for finding in self.findings:
            by_number[finding.source.number].append(finding)
        return tuple(_line(found) for number, found in sorted(by_number.items()) if number)

    def count(self, *statuses: LineStatus) -> int:
        """Return how many lines have one of these statuses."""
        return sum(line.status in statuses for line in self.lines)

    def without_duplicates(self) -> Self:
        """Return the list with players who are on an earlier line marked as duplicates."""
        return replace(self, findings=tuple(_without_duplicates(self.findings)))


def _line(findings: Sequence[Finding]) -> ListLine:
    shown = names.clean(findings[0].source.text)
    shown = shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"
    kept = tuple(finding.player.name for finding in findings if finding.player)
    whys = dict.fromkeys(
        f"“{finding.entrant.name}” {finding.why}"
        if kept and finding.entrant and not finding.player else finding.why
        for finding in findings
    )  # fmt: skip
    status = LineStatus.PLAYER if kept else findings[-1].status
    why = "; ".join(filter(None, whys))
    return ListLine(findings[0].source.number, shown, status, why, kept)


def _without_duplicates(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings; players who are on an earlier line are marked as duplicates, and those
    with nearly the same name as another get a note."""
    by_name, by_letters = dict[str, Entrant](), dict[str, Entrant]()
    for finding in findings:
        if not (entrant := finding.player):
            yield finding
            continue
        keys = _keys(entrant.name)
        if same := _first(keys, by_name):
            yield finding.removed(LineStatus.DUPLICATE, _twice(entrant, same))
            continue
        folded = names.folded(entrant.name)
        letters = [folded, *(folded[:at] + folded[at + 1 :] for at in range(len(folded)))]
        near = _first(sorted(names.keys(entrant.name)), by_name) or next(
            (other for key in letters if (other := by_letters.get(key))
             and 2 * len(key) >= _ALIKE * (len(folded) + len(names.folded(other.name)))),
            None,
        )  # fmt: skip
        by_name |= dict.fromkeys(keys, entrant)
        by_letters |= dict.fromkeys(letters, entrant)
        if near:
            note = f"nearly the same as “{near.name}” on line {near.line}"
            entrant = replace(entrant, notes=(*entrant.notes, note))
            finding = replace(finding, entrant=entrant)
        yield finding


def _keys(name: str) -> tuple[str, ...]:
    """Return the spellings of a name: without accents, with "ae" for "ä"; its words in order."""
    return (names.key(name), *names.in_order(name))


def _first(keys: Iterable[str], known: Mapping[str, Entrant]) -> Entrant | None:
    return next((known[key] for key in keys if key in known), None)


def _twice(entrant: Entrant, same: Entrant) -> str:
    mine, other = (each.private.get(patterns.E_MAIL, "").casefold() for each in (entrant, same))
    if not (mine and other) or mine == other:
        return f"is on line {same.line} already{_spelt(entrant.name, same.name)}"
    return (
        f"the same name as line {same.line}, but another address: if they are two people, add a "
        "town or an initial to one of them"
    )


def _spelt(name: str, known: str) -> str:
    return "" if names.key(name) == names.key(known) else f", as “{known}”"


def without_entered(
    listed_players: PlayerList, there: Collection[str], *, teams: bool = False
) -> PlayerList:
    """Return the list with the players whose names are in `there`, in the event already, marked as
    such. Unless `teams` play, the members of a team are players of that club."""
    entered = [Entrant(name) for name in there]
    known = {key: one for one in entered for key in _keys(patterns.without_bracket(one.name)[0])}
    known |= {key: one for one in entered for key in _keys(one.name)}
    apart = not teams and any(row.members for row in listed_players.rows)
    findings = list[Finding]()
    for one in listed_players.findings:
        for each in _members(one) if apart else [one]:
            if each.player and (same := _first(_keys(each.player.name), known)):
                why = f"plays already{_spelt(each.player.name, same.name)}"
                each = each.removed(LineStatus.ENTERED, why)
            findings.append(each)
    marked = replace(listed_players, findings=tuple(findings))
    return marked.without_duplicates() if apart else marked


def _members(finding: Finding) -> list[Finding]:
    """Return the people of a team as players; a single player unchanged."""
    if not (team := finding.entrant) or not team.members:
        return [finding]
    club = team.club or ("" if team.name == called(team.members) else team.name)
    notes = (*team.notes, f"of {team.name}")
    people = (Entrant(name, team.line, club, notes=notes) for name in team.members)
    return [replace(finding, entrant=each) for each in people]
