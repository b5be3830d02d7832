"""Tournaments run from a spreadsheet."""

__version__ = "0.1.0"
