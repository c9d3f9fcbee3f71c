"""Reaching people: what must be shown goes out, in order, once, and nobody waits for anyone else."""
