"""Swiss rounds: players with equal points meet, and may go on early where the rules say so."""
