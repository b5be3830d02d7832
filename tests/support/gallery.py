"""Events in many states, each written to the disk with its pages, displays, overlay and desk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase
from tempfile import mkdtemp
from typing import Any
from unittest import mock

from runner import languages
from runner.compute.clock import clock
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.language import Language
from runner.core.phase import SEALED, Mode
from runner.core.prizes import prizes
from runner.core.screens import Screen, Show
from runner.render.desk.desk_page import alive_script, page
from runner.render.desk.facts import Facts
from runner.render.screens import Screens
from runner.rules.limits import Limit
from tests.support import displays, events, sample
from tests.support.day import Day, drawn_results
from tests.support.draft_day import building, drafting
from tests.support.events import AT, phase, swiss_and_playoff
from tests.support.folders import write_files, write_site
from tests.support.melees import fallen, melee
from tests.support.soak import SOAKING
from tests.support.teams import team_event

ONE, PODS = Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER
LONG = (
    "Hubert Blaine Wolfeschlegelsteinhausenbergerdorff", "Ng X", "Papadimitrakopoulos-Ευσταθίου Ν.",
    "María del Carmen Fernández-Villaverde y Ruiz de la Prada", "長孫 無忌",
    "Łucja Brzęczyszczykiewicz",
)  # fmt: skip
FIVE = ("omw", "wins_last", "ogw", "buchholz", "sonneborn_berger")
HEBREW = ("דוד בן־גוריון", "נועה כהן", "محمد عبد الله", "Ana Sousa", "יוסף Ben Ali")


class Hebrew(Language):
    """English words that run from right to left, for there is no catalogue."""

    code, name, direction = "he", "Hebrew", "rtl"


def played(
    now: Event, rounds: int, part: int = 2, results: events.Result | None = None
) -> Snapshot:
    """The event after so many rounds, with one in `part` tables of the next in; 0 is none."""
    day, won = Day(now), results or drawn_results("gallery")
    for _ in range(rounds):
        if all(each.finished for each in day.snapshot.rounds) and day.snapshot.rounds:
            break
        day.play(won)
    now_ = day.snapshot.rounds[-1]
    if part and not now_.finished:
        some = [table for table in now_.tables if table.seats and not table.finished][::part]
        day.type(now_.id, {table.number: events.said(won, table) for table in some})
        day.save()
    return day.snapshot


def swiss_over(now: Event) -> Snapshot:
    """The last round before the cut is in, and nobody has asked for the playoff yet."""
    day = Day(now)
    day.play_until(1, 3, drawn_results("gallery"))
    day.change(automatic=False)
    return day.play(drawn_results("gallery"))


def named(now: Event, names: tuple[str, ...]) -> Event:
    """Players of these names, again and again with another letter, at an event with a long name."""

    def name(at: int) -> str:
        turn, chosen = divmod(at, len(names))
        first, _, rest = names[chosen].partition(" ")
        other = f"{ascii_uppercase[turn - 1]}{first[1:]}" if first.isascii() else f"{first}{turn}"
        return f"{other if turn else first} {rest}"

    people = (replace(each, name=name(at)) for at, each in enumerate(now.players))
    return replace(now, name="Internationale Commander-Meisterschaft Düsseldorf-Oberkassel",
                   players=tuple(people))  # fmt: skip


def spoken(language: str, now: Event) -> Event:
    return replace(now, language=language)


def cut(count: int, mode: Mode = ONE, size: int = 8, **more: Any) -> Event:
    return swiss_and_playoff(count, mode, swiss=3, cut=size, **more)


def swiss(count: int, preset: str, mode: Mode = PODS) -> Event:
    return events.event(count, phase(1, mode=mode, preset=preset, name="Swiss", rounds=4))


def swiss_by(tiebreakers: tuple[str, ...]) -> Event:
    """Two at a table, ranked by these; the last round before the cut says who is in."""
    now = cut(26)
    first = replace(now.phases[0], settings={"tiebreakers": [*tiebreakers]})
    return replace(now, phases=(first, *now.phases[1:]))


def prized(made: Snapshot) -> Snapshot:
    typed = prizes(
        "1: 1,000 € and a playmat signed by the artist; 2: 500 €; 3-4: 250 €; 5-8: a box"
    )
    return replace(made, event=replace(made.event, prizes=typed.prizes))


def sealed() -> Snapshot:
    day = drafting(24, mode=ONE, limited=SEALED, name="Sealed")
    return day.ask("start registration")


def drafted(rounds: int) -> Snapshot:
    day = building(24)
    for number in range(1, rounds + 1):
        day.ask("pair round", number)
        if number < rounds:
            day.play(drawn_results("draft"))
    return day.snapshot


def groups(rounds: int) -> Snapshot:
    return played(events.event(8, phase(1, "round_robin", ONE, groups=2)), rounds)


def bracket(
    size: int, rounds: int, *, type_: str = "double_elimination", mode: Mode = ONE
) -> Snapshot:
    """A playoff that is the whole event, of people of all kinds of names."""
    now = events.event(size, phase(1, type_, mode))
    odd = (replace(each, name=name)
           for each, name in zip(now.players, sample.ODD_NAMES, strict=False))  # fmt: skip
    people = (*odd, *now.players[len(sample.ODD_NAMES) :])
    return played(replace(now, name="Lisbon Commander Open", players=people), rounds)


STATES: dict[str, Callable[[], Snapshot]] = {
    "before": sample.before_the_first_round,
    "pods-118": lambda: displays.event(118),
    "pods-just-out": lambda: displays.event(30, waiting=99),
    "pods-rehearsal": lambda: displays.event(26, waiting=3, rehearsal=True),
    "pods-round-over": lambda: displays.event(40, waiting=0),
    "pods-400": lambda: displays.event(400, waiting=40),
    "pods-5": lambda: played(swiss(5, "mamtr"), 1),
    "duel-40": lambda: displays.event(40, mode=ONE, waiting=6, limit=Limit(50, "5")),
    "duel-crosstable": lambda: displays.event(11, mode=ONE, waiting=2),
    "last-round": lambda: played(cut(26, PODS, 16), 2),
    "last-round-duel": lambda: played(cut(32), 2),
    "after-swiss": lambda: swiss_over(cut(26, PODS, 16)),
    "long-pods": lambda: played(named(cut(30, PODS, 16), LONG), 2),
    "long-duel": lambda: played(named(cut(30), LONG), 2),
    "long-playoff": lambda: played(named(cut(30), LONG), 3),
    "long-final": lambda: prized(played(named(cut(30), LONG), 99)),
    "long-draft": lambda: drafting(named(events.event(17, phase()), LONG).players).snapshot,
    "long-teams": lambda: played(named(team_event(9, "trios"), LONG), 1),
    "playoff-pods": lambda: played(cut(26, PODS, 16), 3),
    "final-running": lambda: played(cut(26, ONE, 8), 5, 0),
    "final": lambda: prized(played(cut(26, ONE, 8), 99)),
    "final-pods": lambda: prized(played(cut(26, PODS, 16), 99)),
    "single-16": lambda: bracket(16, 1, type_="single_elimination"),
    "single-pods": lambda: bracket(32, 1, type_="single_elimination", mode=PODS),
    "five-tiebreakers": lambda: played(swiss_by(FIVE), 2),
    "double-8": lambda: bracket(8, 2),
    "double-8-over": lambda: bracket(8, 99),
    "double-24": lambda: bracket(24, 3),
    "double-24-over": lambda: bracket(24, 99),
    "double-running": lambda: played(cut(26, ONE, 16, type_="double_elimination"), 6),
    "double-final": lambda: prized(played(cut(26, ONE, 16, type_="double_elimination"), 99)),
    "drafting": lambda: drafting(60).snapshot,
    "building": lambda: building(26).snapshot,
    "sealed": sealed,
    "draft-round": lambda: drafted(2),
    "commander-draft": lambda: drafting(16, mode=PODS, drafted=True).snapshot,
    "trios": lambda: played(team_event(9, "trios"), 1),
    "two-headed-giant": lambda: played(team_event(12, "two_headed_giant"), 1),
    "teams-over": lambda: played(team_event(8, "trios", 2), 99),
    "melee": lambda: played(melee(23), 1, results=fallen),
    "groups": lambda: groups(1),
    "groups-over": lambda: groups(99),
    "german-pods": lambda: played(spoken("de", named(cut(26, PODS, 16), LONG)), 2),
    "german-draft": lambda: replaced(building(26).snapshot, language="de"),
    "german-playoff": lambda: played(spoken("de", cut(26)), 3),
    "german-final": lambda: prized(played(spoken("de", cut(26)), 99)),
    "french": lambda: played(spoken("fr", cut(26)), 2),
    "spanish": lambda: played(spoken("es", cut(26, PODS, 16)), 3),
    "italian": lambda: played(spoken("it", cut(26)), 5),
    "portuguese-before": lambda: replaced(sample.before_the_first_round(), language="pt"),
    "japanese": lambda: played(spoken("ja", cut(26)), 3),
    "hebrew-pods": lambda: played(spoken("he", named(cut(26, PODS, 16), HEBREW)), 2),
    "hebrew-playoff": lambda: played(spoken("he", named(cut(26), HEBREW)), 3),
    "hebrew-final": lambda: prized(played(spoken("he", named(cut(26), HEBREW)), 99)),
    "hareruya": lambda: played(swiss(24, "hareruya"), 2),
    "hareruya-averaged": lambda: played(swiss(24, "hareruya-averaged"), 2),
    "topdeck": lambda: played(swiss(24, "topdeck"), 2),
    "mamtr-2023": lambda: played(swiss(22, "mamtr-2023"), 2),
    "mmta": lambda: played(swiss(24, "mmta", ONE), 2),
}
"""States by their name."""
SAMPLED = [state for state in STATES if state.startswith(("pods-", "duel-")) and state != "pods-5"]
"""Those whose rounds began in the afternoon."""
DRAFTS = ("long-draft", "drafting", "building", "sealed", "draft-round", "commander-draft",
          "german-draft")  # fmt: skip
OF_DRAFTS = (Show.DRAFT_SEATS, Show.DRAFT_PODS, Show.BUILDING, Show.DRAFT_CLOCK)
FEW = (
    "long-pods",
    "hebrew-playoff",
    "long-final",
    "double-24",
    "double-24-over",
    "five-tiebreakers",
    "melee",
)
"""Those that every run of the tests looks at."""
OWN = ("index", "pairings", "standings.", "bracket", "draft")
"""Pages that are others for somebody who has said "This is me"."""


def looked_at() -> list[str]:
    """All states under `make soak`, else a few."""
    return [*(STATES if SOAKING else FEW)]


def kinds(folder: Path) -> list[str]:
    """Every page that is in no folder, and of each folder its index and its last page."""
    pages = sorted(path.relative_to(folder) for path in folder.rglob("*.html"))
    apart = [path for path in pages if path.parts[0] not in {"display", "overlay"}]
    found = [path for path in apart if len(path.parts) == 1]
    for name in sorted({path.parent for path in apart if len(path.parts) > 1}):
        inside = [path for path in apart if path.parent == name]
        found += [path for path in inside if path.stem == "index"]
        found += [path for path in inside if path.stem != "index"][-1:]
    return [str(path) for path in dict.fromkeys(found)]


def screens(state: str, folder: Path) -> list[str]:
    """What a display of this state can be asked for, and the pages of the overlay."""
    overlay = sorted(f"../overlay/{path.name}" for path in (folder / "overlay").glob("*.html"))
    own = [each for each in Show if each is not Show.EVENTS]  # that shows pages of other sites
    shows = [each for each in own if state in DRAFTS or each not in OF_DRAFTS]
    return [*(f"?show={each}" for each in shows), *overlay]


def replaced(made: Snapshot, **changes: Any) -> Snapshot:
    return replace(made, event=replace(made.event, **changes))


@contextmanager
def speaking(state: str) -> Iterator[None]:
    """Speak what the event speaks, also where Runner has no such language."""
    known = languages.language
    with mock.patch.object(
        languages, "language", lambda code: Hebrew() if code == "he" else known(code)
    ):
        yield


def built(state: str, root: Path) -> Path:
    """The folder of a state below `root`, made by the first process that asks for it."""
    folder = root / state
    if not folder.exists():
        with speaking(state):
            new = _write(STATES[state](), now(state), Path(mkdtemp(dir=root)))
        try:
            new.rename(folder)
        except OSError:  # another process was first
            assert folder.exists()
    return folder


def _write(made: Snapshot, at: str, folder: Path) -> Path:
    current = made.rounds[-1] if made.rounds else None
    if current and not current.finished and not made.clocks:
        playing = [table.number for table in current.tables if not table.finished]
        running = clock(current, displays.LIMIT, AT, {}, playing, published=AT)
        made = replace(made, clocks={current.id: running})
    if current:
        tables = ", ".join(str(table.number) for table in current.tables[:3] if table.seats)
        made = replaced(made, screens=(Screen("Stream", Show.FEATURE, tables),))
    write_site(made, folder, {"data/snapshot.json": b"{}\n"})
    write_files(Screens().render(made), folder)
    desk, _ = page(made, Facts(at, problems=made.problems, workbook="day.xlsx", good_at=at))
    alive = alive_script(at, watching=True, why="")
    return write_files({"desk.html": desk, ".runner/desk-alive.js": alive}, folder)


def now(state: str) -> str:
    """Two minutes after the round of a state began."""
    return displays.JUST_NOW if state in SAMPLED else "2026-11-21T10:02:00+00:00"
