"""What the rules leave open, as data: settings, presets, and what an event makes of them."""
