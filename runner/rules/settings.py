"""Every setting of the rules, declared once: its name, its heading, and its allowed values.

The same names are used in preset files, in the workbook's Phases sheet (by their headings) and in
the open format (docs/open-format.md).
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from runner.core.numbers import MOST_POINTS, as_text, exact
from runner.core.phase import SettingValue


class ValueKind(StrEnum):
    """What a setting holds. `RANGES` are pairs of table numbers such as "13-20"."""

    NUMBER = "number"
    COUNT = "whole number"
    CHOICE = "choice"
    TEXT = "text"
    FLAG = "flag"
    KEYS = "keys"
    NUMBERS = "list"
    RANGES = "ranges"


Typed = (
    Fraction
    | int
    | bool
    | str
    | tuple[str, ...]
    | tuple[Fraction, ...]
    | tuple[int, ...]
    | tuple[tuple[int, int], ...]
    | None
)
"""The types of values returned by `Setting.read`; None is a setting that is switched off."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    `least` and `most` bound its numbers, `allowed` lists its only numbers; `words` are the allowed
    words of a text or a list of keys. `optional`: it can be switched off with "none". `common`: it
    is visible at first sight in the workbook. `staged`: a whole number may be given for each round;
    the last counts for all later ones. `whole`: a number beside words has to be whole. `former` are
    headings in older workbooks.
    """

    name: str
    heading: str
    hint: str
    kind: ValueKind
    choices: Collection[str] = ()
    least: int = 0
    most: int = MOST_POINTS
    allowed: tuple[int, ...] = ()
    words: Collection[str] = ()
    optional: bool = False
    common: bool = False
    staged: bool = False
    whole: bool = False
    former: tuple[str, ...] = ()

    @property
    def help(self) -> str:
        """The description for the organiser, with all allowed words."""
        return self.hint.format(words=", ".join(self.words))

    def read(self, value: SettingValue) -> Typed:
        """Return the typed value. Raise ValueError with what it should have been."""
        if value is None or (isinstance(value, str) and value.strip().casefold() == "none"):
            if self.optional:
                return None
            if "none" not in self.choices:
                raise ValueError("it needs a value.")
        return _READERS[self.kind](self, value)

    def number(self, value: SettingValue) -> Fraction:
        """Return an exact number. Raise ValueError if it is none, or out of bounds."""
        if isinstance(value, str) and _THOUSANDS.fullmatch(value.strip()):
            raise ValueError("its comma can be read in two ways: type the number without one.")
        try:
            number = exact(value)  # type: ignore[arg-type] # what is not a number raises ValueError
        except (ValueError, TypeError):
            raise ValueError("it should be a number, or a fraction such as 1/3.") from None
        near = number.limit_denominator(1000)
        if isinstance(value, float) and abs(number - near) < Fraction(1, 10**14):
            number = near  # a spreadsheet truncates a quotient at its last digit: =1/3 is a third
        if number.denominator > _FINEST:
            raise ValueError("it should have at most 15 decimals.")
        return self.within(number)

    def within(self, number: Fraction) -> Fraction:
        """Return the number. Raise ValueError if it is out of bounds."""
        if number < self.least:
            raise ValueError(f"it should be at least {self.least}.")
        if number > self.most:
            raise ValueError(f"it should be at most {self.most}.")
        return number

    def count(self, value: SettingValue) -> int:
        """Return a whole number. Raise ValueError if it is none, or out of bounds."""
        number = self.number(value)
        if number.denominator != 1:
            raise ValueError("it should be a whole number.")
        if self.allowed and number not in self.allowed:
            raise ValueError(f"it should be one of {', '.join(map(str, self.allowed))}.")
        return number.numerator

    def counts(self, value: SettingValue) -> int | tuple[int, ...]:
        """Return a whole number or, if the setting is staged, several from a list or separated by
        commas."""
        parts = _parts(value) if self.staged and isinstance(value, str | list) else []
        numbers = tuple(self.count(part) for part in parts)
        return numbers if len(numbers) > 1 else self.count(parts[0] if parts else value)

    def choice(self, value: SettingValue) -> str:
        """Return one of the choices, ignoring case; blanks count as underscores."""
        wanted = _word(str(value))
        if self.choices and wanted not in self.choices:
            raise ValueError(f"it should be one of {', '.join(self.choices)}.")
        return wanted

    def flag(self, value: SettingValue) -> bool:
        """Return whether the value says yes."""
        flag = {"yes": True, "true": True, "no": False, "false": False}.get(str(value).casefold())
        if flag is None:
            raise ValueError("it should be yes or no.")
        return flag

    def keys(self, value: SettingValue) -> tuple[str, ...]:
        """Return distinct keys from a list or separated by commas; "OMW%" is omw."""
        keys = tuple(_word(part).rstrip("%") for part in _parts(value))
        if len(set(keys)) < len(keys) or (self.words and not {*keys} <= {*self.words}):
            raise ValueError(f"it should be some of {', '.join(self.words)}, each once.")
        return keys

    def numbers(self, value: SettingValue) -> tuple[Fraction, ...]:
        """Return numbers from a list or separated by commas."""
        return tuple(self.number(part) for part in _parts(value))

    def ranges(self, value: SettingValue) -> tuple[tuple[int, int], ...]:
        """Return ranges of table numbers from a list or separated by commas: "13, 20-24"."""
        ranges = []
        for part in _parts(value):
            match = re.fullmatch(r"(\d{1,5})\s*(?:[-–]\s*(\d{1,5}))?", part)
            if not match:
                raise ValueError("it should be table numbers and ranges, such as 13, 20-24.")
            first, last = int(match[1]), int(match[2] or match[1])
            if max(first, last) > _TABLES:
                raise ValueError(f"it should have table numbers up to {_TABLES}.")
            ranges.append((min(first, last), max(first, last)))
        return tuple(ranges)

    def text(self, value: SettingValue) -> str:
        """Return one of the words, or a number as text."""
        wanted = _word(str(value))
        if wanted in self.words:
            return wanted
        try:
            number = exact(wanted)
        except ValueError:
            raise ValueError(f"it should be a number or {', '.join(self.words)}.") from None
        if self.whole and number.denominator != 1:
            raise ValueError(f"it should be a whole number or {', '.join(self.words)}.")
        return as_text(self.number(value))


def _word(text: str) -> str:
    """Return a word in the spelling of keys."""
    return text.strip().casefold().replace(" ", "_")


def _parts(value: SettingValue) -> list[str]:
    if isinstance(value, list):
        return ["-".join(map(str, part)) if isinstance(part, list) else str(part) for part in value]
    return [part for part in re.split(r"\s*[,;>]\s*", str(value).strip()) if part]


_READERS: Mapping[ValueKind, Callable[[Setting, SettingValue], Typed]] = {
    ValueKind.NUMBER: Setting.number,
    ValueKind.COUNT: Setting.counts,
    ValueKind.CHOICE: Setting.choice,
    ValueKind.TEXT: Setting.text,
    ValueKind.FLAG: Setting.flag,
    ValueKind.KEYS: Setting.keys,
    ValueKind.NUMBERS: Setting.numbers,
    ValueKind.RANGES: Setting.ranges,
}

_THOUSANDS = re.compile(r"[1-9]\d{0,2}(,\d{3})+")
_FINEST = 10**15  # the precision of a spreadsheet
_TABLES, _PLAYERS, _ALL_POINTS = 9999, 9999, 1_000_000
_N, _C, _F = ValueKind.NUMBER, ValueKind.COUNT, ValueKind.FLAG

TIEBREAKERS: dict[str, Any] = {}
SCORINGS: dict[str, Any] = {}
"""The tiebreakers and scorings that rules may name, by key. `standings` registers its own here;
where it is not loaded because rounds are only paired, any key is accepted."""

SETTINGS: tuple[Setting, ...] = (
    Setting("cut", "Cut", "How many players advance.", _C, least=2, most=_PLAYERS, optional=True),
    Setting("cut_points", "Cut at points", "Players with at least this many match points advance "
            "to this phase. Beside a Cut, both must hold: the points, and a place within the cut.",
            _N, most=_ALL_POINTS, optional=True, common=True),
    Setting("carry_points", "Carry over", "Whether match points, tiebreakers and opponents of the "
            "phase before still count. Empty: yes where Swiss follows Swiss of the same mode, else "
            "no; a playoff never counts them.", _F, optional=True, common=True),
    Setting("win", "Points for a win", "Match points for winning a match.", _N, common=True),
    Setting("draw", "Points for a draw", "Match points for each player of a drawn match.", _N,
            common=True),
    Setting("loss", "Points for a loss", "Match points for losing a match.", _N, common=True),
    Setting("bye", "Points for a bye", "Match points for a round without a match.", _N,
            common=True),
    Setting("tiebreakers", "Tiebreakers", "Their order after match points, separated by commas: "
            "{words}.", ValueKind.KEYS, words=TIEBREAKERS.keys(), common=True),
    Setting("scoring", "Scoring", "What a round brings: match points, a wager of one’s stack, or "
            "points by finishing place.", ValueKind.CHOICE, SCORINGS.keys()),
    Setting("best_of", "Best of", "Games in a match: 1, 3 or 5; or several, one for each "
            "round, the last for all later ones: 3, 3, 5.", _C, allowed=(1, 3, 5), common=True,
            staged=True),
    Setting("uneven", "Uneven field", "What to do when the players do not fill the tables: smaller "
            "pods, byes, or both.", ValueKind.CHOICE,
            ("small_pods", "byes", "small_pods_then_byes"), common=True),
    Setting("max_byes", "Most byes", "How many byes a round may have.", _C, most=_PLAYERS,
            optional=True),
    Setting("method", "Pairing method", "How Swiss rounds are paired: swiss, random, power "
            "(strictly by rank), bubble (shuffled among equal points).", ValueKind.CHOICE,
            ("swiss", "random", "power", "bubble"), common=True),
    Setting("seats", "Seats", "Who sits where: balanced over the event, random, the highest-ranked "
            "first, or no seat twice within a few rounds.", ValueKind.CHOICE,
            ("balanced", "random", "top_seed_first", "sliding_window"), common=True),
    Setting("keep_clubs_apart", "Keep clubs apart", "Whether players of one club meet only where "
            "it cannot be avoided.", _F, common=True),
    Setting("round_minutes", "Minutes a round", "How long a round lasts.", _C, least=1, most=600,
            optional=True, common=True),
    Setting("first_table", "First table", "The number of the first table, or of the last one when "
            "numbers go down.", _C, least=1, most=_TABLES, common=True),
    Setting("table_order", "Table order", "Whether table numbers go up or down.", ValueKind.CHOICE,
            ("up", "down")),
    Setting("table_gaps", "Tables to leave out", "Table numbers that are not used, "
            "such as 13, 20-24.",
            ValueKind.RANGES),
    Setting("pod_size", "Pod size", "Seats at a full table: 3, 4 or 5; more in "
            "Melee.", _C, least=2, most=60),
    Setting("opponent_floor", "Floor for opponents", "The least that an opponent’s match-win "
            "percentage counts as, such as 1/7 or 0.33.", _N, most=1),
    Setting("own_floor", "Floor for oneself", "The least that a player’s own match-win percentage "
            "is shown as; none for no floor.", _N, most=1, optional=True),
    Setting("game_floor", "Floor for games", "The least that an opponent’s game-win percentage "
            "counts as.", _N, most=1),
    Setting("phantom_in_small_pods", "Extra opponent in OMW%", "In a small pod, count an opponent "
            "at the floor for each empty seat in OMW%.", _F),
    Setting("phantom_in_oamp", "Extra opponent in OAMP", "The same in opponents’ average match "
            "points: that opponent has the floor × the points for a win, for every round so far.",
            _F),
    Setting("bye_opponents", "Opponents of a bye", "How many opponents at the floor a bye adds to "
            "OMW%.", _N, most=20),
    Setting("bye_is_match", "Bye counts as a match", "Whether a bye is a match won in a player’s "
            "own percentages, as in head-to-head.", _F),
    Setting("last_round_by_standing", "Last round by standing", "Pair the last round strictly by "
            "the standings.", _F),
    Setting("small_pods_last", "Small pods last", "Whether small pods go to the bottom of the "
            "standings even where points then differ more; no: only where that costs nothing.", _F),
    Setting("elimination_pattern", "Playoff pattern", "How seeds are spread over pods.",
            ValueKind.CHOICE, ("snake", "column")),
    Setting("drawn_elimination", "Drawn playoff match", "Who advances when a playoff match is "
            "drawn.", ValueKind.CHOICE, ("highest_seed", "play_on")),
    Setting("third_place", "Third place", "Play for third place.", _F),
    Setting("grand_final_reset", "Grand final reset", "Play the grand final again when the losers’ "
            "champion wins it.", _F),
    Setting("double_round", "Double round", "Everybody meets everybody twice.", _F),
    Setting("group_size", "Group size", "The most players in a group of a round robin; groups are "
            "as even as possible. Empty: one group of all players.", _C, least=3, most=1000,
            optional=True),
    Setting("group_advance", "Advance from a group", "How many of each group advance to the next "
            "phase. Empty: as its Cut says, the best of all groups first.", _C, least=1, most=1000,
            optional=True, former=("Go on from a group",)),
    Setting("advance_points", "In the playoff at", "Players with this many match points in this "
            "Swiss are through to the next phase: they have byes until it begins, and are seeded "
            "by the round in which they got there. none: nobody.",
            _N, most=_ALL_POINTS, optional=True),
    Setting("start", "Starting stack", "Points that everybody begins with in wager scoring.", _N,
            least=100, most=10_000),
    Setting("wager", "Wager", "Per cent of the stack put in each match.", _N, least=1, most=50),
    Setting("wager_draw", "Wager when drawn", "Split what was put in, or lose it.",
            ValueKind.CHOICE, ("split", "lose")),
    Setting("wager_bye", "Wager of a bye", "A factor of the wager, the average gain per match, or "
            "none.", ValueKind.TEXT, most=100, words=("average",), optional=True),
    Setting("wager_rounding", "Rounding of wagers", "Whether gains are rounded up.",
            ValueKind.CHOICE, ("none", "up")),
    Setting("order_average", "Mean over all orders", "Take the exact mean of wagers over all "
            "orders of the rounds, without rounding; beyond 12 rounds, over all rotations.", _F),
    Setting("seat_factors", "Seat factors", "Factors of the wager, one a seat, separated by "
            "commas.", ValueKind.NUMBERS),
    Setting("seat_strengths", "Seat strengths", "How good each seat is, one number a seat, such as "
            "the share of games it wins, where the published shares do not suit; where several "
            "seatings are equally even, balanced seats even out this luck.",
            ValueKind.NUMBERS),
    Setting("place_points", "Points by place", "Match points by finishing place, separated by "
            "commas; the number typed for a seat is its place.", ValueKind.NUMBERS),
    Setting("standings_hidden", "Hide standings", "Keep standings from the players until the phase "
            "ends.", _F),
    Setting("draft_pods", "Draft pods", "How players are put into draft pods: full tables, the "
            "usual way of a Commander draft, makes as few tables of three as can be.",
            ValueKind.CHOICE, ("most_eights", "closest_to_eight", "full_tables", "fixed")),
    Setting("draft_pod_size", "Draft pod size", "Players in a draft pod of fixed size.", _C,
            least=2, most=16),
    Setting("draft_order", "Draft pods filled", "At random, or by standing: the best together in "
            "the first pod.", ValueKind.CHOICE, ("random", "standing")),
    Setting("pairing_scope", "Draft pairing", "Pair inside the draft pod, or across pods.",
            ValueKind.CHOICE, ("inside", "across")),
    Setting("first_pod", "First pod", "The number of the first draft pod.", _C, least=1,
            most=_TABLES),
    Setting("first_building_table", "First building table", "The number of the first table for "
            "building decks.", _C, least=1, most=_TABLES),
    Setting("registration_minutes", "Registration minutes", "How long players register a sealed "
            "pool before they build.", _C, least=1, most=120),
    Setting("building_minutes", "Building minutes", "How long deck building lasts. Of sealed decks "
            "15 more are recommended at a prerelease.", _C, least=1, most=120),
    Setting("draft_packs", "Packs", "Boosters that each player of a draft opens.", _C, least=1,
            most=20),
    Setting("pack_cards", "Cards in a pack", "For the clock of the draft. Empty: 14, and 20 in a "
            "Commander draft.", _C, least=2, most=50, optional=True),
    Setting("variant_rules", "Rules of the variant", "Where a variant has older rules too: current "
            "(the Comprehensive Rules) or classic.", ValueKind.CHOICE, ("current", "classic")),
    Setting("spell_range", "Spell range", "In Melee, Grand Melee and Emperor: how many seats away "
            "spells reach. Empty: as the rules of the variant say.", _C, least=1, most=5,
            optional=True),
    Setting("extra_turns", "Extra turns", "players_left, or how many turns follow when time is "
            "called.", ValueKind.TEXT, most=99, words=("players_left",), whole=True),
    Setting("extra_turn_minutes", "Extra-turn minutes", "How long the extra turns may take.", _C,
            most=600, optional=True),
)  # fmt: skip
"""Every setting, in the order of the workbook."""

BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}

_OTHER_NAMES = {"small_pods_low": "small_pods_last"}


def by_own_name(settings: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
    """Return the settings of a document by the names in `BY_NAME`. Documents may also use
    `small_pods_low`, which is `small_pods_last` here; if both are present, the latter counts.
    Unknown names are kept."""
    other = {_OTHER_NAMES[name]: value for name, value in settings.items() if name in _OTHER_NAMES}
    return other | {name: value for name, value in settings.items() if name not in _OTHER_NAMES}
