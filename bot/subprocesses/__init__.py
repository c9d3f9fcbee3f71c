"""One function in a process of its own, so that it holds up nobody, and can be replaced when it's stuck."""
