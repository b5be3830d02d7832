"""The infractions that the policy names, by kind: those of the Magic Infraction Procedure Guide,
and what the multiplayer addendum adds (MAMTR 5.4A)."""

INFRACTIONS: dict[str, tuple[str, ...]] = {
    "Game play error": (
        "Missed trigger",
        "Looking at extra cards",
        "Hidden card error",
        "Mulligan procedure error",
        "Game rule violation",
        "Failure to maintain game state",
    ),
    "Tournament error": (
        "Tardiness",
        "Outside assistance",
        "Slow play",
        "Insufficient shuffling",
        "Decklist problem",
        "Deck problem",
        "Limited procedure violation",
        "Communication policy violation",
        "Marked cards",
    ),
    "Unsporting conduct": (
        "Minor",
        "Major",
        "Improperly determining a winner",
        "Bribery and wagering",
        "Aggressive behavior",
        "Theft of tournament material",
        "Stalling",
        "Cheating",
        "Collusion",
        "Spite play",
    ),
}
