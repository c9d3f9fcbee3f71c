"""The narrow store: SQLite through aiosqlite, one writer, one function per transaction."""
