"""The content of the match slips of a round: display values, without paper or layout."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core import contacts, names, privacy
from runner.core.identifiers import RoundId
from runner.core.language import current
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.core.rounds import Table
from runner.phases.elimination.names import Names
from runner.phases.model import PhaseResult
from runner.phases.round_robin.groups import title_of
from runner.render import at_table
from runner.render.documents.layout import USUAL, PageSetup
from runner.render.site.frame import address
from runner.render.site.rounds import points_before
from runner.rules.variants.variant import ResultForm


@dataclass(frozen=True, slots=True)
class Slip:
    """A table's slip: `seats` are its players as "Last, First", in turn order.

    `round` is its title, `address` the URL of the table, or "", and `group` "Group B" if the phase
    has groups, or the size of a common deck. `points` are each seat's points before the round;
    empty if there are none. A slip contains no results, so that it stays the same while results
    come in.

    In team events, `seats` and `points` are rows: each team, followed by its `members` (a count),
    who play seat against seat if `duels`. `order`: players write down in which order they were
    eliminated; `places`: each writes down a place. `starts`: seat A has the first turn. `code` is
    what opens the table's page for results by phone, or "".
    """

    table: int
    event: str
    round: str
    seats: tuple[str, ...]
    best_of: int
    address: str
    rehearsal: bool
    group: str = ""
    points: tuple[str, ...] = ()
    members: int = 0
    duels: bool = False
    order: bool = False
    places: bool = False
    starts: bool = False
    code: str = ""

    @property
    def title(self) -> str:
        """The round, with the group if there are groups: "Round 3 · Group B"."""
        return f"{self.round} · {self.group}" if self.group else self.round


def slips_for(snapshot: Snapshot, round_id: RoundId, choice: PageSetup = USUAL) -> tuple[Slip, ...]:
    """Return a slip for each table of a published round, by table number, without byes and empty
    tables. With codes in `choice` each has its own, and its address leads to the page for results.

    Return () if the round is not published or has no tables.
    """
    codes = dict(choice.codes)
    for phase in snapshot.phases:
        for round_ in phase.rounds:
            if round_.id == round_id:
                seated = (table for table in round_.tables if table.seats)
                tables = sorted(seated, key=lambda table: table.number)
                slips = map(_Maker(snapshot, phase, round_id).slip, tables)
                return tuple(_coded(slip, codes.get(slip.table, ""), choice) for slip in slips)
    return ()


def _coded(slip: Slip, code: str, choice: PageSetup) -> Slip:
    if not code:
        return slip
    return replace(slip, code=code, address=choice.report_at and f"{choice.report_at}{code}")


class _Maker:
    """Makes the slips of a round."""

    def __init__(self, snapshot: Snapshot, phase: PhaseResult, round_id: RoundId) -> None:
        self._event, self._rehearsal = snapshot.event, snapshot.rehearsal
        self._phase, self._round = phase, round_id
        self._names = privacy.on_paper(snapshot.event, snapshot.players)
        self._teams = {
            key: team.playing(round_id)
            for key, team in snapshot.teams.items()
            if key in snapshot.players and snapshot.players[key].shown is not Shown.ERASED
        }
        self._variant = phase.ruleset.played_as
        self._form = self._variant.form if self._variant else ResultForm.WINNER
        home = address(snapshot)
        self._home = home and f"{home}rounds/{round_id.prefix}.html"
        self._stages = _stages(phase, round_id)
        self._points = _points(phase, round_id)

    def slip(self, table: Table) -> Slip:
        """Return the slip of a table."""
        event, phase, rules = self._event, self._phase.phase, self._phase.ruleset
        best_of = rules.games(self._round.number)
        stage = self._stages.get(table.number)
        points = tuple(self._points[player] for player in table.players if self._points)
        slip = Slip(
            table=table.number,
            event=event.name,
            round=f"{phase.name} · {stage}" if stage else phase.title(self._round.number),
            seats=self._seats(table),
            best_of=best_of,
            address=self._home and f"{self._home}#t{table.number}",
            rehearsal=self._rehearsal,
            group=title_of(self._phase.groups, table.players) or at_table.deck(self._phase, table),
            points=points,
            order=self._form is ResultForm.ORDER,
            places=self._form is ResultForm.WINNER and rules.scoring == "placement",
            starts=self._starts(table, best_of),
        )
        most = max(len(self._teams.get(player, ())) for player in table.players)
        return self._of_teams(slip, table, most) if most else slip

    def _starts(self, table: Table, best_of: int) -> bool:
        """Return whether the slip says that seat A begins. Two players or teams agree on who
        begins, later games of a match have their own first players, and in a circle several may
        begin at once."""
        alone = self._variant is None or not (self._variant.teams or self._variant.circle)
        return alone and best_of == 1 and len(table.seats) > 2

    def _of_teams(self, slip: Slip, table: Table, most: int) -> Slip:
        """Return the slip with a row for each team, followed by a row for each of its members."""
        rows, points = list[str](), list[str]()
        for at, player in enumerate(table.players):
            people = [
                names.last_first(contacts.without(each.name))
                for each in self._teams.get(player, ())
            ]
            rows += [slip.seats[at], *people, *[""] * (most - len(people))]
            points += [slip.points[at] if slip.points else "", *[""] * most]
        return replace(
            slip,
            seats=tuple(rows),
            points=tuple(points) if slip.points else (),
            members=most,
            duels=self._form is ResultForm.DUELS,
        )

    def _seats(self, table: Table) -> tuple[str, ...]:
        """Return the names, with colours in Two-Color Star: "Example, Ana · WU"."""
        named = tuple(self._names[player] for player in table.players)
        own = at_table.colours(self._phase, table)
        if not own:
            return named
        return tuple(f"{name} · {pair.upper()}" for name, pair in zip(named, own, strict=True))


def _stages(phase: PhaseResult, round_id: RoundId) -> Mapping[int, str]:
    """Return the name of the playoff stage at each table: "Semifinals"."""
    drawn = phases.tree(phase)
    if drawn is None:
        return {}
    named = Names(drawn, pods=phase.phase.mode is Mode.MULTIPLAYER)
    return {
        match.table: named.stage_of[match.key].title
        for match in named.matches.values()
        if match.table is not None and match.round == round_id.number
    }


def _points(phase: PhaseResult, round_id: RoundId) -> Mapping[str, str]:
    """Return each player's points before the round; none if points are hidden or irrelevant."""
    if phase.veiled or phases.playoff(phase.phase.type) is not None:
        return {}
    before = points_before(phase, round_id)
    if before is None:
        return {}
    return {player.id: current().number(before.get(player.id, 0)) for player in phase.field}
