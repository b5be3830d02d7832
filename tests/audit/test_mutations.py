"""Each question that a file can answer has the answer yes for a good document, and no for one that
a single change made wrong: a question that could not fail would ask nothing."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from runner.audit.audit import cases
from runner.audit.questions import Question, questions
from runner.audit.tournament import Tournament
from tests.support.audits import (
    LETTERS,
    Document,
    asked,
    copy,
    event,
    failing,
    plain,
    player,
    round_,
    seats,
    swap,
    with_standings,
)  # fmt: skip

ASKED_OF_FILES = [question for question in questions() if question.check]
Change = Callable[[Document], Any]
ROWS, COLUMNS = "bACD EFGh iJKL MnOP", "DHLP= AEiM BFJn CGkO"
DIAGONALS, LATIN = "AfKP BELo CHIn DGJM=", "AGLn BHKm CEJp DFIo"
SMALL = "bACD EFGh iKL MnO JPq"


pytestmark = pytest.mark.thorough  # left out of make quick


class Mutation(NamedTuple):
    """A good document, what makes it wrong, and the questions whose answers follow from that."""

    good: Callable[[], Document]
    change: Change
    also: str = ""


def grid() -> Document:
    """Sixteen players, of whom nobody meets again in three rounds."""
    return event(16, ROWS, COLUMNS, DIAGONALS)


def rounds(count: int, *texts: str, **phase: Any) -> Callable[[], Document]:
    return lambda: event(count, *texts, **phase)


def changed(good: Callable[[], Document], *changes: Change) -> Callable[[], Document]:
    def make() -> Document:
        document = good()
        both(*changes)(document)
        return document

    return make


def both(*changes: Change) -> Change:
    def change(document: Document) -> None:
        for each in changes:
            each(document)

    return change


def put(*path: Any) -> Change:
    """Set the value at a path, whose last part is the value."""

    def change(document: Document) -> None:
        where: Any = document
        *steps, key, value = path
        for step in steps:
            where = where[step]
        where[key] = value

    return change


def of(name: str, /, **values: Any) -> Change:
    return lambda document: player(document, name).update(values)


def without(name: str) -> Change:
    return lambda document: document["players"].remove(player(document, name))


def at_round(at: int, text: str) -> Change:
    def change(document: Document) -> None:
        made = round_(document["rounds"][at]["number"], text, document["rounds"][at]["phase"])
        document["rounds"][at] = made

    return change


def table(at: int, number: int, word: str) -> Change:
    return lambda document: document["rounds"][at]["tables"][number - 1].update(seats=seats(word))


def swapped(at: int, one: str, other: str) -> Change:
    return lambda document: swap(document, at, one, other)


def then(text: str, *, phase: int = 1) -> Change:
    """Another round."""

    def change(document: Document) -> None:
        number = 1 + sum(each["phase"] == phase for each in document["rounds"])
        document["rounds"].append(round_(number, text, phase))

    return change


def another_phase(**more: Any) -> Change:
    return lambda document: document["phases"].append(
        {**document["phases"][0], "name": "Then", **more}
    )


two_phases = changed(rounds(16, ROWS), another_phase(), then(COLUMNS, phase=2))
BYES = {"preset": "mamtr-2023"}

VALIDITY = {
    "V01": Mutation(grid, without("P")),
    "V02": Mutation(grid, both(of("D", drops_after=2), table(2, 4, "GGJM="))),
    "V03": Mutation(grid, both(of("D", drops_after=2), table(2, 4, "AGJM="))),
    "V04": Mutation(grid, lambda d: d["players"].append({"id": "A", "name": "Another"})),
    "V06": Mutation(grid, table(2, 4, "GJM=")),
    "V07": Mutation(grid, of("A", enters=2)),
    "V08": Mutation(grid, of("A", drops_after=1)),
    "V09": Mutation(grid, put("rounds", 1, "absent", ["A"])),
    "V10": Mutation(
        changed(grid, of("D", drops_after=1, returns=3), table(1, 1, "HLP=")),
        table(2, 4, "GJM="),
    ),
    "V11": Mutation(grid, put("rounds", 1, "tables", 1, "table", 1)),
    "V12": Mutation(grid, both(put("rounds", 2, "phase", 9), put("rounds", 2, "number", 1))),
    "V13": Mutation(grid, put("rounds", 2, "number", 2)),
    "V14": Mutation(two_phases, lambda d: d["rounds"].append(round_(1, DIAGONALS))),
    "V15": Mutation(grid, put("phases", 0, "rounds", 2)),
    "V16": Mutation(grid, table(1, 1, "DHLP")),
    "V17": Mutation(grid, put("rounds", 2, "tables", 0, "seats", 0, "outcome", None)),
    "V18": Mutation(grid, put("rounds", 2, "tables", 0, "seats", 0, "outcome", "win")),
    "V19": Mutation(grid, put("rounds", 2, "tables", 0, "seats", 0, "outcome", "draw")),
    "V20": Mutation(grid, put("rounds", 2, "tables", 3, "seats", 0, "outcome", "loss")),
}
SIZES = {
    "S01": Mutation(rounds(17, SMALL), at_round(0, "bACDJQ EFGh MnOP iKL"), "S06"),
    "S02": Mutation(rounds(17, SMALL), at_round(0, "bACD EFGh LJKi MnOP q"), "S06"),
    "S03": Mutation(rounds(17, SMALL), at_round(0, "bACD EFGh iJKL MnO Pq"), "S06"),
    "S04": Mutation(rounds(17, SMALL), at_round(0, "bACDQ EFGh iJKL MnOP")),
    "S05": Mutation(rounds(16, ROWS), at_round(0, "bACD EFg iKL MnO HPj")),
    "S06": Mutation(rounds(13, "bACDE GFhI JKLm", pod_size=5), at_round(0, "bACDE GFhIJ KLm")),
    "S07": Mutation(rounds(17, SMALL), at_round(0, f"{ROWS} +Q")),
    "S08": Mutation(rounds(17, f"{ROWS} +Q", **BYES), at_round(0, SMALL)),
    "S09": Mutation(rounds(17, SMALL, preset="mmta"), at_round(0, f"{ROWS} +Q")),
    "S10": Mutation(
        rounds(17, f"{ROWS} +Q", settings={"uneven": "byes", "max_byes": 1}),
        both(lambda d: d["players"].append({"id": "R", "name": "R"}), at_round(0, f"{ROWS} +QR")),
    ),
    "S11": Mutation(rounds(20, f"{ROWS} QRSt", **BYES), at_round(0, f"{ROWS} +QRST")),
    "S12": Mutation(rounds(15, "bACD EFGh iJKL MnO"), at_round(0, "MnO bACD EFGh iJKL")),
}
two_byes = rounds(17, f"{ROWS} +Q", "DHLP= AEiM BFJn QGkO +C", **BYES)
BYES_ = {
    "B01": Mutation(two_byes, without("Q"), "V01"),
    "B02": Mutation(rounds(17, f"{ROWS} +Q", **BYES), at_round(0, f"{ROWS} +QA")),
    "B03": Mutation(rounds(17, f"{ROWS} +Q", **BYES), at_round(0, f"{ROWS} +QQ")),
    "B04": Mutation(
        changed(rounds(17, ROWS, f"{COLUMNS} +Q", **BYES), of("Q", enters=2)), of("Q", enters=3)
    ),
    "B05": Mutation(changed(two_byes, of("C", drops_after=2)), of("C", drops_after=1)),
    "B06": Mutation(two_byes, put("rounds", 1, "absent", ["C"])),
    "B07": Mutation(two_byes, of("A", awarded_byes=1)),
    "B08": Mutation(two_byes, swapped_bye := at_round(1, f"{COLUMNS} +Q")),
    "B09": Mutation(changed(two_byes, of("Q", awarded_byes=1)), swapped_bye),
    "B10": Mutation(
        changed(two_byes, put("edits", [{"round": 1, "bye": "Q", "reason": "ill"}])), swapped_bye
    ),
    "B11": Mutation(two_byes, at_round(1, "DHLP= AEiM QFJn CGkO +B")),
}
REPEATS = {
    "R01": Mutation(rounds(8, "bACD EFGh", rounds=2), then("AbEF CDHg")),
    "R02": Mutation(grid, swapped(2, "B", "F"), "R01"),
    "R03": Mutation(grid, swapped(1, "B", "E"), "R01 R02 R08"),
    "R04": Mutation(
        rounds(9, "bAC eDF HGi", "ADg BEh CFi"), swapped(1, "B", "D"), "R01 R02 R03 R08"
    ),
    "R05": Mutation(two_phases, swapped(1, "B", "E"), "R01 R03 R08"),
    "R06": Mutation(
        changed(grid, put("edits", [
            {"round": 1, "table": 1, "seats": ["B", "A", "C", "D"], "reason": "friends"}
        ])),
        swapped(2, "B", "F"), "R01 R02",
    ),
    "R07": Mutation(
        changed(grid, swapped(1, "B", "E"), then(LATIN)), swapped(3, "B", "G"), "R02"
    ),
    "R08": Mutation(grid, swapped(2, "E", "F"), "R01 R02"),
}  # fmt: skip
fifteen = rounds(15, "bACD EfGH iJKL MnO", "AEiM BFJn CgKO DHl", "CHIN= DGJm BELo AfK")
SMALL_PODS = {
    "P01": Mutation(rounds(7, "bACD eFG", rounds=2), then("AEbF CGd")),
    "P02": Mutation(fifteen, swapped(2, "A", "M"), "R01 R02"),
    "P03": Mutation(
        rounds(11, "HDFA= BIJG= CKE=", "IKBA= EFGC= HDJ=", "ACEJ= DGHK= BFI="),
        at_round(2, "BDEI= FGHK= ACJ="),
        "P02 R02",
    ),
    "P05": Mutation(
        rounds(15, "bACD EfGH iJKL MnO", "AEiM BFJn CgKO DHl"), swapped(1, "D", "B"), "P06"
    ),
    "P06": Mutation(rounds(15, "bACD EfGH iJKL MnO", "AEiM BFJn CgKO DHl"), swapped(1, "D", "B")),
}
CLUBS = {"settings": {"keep_clubs_apart": True}}
clubs = changed(
    rounds(16, ROWS, COLUMNS, **CLUBS), *(of(name, club="X") for name in "AFLO"),
)  # fmt: skip
names = changed(rounds(16, ROWS, COLUMNS), put("kept_apart", [["A", "F"]]))
APART = {
    "A01": Mutation(clubs, of("C", club="X")),
    "A02": Mutation(clubs, swapped(1, "A", "B"), "R01 R02 R03"),
    "A04": Mutation(names, swapped(1, "A", "B"), "A05 R02 R03"),
    "A05": Mutation(names, swapped(1, "A", "B"), "R02 R03"),
    "A06": Mutation(
        changed(rounds(8, "bACD EFGh", **CLUBS), of("A", club="X"), of("F", club="X")),
        swapped(0, "F", "B"), "A02",
    ),
}  # fmt: skip
apart = "BHiN AeJM CFKo DGlP"
standing = rounds(16, ROWS, apart)


def thirty_two() -> Document:
    """Eight tables, of whose winners four meet at each of the first two in round 2."""
    pods = [LETTERS[at : at + 4] for at in range(0, 32, 4)]
    winners, *others = ("".join(each) for each in zip(*pods, strict=True))
    rest = "".join(others)
    tables = [winners[:4], winners[4:], *(rest[at::6] for at in range(6))]
    first = " ".join(f"{x[1]}{x[0].lower()}{x[2:]}" for x in pods)
    return event(32, first, " ".join(x[0].lower() + x[1:] for x in tables))


FLOATS = {
    "F01": Mutation(thirty_two, both(swapped(1, "A", "B"), swapped(1, "Q", "R"))),
    "F02": Mutation(standing, swapped(1, "B", "A")),
    "F03": Mutation(
        rounds(16, ROWS, "AHiN BeJM CFKo DGlP", rounds=3), then("AeOL BFKH= CIJP= DGMN="), "R02"
    ),
    "F04": Mutation(
        rounds(16, ROWS, "AHiN BeJM CFKo DGlP", rounds=3), then("BFKP= AeOL CIJH= DGMN="), "R02"
    ),
    "F05": Mutation(rounds(16, ROWS, apart, rounds=3), then("IEoP BAKL= CHJF= DGMN="), "R02"),
    "F08": Mutation(standing, at_round(1, "AeJM BHiN CFKo DGlP")),
    "F09": Mutation(
        rounds(16, ROWS, apart, settings={"last_round_by_standing": True}), swapped(1, "B", "A")
    ),
}
EVEN = "AEiM FBJn CGkO DHLP="
again_first = table(1, 1, "EAiM")
SEATS = {
    "T01": Mutation(rounds(16, ROWS, EVEN), again_first),
    "T03": Mutation(
        rounds(16, "aBCD hEFG KLiJ NOPm", "MAEi JNBF= GKOC= DHLp"), table(1, 1, "AMEi"), "T01"
    ),
    "T04": Mutation(rounds(16, ROWS, EVEN), again_first, "T01"),
    "T05": Mutation(rounds(16, ROWS, EVEN, settings={"seats": "sliding_window"}), again_first),
    "T06": Mutation(
        rounds(16, ROWS, "iAEM BFJn CGkO HDLP=", settings={"seats": "top_seed_first"}),
        table(1, 2, "FBJn"),
    ),
    "T07": Mutation(rounds(16, ROWS), at_round(0, "EAiM FBJn CGkO DHLP=")),
    "T08": Mutation(rounds(16, ROWS), at_round(0, "AbCD EFGh iJKL MnOP")),
    "T09": Mutation(changed(rounds(16, ROWS), of("P", fixed_table=4)), of("P", fixed_table=1)),
    "T10": Mutation(
        rounds(16, ROWS, settings={"table_gaps": "7"}),
        put("phases", 0, "settings", {"table_gaps": "2"}),
    ),
    "T11": Mutation(rounds(16, ROWS), put("rounds", 0, "tables", 3, "table", 9)),
}


def rich() -> Document:
    """Draws, a concession, a no-show, a late entry, small pods, a bye, an absence, somebody who
    leaves, and opponents met again: with the standings that Runner makes of it."""
    document = event(
        17, "bACD EFGH= iJKL MNOP=", "AEiM BFJn CGk DhL OPq", "CFkP DEiN HJM= LOq +A",
        "AbEF CHIN= DJKq LMOP=",
    )  # fmt: skip
    of("Q", enters=2)(document)
    of("G", drops_after=2)(document)
    first = document["rounds"][0]["tables"]
    first[0]["seats"][3]["outcome"] = "no_show"
    first[1]["seats"][3]["outcome"] = "concession"
    document["rounds"][2]["absent"] = ["B"]
    return with_standings(document)


EPSILON = Fraction(1, 10**9)


def off(question: str) -> Change:
    """Make the first value that a question asks about a billionth too high."""

    def change(document: Document) -> None:
        (asking,) = (each for each in questions() if each.id == question)
        name = asking.check.split()[0]
        case = next(each for each in cases(Tournament(document)) if each.check == asking.check)
        assert case.round
        (entry,) = (
            each
            for each in document["standings"]
            if (each["phase"], each["after_round"]) == (case.round.stage.number, case.round.number)
        )
        (row,) = (each for each in entry["rows"] if each["player"] == case.players[0])
        if name == "points":
            row["match_points"] = str(Fraction(row["match_points"]) + EPSILON)
        else:
            value = row["tiebreakers"][name]
            value["exact"] = str(Fraction(value["exact"]) + EPSILON)

    return change


def in_rows(change: Callable[[list[Document]], Any], at: int = 0) -> Change:
    return lambda document: change(document["standings"][at]["rows"])


def exchanged(same_points: bool) -> Change:
    """Two neighbours of the standings change places, with equal points or with others."""

    def change(document: Document) -> None:
        for entry in document["standings"]:
            all_rows = entry["rows"]
            for at, (one, two) in enumerate(pairwise(all_rows)):
                first, second = (x["tiebreakers"]["mw"]["exact"] for x in (one, two))
                equal = one["match_points"] == two["match_points"]
                if equal == same_points and (not equal or first != second):
                    one["rank"], two["rank"] = two["rank"], one["rank"]
                    all_rows[at : at + 2] = [two, one]
                    return

    return change


def close() -> Document:
    """Two players whose MW% is equal only when rounded."""
    document = rich()
    first, second = document["standings"][0]["rows"][:2]
    second["match_points"] = first["match_points"]
    first["tiebreakers"]["mw"]["exact"], second["tiebreakers"]["mw"]["exact"] = "1", "99999/100000"
    return document


def first_two(all_rows: list[Document]) -> None:
    one, two = all_rows[:2]
    one["rank"], two["rank"] = two["rank"], one["rank"]
    all_rows[:2] = [two, one]


STANDINGS = {
    **{f"K{at:02}": Mutation(rich, off(f"K{at:02}"), "K25") for at in range(1, 8)},
    **{f"K{at:02}": Mutation(rich, off(f"K{at:02}"), "K26 K27") for at in range(8, 24)},
    "K25": Mutation(rich, exchanged(same_points=False)),
    "K26": Mutation(rich, exchanged(same_points=True)),
    "K27": Mutation(close, in_rows(first_two)),
    "K28": Mutation(rich, in_rows(lambda x: x[0]["tiebreakers"]["omw"].update(decimal=0.9))),
    "K29": Mutation(rich, in_rows(lambda x: x[-1].update(rank=99))),
    "K30": Mutation(rich, in_rows(lambda x: x.pop())),
    "K31": Mutation(rich, in_rows(lambda x: x.append({**x[-1], "rank": len(x) + 1}))),
}


@cache
def _top_ten() -> Document:
    document = event(16, ROWS, EVEN)
    another_phase(type="single_elimination", cut=10, name="Top 10")(document)
    del document["phases"][1]["rounds"]
    return with_standings(document)


def seed(document: Document, place: int) -> str:
    ranking = [each for each in document["standings"] if each["phase"] == 1][-1]
    return str(ranking["rows"][place - 1]["player"])


def top_ten() -> Document:
    document = copy(_top_ten())
    names = [seed(document, at) for at in range(1, 11)]
    first = [[names[at - 1] for at in pod] for pod in ((3, 6, 7, 10), (4, 5, 8, 9))]
    text = " ".join(pod[0].lower() + "".join(pod[1:]) for pod in first)
    then(f"{text} +{names[0]}{names[1]}", phase=2)(document)
    then("".join(names[:3]) + names[3].lower(), phase=2)(document)
    return document


def seeded(change: Callable[[Document, Callable[[int], str]], Any]) -> Change:
    return lambda document: change(document, lambda place: seed(document, place))


def in_final(document: Document, names: str) -> None:
    document["rounds"][-1]["tables"][0]["seats"] = seats(names)


drawn_pod = changed(
    top_ten,
    lambda d: [seat.update(outcome="draw") for seat in d["rounds"][2]["tables"][1]["seats"]],
)
CUTS = {
    "C01": Mutation(top_ten, lambda d: d["rounds"][2]["tables"][1]["seats"].pop()),
    "C02": Mutation(top_ten, seeded(lambda d, at: swap(d, 2, at(10), at(11)))),
    "C03": Mutation(
        changed(top_ten, put("phases", 1, "settings", {"cut_points": 0})),
        put("phases", 1, "settings", {"cut_points": 5}),
    ),
    "C04": Mutation(top_ten, seeded(lambda d, at: of(at(10), drops_after=2)(d)), "C02 V08"),
    "C05": Mutation(top_ten, seeded(lambda d, at: (
        swap(d, 2, at(2), at(3)), d["rounds"][2].update(byes=[at(1), at(3)]))
    )),
    "C06": Mutation(top_ten, seeded(lambda d, at: swap(d, 2, at(5), at(6)))),
    "C07": Mutation(top_ten, seeded(lambda d, at: swap(d, 2, at(6), at(7)))),
    "C08": Mutation(top_ten, seeded(lambda d, at: in_final(d, at(1) + at(2) + at(4).lower()))),
    "C09": Mutation(top_ten, seeded(lambda d, at: in_final(d, at(2) + at(3) + at(4).lower()))),
    "C10": Mutation(top_ten, seeded(
        lambda d, at: in_final(d, at(1) + at(2) + at(3) + at(4).lower() + at(9))
    )),
    "C11": Mutation(top_ten, seeded(
        lambda d, at: in_final(d, at(1) + at(2) + at(3) + at(4).lower() + at(12))
    )),
    "C12": Mutation(drawn_pod, seeded(lambda d, at: swap(d, 3, at(4), at(5)))),
    "C13": Mutation(top_ten, seeded(
        lambda d, at: at_round(3, f"{at(1)}{at(2).lower()} {at(3)}{at(4).lower()}")(d)
    ), "C06"),
}  # fmt: skip


def published(good: Callable[[], Document] = grid) -> Callable[[], Document]:
    """A document with its rounds as they were published, and no edits by hand."""

    def make() -> Document:
        document = good()
        return {**document, "published": plain(copy(document["rounds"])), "edits": []}

    return make


def edited(**edit: Any) -> Change:
    return lambda document: document["edits"].append({"round": 1, "reason": "asked for", **edit})


def before(at: int, number: int, word: str) -> Change:
    return put("published", at, "tables", number - 1, "seats", [*word])


HANDS = {
    "H01": Mutation(published(), both(before(0, 1, "EACD"), before(0, 2, "BFGH"))),
    "H02": Mutation(published(), before(0, 1, "ABCD")),
    "H03": Mutation(published(), lambda d: d["published"][0]["tables"].pop()),
    "H04": Mutation(published(two_byes), put("published", 0, "byes", ["A"])),
    "H07": Mutation(published(), edited(table=1, seats=["A", "B", "C", "E"])),
    "H08": Mutation(published(), edited(bye="A")),
}


def drawn_again() -> Document:
    document = event(17, f"{ROWS} +Q", f"{COLUMNS} +Q")
    again = {key: plain(copy(document["rounds"])) for key in ("same", "reordered")}
    return {**document, "again": {**again, "reseeded": plain([round_(1, f"{COLUMNS} +Q")])}}


def other(key: str, *words: str) -> Change:
    return both(*(
        put("again", key, 0, "tables", at, "seats", [*word]) for at, word in enumerate(words)
    ))  # fmt: skip


AGAIN = {
    "D01": Mutation(drawn_again, other("same", "EACD", "BFGH")),
    "D02": Mutation(drawn_again, other("same", "ABCD")),
    "D03": Mutation(drawn_again, put("again", "same", 0, "byes", [])),
    "D04": Mutation(drawn_again, put("again", "same", 0, "tables", 0, "table", 9)),
    "D05": Mutation(drawn_again, other("reordered", "EACD", "BFGH")),
    "D06": Mutation(drawn_again, other("reordered", "ABCD")),
    "D07": Mutation(drawn_again, put("again", "reseeded", plain([round_(1, f"{ROWS} +Q")]))),
}
MUTATIONS: dict[str, Mutation] = {
    **VALIDITY, **SIZES, **BYES_, **REPEATS, **SMALL_PODS, **APART, **FLOATS, **SEATS, **STANDINGS,
    **CUTS, **HANDS, **AGAIN,
}  # fmt: skip
HARD = {question.id for question in questions() if question.hard}


@pytest.mark.parametrize("question", ASKED_OF_FILES, ids=lambda question: question.id)
def test_a_program_that_does_it_wrong_is_caught_by_its_question(question: Question) -> None:
    """No other question that is hard fails, but those that follow. Softer ones say how good a round
    is: a change may move them."""
    mutation = MUTATIONS[question.id]
    good = mutation.good()
    wrong = copy(good)
    mutation.change(wrong)
    fails_now = failing(wrong) - failing(good)
    assert question.id in fails_now
    assert fails_now & HARD - {question.id} <= {*mutation.also.split()}


def test_standings_before_points_begin_anew_are_those_of_their_own_phase() -> None:
    settings = {"carry_points": False}
    good = changed(rounds(16, ROWS, settings=settings), another_phase(), then(COLUMNS, phase=2))
    assert failing(with_standings(good())) & HARD == set()


def test_every_mutation_is_of_a_question() -> None:
    assert MUTATIONS.keys() == {question.id for question in ASKED_OF_FILES}


def test_every_question_is_answered_yes_for_some_document() -> None:
    found = set[str]()
    for mutation in MUTATIONS.values():
        good = mutation.good()
        wrong = copy(good)
        mutation.change(wrong)
        for document in (good, wrong):
            found |= asked(document) - failing(document)
    assert sorted(MUTATIONS.keys() - found) == []
