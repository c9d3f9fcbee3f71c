"""How Craits shows itself."""
