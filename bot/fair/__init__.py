"""The fair deal: a secret sealed before anyone joins, and a proof after the end."""
