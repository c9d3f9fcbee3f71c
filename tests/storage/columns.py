"""Every column of the database, and the personal data in it."""

from typing import Final

PERSONAL: Final = {
    "sessions.channel_id": "where the table is; the DM channel of a user who plays alone",
    "sessions.host_id": "who opened the table",
    "sessions.players": "who had which seat",
    "sessions.end_votes": "who voted to end the game",
    "sessions.winners": "who won, through the seat",
    "sessions.attendance": "for whom a computer played, who was not in time and what became of that, what a "
    "player has decided ahead, and when they last moved by hand, all through the seat",
    "session_users.session_id": "a table of a user",
    "session_users.user_id": "the user who sits there, is its host or has a vote",
    "session_users.has_seat": "whether the user has a seat there",
    "packed.body": "the moves of a finished game, when they were made, and what was added to the deal, "
    "through the seat",
    "moves.seat": "whose move it was, through the seat",
    "moves.move": "what the player of that seat did",
    "moves.at": "when the player of that seat did it",
    "shown.place": "whose hand a message holds, through the seat",
    "shown.channel_id": "the DM channel of a user, where a hand is shown",
    "shown.message_id": "a message in it",
    "deals.shares": "what each player added to the deal: who, by which press, and words of their own",
    "people.user_id": "a user who was written to, or has looked at their tables",
    "people.dm_closed_at": "when a DM to the user was last refused",
    "people.dm_channel_id": "the DM channel of the user",
    "people.looked_at": "when the user last looked at their tables",
    "wishes.channel_id": "a channel where the user wants to be mentioned",
    "wishes.user_id": "a user who wants to be mentioned when the next table opens",
    "wishes.at": "since when the user wants that",
    "blocks.user_id": "a user with a block list",
    "blocks.other_id": "someone whom the user doesn't want at their tables",
    "blocks.at": "since when that is so",
    "blocks.warned_at": "a table at which they were there, too",
    "hints.seat": "who was given a hint, through the seat",
    "hints.move": "the move that the player of that seat was advised to make",
    "reviews.seat": "how the player of that seat has played, through the seat",
    "reviews.skill": "how much that was worth",
    "reviews.moves": "which moves were expensive",
    "dailies.user_id": "a user who has played a game of a day",
    "dailies.guild_id": "where the user has begun it",
    "dailies.lead": "how well the user has played",
    "dailies.moves": "in how many moves",
    "dailies.code": "what the user has done there",
    "participants.number": "the random number of a user in a server, by which rated games know them",
    "participants.user_id": "a user who has played rated games",
    "participants.last_at": "when the user last played a rated game",
    "rated_games.ranks": "who came where, through the random number",
    "rated_games.changes": "what a game did to the player of a seat",
    "ratings.number": "whose rating it is, through the random number",
    "ratings.mean": "how strong the user is likely to be",
    "ratings.deviation": "how sure that is",
    "ratings.games": "how many rated games the user has played",
    "ratings.met": "the first others they have met there, through their random numbers",
    "ratings.last_at": "when the user last played a rated game",
    "preferences.id": "a user who has chosen something (or a server)",
    "preferences.chosen": "what the user has chosen",
}
"""Every column with personal data, and what it holds. Seats are anonymous once a user is forgotten."""

IMPERSONAL: Final = frozenset(
    f"{table}.{column}"
    for table, columns in {
        "sessions": "id game options guild_id status revision turn_seconds response_seconds "
        "position digest chain chance_key chance_counts acted since clock_key deadline measured_at "
        "created_at updated_at starts_at hints version owing look_at is_rated",
        "moves": "session_id revision waited events chain",
        "packed": "session_id moves",
        "shown": "session_id revision digest posted_at post status rang",
        "seen": "interaction_id at",
        "claims": "interaction_id at",
        "shard_groups": "number first_shard shards holder fence until alive_at stopped_at dms_at",
        "turns": "name free_at",
        "hints": "session_id decision",
        "thoughts": "session_id revision thoughts",
        "dailies": "day game session_id par",
        "chain": "first_day tip",
        "world_days": "day round value",
        "reviews": "session_id edition error",
        "notes": "name value",
        "preferences": "owner",
        "deals": "session_id secret wants_beacon transcript checksum",
        "pauses": "session_id since why",
        "participants": "guild_id",
        "rated_games": "id session_id guild_id game season ended_at",
        "ratings": "guild_id game",
        "seasons": "guild_id game season began_at",
    }.items()
    for column in columns.split()
)
"""All other columns."""
