"""The whole bot under load, beside a bot without a game: `python -m benchmarks.load`.

Two processes. One is the bot as it runs in production: its own entry point, a real database file, pictures.
The other is everything around it: a Discord that answers over HTTP and a websocket after 50 ms, and people
whose moves were chosen beforehand, so that choosing them costs no time while the clock runs.
"""
