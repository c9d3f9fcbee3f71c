"""The processes that serve one bot: a single one, or several on one PostgreSQL server."""
