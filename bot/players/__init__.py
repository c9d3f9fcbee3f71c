"""Computer players, which see what their seat sees and nothing else."""
