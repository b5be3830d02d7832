"""Every save is kept, and what changed from one to the next is told in words."""
