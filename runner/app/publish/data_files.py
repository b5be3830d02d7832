"""The files of a site for programs: its folder `data`."""

from collections.abc import Callable

from runner.circuit.summary import summary
from runner.compute.snapshot import Snapshot
from runner.compute.verify import sealed
from runner.interchange.event_out import public_document
from runner.interchange.rounds_out import rounds_document
from runner.interchange.sheets_out import csv_files
from runner.ledger.ledger import Ledger
from runner.ledger.seal import canonical
from runner.render.chat import chat_text


def data_files(
    snapshot: Snapshot, ledger: Ledger, public: Callable[[Snapshot], str]
) -> dict[str, bytes]:
    """Return the files by name; `public` returns the public snapshot in canonical form
    (`interchange.snapshot_out.PublicSnapshots`)."""
    documents = {"snapshot": public(snapshot), "summary": canonical(summary(snapshot).document)}
    rounds = rounds_document(snapshot, ledger)
    if rounds and (event := public_document(snapshot)):
        documents["event"] = canonical(event)
        documents["rounds"] = canonical(sealed(rounds, documents["snapshot"], documents["event"]))
    return {
        **{f"data/{name}.json": f"{text}\n".encode() for name, text in documents.items()},
        **{f"data/{name}.csv": content for name, content in csv_files(snapshot).items()},
        **({"data/chat.txt": text.encode()} if (text := chat_text(snapshot)) else {}),
    }
