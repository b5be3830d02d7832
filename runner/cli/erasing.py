"""The command that erases a player's name everywhere."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from runner.app.erase.erase import Done, erase, find, still_holding
from runner.app.find_events import holds_events
from runner.app.pipeline import Pipeline
from runner.cli import completion
from runner.cli.building import finish, run_once
from runner.cli.common import event_of, working
from runner.cli.group import EVENT, SITE, main
from runner.cli.reporting import Failed, say
from runner.core.actions import Build, NameAlso, Verify
from runner.core.language import count, listed
from runner.core.problems import Problem

_STAYS = (
    "The Id stays, and so do club, results, points, ranks and pairings: the others’ numbers rest "
    "on them. All rounds are drawn again as they were."
)
_BEYOND = (
    "Beyond Runner’s reach: backups, sync folders and what they keep of old, git, sticks, the "
    "trash; the site where it is hosted (publish it again; search engines may keep copies); "
    "documents that were exported or sent, paper, workbooks elsewhere. Nicknames and parts of the "
    "name are not found."
)
_WORD = (
    "The name, or an earlier one, is short, or also a word of Runner’s own: it was taken out of "
    "every cell that had nothing else in it; longer texts stay as they were."
)

_STILL = {
    True: "The name is still in {}. Keep that file: take the name out of the workbook where it "
    "stands, save, and erase again.",
    False: "The name is still in {}: delete it, or take it out yourself.",
}
"""Messages by whether the file is Runner's own."""


@main.command("erase")
@EVENT
@click.argument("name", shell_complete=completion.players)
@click.option("--also", multiple=True, help="A nickname, an address; may be repeated.")
@click.option("--find", "only_find", is_flag=True, hidden=True, help="Only say whom NAME means.")
@SITE
def erase_(
    event_dir: Path, name: str, also: tuple[str, ...], only_find: bool, site_out: Path
) -> None:
    """Take a player’s name (NAME, or the Id) out of everything, for good.

    Out of the workbook, the ledger, the history, slips, the desk and the site. Results and ranks
    stay. Close the workbook and stop the watch first.
    """
    folder = event_of(event_dir)
    if only_find:
        if isinstance(player := find(folder, name), Problem):
            raise Failed(player)
        say(f"{player} is meant.")
        return
    with working("Taking the name out of everything"):
        done = erase(folder, name, also)
    if isinstance(done, Problem):
        raise Failed(done)
    for line in _lines(done):
        say(line)
    pipeline = Pipeline(folder, site_out)
    finish(pipeline, run_once(pipeline), documents=True)
    say(f"Rebuilt: desk, text of the workbook, slips, and the pages in {site_out}.")
    say(_STAYS, Verify())
    say(_BEYOND, NameAlso())
    if holds_events(event_dir.absolute().parent):
        text = "This event has a common site with those beside it, in which the name still is, and "
        text += "players.xlsx may have it. Build them once more; then publish that site again."
        say(text, Build(str(event_dir.absolute().parent)))
    holding = still_holding(folder, site_out, done.who)
    if left := [*done.left, *(_STILL[of_runner].format(path) for path, of_runner in holding)]:
        raise Failed("\n".join(left))


def _lines(done: Done) -> Iterator[str]:
    who = done.player.id if done.who.row else f"The member of {done.player.id}"
    yield f"{who} is “{done.who.instead}” now."
    for what, names in (("Rewritten", done.rewritten), ("Removed", done.removed)):
        if names:
            yield f"{what}: {listed(_by_folder(names))}."
    for other in done.namesakes:
        yield f"{other} has the same name, and stays."
    if done.who.words:
        yield _WORD
    if done.mentions:
        yield f"Check these cells yourself; they may mean the player: {listed(done.mentions)}."


def _by_folder(names: list[str]) -> list[str]:
    """Return files by name, but for folders with several of them only their number."""
    folders = Counter(name.rpartition("/")[0] for name in names)
    few = [name for name in names if folders[name.rpartition("/")[0]] == 1 or "/" not in name]
    many = [f"{count(number, 'file')} in {folder}" for folder, number in folders.items()
            if folder and number > 1]  # fmt: skip
    return [*few, *many]
