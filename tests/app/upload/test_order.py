"""The order in which files are sent, and what is sent at all."""

from dataclasses import replace

from runner.app.upload.manifest import Remote, remote
from runner.app.upload.order import Plan, plan
from runner.ledger.seal import Head
from tests.support.site_states import links, states

_NAMES = (
    "static/site.css seats.js data/results.csv index.html rounds/R1.html rounds/R2.html "
    "cards/P1.png feed.xml version.js display/pulse.js pulse.js"
)
SITE = dict.fromkeys(_NAMES.split(), "1")


def test_what_pages_load_comes_before_them_and_what_says_that_something_is_new_after() -> None:
    there = {name: "0" for name in SITE if name != "rounds/R2.html"} | {"players/P9.html": "0"}
    assert plan(SITE, there) == Plan(
        (("seats.js", "static/site.css"), ("data/results.csv",), ("rounds/R2.html",)),
        (
            ("index.html", "rounds/R1.html"),
            ("cards/P1.png", "feed.xml"),
            ("display/pulse.js", "pulse.js", "version.js"),
        ),
        ("players/P9.html",),
        frozenset({"rounds/R2.html"}),
    )


def test_at_first_all_that_is_new_comes_before_the_first_page() -> None:
    first = plan(SITE, {})
    assert first.after == (("index.html",),)
    assert first.new == SITE.keys() - {"index.html"}


def test_nothing_is_sent_twice_but_what_an_interruption_leaves_in_doubt() -> None:
    assert plan(SITE, SITE).empty
    again = plan(SITE, SITE, ("index.html", "rounds/R7.html"))
    assert again == Plan((), (("index.html",),), ("rounds/R7.html",), frozenset())


def test_every_state_leads_only_to_what_it_has_or_had() -> None:
    """What the visitors of the other tests rely on."""
    for state in states():
        for page in (name for name in state if name.endswith(".html")):
            assert set(links(page, state[page])) <= state.keys(), page


def test_what_a_target_says_of_itself() -> None:
    site = Remote("mark", "Friday", Head(3, "a" * 64), {"index.html": "1"}, "two")
    begun = site.intention(["index.html", "rounds/R1.html"])
    assert remote(site.document, begun) == site, "all of it arrived"
    before = replace(site, head=Head(2, "b" * 64), upload="one")
    unfinished = remote(before.document, begun)
    assert unfinished == replace(before, unknown=("index.html", "rounds/R1.html"))
    first = remote(None, begun)
    assert (first.mark, first.name, first.files) == ("mark", "Friday", {})
    assert remote(None, None) == remote(b"x", b"y") == Remote()


def test_a_page_that_may_be_missing_comes_before_those_that_lead_to_it() -> None:
    pages = {"index.html": "1", "rounds/R1.html": "1"}
    whole = Remote("mark", "Friday", None, pages, "one")
    begun = replace(whole, upload="two").intention(pages, ["rounds/R1.html"])
    there = remote(whole.document, begun)
    assert there.missing == ("rounds/R1.html",)
    known = there.files, there.unknown, there.missing
    again = plan(dict.fromkeys(pages, "2"), *known)
    assert (again.before, again.after) == ((("rounds/R1.html",),), (("index.html",),))
    assert plan({"index.html": "1"}, *known).removed == ("rounds/R1.html",)


def test_names_that_lead_out_of_the_site_are_not_believed() -> None:
    for name in ("../index.html", "/etc/passwd", ".ssh/config", "C:\\x"):
        site = Remote("m", "n", None, {name: "1"}, "one")
        assert remote(site.document, None) == Remote()
        assert remote(None, site.intention([name])) == Remote()
