"""The promises to players, and the commands that show each promise: `python -m tests.promises`."""
