"""An older workbook that was put back: named with its save, and nothing is published from it as
long as results are gone that came later."""

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from runner.cli import main
from runner.core.event import RoundId
from runner.core.problems import Severity
from tests.support.events import planned
from tests.support.scribe import Scribe, go, put, result, say

pytestmark = pytest.mark.thorough  # left out of make quick

R1 = RoundId(1, 1)
OLDER = "This is the workbook as of save"


def scribe(root: Path) -> tuple[Scribe, bytes, bytes]:
    """Three results of round 1, a save each; the workbook when one was in, as the organiser saved
    it and as Runner had written its names."""
    me = Scribe(root, planned(14, rounds=3))
    me.change(go(1))
    saved = me.data
    me.close()
    written = me.data
    for table in (1, 2, 3):
        me.change(result(R1, table, "A"))
    return me, saved, written


def restored(me: Scribe) -> bytes:
    """What the command that the problem names writes."""
    command = me.told(OLDER).partition("“runner ")[2].partition("”")[0]
    path = me.folder.root.parent / "back.xlsx"
    done = CliRunner().invoke(main, [*shlex.split(command), "--to", str(path)])
    assert done.exit_code == 0, done.output
    return path.read_bytes()


@pytest.mark.parametrize("which", ["saved", "written"])
def test_an_older_workbook_is_named_and_publishes_nothing(tmp_path: Path, which: str) -> None:
    me, saved, written = scribe(tmp_path / "friday")
    good, before, pages = me.data, me.lines(), me.pages()
    me.saved({"saved": saved, "written": written}[which])
    told = me.told(OLDER)
    assert "): 3 later results are gone. This save does not count." in told
    assert "choose “Keep the changes”" in told
    assert OLDER in me.desk
    assert [each for each in me.problems if "results of Round 1 are gone" in each] == []
    me.change(result(R1, 4, "A"))  # typed into the older one: the others are gone all the same
    assert "3 later results are gone" in me.told(OLDER)
    assert (me.lines(), me.pages()) == (before, pages)
    assert restored(me) == good
    me.saved(good)
    assert not me.problems
    assert (me.lines(), me.pages()) == (before, pages)


def test_an_older_workbook_counts_where_it_is_meant(tmp_path: Path) -> None:
    me, saved, _ = scribe(tmp_path / "friday")
    me.saved(saved)
    me.change(say("Keep the changes"))
    assert me.report.snapshot is not None
    assert not any(table.finished for table in me.round.tables)
    me.change(result(R1, 1, "B"))
    assert not [each for each in me.problems if OLDER in each]


def test_an_older_workbook_that_lacks_no_result_counts_and_is_told(tmp_path: Path) -> None:
    me, *_ = scribe(tmp_path / "friday")
    good = me.data
    for club in ("Lyon", "Lille"):
        me.change(put("Players", "Club or team", lambda was, club=club: [club, *was[1:]]))
    me.saved(good)
    (found,) = [each for each in me.report.problems if OLDER in each.text]
    assert found.severity is Severity.WARNING
    assert "what was changed later is not in it" in found.text
    assert me.report.snapshot is not None
    me.change(result(R1, 4, "A"))
    assert not me.problems


def test_who_takes_back_what_was_typed_last_has_put_nothing_back(tmp_path: Path) -> None:
    me = Scribe(tmp_path / "friday", planned(14, rounds=3))
    me.change(go(1))
    me.close()
    me.change(*(result(R1, table, "A") for table in (1, 2, 3)))
    me.change(*(result(R1, table, None) for table in (1, 2, 3)))
    assert me.report.snapshot is not None
    assert not [each for each in me.problems if OLDER in each]
