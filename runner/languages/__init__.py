"""The languages that Runner's public text can be said in: one catalogue each, in `catalogues/`.

To add one, write its catalogue there and name it in `known.py`.
"""

from runner.languages.known import LANGUAGES, find, language

__all__ = ["LANGUAGES", "find", "language"]
