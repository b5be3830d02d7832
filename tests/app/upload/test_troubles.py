"""What messages of the packages and of git are taken for."""

from pathlib import Path

import pytest
from obstore.exceptions import GenericError

from runner.app.upload.destination import destination
from runner.app.upload.errors import FIXES, Trouble, UploadError, found_in
from runner.app.upload.targets import Access, git, opened
from runner.app.upload.targets.objects import trouble_of

PUT = "Generic S3 error: Error performing PUT http://127.0.0.1:50711/pages/403.html in 507.1ms"
ANSWER = f"{PUT} - Server returned non-2xx status code:"


@pytest.mark.parametrize(("text", "trouble"), [
    (f"{PUT} - HTTP error: error sending request", Trouble.CUT),
    (f"{ANSWER} 507 Insufficient Storage: <html>", Trouble.FULL),
    (f"{ANSWER} 401 Unauthorized: ", Trouble.REFUSED),
    (f"{ANSWER} 409 Conflict: ", Trouble.MISSING),
    (f"{ANSWER} 403 Forbidden: <Code>RequestTimeTooSkewed</Code>", Trouble.CLOCK),
    (f"{ANSWER} 403 Forbidden: <Code>QuotaExceeded</Code>", Trouble.FULL),
    (f"{ANSWER} 503 Slow Down: ", Trouble.FAILED),
    ("error trying to connect: tcp connect error: Connection refused", Trouble.OFFLINE),
    ("error trying to connect: invalid peer certificate: Expired", Trouble.CERTIFICATE),
    ('builder error\n\nDebug source:\n"No CA certificates were loaded"', Trouble.AUTHORITIES),
    ("PUT https://certificate.example.org/timed%20out: 500", Trouble.FAILED),
])  # fmt: skip
def test_an_address_or_a_time_is_taken_for_no_state(text: str, trouble: Trouble) -> None:
    assert trouble_of(GenericError(text), "here")[0] is trouble


@pytest.mark.parametrize("to", ["webdav://me@127.0.0.1/friday", "s3://friday"])
def test_a_computer_without_certificates_of_authorities_is_told(
    to: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty.pem").touch()
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "empty.pem"))
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    with pytest.raises(UploadError) as refused:
        opened(destination(to, tmp_path), Access(tmp_path, "key:word"))
    assert refused.value.trouble is Trouble.AUTHORITIES


@pytest.mark.parametrize(("text", "trouble"), [
    ("fatal: unable to access 'https://quota.org/x.git/': Could not resolve host: quota.org",
     Trouble.OFFLINE),
    ("remote: Repository not found.\nfatal: repository 'https://x.org/denied.git/' not found",
     Trouble.MISSING),
    ("git@certificate.org: Permission denied (publickey).", Trouble.REFUSED),
    (" ! [rejected] abc -> protected (stale info)\nerror: failed to push some refs to 'x'",
     Trouble.MEANWHILE),
    ("fatal: something new about git@protected.org:denied.git", None),
])  # fmt: skip
def test_git_s_messages(text: str, trouble: Trouble | None) -> None:
    assert found_in(text, git.TROUBLES) is trouble


def test_every_trouble_has_a_sentence_and_a_way_out() -> None:
    assert FIXES.keys() == {*Trouble}
    for each in Trouble:
        said = str(UploadError(each, "sftp://example.org/www", "more"))
        assert "sftp://example.org/www" in said
        assert "{" not in said
