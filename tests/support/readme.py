"""Tables of the documents, for tests that hold what they say."""

from pathlib import Path

ROOT = Path(__file__).parents[2]


def rows_of(document: str, heading: str) -> list[list[str]]:
    """The rows of the table whose first column has that heading, cell by cell."""
    lines = (ROOT / document).read_text(encoding="utf-8").splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows
