"""The folder of an event: the workbook, its ledger, its slips, and Runner's own files."""

import json
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from runner import disk
from runner.core.actions import NewEvent, Parts, Restore
from runner.core.problems import Place, Problem, error, warning
from runner.disk import disk_problem, no_file, read_regular_file, real
from runner.ledger.ledger import NAME
from runner.ledger.seal import digest
from runner.workbook.write.copies import (
    alone_as_second,
    in_other_formats,
    is_other_format,
    second_versions,
)
from runner.workbook.write.swap_recovery import bring_back, set_aside

_SPARE = re.compile(r"ledger\.(rehearsal|given-up|set-aside)-[0-9]+\.jsonl")
OWN = ".runner"  # what can be made again, or is only of use to Runner
TOGETHER = ".events.json"
"""The file beside events that identifies them together, and has what is chosen for all of them."""
WHO = "players.xlsx"
"""The workbook beside that file in which the organiser says who is the same person."""
SERIES_COPY = ".series.xlsx"
"""A copy of the workbook of a series as it was last usable, in the folder of that series."""


@dataclass(frozen=True, slots=True)
class EventFolder:
    """The paths of an event's files, and the choice of its workbook. Writes nothing."""

    root: Path

    @property
    def ledger(self) -> Path:
        """The ledger; it exists once a round is published."""
        return self.root / NAME

    def spare_ledger(self, why: str = "rehearsal") -> Path:
        """Return a free name for a ledger that is replaced: of a finished "rehearsal", one that was
        "given-up", or one "set-aside" for the right one."""
        return _free(lambda number: self.root / f"ledger.{why}-{number}.jsonl")

    def ended_ledgers(self) -> list[Path]:
        """Return the ledgers that no longer count: of finished rehearsals, and those given up."""
        return [path for path, why in self._spare_ledgers().items() if why != "set-aside"]

    def ledgers_set_aside(self) -> list[Path]:
        """Return the ledgers that were set aside for the right one."""
        return [path for path, why in self._spare_ledgers().items() if why == "set-aside"]

    def other_ledgers(self) -> list[Path]:
        """Return other files that may be the ledger, such as copies made by a sync folder; not
        those that Runner itself has set aside."""
        lines = [path for path in self._files() if path.suffix == ".jsonl" and path.name != NAME]
        return [path for path in lines if path not in self._spare_ledgers()]

    def _spare_ledgers(self) -> dict[Path, str]:
        """Return the ledgers named by `spare_ledger`, each with the reason in its name."""
        names = {path: _SPARE.fullmatch(path.name) for path in self._files()}
        return {path: match[1] for path, match in names.items() if match}

    @property
    def kept_ledger(self) -> Path:
        """The backup of the ledger, beside the kept saves."""
        return self.saves / NAME

    @property
    def saves(self) -> Path:
        """The folder of kept saves."""
        return self.root / OWN / "saves"

    @property
    def content(self) -> Path:
        """The workbook's content as text, for comparison by version control."""
        return self.root / "workbook.txt"

    def restored(self, number: int) -> Path:
        """Return where a restored save is written; never beside the workbook."""
        return self.root / "restored" / f"{self.slug} save {number}.xlsx"

    def aside(self, name: str) -> Path:
        """Return a free name for a workbook that is replaced."""
        folder = self.root / "restored"
        return _free(lambda number: folder / f"{self.slug} {name} {number}.xlsx")

    @property
    def site(self) -> Path:
        """The default folder of the site."""
        return self.root / "site"

    @property
    def mark(self) -> Path:
        """The mark by which a site's folder identifies its event."""
        return self.root / OWN / "site.json"

    @property
    def web(self) -> Path:
        """The file with the link of the workbook on the web; exists while the event follows one."""
        return self.root / OWN / "web.json"

    @property
    def phone_reports(self) -> Path:
        """The reports that have come from phones."""
        return self.root / OWN / "phones" / "reports.jsonl"

    @property
    def phone_round(self) -> Path:
        """What the hall's server knows about the round for which reports may come."""
        return self.root / OWN / "phones" / "round.json"

    @property
    def phone_secret(self) -> Path:
        """The secret from which the codes of tables follow."""
        return self.root / OWN / "phones" / "secret"

    @property
    def phone_seats(self) -> Path:
        """Which phone speaks for which seat."""
        return self.root / OWN / "phones" / "seats.jsonl"

    @property
    def upload(self) -> Path:
        """Where the pages go on the internet, and how that stands; no secret is in it."""
        return self.root / OWN / "upload.json"

    @property
    def built(self) -> Path:
        """What the event was last built from, together with other events."""
        return self.root / OWN / "built.json"

    @property
    def lock(self) -> Path:
        """The lock held while the event is published."""
        return self.root / OWN / "publishing.lock"

    @property
    def slug(self) -> str:
        """The folder's name, for file names."""
        return self.root.resolve().name

    def workbook(self, patience: float | None = None) -> Path | Problem:
        """Return the event's workbook: the only .xlsx in the folder that is not an editor's
        temporary file, or the one that all others are second versions of, by their names.

        If the workbook of the last run is missing, as in the middle of Excel's save, wait for it
        for `patience` seconds, by default for `disk.AWAY_FOR`."""
        until = time.monotonic() + (disk.AWAY_FOR if patience is None else patience)
        while True:
            away = self._is_away()
            workbook = self._workbook()
            if time.monotonic() >= until or not (away or self._is_away()):
                return workbook
            time.sleep(disk.LOOK_AGAIN)

    def _is_away(self) -> bool:
        """Return whether the workbook followed so far is missing; if no save tells which it is,
        whether any workbook of an event that has begun is."""
        (name, sha256), paths = self._last_save(), self.workbooks()
        if not name:
            return not paths and self.ledger.exists()
        if self.root / name in paths or not self.root.is_dir():
            return False
        try:
            return all(digest(read_regular_file(path)) != sha256 for path in paths)
        except OSError:
            return True

    def waited_in_vain(self) -> bool:
        """Return whether there is no workbook, and none appears within `disk.AWAY_FOR` seconds."""
        until = time.monotonic() + disk.AWAY_FOR
        while not self.workbooks() and time.monotonic() < until:
            time.sleep(disk.LOOK_AGAIN)
        return not self.workbooks()

    @property
    def followed(self) -> str:
        """The workbook's name at the last kept save, or ""."""
        return self._last_save()[0]

    def _last_save(self) -> tuple[str, str]:
        """Return the workbook's name at the save that was kept last, and its SHA-256."""
        try:
            path = max(self._descriptions(), key=lambda path: (len(path.name), path.name))
            description = json.loads(read_regular_file(path).partition(b"\n")[0])
            return Path(description.get("name", "")).name, description["sha256"]
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return "", ""

    def _descriptions(self) -> list[Path]:
        """Return the descriptions of the kept saves, including those of earlier versions."""
        return list(self.saves.glob("*.json")) or list(self.saves.glob("*.save"))

    def _workbook(self) -> Path | Problem:
        if self.root.is_file():
            return error(
                "folder.is-a-file",
                Place(),
                f"{self.root} is a file; the event is the folder that it lies in.",
                f"Give that instead: {self.root.parent}",
                fatal=True,
            )
        if not self.root.is_dir():
            return error(
                "folder.missing",
                Place(),
                f"There is no folder {self.root}.",
                NewEvent(str(self.root)),
                fatal=True,
            )
        try:
            paths = _workbooks(self._listed())
            if not paths and (back := bring_back(self.root)):
                return back
        except OSError as reason:  # what cannot be seen is not lost
            return error(
                "folder.unreadable",
                Place(),
                f"Runner is not allowed to look into {self.root}: {reason.strerror}.",
                "Check that the disk is there, and who may read that folder.",
                fatal=True,
            )
        if versions := second_versions(paths):
            own, _ = versions
            if first := alone_as_second(own.stem):
                first = f"{first}.xlsx"
                return error(
                    "workbook.only-sync-copy",
                    Place(),
                    f"The only workbook here, {own.name}, is a second version that a sync folder "
                    f"has made; {first} is gone.",
                    f"Put {first} back. If {own.name} is the right one, rename it to {first}.",
                    fatal=True,
                )
            return own
        again: Parts = self.put_back_as()
        if not paths and (others := list(filter(is_other_format, self._files()))):
            return error(
                "workbook.other-format",
                Place(),
                f"There is no .xlsx workbook in {self.root}, but {others[0].name}, which Runner "
                "does not read.",
                "Open it, and save it as an Excel workbook (.xlsx) in the same folder.",
                *(("Or take the latest save.", *again) if again else ()),
                fatal=True,
            )
        if not paths and (odd := list(filter(_is_workbook, self._files()))):
            return replace(disk_problem(no_file(odd[0])), fatal=True)
        if not paths:
            return error(
                "workbook.missing",
                Place(),
                f"There is no .xlsx workbook in {self.root}.",
                f"Put it back there, or {'take the latest save' if again else 'make a new one'}.",
                *(again or (NewEvent(str(self.root)),)),
                fatal=True,
            )
        return _several(self.root, paths, self.followed)

    def put_back_as(self, name: str = "") -> tuple[Restore, ...]:
        """Return what restores a lost workbook under this name or the folder's, if saves exist."""
        if not self._descriptions():
            return ()
        other = name not in ("", f"{self.slug}.xlsx")
        return (Restore(str(self.root), to=str(self.root / name) if other else ""),)

    def second_versions(self) -> list[Problem]:
        """Return a warning for each second version of the workbook beside it, in any format."""
        versions = second_versions(self.workbooks())
        if versions is None:
            return []
        own, others = versions
        return [
            *(_second(own.name, path.name, kind) for path, kind in others.items()),
            *(_unread(own.name, path.name) for path in in_other_formats(own.stem, self._files())),
        ]

    def rescued(self) -> list[Problem]:
        """Return a warning for each file of edits that were saved while Runner wrote and could not
        be restored to the workbook, or an error if the folder cannot be searched for them."""
        workbook = self.workbook(patience=0)
        if isinstance(workbook, Problem):
            return []
        try:
            return [kept_aside(workbook, path) for path in set_aside(real(workbook))]
        except OSError as reason:
            return [disk_problem(reason)]

    def workbooks(self) -> list[Path]:
        """Return every .xlsx file in the folder except editors' temporary files."""
        return _workbooks(self._files())

    def _files(self) -> list[Path]:
        try:
            return self._listed()
        except OSError:
            return []

    def _listed(self) -> list[Path]:
        """Return what lies in the folder, without the workbook that is about several events. Raises
        OSError."""
        files = sorted(self.root.iterdir())
        several = any(each.name == TOGETHER for each in files)
        return [each for each in files if not (several and each.name == WHO)]

    def memory(self, key: str) -> Path:
        """Return the file that records what the printed files of a document were made from."""
        return self.root / OWN / f"{key}.json"


def _free(path: Callable[[int], Path]) -> Path:
    return next(place for place in map(path, count(1)) if not place.exists())


def _workbooks(files: Iterable[Path]) -> list[Path]:
    return [path for path in files if _is_workbook(path) and path.is_file()]


def _several(root: Path, paths: Sequence[Path], followed: str) -> Problem:
    """Return the problem that there are several workbooks, naming the one followed so far, if
    any."""
    names = [path.name for path in paths]
    what = f"There are {len(paths)} workbooks in {root}: {' and '.join(names)}."
    fix = "Keep one there, and move the others elsewhere."
    if followed in names:
        it = "the other" if len(paths) == 2 else "the others"
        what += f" Runner has followed {followed} so far: what is typed into {it} does not count."
        fix = f"Go on in {followed}, and move {it} elsewhere. If you have saved it under another "
        fix += f"name, to go on in that one, move {followed} elsewhere instead."
    return error("workbook.several", Place(), what, fix, fatal=True)


def kept_aside(workbook: Path, path: Path) -> Problem:
    """Return the problem that edits lie in a file beside the workbook, which was saved again before
    they could be written into it."""
    return warning(
        "workbook.edits-aside",
        Place(),
        f"Edits that may be missing from {workbook.name} are in {path}: they were saved just as "
        "Runner wrote.",
        f"Open it, type into {workbook.name} what only it has, save, and delete it.",
    )


def _is_workbook(path: Path) -> bool:
    """Return whether the name is that of a workbook, and not of an editor's temporary file."""
    return path.suffix.lower() == ".xlsx" and not path.name.startswith(("~$", "."))


def _unread(own: str, other: str) -> Problem:
    return warning(
        "workbook.other-format-beside",
        Place(),
        f"{other} lies beside the workbook. Runner reads {own} alone: what is typed into {other} "
        "does not count.",
        f"Type it into {own}; when you save and are asked, keep the Excel format. Then move "
        f"{other} elsewhere.",
    )


def _second(own: str, other: str, kind: str) -> Problem:
    if kind == "copy":
        return warning(
            "workbook.copy-beside",
            Place(),
            f"There is a copy of the workbook, {other}. Runner reads {own} alone.",
            f"Type into {own} only, and move {other} elsewhere.",
        )
    return warning(
        "workbook.sync-copy-beside",
        Place(),
        f"A sync folder has kept a second version of the workbook, {other}: it was changed in two "
        f"places at once. Runner reads {own} alone.",
        f"Open both, type into {own} what only {other} has, save, and move {other} elsewhere.",
    )
