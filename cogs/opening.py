"""Opening a table: the list of games, the channel or thread, and everything that can forbid it."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import discord

from bot.delivery.errors import DeliveryError
from bot.door.press import press_of
from bot.engine.draft import Refusal
from bot.fair.deal import Beacon
from bot.games import GAMES
from bot.players.player import Level
from bot.rendering import answers, choosing, pages, words
from bot.rendering.catalog import language_tag, speaking
from bot.rendering.languages import language_of
from bot.rendering.paces import parse_pace
from bot.sessions import alone
from bot.sessions.alone import PlayAlone
from bot.sessions.frame import End
from bot.sessions.preferences import ServerPreferences
from bot.sessions.session import Session
from cogs.base import (
    BadControl,
    FreeAct,
    Interaction,
    Refused,
    answer,
    is_guest,
    live_here,
    note_user,
    say,
    show_hand,
)
from cogs.mention_requests import mention_waiting
from cogs.options import typed_rules

NEEDED = ("view_channel", "send_messages", "embed_links", "read_message_history")
"""The permissions that a table needs. If it can't attach pictures, it's shown in words."""
POSTED_SECONDS: Final = 1.5
"""The longest that an answer waits for its table's message. Discord takes answers for three seconds."""


async def show_games(interaction: Interaction, *, note: str | None = None) -> None:
    """Show all games that the server allows, each with a button that opens it."""
    choices = interaction.client.sessions.choices
    user = await choices.of_user(interaction.user.id)
    server = await choices.of_server(interaction.guild_id or 0)
    games = {game_id: game for game_id, game in GAMES.items() if server.plays(game_id)}
    has_pictures = user.pictures and choices.pictures
    await answer(
        interaction,
        choosing.games_page(games, alone=interaction.guild_id is None, pictures=has_pictures, note=note),
    )


async def open_here(
    interaction: Interaction, game: str, options: str = "", pace: str = "", length: str = ""
) -> None:
    """Open a lobby in this channel or a new thread below it. Raises Refused with the reason."""
    parent = await _thread_parent(interaction)
    await _check_place(interaction, game, parent)
    typed = await typed_rules(interaction, GAMES[game], options)
    lengths = GAMES[game].lengths_for(alone=interaction.guild_id is None)
    given = {**lengths.get(length, {}), **typed}
    if pace and GAMES[game].measures_time:
        raise Refused(words.host_refusal(Refusal("own-clock")) or "own-clock")
    await _open_or_refuse(interaction, game, given, parent=parent, pace=pace)


async def deal_alone(
    interaction: Interaction,
    game: str,
    given: dict[str, Any] | None = None,
    computers: tuple[int, ...] | None = None,
) -> None:
    """Open a short game for one person and computers, and deal at once. Raises Refused with the reason."""
    parent = await _thread_parent(interaction)
    await _check_place(interaction, game, parent)
    await _open_or_refuse(interaction, game, given or {}, computers, parent=parent, deals=True)


async def level_for(interaction: Interaction, game: str) -> Level:
    """Return the level of computers for a user who hasn't chosen one."""
    sessions = interaction.client.sessions
    had_finished = await sessions.choices.had_finished(interaction.user.id, game, sessions.clock())
    return alone.first_level(had_finished)


async def open_thread(interaction: Interaction, game: str, _values: list[str]) -> None:
    """Open a table in a thread of its own, because the channel has one already."""
    parent = _parent_of(interaction)
    if game not in GAMES or parent is None:
        raise BadControl
    await _check_place(interaction, game, parent)
    await _open_or_refuse(interaction, game, {}, parent=parent)


async def open_chosen(interaction: Interaction, game: str, _values: list[str]) -> None:
    """Open the game that was pressed in the list."""
    if game not in GAMES:
        raise BadControl
    await open_here(interaction, game)


async def back_to_games(interaction: Interaction, rest: str, _values: list[str]) -> None:
    """Return to the list of games, or show it in a new message."""
    if rest == "beside":
        press_of(interaction).leave_message()
    await show_games(interaction)


async def open_table(
    interaction: Interaction,
    game: str,
    given: dict[str, Any],
    computers: tuple[int, ...] | None = None,
    *,
    parent: discord.TextChannel | None = None,
    pace: str = "",
    deals: bool = False,
    before: Session | None = None,
    place: tuple[int, int] | None = None,
) -> Session | Refusal:
    """Open a lobby and show it. The host gets a pointer to it if it's in another channel.

    With `deals`, deal to the host and the computers before anyone sees the table, and show the host their
    hand. Otherwise mention users who asked for it, if they can join.

    The table is in this channel, in a new thread below `parent`, or in the server and channel of `place`.
    `computers` sit down, in a DM the usual ones if None. `before` is the game to play again, and the new
    table keeps its hints.
    """
    await settle_language(interaction)
    guild_id, channel_id = place or (interaction.guild_id or 0, interaction.channel_id or 0)
    if not guild_id and not GAMES[game].measures_time:
        pace = alone.PACE
    if not guild_id and computers is None:
        level = await level_for(interaction, game)
        computers = alone.computers_for(GAMES[game], level, seed=interaction.id)
    opening = partial(
        partial(_open_and_deal, interaction) if deals else interaction.client.sessions.open,
        game,
        given,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=interaction.user.id,
        others=computers or (),
        length="short",
        alone=deals or not guild_id,
        pace=parse_pace(pace),
        hints=before.record.hints if before is not None else None,
        interaction_id=interaction.id,
    )
    opened = await _open_and_show(interaction, game, parent, opening)
    if isinstance(opened, Session):
        interaction.client.registration.note_opened(opened.record.guild_id, game)
        if deals and not opened.record.is_in_dm:
            await show_hand(interaction, opened)
        elif not opened.record.is_in_dm:
            await _announce(interaction, opened, is_here=parent is None and place is None)
    return opened


async def _announce(interaction: Interaction, opened: Session, *, is_here: bool) -> None:
    """Point the host to a table in another channel, and mention the users who wait for one."""
    if is_here:
        await interaction.client.replies.give_silently(interaction)
    else:
        await say(interaction, answers.table_elsewhere(opened.record.channel_id))
    await mention_waiting(interaction, opened)


async def _open_and_deal(interaction: Interaction, game: str, *given: Any, **more: Any) -> Session | Refusal:
    """Open a lobby and deal to its host and computers. End the lobby if the deal is refused."""
    sessions, user_id = interaction.client.sessions, interaction.user.id
    opened = await sessions.open(game, *given, **more, shows=False)
    if isinstance(opened, Refusal):
        return opened
    deal = PlayAlone(await beacon_value(interaction, opened), await level_for(interaction, game))
    refusal = await sessions.act(opened, user_id, deal)
    if refusal is None:
        return opened
    await sessions.act(opened, user_id, End())
    return refusal


async def beacon_value(interaction: Interaction, session: Session) -> Beacon | None:
    """Return the public beacon's value for a deal, if the host wants one and the user can deal."""
    deal, status = session.record.deal, session.record.status
    is_asked = deal is not None and deal.wants_beacon and status == "lobby"
    if not is_asked or session.seat_of(interaction.user.id) is None:
        return None
    return await interaction.client.beacon.ask()


async def _open_and_show(
    interaction: Interaction,
    game: str,
    parent: discord.TextChannel | None,
    opening: Callable[..., Awaitable[Session | Refusal]],
) -> Session | Refusal:
    """Open a table and wait for its message. If Discord refuses it, no lobby and no new thread is left.

    A game that was dealt at once goes on, because its player has the hand in the answer.
    """
    transport = interaction.client.transport
    threads: list[discord.Thread] = []

    async def new_thread(channel: discord.TextChannel) -> int:
        threads.append(await transport.open_thread(channel, _thread_name(interaction, channel, game)))
        return threads[-1].id

    try:
        opened = await opening(new_thread=None if parent is None else partial(new_thread, parent))
        if isinstance(opened, Refusal):
            return opened
        note_user(interaction, opened)
        if opened.record.is_in_dm:
            await _answer_alone(interaction, opened)
        elif await is_refused(interaction, opened, opened.record.channel_id):
            place = opened.record.channel_id if parent is None else parent.id  # a new thread is deleted
            return Refusal("no-posts", {"channel": place})
        threads.clear()
    except DeliveryError:
        return Refusal("no-thread", {"channel": interaction.channel_id})
    else:
        return opened
    finally:
        for thread in threads:
            await transport.remove_thread(thread)


async def _answer_alone(interaction: Interaction, opened: Session) -> None:
    """Answer with a DM's table if the bot can't post there, because it shares no server with the user."""
    if await interaction.client.publisher.may_stand(opened, POSTED_SECONDS):
        await interaction.client.replies.give_silently(interaction)
    else:
        page = pages.with_note(pages.table(opened.table()), answers.text_of(answers.NO_POSTS_IN_DM))
        await answer(interaction, page)


async def is_refused(interaction: Interaction, session: Session, channel_id: int) -> bool:
    """Whether Discord refuses a table's message in its new channel, so that the table is gone from there."""
    await interaction.client.publisher.may_stand(session, POSTED_SECONDS)
    return session.record.channel_id != channel_id or session.record.close_reason == "channel"


async def _check_place(interaction: Interaction, game: str, parent: discord.TextChannel | None) -> None:
    """Raise Refused if a game can't be opened here, or in a new thread below `parent`."""
    if is_guest(interaction):
        raise Refused(answers.text_of(answers.NOT_A_MEMBER))
    missing = missing_permissions(interaction, new_thread=parent is not None)
    why_not = answers.permissions_missing(missing) if missing else await why_not_allowed(interaction, game)
    if why_not:
        raise Refused(why_not)


async def _open_or_refuse(
    interaction: Interaction, game: str, given: dict[str, Any], *computers: Any, **more: Any
) -> None:
    """Open a table. Raises Refused with the reason, and for a busy channel with a way out."""
    opened = await open_table(interaction, game, given, *computers, **more)
    if isinstance(opened, Session):
        return
    if opened.code == "channel-busy" and interaction.guild_id is None:
        live = await live_here(interaction)
        raise Refused(choosing.busy_dm(0 if live is None else live.record.id))
    if opened.code == "channel-busy":
        raise Refused(choosing.busy(game, has_threads=_parent_of(interaction) is not None))
    raise Refused(words.host_refusal(opened) or opened.code)


def _parent_of(interaction: Interaction) -> discord.TextChannel | None:
    """Return the text channel of this interaction, in which a new thread could be opened."""
    channel = interaction.channel
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    return place if isinstance(place, discord.TextChannel) else None


async def why_not_allowed(interaction: Interaction, game: str, channel: Any = None) -> str | None:
    """Return why the server's settings forbid this game, here or in `channel`, as a sentence."""
    channel = channel or interaction.channel
    guild = getattr(channel, "guild", None)
    guild_id = interaction.guild_id or (0 if guild is None else guild.id)
    chosen = await interaction.client.sessions.choices.of_server(guild_id)
    channel_id = interaction.channel_id if channel is None else channel.id
    place = channel.parent_id if isinstance(channel, discord.Thread) else channel_id
    if not chosen.plays(game):
        return answers.only_these_games([GAMES[name].name for name in chosen.games if name in GAMES])
    if chosen.channels and place not in chosen.channels:
        return answers.only_these_channels(chosen.channels)
    return None


async def settle_language(interaction: Interaction) -> None:
    """Set a server's language at its first table. Its managers can change it.

    A Community server has chosen one in Discord. Any other server gets the language of its first host.
    """
    choices, guild = interaction.client.sessions.choices, interaction.guild
    if guild is None or (await choices.of_server(guild.id)).language is not None:
        return
    has_own = "COMMUNITY" in guild.features
    language = language_of(str(guild.preferred_locale)) if has_own else language_tag()
    await choices.change_server(guild.id, lambda before: {"language": before.language or language})


async def _thread_parent(interaction: Interaction) -> discord.TextChannel | None:
    """Return this channel if the server wants a new thread for each table in it."""
    chosen = await interaction.client.sessions.choices.of_server(interaction.guild_id or 0)
    channel = interaction.channel
    return channel if chosen.threads and isinstance(channel, discord.TextChannel) else None


def _thread_name(interaction: Interaction, channel: discord.TextChannel, game: str) -> str:
    choices = interaction.client.sessions.choices
    with speaking(choices.language(channel.guild.id, channel.id)):
        return answers.thread_name(GAMES[game].name, interaction.user.display_name)


def missing_permissions(interaction: Interaction, *, new_thread: bool = False) -> list[str]:
    """Return the permissions that the bot lacks for a table here, or in a new thread."""
    if interaction.guild_id is None:
        return []
    is_thread = isinstance(interaction.channel, discord.Thread)
    return _missing(interaction.app_permissions, in_thread=is_thread, new_thread=new_thread)


def _missing(held: discord.Permissions, *, in_thread: bool, new_thread: bool) -> list[str]:
    """Return the permissions that a table needs and `held` lacks, as Discord names them."""
    needed = list(NEEDED)
    if new_thread or in_thread:
        needed[1] = "send_messages_in_threads"
    if new_thread:
        needed.append("create_public_threads")
    return [name.replace("_", " ").title() for name in needed if not getattr(held, name)]


def why_no_threads(interaction: Interaction, chosen: ServerPreferences) -> str | None:
    """Return why the bot can't open the threads that a server wants, as a sentence. None if it can."""
    guild, parent = interaction.guild, _parent_of(interaction)
    if guild is None or not chosen.threads:
        return None
    places = [guild.get_channel(one) for one in chosen.channels] or [parent]
    for place in places:
        if isinstance(place, discord.TextChannel):
            held = place.permissions_for(guild.me)
            if missing := _missing(held, in_thread=True, new_thread=True):
                return answers.threads_missing(place.id, missing)
    return None


GAME_ACTS: dict[str, FreeAct] = {"open": open_chosen, "thread": open_thread, "games": back_to_games}
"""Controls that choose a game. They belong to no table yet."""
