"""How Crazy Rummy shows itself."""
