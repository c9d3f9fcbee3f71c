"""`/game`: opening a table, joining, options, starting, ending."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
from discord import app_commands, ui

from bot.app import Cardcrate
from bot.delivery.answering import answered
from bot.delivery.offload import at_once
from bot.engine.contract import Malformed
from bot.engine.draft import Refusal
from bot.engine.options import complete_options, parse_options
from bot.games import GAMES
from bot.rendering import answers, lobby, pages, words
from bot.rendering.faces import FACES
from bot.sessions.requests import Click, End, GiveUpSeat, Join, Relocate, SetOptions, Start
from bot.sessions.session import Session
from cogs.base import (
    MAX_CHOICES,
    CardcrateCog,
    Choice,
    Interaction,
    answer,
    ask,
    choices,
    here,
    last_here,
    meet,
    say,
)
from cogs.rights import may_run

GAME_CHOICES = [app_commands.Choice(name=game.name, value=game.id) for game in GAMES.values()]
NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
MAX_IN_LIST_MINUTES: Final = 10080
"""Minutes without a message after which a thread leaves the list of channels; Discord has nothing longer."""


class Lobby(CardcrateCog):
    """The commands of a table before and around its game."""

    game = app_commands.Group(name="game", description="Open a table, join, start, end")

    @game.command(name="new", description="Open a table for a card game in this channel")
    @app_commands.describe(game="Which game", options="name=value, for example threshold=300")
    @app_commands.choices(game=GAME_CHOICES)
    async def new(self, interaction: Interaction, game: str | None = None, options: str = "") -> None:
        """Open a lobby, or explain the games when none is named."""
        if game is None:
            await answer(interaction, lobby.chooser(GAMES, FACES))
            return
        if missing := missing_permissions(interaction):
            await say(interaction, answers.permissions_missing(missing))
            return
        if why_not := await not_allowed(interaction, game):
            await say(interaction, why_not)
            return
        try:
            given = parse_options(GAMES[game].options, options)
        except Malformed as problem:
            await say(interaction, answers.problem(str(problem)))
            return
        opened = await open_table(interaction, game, given, await place_for(interaction, game))
        if isinstance(opened, Refusal):
            await say(interaction, words.host_refusal(opened) or opened.code)

    @new.autocomplete("options")
    async def _complete_new(self, interaction: Interaction, typed: str) -> list[Choice]:
        chosen = GAMES.get(str(interaction.namespace.game))
        return [] if chosen is None else option_choices(chosen.options, typed)

    @game.command(name="join", description="Take a seat at this channel's table")
    async def join(self, interaction: Interaction) -> None:
        """Take a seat."""
        await self._with_table(interaction, join)

    @game.command(name="leave", description="Leave this channel's table")
    async def leave(self, interaction: Interaction) -> None:
        """Give the seat back, or leave the running game."""
        await self._with_table(interaction, leave)

    @game.command(name="options", description="Change the options before the game starts, or show them")
    @app_commands.describe(options="name=value, for example threshold=300; leave out to see what there is")
    async def options(self, interaction: Interaction, options: str = "") -> None:
        """Change or show the options."""
        session = await here(interaction)
        if session is None:
            await say(interaction, words.HOST_REFUSALS["no-session"]({}))
        elif not options:
            await answer(interaction, lobby.options_page(session.scene(None)))
        else:
            await set_options(interaction, session, options)

    @options.autocomplete("options")
    async def _complete_options(self, interaction: Interaction, typed: str) -> list[Choice]:
        session = await here(interaction)
        return [] if session is None else option_choices(session.game.options, typed)

    @game.command(name="start", description="Deal the cards")
    async def start(self, interaction: Interaction) -> None:
        """Deal."""
        await self._with_table(interaction, start)

    @game.command(name="end", description="End this channel's game for everybody")
    async def end(self, interaction: Interaction) -> None:
        """End the game: the host after a confirmation, moderators at once, others by vote."""
        await self._with_table(interaction, ask_end)

    @game.command(name="move", description="Carry on a table of this server in this channel")
    @app_commands.describe(table="The number of the table; yours when you have only one in this server")
    async def move(self, interaction: Interaction, table: int | None = None) -> None:
        """Bring a table here, above all one whose channel was deleted."""
        session = await movable(interaction, table)
        if session is not None:
            await bring(interaction, session)

    @move.autocomplete("table")
    async def _complete_move(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        sessions = await tables_of(interaction)
        named = {f"table {one.record.id}: {one.game.name}": one.record.id for one in sessions}
        return [
            app_commands.Choice(name=name, value=number) for name, number in named.items() if typed in name
        ][:MAX_CHOICES]

    @game.command(name="status", description="What is being played in this channel")
    async def status(self, interaction: Interaction) -> None:
        """Show the table to the asker alone, also after the end."""
        await look(interaction)

    @game.command(name="list", description="All tables of this server")
    async def list(self, interaction: Interaction) -> None:
        """All live tables of the server."""
        records = await self.bot.store.in_guild(interaction.guild_id or 0)
        await say(interaction, lobby.tables([record for record in records if record.game in GAMES], GAMES))

    async def _with_table(self, interaction: Interaction, do: Any) -> None:
        session = await here(interaction)
        if session is None:
            await say(interaction, words.HOST_REFUSALS["no-session"]({}))
            return
        meet(interaction, session)
        await do(interaction, session)


async def tables_of(interaction: Interaction) -> list[Session]:
    """The live tables of a user in this server, those elsewhere than here."""
    sessions = await interaction.client.sessions.of(interaction.user.id)
    records = [(one, one.record) for one in sessions]
    here, server = interaction.channel_id, interaction.guild_id
    return [one for one, record in records if record.guild_id == server and record.channel_id != here]


async def movable(interaction: Interaction, table: int | None) -> Session | None:
    """The table that is to come here; says so to the user when it is not clear which."""
    if table is not None:
        session = await interaction.client.sessions.get(table)
        if session is not None and session.record.guild_id == interaction.guild_id:
            return session
        await say(interaction, answers.no_such_table(table))
        return None
    mine = await tables_of(interaction)
    if len(mine) == 1:
        return mine[0]
    await say(interaction, answers.name_a_table(len(mine)))
    return None


async def bring(interaction: Interaction, session: Session) -> None:
    """Carry a table to this channel."""
    if missing := missing_permissions(interaction):
        await say(interaction, answers.permissions_missing(missing))
        return
    if why_not := await not_allowed(interaction, session.game.id):
        await say(interaction, why_not)
        return
    refusal = await interaction.client.pauses.relocate(
        session,
        interaction.user.id,
        Relocate(interaction.channel_id or 0, moderator=may_run(interaction, session)),
        Click(interaction.id),
    )
    await _report(interaction, session, refusal, answers.table_here(session.record.id))


async def not_allowed(interaction: Interaction, game: str) -> str | None:
    """Why the server's moderators do not want this table here, as a sentence."""
    chosen = await interaction.client.sessions.choices.of_server(interaction.guild_id or 0)
    channel = interaction.channel
    place = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    if chosen.games and game not in chosen.games:
        return answers.only_these_games([GAMES[name].name for name in chosen.games if name in GAMES])
    if chosen.channels and place not in chosen.channels:
        return answers.only_these_channels(chosen.channels)
    return None


async def place_for(interaction: Interaction, game: str) -> int:
    """The channel of a new table: here, or a thread of its own where the server wants that."""
    chosen = await interaction.client.sessions.choices.of_server(interaction.guild_id or 0)
    if chosen.threads and isinstance(interaction.channel, discord.TextChannel):
        thread = await interaction.channel.create_thread(
            name=f"{GAMES[game].name} with {interaction.user.display_name}"[:100],
            type=discord.ChannelType.public_thread,
            auto_archive_duration=MAX_IN_LIST_MINUTES,
        )
        return thread.id
    return interaction.channel_id or 0


async def open_table(
    interaction: Interaction, game: str, given: dict[str, Any], channel_id: int
) -> Session | Refusal:
    """Open a lobby and say so to its host."""
    opened = await interaction.client.sessions.open(
        game,
        given,
        guild_id=interaction.guild_id or 0,
        channel_id=channel_id,
        host_id=interaction.user.id,
        interaction_id=interaction.id,
    )
    if isinstance(opened, Session):
        meet(interaction, opened)
        elsewhere = None if channel_id == interaction.channel_id else channel_id
        await say(interaction, answers.table_open(opened.record.id, elsewhere))
    return opened


async def join(interaction: Interaction, session: Session) -> None:
    """Take a seat."""
    refusal = await ask(interaction, session, Join())
    meet(interaction, session)
    record = session.record
    await _report(interaction, session, refusal, answers.seated(record.id, len(record.players)))


async def leave(interaction: Interaction, session: Session) -> None:
    """Give the seat back; in a running game only after a confirmation, because there is no way back."""
    if session.record.status == "playing" and session.seat_of(interaction.user.id) is not None:
        scene = session.scene(session.seat_of(interaction.user.id))
        await answer(interaction, answers.ask_to_leave(scene))
        return
    if await found_closed(interaction, session):
        return
    refusal = await ask(interaction, session, GiveUpSeat())
    await _report(interaction, session, refusal, answers.left(session.record.id))


async def start(interaction: Interaction, session: Session) -> None:
    """Deal."""
    refusal = await ask(interaction, session, Start())
    await _report(interaction, session, refusal, answers.cards_dealt(session.game.id))


async def ask_end(interaction: Interaction, session: Session) -> None:
    """End or vote; the host is asked whether it is meant."""
    is_host = interaction.user.id == session.record.host_id
    if not is_host or may_run(interaction, session):
        await end(interaction, session)
        return
    await answer(interaction, answers.ask_to_end(session.scene(None)))


async def end(interaction: Interaction, session: Session) -> None:
    """End the game, or vote for it."""
    if await found_closed(interaction, session):
        return
    refusal = await ask(interaction, session, End(moderator=may_run(interaction, session)))
    record = session.record
    votes = answers.vote_counted(len(record.end_votes))
    done = answers.GAME_ENDED if record.status == "cancelled" else votes
    await _report(interaction, session, refusal, done)


async def found_closed(interaction: Interaction, session: Session) -> bool:
    """Say so when the table is closed: a control may have been left over, and what was played stands."""
    closed = words.closed(session.record.status)
    if closed is not None:
        await say(interaction, closed)
    return closed is not None


async def look(interaction: Interaction) -> None:
    """Show the channel's table to the asker alone, or the last one, when no game goes on."""
    session = await last_here(interaction)
    if session is None:
        await say(interaction, words.HOST_REFUSALS["no-session"]({}))
        return
    meet(interaction, session)
    await interaction.client.names.learn(session)
    closed = words.closed(session.record.status)
    await answer(
        interaction, await at_once(lambda one: pages.noted(pages.table(one), closed), session.scene(None))
    )


async def set_options(interaction: Interaction, session: Session, text: str) -> None:
    """Change options from `name=value` words."""
    try:
        given = parse_options(session.game.options, text)
    except Malformed as problem:
        await say(interaction, answers.problem(str(problem)))
        return
    refusal = await ask(interaction, session, SetOptions(given))
    await _report(interaction, session, refusal, answers.OPTIONS_CHANGED)


async def ask_options(interaction: Interaction, session: Session) -> None:
    """Open the options in a form for the host; show them to anybody else."""
    if interaction.user.id == session.record.host_id and session.record.status == "lobby":
        form = options_form(session)
        await answered(lambda: interaction.response.send_modal(form))
        return
    await answer(interaction, lobby.options_page(session.scene(None)))


def options_form(session: Session) -> ui.Modal:
    """All options of a game in one field, a line each.

    Stopped at once: `cogs/buttons.py` answers it by its custom id, also after a restart.
    """
    words = lobby.options_form(session.scene(None))
    form = ui.Modal(title=words.title, custom_id=f"m:{session.record.id}:options")
    field: ui.TextInput[Any] = ui.TextInput(
        style=discord.TextStyle.paragraph, default=words.text, max_length=1000, custom_id="options"
    )
    form.add_item(ui.Label(text=words.label, description=words.hint, component=field))
    form.stop()
    return form


def option_choices(kind: Any, typed: str) -> list[Choice]:
    """Autocomplete entries for an options text."""
    return choices(complete_options(kind, typed), typed)


def missing_permissions(interaction: Interaction) -> list[str]:
    """The permissions that a table needs and the bot lacks here, as Discord names them."""
    held = interaction.app_permissions
    needed = list(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    return [name.replace("_", " ").title() for name in needed if not getattr(held, name)]


async def _report(interaction: Interaction, session: Session, refusal: Refusal | None, done: str) -> None:
    await say(interaction, pages.refusal(session.scene(None), refusal) if refusal else done)


LOBBY_ACTS: dict[str, Callable[[Interaction, Session], Awaitable[None]]] = {
    "join": join,
    "leave": leave,
    "start": start,
    "options": ask_options,
    "end": end,
}


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Lobby(bot))
