"""How the bot does after years: a database with a million finished games."""
