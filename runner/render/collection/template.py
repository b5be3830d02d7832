"""The templates of all pages over many events, and what each of them is given."""

from runner.core.language import current
from runner.render.collection.listed import OWN
from runner.render.site import static
from runner.render.templating import environment


def from_template(template: str, root: str = "../", **more: object) -> bytes:
    """Return the page that a template makes; `root` leads from it to the index."""
    text = environment("collection").get_template(template).render(
        **more, root=root, own=OWN, style=static.STYLE, language_=current()
    )  # fmt: skip
    return text.encode()
