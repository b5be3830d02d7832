"""Where the lines of names that are too wide for one are broken."""

import pytest

from runner.render.documents.fitting import Widths, lines_of

_WIDTHS = Widths("regular", {})


@pytest.mark.parametrize(
    ("name", "last_on_the_line", "lines"),
    [
        ("Zimmermann-Quast, Hans", "Zimmermann-Quast", ["Zimmermann-", "Quast, Hans"]),
        ("Krüger-Zimmermann, Dirk", "Krüger-Zimmerman", ["Krüger-", "Zimmermann, Dirk"]),
        ("Lopez-Fischer-Ueda, Pia", "Lopez-Fischer-U", ["Lopez-Fischer-", "Ueda, Pia"]),
        ("-Zimmermann", "-Zimmer", ["-Zimmer", "mann"]),
        ("Zimmermann", "Zimmer", ["Zimmer", "mann"]),
        ("Quast Hans-Otto", "Quast Hans", ["Quast", "Hans-Otto"]),
    ],
)
def test_a_wide_word_is_broken_at_its_hyphens_where_it_has_some(
    name: str, last_on_the_line: str, lines: list[str]
) -> None:
    assert lines_of(name, _WIDTHS.of(last_on_the_line) + 0.05, _WIDTHS) == lines
