"""A round at tables of any size: how many of which, who sits together, who sits to whose left."""

from dataclasses import replace
from typing import NamedTuple

from runner.core.phrases import listed
from runner.core.seating import SeatedTable, Seating
from runner.pairing.byes import bye_turns, byes_due
from runner.pairing.certificate import certify
from runner.pairing.circles.exchange import together
from runner.pairing.circles.ring import seats_round
from runner.pairing.circles.sizes import circle_sizes, out_of_bounds
from runner.pairing.field import field_of
from runner.pairing.methods import POWER, Aims, drawn, method_in_force, stream
from runner.pairing.model import Certificate
from runner.pairing.sizes import LARGEST_POD, Sizes
from runner.pairing.state import State
from runner.pairing.tables import numbered
from runner.rules.ruleset import Ruleset
from runner.rules.variants.variant import ResultForm, Variant

ALGORITHM = "tables 1"
"""Goes up whenever the same state may be drawn otherwise than before; kept in the ledger."""


class Circles(NamedTuple):
    """A drawn round, and how good it is."""

    seating: Seating
    certificate: Certificate


def played_in_circles(rules: Ruleset) -> Variant | None:
    """The variant whose tables may have many sizes; None where pods or pairs are made. A
    free-for-all of up to five at a table is drawn as pods are."""
    variant = rules.played_as
    if variant is None or variant.teams or variant.form is not ResultForm.ORDER:
        return None
    return variant if variant.neighbours or rules.pod_size > LARGEST_POD else None


def pair(state: State, variant: Variant) -> Circles:
    """The round of a state; tables and byes given by hand stay."""
    rules, players, method = state.ruleset, drawn(state), method_in_force(state)
    sizes = circle_sizes(len(players), variant, rules)
    resting = next(iter(byes_due(bye_turns(players, state.round), sizes.byes)))
    field = field_of(method.order([player for player in players if player not in resting]))
    aims = Aims(no_rematch=False, equal_points=False) if method == POWER else method.aims
    made = together(field, sizes.tables, aims, stream(state, "search"))
    tables = [[field.players[place] for place in places] for places in made]
    numbers, said = numbered(tables, rules, {number for number, _ in state.placed})
    draws = stream(state, "seats")
    seated = [
        SeatedTable(number, seats_round(at, draws))
        for number, at in zip(numbers, tables, strict=True)
    ]
    everybody = tuple(sorted([*seated, *state.placed]))
    byes = (*state.byes, *(player.id for player in resting))
    notes = [*_of_sizes(len(players), sizes, variant), *said]
    certificate = certify(state, everybody, byes, proved=len(everybody) == 1, notes=notes)
    if len(everybody) == 1:  # everybody sits there, whoever they have met
        certificate = replace(certificate, notes=tuple(notes))
    return Circles(Seating(everybody, byes), certificate)


def _of_sizes(players: int, sizes: Sizes, variant: Variant) -> list[str]:
    """A sentence where tables have not as many players as they should."""
    if not sizes.tables or not out_of_bounds(sizes, variant):
        return []
    many = listed([str(size) for size in dict.fromkeys(sizes.tables)])
    bye = f" and {sizes.byes} without a table" if sizes.byes else ""
    return [
        f"{variant.name} is for {variant.fewest} to {variant.most} players at a table: {players} "
        f"make tables of {many}{bye}."
    ]
