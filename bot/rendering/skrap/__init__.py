"""The face of Skrap: its words and pictures."""
