"""The face of Craits: its words and pictures."""
