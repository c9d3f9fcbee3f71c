"""Running games: seats, state, revisions, clocks, and what must be shown to whom."""
