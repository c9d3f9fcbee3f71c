-- revises: 0016
-- date: 2026-11-23
-- rolling: yes
-- reason: the moves of computers can be made again from what is stored: how far ahead a hard one has thought

CREATE TABLE thoughts (                          -- one row for moves in a row of which it is the same
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    revision   INTEGER NOT NULL,                -- of the first of these moves; all are moves of hard computers
    thoughts   INTEGER NOT NULL,                -- games that were imagined for each; 0: what came to mind first
    checksum   TEXT    NOT NULL,                -- of the other columns
    PRIMARY KEY (session_id, revision)
) STRICT, WITHOUT ROWID;
