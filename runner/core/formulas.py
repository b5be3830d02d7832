"""Texts that a spreadsheet would take for formulas, in CSV files."""

_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def guarded(text: str) -> str:
    """Return the text in a form that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_BEGINNINGS) else text
