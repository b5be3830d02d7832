"""A round as plain text for a chat: the pairings and the standings.

Short lines without markup: one table per line, with public names, in the language of the event.
"""

from collections.abc import Iterator

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import _, current, listed, speaking
from runner.core.rounds import Round

_RANKS = 16
"""Number of ranks listed; the rest are on the pages."""
_JOINER = "\u2060"  # invisible; keeps chats from reading "@ana" as a mention


def chat_text(snapshot: Snapshot, id_: RoundId | None = None) -> str:
    """Return the latest published round, or round `id_`, with the standings after it, or before it
    if there are none yet. Return "" if no such round is published."""
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
    """Yield the standings after the round, or before it while it is being played."""
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
    """Return the name with "@" defused, so that it mentions nobody ("@everyone", "@here")."""
    return name.replace("@", f"@{_JOINER}")
