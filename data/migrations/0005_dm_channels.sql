-- revises: 0004
-- date: 2026-11-22
-- rolling: yes
-- reason: Discord lets a bot open few DM channels at a time, so those that are open are kept across restarts

CREATE TABLE dm_channels (
    user_id    INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    checksum   TEXT    NOT NULL                 -- of the other columns
) STRICT;
