"""A link as people copy it leads to the download of the workbook, or it is said why not."""

import pytest

from runner.app.web_workbook.links import LinkError, source

ID = "1aB-c_D2"
EXPORT = f"https://docs.google.com/spreadsheets/d/{ID}/export?format=xlsx"


@pytest.mark.parametrize(
    ("link", "service", "address"),
    [
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
    ],
)  # fmt: skip
def test_a_link_leads_to_the_download(link: str, service: str, address: str) -> None:
    found = source(link)
    assert (found.service, found.address) == (service, address)


@pytest.mark.parametrize(
    ("link", "why"),
    [
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
    ],
)
def test_what_leads_to_no_workbook_is_told_in_words(link: str, why: str) -> None:
    with pytest.raises(LinkError, match=why):
        source(link)


def test_a_host_that_only_ends_alike_is_no_service() -> None:
    assert source("https://notdropbox.com/e.xlsx?dl=0").address.endswith("dl=0")
