"""The duration of slow games, with and without orders: `python -m benchmarks.pace`."""
