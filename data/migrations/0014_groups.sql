-- revises: 0013
-- date: 2026-11-23
-- rolling: no
-- reason: several processes may serve one bot on one PostgreSQL: each change of a session is counted, shards lie in
--   groups with one holder each, and interactions, requests and connections are shared out among the processes

ALTER TABLE sessions ADD COLUMN version INTEGER NOT NULL DEFAULT 1;  -- counted up by every change of the row

CREATE TABLE shard_groups (                      -- empty where one process serves all
    number      INTEGER PRIMARY KEY,
    first_shard INTEGER NOT NULL,
    shards      INTEGER NOT NULL,                -- how many, one after the other
    holder      TEXT,                            -- the process that holds the group, or held it last
    fence       INTEGER NOT NULL,                -- counted up whenever the group is taken
    until       REAL    NOT NULL,                -- when the lease ends, by the database's clock, as all times here
    alive_at    REAL,                            -- when the group's people could last play
    stopped_at  REAL,                            -- since when the group's clocks stand still; NULL: they run
    dms_at      REAL                             -- group 0: when direct messages could last reach us
) STRICT;

CREATE TABLE claims (                            -- interactions that some process answers
    interaction_id INTEGER PRIMARY KEY,
    at             REAL NOT NULL
) STRICT;

CREATE INDEX claims_by_time ON claims (at);

CREATE TABLE rest_budget (                       -- what all processes together may ask of Discord
    name    TEXT PRIMARY KEY,
    free_at REAL NOT NULL                        -- when the next request may be sent
) STRICT, WITHOUT ROWID;

CREATE TABLE identify_turns (                    -- when a shard of each bucket may be identified again
    bucket INTEGER PRIMARY KEY,
    until  REAL NOT NULL
) STRICT;
