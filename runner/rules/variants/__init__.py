"""Variants: ways to play at a table other than the usual ones; Mode names one of them.

A variant defines who sits at a table and how the table ends; the type of the phase decides whether
it is played as Swiss, as a playoff or as a single game. A phase without a variant is played as its
mode says.
"""

from collections.abc import Iterable

from runner.core.language import N_
from runner.core.phase import Mode, Phase, SettingValue
from runner.rules.variants.variant import Chair, ResultForm, Ring, Rules, Variant, in_turn

__all__ = ["REGISTRY", "Variant", "find", "of_type", "team_size"]

TEAMS: dict[str, SettingValue] = {"tiebreakers": ["omw"]}
"""Settings of every team variant: no game points count."""

TOGETHER: dict[str, SettingValue] = {**TEAMS, "best_of": 1, "extra_turns": "3"}
"""Settings of teams whose members play one game together, with three extra turns."""

SOURCES = {"tiebreakers": "MTR App. C", "extra_turns": "MTR 2.4"}
"""The sources of these settings, by setting."""

POINTS: dict[str, SettingValue] = {
    "scoring": "match_points", "win": 2, "draw": 0, "loss": 0, "bye": 2, "pod_size": 8,
    "tiebreakers": ["wins", "oamp"], "uneven": "small_pods", "seats": "random",
    "opponent_floor": "0", "phantom_in_small_pods": False,
}  # fmt: skip
"""Settings of Melee: two points for the last player in; others for the order of elimination."""

OPPOSITE = in_turn((0, 0), (1, 0), (0, 1), (1, 1))
"""Partners sit opposite each other, so turns alternate between the teams (CR 811)."""


def one_deck_cards(players: int) -> int:
    """Return the number of cards in the common deck of a One Deck table: 120 for up to four
    players, and 20 more for each further one."""
    return 120 + 20 * max(players - 4, 0)


def _rings(members: int) -> dict[Rules, Ring]:
    """Return the chairs of Emperor for two teams of `members`, by edition of the rules (CR 809).
    The members of a team are numbered from its left to its right, and turns pass to the left, so
    they go through the members backwards. Under the current rules a team's emperor takes its first
    turn, under the classic rules its leftmost general."""
    backwards = [(side, at) for side in (0, 1) for at in reversed(range(members))]
    emperor, general = backwards.index((0, members // 2)), backwards.index((0, 0))
    return {
        Rules.CURRENT: in_turn(*backwards[emperor:], *backwards[:emperor]),
        Rules.CLASSIC: in_turn(*backwards[general:], *backwards[:general]),
    }


REGISTRY: dict[str, Variant] = {
    variant.key: variant
    for variant in (
        # Two teams of two, each with one life total and one turn (CR 810).
        Variant(
            "two_headed_giant", N_("Two-Headed Giant"), members=2, knock_out=True, life=30,
            classic_life=40, shares_life=True, usual=TOGETHER, sources=SOURCES,
            spellings=("2HG", "Two-headed giant"),
            rings={Rules.CURRENT: (Chair(0, 0, 1), Chair(0, 1, 1), Chair(1, 0, 2), Chair(1, 1, 2))},
        ),
        # Seats A, B and C of two teams play a match each, and two of them win.
        Variant(
            "trios", N_("Team trios"), members=3, knock_out=True, form=ResultForm.DUELS,
            usual={**TEAMS, "best_of": 3}, sources=SOURCES,
            spellings=("Trios", "Team of three", "Team constructed"),
        ),
        # Two teams of two, with a life total for each player (CR 811).
        Variant(
            "two_on_two", N_("Two-on-two"), members=2, knock_out=True, usual=TOGETHER,
            sources=SOURCES, spellings=("Two on two", "2v2", "2 on 2"),
            rings={Rules.CURRENT: OPPOSITE},
        ),
        # The left player of a team begins: it has turns 1 and 4, the other one 2 and 3.
        Variant(
            "two_on_two_dci", N_("Two-on-two (DCI)"), members=2, knock_out=True, usual=TOGETHER,
            sources=SOURCES, spellings=("DCI two-on-two", "Two on two DCI"),
            rings={Rules.CURRENT: in_turn((0, 0), (1, 0), (1, 1), (0, 1))},
        ),
        # Two teams of three, or of five, each around its emperor (CR 809).
        Variant(
            "emperor", N_("Emperor"), members=3, knock_out=True, elimination=True, usual=TOGETHER,
            sources=SOURCES, spellings=("Emperor of three",), rings=_rings(3),
        ),
        Variant(
            "emperor_five", N_("Emperor of five"), members=5, knock_out=True, elimination=True,
            usual=TOGETHER, sources=SOURCES, spellings=("Emperor five a team",), rings=_rings(5),
        ),
        # Two-on-two in which everybody draws from one library.
        Variant(
            "one_deck", N_("One Deck"), members=2, knock_out=True, usual=TOGETHER, sources=SOURCES,
            spellings=("One Deck two-on-two",), rings={Rules.CURRENT: OPPOSITE},
        ),
        # Everybody against everybody; the last player in the game wins (CR 806).
        Variant(
            "free_for_all", N_("Free-for-all"), fewest=3, best=4, most=6, form=ResultForm.ORDER,
            knock_out=True, spellings=("FFA", "Casual", "Casual tables"),
        ),
        # Attack to the left; whoever sees the player to the left go out takes a point.
        Variant(
            "melee", N_("Melee"), fewest=6, best=8, most=10, form=ResultForm.ORDER,
            neighbours=True, usual=POINTS,
        ),
        # One circle of all players, with several turns at once (CR 807).
        Variant(
            "grand_melee", N_("Grand Melee"), fewest=10, best=28, most=60, form=ResultForm.ORDER,
            neighbours=True, circle=True, usual={**POINTS, "pod_size": 28},
        ),
        # Melee in which everybody draws from one library.
        Variant(
            "one_deck_melee", N_("One Deck Melee"), fewest=4, best=6, most=10,
            form=ResultForm.ORDER, neighbours=True, usual={**POINTS, "pod_size": 6},
        ),
        # Five players: neighbours are neutral, the two across are opponents.
        Variant(
            "star", N_("Two-Color Star"), fewest=5, best=5, most=5, across=True,
            usual={"pod_size": 5, "uneven": "byes"},
            spellings=("Star", "Five-Point Star", "Two-Colour Star"),
        ),
    )
}  # fmt: skip
"""Every variant by its key, those of teams first, in the order of the workbook's dropdown."""

TWO_HEADED_GIANT, TRIOS = REGISTRY["two_headed_giant"], REGISTRY["trios"]
ONE_DECK, ONE_DECK_MELEE = REGISTRY["one_deck"], REGISTRY["one_deck_melee"]
FREE_FOR_ALL, STAR = REGISTRY["free_for_all"], REGISTRY["star"]


def find(key: str) -> Variant | None:
    """Return the variant with this key; None for usual play."""
    return REGISTRY.get(key)


def of_type(type_: str, mode: Mode) -> str:
    """Return the variant that a phase's type names, as in other programs; "" if there is none, or
    if it does not fit the mode."""
    variant = find(type_)
    fits = variant and (variant.mode is mode or (variant.teams and mode is Mode.DRAFT))
    return variant.key if variant and fits else ""


def team_size(phases: Iterable[Phase]) -> int:
    """Return the largest team size of these phases; 0 if no teams play."""
    variants_played = (find(phase.variant) for phase in phases)
    return max(
        (variant.members for variant in variants_played if variant and variant.teams), default=0
    )
