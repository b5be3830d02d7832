"""How wide the letters are that other fonts than Runner's own lend, or an organiser's own font."""

from collections.abc import Iterable, Mapping
from html import escape

from runner.render.documents.fitting import Widths, must_be_measured
from runner.render.documents.layout import OwnLook
from runner.render.documents.pdf import document

_SIZE = 100  # pixels
_CSS_WEIGHTS = {"regular": "normal", "bold": "bold"}
_OWN = (
    f'html {{{{ font: {_SIZE}px "Runner Sans", sans-serif }}}}'
    "p, h1, h2 {{ font-size: inherit; font-weight: {weight}; white-space: pre; margin: 0 }}"
)
_STYLE = f'p {{ font: bold {_SIZE}px "Runner Sans", sans-serif; white-space: pre }}'


def measured(texts: Iterable[str]) -> Mapping[str, float]:
    """How wide they are in multiples of their size, for all that are in these texts. Raises
    PangoMissing."""
    lent = sorted(filter(must_be_measured, set().union(*texts)))
    if not lent:
        return {}
    alone = "".join(f"<p>{escape(each)}</p><p>{escape(f'{each} {each}')}</p>" for each in lent)
    laid_out = document(f"<style>{_STYLE}</style>{alone}")
    boxes = (box for page in laid_out.pages for box in page._page_box.descendants())
    found = {box.text: box.width / _SIZE for box in boxes if hasattr(box, "text")}
    widths = {each: found[each] for each in lent if each in found}
    spaces = (found.get(f"{each} {each}", 0.0) - 2 * wide for each, wide in widths.items())
    return widths | {" ": max(spaces, default=0.0)}  # between their letters it is theirs as well


def widths_of(
    texts: Iterable[str], own: OwnLook, named: Mapping[str, Iterable[str]]
) -> Mapping[str, Widths]:
    """How wide all in these texts is in each weight, in the organiser's fonts; where several are
    `named` in a weight, in the widest of them. Raises PangoMissing."""
    if not own.css:
        lent = measured(texts)
        return {weight: Widths(weight, lent) for weight in named}
    letters = sorted({" "}.union(*texts))
    return {weight: Widths(weight, _own(letters, own, weight, of)) for weight, of in named.items()}


def tag(of: str) -> str:
    """The element of what CSS knows by that name."""
    return of if of in {"h1", "h2"} else "p"


def _own(
    letters: Iterable[str], own: OwnLook, weight: str, names: Iterable[str]
) -> dict[str, float]:
    """Each of these, alone on its line."""
    rows = [(of, letter) for of in names for letter in letters]
    alone = "".join(
        f'<{tag(of)}><span id="n{at}" class="{of}">{escape(letter)}</span></{tag(of)}>'
        for at, (of, letter) in enumerate(rows)
    )
    page = f"<style>{_OWN.format(weight=_CSS_WEIGHTS[weight])}\n{own.css}</style>{alone}"
    found: dict[str, float] = {}
    for made in document(page).pages:
        for box in made._page_box.descendants():
            if type(box).__name__ == "InlineBox":
                _, letter = rows[int(box.element.get("id").removeprefix("n"))]
                found[letter] = max(found.get(letter, 0.0), box.width / _SIZE)
    return found
