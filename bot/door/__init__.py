"""The door: the entrance of interactions, and the registration of commands."""
