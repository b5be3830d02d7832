"""A folder that a sync service keeps is noticed, and the organiser told what may happen there."""

from pathlib import Path

import pytest

from runner.app.event_folder import EventFolder
from runner.app.synced import advice, synced
from runner.core.problems import Problem, Severity
from tests.support.commands import ran
from tests.support.events import swiss
from tests.support.folders import event_folder, opened
from tests.support.problems import fix_text


def made(root: Path, where: str) -> Path:
    folder = root / where
    folder.mkdir(parents=True)
    return folder


@pytest.fixture(autouse=True)
def _no_service_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(made(tmp_path, "homes/ann")))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "homes/ann"))


@pytest.mark.parametrize(("where", "service"), [
    ("Users/Ann/OneDrive/Documents/friday", "OneDrive"),
    ("Users/Ann/OneDrive - Shop Łódź/friday", "OneDrive"),
    ("Library/CloudStorage/OneDrive-Personal/friday", "OneDrive"),
    ("Ann/Dropbox/friday", "Dropbox"),
    ("Ann/Dropbox (Game Shop)/friday", "Dropbox"),
    ("Library/CloudStorage/GoogleDrive-ann@example.org/My Drive/friday", "Google Drive"),
    ("Ann/Google Drive/friday", "Google Drive"),
    ("Library/Mobile Documents/com~apple~CloudDocs/friday", "iCloud Drive"),
    ("Users/Ann/iCloudDrive/friday", "iCloud Drive"),
    ("Ann/Nextcloud/events/friday", "Nextcloud"),
    ("Ann/Nextcloud2/events/friday", "Nextcloud"),
    ("Ann/SynologyDrive/friday", "Synology Drive"),
])  # fmt: skip
def test_the_service_is_known_by_the_name_of_its_folder(
    tmp_path: Path, where: str, service: str
) -> None:
    assert synced(made(tmp_path, where)) == service


@pytest.mark.parametrize(("mark", "service"), [
    (".stfolder", "Syncthing"), (".dropbox.cache", "Dropbox"), (".sync_4f5a60b1.db", "Nextcloud"),
    (".nextcloudsync.log", "Nextcloud"), ("._sync_4f5a60b1.db", "ownCloud"),
    (".seafile-data", "Seafile"),
])  # fmt: skip
def test_the_service_is_known_by_what_it_leaves_in_its_folder(
    tmp_path: Path, mark: str, service: str
) -> None:
    folder = made(tmp_path, "shared/events/friday")
    assert synced(folder) is None
    (tmp_path / "shared" / mark).touch()
    assert synced(folder) == service


@pytest.mark.parametrize(
    "where", ["friday", "OneDrive", "Dropbox notes/friday", "My Drive/friday", "nextclouds/friday"]
)
def test_a_folder_that_is_only_called_alike_is_none(tmp_path: Path, where: str) -> None:
    assert synced(made(tmp_path, where)) is None


def test_what_a_service_keeps_in_the_home_folder_says_nothing_of_the_folders_there(
    tmp_path: Path,
) -> None:
    home = tmp_path / "homes/ann"
    (home / ".dropbox").mkdir()
    assert synced(made(home, "events/friday")) is None


def test_a_service_is_known_where_windows_says_its_folder_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path, "elsewhere/events/friday")
    monkeypatch.setenv("OneDriveCommercial", str(tmp_path / "elsewhere"))
    assert synced(folder) == "OneDrive"
    assert synced(made(tmp_path, "elsewhere2/friday")) is None


def test_links_are_followed_and_counted_where_they_stand(tmp_path: Path) -> None:
    inside, outside = made(tmp_path, "Dropbox/friday"), made(tmp_path, "events/friday")
    (tmp_path / "friday").symlink_to(inside)
    (tmp_path / "Dropbox" / "saturday").symlink_to(outside)
    assert synced(tmp_path / "friday") == "Dropbox"
    assert synced(tmp_path / "Dropbox" / "saturday") == "Dropbox"


def test_documents_of_a_mac_are_synchronised_where_icloud_drive_links_to_them(
    tmp_path: Path,
) -> None:
    home = tmp_path / "homes/ann"
    folder = made(home, "Documents/Runner/friday")
    assert synced(folder) is None
    cloud = made(home, "Library/Mobile Documents/com~apple~CloudDocs")
    (cloud / "Documents").symlink_to(home / "Documents")
    assert synced(folder) == "iCloud Drive"
    assert synced(made(home, "Desktop/friday")) is None


def test_a_circle_of_links_is_no_service(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(tmp_path / "two")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    assert synced(tmp_path / "one") is None


def test_who_opens_the_event_reads_what_may_happen_and_what_to_do(tmp_path: Path) -> None:
    now = opened(event_folder(made(tmp_path, "Dropbox") / "friday", swiss(8, 3)))
    (told,) = (each for each in now.problems if "Dropbox" in each.text)
    assert told.severity is Severity.NOTE
    assert "second copy" in told.text
    assert "pause Dropbox" in fix_text(told.fix)
    assert advice(tmp_path) is None


@pytest.mark.thorough
def test_a_new_event_in_such_a_folder_says_so_at_once(tmp_path: Path) -> None:
    inside, outside = made(tmp_path, "Nextcloud") / "friday", tmp_path / "friday"
    assert "folder of Nextcloud" in ran("new", inside).output
    assert "synch" not in ran("new", outside).output


@pytest.mark.parametrize("name", [
    "friday (Conflicted copy).xlsx",
    "friday (conflicted copy 2026-11-21).xlsx",
    "friday (Ann's conflicted copy 2026-11-21).xlsx",
    "friday (In Konflikt stehende Kopie von Ann 2026-11-21).xlsx",
    "friday (Copie en conflit de Ann 2026-11-21).xlsx",
    "friday.sync-conflict-20261121-140501-ABCDEFG.xlsx",
    "friday_conflict-20261121-140501.xlsx",
])  # fmt: skip
def test_a_conflict_copy_alone_is_not_taken_for_the_workbook(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    found = EventFolder(tmp_path).workbook()
    assert isinstance(found, Problem)
    assert found.fatal
    assert "rename it to friday.xlsx" in fix_text(found.fix)


@pytest.mark.parametrize(
    "name", ["friday.xlsx", "friday-PM.xlsx", "friday (2).xlsx", "Conflict of Realms.xlsx"]
)
def test_whatever_else_a_workbook_is_called_it_counts(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    assert EventFolder(tmp_path).workbook() == tmp_path / name
