"""Long lists by last name: current seats, and all players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.language import _, ngettext, pgettext
from runner.phases.elimination.double_elimination import DoubleElimination
from runner.render.directory import FEW_NAMES, Directory, Person
from runner.render.rows import PlayerLine, StandingLine, TableLine
from runner.render.site import qualifiers
from runner.render.site.bracket.page import Matches
from runner.render.site.front_page import Headline, State, figure, headline, state, today
from runner.render.site.shared import Shared

_RAIL = 26
_LEADERS = 3
_FEW_TABLES = 4  # up to this many, the list of rounds has their results
_FEW_MATCHES = 8  # the same in a playoff, after whose rounds nobody leads


class PairingLine(NamedTuple):
    """A player's seat; `others` are the last names of opponents, and `words` is the reason for
    having no table. For a member of a team, `team` is its name; `meets` is whom somebody who waits
    in a bracket will meet. `result` ("2–1", "Won") has the colour `tone`; both are "" while the
    round is being played."""

    name: str
    file: str
    table: str = ""
    seat: str = ""
    others: tuple[str, ...] = ()
    words: str = ""
    team: str = ""
    meets: str = ""
    result: str = ""
    tone: str = ""


class ListView(NamedTuple):
    """Everyone by last name, in the current round or in the event; `title` is that of the round, or
    "" before the first; `seats`: seats have letters; `over`: so is the event; `ended`: so is the
    round; `told`: the headline of the front page until the next one is paired. A group whose letter
    is "" has no heading; `ranked` is what players' ranks are called, or "". `earlier` are the
    rounds of a playoff before, if it has few matches left."""

    total: int
    letters: tuple[SimpleNamespace, ...]
    title: str = ""
    seats: bool = False
    over: bool = False
    ended: bool = False
    told: Headline | None = None
    ranked: str = ""
    earlier: Sequence[Matches] = ()

    @property
    def rail(self) -> tuple[str, ...]:
        """The letters to jump to, as many as fit on a phone: if there are too many, A to Z if those
        are most of them, or every second, third and so on (other scripts have hundreds); if few,
        none."""
        every = [letter.letter for letter in self.letters]
        if len(every) < 8:
            return ()
        latin = [letter for letter in every if letter.isascii() and letter.isalpha()]
        shown = latin if len(every) > _RAIL and 2 * len(latin) > len(every) else every
        return tuple(shown[:: -(-len(shown) // _RAIL)])


def pairings_view(shared: Shared, meets: Mapping[str, str]) -> ListView:
    """Return everyone in the current round, once, by last name. `meets` are the opponents of
    players who wait for them, by the file of the player's page."""
    view, directory = shared.current, shared.directory
    current = shared.snapshot.current_round
    if current is None or view is None:
        return ListView(0, ())
    now, ended = state(shared.snapshot), not any(table.playing for table in view.tables)
    phase = shared.snapshot.phases[current.id.phase - 1]
    early = ended or phases.playoff(phase.phase.type) is not None
    spots = {key: line for table in view.tables for key, line in _at_table(directory, table, early)}
    double = phase.phase.type == DoubleElimination.KEY  # where not everybody who loses is out
    lost = {place.player for place in shared.snapshot.final if double and not place.still_in}
    spots |= {
        player: line._replace(result=f"{line.result} · {pgettext('of a playoff', 'Out')}")
        for player, line in spots.items()
        if line.result and line.tone == "loss" and player in lost
    }
    out, waiting = qualifiers.without_table(phase, current), _(qualifiers.WAITING)
    spots |= {player: PairingLine("", "", words=words) for player, words in out.items()}
    lines = {
        key: spots[player]._replace(
            name=person.last_first,
            file=person.file,
            seat=spots[player].seat or (person.seat if spots[player].table else ""),
            team=person.team,
            meets=meets.get(person.file, "") if spots[player].words == waiting else "",
        )
        for key, (player, person) in directory.each(spots).items()
    }
    order = directory.alphabetical(lines)
    letters = directory.by_letter(((player, lines[player]) for player in order), FEW_NAMES)
    seats = any(line.seat for line in lines.values())
    told = headline(shared, now) if now in {State.OVER, State.BETWEEN} else None
    return ListView(len(lines), letters, view.title, seats, now is State.FINAL, ended, told)


def _at_table(
    directory: Directory, table: TableLine, early: bool
) -> Iterator[tuple[str, PairingLine]]:
    """Yield the lines of a table by player, with the result if it is to be shown as `early` as it
    is known. Outside playoffs that is when the round is over, so that the page does not change with
    every result."""
    for at, seat in enumerate(table.seats):
        line = PairingLine(
            directory[seat.player].last_first, seat.file, str(table.number), seat.letter,
            tuple(directory.short(each.player) for each in table.seats if each is not seat),
        )  # fmt: skip
        if early and not table.playing:
            line = line._replace(result=table.own_score(at) or seat.result, tone=seat.tone)
        yield seat.player, line


def rounds_view(shared: Shared) -> SimpleNamespace:
    """Return the `rounds`, the phases `to_come` as figures, last first, and before round 1 those of
    the rules in short."""
    begun = [phase for phase in shared.snapshot.phases if phase.rounds]
    to_come = [figure(phase) for phase in shared.snapshot.phases[len(begun) :] if begun]
    left = (begun[-1].planned or 0) - len(begun[-1].rounds) if begun else 0
    if left > 0 and not phases.playoff(begun[-1].phase.type):
        to_come.insert(0, (_("Then"), ngettext("{n} more round", "{n} more rounds", left), ""))
    return SimpleNamespace(
        rounds=tuple(_rounds(shared)), to_come=to_come[::-1], figures=today(shared.snapshot)
    )


def _rounds(shared: Shared) -> Iterator[SimpleNamespace]:
    """Yield all published rounds, latest first, as links. With few tables, `won` has the results
    (`first`, `score`, `others`, and in a bracket the `label` of the match and whether it is `open`)
    and byes; with more, `leaders` are those after a complete round that gives points. `done` of
    `total` tables have finished."""
    for link in shared.links:
        tables, ranking = shared.rounds[link.id].tables, shared.rankings.get(link.id)
        few, playing = len(tables) <= _FEW_TABLES, sum(table.playing for table in tables)
        playoff = phases.playoff(shared.snapshot.phases[link.id.phase - 1].phase.type)
        apart = few or playing or playoff
        top = ranking if ranking and not ranking.groups and not apart else None
        above = shared.rounds[link.id].above
        ended = (
            _ended(table, above.get(table.number, ""), playoff is not None) for table in tables
        )
        won = [*filter(None, ended)]
        won += (
            SimpleNamespace(first=each.name, score=_("bye"), others=(), label="", open=False)
            for each in shared.rounds[link.id].byes
            if not each.words
        )
        first = top.lines[:_LEADERS] if top else ()
        yield SimpleNamespace(
            **vars(link),
            won=won if few or (playoff and len(tables) <= _FEW_MATCHES) else (),
            leaders=first,
            playing=playing,
            total=len(tables),
            done=len(tables) - playing,
        )


def _ended(table: TableLine, above: str, in_playoff: bool) -> SimpleNamespace | None:
    """Return the winner of a table, with the games from their side; None if there is none yet,
    except in a playoff, where the match is `open` then and has the player `above` first."""
    won = next((at for at, seat in enumerate(table.seats) if seat.tone == "win"), None)
    if not in_playoff if table.playing else won is None:
        return None
    upper = next((at for at, seat in enumerate(table.seats) if seat.player == above), 0)
    at = upper if table.playing or won is None else won
    others = tuple(seat.name for seat in table.seats if seat is not table.seats[at])
    return SimpleNamespace(
        first=table.seats[at].name,
        score="–" if table.playing else table.own_score(at),
        others=others,
        label=table.group,
        open=table.playing,
    )


def players_view(shared: Shared, ranked: str = "", lines: Iterable[StandingLine] = ()) -> ListView:
    """Return all players of the event, by last name, with the ranks in `lines`, called `ranked`; in
    a playoff with their marks in place of open ranks."""
    snapshot, directory = shared.snapshot, shared.directory
    people, known = directory.each(snapshot.players), {line.player: line for line in lines}
    order = directory.alphabetical(people)
    rows = [(key, _player_line(snapshot, *people[key], known)) for key in order]
    return ListView(len(order), directory.by_letter(rows, FEW_NAMES), ranked=ranked)


def _player_line(
    snapshot: Snapshot, identity: str, person: Person, known: Mapping[str, StandingLine]
) -> PlayerLine:
    player, now = snapshot.players[identity], len(snapshot.rounds)
    line = known.get(identity)
    words = line.mark if line and not line.rank else ""
    if player.enters > max(now, 1):
        words = _("enters in {round}", round=snapshot.called(player.enters))
    elif not player.plays(now + 1) and not player.plays(now):
        words = _("dropped")
    name, rank = person.last_first, line.rank if line else ""
    return PlayerLine(name, person.file, words, person.club, person.team, rank)
