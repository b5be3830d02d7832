"""The rules in force in one phase: a preset with the event's overrides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from runner.core import names
from runner.core.language import N_
from runner.core.numbers import as_text, plain
from runner.core.phase import Mode, Phase, SettingValue
from runner.core.problems import Place, Problem, error, warning
from runner.rules import limited, presets, variants
from runner.rules.settings import BY_NAME, Setting, Typed, ValueKind
from runner.rules.variants.variant import Rules, Variant

WIN_RATES = tuple(Fraction(each, 1000) for each in (315, 242, 241, 202))
"""The share of decided pods that each seat won, the first seat first: 648 pods of four in the Swiss
rounds of competitive Commander events (Spielrahoo, "cEDH Tournaments and First Player Advantage:
Data from Silicon Dynasty", https://eminence.events/articles/first-player-adv-silicon-dynasty)."""
WIN_RATES_SOURCE = N_("648 pods of cEDH events (eminence.events)")

BestOf = int | tuple[int, ...]
"""Games in a match: one number for all rounds, or one for each; the last counts for all later
ones."""


def games_in(best_of: BestOf, round_: int) -> int:
    """Return the games in a match of a round, counted from 1 within the phase."""
    if isinstance(best_of, int):
        return best_of
    return best_of[min(max(round_, 1), len(best_of)) - 1]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The typed value of every setting, by its name in the open format, and the preset they came
    from.

    Points are match points. A floor is a share from 0 to 1; `own_floor` is None if a player's own
    MW% has none. `table_gaps` are ranges of unused table numbers, both ends included. `variant` is
    the key of the variant played, or "" for usual play; `variant_rules` is the edition of its
    rules, and `spell_range` is None for the one of that edition.
    """

    preset: str
    scoring: str = "match_points"
    advice: str = "mtr"
    win: Fraction = Fraction(3)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(3)
    tiebreakers: tuple[str, ...] = ()
    opponent_floor: Fraction = Fraction(33, 100)
    own_floor: Fraction | None = None
    game_floor: Fraction = Fraction(33, 100)
    phantom_in_small_pods: bool = False
    phantom_in_oamp: bool = False
    bye_opponents: Fraction = Fraction(0)
    bye_is_match: bool = False
    pod_size: int = 2
    uneven: str = "byes"
    max_byes: int | None = None
    method: str = "swiss"
    seats: str = "balanced"
    keep_clubs_apart: bool = False
    last_round_by_standing: bool = False
    small_pods_last: bool = True
    best_of: BestOf = 3
    first_table: int = 1
    table_order: str = "up"
    table_gaps: tuple[tuple[int, int], ...] = ()
    round_minutes: int | None = None
    extra_turns: str = ""
    extra_turn_minutes: int | None = None
    cut_points: Fraction | None = None
    carry_points: bool | None = None
    elimination_pattern: str = "snake"
    drawn_elimination: str = "highest_seed"
    third_place: bool = False
    grand_final_reset: bool = True
    double_round: bool = False
    group_size: int | None = None
    group_advance: int | None = None
    advance_points: Fraction | None = None
    start: Fraction = Fraction(1000)
    wager: Fraction = Fraction(7)
    wager_draw: str = "split"
    wager_bye: str | None = "2"
    wager_rounding: str = "none"
    order_average: bool = False
    seat_factors: tuple[Fraction, ...] = ()
    seat_strengths: tuple[Fraction, ...] = ()
    place_points: tuple[Fraction, ...] = ()
    standings_hidden: bool = False
    draft_pods: str = "most_eights"
    draft_pod_size: int = 8
    draft_order: str = "random"
    pairing_scope: str = "inside"
    first_pod: int = 1
    first_building_table: int = 1
    registration_minutes: int = 20
    building_minutes: int = 30
    draft_packs: int = 3
    pack_cards: int | None = None
    variant: str = ""
    variant_rules: str = "current"
    spell_range: int | None = None

    def games(self, round_: int) -> int:
        """Return the games in a match of a round, counted from 1 within the phase."""
        return games_in(self.best_of, round_)

    @property
    def strengths(self) -> tuple[Fraction, ...]:
        """The strength of each seat: the organiser's numbers or, in pods, the published ones."""
        return self.seat_strengths or (WIN_RATES if self.pod_size > 2 and not self.variant else ())

    @property
    def played_as(self) -> Variant | None:
        """The variant that is played; None for usual play."""
        return variants.find(self.variant)

    @property
    def full_table(self) -> int:
        """The number of players below which a table is small: the pod size or, if a variant allows
        several sizes, its smallest one."""
        variant = self.played_as
        many = variant is not None and variant.neighbours
        return variant.fewest if variant and many else self.pod_size

    @property
    def classic(self) -> Rules:
        """The edition of the rules by which a variant is played."""
        return Rules(self.variant_rules)


Formula = Callable[[int, Fraction], Fraction]

FORMULAS: Mapping[str, Formula] = {
    "2n-1": lambda size, _: Fraction(2 * size - 1),
    "n+1": lambda size, _: Fraction(size + 1),
    "n-1": lambda size, _: Fraction(size - 1),
    "win": lambda _, win: win,
    "1/win": lambda _, win: 1 / win if win else Fraction(0),
}
"""The formulas that may replace a number: n is the standard pod size, win the points for a win."""

_FIELDS = {field.name for field in fields(Ruleset)}
LARGEST_POD = 5
"""The most seats of a table in usual play."""

_BUILT_ON = ("pod_size", "win")
_APART = {"cut"}  # a setting of the phase itself, not of how matches are scored or paired


def ruleset(
    phase: Phase,
    event_settings: Mapping[str, SettingValue],
    enforcement: str = presets.COMPETITIVE,
    event_places: Mapping[str, Place] | None = None,
) -> tuple[Ruleset, list[Problem]]:
    """Return the rules of a phase, and problems: its preset at that enforcement level, overridden
    by the event's settings, overridden by its own. `event_places` has the cells of the event's
    settings. An invalid value is a problem, and the preset's value stays in force."""
    problems: list[Problem] = []
    key = phase.preset or presets.default(phase.mode)
    if key not in presets.names():
        instead = f"Choose one of {', '.join(presets.names())}; until then the usual one counts."
        text, at = f"There is no preset “{key}”.", phase.at("preset")
        problems.append(error("ruleset.no-such-preset", at, text, instead))
        key = presets.default(phase.mode)
    preset = presets.load(key, enforcement)
    variant, format_ = variants.find(phase.variant), limited.of(phase)
    stated: dict[str, SettingValue] = dict(preset.values)
    if phase.mode is Mode.MULTIPLAYER and preset.mode is not Mode.MULTIPLAYER:
        stated["pod_size"] = presets.load(presets.default(phase.mode)).values["pod_size"]
    stated |= {**(variant.usual if variant else {}), **(format_.usual if format_ else {})}
    overrides = {**event_settings, **phase.settings}
    if phase.pod_size is not None:
        overrides["pod_size"] = phase.pod_size
    if phase.mode is not Mode.MULTIPLAYER:
        overrides["pod_size"] = 2

    def place(name: str) -> Place:
        own = name in phase.settings or name == "pod_size"
        return phase.at(name) if own else (event_places or {}).get(name, Place("Event"))

    for name, value in overrides.items():
        wrong = _wrong(place(name), name, value, variant)
        if wrong:
            problems.append(wrong)
        else:
            stated[name] = value
    typed, beyond = _typed(stated)
    problems += [
        warning(
            "ruleset.formula-out-of-bounds",
            place(name),
            f"“{stated[name]}” under “{BY_NAME[name].heading}” {why}",
            "Type a number there, or other points for a win; until then the nearest possible "
            "counts.",
        )
        for name, why in beyond.items()
    ]
    values = {
        "advice": preset.advice, "scoring": preset.scoring, "variant": phase.variant, **typed,
    }  # fmt: skip
    return Ruleset(preset=key, **{k: v for k, v in values.items() if k not in _APART}), problems


def _typed(stated: Mapping[str, SettingValue]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the typed values, with formulas evaluated in order of their dependencies; and what is
    wrong with formulas whose result is out of bounds, for which the bound is used."""
    typed: dict[str, Typed] = {}
    beyond: dict[str, str] = {}
    size = BY_NAME["pod_size"].count(stated["pod_size"])
    for name in sorted(stated, key=lambda setting: setting != "win"):
        setting, formula = BY_NAME[name], _formula(BY_NAME[name], stated[name])
        if formula is None:
            typed[name] = setting.read(stated[name])
            continue
        win = typed.get("win")
        result = formula(size, win if isinstance(win, Fraction) else Fraction(0))
        typed[name] = min(max(result, Fraction(setting.least)), Fraction(setting.most))
        try:
            setting.within(result)
        except ValueError as reason:
            beyond[name] = f"comes to {as_text(result)}: {reason}"
    return typed, beyond


def _formula(setting: Setting, value: SettingValue) -> Formula | None:
    """Return the formula that a value spells. Only numbers can have one, and that of `win` cannot
    use it."""
    if setting.kind is not ValueKind.NUMBER or not isinstance(value, str):
        return None
    spelled = value.replace(" ", "").casefold()
    return None if setting.name == "win" and "win" in spelled else FORMULAS.get(spelled)


def _wrong(place: Place, name: str, value: SettingValue, variant: Variant | None) -> Problem | None:
    """Return the problem of an override, if any."""
    if name == "pod_size" and variant and not variant.teams:
        return _wrong_size(place, value, variant)
    setting = BY_NAME.get(name)
    if setting is None:
        close = names.nearest(name, BY_NAME)
        fix = f"Did you mean “{close}”?" if close else "Take it out."
        return error("ruleset.no-such-setting", place, f"There is no setting “{name}”.", fix)
    if _formula(setting, value):
        return None
    try:
        typed = setting.read(value)
        if name == "pod_size" and isinstance(typed, int) and typed > LARGEST_POD:
            raise ValueError(f"it should be at most {LARGEST_POD}.")
    except ValueError as reason:
        return error("ruleset.setting-does-not-fit",
            place, f"“{value}” does not fit under “{setting.heading}”: {reason}",
            "Until it is fixed the preset’s value counts.",
        )  # fmt: skip
    if name == "win" and setting.number(value) == 0:
        return error("ruleset.win-worth-nothing", place,
            "A win cannot be worth nothing.",
            "Correct “Points for a win”.")  # fmt: skip
    return None


def _wrong_size(place: Place, value: SettingValue, variant: Variant) -> Problem | None:
    """Return a problem if a variant is not played with so many at a table."""
    if isinstance(value, int) and variant.fewest <= value <= variant.most:
        return None
    size = f"{variant.fewest} to {variant.most}" if variant.most > variant.fewest else variant.most
    return error("ruleset.pod-size-not-of-variant", place,
        f"{variant.name} is for {size} players at a table, not for {value}.",
        f"Correct the cell, or clear it: then tables of {variant.best}.")  # fmt: skip


def to_document(
    rules: Ruleset, enforcement: str = presets.COMPETITIVE, variant: str = ""
) -> dict[str, SettingValue]:
    """Return the values that differ from the preset at that level, as plain JSON; with a `variant`,
    those that differ from the preset with this variant. The values that formulas build on come
    first, so that another value is only left out if the formula gives the same."""
    document: dict[str, SettingValue] = {}
    mode = presets.load(rules.preset).mode
    for group in (*({key} for key in _BUILT_ON), _FIELDS - set(_BUILT_ON)):
        phase = Phase(1, "", mode, "", rules.preset, settings=document, variant=variant)
        usual, _ = ruleset(phase, {}, enforcement)
        for name in (key for key in BY_NAME if key in group):
            if getattr(rules, name) != getattr(usual, name):
                document = {**document, name: _plain(getattr(rules, name))}
    return document


def _plain(value: Typed) -> SettingValue:
    """Return a typed value as JSON; exact numbers that are not whole become text."""
    if isinstance(value, Fraction):
        return plain(value)
    if isinstance(value, tuple):
        return [
            f"{item[0]}-{item[1]}" if isinstance(item, tuple) else _plain(item)  # type: ignore[misc] # a list never holds lists or None
            for item in value
        ]
    return value
