"""The bot's process: delayed starts, tuning, maintenance, the watchdog, health, and the doctor."""
