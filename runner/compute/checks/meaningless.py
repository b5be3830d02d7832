"""Settings that are typed in a row of Phases where they mean nothing."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from runner.compute.progress import Progress
from runner.core.event import Mode, Phase
from runner.core.problems import Problem, warning
from runner.phases.model import Results
from runner.rules.ruleset import Ruleset, ruleset
from runner.rules.settings import BY_NAME

_SWISS, _ROUND_ROBIN = "swiss", "round_robin"
_SINGLE, _DOUBLE = "single_elimination", "double_elimination"


class _Row(NamedTuple):
    """A row of Phases with the rules that follow from it, and whether a row comes before and after
    it."""

    phase: Phase
    rules: Ruleset
    first: bool
    last: bool

    @property
    def pods(self) -> bool:
        """Whether more than two sit at a table."""
        return self.phase.mode is Mode.MULTIPLAYER


class _Use(NamedTuple):
    """Where a setting means something: in a row for which `holds`, in words."""

    words: str
    holds: Callable[[_Row], bool]


def _types(words: str, *types: str) -> _Use:
    return _Use(words, lambda row: row.phase.type in types)


_OF_SWISS = _types("a Swiss phase", _SWISS)
_OF_PODS = _Use("pods", lambda row: row.pods)
_OF_SWISS_PODS = _Use("Swiss in pods", lambda row: row.pods and row.phase.type == _SWISS)
_OF_GROUPS = _types("a round robin", _ROUND_ROBIN)
_OF_A_DRAFT = _Use(
    "a phase that begins with a draft or sealed decks",
    lambda row: row.phase.drafts or row.phase.sealed,
)
_OF_WAGERS = _Use("wager scoring", lambda row: row.rules.scoring == "wager")
_OF_PLACES = _Use("points by finishing place", lambda row: row.rules.scoring == "placement")
_OF_VARIANTS = _Use("a variant", lambda row: row.rules.played_as is not None)

_USES: dict[str, _Use] = {
    "advance_points": _Use(
        "a Swiss phase that another phase follows",
        lambda row: row.phase.type == _SWISS and not row.last,
    ),
    "carry_points": _Use("a phase that follows another", lambda row: not row.first),
    **dict.fromkeys(("method", "last_round_by_standing"), _OF_SWISS),
    **dict.fromkeys(("uneven", "max_byes", "small_pods_last"), _OF_SWISS_PODS),
    **dict.fromkeys(("phantom_in_small_pods", "phantom_in_oamp"), _OF_PODS),
    "keep_clubs_apart": _types("a Swiss phase or a round robin", _SWISS, _ROUND_ROBIN),
    "elimination_pattern": _Use(
        "single elimination in pods", lambda row: row.pods and row.phase.type == _SINGLE
    ),
    "drawn_elimination": _types("a playoff", _SINGLE, _DOUBLE),
    "third_place": _Use(
        "single elimination between two", lambda row: not row.pods and row.phase.type == _SINGLE
    ),
    "grand_final_reset": _types("double elimination", _DOUBLE),
    **dict.fromkeys(("double_round", "group_size"), _OF_GROUPS),
    "group_advance": _Use(
        "a round robin that another phase follows",
        lambda row: row.phase.type == _ROUND_ROBIN and not row.last,
    ),
    **dict.fromkeys(
        ("start", "wager", "wager_draw", "wager_bye", "wager_rounding", "order_average"),
        _OF_WAGERS,
    ),
    "seat_factors": _OF_WAGERS,
    "place_points": _OF_PLACES,
    **dict.fromkeys(("draft_pods", "draft_order", "pairing_scope", "first_pod"), _OF_A_DRAFT),
    **dict.fromkeys(("first_building_table", "building_minutes"), _OF_A_DRAFT),
    **dict.fromkeys(("draft_packs", "pack_cards"), _OF_A_DRAFT),
    "registration_minutes": _Use("sealed decks", lambda row: row.phase.sealed),
    "draft_pod_size": _Use(
        "draft pods of a fixed size",
        lambda row: _OF_A_DRAFT.holds(row) and row.rules.draft_pods == "fixed",
    ),
    **dict.fromkeys(("variant_rules", "spell_range"), _OF_VARIANTS),
    "pod_size": _OF_PODS,
}


def meaningless_settings(progress: Progress, results: Results) -> Iterator[Problem]:
    """A setting in a phase's own row that means nothing there, unless it says what is so anyway. Of
    a phase whose type Runner does not know nothing is told."""
    for at, result in enumerate(results):
        phase = result.phase
        if phase.type not in (_SWISS, _ROUND_ROBIN, _SINGLE, _DOUBLE):
            continue
        row = _Row(phase, result.ruleset, at == 0, at == len(results) - 1)
        stated = [*phase.settings, *(["pod_size"] if phase.pod_size not in (None, 2) else [])]
        for name in stated:
            use = _USES.get(name)
            if use is not None and not use.holds(row) and _changes(row, name, progress):
                yield warning(
                    "phase.setting-unused",
                    phase.at(name),
                    f"“{BY_NAME[name].heading}” means nothing in the row of {phase.name}: it is "
                    f"for {use.words}.",
                    "Clear the cell, or type it in the row where it belongs.",
                )


def _changes(row: _Row, name: str, progress: Progress) -> bool:
    """Whether the rules would be others without the setting; the size of tables of two would not,
    and is told all the same."""
    event, others = progress.event, dict(row.phase.settings)
    if others.pop(name, None) is None:
        return name == "pod_size"
    usual, _ = ruleset(replace(row.phase, settings=others), event.settings, event.enforcement)
    return bool(getattr(usual, name) != getattr(row.rules, name))
