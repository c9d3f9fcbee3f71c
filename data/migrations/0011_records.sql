-- revises: 0010
-- date: 2026-11-23
-- rolling: yes
-- reason: finished games are remembered by who won them, and rated ones by rows that outlive all else

CREATE TABLE results (                           -- games that were played to their end
    session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    guild_id   INTEGER NOT NULL,                 -- 0: played alone in a DM
    game       TEXT    NOT NULL,
    ended_at   REAL    NOT NULL,
    winners    TEXT    NOT NULL,                 -- JSON list of seats
    checksum   TEXT    NOT NULL                  -- of the other columns
) STRICT;

CREATE INDEX results_by_server ON results (guild_id, ended_at);

CREATE TABLE rated_tables (                      -- running games that count for ratings
    session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    checksum   TEXT    NOT NULL                  -- of the other column
) STRICT;

CREATE TABLE participants (                      -- whose number it is; without a row it is nobody's
    number     INTEGER PRIMARY KEY,              -- a random one for each user and server
    guild_id   INTEGER NOT NULL,
    user_id    INTEGER NOT NULL,
    last_at    REAL    NOT NULL,                 -- when they last played a rated game there
    checksum   TEXT    NOT NULL                  -- of the other columns
) STRICT;

CREATE UNIQUE INDEX participants_by_user ON participants (user_id, guild_id);

CREATE TABLE rated_games (                       -- all that ratings follow from; no row ever goes
    id         INTEGER PRIMARY KEY,
    session_id INTEGER,                          -- NULL as soon as the game is anonymous
    guild_id   INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    season     INTEGER NOT NULL,
    ended_at   REAL    NOT NULL,
    ranks      TEXT    NOT NULL,                 -- JSON list by seat: number of the participant, rank
    changes    TEXT    NOT NULL,                 -- JSON list by seat: rated games, number shown before, after
    checksum   TEXT    NOT NULL                  -- of the other columns
) STRICT;

CREATE UNIQUE INDEX rated_games_by_session ON rated_games (session_id);
CREATE INDEX rated_games_by_server ON rated_games (guild_id, game, ended_at);
CREATE INDEX rated_games_with_names ON rated_games (ended_at) WHERE session_id IS NOT NULL;

CREATE TABLE ratings (                           -- follow from the rated games of the present season
    guild_id   INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    number     INTEGER NOT NULL,
    mean       REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    games      INTEGER NOT NULL,
    met        TEXT    NOT NULL,                 -- JSON list: the first others, until they are enough
    last_at    REAL    NOT NULL,
    checksum   TEXT    NOT NULL,                 -- of the other columns
    PRIMARY KEY (guild_id, game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE seasons (                           -- no row: the first season
    guild_id   INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    season     INTEGER NOT NULL,
    began_at   REAL    NOT NULL,
    checksum   TEXT    NOT NULL,                 -- of the other columns
    PRIMARY KEY (guild_id, game)
) STRICT, WITHOUT ROWID;
