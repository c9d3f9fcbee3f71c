"""Where interactions come in, and what Discord is told of commands."""
