"""`/cardcrate`: everything without a command of its own, and users' control over their data."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from discord import app_commands

from bot.app import Cardcrate
from bot.door.press import press_of
from bot.door.rights import may_run
from bot.rendering import answers, cardcrate, mine
from bot.rendering.cardcrate import CHOICES
from bot.sessions.session import Session
from cogs import daily, fair, records, replay, settings
from cogs.base import (
    CardcrateCog,
    FreeAct,
    Interaction,
    Refused,
    TableAct,
    answer,
    command,
    live_here,
    note_user,
    own_tables,
    say,
)
from cogs.completing import choice, table_choices
from cogs.files import file, send_files
from cogs.hand import decide_ahead
from cogs.lobby import ask_end, ask_time, leave, relocate_here, tables_elsewhere


class General(CardcrateCog):
    """Settings, stats, replays, privacy, leaving."""

    @command(name="cardcrate", description="Everything else: settings, stats, replays, privacy, leaving")
    @app_commands.describe(open="What to open", table="Which table")
    @app_commands.choices(open=[choice(label, what) for what, label in CHOICES.items()])
    async def cardcrate(
        self,
        interaction: Interaction,
        open: str = "",  # noqa: A002 # what Discord shows as the option's name
        table: app_commands.Range[int, 1, 10**15 - 1] | None = None,
    ) -> None:
        """Open the chosen page, or show all choices."""
        await open_what(interaction, open, table)

    @cardcrate.autocomplete("table")
    async def _complete_table(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        ended = await self.bot.sessions.ended_at(interaction.channel_id or 0)
        tables = [*await own_tables(interaction), *([] if ended is None else [ended])]
        return table_choices(tables, typed)


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(General(bot))


Do = TableAct
Tables = Callable[[Interaction], Awaitable[list[Session]]]


async def open_what(interaction: Interaction, what: str, table: int | None) -> None:
    """Open one of the choices, for the table with this number if there's one."""
    if what in FOR_TABLES:
        await _use_table(interaction, what, table)
    elif what in FOR_ENDED:
        session = None if table is None else await interaction.client.sessions.get(table)
        if table is not None and session is None:
            raise Refused(answers.no_such_table(table))
        await FOR_ENDED[what](interaction, session)
    else:
        await OPENINGS.get(what, show_choices)(interaction)


async def show_choices(interaction: Interaction) -> None:
    """Show all choices."""
    await answer(interaction, cardcrate.page())


async def open_from_page(what: str, interaction: Interaction, rest: str, values: list[str]) -> None:
    """Open the page of a button, or for the table that was chosen in a select."""
    chosen = values[0] if values else rest
    await open_what(interaction, what, int(chosen) if chosen.isdecimal() and len(chosen) < 16 else None)


async def _use_table(interaction: Interaction, what: str, table: int | None) -> None:
    """Do something with the table that the user means. Ask which one if several fit."""
    tables_for, do = FOR_TABLES[what]
    if table is not None:
        session = await interaction.client.sessions.get(table)
        if session is None or session.record.guild_id != (interaction.guild_id or 0):
            own = {one.record.id: one for one in await own_tables(interaction)}
            session = own.get(table)
        if session is None:
            raise Refused(answers.no_such_table(table))
        await _do(interaction, session, do)
        return
    tables = await tables_for(interaction)
    if not tables:
        # Raises if the user's only table can't be read.
        await interaction.client.sessions.of(interaction.user.id)
        raise Refused(answers.text_of(answers.NO_TABLE_FOR_THAT))
    if len(tables) == 1:
        await _do(interaction, tables[0], do)
    else:
        await answer(interaction, cardcrate.which_table(what, [one.scene(None) for one in tables]))


async def _do(interaction: Interaction, session: Session, do: Do) -> None:
    note_user(interaction, session)
    await session.learn_choices()
    await do(interaction, session)


async def _slow_tables(interaction: Interaction) -> list[Session]:
    """Return the user's tables whose pace is slow enough to decide ahead."""
    return [session for session in await own_tables(interaction) if session.record.is_unhurried]


async def _hosted_lobbies(interaction: Interaction) -> list[Session]:
    """Return the lobbies that a user hosts."""
    found, host = await own_tables(interaction), interaction.user.id
    return [one for one in found if one.record.status == "lobby" and one.record.host_id == host]


async def _tables_to_end(interaction: Interaction) -> list[Session]:
    """Return the tables that a user can end or vote on: theirs, and the one here if they moderate it."""
    own, session = await own_tables(interaction), await live_here(interaction)
    is_other = session is not None and session.record.id not in {one.record.id for one in own}
    may_end = session is not None and is_other and may_run(interaction, session.record)
    return [session, *own] if session is not None and may_end else own


async def _tables_to_move(interaction: Interaction) -> list[Session]:
    """Return the user's tables in other channels of this server."""
    return [] if interaction.guild_id is None else await tables_elsewhere(interaction)


async def _move(interaction: Interaction, session: Session) -> None:
    if interaction.guild_id is None or session.record.guild_id != interaction.guild_id:
        raise Refused(answers.text_of(answers.ONLY_IN_SERVERS))
    await relocate_here(interaction, session)


async def _replay(interaction: Interaction, session: Session | None) -> None:
    """Show a finished game: the named one, or the last one here, or else a list of the user's games."""
    session = session or await interaction.client.sessions.ended_at(interaction.channel_id or 0)
    if session is not None:
        await replay.show_page(interaction, session, "0", [])
    else:
        await records.show_mine(interaction, None)


async def _deal(interaction: Interaction, session: Session | None) -> None:
    """Explain the fair deal, or send the files that verify a table's deal."""
    if session is None:
        await fair.explain(interaction)
    else:
        await fair.verify(interaction, session)


async def _download(interaction: Interaction) -> None:
    press_of(interaction).leave_message()
    await download(interaction)


async def show_privacy(interaction: Interaction) -> None:
    """Show the data stored about a user, with buttons to download and delete it."""
    tables = await interaction.client.store.tables_of(interaction.user.id)
    await answer(interaction, cardcrate.privacy(tables))


async def download(interaction: Interaction) -> None:
    """Send the asker, and nobody else, everything stored about them as JSON."""
    raw = await interaction.client.store.export_of(interaction.user.id)
    exported = await asyncio.to_thread(file, raw, "cardcrate-export.json")
    await send_files(interaction, "", [exported])


async def ask_to_forget(interaction: Interaction) -> None:
    """Ask for confirmation before a user's data is deleted, and list the tables they'd leave."""
    staying = await interaction.client.sessions.tables_of(interaction.user.id)
    tables = [mine.name_with_game(session.scene(None)) for session in staying]
    await answer(interaction, answers.confirm_delete(tables))


async def forget(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """Delete everything stored about the presser."""
    is_gone = await interaction.client.sessions.forget(interaction.user.id)
    await say(interaction, answers.text_of(answers.DATA_DELETED if is_gone else answers.DATA_DELETED_SOON))


OPENINGS: Final[dict[str, Callable[[Interaction], Awaitable[None]]]] = {
    "settings": partial(settings.show, rest="", _values=[]),
    "stats": partial(records.show_mine, game=None),
    "daily": daily.show_today,
    "privacy": show_privacy,
    "about": fair.about,
    "download": _download,
    "delete": ask_to_forget,
}
FOR_ENDED: Final[dict[str, Callable[[Interaction, Session | None], Awaitable[None]]]] = {
    "replay": _replay,
    "deal": _deal,
}
FOR_TABLES: Final[dict[str, tuple[Tables, Do]]] = {
    "ahead": (_slow_tables, partial(decide_ahead, _rest="", _values=[])),
    "time": (_hosted_lobbies, ask_time),
    "leave": (own_tables, leave),
    "end": (_tables_to_end, ask_end),
    "move": (_tables_to_move, _move),
}
"""Choices that need a table: a function that finds the possible ones, and one that uses the chosen one."""
GENERAL_ACTS: Final[dict[str, FreeAct]] = {
    f"open-{what}": partial(open_from_page, what) for what in (*OPENINGS, *FOR_ENDED, *FOR_TABLES)
}
"""Controls of these pages, which belong to no table."""
