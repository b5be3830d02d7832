"""A player's page: where they sit now, their rounds, and how their values are calculated."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, partial
from types import SimpleNamespace
from typing import NamedTuple

from runner import phases
from runner.core.identifiers import RoundId
from runner.core.language import _, current, pgettext
from runner.core.rounds import Outcome
from runner.phases.model import PhaseResult
from runner.render import rows
from runner.render import text as texts
from runner.render.curves import rank_curve
from runner.render.directory import Person, team_and_number
from runner.render.outlook import OutlookLine
from runner.render.rows import PlayerLine, StandingLine, TableLine, TiebreakerColumn
from runner.render.site import final_page, front_page, rounds
from runner.render.site.bracket.page import Brackets
from runner.render.site.player_now import Now, now_of_all
from runner.render.site.player_working import working_view
from runner.render.site.ring import ring_view
from runner.render.site.scoring_page import anchor
from runner.render.site.shared import Shared
from runner.standings.model import Played, RoundKind, Standings
from runner.standings.ranking import field_of, record_of, why_row_below, workings


class PlayedRound(NamedTuple):
    """A round of the player, "Round 3" or "Final", with its `outcome` in words and as a `letter`.
    `place` is "Table 3, seat B" or ""; `points` "+7" or "". `own` are the games of a member's seat,
    own games first."""

    title: str
    file: str
    outcome: str
    letter: str = texts.NOTHING
    place: str = ""
    opponents: tuple[PlayerLine, ...] = ()
    points: str = ""
    tone: str = ""
    own: str = ""


class Score(NamedTuple):
    """A player's rank and its explanation; `of` is the number of players, in the `group` if there
    are any. `columns` are those of the line's values; a playoff has neither them nor points.
    `state` is a sentence if the player is already in the playoff, or "". `neighbours` are sentences
    on what separates the player from those next to them, and `curve` is the rank after each round.
    """

    line: StandingLine
    of: int
    group: str
    provisional: bool
    state: str
    columns: tuple[TiebreakerColumn, ...]
    neighbours: tuple[str, ...]
    workings: tuple[SimpleNamespace, ...]
    curve: SimpleNamespace | None = None


class PhaseView(NamedTuple):
    """A player in a phase. `name` is "" if the event has only one phase; `score` is None if results
    are hidden, which `veil` then explains. `ahead` is the outlook for the cut after the phase, and
    `rivals` are the players who can still pass the player, if known."""

    name: str
    veil: str
    score: Score | None
    rounds: tuple[PlayedRound, ...]
    ahead: OutlookLine = OutlookLine()
    rivals: tuple[PlayerLine, ...] = ()


class PlayerView(NamedTuple):
    """Everything about a player; `phases` and the `ways` through playoffs are latest first. `place`
    is that in the whole event, if known. `members` are the people of a team, `partners` the
    other members of a member's team, `ring` the seats round a table of two teams, and
    `figures` the rules in short before round 1."""

    person: Person
    place: final_page.OwnPlace | None
    now: Now | None
    ways: tuple[SimpleNamespace, ...]
    phases: tuple[PhaseView, ...]
    members: tuple[Person, ...] = ()
    partners: tuple[Person, ...] = ()
    ring: SimpleNamespace | None = None
    figures: tuple[Sequence[tuple[str, str, str]], ...] = ()


class PlayerPages:
    """Makes the views of all players of a snapshot, from shared rows."""

    def __init__(self, shared: Shared, brackets: Brackets) -> None:
        self._directory = shared.directory
        self._brackets = brackets
        self._places = final_page.places(shared.snapshot)
        self._phases = [
            _Phase(shared, phase) for phase in reversed(shared.snapshot.phases) if phase.rounds
        ]
        self._now = now_of_all(shared, brackets.to_come)
        self._teams, self._figures = shared.snapshot.teams, front_page.today(shared.snapshot)
        now = shared.snapshot.current_round
        self._current = (shared.snapshot.phases[now.id.phase - 1], now.id) if now else None
        self._tables: dict[tuple[str, str], TableLine] = {
            (view.file, seat.file): table
            for view in shared.rounds.values()
            for table in view.tables
            if table.duels
            for seat in table.seats
        }

    def of_member(self, key: str) -> PlayerView:
        """Return the view of a present or former member of a team: the part of the team's view that
        is theirs, with the rounds they played and their seat. A former member has neither the
        team's rank nor its outlook."""
        player, number = team_and_number(key)
        person, team = self._directory.members[key], self._teams[player]
        others = frozenset(id_ for id_, numbers in team.rounds.items() if number not in numbers)
        whole, now = self.view(player, without=others), number in team.now
        played = {
            id_.prefix: numbers.index(number)
            for id_, numbers in team.rounds.items()
            if number in numbers
        }
        phases_ = (
            phase._replace(
                score=phase.score and _of_one(phase.score, now=now),
                ahead=phase.ahead if now else OutlookLine(),
                rivals=phase.rivals if now else (),
                rounds=tuple(
                    each._replace(own=self._own_games(whole.person.file, each.file, seat))
                    for each in phase.rounds
                    if (seat := played.get(each.file)) is not None
                ),
            )
            for phase in whole.phases
        )
        return whole._replace(
            person=person,
            place=whole.place if now else None,
            now=whole.now if now else None,
            ring=self._ring(whole.now, person.file) if now else None,
            ways=(),
            phases=tuple(phases_),
            members=(),
            partners=tuple(each for each in whole.members if each.file != person.file),
        )

    def _own_games(self, team: str, round_: str, seat: int) -> str:
        """Return the games of a seat in a round, "2–1", the team's own first; "" if unknown."""
        table = self._tables.get((round_, team))
        if table is None or seat >= len(table.duels):
            return ""
        first = table.seats[0].file == team
        games = table.duels[seat].partition(" ")[2]
        return table._replace(score=games).own_score(0 if first else 1)

    def view(self, player: str, without: Set[RoundId] = frozenset()) -> PlayerView:
        """Return the view of a player, leaving out the rounds in `without`."""
        views = (phase.view(player, without) for phase in self._phases)
        place, ways = self._places.get(player), self._brackets.paths(player)
        if place and place.still_in and ways:
            stage, _card = ways[0].matches[-1]
            place = place._replace(reached=stage)
        return PlayerView(
            person=self._directory[player],
            place=place,
            now=self._now.get(player),
            ways=ways,
            phases=tuple(view for view in views if view),
            members=self._directory.team(player),
            ring=self._ring(self._now.get(player), ""),
            figures=self._figures,
        )

    def _ring(self, now: Now | None, file: str) -> SimpleNamespace | None:
        """Return the seats round the current table of a team, or of its member with that file."""
        if now is None or now.table is None or now.label or self._current is None:
            return None
        phase, id_ = self._current
        return ring_view(phase, self._directory, now.table, now.seat, file, id_)


def _of_one(score: Score, *, now: bool) -> Score:
    """Return a team's score for the page of a member, who plays for it `now` or did once."""
    line = score.line if now else score.line._replace(rank="", points="", tied=False)
    score = score if now else score._replace(state="", curve=None)
    return score._replace(line=line, neighbours=(), workings=())


class _Phase:
    """A phase, with its latest ranking, and its tables by player."""

    def __init__(self, shared: Shared, phase: PhaseResult) -> None:
        snapshot, directory = shared.snapshot, shared.directory
        self._directory = directory
        self._veil = rounds.veil(phase)
        self._rounds = phase.rounds
        self._standings = phase.current
        self._field = field_of(phase.current) if phase.current else None
        self._before = len(phase.carried)
        in_playoff = phases.find(phase.phase.type).in_playoff
        self._in_playoff = in_playoff(phase.current) if phase.current else {}
        counted = (*phase.carried, *phase.rounds)
        self._titles = tuple(snapshot.event.title(round_.id) for round_ in counted)
        self._ids = tuple(round_.id for round_ in counted)
        later = (other for other in snapshot.phases if other.phase.number > phase.phase.number)
        self._goes_on = any(
            other.carried[-1:] == phase.rounds[-1:] and other.current for other in later
        )
        self._name = phase.phase.name if len(snapshot.phases) > 1 else ""
        self._phase, self._stage = phase.phase.number, phase.phase.stage
        outlook = shared.outlook
        self._ahead = outlook.lines if outlook.phase == phase.phase.number else {}
        ranking = shared.rankings[phase.current.after] if phase.current else None
        self._columns = ranking.columns if ranking else ()
        self._lines = {line.player: line for line in ranking.lines} if ranking else {}
        shown = snapshot.final if final_page.shown(snapshot) else ()
        self._places = {
            each.player: texts.span(each.first, each.last)
            for each in shown
            if each.phase == phase.phase.number
        }
        self._parted = cache(partial(_parted, phase.current, directory.names))
        self._course = [
            (ranking.after.number, {row.player: row.rank for row in ranking.rows})
            for ranking in phase.standings
            if not ranking.by_place
        ]
        self._at = {player: at for at, player in enumerate(self._lines)}
        self._groups = {
            line.player: (group.title, len(group.lines))
            for group in (ranking.groups if ranking else ())
            for line in group.lines
        }
        self._seats = {
            (seat.player, round_.id.number): (table, at)
            for round_ in phase.rounds
            for table in shared.rounds[round_.id].tables
            for at, seat in enumerate(table.seats)
        }

    def view(self, player: str, without: Set[RoundId]) -> PhaseView | None:
        if self._veil:
            return PhaseView(self._name, self._veil, None, tuple(self._seen(player)))
        line, standings = self._lines.get(player), self._standings
        if line is None or standings is None:
            return None
        history = standings.histories.get(player)
        every = history.rounds if history else ()
        if without and history:
            own = tuple(one for one in every if self._ids[one.round - 1] not in without)
            if len(own) < len(every):
                record = texts.record(record_of(replace(history, rounds=own)))
                every, line = own, line._replace(record=record, points="")
        done = tuple(self._round(player, one) for one in every if one.round > self._before)
        ahead = self._ahead.get(player, OutlookLine())
        rivals = tuple(
            PlayerLine(self._directory[id_].name, self._directory[id_].file, words)
            for id_, words in (ahead.passing.who if ahead.passing else ())
        )
        return PhaseView(self._name, "", self._score(line, standings), done, ahead, rivals)

    def _score(self, line: StandingLine, standings: Standings) -> Score:
        group, of = self._groups.get(line.player, ("", len(standings.rows)))
        at, counts = self._at[line.player], not standings.by_place
        if self._places.get(line.player) == line.rank:
            line = line._replace(rank="")  # it is the place in the whole event, which is above
        since = self._in_playoff.get(line.player)
        state = "" if since is None else _("In the playoff.")
        if since:
            state = _("In the playoff since round {number}.", number=since)
        return Score(
            line=line if counts else line._replace(points=""),
            of=of,
            group=group,
            provisional=not standings.complete,
            state=state,
            columns=self._columns if counts else (),
            neighbours=tuple(filter(None, map(self._parted, (at - 1, at)))),
            workings=tuple(self._workings(line.player, standings)),
            curve=rank_curve(
                [(at, ranks[line.player]) for at, ranks in self._course if line.player in ranks]
            ),
        )

    def _workings(self, player: str, standings: Standings) -> Iterator[SimpleNamespace]:
        """Yield the calculation of each value; nothing in a playoff, which has none, or if a later
        phase continues counting and shows everything."""
        if standings.by_place or self._goes_on:
            return
        columns = {column.key: column for column in self._columns}
        for working in workings(standings, player, self._directory.names, self._field):
            column, rule = columns.get(working.key), anchor(self._phase, working.key)
            people = self._directory.people
            yield working_view(working, column, people, rule, self._titles)

    def _seen(self, player: str) -> Iterator[PlayedRound]:
        """Yield the rounds of a player whose results are hidden, with table and opponents."""
        for number, round_ in enumerate(self._rounds, 1):
            file = RoundId(self._phase, number).prefix
            seated = self._seats.get((player, number))
            if player in round_.byes:
                yield PlayedRound(self._title(number), file, _("Bye"), pgettext("letter", "B"))
            elif seated and not seated[0].playing:
                table, at = seated
                others = (seat.player for seat in table.seats if seat.player != player)
                people = self._people(others)
                # Note: one letter for a round that was played, whose result is kept back.
                letter = pgettext("played", "P")
                yield PlayedRound(
                    self._title(number), file, _("Played"), letter, table.where(at), people
                )

    def _title(self, number: int) -> str:
        """Return the title of a round below the name of its phase."""
        return self._stage(number) or _("Round {number}", number=number)

    def _round(self, player: str, played: Played) -> PlayedRound:
        number = played.round - self._before
        seated = self._seats.get((player, number))
        words, tone, place = _("Loss (entered late)"), "loss", ""
        letter = texts.letter(Outcome.LOSS)
        if played.kind is RoundKind.BYE:
            words, tone, letter = _("Bye"), "win", pgettext("letter", "B")
        elif played.kind is RoundKind.MATCH:
            worth = played.points if played.outcome is Outcome.POINTS else None
            words = texts.outcome(played.outcome, worth, agreed=bool(seated and seated[0].agreed))
            tone = rows.tone(played.outcome)
            letter = texts.letter(played.outcome)
            if seated:
                table, at = seated
                words, place = f"{words} {table.own_score(at)}".rstrip(), table.where(at)
        return PlayedRound(
            title=self._title(number),
            file=RoundId(self._phase, number).prefix,
            outcome=words,
            letter=letter,
            place=place,
            opponents=self._people(played.opponents),
            points=self._gained(played),
            tone=tone,
        )

    def _people(self, players: Iterable[str]) -> tuple[PlayerLine, ...]:
        people = (self._directory[player] for player in players)
        return tuple(PlayerLine(person.name, person.file) for person in people)

    def _gained(self, played: Played) -> str:
        """Return the points of a round; "" in a playoff, which has none."""
        if self._standings and self._standings.by_place:
            return ""
        gained = current().number(played.points)
        return f"+{gained}" if played.points > 0 else gained


def _parted(ranking: Standings | None, names: Mapping[str, str], at: int) -> str:
    """Return what separates the player at index `at` of a ranking from the next one; "" at the end
    of a group or of the ranking."""
    if ranking is None or ranking.by_place or not 0 <= at < len(ranking.rows) - 1:
        return ""
    above, below = ranking.rows[at : at + 2]
    return why_row_below(ranking, above, below, names) if above.rank < below.rank else ""
