-- revises: nothing
-- date: 2026-11-21
-- rolling: yes
-- reason: running games, their moves, what must still be shown, and where things are shown

CREATE TABLE sessions (
    id            INTEGER PRIMARY KEY,
    game          TEXT    NOT NULL,
    options       TEXT    NOT NULL,             -- JSON, complete: later defaults never apply
    guild_id      INTEGER NOT NULL,
    channel_id    INTEGER NOT NULL,
    host_id       INTEGER NOT NULL,
    status        TEXT    NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'cancelled', 'frozen')),
    revision      INTEGER NOT NULL,
    turn_seconds  INTEGER NOT NULL,             -- the host's clocks, for games without their own
    response_seconds INTEGER NOT NULL,
    players       TEXT    NOT NULL,             -- JSON list of user ids in seat order
    end_votes     TEXT    NOT NULL,             -- JSON list of user ids
    position      TEXT,                         -- JSON in the game's position notation
    digest        TEXT,                         -- SHA-256 of position
    chain         TEXT    NOT NULL,             -- that of the last move; empty before the deal
    chance_key    BLOB    NOT NULL,
    chance_counts TEXT    NOT NULL,
    acted         TEXT    NOT NULL,             -- JSON list: per seat the revision of its last move
    since         INTEGER NOT NULL,             -- the revision at which the present decision began
    clock_key     TEXT,
    deadline      REAL,                         -- seconds since the epoch
    measured_at   REAL,                         -- until when elapsed time has been charged
    created_at    REAL    NOT NULL,
    updated_at    REAL    NOT NULL,
    checksum      TEXT    NOT NULL              -- SHA-256 of all the other columns but position
) STRICT;

CREATE UNIQUE INDEX one_live_session_per_channel ON sessions (channel_id) WHERE status IN ('lobby', 'playing');
CREATE INDEX sessions_by_deadline ON sessions (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE players (                           -- who sits where, to find a user's sessions
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    user_id    INTEGER NOT NULL,
    PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX players_by_user ON players (user_id);

CREATE TABLE moves (
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    revision   INTEGER NOT NULL,
    seat       INTEGER,                          -- NULL: the clock, or the deal
    move       TEXT    NOT NULL,                 -- in the notation
    waited     INTEGER NOT NULL,                 -- seconds that passed before it, in games that count them
    events     TEXT    NOT NULL,                 -- JSON list
    at         REAL    NOT NULL,
    chain      TEXT    NOT NULL,                 -- SHA-256 of the previous chain and this move
    PRIMARY KEY (session_id, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (                            -- what must still be shown
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    revision   INTEGER NOT NULL,
    place      TEXT    NOT NULL,                 -- table, deal, result, hands, call:0
    at         REAL    NOT NULL,
    checksum   TEXT    NOT NULL                  -- of the other columns but id
) STRICT;

CREATE INDEX outbox_by_session ON outbox (session_id, id);

CREATE TABLE shown (                             -- where a page of a session stands
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    place      TEXT    NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    revision   INTEGER NOT NULL,
    digest     TEXT    NOT NULL,                 -- of the page's content
    posted_at  REAL    NOT NULL,
    checksum   TEXT    NOT NULL,                 -- of the other columns
    PRIMARY KEY (session_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE seen (                              -- interactions that have had their effect
    interaction_id INTEGER PRIMARY KEY,
    at             REAL NOT NULL
) STRICT;

CREATE TABLE people (                            -- what we must remember of a user beyond one game
    user_id      INTEGER PRIMARY KEY,
    dm_closed_at REAL,                           -- when a DM was last refused; NULL: open as far as we know
    checksum     TEXT NOT NULL                   -- of the other columns
) STRICT;

CREATE TABLE notes (                             -- small facts about the bot itself
    name     TEXT PRIMARY KEY,
    value    TEXT NOT NULL,
    checksum TEXT NOT NULL                       -- of the other columns
) STRICT, WITHOUT ROWID;
