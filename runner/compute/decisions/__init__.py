"""What the organiser asks for on Decisions, what it does to a round, and what is published."""
