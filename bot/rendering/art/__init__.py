"""Pictures of tables and hands: a description of what lies where in, PNG bytes out. Pure. Knows no game."""
