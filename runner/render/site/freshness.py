"""The small data scripts that open pages poll.

`pulse.js` is polled every few seconds, and changes with any other. `version.js` has the versions of
pages and the state of the round, `players.js` the versions of players' pages, `seats.js` all seats,
and `ranks.js` all ranks.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from runner.compute.draft import Draft
from runner.compute.snapshot import Snapshot
from runner.core.language import _, current, pgettext
from runner.core.player import Player
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render.outlook import OutlookLine
from runner.render.site import draft_page, final_page, qualifiers, rounds
from runner.render.site.front_page import State, state
from runner.render.site.lists import ListView, PairingLine
from runner.render.site.shared import Shared
from runner.render.site.static import checksum, script_call
from runner.render.timed_text import building_facts, clock_facts
from runner.standings.model import Standings

_LONG = 12  # characters of a stage that have room beside the time that is left, on narrow phones
PLAYERS = "players.js"
"""The file with the versions of players' pages."""


def of_a_player(path: str) -> bool:
    """Return whether a file is a player's, or lists players' pages: these are published last."""
    return path == PLAYERS or (path.startswith("players/") and path != "players/index.html")


def scripts(
    shared: Shared, pairings: ListView, pages: Mapping[str, str], before: str
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the scripts for pages of these versions, and the scripts that still list the old
    versions of players' pages, until all new ones are published. `pages` are the versions by path
    without ".html". `before` is the checksum of the published `players.js`, or "" if unknown; then
    there are no old scripts."""
    own = {path: version for path, version in pages.items() if of_a_player(f"{path}.html")}
    files = {
        PLAYERS: script_call("runnerPlayers", own),
        "seats.js": script_call("runnerSeats", _seats(shared, pairings)),
        "ranks.js": script_call("runnerRanks", _ranks(shared)),
    }
    tags = {path.removesuffix(".js"): checksum(content) for path, content in files.items()}
    others = {path: version for path, version in pages.items() if path not in own}
    snapshot = shared.snapshot
    as_of = snapshot.as_of and texts.instant(snapshot.as_of, snapshot.event.time_zone)
    data = {"asOf": as_of, "now": _now(snapshot), "pages": others}
    old = _versions({**data, "files": {**tags, "players": before}}) if before else {}
    return {**files, **_versions({**data, "files": tags})}, old


def _versions(data: Mapping[str, object]) -> dict[str, bytes]:
    """Return both scripts. The version names its pulse: a host may show a new pulse first."""
    pulse = checksum(script_call("runnerVersion", data))
    version = script_call("runnerVersion", {**data, "pulse": pulse})
    return {"version.js": version, "pulse.js": script_call("runnerPulse", pulse)}


def _now(snapshot: Snapshot) -> dict[str, Any]:
    """Return the state of the round for the top line of pages; `clock` is for `clock.js`."""
    current, now = snapshot.current_round, state(snapshot)
    draft = draft_page.current(snapshot)
    if now is State.DRAFT and draft:
        return {
            "state": now, "id": f"D{draft.phase.number}",
            "round": draft_page.heading(draft), "title": draft_page.title(draft),
            "short": draft_page.short(draft),
            "page": draft_page.file_of(draft),
            "clock": building_facts(draft, snapshot.event.time_zone),
        }  # fmt: skip
    if current is None:
        return {"state": now, "id": "", "round": "", "short": ""}
    clock = snapshot.clocks.get(current.id)
    return {
        "state": now,
        "id": current.id.prefix,
        "round": snapshot.event.title(current.id),
        "title": snapshot.title(current.id),
        "short": _short(snapshot.phases[current.id.phase - 1], current.id.number),
        "clock": clock_facts(clock) if clock and clock.tables else None,
    }


def _short(phase: PhaseResult, number: int) -> str:
    """Return "R5", or in a later phase "Top 16 R1", or its stage: "Semifinals", or "SF" where that
    is long."""
    if stage := phase.phase.stage(number):
        return stage if len(stage) <= _LONG else phase.phase.stage(number, short=True)
    if phase.phase.number == 1:
        # Note: short for “Round {number}”, beside the time that is left.
        return _("R{number}", number=number)
    return _("{phase} R{number}", phase=phase.phase.name, number=number)


def _seats(shared: Shared, view: ListView) -> dict[str, Any]:
    """Return where everyone sits now: for each player a list of file, name, table ("" for none),
    seat letter, the reason for having no table or their place in a draft, points before the round,
    and, if so, why they play no further rounds. Players not in the round are last. `people` are
    members of teams: file (which begins with the team's), name, seat letter."""
    people = shared.directory.people
    teams = {each.file: each.team_file for each in shared.directory.members.values()}
    names = {person.file: person.name for person in people.values()}
    absent = {people[key].file: words for key, words in absences(shared.snapshot).items()}
    tables = shared.current.tables if shared.current else ()
    before = {seat.file: seat.points for table in tables for seat in table.seats}
    by_file = {
        teams.get(line.file, line.file): line
        for letter in view.letters
        for line in letter.rows
        if isinstance(line, PairingLine)
    }
    lines = [
        [
            file, names[file], line.table, "" if line.team else line.seat, line.words,
            before.get(file, ""),
        ]
        + ([absent[file]] if file in absent else [])
        for file, line in by_file.items()
    ]  # fmt: skip
    draft = draft_page.current(shared.snapshot)
    drafting = draft if state(shared.snapshot) is State.DRAFT else None
    if drafting or not lines:  # before the first round: everyone on the list of players
        order = shared.directory.alphabetical(people)
        where = {key: _drafting(drafting, key) if drafting else ["", "", ""] for key in order}
        lines = [[people[key].file, people[key].name, *where[key], ""] for key in order]
        lines = [line for line in lines if line[4] or not drafting]
    there = {line[0] for line in lines}
    lines += [
        [file, names[file], "", "", words, "", words]
        for file, words in absent.items()
        if file not in there
    ]
    members = [person for _key, (_player, person) in shared.directory.each(people).items()]
    playing = [[each.file, each.name, each.seat] for each in members if each.team]
    return {"round": view.title, "players": lines, **({"people": playing} if playing else {})}


def _drafting(draft: Draft, player: str) -> list[str]:
    """Return pod and seat or building table, and that in words."""
    places = (str(each or "") for each in draft_page.place(draft, player))
    return [*places, draft_page.words(draft, player)]


def _ranks(shared: Shared) -> dict[str, Any]:
    """Return the ranking `after` a round: for each player the rank (in a playoff, the place in the
    whole event), points, record, result of that round ("" while playing) and points gained, and
    before a cut what is certain, and the mark. In the end the record is that of the whole event,
    without points. `seeds` are those of players still in a playoff, out of `seeded`."""
    latest = _latest(shared)
    known = dict(_lines(shared, latest)) if latest else {}
    after = latest.after.prefix if latest else ""
    if not final_page.shown(shared.snapshot):
        return {"of": len(known), "after": after, "players": known}
    snapshot = shared.snapshot
    places = final_page.final_view(snapshot, shared.directory, ()).lines
    earlier = {line.file: ["", line.points, line.record, "", ""] for line in places}
    known = earlier | known
    if snapshot.over:  # beside the place in the whole event, the record of the whole event
        known = earlier | {
            shared.directory[player].file: ["", "", texts.record(record), "", ""]
            for player, record in final_page.records(snapshot).items()
        }
    players = {line.file: [line.rank, *known[line.file][1:]] for line in places}
    begun = [phase for phase in snapshot.phases if phase.rounds]
    inside = {place.player for place in snapshot.final if place.still_in}
    seeds = {
        shared.directory[player].file: seed
        for seed, player in enumerate(begun[-1].seeds, start=1)
        if player in inside
    }
    result = {"of": len(players), "after": after, "players": players}
    return {**result, **({"seeds": seeds, "seeded": len(begun[-1].seeds)} if seeds else {})}


def _latest(shared: Shared) -> Standings | None:
    begun = [phase for phase in shared.snapshot.phases if phase.rounds]
    return begun[-1].current if begun else None


def _lines(shared: Shared, latest: Standings) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows of a ranking by the player's file."""
    number = len(latest.carried) + latest.after.number
    formatted = current().number
    gained = {
        player: f"+{formatted(played.points)}" if played.points > 0 else formatted(played.points)
        for player, history in latest.histories.items()
        for played in history.rounds[-1:]
        if played.round == number and not latest.by_place
    }
    outlook = shared.outlook.lines if shared.outlook.phase == latest.after.phase else {}
    for line in shared.rankings[latest.after].lines:
        worth = "" if latest.by_place else line.points
        last = line.past[-1].letter if line.past else ""
        ahead = outlook.get(line.player, OutlookLine())
        yield (
            line.file,
            [line.rank, worth, line.record, last, gained.get(line.player, "")]
            + ([ahead.sentence, ahead.mark] if ahead.sentence else []),
        )


def absences(snapshot: Snapshot) -> Mapping[str, str]:
    """Return "Dropped", "Out" or "Enters in round 3", by id, of players not in the round and, once
    all results are in, of players who play no further round. Return {} before round 1."""
    return dict(_absences(snapshot))


def _absences(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    current = snapshot.current_round
    if current is None:
        return
    phase = snapshot.phases[current.id.phase - 1]
    resting = qualifiers.resting(phase, current).items()
    there = {*current.everybody, *(key for key, why in resting if why == qualifiers.WAITING)}
    playing = there if rounds.playing(current) else set()
    field = {player.id for player in phase.field}
    shown = snapshot.final if final_page.shown(snapshot) else ()
    lost = {place.player for place in shown if not place.still_in}
    out = pgettext("of a playoff", "Out")
    for key, player in snapshot.players.items():
        if key in playing:
            continue
        if key in lost:
            yield key, out if key in field else _("Not in {phase}", phase=phase.phase.name)
        elif words := _left(snapshot, player):
            yield key, words
        elif key not in there:
            yield key, _("Not in this round")


def _left(snapshot: Snapshot, player: Player) -> str:
    """Return text for players who have dropped, or enter in a later round; "" for others."""
    now = len(snapshot.rounds)
    if player.enters > now:
        return _("Enters in {round}", round=snapshot.called(player.enters))
    return "" if player.plays(now + 1) else _("Dropped")
