"""The command that prints documents."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import click

from runner.app.event_folder import EventFolder
from runner.app.events import Written
from runner.app.print import Printed, print_round
from runner.app.printer import send
from runner.app.priority import give_way
from runner.cli.common import load_event, progress, show
from runner.cli.group import EVENT, main
from runner.cli.reporting import Failed, report, say
from runner.core.event import RoundId
from runner.core.language import listed
from runner.languages import LANGUAGES, find
from runner.render.documents.document import Document
from runner.render.documents.layout import ONE_LANGUAGE, PAPERS
from runner.render.documents.registry import (
    BEFORE_ROUND_1,
    DRAFT,
    OF_THE_EVENT,
    REGISTRY,
    with_every_round,
)

_BEFORE_ROUND_1 = RoundId(1, 0)
_ROUND = click.option("--round", "number", type=int, help="Default: the round that is out.")
_PHASE = click.option("--phase", default=1, show_default=True)


@main.command("print")
@EVENT
@click.argument("which", nargs=-1, type=click.Choice([*REGISTRY]))
@_ROUND
@_PHASE
@click.option("--paper", type=click.Choice([*PAPERS], case_sensitive=False), help="Default: A4.")
@click.option(
    "--per-page",
    type=click.IntRange(1, 8),
    help="Slips a sheet, where they fit; 2: two table numbers.",
)
@click.option("--back/--no-back", default=None, help="Slips with a back for the judge’s notes.")
@click.option("--second-language", "second", help="Of table cards; none: an empty back.")
@click.option("--copies", type=click.IntRange(1, 500), help="Of each table card. Default: 1.")
@click.option("--all", "every", is_flag=True, help="The table cards of all variants.")
@click.option("--send", "printer", metavar="PRINTER", help="Also send them to this printer.")
@click.option("--beside", is_flag=True, hidden=True, help="Let a watch go first, and its pages.")
def print_(
    event_dir: Path,
    which: tuple[str, ...],
    number: int | None,
    phase: int,
    paper: str | None,
    per_page: int | None,
    back: bool | None,
    second: str | None,
    copies: int | None,
    every: bool,
    printer: str | None,
    beside: bool,
) -> None:
    """Print a round’s documents: the ones you name, or the default set.

    The charts and lists of a draft are those of its phase, whatever the round; the check-in list,
    table numbers, badges, table cards and the judge’s card can be printed before any round. Paper,
    slips a page, backs and the second language are remembered until you set them again.
    """
    if beside:
        give_way()
    folder, wanted = EventFolder(event_dir), [REGISTRY[key] for key in which]
    said = _said(
        paper=paper and PAPERS[paper], most=per_page, back=back, second=_language(second),
        copies=copies, every=every or None,
    )  # fmt: skip
    made: list[Printed] = []
    drafted = False
    if not which or DRAFT in wanted:
        drafts, drafted = _print_draft(folder, phase, said)
        made += drafts
    anytime = [document for document in wanted if document in OF_THE_EVENT]
    if anytime:
        made += _print_anytime(folder, anytime, said)
    others = {DRAFT, *OF_THE_EVENT}
    rounds = [document for document in wanted or with_every_round() if document not in others]
    if rounds and (which or number or not drafted):
        made += _print(folder, number, phase, rounds, said)
    if printer:
        send(printer, [path for printed in made for path in printed.files])


def _said(**options: Any) -> dict[str, Any]:
    """What was said of them."""
    return {name: value for name, value in options.items() if value is not None}


def _language(typed: str | None) -> str | None:
    """The code of the second language, in any spelling."""
    if typed is None or typed.casefold() == ONE_LANGUAGE:
        return typed and ONE_LANGUAGE
    code = find(typed)
    if not code:
        known = ", ".join(each.english for each in LANGUAGES)
        raise click.BadParameter(f"There is no “{typed}”; choose {known}, or {ONE_LANGUAGE}.")
    return code


def _print_anytime(
    folder: EventFolder, documents: Collection[Document], said: dict[str, Any]
) -> list[Printed]:
    """Print what no round has to be out for."""
    made = print_round(
        folder, load_event(folder).snapshot, RoundId(1, 0), documents, said, progress
    )
    _tell(made)
    return made


def _print_draft(
    folder: EventFolder, phase: int, said: dict[str, Any]
) -> tuple[list[Printed], bool]:
    """Print the draft that is under way, or that of the phase; whether one is under way."""
    made: list[Printed] = []
    snapshot = load_event(folder).snapshot
    drafts = [draft for draft in snapshot.drafts if not draft.over]
    wanted = drafts or [draft for draft in snapshot.drafts if draft.phase.number == phase]
    for draft in wanted:
        made += print_round(
            folder, snapshot, RoundId(draft.phase.number, 0), [DRAFT], said, progress
        )
    _tell(made)
    return made, bool(drafts)


def _print(
    folder: EventFolder,
    number: int | None,
    phase: int,
    documents: Collection[Document],
    said: dict[str, Any] | None = None,
) -> list[Printed]:
    loaded = load_event(folder)
    current = loaded.snapshot.current_round
    wanted = RoundId(phase, number) if number else current.id if current else _BEFORE_ROUND_1
    later = [each for each in documents if each not in BEFORE_ROUND_1]
    if wanted not in {round_.id for round_ in loaded.snapshot.rounds} and (number or later):
        names = later[0].NAME if len(later) == 1 else "documents"
        which = "That round is not" if number else "No round is"
        raise Failed(f"{which} out yet, so it has no {names}. {_ready()}")
    made = print_round(folder, loaded.snapshot, wanted, documents, said or {}, progress)
    _tell(made)
    return made


def _ready() -> str:
    keys = [document.KEY for document in (*BEFORE_ROUND_1, *OF_THE_EVENT)]
    return f"Before round 1 you can print {listed(keys)}."


def _tell(made: Collection[Printed]) -> None:
    show(dict.fromkeys(problem for printed in made for problem in printed.problems))
    for printed in made:
        if not printed.files:
            say(f"{printed.document.NAME.capitalize()}: there is nothing to print yet.")
        for path in printed.files:
            report(Written(printed.document.NAME.capitalize(), str(path)))
