"""How long slow games take, with and without orders: `python -m benchmarks.pace`."""
