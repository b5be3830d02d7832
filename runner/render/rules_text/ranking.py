"""Sections on points and on the order of the standings."""

from collections.abc import Iterator

from runner.core.language import _, current, ngettext
from runner.rules.explain import RuleExplainer, Section, Sentence
from runner.standings.scoring import REGISTRY as SCORINGS
from runner.standings.tiebreakers import REGISTRY, Tiebreaker
from runner.standings.tiebreakers.tiebreaker import floor_text


def scoring(voice: RuleExplainer, carried: bool | None = None) -> Iterator[Section]:
    """Yield the section on points. `carried` is whether those of the previous phase still count,
    None to leave that out."""
    sentences = SCORINGS[voice.rules.scoring].in_words(voice)
    goes_on = _("Points, tiebreakers and opponents of the phase before still count.")
    anew = _("Everybody starts from zero: nothing from the phase before counts.")
    before = () if carried is None else (voice.says(goes_on if carried else anew, "carry_points"),)
    yield Section("match_points", _("Points"), (*before, *sentences))


def ranking(voice: RuleExplainer) -> Iterator[Section]:
    """Yield the order of the standings, then floors, byes and small pods where they matter."""
    yield Section("standings", _("Standings"), tuple(_order(voice)), numbered=True)
    details = tuple(_details(voice))
    if details:
        yield Section("details", _("How tiebreakers count"), details)


def _order(voice: RuleExplainer) -> Iterator[Sentence]:
    yield voice.says(_("Points: all that was won in the rounds so far."), "tiebreakers")
    for key in voice.rules.tiebreakers:
        yield voice.says(_sentence(REGISTRY[key]), "tiebreakers", key=key)
    yield voice.says(
        _("The event’s seed: players who are equal in all of this are put in an order drawn from "
          "it, and marked with =.")
    )  # fmt: skip


def _sentence(tiebreaker: Tiebreaker) -> str:
    name, short = _(tiebreaker.NAME), _(tiebreaker.ABBREVIATION)
    meaning = _(tiebreaker.MEANING)
    if name == short:
        return _("{name}: {meaning}", name=name, meaning=meaning)
    # Note: a tiebreaker, its abbreviation, and what it is.
    return _("{name} ({short}): {meaning}", name=name, short=short, meaning=meaning)


def _details(voice: RuleExplainer) -> Iterator[Sentence]:
    used = voice.rules.tiebreakers
    shaped_by = {name for key in used for name in REGISTRY[key].SETTINGS}
    if "own_floor" in shaped_by:
        yield _own_floor(voice)
    if "bye_is_match" in shaped_by and not voice.rules.bye_is_match:
        yield voice.says(_("Points from byes do not count in MW%."), "bye_is_match")
    if "opponent_floor" in shaped_by:
        yield from _opponents(voice)
    if "phantom_in_oamp" in shaped_by:
        yield from _average(voice)
    if "game_floor" in shaped_by:
        floor = floor_text(voice.rules.game_floor)
        yield voice.says(
            _("In comparisons nobody’s GW% counts as less than {floor}.", floor=floor), "game_floor"
        )
        if voice.pods:
            yield voice.says(_("In GW% a drawn pod counts only the games that were reported."))
    if voice.rules.standings_hidden:
        yield voice.says(_("Standings are hidden until the phase is over."), "standings_hidden")
    if used:
        yield voice.says(
            _("Values are compared as exact fractions; what is shown is rounded for reading only.")
        )


def _own_floor(voice: RuleExplainer) -> Sentence:
    text, floor = _("A player’s own MW% has no floor."), voice.rules.own_floor
    if floor is not None:
        text = _("A player’s own MW% counts as at least {floor}.", floor=floor_text(floor))
    return voice.says(text, "own_floor")


def _opponents(voice: RuleExplainer) -> Iterator[Sentence]:
    rules = voice.rules
    floor = floor_text(rules.opponent_floor)
    yield voice.says(
        _("An opponent’s MW% counts as at least {floor} in OMW%.", floor=floor), "opponent_floor"
    )
    yield voice.says(
        _("An opponent who dropped keeps the rounds they played; one met twice counts twice."),
        source="MAMTR App. C" if voice.pods else "MTR App. C",
    )
    if not rules.bye_opponents:
        text = _("A player’s own byes are left out of OMW%.")
    else:
        text = ngettext(
            "A bye counts as {n} opponent at the floor in OMW%.",
            "A bye counts as {n} opponents at the floor in OMW%.",
            rules.bye_opponents,
        )
    yield voice.says(text, "bye_opponents")
    if voice.pods:
        yield voice.says(
            _("Each empty seat of a small pod counts as an opponent at the floor in OMW%.")
            if rules.phantom_in_small_pods
            else _("A small pod simply has fewer opponents in OMW%."),
            "phantom_in_small_pods",
        )


def _average(voice: RuleExplainer) -> Iterator[Sentence]:
    rules = voice.rules
    if rules.phantom_in_oamp:
        # Note: {points} are match points.
        text = _(
            "In OAMP too: each empty seat counts as an opponent with {points} for every round.",
            points=current().number(rules.opponent_floor * rules.win),
        )
        yield voice.says(text, "phantom_in_oamp")
    elif rules.phantom_in_small_pods and voice.pods:
        yield voice.says(_("OAMP has no such extra opponent."), "phantom_in_oamp")
