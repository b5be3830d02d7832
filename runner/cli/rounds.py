"""The command that prints documents."""

from collections.abc import Collection
from itertools import takewhile
from pathlib import Path
from typing import Any

import click

from runner.app.decks import draw
from runner.app.event_folder import EventFolder
from runner.app.events import Written
from runner.app.print import print_round, send
from runner.app.priority import give_way
from runner.cli.common import load_event, progress, show
from runner.cli.group import EVENT, PHASE, main
from runner.cli.reporting import Failed, report, say
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
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


def _paper(_: click.Context, __: click.Parameter, typed: str | None) -> Any:
    return typed and PAPERS[typed]


def _language(_: click.Context, __: click.Parameter, typed: str | None) -> str | None:
    """Return the code of the second language, given in any spelling. Raises click.BadParameter."""
    if typed is None or typed.casefold() == ONE_LANGUAGE:
        return typed and ONE_LANGUAGE
    code = find(typed)
    if not code:
        known = ", ".join(each.english for each in LANGUAGES)
        raise click.BadParameter(f"There is no “{typed}”; choose {known}, or {ONE_LANGUAGE}.")
    return code


class _InEitherOrder(click.Command):
    """A command that takes documents before the event as well."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = [*takewhile(REGISTRY.__contains__, args)]
        rest = args[len(first) :]
        names_event = any(not word.startswith("-") for word in rest)
        return super().parse_args(ctx, [*rest, *first] if names_event else args)


@main.command("print", cls=_InEitherOrder, epilog=f"DOCUMENT is one of {', '.join(REGISTRY)}.")
@EVENT
@click.argument("which", nargs=-1, type=click.Choice([*REGISTRY]), metavar="[DOCUMENT]...")
@click.option("--round", "number", type=int, help="Default: the round that is out.")
@PHASE
@click.option(
    "--paper", type=click.Choice([*PAPERS], case_sensitive=False), callback=_paper,
    help="Default: A4.",
)  # fmt: skip
@click.option(
    "--per-page", "most", type=click.IntRange(1, 8),
    help="Slips a sheet, where they fit; 2: two table numbers.",
)  # fmt: skip
@click.option("--back/--no-back", default=None, help="Slips with a back for the judge’s notes.")
@click.option(
    "--second-language", "second", callback=_language, help="Of table cards; none: an empty back."
)
@click.option("--copies", type=click.IntRange(1, 500), help="Of each table card. Default: 1.")
@click.option("--all", "every", is_flag=True, default=None, help="The table cards of all variants.")
@click.option(
    "--draw", "many", type=click.IntRange(1, 500),
    help="With decks: draw so many players of the round that is out, whose decks are checked.",
)  # fmt: skip
@click.option("--send", "printer", metavar="PRINTER", help="Also send them to this printer.")
@click.option("--beside", is_flag=True, hidden=True, help="Let a watch go first, and its pages.")
def print_(
    event_dir: Path, which: tuple[str, ...], number: int | None, phase: int, many: int | None,
    printer: str | None, beside: bool, **options: Any,
) -> None:  # fmt: skip
    """Print a round’s documents: the ones you name, or the default set.

    The charts and lists of a draft are those of its phase, whatever the round; the check-in list,
    table numbers, badges, table cards and the judge’s card can be printed before any round. Paper,
    slips a page, backs and the second language are remembered until you set them again. A draw
    of checks follows from the event’s seed: asked again in the same round it names the same
    players, and nobody comes a second time before everybody was drawn.
    """
    if beside:
        give_way()
    folder, wanted = EventFolder(event_dir), [REGISTRY[key] for key in which]
    given = {name: value for name, value in options.items() if value is not None}
    files: list[Path] = []

    def print_them(id_: RoundId, documents: Collection[Document]) -> None:
        printed = print_round(folder, snapshot, id_, documents, given, progress)
        show(problem for each in printed for problem in each.problems)
        for each in printed:
            if not each.files:
                say(f"{each.document.NAME.capitalize()}: there is nothing to print yet.")
            for path in each.files:
                report(Written(each.document.NAME.capitalize(), str(path)))
            files.extend(each.files)

    snapshot = load_event(folder).snapshot
    if many:
        if number or "decks" not in which:
            raise click.UsageError("--draw is for the document decks of the round that is out.")
        if (drawn := draw(folder, many)) is None:
            raise Failed("No round is out yet, so nobody can be drawn.")
        snapshot = drawn
    drafts = [draft.phase.number for draft in snapshot.drafts if not draft.over]
    if not which or DRAFT in wanted:
        of_phase = [each.phase.number for each in snapshot.drafts if each.phase.number == phase]
        for each in drafts or of_phase:
            print_them(RoundId(each, 0), [DRAFT])
    if anytime := [document for document in wanted if document in OF_THE_EVENT]:
        print_them(_BEFORE_ROUND_1, anytime)
    others = {DRAFT, *OF_THE_EVENT}
    rounds = [document for document in wanted or with_every_round() if document not in others]
    if rounds and (which or number or not drafts):
        print_them(_round(snapshot, number, phase, rounds), rounds)
    if printer:
        send(printer, files)


def _round(
    snapshot: Snapshot, number: int | None, phase: int, documents: Collection[Document]
) -> RoundId:
    """Return the round for the documents. Raises Failed if it is not published and one needs it."""
    current = snapshot.current_round
    wanted = RoundId(phase, number) if number else current.id if current else _BEFORE_ROUND_1
    later = [each for each in documents if each not in BEFORE_ROUND_1]
    if wanted not in {round_.id for round_ in snapshot.rounds} and (number or later):
        names = later[0].NAME if len(later) == 1 else "documents"
        which = "That round is not" if number else "No round is"
        ready = listed([document.KEY for document in (*BEFORE_ROUND_1, *OF_THE_EVENT)])
        raise Failed(
            f"{which} out yet, so it has no {names}. Before round 1 you can print {ready}."
        )
    return wanted
