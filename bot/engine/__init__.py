"""The pure code that all games share: cards, chance, moves, events and the contract of a game."""
