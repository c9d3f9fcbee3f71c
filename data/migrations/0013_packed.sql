-- revises: 0012
-- date: 2026-11-23
-- rolling: no
-- reason: finished games are packed, deleted and anonymised by index in small steps, and all tables that name a
--   user are found by index

CREATE TABLE packed (                            -- what the row of a finished game said, and its moves
    session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    moves      INTEGER NOT NULL,                -- how many there are
    body       BLOB    NOT NULL                 -- with a checksum of its own in front
) STRICT;

CREATE TABLE others (                            -- who stands in a session without a seat: as host, or with a vote
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    user_id    INTEGER NOT NULL,
    PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX others_by_user ON others (user_id);

INSERT INTO others (session_id, user_id)
SELECT id, host_id FROM sessions
WHERE host_id <> 0
  AND NOT EXISTS (SELECT 1 FROM players WHERE players.session_id = sessions.id AND players.user_id = host_id);

-- The row of a packed game has no options.
CREATE INDEX games_to_pack ON sessions (updated_at, id) WHERE status IN ('over', 'cancelled') AND options <> '';

CREATE INDEX ended_sessions_by_time ON sessions (updated_at, id) WHERE status NOT IN ('lobby', 'playing');

CREATE INDEX seen_by_time ON seen (at);

CREATE INDEX participants_by_time ON participants (last_at);
