"""A thousand awkward names: every script, 1 to 120 signs, marks, pictures, wide letters."""

from collections.abc import Iterator, Sequence
from random import Random

from runner.core import names

SIGNS: tuple[Sequence[str], ...] = (
    "abcdefghijklmnopqrstuvwxyz", "WMQ%", "ilj.'", "ŁąęśćźżĐđİıŞşĞğØøÅåßÞð", "Ạảấầẩẫậắằẳẵặẹẻẽế",
    "абвгдежзийклмнопрстуфхцчшщъыьэюяЇїҐґ", "αβγδεζηθικλμνξοπρστυφχψωΆΈΉ",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "אבגדהוזחטיכלמנסעפצקרשת", "กขคงจฉชซญดตถทธนบปผฝพฟมยรลวศษสหอฮ",
    "山田太郎王小明李世民張偉陳", "さくらひなたカタカナ", "김이박최정강조윤장임",
    "अआइईउऊएऐकखगघचछजझ", ("e\u0301", "a\u0323\u0302", "n\u0303", "q\u0308\u0301"),
    ("👩\u200d👩\u200d👧\u200d👦", "🏳️\u200d🌈", "👍🏽", "🇩🇪", "😀"), "ﷺﷲ",
    "աբգդեզէըթժ", "აბგდევზთიკ",
)  # fmt: skip


def awkward(count: int = 1000) -> list[str]:
    """So many names that no two are alike of, as a workbook gives them."""
    found: dict[str, None] = {}
    for name in _made():
        cleaned = names.clean(name)[:120].strip()
        if cleaned:
            found[cleaned] = None
        if len(found) == count:
            break
    return list(found)


def _made() -> Iterator[str]:
    chance = Random("awkward names")
    while True:
        signs, length = chance.choice(SIGNS), min(chance.randint(1, 120), chance.randint(1, 160))
        spaced = chance.choice((0, 0, 5, 9, 14))
        letters = [
            " " if spaced and at % spaced == spaced - 1 else chance.choice(signs)
            for at in range(length)
        ]
        yield "".join(letters)[:120].strip().title() if signs[0].isascii() else "".join(letters)


# --- names and texts that would do something, or cover something ----------------------------------


TRAP = "window.trapped=1"
NASTY = (
    f"<script>{TRAP};alert(1)</script>", f'"><img src=x onerror="{TRAP}">',
    f"'><svg onload='{TRAP}'>", f"</title><script>{TRAP}</script>",
    f"--><script>{TRAP}</script><!--", f"]]><script>{TRAP}</script>", f"javascript:{TRAP}//",
    f'=HYPERLINK("javascript:{TRAP}")', "+1+1", "-2+3+cmd|' /C calc'!A0", "@SUM(1+1)", "../../x",
    "..\\..\\y", "CON", "NUL.html", "a/b:c*d?e|f", "W" * 250 + "m" * 250, "long " * 99 + "tail",
    "\u202eevil\u202c olé", "\u200f\u061cعبد الله\u200e <b>", "דוד בן־גוריון",
    "Zero\u200b\u200d\ufeffWidth", "🔥👩‍👩‍👧‍👦🏳️‍🌈 Emoji",
    "Z" + "\u0317\u0336\u0300\u035c\u0301" * 30 + "algo", 'O\'Neil "The" `Back`\\slash\\',
    "line\nbreak\r\n\ttab", "line\u2028separator\u2029here", "{{ 7*7 }}{% raw %}${7*7}#{7*7}",
    "&lt;script&gt; &amp; &#60;", "\ufffe\uffff\x00\x1b[31mred", "_x000D_<i>", "%3Cscript%3E%00",
)  # fmt: skip
assert len(NASTY) == 32
