"""The drawing of a playoff."""
