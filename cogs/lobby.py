"""`/game`: joining, starting, ending; how a table is opened is in `cogs/opening.py`."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from discord import app_commands

from bot.app import Cardcrate
from bot.delivery.offload import at_once
from bot.engine.draft import Refusal
from bot.engine.options import complete_options
from bot.games import GAMES
from bot.players.computers import CHARACTERS, LEVELS, known_level
from bot.rendering import answers, choosing, fair, lobby, pages, words
from bot.rendering.computers import LEVELS as LEVEL_NAMES
from bot.rendering.computers import NAMES
from bot.rendering.paces import LABELS, PACES
from bot.sessions import frame
from bot.sessions.frame import End, Relocate
from bot.sessions.lobby import GiveUpSeat, Join, Start, TakeOver
from bot.sessions.requests import Click
from bot.sessions.session import Session
from cogs.base import (
    CardcrateCog,
    Choice,
    Interaction,
    answer,
    ask,
    choices,
    computer_named,
    computers_here,
    fitting,
    here,
    last_here,
    meet,
    met_at,
    note_presence,
    report,
    report_refusal,
    say,
)
from cogs.company import said_by_beacon, say_dealt, seat_computer, send_home
from cogs.mine import show_mine
from cogs.opening import is_refused, missing_permissions, not_allowed, open_here, show_games
from cogs.options import set_options, show_options
from cogs.rights import may_run

PACE_CHOICES = [app_commands.Choice(name=LABELS[pace], value=pace) for pace in PACES]
GAME_CHOICES = [app_commands.Choice(name=game.name, value=game.id) for game in GAMES.values()]


class Lobby(CardcrateCog):
    """The commands of a table before and around its game."""

    game = app_commands.Group(name="game", description="Open a table, join, start, end")

    @game.command(name="new", description="Open a table for a card game in this channel")
    @app_commands.describe(
        game="Which game, by any of its names",
        options="name=value, for example threshold=300",
        pace="How much time a turn has; left out: what this server usually plays",
    )
    @app_commands.choices(pace=PACE_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        game: str | None = None,
        options: str = "",
        pace: str = "",
    ) -> None:
        """Open a lobby, or show the games when none is named."""
        if game is None:
            await show_games(interaction)
            return
        game_id = choosing.game_called(GAMES, game)
        if game_id is None:
            await show_games(interaction, note=answers.no_such_game(game))
            return
        await open_here(interaction, game_id, options, pace)

    @new.autocomplete("game")
    async def _complete_game(self, _interaction: Interaction, typed: str) -> list[Choice]:
        return [
            app_commands.Choice(name=label, value=game_id) for game_id, label in choosing.named(GAMES, typed)
        ]

    @new.autocomplete("options")
    async def _complete_new(self, interaction: Interaction, typed: str) -> list[Choice]:
        chosen = choosing.game_called(GAMES, str(interaction.namespace.game))
        return [] if chosen is None else option_choices(GAMES[chosen].options, typed)

    @game.command(name="join", description="Take a seat at this channel's table")
    async def join(self, interaction: Interaction) -> None:
        """Take a seat."""
        await self._with_table(interaction, join_unseen)

    @game.command(name="leave", description="Leave this channel's table")
    async def leave(self, interaction: Interaction) -> None:
        """Give the seat back, or leave the running game."""
        await self._with_table(interaction, leave)

    @game.command(name="options", description="Change the options before the game starts, or show them")
    @app_commands.describe(options="name=value, for example threshold=300; leave out to choose from lists")
    async def options(self, interaction: Interaction, options: str = "") -> None:
        """Change or show the options."""
        await self._with_table(interaction, partial(set_options, text=options) if options else show_options)

    @options.autocomplete("options")
    async def _complete_options(self, interaction: Interaction, typed: str) -> list[Choice]:
        session = await here(interaction)
        return [] if session is None else option_choices(session.game.options, typed)

    @game.command(name="start", description="Deal the cards")
    async def start(self, interaction: Interaction) -> None:
        """Deal."""
        await self._with_table(interaction, start)

    @game.command(name="add-computer", description="Seat a computer at this channel's table")
    @app_commands.describe(level="How strong it plays", character="Who sits down; left out: anybody")
    @app_commands.choices(
        level=[app_commands.Choice(name=LEVEL_NAMES[level], value=level) for level in LEVELS],
        character=[app_commands.Choice(name=NAMES[name], value=name) for name in CHARACTERS],
    )
    async def add_computer(
        self, interaction: Interaction, level: str = "medium", character: str | None = None
    ) -> None:
        """Seat a computer."""
        seat = partial(seat_computer, level=known_level(level), character=character)
        await self._with_table(interaction, seat)

    @game.command(name="remove-computer", description="Send a computer of this channel's table home")
    @app_commands.describe(computer="Which one; left out: the one that came last")
    async def remove_computer(self, interaction: Interaction, computer: str = "") -> None:
        """Let a computer get up."""
        await self._with_table(interaction, partial(send_named_home, typed=computer))

    @remove_computer.autocomplete("computer")
    async def _complete_computer(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await computers_here(interaction, typed)

    @game.command(name="end", description="End this channel's game for everybody")
    async def end(self, interaction: Interaction) -> None:
        """End the game: moderators at once, players when they are sure, the host alone and others by vote."""
        await self._with_table(interaction, ask_end)

    @game.command(name="move", description="Carry on a table of this server in this channel")
    @app_commands.describe(table="The number of the table; yours when you have only one in this server")
    async def move(self, interaction: Interaction, table: int | None = None) -> None:
        """Bring a table here, above all one whose channel was deleted."""
        if interaction.guild_id is None:
            await say(interaction, answers.fixed(answers.ONLY_IN_SERVERS))
            return
        session = await movable(interaction, table)
        if session is not None:
            await bring(interaction, session)

    @move.autocomplete("table")
    async def _complete_move(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        sessions = await tables_of(interaction)
        named = [(answers.table_entry(one.record.id, one.game.name), one.record.id) for one in sessions]
        return [app_commands.Choice(name=name, value=number) for name, number in fitting(named, typed)]

    @game.command(name="status", description="What is being played in this channel")
    async def status(self, interaction: Interaction) -> None:
        """Show the table to the asker alone, also after the end."""
        await look(interaction)

    @game.command(name="mine", description="Your tables everywhere, your turn first; only you see them")
    async def mine(self, interaction: Interaction) -> None:
        """The asker's tables, wherever they are."""
        await show_mine(interaction)

    @game.command(name="list", description="All tables of this server")
    async def list(self, interaction: Interaction) -> None:
        """All live tables of the server; in a DM those of the asker."""
        if interaction.guild_id is None:
            await show_mine(interaction)
            return
        records = await self.bot.sessions.in_guild(interaction.guild_id)
        await say(interaction, lobby.tables(records, GAMES))

    async def _with_table(
        self, interaction: Interaction, do: Callable[[Interaction, Session], Awaitable[None]]
    ) -> None:
        session = await met_at(interaction, await here(interaction))
        if session is None:
            return
        await note_presence(interaction, session)
        await do(interaction, session)


async def send_named_home(interaction: Interaction, session: Session, typed: str) -> None:
    """Let the computer get up that a command names; the one that came last when it names none."""
    await send_home(interaction, session, computer_named(session, typed) if typed else None)


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
    channel_id = interaction.channel_id or 0
    refusal = await interaction.client.pauses.relocate(
        session,
        interaction.user.id,
        Relocate(channel_id, moderator=may_run(interaction, session)),
        Click(interaction.id),
    )
    if refusal is None and await is_refused(interaction, session, channel_id):
        refusal = Refusal("no-posts", {"channel": channel_id})
    await report(interaction, session, refusal, answers.table_here(session.record.id))


async def join_unseen(interaction: Interaction, session: Session) -> None:
    """Take a seat; who cannot have seen the seal of the deal, because nothing shows it yet, sees it first."""
    scene = session.scene(None)
    if (
        scene.status != "lobby"
        or scene.sealed is None
        or await interaction.client.publisher.has_shown(session)
    ):
        await join(interaction, session)
    else:
        await answer(interaction, fair.join_page(scene))


async def join(interaction: Interaction, session: Session) -> None:
    """Take a seat."""
    refusal = await ask(interaction, session, Join())
    meet(interaction, session)
    if refusal is None:
        interaction.client.replies.keep(session.record.id, interaction)
    await report(interaction, session, refusal, lobby.seated(session.scene(None)))


async def leave(interaction: Interaction, session: Session) -> None:
    """Give the seat back; in a running game only after a confirmation, because there is no way back."""
    if session.record.status == "playing" and session.seat_of(interaction.user.id) is not None:
        scene = session.scene(session.seat_of(interaction.user.id))
        await answer(interaction, answers.ask_to_leave(scene))
        return
    if await found_closed(interaction, session):
        return
    refusal = await ask(interaction, session, GiveUpSeat())
    await report(interaction, session, refusal, answers.fixed(answers.LEFT))


async def start(interaction: Interaction, session: Session) -> None:
    """Deal."""
    await say_dealt(
        interaction,
        session,
        await ask(interaction, session, Start(await said_by_beacon(interaction, session))),
    )


async def take_over(interaction: Interaction, session: Session) -> None:
    """Become host in place of one who is away; the lobby itself says so."""
    refusal = await ask(interaction, session, TakeOver())
    await report_refusal(interaction, session, refusal)


async def ask_end(interaction: Interaction, session: Session) -> None:
    """End or vote; who plays is asked whether it is meant."""
    if session.record.status == "lobby" and may_close(interaction, session):
        await ask_close(interaction, session)
        return
    scene, user_id = session.scene(None), interaction.user.id
    if may_run(interaction, session):
        await end(interaction, session)
    elif user_id == session.record.host_id:
        await answer(interaction, answers.ask_to_end(scene))
    elif session.record.status == "playing" and frame.may_vote(session, user_id):
        needed, voters = frame.votes_needed(session), len(frame.voters(session))
        await answer(interaction, answers.ask_to_end(scene, needed=needed, voters=voters))
    else:
        await end(interaction, session)


async def ask_close(interaction: Interaction, session: Session) -> None:
    """Ask whether the lobby is to be closed."""
    await answer(interaction, lobby.ask_to_close(session.scene(None)))


def may_close(interaction: Interaction, session: Session) -> bool:
    """Whether the user may close the table for everybody."""
    return interaction.user.id == session.record.host_id or may_run(interaction, session)


async def end(interaction: Interaction, session: Session) -> None:
    """End the game, or vote for it."""
    if await found_closed(interaction, session):
        return
    is_lobby = session.record.status == "lobby"
    refusal = await ask(interaction, session, End(moderator=may_run(interaction, session)))
    record = session.record
    votes = answers.vote_counted(len(record.end_votes))
    ended = answers.fixed(answers.TABLE_CLOSED) if is_lobby else answers.fixed(answers.GAME_ENDED)
    done = ended if record.status == "cancelled" else votes
    await report(interaction, session, refusal, done)


async def found_closed(interaction: Interaction, session: Session) -> bool:
    """Say so when the table is closed: a control may have been left over, and what was played stands."""
    closed = words.closed(session.record.status)
    if closed is not None:
        await say(interaction, closed)
    return closed is not None


async def look(interaction: Interaction) -> None:
    """Show the channel's table to the asker alone, or the last one, when no game goes on."""
    session = await met_at(interaction, await last_here(interaction))
    if session is not None:
        await show_table(interaction, session)


async def show_table(interaction: Interaction, session: Session) -> None:
    """Show a table as it is, or how it ended, to the asker alone."""
    await session.learn_choices()
    await interaction.client.names.learn(session)
    is_players = session.seat_of(interaction.user.id) is not None
    scene = session.table() if is_players else session.scene(None)
    closed = words.closed(session.record.status)
    page = await at_once(lambda one: pages.noted(pages.table(one), closed), scene)
    await answer(interaction, pages.dated(scene, page, interaction.client.clock()))


def option_choices(kind: Any, typed: str) -> list[Choice]:
    """Autocomplete entries for an options text."""
    return choices(complete_options(kind, typed), typed)


async def more(interaction: Interaction, session: Session) -> None:
    """What the lobby offers beside playing."""
    if session.record.status != "lobby":
        await say(interaction, words.closed(session.record.status) or answers.fixed(answers.ALREADY_STARTED))
        return
    page = lobby.more(
        session.scene(None),
        is_host=interaction.user.id == session.record.host_id,
        is_seated=session.seat_of(interaction.user.id) is not None and not session.record.is_alone,
        may_close=may_close(interaction, session),
    )
    await answer(interaction, page)


LOBBY_ACTS: dict[str, Callable[[Interaction, Session], Awaitable[None]]] = {
    "join": join,
    "leave": leave,
    "start": start,
    "takeover": take_over,
    "options": show_options,
    "close": ask_close,
    "end": end,
}


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Lobby(bot))
