-- revises: 0001
-- date: 2026-11-21
-- rolling: yes
-- reason: what users and servers have chosen: how hands arrive, pictures, deck, clocks, allowed games

CREATE TABLE preferences (
    owner TEXT NOT NULL CHECK (owner IN ('user', 'server')),
    id    INTEGER NOT NULL,
    chosen TEXT NOT NULL,                        -- JSON; what is left out is the default
    checksum TEXT NOT NULL,                      -- of the other columns
    PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID;
