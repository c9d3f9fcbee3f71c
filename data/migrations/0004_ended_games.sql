-- revises: 0003
-- date: 2026-11-22
-- rolling: yes
-- reason: people look at the last game that ended in a channel, which must not read all games there ever were

CREATE INDEX ended_games_by_channel ON sessions (channel_id, updated_at)
    WHERE status NOT IN ('lobby', 'playing') AND position IS NOT NULL;
