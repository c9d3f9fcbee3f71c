"""What is promised to players, and the commands that show each promise: `python -m tests.promises`."""
