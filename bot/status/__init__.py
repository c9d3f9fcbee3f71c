"""The running bot's health: its counters, and reports to systemd, operators and monitoring."""
