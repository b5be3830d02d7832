"""staff."""
