"""How Skrap shows itself."""
