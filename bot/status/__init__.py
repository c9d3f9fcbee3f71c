"""How the running bot is: what it counts, what it tells systemd, operators and monitoring programs."""
