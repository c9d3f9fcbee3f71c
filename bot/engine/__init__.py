"""The vocabulary all games share: cards, chance, moves, events, the contract of a game. Pure."""
