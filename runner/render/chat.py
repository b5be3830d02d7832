"""The latest round as a text to paste into a chat: who plays where, and the standings before.

Short lines, no markup, nothing that a chat turns into something else: a table a line, players under
their names in public, in the language of the event.
"""

from collections.abc import Iterator

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import _, current, listed, speaking
from runner.core.rounds import Round

_RANKS = 16
"""Standings beyond are for the pages; a chat is short."""
_JOINER = "\u2060"  # is not seen, and keeps a chat from taking "@ana" for a mention


def chat_text(snapshot: Snapshot, id_: RoundId | None = None) -> str:
    """The round that is out, or the one that is asked for, and where everybody stood before it;
    after the last the final standings. "" where no round is out."""
    public = snapshot.for_players
    with speaking(languages.language(public.event.language)):
        rounds = [each for each in public.rounds if id_ in (None, each.id)]
        if not rounds:
            return ""
        return "\n".join(_lines(public, rounds[-1])).rstrip("\n") + "\n"


def _lines(public: Snapshot, round_: Round) -> Iterator[str]:
    yield public.event.name
    yield public.title(round_.id)
    for table in sorted(round_.tables, key=lambda table: table.number):
        people = " · ".join(_plain(public.players[player].name) for player in table.players)
        yield f"{table.number}: {people}"
    if round_.byes:
        byes = listed([_plain(public.players[player].name) for player in round_.byes])
        yield f"{_('Bye')}: {byes}"
    yield from _standings(public, round_)
    if public.event.address:
        yield ""
        yield public.event.address


def _standings(public: Snapshot, round_: Round) -> Iterator[str]:
    """The ranking after the round, or while it plays the one before it."""
    result = public.phases[round_.id.phase - 1]
    after = (each for each in result.standings if each.after == round_.id)
    ranking = next(after, None) or result.ranking_before(round_.id)
    if ranking is None or not ranking.rows:
        return
    phase = public.phases[ranking.after.phase - 1].phase
    yield ""
    yield _("Standings after {round}", round=phase.called(ranking.after.number))
    for row in ranking.rows[:_RANKS]:
        name = _plain(public.players[row.player].name)
        yield f"{row.rank}) {name} – {current().number(row.match_points)}"


def _plain(name: str) -> str:
    """A name that calls nobody up in a chat: "@everyone", "@here"."""
    return name.replace("@", f"@{_JOINER}")
