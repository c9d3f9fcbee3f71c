"""What `/cardcrate` opens, by its option or by the buttons of its page."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from bot.door.press import press_of
from bot.rendering import answers, cardcrate
from bot.sessions.session import Session
from cogs import daily, fair, privacy, records, replay, settings
from cogs.ahead import decide_ahead
from cogs.base import Interaction, answer, here, meet, own_tables, say
from cogs.lobby import ask_end, bring, leave, tables_of
from cogs.rights import may_run

Do = Callable[[Interaction, Session], Awaitable[None]]
Tables = Callable[[Interaction], Awaitable[list[Session]]]


async def open_what(interaction: Interaction, what: str, table: int | None) -> None:
    """Open one of the choices, for a table if one is named."""
    if what in FOR_TABLES:
        await _for_a_table(interaction, what, table)
    elif what in FOR_ENDED:
        session = None if table is None else await interaction.client.sessions.get(table)
        if table is not None and session is None:
            await say(interaction, answers.no_such_table(table))
        else:
            await FOR_ENDED[what](interaction, session)
    else:
        await OPENINGS.get(what, show)(interaction)


async def show(interaction: Interaction) -> None:
    """Show all choices."""
    await answer(interaction, cardcrate.page())


async def pressed(what: str, interaction: Interaction, rest: str, values: list[str]) -> None:
    """Open what a button, or the select of tables, says."""
    chosen = values[0] if values else rest
    await open_what(interaction, what, int(chosen) if chosen.isdecimal() and len(chosen) < 16 else None)


async def _for_a_table(interaction: Interaction, what: str, table: int | None) -> None:
    """Do something with the intended table. Ask which if several fit."""
    tables_for, do = FOR_TABLES[what]
    if table is not None:
        session = await interaction.client.sessions.get(table)
        if session is None or session.record.guild_id != (interaction.guild_id or 0):
            own = {one.record.id: one for one in await own_tables(interaction)}
            session = own.get(table)
        if session is None:
            await say(interaction, answers.no_such_table(table))
            return
        await _do(interaction, session, do)
        return
    tables = await tables_for(interaction)
    if not tables:
        await say(interaction, answers.fixed(answers.NO_TABLE_FOR_THAT))
    elif len(tables) == 1:
        await _do(interaction, tables[0], do)
    else:
        await answer(interaction, cardcrate.which(what, [one.scene(None) for one in tables]))


async def _do(interaction: Interaction, session: Session, do: Do) -> None:
    meet(interaction, session)
    await session.learn_choices()
    await do(interaction, session)


async def _unhurried(interaction: Interaction) -> list[Session]:
    """Return the user's tables at which something may be decided ahead, as far as their pace goes."""
    return [session for session in await own_tables(interaction) if session.record.is_unhurried]


async def _to_end(interaction: Interaction) -> list[Session]:
    """Return the tables that a user has a say in ending: theirs, and the one here if they may run it."""
    own, session = await own_tables(interaction), await here(interaction)
    is_other = session is not None and session.record.id not in {one.record.id for one in own}
    return [session, *own] if session is not None and is_other and may_run(interaction, session) else own


async def _to_move(interaction: Interaction) -> list[Session]:
    """Return the user's tables in other channels of this server."""
    return [] if interaction.guild_id is None else await tables_of(interaction)


async def _move(interaction: Interaction, session: Session) -> None:
    if interaction.guild_id is None or session.record.guild_id != interaction.guild_id:
        await say(interaction, answers.fixed(answers.ONLY_IN_SERVERS))
    else:
        await bring(interaction, session)


async def _replay(interaction: Interaction, session: Session | None) -> None:
    """Show a finished game: the named one, the last one here, or all that the user can choose from."""
    session = session or await interaction.client.sessions.ended_at(interaction.channel_id or 0)
    if session is not None:
        await replay.turn(interaction, session, "0", [])
    else:
        await records.show_mine(interaction, None)


async def _deal(interaction: Interaction, session: Session | None) -> None:
    """Explain the deal, or give what checks the one of a table."""
    if session is None:
        await fair.explain(interaction)
    else:
        await fair.verify(interaction, session)


async def _settings(interaction: Interaction) -> None:
    await settings.show(interaction, "", [])


async def _stats(interaction: Interaction) -> None:
    await records.show_mine(interaction, None)


async def _download(interaction: Interaction) -> None:
    press_of(interaction).leave_message()
    await privacy.download(interaction)


OPENINGS: Final[dict[str, Callable[[Interaction], Awaitable[None]]]] = {
    "settings": _settings,
    "stats": _stats,
    "daily": daily.show_today,
    "privacy": privacy.show,
    "about": fair.about,
    "download": _download,
    "delete": privacy.ask_to_forget,
}
FOR_ENDED: Final[dict[str, Callable[[Interaction, Session | None], Awaitable[None]]]] = {
    "replay": _replay,
    "deal": _deal,
}
FOR_TABLES: Final[dict[str, tuple[Tables, Do]]] = {
    "ahead": (_unhurried, partial(decide_ahead, _rest="", _values=[])),
    "leave": (own_tables, leave),
    "end": (_to_end, ask_end),
    "move": (_to_move, _move),
}
"""What needs a table: those that fit, and what is done with the chosen one."""
HOUSE_ACTS: Final[dict[str, Callable[[Interaction, str, list[str]], Awaitable[None]]]] = {
    f"open-{what}": partial(pressed, what) for what in (*OPENINGS, *FOR_ENDED, *FOR_TABLES)
}
"""The controls of these pages. They belong to no table."""
