"""E-mail addresses and telephone numbers: which texts have one, and what is left of them."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core import contacts

NONE = (
    "@home Games", "C@ssie", "@ana_plays", "a@b", "Ana @ Hall 3", "Meet @ magic.com",
    "look at gmail", "medium.com/@ana", "Cards at home", "Table 12 Crew", "1337", "Team 3",
    "Player 1234567", "R2-D2", "2026-11-21", "21.11.2026", "11/21/2026 14:30", "2026-11-21 14:30",
    "21.11.2026 - 22.11.2026", "20261121", "2019 2020 2021 champion", "2023-2024", "2023/2024/2025",
    "10,000", "0.333333333",
    "ml 0009 fnm pauper 419881 20", "pauper 5k 63314 2024 05 19", "0-40-38-22-11",
    "1532.12345678", "life 40-38-22-11-5", "tables 1 2 3 4 5 6 7 8 9 10", "1-1-1", "0-0-3",
    "2-1, 2-0, 1-2", "4-3-2-1 1-2-3-4", "A 3, B 1, C 0, D 0", "#1202345678", "DCI 1202345678",
    "Id: 612345678", "https://moxfield.com/decks/12345678", "www.archidekt.com/decks/1234567890",
    "deck-12345678", "Ben (Porto)", '"Bo"', "(1)", "Jean-Luc O'Neil", "Draw (at 40-40)",
    "Round 3: 75 minutes, +7", "  two  spaces ", "Élodie, 3ᵉ",
)  # fmt: skip


@pytest.mark.parametrize("text", NONE)
def test_names_dates_and_other_numbers_stay_as_they_are(text: str) -> None:
    assert contacts.without(text) == text


@pytest.mark.parametrize(("text", "left"), [
    ("Ben <ben@c.com>", "Ben"), ('"Ben" <ben@c.com>', "Ben"), ("ben@c.com (Ben)", "Ben"),
    ("Ben (ben.b+x@mail.co.uk)", "Ben"), ("Carla,carla@r.es", "Carla"),
    ("Ben; ben@c.com; b2@d.org", "Ben"), ("Ben mailto:ben@c.com", "Ben"), ("ben@c.com", ""),
    ("BEN@C.COM", ""), ("ben@c.com, ana@d.de", ""), ("ben@münchen.de", ""), ("пример@почта.рф", ""),
    ("ben＠c.com", ""), ("ben(at)c.com", ""), ("ben [at] c [dot] com", ""), ("ben@gmail", ""),
    ("ben @ gmail.com", ""), ("Ben +44 20 7946 0958", "Ben"), ("Ben 0171 1234567", "Ben"),
    ("Ben - 0171-1234567", "Ben"), ("Ben\t0171 1234567", "Ben"),
    ("Ben 5551234567 (Porto)", "Ben (Porto)"), ("+49171 1234567", ""), ("00351 912 345 678", ""),
    ("06 12 34 56 78", ""), ("(555) 123-4567", ""), ("555-123-4567", ""), ("(030) 1234567", ""),
    ("612345678", ""), ("612 345 678", ""), ("91234567", ""), ("912 34 567", ""),
    ("+34 612345678", ""), ("91 234 56 78", ""), ("Ben, tel. 0171 123456", "Ben"),
    ("Tel.: 030/123456", ""), ("Handy no 0171/123456", ""), ("WhatsApp 612 34 56", ""),
    ("tel:+491711234567", ""), ("https://wa.me/491711234567", ""),
    ("https://ben:secret@c.com/list?x=1", "https://c.com/list?x=1"),
    ("https://ben:se/cr?e#t@c.com/list", "https://c.com/list"),
    ("https://c.com:8080/list?of=@ben", "https://c.com:8080/list?of=@ben"),
    ("see http://ben@c.com, or ftp://b:p@ss@h", "see http://c.com, or ftp://h"),
    ("late, ask ben@c.com\nor call 0171 1234567 now", "late, ask\nor call now"),
])  # fmt: skip
def test_addresses_and_telephone_numbers_go(text: str, left: str) -> None:
    assert contacts.without(text) == left


@given(st.text(), st.text())
@pytest.mark.thorough
def test_whatever_stands_around_an_address_it_goes(before: str, after: str) -> None:
    left = contacts.without(f"{before} ben@c.com {after}")
    assert "ben@c.com" not in left
    assert contacts.without(left) == left


@pytest.mark.parametrize("heading", ["DCI", "DCI number", "Arena ID", "player_id", "Companion Id"])
def test_a_column_of_ids_has_no_telephone_numbers_but_addresses(heading: str) -> None:
    assert contacts.numbered(heading)
    for other in ("Phone", "Contact number", "Idea", "Bid", "Commander"):
        assert not contacts.numbered(other)
    assert contacts.without("9076543210", numbers=True) == "9076543210"
    assert contacts.without("9076543210, ana@mail.example", numbers=True) == "9076543210"


@pytest.mark.parametrize("text", ["a1", "a", "1", "a@", "1-", "//a", "(a", "+1 "])
def test_a_long_text_is_gone_over_once(text: str) -> None:
    taken = []
    for length in (5_000, 40_000):
        start = time.process_time()
        contacts.without(f"ben@c.com {text * (length // len(text))}")
        taken.append(time.process_time() - start)
    assert taken[1] < 24 * taken[0] + 0.1
