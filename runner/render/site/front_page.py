"""The front page for each state of the event: before round 1, playing, round over, between phases,
champion."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from types import SimpleNamespace
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.language import _, listed, ngettext, pgettext
from runner.core.rounds import Round
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render.directory import Directory, Person
from runner.render.rows import StandingLine
from runner.render.site import draft_page, rounds
from runner.render.site.bracket.page import Matches
from runner.render.site.bracket.reached import by_seed
from runner.render.site.champion import story
from runner.render.site.fairness import fairness
from runner.render.site.final_page import FinalView
from runner.render.site.rankings import StandingsView
from runner.render.site.shared import Shared
from runner.render.timed_text import Countdown, countdown, until

_LEADERS = 24  # a phone shows eight of them
_MORE_LEADERS = 4  # up to so many more are shown if they are all
_FEW, _EARLIER = 2, 8  # up to so many matches of a playoff are followed by so many earlier ones
_ENTERED = 24  # before round 1, up to so many players are listed
_SEATED = 96  # up to so many players, a draft has their seats
_STILL_NAMED = 24  # up to this many tables still playing are listed


class State(StrEnum):
    """The state of an event, as shown on its front page."""

    BEFORE = "before"
    DRAFT = "draft"  # or deck building
    PLAYING = "playing"
    OVER = "over"  # the round is over; another follows
    BETWEEN = "between"  # between two phases
    FINAL = "final"


class Headline(NamedTuple):
    """The text in the header: a line above, the headline, a sentence below. `file` is the
    champion's page, if the headline is the champion's name."""

    above: str
    text: str
    below: str = ""
    file: str = ""


def front_view(
    shared: Shared,
    ranking: StandingsView | FinalView | None,
    playoff: Sequence[Matches] = (),
) -> SimpleNamespace:
    """Return the state of the event, everyone's seats, and the leaders.

    `done` of `total` tables are finished; `figures` summarise the rules before round 1; `final`:
    the leaders are ranked by place in the whole event; `of` is the number of all players. During a
    `playoff`, its current `matches` replace the leaders; if these are few, `earlier` ones follow.
    `story` is the champion's. `draft` is the page of the draft in progress, or "", and `seats` are
    those that its players take now, if they are not too many. Before round 1, `entered` are the
    first players of the list.
    """
    snapshot = shared.snapshot
    event, current = snapshot.event, snapshot.current_round
    now = state(snapshot)
    total = sum(1 for table in current.tables if table.seats) if current else 0
    playing = rounds.playing(current) if current else 0
    draft = draft_page.current(snapshot) if now is State.DRAFT else None
    time = countdown(snapshot, current) if current else Countdown()
    if draft:
        time = until(draft.ends, event.time_zone)
    matches = playoff[0] if playoff else ("", ())
    head = headline(shared, now)
    if current and now is State.PLAYING and len(matches[1]) == 1:
        head = Headline(snapshot.phases[current.id.phase - 1].phase.name, matches[0])
    return SimpleNamespace(
        state=now,
        headline=head,
        story=story(snapshot, shared.directory, snapshot.final[0].player) if head.file else (),
        time=time,
        done=total - playing,
        total=total,
        playing=_named(current, playing),
        figures=today(snapshot),
        # The time is shown once, above them.
        matches=tuple(
            card._replace(notes=()) if card.state == "playing" else card
            for card in matches[1][:_LEADERS]
        ),
        matches_title=matches[0],
        earlier=earlier(playoff),
        leaders=_leaders(ranking) if ranking and not matches[1] else (),
        line=ranking.line if isinstance(ranking, StandingsView) else "",
        leaders_title=_leaders_title(snapshot, ranking),
        of=len(ranking.lines) if ranking else len(snapshot.players),
        entered=tuple(_entered(shared.directory)) if now is State.BEFORE else (),
        final=isinstance(ranking, FinalView),
        veil=veil(snapshot),
        links=shared.links,
        clock=texts.clock(snapshot.as_of, event.time_zone).removesuffix(" UTC")
        if snapshot.as_of
        else "",
        instant=texts.instant(snapshot.as_of, event.time_zone) if snapshot.as_of else "",
        fairness=fairness(snapshot),
        draft=draft_page.file_of(draft) if draft else "",
        seats=draft_page.seats(draft, shared.directory)
        if draft and len(draft.everybody) <= _SEATED
        else (),
    )


def state(snapshot: Snapshot) -> State:
    """Return the state of the event."""
    current = snapshot.current_round
    if current and rounds.playing(current):
        return State.PLAYING
    if draft_page.current(snapshot):
        return State.DRAFT
    if current is None:
        return State.BEFORE
    if snapshot.over:
        return State.FINAL
    return State.BETWEEN if snapshot.phases[current.id.phase - 1].over else State.OVER


def _entered(directory: Directory) -> Iterator[Person]:
    """Yield the first players of the list, by last name."""
    for player in directory.alphabetical(directory.people)[:_ENTERED]:
        yield directory[player]


def earlier(playoff: Sequence[Matches]) -> tuple[Matches, ...]:
    """Return the rounds of a playoff before its latest, if that has few matches: as many as there
    is room for, without what follows on them."""
    shown, room = list[Matches](), _EARLIER
    for title, cards in playoff[1:] if playoff and 0 < len(playoff[0][1]) <= _FEW else ():
        room -= len(cards)
        if room < 0:
            break
        shown.append((title, tuple(c._replace(winner_to="", loser_to="") for c in cards)))
    return tuple(shown)


def veil(snapshot: Snapshot) -> str:
    """Return the sentence about results hidden now; "" if none are."""
    begun = (phase for phase in reversed(snapshot.phases) if phase.rounds)
    return next((rounds.veil(phase) for phase in begun), "")


def _hint() -> str:
    """Return how to be recognised on every page, as done in `templates/site/js/finder.js`."""
    return _("Type your name. “This is me” makes this device remember it.")


def headline(shared: Shared, now: State) -> Headline:
    """Return the most important information for the current state."""
    snapshot = shared.snapshot
    title = shared.current.title if shared.current else ""
    if now is State.BEFORE:
        return _before(snapshot)
    draft = draft_page.current(snapshot)
    if now is State.DRAFT and draft:
        above = draft.phase.name if len(snapshot.phases) > 1 else _day(snapshot)
        return Headline(above, draft_page.heading(draft), _hint())
    if now is State.PLAYING:
        return Headline(title, _("Where do I sit?"), _hint())
    if now is State.FINAL:
        return _champion(shared)
    coming = _("Your table appears here as soon as it is paired.")
    if now is State.BETWEEN:
        over = next(phase for phase in reversed(snapshot.phases) if phase.rounds)
        after = snapshot.phases[over.phase.number :]
        above = _("{phase} is over", phase=over.phase.name)
        if not after:
            return Headline(above, _("All rounds are played"))
        follows = _("{phase} comes next", phase=after[0].phase.name)
        return Headline(above, follows, _("Its tables appear here as soon as they are paired."))
    current = snapshot.current_round
    number = current.id.number if current else 0
    phase = snapshot.phases[current.id.phase - 1].phase if current else None
    if phase and phase.stages:
        above = _("{round}: all results are in", round=phase.title(number))
        return Headline(above, _("Next: {round}", round=phase.title(number + 1)), coming)
    above = _("Round {number} is over", number=number)
    return Headline(above, _("Round {number} comes next", number=number + 1), coming)


def _before(snapshot: Snapshot) -> Headline:
    event, above = snapshot.event, _day(snapshot)
    first = next((line.at for line in event.starts if line.round == 1), "")
    if first:
        text = _("Round 1 at {time}", time=first.rpartition(" ")[2])
    else:
        text = _("Round 1 is not paired yet")
    if not snapshot.players:
        return Headline(above, text, _("Your table will appear here."))
    below = ngettext(
        "{n} player is on the list. Are you?", "{n} players are on the list. Are you?",
        len(snapshot.players),
    )  # fmt: skip
    return Headline(above, text, below)


def _day(snapshot: Snapshot) -> str:
    return " · ".join(filter(None, (texts.day(snapshot.event.date), snapshot.event.venue)))


def _champion(shared: Shared) -> Headline:
    """Return the winner; if several share first place, that all rounds are played."""
    snapshot = shared.snapshot
    event, final, many = snapshot.event, snapshot.final, len(snapshot.players)
    teams = ngettext("{n} team", "{n} teams", many)
    facts = [teams if snapshot.entrant == "team" else ngettext("{n} player", "{n} players", many)]
    facts += filter(None, [texts.short_day(event.date)])
    alone = final[:1] and final[0].first == final[0].last
    if not alone:
        return Headline(
            pgettext("the event is over", "Over"), _("All rounds are played"), " · ".join(facts)
        )
    winner, last = final[0].player, snapshot.phases[final[0].phase - 1]
    seed = last.seeds.index(winner) + 1 if winner in last.seeds else 0
    if why := by_seed(last):
        facts.insert(0, f"{_('Final')} {why}")
    if seed:
        facts.insert(0, _("Seed {seed} of {total}", seed=seed, total=len(last.seeds)))
    if members := shared.directory.team(winner):
        facts.insert(0, listed([each.name for each in members]))
    person = shared.directory[winner]
    return Headline(_("Champion"), person.name, " · ".join(facts), person.file)


def _leaders(ranking: StandingsView | FinalView) -> Sequence[StandingLine]:
    """Return the first lines, or all if few would be missing."""
    few = len(ranking.leaders) <= _LEADERS + _MORE_LEADERS
    return ranking.leaders if few else ranking.leaders[:_LEADERS]


def _leaders_title(snapshot: Snapshot, ranking: StandingsView | FinalView | None) -> str:
    if isinstance(ranking, FinalView):
        return _("Final places") if snapshot.over else _("Places so far")
    current = snapshot.current_round
    if ranking is None or current is None:
        return ""
    if rounds.playing(current):  # and nothing of it counts yet, or some does
        return _("Standings, provisional") if ranking.live else ranking.heading
    if snapshot.over:
        return _("Final standings")
    phase = snapshot.phases[current.id.phase - 1]
    return _("Standings after {round}", round=phase.phase.called(current.id.number))


def _named(current: Round | None, playing: int) -> tuple[int, ...]:
    if current is None or not playing or playing > _STILL_NAMED:
        return ()
    tables = (table.number for table in current.tables if table.seats and not table.finished)
    return tuple(sorted(tables))


def today(snapshot: Snapshot) -> tuple[Sequence[tuple[str, str, str]], ...]:
    """Return a summary of the rules before round 1; () later."""
    return () if snapshot.current_round else tuple(figures(snapshot))


def figures(snapshot: Snapshot) -> Iterator[Sequence[tuple[str, str, str]]]:
    """Yield two rows of figures: the phases with the length of a round, and the points. Each figure
    is a label, a value and a unit: "Swiss", "5", "rounds"."""
    if not snapshot.phases:
        return
    rules = snapshot.phases[0].ruleset
    first = [figure(phase) for phase in snapshot.phases[:2]]
    if rules.round_minutes is not None:  # beside the phase whose rounds they are
        first.insert(1, (_("A round"), str(rules.round_minutes), pgettext("minutes", "min")))
    yield first
    if rules.scoring == "match_points" and not phases.playoff(snapshot.phases[0].phase.type):
        yield (
            (pgettext("result", "Win"), _points(rules.win), ""),
            (pgettext("result", "Draw"), _points(rules.draw), ""),
            (pgettext("result", "Loss"), _points(rules.loss), ""),
        )


def _points(number: Fraction) -> str:
    return ngettext("{n} point", "{n} points", number)


def figure(phase: PhaseResult) -> tuple[str, str, str]:
    """Return a phase as a figure: "Swiss", "5", "rounds", or "Then", "Playoff", "Top 8"."""
    if phase.phase.number > 1:
        most = Cut.of(phase.phase, phase.ruleset).most
        # Note: how many advance to a playoff: “Top 8”.
        return _("Then"), phase.phase.name, _("Top {number}", number=most) if most else ""
    if phase.planned:
        # Note: below a number: “5 rounds”.
        unit = ngettext("round", "rounds", phase.planned)
        return phase.phase.name, str(phase.planned), unit
    return _("First"), phase.phase.name, ""
