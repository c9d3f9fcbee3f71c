"""The whole bot under load, compared with a bot without a game: `python -m benchmarks.load`.

There are two processes. One is the bot as in production: its own entry point, a real database file, pictures.
The other simulates everything around it: a Discord that answers over HTTP and a websocket after 50 ms, and
people whose moves were chosen beforehand, so that choosing them doesn't cost time in a measurement.
"""
