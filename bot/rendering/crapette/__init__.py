"""Crapette's face: its words and pictures."""
