"""The pictures of README and the manual: all states of pages, screens, desk, workbook and slips.

    make pictures

The event is made up as tests make theirs, and its day is the same each time; the workbook and the
slips are those of `runner demo`. Needs Chromium, LibreOffice and poppler (pdftoppm).
"""

import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from runner.cli import main as runner
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.phone_reports import OpenRound, OpenTable, Phones, Report, Ruling
from runner.core.prizes import prizes
from runner.core.problems import Place, error
from runner.core.randomness import Stream
from runner.core.rounds import Table
from runner.render.cards.variant_cards import CARDS
from runner.render.desk.desk_page import alive_script, page, version_script
from runner.render.desk.facts import Facts
from runner.render.directory import Directory
from runner.render.documents.layout import PageSetup
from runner.render.documents.registry import REGISTRY
from runner.render.phones import judge, report
from runner.render.screens import Screens
from runner.render.site.renderer import render
from tests.support import events
from tests.support.draft_day import DraftDay

HERE = Path(__file__).parent
PHONE, WALL, DESK = (390, 844), (1920, 1080), (1280, 800)
DURING = "2026-11-21T10:31:48+00:00"  # rounds come out at 10:00 and last 75 minutes
GAP, GROUND = 24, "#8b929b"


def result(table: Table) -> str:
    """What is typed for a table: mostly a winner, here and there a draw."""
    chance = Stream("pictures", table.number, table.seats[0].player)
    return "draw" if chance.below(7) == 0 else "ABCDE"[chance.below(len(table.seats))]


def half(table: Table) -> str:
    """Half of the tables are still playing."""
    return result(table) if table.number % 2 else ""


def day() -> dict[str, Snapshot]:
    """One event at every state that home has words for."""
    now = replace(
        events.swiss_and_playoff(118, Mode.MULTIPLAYER, swiss=4, cut=16),
        name="Lisbon Commander Open", venue="Pavilhão Carlos Lopes", time_zone="Europe/Lisbon",
        address="https://lco.example/",
        prizes=prizes("1: 1,000 €; 2-4: 200 €; 5-16: a playmat").prizes,
    )  # fmt: skip
    made = {"before": events.published(replace(now, decisions=()))[0]}
    snapshot, ledger = events.published(now)
    for _ in range(2):
        now, snapshot, ledger = events.played_on(now, snapshot, ledger, result)
    made["playing"] = _typed(now, snapshot, ledger, half)
    made["round over"] = _typed(replace(now, automatic=False), snapshot, ledger, result)
    now, snapshot, ledger = events.played_on(now, snapshot, ledger, result)
    made["between phases"] = _typed(replace(now, automatic=False), snapshot, ledger, result)
    while not snapshot.over:
        if snapshot.current_round and snapshot.current_round.id.phase == 2:
            made.setdefault("playoff", _typed(now, snapshot, ledger, half))
        now, snapshot, ledger = events.played_on(now, snapshot, ledger, "A")
    return made | {"champion": snapshot}


def _typed(now: Event, snapshot: Snapshot, ledger: events.Ledger, what: events.Result) -> Snapshot:
    return events.published(events.typed(now, snapshot, what), ledger)[0]


@dataclass
class Camera:
    """Takes pictures of what it puts into a folder."""

    browser: Browser
    folder: Path

    def site(self, name: str, snapshot: Snapshot) -> Path:
        """The pages and screens of a state."""
        files = {
            **render(snapshot, {"data/snapshot.json": b"{}\n"}).files,
            **Screens().render(snapshot),
        }
        return self.put(name, files)

    def desk(self, name: str, snapshot: Snapshot, facts: Facts) -> Path:
        """The desk of a state, as somebody watches."""
        content, version = page(snapshot, facts)
        alive = alive_script(facts.at, watching=True)
        return self.put(name, {
            "desk.html": content, ".runner/desk-version.js": version_script(version),
            ".runner/desk-alive.js": alive,
        })  # fmt: skip

    def put(self, name: str, files: dict[str, bytes]) -> Path:
        """Files by their paths."""
        for path, content in files.items():
            file = self.folder / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return self.folder / name

    def shot(
        self,
        file: Path,
        size: tuple[int, int],
        query: str = "",
        *,
        dark: bool = False,
        me: str = "",
        at: str = DURING,
    ) -> Image.Image:
        """A page at a window's size, to everybody or to a player, `me` by the file of theirs."""
        width, height = size
        seen = self.browser.new_page(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        seen.clock.install(time=at)
        if me:
            seen.goto((file.parent / "players" / f"{me}.html").as_uri())
            seen.click("[data-follow]")
        seen.goto(file.as_uri() + query)
        _settle(seen)
        taken = Image.open(BytesIO(seen.screenshot())).convert("RGB")
        seen.close()
        return taken


def _settle(seen: Page) -> None:
    """Fonts and what scripts bring are there."""
    seen.evaluate("document.fonts.ready.then(() => 0)")
    seen.clock.run_for(3000)
    seen.wait_for_timeout(300)


def sheet(name: str, columns: int, pictures: list[Image.Image], width: int) -> None:
    """Pictures side by side as one file, so wide, of few colours."""
    across, down = pictures[0].size
    rows = -(-len(pictures) // columns)
    whole = Image.new("RGB", (columns * (across + GAP) + GAP, rows * (down + GAP) + GAP), GROUND)
    for at, each in enumerate(pictures):
        row, column = divmod(at, columns)
        whole.paste(each, (GAP + column * (across + GAP), GAP + row * (down + GAP)))
    small = whole.resize((width, width * whole.height // whole.width), Image.Resampling.LANCZOS)
    few = small.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(HERE / f"{name}.png", optimize=True)
    print(f"{name}.png {few.width} x {few.height}, {(HERE / f'{name}.png').stat().st_size:,} bytes")


def phones(camera: Camera, made: dict[str, Snapshot]) -> None:
    """Home in every state, then the other pages; the last one in the dark."""
    sites = {name: camera.site(name, snapshot) for name, snapshot in made.items()}
    me = _file(made["playing"])
    home = [camera.shot(sites["playing"] / "index.html", PHONE, me=me)]
    for name in ("before", "playing", "round over", "between phases", "champion"):
        home.append(camera.shot(sites[name] / "index.html", PHONE))
    sheet("home", 6, home, 2000)
    playing = sites["playing"]
    sheet("phone", 5, [
        camera.shot(playing / "pairings.html", PHONE, me=me),
        camera.shot(playing / "standings.html", PHONE, me=me),
        camera.shot(playing / "players" / f"{me}.html", PHONE),
        camera.shot(sites["playoff"] / "bracket.html", PHONE),
        camera.shot(playing / "index.html", PHONE, dark=True, me=me),
    ], 1800)  # fmt: skip
    sheet("desktop", 2, [
        camera.shot(playing / "index.html", WALL, me=me),
        camera.shot(playing / "standings.html", WALL),
    ], 1900)  # fmt: skip


def reports(camera: Camera) -> None:
    """A result by phone: who, how, what another player reported, and that it counts; then the pages
    of scorekeepers and judges."""
    seats = (("P1", "Ana Example"), ("P2", "Bo Brandt"), ("P3", "Cy Castro"), ("P4", "Dee Dahl"))
    offers = (("A", ""), ("B", ""), ("C", ""), ("D", ""), ("draw", ""), ("ID", ""))
    ends = "2026-11-21T12:10:00+00:00"
    plays = OpenTable(seats, "", (), playing=True, called=ends)
    late = OpenTable(_people("Eli Evans", "Fay Fox", "Gus Grün", "Hana Holm"), "", (),
                     playing=True, called=ends)  # fmt: skip
    others = {4: OpenTable(seats, "B", ("A", "C")), 7: late}
    now = OpenRound("Lisbon Commander Open", "", Phones.TWO, RoundId(1, 2), "Round 2 of 5", "", 1,
                    offers, {12: plays, **others}, local_title="Round 2 of 5")  # fmt: skip
    done = replace(now, tables={12: OpenTable(seats, "B", ("A", "C"))})
    first = {"P1": Report(1, now.round, "", 12, "P1", "B")}
    keeper = [Report(2, now.round, "", 4, "scorekeeper", "B")]
    minutes = Report(3, now.round, "", at=f"{ends[:11]}11:52", phone="me", id="1",
                     ruling=Ruling(7, minutes=5))  # fmt: skip
    call = Report(4, now.round, "", at=f"{ends[:11]}11:58", phone="you", id="2",
                  ruling=Ruling(12, calls=True))  # fmt: skip
    view = judge.View(now, "/report/X", "", "me", (minutes, call), "2026-11-21T12:01:00+00:00", "")

    def page_of(of: OpenRound, reported: Mapping[str, Report], me: str) -> str:
        return report.table(
            of, 12, reported, me, (), "", taken=None, full=False, drops=False, late=False,
            against=False,
        )  # fmt: skip

    made = [page_of(now, {}, ""), page_of(now, first, "P3"), page_of(done, {}, "P3"),
            report.staff(now, "", "", "", ("", ""), [7, 12], sent=keeper),
            judge.tables(view, ""), judge.table(view, 7, ("Warning", "Game loss"), ())]  # fmt: skip
    files = {f"{at}.html": text.encode() for at, text in enumerate(made)}
    folder = camera.put("report", files)
    sheet("phones", 6, [camera.shot(folder / name, PHONE) for name in files], 2000)


def _people(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, name) for name in names)


def _file(snapshot: Snapshot) -> str:
    """A player whose table is still playing, by the file of their page."""
    seated = snapshot.rounds[-1].tables[3].seats[-1]
    return Directory(snapshot)[seated.player].file


def screens(camera: Camera, made: dict[str, Snapshot]) -> None:
    """What displays of the hall show."""
    playing, late = "playing", "2026-11-21T11:20:10+00:00"
    shown = [
        (playing, "pairings", DURING), (playing, "clock", DURING), (playing, "clock", late),
        (playing, "playing", DURING), (playing, "standings", DURING), (playing, "results", DURING),
        ("playoff", "bracket", DURING), ("champion", "champion", late),
    ]  # fmt: skip
    sheet("screens", 2, [
        camera.shot(camera.folder / state / "display" / "index.html", WALL, f"?show={show}", at=at)
        for state, show, at in shown
    ], 1800)  # fmt: skip


def desks(camera: Camera, made: dict[str, Snapshot]) -> None:
    """The staff's desk: results to type, an error to fix."""
    known = Facts(DURING, workbook="lisbon.xlsx", good_at=DURING)
    wrong = error(
        "picture.error",
        Place("Round 3", "G12"),
        "“Jonh” is not at this table.",
        "Did you mean “John”?",
    )
    states = {"desk": known, "desk with an error": replace(known, problems=(wrong,))}
    sheet("desk", 2, [
        camera.shot(camera.desk(name, made["playing"], facts) / "desk.html", DESK)
        for name, facts in states.items()
    ], 1900)  # fmt: skip


def paper(folder: Path) -> None:
    """The workbook of a rehearsed event."""
    event = folder / "lisbon"
    runner(["demo", str(event), "--site", str(folder / "demo")], standalone_mode=False)
    subprocess.run(
        ["soffice", "--headless", "--convert-to", "pdf", "--outdir", folder, event / "lisbon.xlsx"],
        check=True, capture_output=True,
    )  # fmt: skip
    sheets = [*_pages(folder / "lisbon.pdf")]
    upright = [each for each in sheets if each.height > each.width]
    filled = [each.crop((0, 0, each.width, each.height * 2 // 3)) for each in upright]
    sheet("workbook", 3, [filled[0], *filled[4:6]], 2200)


def documents(folder: Path, made: dict[str, Snapshot]) -> None:
    """Each document of docs/paper.md."""

    def first(key: str, state: str, number: int = 0) -> Image.Image:
        snapshot = made[state]
        round_ = RoundId(1, number) if number else snapshot.rounds[-1].id
        (data,) = REGISTRY[key].render(snapshot, round_).files.values()
        file = folder / f"{key}.pdf"
        file.write_bytes(data)
        return next(_pages(file))

    of_a_round = ("slips", "pairings", "tables", "standings", "players", "outstanding")
    sheet("paper", 3, [first(key, "playing") for key in of_a_round], 1500)
    upright = [first(key, "champion", 3) for key in ("final", "prizes", "certificate")]
    upright += [first("numbers", "playing"), first("badges", "playing")]
    across = first("bracket", "champion")
    whole = Image.new("RGB", upright[0].size, GROUND)
    whole.paste(across.resize((whole.width, whole.width * across.height // across.width)))
    sheet("paper-more", 3, [*upright, whole], 1500)
    draft(folder)
    cards(folder, made["playing"])


def draft(folder: Path) -> None:
    """Charts, names, building tables and picks of a booster draft."""
    phase = events.phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3)
    drawn = DraftDay(events.event(26, phase, automatic=False, decisions=())).ask("make pods")
    (data,) = REGISTRY["draft"].render(drawn, RoundId(1, 0)).files.values()
    file = folder / "draft.pdf"
    file.write_bytes(data)
    sheet("paper-draft", 4, [*_pages(file)][:4], 1800)


def cards(folder: Path, snapshot: Snapshot) -> None:
    """Table cards, one of them with its back, and the two sides of the judge's card."""

    def pages(key: str) -> list[Image.Image]:
        (data,) = (
            REGISTRY[key].render(snapshot, RoundId(1, 0), PageSetup(every=True)).files.values()
        )
        file = folder / f"{key}.pdf"
        file.write_bytes(data)
        return [*_pages(file)]

    sides = dict(zip(((card, back) for card in CARDS for back in (False, True)), pages("cards"),
                     strict=True))  # fmt: skip
    shown = [sides["commander", False], sides["commander", True]]
    shown += [sides[key, False] for key in ("two_headed_giant", "emperor", "melee", "star")]
    sheet("cards", 3, shown, 1500)
    sheet("judge", 2, pages("judge"), 1500)


def _pages(pdf: Path) -> Iterator[Image.Image]:
    """The pages of a PDF as pictures."""
    stem = pdf.with_suffix("")
    subprocess.run(["pdftoppm", "-r", "110", "-png", pdf, stem], check=True)
    for file in sorted(pdf.parent.glob(f"{stem.name}-*.png")):
        yield Image.open(file).convert("RGB")


def main() -> None:
    """Everything, one after the other."""
    made = day()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        camera = Camera(browser, Path(name))
        phones(camera, made)
        reports(camera)
        screens(camera, made)
        desks(camera, made)
        paper(Path(name))
        documents(Path(name), made)


if __name__ == "__main__":
    main()
