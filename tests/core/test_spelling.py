"""One folding of names, for the search, the redaction and the name in a cell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.compute.reconcile.players import PlayerResolver
from runner.core import names
from runner.core.player import Player
from runner.core.results import ParseContext, parse
from runner.core.rounds import Outcome
from runner.phases.swiss.swiss import avoided

JOSE = Player("P001", "José Núñez-Groß", club="Café Zürich")
BO = Player("P002", "Bo Sample")
SPELT = (
    "jose nunez gross", "NUNEZ-GROSS,Jose", "Núñez Groß José", "Jose  Nuñez‐Gross",
    "Jose NunezGross",
)  # fmt: skip


@pytest.mark.parametrize("typed", SPELT)
def test_a_name_in_a_cell_is_found_however_it_is_spelt(typed: str) -> None:
    assert PlayerResolver({"P001": JOSE, "P002": BO}, {}).find(typed) == "P001"
    assert avoided(Player("P003", "Cy Trial", keep_apart=(typed,)), (JOSE, BO)) == ("P001",)
    winner = parse(typed, "", ("P001", "P002"), ParseContext((JOSE.name, BO.name)))
    assert winner.seats[0].outcome is Outcome.WIN


def test_clubs_are_kept_apart_however_spelt_and_a_spelling_of_two_is_nobody() -> None:
    assert avoided(Player("P003", "Cy", keep_apart=("CAFE ZURICH",)), (JOSE, BO)) == ("P001",)
    who = PlayerResolver({"P001": Player("P001", "José Li"), "P002": Player("P002", "Jose Lí")}, {})
    assert [who.find(text) for text in ("Jose Li", "jose lí", "JOSÉ LI")] == [None, "P002", "P001"]


@given(st.text(min_size=1, max_size=30))
def test_a_text_is_folded_letter_by_letter_as_it_is_as_a_whole(text: str) -> None:
    clean = names.clean(text)
    folded, places = names.letters(clean)
    assert folded.strip() == names.folded(clean) or not folded.strip()
    assert len(places) == len(folded)
    assert names.folded(names.folded(clean)) == names.folded(clean)


@given(st.lists(st.text("AÉßøæ'-. ü", min_size=1, max_size=6), min_size=1, max_size=4))
def test_every_name_is_known_by_itself(words: list[str]) -> None:
    name = " ".join(words)
    assert names.folded(name) in names.keys(name)
