"""Round robin, in one group or several."""
