-- revises: 0005
-- date: 2026-11-22
-- rolling: yes
-- reason: people who found a channel's table taken are mentioned when the next one opens there

CREATE TABLE wishes (
    channel_id INTEGER NOT NULL,
    user_id    INTEGER NOT NULL,
    at         REAL    NOT NULL,                -- seconds since the epoch
    checksum   TEXT    NOT NULL,                -- of the other columns
    PRIMARY KEY (channel_id, user_id)
) STRICT, WITHOUT ROWID;
