"""Swiss rounds, in the whole field or inside draft pods."""
