"""How wide the letters are that other fonts than Runner's own lend."""

from collections.abc import Iterable, Mapping
from html import escape

from runner.render.documents.fitting import must_be_measured
from runner.render.documents.pdf import document

_SIZE = 100  # pixels
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
