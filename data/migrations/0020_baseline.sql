-- revises: nothing
-- date: 2026-11-30
-- rolling: no
-- reason: all tables of the first release; the schemas before this one were never released

CREATE TABLE sessions (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    game          TEXT    NOT NULL,
    options       TEXT    NOT NULL,             -- JSON, complete: later defaults never apply; empty in a packed game
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
    owing         TEXT    NOT NULL,             -- JSON list: per seat when it was asked, and the time for its last call
    clock_key     TEXT,
    deadline      REAL,                         -- seconds since the epoch
    measured_at   REAL,                         -- until when elapsed time has been charged
    created_at    REAL    NOT NULL,
    updated_at    REAL    NOT NULL,
    starts_at     REAL,                         -- the time for which the host of a lobby has set the game
    hints         TEXT    NOT NULL CHECK (hints IN ('first-games', 'on', 'off')),
    attendance    TEXT,                         -- JSON: pace, stand-ins, orders, who was late; NULL: nothing of these
    version       INTEGER NOT NULL DEFAULT 1,   -- counted up by every change of the row
    look_at       REAL,                         -- when there may be something to show; NULL: after the next change
    is_rated      INTEGER NOT NULL DEFAULT 0,   -- whether the game counts for ratings
    winners       TEXT                          -- JSON list of seats; NULL unless it was played to its end
) STRICT;

CREATE UNIQUE INDEX one_live_session_per_channel ON sessions (channel_id) WHERE status IN ('lobby', 'playing');

CREATE INDEX sessions_by_look_at ON sessions (look_at) WHERE look_at IS NOT NULL;

CREATE INDEX live_sessions_by_server ON sessions (guild_id) WHERE status IN ('lobby', 'playing');

CREATE INDEX ended_games_by_channel ON sessions (channel_id, updated_at)
    WHERE status NOT IN ('lobby', 'playing') AND position IS NOT NULL;

CREATE INDEX ended_sessions_by_time ON sessions (updated_at, id) WHERE status NOT IN ('lobby', 'playing');

CREATE INDEX results_by_server ON sessions (guild_id, updated_at) WHERE winners IS NOT NULL;

CREATE INDEX results_by_game ON sessions (guild_id, game, updated_at) WHERE winners IS NOT NULL;

CREATE INDEX games_to_pack ON sessions (updated_at, id) WHERE status IN ('over', 'cancelled') AND options <> '';

-- Several processes ask for the deadlines that are near every few seconds. One process has all of them in memory, and
-- no move of it has to keep an index of them in order.
-- PostgreSQL: CREATE INDEX sessions_by_deadline ON sessions (deadline) WHERE status IN ('lobby', 'playing');

CREATE TABLE session_users (                     -- who takes part, to find a user's sessions
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    user_id    INTEGER NOT NULL,
    has_seat   INTEGER NOT NULL,                 -- 0: only its host, or with a vote
    PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_user ON session_users (user_id, has_seat);

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

CREATE TABLE packed (                            -- what the row of a finished game said, and its moves
    session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    moves      INTEGER NOT NULL,                 -- how many there are
    body       BLOB    NOT NULL                  -- with a checksum of its own in front
) STRICT;

CREATE TABLE deals (                             -- the secret behind a table's seal, and what players add to its deal
    session_id   INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    secret       BLOB    NOT NULL,               -- 32 bytes; shown to nobody before the end
    shares       TEXT    NOT NULL,               -- JSON list: user, id of the press, words
    wants_beacon INTEGER NOT NULL,               -- whether a public beacon is asked at the deal
    transcript   TEXT    NOT NULL,               -- the text of the deal; empty before it
    checksum     TEXT    NOT NULL                -- of the other columns
) STRICT;

CREATE TABLE pauses (                            -- tables with a stopped clock, and what they lack
    session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    since      REAL    NOT NULL,                 -- seconds since the epoch
    why        TEXT    NOT NULL CHECK (why IN ('channel', 'server', 'game'))
) STRICT;

CREATE TABLE hints (                             -- one for each decision
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    decision   INTEGER NOT NULL,                 -- the revision at which the seat began to decide
    move       TEXT    NOT NULL,                 -- in the notation
    PRIMARY KEY (session_id, seat, decision)
) STRICT, WITHOUT ROWID;

CREATE TABLE thoughts (                          -- one row for moves in a row of which it is the same
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    revision   INTEGER NOT NULL,                 -- of the first of these moves; all are moves of hard computers
    thoughts   INTEGER NOT NULL,                 -- games that were imagined for each; 0: the first idea
    PRIMARY KEY (session_id, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE reviews (                           -- what can be told of how a seat has played; can be made again
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    edition    INTEGER NOT NULL,                 -- of the computers that have judged
    skill      REAL,                             -- the chance to win that the play has gained; NULL: not told
    error      REAL    NOT NULL,                 -- its standard error
    moves      TEXT    NOT NULL,                 -- JSON: the expensive moves
    PRIMARY KEY (session_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE dailies (                           -- one try for a user, a day and a game
    day        TEXT    NOT NULL,                 -- in UTC, as in 2026-11-29
    game       TEXT    NOT NULL,
    user_id    INTEGER NOT NULL,
    guild_id   INTEGER NOT NULL,                 -- on whose list it is; 0: on none
    session_id INTEGER UNIQUE REFERENCES sessions (id) ON DELETE SET NULL,
    lead       INTEGER,                          -- over the best computer; NULL until the game is over
    moves      INTEGER,                          -- how many led to it
    code       TEXT,                             -- a line that proves it
    par        INTEGER,                          -- the mean lead of a medium computer with these cards
    PRIMARY KEY (day, game, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX dailies_by_user ON dailies (user_id);

CREATE INDEX dailies_by_server ON dailies (guild_id, day, game);

CREATE TABLE chain (                             -- from which the keys of all days follow
    first_day TEXT PRIMARY KEY,
    tip       BLOB NOT NULL                      -- the last day's key; each other one is the hash of the next
) STRICT;

CREATE TABLE world_days (                        -- a public beacon's answers, where they give the days' keys
    day      TEXT    PRIMARY KEY,                -- in UTC, as in 2026-11-29
    round    INTEGER NOT NULL,                   -- the first of that day
    value    TEXT    NOT NULL                    -- in hexadecimal
) STRICT;

CREATE TABLE shown (                             -- the messages of a session
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    place      TEXT    NOT NULL,                 -- table, hand:0, call:0, mention, absent, gone:0, left:CHANNEL
    message_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    revision   INTEGER NOT NULL,
    digest     TEXT    NOT NULL,                 -- of the page's content; empty where that isn't known
    posted_at  REAL    NOT NULL,
    post       INTEGER NOT NULL,                 -- another number is posted anew
    status     TEXT    NOT NULL CHECK (status IN ('stands', 'leaves', 'gone')),
    rang       TEXT    NOT NULL,                 -- JSON: whom it has called, by seat
    PRIMARY KEY (session_id, place, message_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE seen (                              -- interactions that have had their effect
    interaction_id INTEGER PRIMARY KEY,
    at             REAL NOT NULL
) STRICT;

CREATE TABLE participants (                      -- whose number it is; without a row it is nobody's
    number     INTEGER PRIMARY KEY,              -- a random one for each user and server
    guild_id   INTEGER NOT NULL,
    user_id    INTEGER NOT NULL,
    last_at    REAL    NOT NULL                  -- when they last played a rated game there
) STRICT;

CREATE UNIQUE INDEX participants_by_user ON participants (user_id, guild_id);

CREATE INDEX participants_by_time ON participants (last_at);

CREATE TABLE rated_games (                       -- all that ratings follow from; no row ever goes
    id         INTEGER PRIMARY KEY,
    session_id INTEGER,                          -- NULL as soon as the game is anonymous
    guild_id   INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    season     INTEGER NOT NULL,
    ended_at   REAL    NOT NULL,
    ranks      TEXT    NOT NULL,                 -- JSON list by seat: number of the participant, rank
    changes    TEXT    NOT NULL                  -- JSON list by seat: rated games, number shown before, after
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
    PRIMARY KEY (guild_id, game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE seasons (                           -- no row: the first season
    guild_id   INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    season     INTEGER NOT NULL,
    began_at   REAL    NOT NULL,
    PRIMARY KEY (guild_id, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE people (                            -- facts about a user beyond one game
    user_id       INTEGER PRIMARY KEY,
    dm_closed_at  REAL,                          -- when a DM was last refused; NULL: open as far as we know
    dm_channel_id INTEGER,                       -- Discord lets a bot open few of them at a time
    looked_at     REAL                           -- when they last looked at their tables
) STRICT;

CREATE TABLE wishes (                            -- people to be mentioned when the next table opens in a channel
    channel_id INTEGER NOT NULL,
    user_id    INTEGER NOT NULL,
    at         REAL    NOT NULL,                 -- seconds since the epoch
    PRIMARY KEY (channel_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE blocks (                            -- whom a user doesn't want at their tables; nobody else reads it
    user_id  INTEGER NOT NULL,
    other_id INTEGER NOT NULL,
    at       REAL    NOT NULL,                   -- seconds since the epoch
    warned_at INTEGER,                           -- the last table at which the user was warned of them
    PRIMARY KEY (user_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_other ON blocks (other_id);

CREATE TABLE preferences (                       -- how hands arrive, pictures, deck, clocks, allowed games
    owner TEXT NOT NULL CHECK (owner IN ('user', 'server')),
    id    INTEGER NOT NULL,
    chosen TEXT NOT NULL,                        -- JSON; what is left out is the default
    PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (                             -- small facts about the bot itself
    name     TEXT PRIMARY KEY,
    value    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE turns (                             -- what all processes together may do, one after the other
    name    TEXT PRIMARY KEY,                    -- requests to Discord, openings of DMs, identifying shards
    free_at REAL NOT NULL                        -- when the next turn begins
) STRICT, WITHOUT ROWID;

-- PostgreSQL: ALTER TABLE turns SET (fillfactor = 50);
