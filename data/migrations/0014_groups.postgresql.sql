-- The same for PostgreSQL, which finds deadlines by index: several processes ask for those that are near every few
-- seconds, where one process has all of them in memory.

ALTER TABLE sessions ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

CREATE INDEX sessions_by_deadline ON sessions (deadline) WHERE status IN ('lobby', 'playing');

CREATE TABLE shard_groups (
    number      BIGINT PRIMARY KEY,
    first_shard BIGINT NOT NULL,
    shards      BIGINT NOT NULL,
    holder      TEXT,
    fence       BIGINT NOT NULL,
    until       DOUBLE PRECISION NOT NULL,
    alive_at    DOUBLE PRECISION,
    stopped_at  DOUBLE PRECISION,
    dms_at      DOUBLE PRECISION
);

CREATE TABLE claims (
    interaction_id BIGINT PRIMARY KEY,
    at             DOUBLE PRECISION NOT NULL
);

CREATE INDEX claims_by_time ON claims (at);

CREATE TABLE rest_budget (
    name    TEXT PRIMARY KEY,
    free_at DOUBLE PRECISION NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE identify_turns (
    bucket BIGINT PRIMARY KEY,
    until  DOUBLE PRECISION NOT NULL
);
