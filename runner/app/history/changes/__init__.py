"""What changed from one save of the workbook to another, in words that an organiser knows."""

from runner.app.history.changes import (
    draft_words,
    event_words,
    line_words,
    player_words,
    round_words,
)
from runner.core.event import Event

__all__ = ["changes"]


def changes(before: Event | None, after: Event) -> tuple[str, ...]:
    """One line for each thing that was changed, in the order of the sheets.

    Nothing where all that counts is as it was: colours, widths and private sheets say nothing.
    Without a save before there is one line that says how much there is.
    """
    if before is None:
        return (event_words.whole(after),)
    return (
        *event_words.changed(before, after),
        *player_words.changed(before.players, after.players),
        *round_words.changed(before, after),
        *line_words.changed(before, after),
        *draft_words.changed(before, after),
    )
