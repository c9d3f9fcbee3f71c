"""The assembly of the bot from its parts, for the command line, the playground and the tests."""

import secrets
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import discord
import structlog

from bot.app import Cardcrate, Parts, member_name, now, parent_of
from bot.chores import Chores
from bot.cluster.cluster import Cluster
from bot.config import Settings
from bot.delivery.layouts import Signs, known_emojis
from bot.delivery.publisher import Publisher
from bot.delivery.transport import DiscordTransport
from bot.delivery.wanted import Paces
from bot.door.answers import Replies
from bot.door.door import Door
from bot.door.ephemeral import OwnPages
from bot.games import GAMES
from bot.process.backoff import Starts
from bot.process.beacon import PublicBeacon
from bot.process.counting import Counting
from bot.process.findings import time_zones
from bot.process.thinking import Thinking
from bot.process.upkeep import Upkeep, retention_of
from bot.sessions.availability import Availability
from bot.sessions.clocks import SteadyClock
from bot.sessions.lobby import Pace
from bot.sessions.pauses import Pauses
from bot.sessions.sessions import Sessions
from bot.storage import facts
from bot.storage.file import check_drive
from bot.storage.store import Store
from bot.texts import Texts
from bot.timings import USUAL, Timings

log = structlog.get_logger(__name__)


async def assemble(
    settings: Settings, monotonic: Callable[[], float] = time.monotonic, timings: Timings = USUAL
) -> tuple[Store, Cardcrate]:
    """Open the database and build the bot. Raises StoreError if the database can't be used."""
    store = store_for(settings)
    await store.open()
    try:
        return store, await build_bot(settings, Cluster(store), monotonic, timings=timings)
    except BaseException:
        await store.close()
        raise


def store_for(settings: Settings, *, is_shared: bool = False) -> Store:
    """Return a store for the database in the settings, not open yet. Raises Unusable on a network drive."""
    if isinstance(settings.database, Path) and not settings.network_drive:
        check_drive(settings.database)
    return Store(settings.database, settings.migrations, GAMES, backups=settings.backups, is_shared=is_shared)


async def build_bot(
    settings: Settings,
    cluster: Cluster,
    monotonic: Callable[[], float] = time.monotonic,
    *,
    wall: Callable[[], float] = now,
    timings: Timings = USUAL,
) -> Cardcrate:
    """Build the bot on an open database. Raises StoreError."""
    if not (zones := time_zones()).is_good:
        log.warning("time_zones_missing", error=zones.words, cure=zones.advice)
    inputs = Inputs(
        settings,
        cluster,
        SteadyClock(wall, monotonic),
        timings,
        key=await secret_key(cluster.store),
        signs=Signs(await known_emojis(cluster.store), in_words=settings.suits == "words"),
        texts=Texts(settings),
    )
    return Cardcrate(settings, partial(build_parts, inputs))


class Inputs(NamedTuple):
    """Everything that exists before a client does."""

    settings: Settings
    cluster: Cluster
    clock: SteadyClock
    timings: Timings
    key: bytes
    signs: Signs
    texts: Texts


def build_parts(inputs: Inputs, client: discord.Client) -> Parts:
    """Build every part of the bot, each from those before it."""
    settings, cluster, clock, timings, *_ = inputs
    store = cluster.store
    counting = Counting(now=now)
    sessions = build_sessions(inputs, client, counting)
    availability = Availability(sessions, clock)
    pauses, own_pages = Pauses(sessions), OwnPages(sessions.agenda, clock)
    transport = build_transport(inputs, client)
    publisher = Publisher(
        store,
        transport,
        clock=clock,
        key=inputs.key,
        sessions=sessions,
        pauses=pauses,
        paces=Paces.of(settings.table_pace),
        timings=timings,
        cached=partial(member_name, client),
        own_pages=own_pages.update,
    )
    background, upkeep = publisher.background, Upkeep(store, retention_of(settings), clock=clock)
    if client.http.http_trace is not None:
        counting.listen(client.http.http_trace, background.drop_press)
    transport.files.watch(publisher.files_changed)
    return Parts(
        timings=timings,
        clock=clock,
        store=store,
        sessions=sessions,
        pauses=pauses,
        availability=availability,
        transport=transport,
        publisher=publisher,
        door=Door(inputs.cluster, sessions.choices, background, clock, on_dm_seen=sessions.look_at_tables_of),
        replies=Replies(transport, background, own_pages),
        counting=counting,
        chores=Chores(sessions, availability, upkeep, clock=clock, heartbeat=timings.heartbeat, wall=now),
        starts=Starts(store, now),
        texts=inputs.texts,
        beacon=PublicBeacon(settings.beacon),
    )


def build_sessions(inputs: Inputs, client: discord.Client, counting: Counting) -> Sessions:
    """Build the part that runs all sessions."""
    return Sessions(
        inputs.cluster.store,
        GAMES,
        pace=Pace(turn=inputs.settings.turn_seconds, response=inputs.settings.response_seconds),
        clock=inputs.clock,
        pictures=inputs.settings.pictures,
        verify_page=inputs.settings.verify_page or "",
        parent_of=partial(parent_of, client),
        moved=counting.count_move,
        search_worker=Thinking(inputs.timings.think),
        timings=inputs.timings,
        cluster=inputs.cluster,
        key=inputs.key,
        world=PublicBeacon(inputs.settings.beacon).first_since if inputs.settings.daily == "world" else None,
    )


def build_transport(inputs: Inputs, client: discord.Client) -> DiscordTransport:
    """Build the transport, which sends everything to Discord."""
    return DiscordTransport(
        client,
        clock=lambda: inputs.clock.elapsed,
        granted=inputs.settings.requests_per_second,
        cluster=inputs.cluster,
        signs=inputs.signs,
    )


async def secret_key(store: Store) -> bytes:
    """Return the database's own key for nonces, made at first use."""
    kept = await store.read(facts.note, "nonce-key")
    if kept is None:
        kept = await store.write(facts.note_once, "nonce-key", secrets.token_hex(32))
    return bytes.fromhex(kept)
