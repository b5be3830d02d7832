"""What may be typed under Publish to."""

from pathlib import Path

import pytest

from runner.app.upload.destination import DestinationError, destination


@pytest.mark.parametrize(("typed", "kind", "address", "user", "branch"), [
    ("https://example.org/me/friday.git", "git", "https://example.org/me/friday.git", "", ""),
    ("https://me@example.org/friday.git#web", "git", "https://me@example.org/friday.git", "me",
     "web"),
    (" git@example.org:me/friday.git#pages ", "git", "git@example.org:me/friday.git", "git",
     "pages"),
    ("ssh://git@example.org:2222/friday", "git", "ssh://git@example.org:2222/friday", "git", ""),
    ("git+ssh://example.org/friday", "git", "ssh://example.org/friday", "", ""),
    ("file:///srv/friday.git", "git", "file:///srv/friday.git", "", ""),
    ("SFTP://ann@example.org/www", "sftp", "sftp://ann@example.org/www", "ann", ""),
    ("s3://bucket/friday?endpoint=https://example.org&region=eu", "s3", "s3://bucket/friday", "",
     ""),
    ("webdavs://ann@cloud.example.org:8443/files/ann", "webdav",
     "webdavs://cloud.example.org:8443/files/ann", "ann", ""),
    ("/srv/friday", "folder", "/srv/friday", "", ""),
    ("file:///srv/the%20friday", "folder", "/srv/the friday", "", ""),
    ("../shown", "folder", "/home/ann/shown", "", ""),
    ("shown", "folder", "/home/ann/friday/shown", "", ""),
])  # fmt: skip
def test_what_is_understood(typed: str, kind: str, address: str, user: str, branch: str) -> None:
    to = destination(typed, Path("/home/ann/friday"))
    address = address if kind != "folder" else str(Path(address))
    found = to.address if kind != "folder" else str(Path(to.address).resolve())
    assert (to.kind, found, to.user, to.branch) == (kind, address, user, branch)
    assert to.text == typed.strip()


def test_options_of_a_bucket() -> None:
    to = destination("s3://bucket?endpoint=https://example.org&region=eu", Path("/x"))
    assert (to.option("endpoint"), to.option("region")) == ("https://example.org", "eu")
    assert to.option("other") == ""


@pytest.mark.parametrize(("typed", "part"), [
    ("https://example.org/friday", "cannot publish to"),
    ("ftp://example.org/friday", "cannot publish to"),
    ("https://ann:secret@example.org/friday.git", "password in it"),
    ("sftp://ann:secret@example.org/www", "password in it"),
    ("sftp:///www", "names no computer"),
    ("s3://", "names no bucket"),
    ("sftp://example.org:port/www", "is not an address"),
    (".", "the event itself"),
    ("..", "the event itself"),
    ("/", "the event itself"),
    ("file:///", "the event itself"),
])  # fmt: skip
def test_what_is_refused(typed: str, part: str, tmp_path: Path) -> None:
    (tmp_path / "friday").mkdir()
    with pytest.raises(DestinationError, match=part) as refused:
        destination(typed, tmp_path / "friday")
    assert refused.value.fix


def test_a_repository_without_working_files_is_no_folder_for_pages(tmp_path: Path) -> None:
    (tmp_path / "x.git" / "objects").mkdir(parents=True)
    (tmp_path / "x.git" / "HEAD").write_text("ref: refs/heads/main\n")
    with pytest.raises(DestinationError, match="git repository"):
        destination(str(tmp_path / "x.git"), tmp_path / "friday")
