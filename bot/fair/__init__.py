"""The fair deal: a secret that is sealed before anybody joins, and the proof of it after the end."""
