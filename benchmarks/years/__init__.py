"""The performance of a bot after years: a database with a million finished games."""
