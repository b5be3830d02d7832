"""Pages for results by phone: each is complete in itself, and works without its script."""
