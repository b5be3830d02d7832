"""Days as they are typed or come in a document: "2026-11-21"; any other text is left as it is."""

import re
from datetime import date

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")


def impossible(text: str) -> bool:
    """Whether the text begins as a day does that no calendar has: "2026-13-45"."""
    found = _DAY.match(text.strip())
    if not found:
        return False
    try:
        date(*map(int, found.groups()))
    except ValueError:
        return True
    return False
