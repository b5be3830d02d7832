"""Makes the fonts beside this file from Roboto Flex; run it only to change them.

    pip install fontpkg-roboto-flex==3.200 fonttools==4.68.0 brotli==1.2.1
    python fonts/make.py

Pages get six woff2 files, a group of letters each, of every weight from 400 to 900 and every width
from 75 to 100 %; `fonts.css` says which letters are where, so that a browser fetches only what a
page needs. Paper gets two fixed weights with all letters: a PDF must be the same bytes everywhere,
and one of a variable font is not. `widths.json` says how wide the letters on paper are. The same
versions make the same bytes.
"""

import json
import shutil
import unicodedata
from collections import defaultdict
from hashlib import blake2b
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import OverlapMode, instantiateVariableFont

Limits = dict[str, tuple[float, float] | float]

HERE = Path(__file__).parent
PAGES: Limits = {"wght": (400, 900), "wdth": (75, 100)}
PAPER: dict[str, Limits] = {"regular": {"wght": 400}, "bold": {"wght": 700}}
# Marks that are put on other letters are in the first group, with most of the letters they go on.
GROUPS = {
    "latin": "U+0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2D8-2DD, U+300-36F, U+2000-209F, "
    "U+20AC, U+2122, U+2126, U+2190-22FF, U+27E8-27E9, U+FEFF, U+FFFD",
    "latin-ext": "U+100-130, U+132-151, U+154-2BA, U+2BD-2C5, U+2C7-2D7, U+2DE-2FF, U+1D00-1DBF, "
    "U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AA, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF, "
    "U+FB00-FB06",
    "vietnamese": "U+1EA0-1EF1, U+20AB",
    "cyrillic": "U+400-45F, U+490-491, U+4B0-4B1, U+2116",
    "cyrillic-ext": "U+460-48F, U+492-4AF, U+4B2-52F, U+1C80-1C8A, U+2DE0-2DFF, U+A640-A69F",
    "greek": "U+370-3FF",
}
FACE = """\
@font-face {{
  font-family: "Runner Sans";
  src: url(fonts/{file}?v={version}) format("woff2");
  font-weight: 400 900;
  font-stretch: 75% 100%;
  font-display: swap;
  unicode-range: {letters};
}}
"""


def main() -> None:
    """Writes all of them, the style sheet that goes with them, and the licence."""
    source = files("fontpkg_roboto_flex")
    (path,) = (Path(str(each)) for each in (source / "files").iterdir())
    shutil.copyfile(str(source / "LICENSE"), HERE / "OFL.txt")
    letters = {name: _letters(ranges) for name, ranges in GROUPS.items()}
    faces = []
    for name, ranges in GROUPS.items():
        made = _written(_cut(path, PAGES, letters[name]), f"roboto-flex-{name}.woff2")
        version = blake2b(made.read_bytes(), digest_size=4).hexdigest()
        faces.append(FACE.format(file=made.name, version=version, letters=ranges))
    (HERE / "fonts.css").write_text("".join(faces), encoding="utf-8", newline="\n")
    widths = {}
    for name, limits in PAPER.items():
        font = _cut(path, limits, set().union(*letters.values()))
        widths[name] = _widths(font)
        _written(font, f"roboto-flex-{name}.ttf")
    said = json.dumps(widths, ensure_ascii=False, indent=0, sort_keys=True)
    (HERE / "widths.json").write_text(f"{said}\n", encoding="utf-8", newline="\n")


def _letters(ranges: str) -> set[int]:
    """What a range of a style sheet holds."""
    found: set[int] = set()
    for each in ranges.replace("U+", "").split(", "):
        first, _, last = each.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def _cut(source: Path, limits: Limits, letters: set[int]) -> TTFont:
    """The font with these letters only, and with these axes left to choose from."""
    font = TTFont(source, recalcTimestamp=False)
    usual = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    instantiateVariableFont(font, usual | limits, True, OverlapMode.KEEP_AND_SET_FLAGS)
    font = _read_again(font)  # its tables agree on what it holds only when it has been written
    names = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # with whose it is and how it is licensed
    subsetter = Subsetter(Options(hinting=False, name_IDs=names, notdef_outline=True))
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    return font


def _widths(font: TTFont) -> dict[str, str]:
    """Which letters are how wide, in thousandths of their size."""
    found: dict[str, str] = defaultdict(str)
    for number, glyph in sorted(font.getBestCmap().items()):
        if unicodedata.category(chr(number)) not in ("Mn", "Me", "Cf", "Cc"):
            wide = -(-font["hmtx"][glyph][0] * 1000 // font["head"].unitsPerEm)
            found[f"{wide:04}"] += chr(number)
    return found


def _read_again(font: TTFont) -> TTFont:
    written = BytesIO()
    font.save(written)
    return TTFont(written, recalcTimestamp=False)


def _written(font: TTFont, file: str) -> Path:
    font.flavor = "woff2" if file.endswith(".woff2") else None
    font.save(HERE / file)
    return HERE / file


if __name__ == "__main__":
    main()
