-- revises: 0008
-- date: 2026-11-23
-- rolling: yes
-- reason: players ask which move is good; each hint is counted once a decision, and a table says who may ask

CREATE TABLE hints (
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    decision   INTEGER NOT NULL,                -- the revision at which the seat began to decide
    move       TEXT    NOT NULL,                -- in the notation
    checksum   TEXT    NOT NULL,                -- of the other columns
    PRIMARY KEY (session_id, seat, decision)
) STRICT, WITHOUT ROWID;

CREATE TABLE hint_rules (                        -- tables without a row give hints in first games
    session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    hints      TEXT    NOT NULL CHECK (hints IN ('on', 'off')),
    checksum   TEXT    NOT NULL                 -- of the other columns
) STRICT;
