"""Mistakes of an operator, and what they're told."""
