"""Crazy Rummy's face: its words and pictures."""
