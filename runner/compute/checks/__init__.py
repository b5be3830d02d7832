"""What looks wrong with an event: each check yields problems with their cell and the fix."""
