"""Pictures of any game's tables and hands: plans in, PNG bytes and descriptions out."""
