"""What an address has comes whole and within bounds, or it is said in words what is in the way."""

import gzip
import os
import re
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from email.utils import formatdate
from io import BytesIO
from pathlib import Path
from threading import Event, Thread
from threading import Event as Flag

import pytest
from openpyxl import Workbook

from runner.app.event_folder import EventFolder
from runner.app.web_workbook import copy
from runner.app.web_workbook import fetch as fetching
from runner.app.web_workbook.copy import Web
from runner.app.web_workbook.fetch import FetchError, Seen, fetch
from runner.app.web_workbook.follow import Follower
from runner.app.web_workbook.links import LinkError, source
from runner.core.problems import Problem
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support import processes
from tests.support.commands import ran, run
from tests.support.events import swiss
from tests.support.folders import new_workbook, opened
from tests.support.reported import into
from tests.support.waiting import until
from tests.support.web_server import Asked, WebServer, as_google_exports

pytestmark = pytest.mark.thorough  # left out of make quick

DATA = b"PK" + bytes(range(256)) * 2000


@pytest.fixture
def web() -> Iterator[WebServer]:
    with WebServer(DATA) as server:
        yield server


def fails(web: WebServer, answer: Callable[[Asked], object], **how: float) -> FetchError:
    web.answer = lambda asked: answer(asked) and None
    with pytest.raises(FetchError) as raised:
        fetch(web.link, **how)
    return raised.value


def test_what_has_not_changed_is_not_fetched_again(web: WebServer) -> None:
    first = fetch(web.link)
    assert first.data == DATA
    assert fetch(web.link, first.seen) is None
    web.data += b"more"
    again = fetch(web.link, first.seen)
    assert again.data == web.data
    assert again.seen != first.seen


def test_a_server_that_knows_only_times_is_asked_by_them(web: WebServer) -> None:
    at = formatdate(0, usegmt=True)

    def by_time(asked: Asked) -> None:
        since = asked.headers.get("If-Modified-Since") == at
        asked.reply(304 if since else 200, b"" if since else DATA, Last_Modified=at)

    web.answer = by_time
    first = fetch(web.link)
    assert first.seen == Seen("", at)
    assert fetch(web.link, first.seen) is None


@pytest.mark.parametrize("length", [0, -1])
def test_what_comes_packed_is_unpacked(web: WebServer, length: int) -> None:
    packed = gzip.compress(DATA)
    web.answer = lambda asked: asked.reply(
        200, packed, Content_Encoding="gzip", Content_Length=length or len(packed)
    )
    assert fetch(web.link).data == DATA
    assert "gzip" in web.asked[0][1]["Accept-Encoding"]


@pytest.mark.parametrize("padding", [b"", b"\0" * 9])
def test_what_comes_packed_in_several_members_is_whole(web: WebServer, padding: bytes) -> None:
    third = len(DATA) // 3
    parts = (DATA[:third], b"", DATA[third : 2 * third], DATA[2 * third :])
    packed = padding.join(map(gzip.compress, parts)) + padding
    web.answer = lambda asked: asked.reply(200, packed, Content_Encoding="gzip")
    assert fetch(web.link).data == DATA


def test_what_comes_in_chunks_is_whole(web: WebServer) -> None:
    def chunks(asked: Asked) -> None:
        pieces = [DATA[at : at + 999] for at in range(0, len(DATA), 999)]
        body = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
        asked.reply(200, body + b"0\r\n\r\n", Transfer_Encoding="chunked", Content_Length=-1)

    web.answer = chunks
    assert fetch(web.link).data == DATA


@pytest.mark.parametrize("broken", [
    lambda asked: asked.reply(200, DATA[:1000], Content_Length=len(DATA), Connection="close"),
    lambda asked: asked.reply(200, gzip.compress(DATA)[:400], Content_Encoding="gzip"),
    lambda asked: asked.reply(200, b"no gzip at all", Content_Encoding="gzip"),
    lambda asked: asked.reply(200, gzip.compress(DATA) + gzip.compress(DATA)[:400],
                              Content_Encoding="gzip"),
    lambda asked: asked.reply(200, b"fff\r\nabc", Transfer_Encoding="chunked",
                              Content_Length=-1),
])  # fmt: skip
def test_a_download_that_breaks_off_is_none(
    web: WebServer, broken: Callable[[Asked], object]
) -> None:
    def and_hang_up(asked: Asked) -> None:
        broken(asked)
        asked.close_connection = True

    reason = fails(web, and_hang_up)
    assert str(reason) == "The download broke off."
    assert reason.offline


def test_what_is_far_too_large_is_left_where_it_is(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "LARGEST", 1024 * 1024)
    large = bytes(3 * 1024 * 1024)
    for answer in (
        lambda asked: asked.reply(200, b"", Content_Length=10**12),
        lambda asked: asked.reply(200, large, Content_Length=-1),
        lambda asked: asked.reply(200, gzip.compress(large), Content_Encoding="gzip"),
    ):
        assert "larger than 1 MB" in str(fails(web, answer))


@pytest.mark.parametrize(("status", "words"), [
    (401, "asks for a sign-in"), (403, "asks for a sign-in"), (404, "nothing at the link"),
    (410, "withdrawn"), (429, "asks for a pause"), (500, "trouble of its own"),
    (503, "trouble of its own"), (418, "refuses"),
])  # fmt: skip
def test_each_refusal_has_its_sentence(web: WebServer, status: int, words: str) -> None:
    assert words in str(fails(web, lambda asked: asked.reply(status)))


@pytest.mark.parametrize(("said", "least", "most"), [
    ("120", 120, 120), ("Fri, 01 Jan 2100 00:00:00 GMT", 1e9, 3e9),
    (formatdate(0, usegmt=True), 0, 60), ("soon", 60, 60), ("9" * 5000, 999_999_999, 999_999_999),
])  # fmt: skip
def test_a_server_may_say_when_to_come_back(
    web: WebServer, said: str, least: float, most: float
) -> None:
    later = fails(web, lambda asked: asked.reply(429, Retry_After=said)).later
    assert least <= later <= most


def test_a_redirect_is_followed_with_what_the_server_set(web: WebServer) -> None:
    def redirect(asked: Asked) -> None:
        if asked.path == "/event.xlsx":
            asked.reply(302, Location="/really", Set_Cookie="who=ann")
        elif asked.headers.get("Cookie") == "who=ann":
            asked.reply(200, DATA)
        else:
            asked.reply(403)

    web.answer = redirect
    assert fetch(web.link).data == DATA


@pytest.mark.parametrize(
    "to", ["file:///etc/passwd", "ftp://127.0.0.1/e", "data:,x", "http://example.org/e.xlsx"]
)
def test_a_redirect_to_anything_but_the_web_is_not_followed(web: WebServer, to: str) -> None:
    assert "does not follow" in str(fails(web, lambda asked: asked.reply(302, Location=to)))


def test_redirects_in_a_circle_or_without_end_are_left(web: WebServer) -> None:
    circle = fails(web, lambda asked: asked.reply(302, Location="/event.xlsx"))
    assert "round in a circle" in str(circle)
    web.asked.clear()
    endless = fails(web, lambda asked: asked.reply(302, Location=f"{asked.path}x"))
    assert "round in a circle" in str(endless)
    assert len(web.asked) <= 11


def test_a_server_that_says_nothing_is_left_after_a_while(web: WebServer) -> None:
    over = Event()
    reason = fails(web, lambda asked: over.wait(30), each=0.2)
    over.set()
    assert str(reason) == "The server does not answer."
    assert reason.offline


@pytest.mark.parametrize("of_headers", [True, False])
def test_a_server_that_drips_is_left_after_a_while(web: WebServer, *, of_headers: bool) -> None:
    over = Event()

    def drip(asked: Asked) -> None:
        asked.close_connection = True
        asked.wfile.write(b"HTTP/1.1 200 OK\r\n" + (b"" if of_headers else b"\r\n"))
        while not over.wait(0.02):
            asked.wfile.write(b"x")

    reason = fails(web, drip, each=5.0, most=0.5)
    over.set()
    assert str(reason) == "The server takes too long."


def test_where_no_server_is_it_is_said_so() -> None:
    with WebServer() as web:
        link = web.link
    with pytest.raises(FetchError, match="cannot be reached") as raised:
        fetch(link)
    assert raised.value.offline


def test_nonsense_is_called_so(web: WebServer) -> None:
    def nonsense(asked: Asked) -> None:
        asked.close_connection = True
        asked.wfile.write(b"\x00\x01 nonsense\r\n\r\n")

    assert "makes no sense" in str(fails(web, nonsense))


@pytest.mark.parametrize(("said", "words"), [
    ("certificate has expired", "date and time"),
    ("certificate is not yet valid", "date and time"),
    ("self-signed certificate", "nobody vouches for it"),
    ("Hostname mismatch", "not for this address"),
])  # fmt: skip
def test_what_is_wrong_with_a_certificate_is_told_in_plain_words(said: str, words: str) -> None:
    reason = ssl.SSLCertVerificationError(1, said)
    reason.verify_message = said
    with pytest.raises(FetchError, match=re.escape(words)), fetching.in_words():
        raise fetching.URLError(reason)


def test_the_proxy_of_the_environment_is_asked(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", web.link.removesuffix("/event.xlsx"))
    monkeypatch.setenv("no_proxy", "")
    assert fetch("http://nas.local/e.xlsx") is not None
    assert web.asked[0][0] == "http://nas.local/e.xlsx"


# --- web workbook ---------------------------------------------------------------------------------


NEW = new_workbook(swiss(8, 3))
OTHER = edit(NEW, [CellChange("Round 1", "J5", "a note")])


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)


@pytest.fixture
def google() -> Iterator[WebServer]:
    with WebServer(as_google_exports(NEW)) as server:
        yield server


class Desk:
    """Who follows the workbook, what was said, and what the desk shows of it."""

    def __init__(self, root: Path, google: WebServer) -> None:
        self.folder = EventFolder(root / "friday")
        self.said: list[str] = []
        self.troubles: list[Problem] = []
        known = copy.followed(self.folder) or Web(google.link)
        self.follower = Follower(
            self.folder, known, into(self.said), self._trouble, self.troubles.remove,
            every=10.0, each=5.0, most=10.0,
        )  # fmt: skip

    def _trouble(self, problem: Problem) -> None:
        if problem not in self.troubles:
            self.troubles.append(problem)

    @property
    def workbook(self) -> Path:
        return self.folder.root / "friday.xlsx"

    def look(self) -> float:
        return self.follower.look()


@pytest.fixture
def desk(tmp_path: Path, google: WebServer) -> Desk:
    return Desk(tmp_path, google)


def test_the_copy_is_another_only_where_the_content_is(
    desk: Desk, tmp_path: Path, google: WebServer
) -> None:
    assert desk.follower.get()
    first = desk.workbook.read_bytes()
    google.data = as_google_exports(NEW, export=1)
    assert google.data != first
    assert not desk.follower.get()
    assert desk.workbook.read_bytes() == first
    google.data = as_google_exports(OTHER, export=2)
    assert desk.follower.get()
    assert desk.workbook.read_bytes() == google.data
    assert not list((tmp_path / "friday").glob("restored/*"))


def test_after_a_start_anew_only_what_has_changed_is_fetched(
    tmp_path: Path, google: WebServer
) -> None:
    Desk(tmp_path, google).follower.get()
    assert not Desk(tmp_path, google).follower.get()
    assert "If-None-Match" in google.asked[-1][1]


@pytest.mark.parametrize(("body", "words"), [
    (b"  <!doctype html><title>Sign in</title>", "asks for a sign-in"), (b"", "empty"),
    (b"%PDF-1.7", "not an Excel workbook"), (b"name,club\r\nAna,\r\n", "not an Excel workbook"),
    (NEW[: len(NEW) // 2], "damaged"), (b"PK\x03\x04" + bytes(500), "damaged"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "old kind"),
])  # fmt: skip
def test_what_is_no_workbook_leaves_the_last_one(
    desk: Desk, google: WebServer, body: bytes, words: str
) -> None:
    google.data = body
    with pytest.raises(FetchError, match=words):
        desk.follower.get()
    assert not desk.folder.root.exists()
    google.data = as_google_exports(NEW)
    desk.follower.get()
    google.data = body
    desk.look()
    desk.look()
    assert desk.workbook.read_bytes() == as_google_exports(NEW)
    assert [words in line for line in desk.said] == [True]
    assert [words in str(each) for each in desk.troubles] == [True]
    google.data = as_google_exports(OTHER)
    desk.look()
    assert [line[0] for line in desk.said[1:]] == ["✓"]
    assert desk.troubles == []
    assert desk.workbook.read_bytes() == google.data


def test_a_workbook_of_somebody_elses_is_not_taken_for_the_event(
    desk: Desk, google: WebServer
) -> None:
    google.data = _without_sheets()
    with pytest.raises(FetchError, match="none that Runner has made"):
        desk.follower.get()
    assert not desk.folder.web.exists()


def _without_sheets() -> bytes:
    made = BytesIO()
    Workbook().save(made)
    return made.getvalue()


def test_without_a_network_it_is_said_once_and_once_that_it_is_back(
    desk: Desk, google: WebServer
) -> None:
    desk.look()

    def away(asked: Asked) -> None:
        asked.close_connection = True

    google.answer = away
    desk.look()
    assert desk.said == []  # one failure alone is soon over
    for _ in range(4):
        assert desk.look() <= 60.0 * 1.25
    (line,) = desk.said
    assert "goes on with the one of " in line
    desk.troubles.clear()  # as a run does
    desk.look()
    assert len(desk.troubles) == 1
    assert len(desk.said) == 1
    google.answer = None
    desk.look()
    assert desk.said[1:] == ["✓ The workbook on the web can be fetched again."]
    assert desk.troubles == []


def test_a_server_that_asks_for_a_pause_gets_it(desk: Desk, google: WebServer) -> None:
    desk.look()
    google.answer = lambda asked: asked.reply(429, Retry_After="200")
    assert 200 <= desk.look() <= 400
    google.answer = lambda asked: asked.reply(503, Retry_After="999999999")
    assert desk.look() <= 900
    google.answer = lambda asked: asked.reply(500)
    pauses = [desk.look() for _ in range(12)]
    assert max(pauses) <= 300 * 1.25
    assert pauses[-1] > 100
    google.answer = None
    assert 9 <= desk.look() <= 11


def test_what_is_typed_into_the_copy_is_kept_aside_and_told(desk: Desk, google: WebServer) -> None:
    desk.look()
    desk.workbook.write_bytes(OTHER)
    desk.look()
    assert desk.workbook.read_bytes() == google.data
    (kept,) = desk.folder.root.glob("restored/*.xlsx")
    assert kept.read_bytes() == OTHER
    assert any(str(kept) in line for line in desk.said)
    assert desk.folder.workbook() == desk.workbook
    desk.look()
    assert len(desk.said) == 1


def test_a_copy_that_is_gone_comes_again(desk: Desk, google: WebServer) -> None:
    desk.look()
    desk.workbook.unlink()
    desk.look()
    assert desk.workbook.read_bytes() == google.data
    assert desk.said == []


def test_an_event_that_was_here_first_is_kept_aside(desk: Desk, google: WebServer) -> None:
    desk.folder.root.mkdir()
    desk.workbook.write_bytes(OTHER)
    desk.look()
    (kept,) = desk.folder.root.glob("restored/*.xlsx")
    assert kept.read_bytes() == OTHER


def test_a_copy_that_cannot_be_replaced_is_tried_again(
    desk: Desk, google: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.look()
    google.data = as_google_exports(OTHER)

    def held(path: Path, data: bytes, *, mode: int = 0) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr(copy, "replace_synced", held)
        desk.look()
    assert "not allowed to write" in desk.said[0]
    desk.look()
    assert desk.workbook.read_bytes() == google.data


def test_nothing_goes_back_into_the_copy(desk: Desk, tmp_path: Path, google: WebServer) -> None:
    desk.look()
    arguments = ["next", str(desk.folder.root), "--site", str(tmp_path / "site")]
    assert "Round 1 is out" in run(*arguments)
    assert desk.workbook.read_bytes() == google.data
    now = opened(desk.folder)
    assert now.on_the_web
    assert (now.wanted_cells, now.missing_sheets) == ([], [])
    copy.forget(desk.folder)
    assert opened(desk.folder).wanted_cells


def test_made_up_results_and_taking_out_a_name_wait_until_the_copy_counts(
    desk: Desk, tmp_path: Path, google: WebServer
) -> None:
    desk.look()
    for words in (["rehearse", str(desk.folder.root), "--site", str(tmp_path / "site")],
                  ["erase", str(desk.folder.root), "P001"]):  # fmt: skip
        done = ran(*words)
        assert done.exit_code != 0
        assert "on the web" in done.output
    assert desk.workbook.read_bytes() == google.data


def test_a_note_that_is_damaged_is_not_followed(desk: Desk, google: WebServer) -> None:
    desk.look()
    for text in ("", "[]", "{", "null", '"x"'):
        desk.folder.web.write_text(text)
        assert copy.followed(desk.folder) is None
        assert "Give the link again" in ran("watch", desk.folder.root).output


def test_a_link_that_leads_nowhere_ends_the_command_and_makes_nothing(
    tmp_path: Path, google: WebServer
) -> None:
    google.answer = lambda asked: asked.reply(404)
    for link, words in ((google.link, "nothing at the link"), ("friday.xlsx", "not a link")):
        assert words in run("watch", tmp_path / "friday", "--from", link, code=1)
    assert not (tmp_path / "friday").exists()


def test_saves_that_come_while_it_is_fetched_all_come_whole(desk: Desk, google: WebServer) -> None:
    over, notes = Flag(), 40

    def save() -> None:
        for at in range(notes):
            changed = edit(NEW, [CellChange("Round 1", "J5", f"note {at}")])
            google.data = as_google_exports(changed, export=at)
        over.set()

    Thread(target=save, daemon=True).start()
    while not over.is_set():
        desk.look()
        assert opened(desk.folder).event.name
    desk.look()
    assert desk.workbook.read_bytes() == google.data
    assert desk.said == []


def test_two_that_follow_the_same_workbook_do_no_harm(tmp_path: Path, google: WebServer) -> None:
    one, two = Desk(tmp_path, google), Desk(tmp_path, google)
    one.look()
    two.look()
    google.data = as_google_exports(OTHER)
    one.look()
    two.look()
    assert one.workbook.read_bytes() == google.data
    assert (one.said, two.said) == ([], [])


def test_the_follower_ends_when_it_is_told_to(tmp_path: Path, google: WebServer) -> None:
    desk, stop = Desk(tmp_path, google), Flag()
    thread = Thread(target=desk.follower.run, args=(stop,), daemon=True)
    thread.start()
    stop.set()
    until(lambda: not thread.is_alive())


@pytest.mark.skipif(sys.platform == "win32", reason="who may read a file is not in its mode there")
def test_the_link_can_be_read_by_this_user_alone(desk: Desk, google: WebServer) -> None:
    desk.folder.root.mkdir()
    desk.look()
    assert desk.folder.web.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")
def test_the_link_does_not_stand_in_the_arguments_of_a_watch(
    tmp_path: Path, google: WebServer
) -> None:
    folder = EventFolder(tmp_path / "friday")
    for words in ((f"--from={google.link}",), ("--from", google.link), ()):
        command = [*processes.module("runner"), "watch", str(folder.root), "--with-input", *words]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=processes.ROOT
        ) as program:
            assert program.stdin
            assert program.stdout
            said = iter(program.stdout.readline, "")
            assert any(line.startswith("Following the workbook") for line in said)
            arguments = Path(f"/proc/{program.pid}/cmdline").read_text(encoding="utf-8")
            assert "watch" in arguments
            assert google.link not in arguments
            if not words:
                assert folder.web.stat().st_mode & 0o777 == 0o600
            folder.web.chmod(0o644)  # as an earlier version left it
            program.stdin.close()
            program.stdout.read()
        assert program.returncode == 0


# --- web links ------------------------------------------------------------------------------------


ID = "1aB-c_D2"
EXPORT = f"https://docs.google.com/spreadsheets/d/{ID}/export?format=xlsx"


@pytest.mark.parametrize(("link", "service", "address"), [
    (f"https://docs.google.com/spreadsheets/d/{ID}/edit?usp=sharing#gid=0", "Google Sheets",
     EXPORT),
    (f"https://docs.google.com/spreadsheets/d/{ID}", "Google Sheets", EXPORT),
    (f"  <https://docs.google.com/spreadsheets/u/1/d/{ID}/htmlview> ", "Google Sheets",
     EXPORT),
    (f"http://docs.google.com.:443/spreadsheets/d/{ID}/edit".replace("http:", "https:"),
     "Google Sheets", EXPORT),
    (f"https://docs.google.com/spreadsheets/d/{ID}/edit?resourcekey=0-x&usp=sharing",
     "Google Sheets", f"{EXPORT}&resourcekey=0-x"),
    (f"https://docs.google.com/spreadsheets/d/e/2PACX-{ID}/pubhtml?gid=0&single=true",
     "Google Sheets", f"https://docs.google.com/spreadsheets/d/e/2PACX-{ID}/pub?output=xlsx"),
    (f"https://drive.google.com/file/d/{ID}/view?usp=sharing", "Google Drive",
     f"https://drive.google.com/uc?export=download&id={ID}"),
    (f"https://drive.google.com/open?id={ID}", "Google Drive",
     f"https://drive.google.com/uc?export=download&id={ID}"),
    ("https://1drv.ms/x/c/0a1b2c/EYz?e=4%3aab", "OneDrive",
     "https://1drv.ms/x/c/0a1b2c/EYz?e=4%3Aab&download=1"),
    ("https://onedrive.live.com/edit.aspx?resid=AB!12&authkey=!x", "OneDrive",
     "https://onedrive.live.com/download?resid=AB%2112&authkey=%21x"),
    ("https://shop-my.sharepoint.com/:x:/g/personal/ann/EZ?e=a1&web=1", "OneDrive",
     "https://shop-my.sharepoint.com/:x:/g/personal/ann/EZ?e=a1&download=1"),
    ("https://www.dropbox.com/scl/fi/k/e.xlsx?rlkey=r&dl=0#x", "Dropbox",
     "https://www.dropbox.com/scl/fi/k/e.xlsx?rlkey=r&dl=1"),
    ("https://cloud.example.org/index.php/s/aB3dE5fG7h", "Nextcloud",
     "https://cloud.example.org/index.php/s/aB3dE5fG7h/download"),
    ("https://cloud.example.org/s/aB3dE5fG7h/download", "cloud.example.org",
     "https://cloud.example.org/s/aB3dE5fG7h/download"),
    ("https://example.org/e.xlsx?a=1#top", "example.org", "https://example.org/e.xlsx?a=1"),
    ("http://192.168.1.5:8080/e.xlsx", "192.168.1.5", "http://192.168.1.5:8080/e.xlsx"),
    ("http://nas.local/e.xlsx", "nas.local", "http://nas.local/e.xlsx"),
    ("http://[::1]:80/e.xlsx", "::1", "http://[::1]:80/e.xlsx"),
])  # fmt: skip
def test_a_link_leads_to_the_download(link: str, service: str, address: str) -> None:
    found = source(link)
    assert (found.service, found.address) == (service, address)


@pytest.mark.parametrize(("link", "why"), [
    ("", "not a link"),
    ("friday.xlsx", "not a link"),
    ("file:///etc/passwd", "not a link"),
    ("ftp://example.org/e.xlsx", "not a link"),
    ("https://", "not a link"),
    ("https://[::1/e.xlsx", "not a link"),
    ("https://example.org:port/e.xlsx", "not a link"),
    ("https://example.org/e xlsx", "blank or a control"),
    ("https://example.org/e\x07", "blank or a control"),
    ("http://example.org/e.xlsx", "Use the https link"),
    ("http://8.8.8.8/e.xlsx", "Use the https link"),
    ("https://ann:secret@example.org/e.xlsx", "password"),
    ("https://drive.google.com/drive/folders/1aB", "link of a folder"),
    ("https://shop.sharepoint.com/:f:/s/x/E", "link of a folder"),
])  # fmt: skip
def test_what_leads_to_no_workbook_is_told_in_words(link: str, why: str) -> None:
    with pytest.raises(LinkError, match=why):
        source(link)


def test_a_host_that_only_ends_alike_is_no_service() -> None:
    assert source("https://notdropbox.com/e.xlsx?dl=0").address.endswith("dl=0")
