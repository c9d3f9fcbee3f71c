"""The database, in SQLite or PostgreSQL: functions of SQL, each run in one transaction."""
