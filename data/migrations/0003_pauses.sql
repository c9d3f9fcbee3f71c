-- revises: 0002
-- date: 2026-11-21
-- rolling: yes
-- reason: tables whose channel is gone, or whose server cannot be reached, wait with their clocks standing still

CREATE TABLE pauses (
    session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    since      REAL    NOT NULL,                -- seconds since the epoch
    why        TEXT    NOT NULL CHECK (why IN ('channel', 'server')),
    checksum   TEXT    NOT NULL                 -- of the other columns
) STRICT;
