"""Who is invited by a series, as a list of players for a later event."""

from pathlib import Path

from runner.app.collection.index import joined
from runner.app.collection.series import Series, named_by, series_in
from runner.circuit.people import Appearance
from runner.circuit.series import standings
from runner.core.language import count
from runner.core.problems import Severity
from runner.interchange.player_import.player_list import (
    Entrant,
    Finding,
    LineStatus,
    PlayerList,
    SourceLine,
)


def invited(root: Path, site: Path) -> PlayerList:
    """Return the players whom the series in the folder `root` invites, with their byes; `site` is
    the site of the events beside it. Whoever shares the last place is invited too."""
    events, known, column = joined(root.parent, site)
    found = series_in(root.parent, events, known)
    series = next((each for each in found if each.slug == root.name), Series(root.name, ()))
    wrong = [each for each in series.problems if each.severity is Severity.ERROR]
    if series.rules is None or wrong:
        return PlayerList("a series", problem=str(wrong[0]) if wrong else "It has no series in it.")
    if not events:
        why = f"The pages of its events are not in {site}: build them there, or name their folder."
        return PlayerList("a series", problem=why)
    named, rules = named_by(events, known), series.rules
    ids = {known.word_for(where): value for where, value in known.ids.items()}
    whole = {
        known.word_for(Appearance(slug, each.id))
        for slug, event in events.items() for each in event.people if each.whole
    }  # fmt: skip
    findings = list[Finding]()
    for row in standings(series.events, rules):
        if row.rank and row.rank <= rules.qualify:
            name, number = named(row.player)[0], len(findings) + 1
            byes = rules.byes[row.rank - 1] if row.rank <= len(rules.byes) else 0
            more = {column: ids[row.player]} if row.player in ids else {}
            entrant = Entrant(name, number, more=more, byes=byes)
            line = SourceLine(number, (name,), f"{row.rank}. {name}")
            status = LineStatus.PLAYER if row.player in whole else LineStatus.LEFT_OUT
            why = "" if row.player in whole else "the pages do not show the name: type it yourself"
            findings.append(Finding(line, status, why, entrant))
    left = sum(not event.over for event in series.events)
    notes = (f"{count(left, 'event')} of the series still to come.",) if left else ()
    if not findings:
        return PlayerList("a series", problem="It invites nobody: see Invited on its first sheet.")
    return PlayerList("a series", tuple(findings), notes)
