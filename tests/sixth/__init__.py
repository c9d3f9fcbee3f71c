"""A tiny sixth game: it lives only here, and is played through Discord by the same cogs as the others."""
