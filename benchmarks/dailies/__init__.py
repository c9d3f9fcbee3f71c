"""Dailies and reviews: the same everywhere, provable, of the right length, and judged truly."""
