-- revises: 0007
-- date: 2026-11-23
-- rolling: yes
-- reason: people who look at their tables are told what has ended since they last did

CREATE TABLE looks (
    user_id  INTEGER PRIMARY KEY,
    at       REAL NOT NULL,                     -- seconds since the epoch
    checksum TEXT NOT NULL                      -- of the other columns
) STRICT;
