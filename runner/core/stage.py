"""How far an event is."""

from enum import StrEnum


class Stage(StrEnum):
    """How far an event is, as its summary has it (`runner.circuit.summary`)."""

    PLANNED = "planned"
    RUNNING = "running"
    OVER = "over"
