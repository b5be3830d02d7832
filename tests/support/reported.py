"""What programs report, as somebody reads it in the terminal."""

from runner.app.events import Emit, Event, State
from runner.cli.reporting import text


def into(lines: list[str], states: list[str] | None = None) -> Emit:
    """Return what takes events and adds their texts to `lines`, states to `states` where given."""

    def take(event: Event) -> None:
        (lines if states is None or not isinstance(event, State) else states).append(text(event))

    return take
