"""The narrow store: SQLite or PostgreSQL, one function per transaction."""
