"""The page of somebody who has been replaced in a team, or came in: their own record."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

from runner.core.event import Event, Table
from runner.ledger.ledger import Ledger
from tests.support.events import played_on, published
from tests.support.site_folder import write_site
from tests.support.teams import team_event


def figures(page: Path) -> dict[str, str]:
    """Rank, points and record as the page shows them."""
    text = page.read_text("utf-8")
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", text)
    return {word: re.sub(r"<.*?>", "", value).strip() for word, value in found}


def rounds(page: Path) -> int:
    return len(re.findall(r'class="took"', page.read_text("utf-8")))


def of_first(table: Table, *, won: bool) -> str:
    """The result of a table, by what the first team does."""
    return "A" if (table.players[0] == "P001") is won else "B"


def replaced() -> tuple[Event, Ledger]:
    """A team wins twice, with another member in the second round, and then loses once."""
    now = team_event(4, "two_headed_giant")
    snapshot, ledger = published(now)
    first = now.players[0]
    new = replace(first, members=(first.members[0], "Cy Cook"), substitutes=("Cy Cook",))
    now = replace(now, players=(new, *now.players[1:]))
    for won in (True, True, False):
        result = partial(of_first, won=won)
        now, snapshot, ledger = played_on(now, snapshot, ledger, result)
    return now, ledger


def test_a_record_is_of_the_rounds_that_somebody_played(tmp_path: Path) -> None:
    now, ledger = replaced()
    snapshot, _ = published(now, ledger)
    write_site(snapshot, tmp_path)
    team, stayed, gone, came = (
        tmp_path / f"players/P001{end}.html" for end in ("", "-m1", "-m2", "-m3")
    )
    assert figures(team)["Record"] == figures(stayed)["Record"] == "2–1–0"
    assert (figures(gone), rounds(gone)) == ({"Record": "1–0–0"}, 1)
    assert (figures(came)["Record"], rounds(came)) == ("1–1–0", 2)
    assert figures(came)["Rank"] == figures(team)["Rank"]
    assert "Points" not in figures(came)
