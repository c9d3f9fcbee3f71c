"""How Crapette shows itself."""
