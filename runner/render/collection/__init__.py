"""The pages over many events: what is on now, next, and what was; a search by name; and a page for
everybody who took part in several."""

from runner.render.collection.index import index, language_of
from runner.render.collection.listed import OWN, Listed

__all__ = ["OWN", "Listed", "index", "language_of"]
