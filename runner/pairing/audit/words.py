"""How the audit's sentences put numbers and names: short, and never a long list."""

from collections.abc import Sequence

NAMED = 6  # names in one sentence
SAID = 3  # sentences of one kind


def counted(names: Sequence[str], one: str, many: str) -> list[str]:
    """ "2 pairs meet again: P001 and P007, P003 and P009." Nothing for none."""
    if not names:
        return []
    listed = ", ".join(names[:NAMED])
    rest = f", and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return [f"{one if len(names) == 1 else f'{len(names)} {many}'}: {listed}{rest}."]


def sentence(text: str) -> str:
    """The text as a sentence of its own; ids keep the case that they have."""
    return f"{text[0].upper()}{text[1:]}."
