"""Dailies and reviews: whether deals are equal everywhere, and results, lengths and verdicts are right."""
