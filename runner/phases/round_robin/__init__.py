"""Round robins: everybody meets everybody, in one group or several, by Berger's tables."""
