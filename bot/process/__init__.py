"""The running process: starting and stopping it, holding it back, tuning it, and watching over it."""
