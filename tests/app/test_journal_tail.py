"""A journal that is read again and again: what it comes to is what the whole file says."""

import random
from pathlib import Path

import pytest

from runner.app import journal
from runner.app.phones.inbox import Inbox
from runner.core.identifiers import RoundId
from runner.core.phone_reports import Report
from runner.disk import NotAFileError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / ".runner").mkdir()
    return tmp_path / "lines.jsonl"


@pytest.mark.parametrize("seed", range(30))
def test_whatever_becomes_of_the_file_the_tail_knows_its_lines(path: Path, seed: int) -> None:
    chance, tail, known = random.Random(seed), journal.Tail(path), b""
    for number in range(60):
        step = chance.choice(["add", "add", "add", "tear", "look", "replace", "gone", "shorten"])
        if step == "add":
            journal.append(path, f"line {number}\n".encode() * chance.randint(1, 40))
        elif step == "tear":
            with path.open("ab") as file:
                file.write(b"torn")
        elif step == "replace":
            path.write_bytes(f"other {number}\n".encode() * chance.randint(0, 400))
        elif step == "gone":
            path.unlink(missing_ok=True)
        elif step == "shorten" and path.exists():
            path.write_bytes(path.read_bytes()[: chance.randint(0, 3000)])
        else:
            new, same = tail.read()
            known = known + new if same else new
            assert known == journal.read(path).complete
            assert tail.length == len(known)


def test_a_line_is_added_behind_the_last_complete_one_however_long_that_is(path: Path) -> None:
    path.write_bytes(b"short\n" + b"x" * 200_000 + b"\n" + b"torn" * 50_000)
    journal.append(path, b"new\n", after=200_007)
    assert path.read_bytes() == b"short\n" + b"x" * 200_000 + b"\nnew\n"
    path.write_bytes(b"torn" * 50_000)
    journal.append(path, b"new\n", after=0)
    assert path.read_bytes() == b"new\n"


def test_a_folder_in_its_place_is_told_of(path: Path) -> None:
    path.mkdir()
    with pytest.raises(NotAFileError):
        journal.append(path, b"new\n")


def test_two_that_add_to_one_inbox_number_their_reports_in_turn(tmp_path: Path) -> None:
    inboxes = [Inbox(tmp_path / "phones" / "reports.jsonl") for _ in range(2)]
    for number in range(40):
        report = Report(0, RoundId(1, 1), "m", 1, f"P{number:03}", "A")
        assert inboxes[number % 3 % 2].add(report, lambda known: "") == ""
    assert inboxes[0].reports() == inboxes[1].reports()
    assert [each.number for each in inboxes[0].reports()] == [*range(1, 41)]


def test_the_disk_is_read_as_much_for_the_last_report_as_for_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    amounts: list[int] = []
    whole = journal.read_regular_file

    def noted(path: Path, *, after: int = 0) -> bytes:
        data = whole(path, after=after)
        amounts.append(len(data))
        return data

    inbox = Inbox(tmp_path / "phones" / "reports.jsonl")
    for number in range(600):
        inbox.add(Report(0, RoundId(1, 1), "m", 1, f"P{number}", "A"), lambda known: "")
    monkeypatch.setattr(journal, "read_regular_file", noted)
    inbox.add(Report(0, RoundId(1, 1), "m", 1, "P601", "A"), lambda known: "")
    assert sum(amounts) < 150_000
