-- revises: 0009
-- date: 2026-11-23
-- rolling: yes
-- reason: a table has a pace, computers stand in for absent players, and the others choose what silence does

CREATE TABLE attendance (                        -- only sessions of which there is something to say
    session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    pace       TEXT,                             -- the pace that was chosen; NULL: the clocks of the game
    stand_ins  TEXT    NOT NULL,                 -- JSON list: seat, computer, from which revision, to which
    silences   TEXT    NOT NULL,                 -- JSON list: by seat how often in a row its time was up
    question   TEXT,                             -- JSON: what the others choose after a time-out
    checksum   TEXT    NOT NULL                  -- of the other columns
) STRICT;
