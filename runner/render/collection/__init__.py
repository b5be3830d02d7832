"""The pages over many events: what is on now, next, and what was; and a search by name."""

from runner.render.collection.index import OWN, Listed, index, language_of

__all__ = ["OWN", "Listed", "index", "language_of"]
