-- revises: 0011
-- date: 2026-11-23
-- rolling: yes
-- reason: the secret behind the seal of a table, and what players add to its deal; finished games keep it

CREATE TABLE deals (                             -- sessions without a row were dealt from a key of their own
    session_id   INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    secret       BLOB    NOT NULL,               -- 32 bytes; shown to nobody before the end
    shares       TEXT    NOT NULL,               -- JSON list: user, id of the press, words
    wants_beacon INTEGER NOT NULL,               -- whether a public beacon is asked at the deal
    transcript   TEXT    NOT NULL,               -- the text of the deal; empty before it
    checksum     TEXT    NOT NULL                -- of the other columns
) STRICT;
