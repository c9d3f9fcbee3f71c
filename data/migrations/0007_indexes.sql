-- revises: 0006
-- date: 2026-11-23
-- rolling: yes
-- reason: a server's tables are found at any size; deadlines are read once a start, from the live tables, so that
--   no move has to keep an index of them in order

DROP INDEX sessions_by_deadline;

CREATE INDEX live_sessions_by_server ON sessions (guild_id) WHERE status IN ('lobby', 'playing');
