"""Rows for every table of a database, which tests copy."""

from functools import partial

import msgspec

from bot.fair.deal import Beacon, Deal, Share
from bot.games import GAMES
from bot.players.computers import Computer
from bot.sessions import lobby
from bot.sessions.clocks import Instant
from bot.sessions.lobby import Pace
from bot.sessions.play import dealt
from bot.storage import analysis, dailies, facts, groups, pauses, people, ratings, shown
from bot.storage.analysis import StoredReview
from bot.storage.dailies import Chain, StoredDaily
from bot.storage.engine import Connection
from bot.storage.records import Attendance, Commit, Delivered, Hinted, Record, ShownMessage, StandIn
from bot.storage.store import Store
from tests.helpers.behind import change_in
from tests.helpers.records import following
from tests.helpers.walks import SHORT
from tests.storage.games import FIRST_USER, START, fill, finish, keep, lobby_of
from tests.storage.games import running as play


async def furnish(store: Store) -> tuple[Record, Record, Record]:
    """Store a lobby, a running game of every kind and a finished one, with messages and personal data.

    Returns the lobby, one of the running games and the finished one.
    """
    lobby, running, *_, ended = await fill(store)
    await store.commit(Commit(record=following(lobby.record), interaction_id=7))
    for place, channel_id in (("table", running.record.channel_id), ("hand:0", 800), ("hand:1", 801)):
        page = ShownMessage(place, channel_id, message_id=900, revision=3, digest="d", posted_at=START)
        await store.write(shown.write_all, [Delivered(running.record.id, 1, message=page)])
    await store.write(people.keep_dm_closed, FIRST_USER, START)
    await store.write(people.keep_dm_closed, FIRST_USER + 1, None)
    await store.write(facts.keep_note, "heartbeat", repr(START))
    await store.write(facts.keep_note, "nonce-key", "00" * 32)
    await store.write(people.change_preferences, "user", FIRST_USER, lambda _: {"hand": "button"})
    await store.write(people.change_preferences, "server", 1, lambda _: {"turn_seconds": 300})
    return following(lobby.record), running.record, ended.record


async def furnish_all(store: Store) -> None:
    """Store the same, and at least one row in every other table."""
    lobby, running, ended = await furnish(store)
    await store.write(pauses.pause_all, (running.id,), "server", START)
    await store.write(people.keep_dm_channel, FIRST_USER, 800)
    await store.write(people.request_mention, running.channel_id, FIRST_USER + 90, START, 20)
    await store.write(people.block, FIRST_USER, FIRST_USER + 91, START, 50)
    await store.write(people.keep_look, FIRST_USER, START)
    await store.write(analysis.keep_hint, running.id, Hinted(seat=0, decision=3, move="draw"))
    await store.write(dailies.begin_chain, Chain("2026-11-29", bytes(range(32))))
    await store.write(dailies.keep_world_day, "2026-11-29", Beacon(7, "ab" * 32))
    daily = StoredDaily(
        "2026-11-29", ended.game, FIRST_USER, 1, ended.id, 12, 40, "cc1 craits 1129 12 AQ.abcd", -3
    )
    await store.write(dailies.put_daily, daily)
    await store.write(analysis.keep_review, StoredReview(ended.id, 0, 1, 0.1, 0.05, "{}"))
    await store.commit(Commit(record=msgspec.structs.replace(following(lobby), hints="off")))
    await store.commit(Commit(record=absent_from(running)))
    await remember(store, running, ended)
    await sealed(store)
    record = following(absent_from(running), end_votes=(FIRST_USER + 80,))
    await store.commit(Commit(record=record))
    await finish(store, await play(store, GAMES["craits"], 12))
    await store.pack_next((ended.updated_at, ended.id), float("inf"))
    await store.write(shared_out)
    await packed_with_its_deal(store)
    thoughtful = (await play(store, GAMES["crazy-rummy"], 15)).record
    await store.commit(Commit(record=following(thoughtful), search_effort=500))


def shared_out(connection: Connection) -> None:
    """Store two shard groups, one of them held, and other data that processes share."""
    groups.arrange(connection, 4, 2)
    groups.take_group(connection, 0, "a process", 30.0)
    groups.claim(connection, 8)
    connection.execute("INSERT INTO turns VALUES ('requests', ?)", (START,))


async def remember(store: Store, running: Record, ended: Record) -> None:
    """Store a result, a rated game with all its effects, and a later season of another game."""
    ranks = tuple(range(1, len(ended.players) + 1))
    await change_in(store, f"UPDATE sessions SET is_rated = 1 WHERE id IN ({running.id}, {ended.id})")
    await change_in(store, f"UPDATE sessions SET winners = '[0]' WHERE id = {ended.id}")
    await store.write(partial(ratings.finish, record=ended, ranks=ranks))
    await store.write(ratings.new_season, (ended.guild_id, "craits"), 1, START)


def absent_from(record: Record) -> Record:
    """Return a game at a slow pace with a stand-in for an absent player."""
    sits_in = StandIn(seat=0, computer=Computer("hare", "medium").id, since=record.revision)
    attendance = Attendance(pace="slow-1", stand_ins=(sits_in,), silences=(1,))
    return following(record, attendance=attendance)


async def sealed(store: Store) -> None:
    """Store a lobby with a sealed deal, to which its host has added words."""
    record = lobby.new_lobby(
        GAMES["crazy-rummy"],
        SHORT["crazy-rummy"],
        guild_id=1,
        channel_id=990,
        host_id=FIRST_USER,
        pace=Pace(600, 120),
        deal=Deal(bytes(range(32)), (Share(FIRST_USER, 900, "a word"),)),
        now=START,
    )
    await store.new(record)


async def packed_with_its_deal(store: Store) -> None:
    """Store a finished game with a sealed deal, packed."""
    deal = Deal(bytes(range(1, 33)), (Share(FIRST_USER, 901, "more words"),))
    session = await lobby_of(store, GAMES["skrap"], 14, deal=deal)
    await keep(store, session, dealt(session, Instant.at(START)))
    await finish(store, session)
    await store.pack_next((session.record.updated_at, session.record.id - 1), float("inf"))
