"""`/turn`: make any move by typing, in a channel, in a DM, and in servers without the bot."""

import re
from typing import Final

from discord import app_commands

from bot.app import Cardcrate
from bot.engine.contract import Malformed
from bot.engine.moves import Leave, Move, fields_of
from bot.engine.notation import parse_move
from bot.engine.spelling import key, plain
from bot.rendering import answers, lobby, turning
from bot.rendering.turning import Entry
from bot.sessions.frame import is_in
from bot.sessions.histories import is_turn, waiting_for
from bot.sessions.session import Session
from cogs.base import (
    CardcrateCog,
    Choice,
    Interaction,
    Refused,
    command,
    explain_malformed,
    kinds_of,
    live_here,
    make_typed_move,
    move_of,
    note_user,
    seen,
)
from cogs.lobby import leave

MAX_TABLES: Final = 4
"""The most tables whose moves are listed. More would push each other out of the list."""
ACT: Final = "move"
"""The act of a move's button. A chosen entry counts as a press of it."""


class Turn(CardcrateCog):
    """The command that makes a move by its name."""

    @command(name="turn", description="Make your move: pick it from the list")
    @app_commands.describe(move="Narrow the list with a word, or type the whole move")
    async def turn(self, interaction: Interaction, move: app_commands.Range[str, 1, 200]) -> None:
        """Make the move that was chosen or typed."""
        if (chosen := turning.parse_choice(move)) is not None:
            await make_chosen(interaction, *chosen)
        else:
            await make_typed(interaction, move)

    @turn.autocomplete("move")
    async def _complete_move(self, interaction: Interaction, typed: str) -> list[Choice]:
        sessions = await tables_to_play(interaction)
        found = [entry for _, entries in await move_entries(interaction, sessions) for entry in entries]
        return [Choice(name=one.name, value=one.value) for one in turning.matching(found, typed)]


async def tables_to_play(interaction: Interaction) -> list[Session]:
    """Return this channel's table if it's the user's turn there, or else their most urgent ones elsewhere."""
    sessions, user_id = interaction.client.sessions, interaction.user.id
    session = await live_here(interaction)
    if session is not None and session.seat_of(user_id) is not None and is_turn(sessions, session, user_id):
        return [session]
    return (await waiting_for(sessions, user_id))[:MAX_TABLES]


async def move_entries(interaction: Interaction, tables: list[Session]) -> list[tuple[Session, list[Entry]]]:
    """Return each table with the entries of its moves."""
    found = []
    for session in tables:
        scene = await seen(interaction, session)
        found.append((session, turning.entries(scene, is_one_of_several=len(tables) > 1)))
    return found


async def make_chosen(interaction: Interaction, table: int, revision: int, text: str) -> None:
    """Make the move of a chosen entry. Like an old button, it's refused once its decision is over."""
    session = await interaction.client.sessions.get(table)
    if session is None:
        raise Refused(answers.text_of(answers.TABLE_LONG_GONE))
    note_user(interaction, session)
    try:
        move = parse_move(session.game, text, len(session.record.players))
    except Malformed as problem:
        raise Refused(answers.text_of(answers.UNREADABLE)) from problem
    await make_typed_move(interaction, session, move, revision, f"{ACT} {text}")


async def make_typed(interaction: Interaction, text: str) -> None:
    """Make a move typed as its name in the list, or in the notation."""
    tables = await tables_to_play(interaction)
    for session, entries in await move_entries(interaction, tables):
        named = next((one for one in entries if key(one.name) == key(text)), None)
        chosen = None if named is None else turning.parse_choice(named.value)
        if chosen is not None:
            await make_chosen(interaction, session.record.id, session.record.revision, chosen[2])
            return
    await _make_notated(interaction, await _meant_table(interaction, tables), text, is_up=bool(tables))


async def _make_notated(interaction: Interaction, session: Session, text: str, *, is_up: bool) -> None:
    """Make a move typed in the notation. `is_up` if any table waits for the user."""
    note_user(interaction, session)
    try:
        move = parse_typed(session, text)
    except Malformed as problem:
        why = explain_malformed(problem) if is_up else await _why_nothing(interaction, session)
        raise Refused(why) from problem
    if isinstance(move, Leave):
        await leave(interaction, session)
        return
    await make_typed_move(interaction, session, move)


async def _meant_table(interaction: Interaction, tables: list[Session]) -> Session:
    """Return the table that a typed move means: the one here if the user plays, else their most urgent."""
    session, user_id = await live_here(interaction), interaction.user.id
    if session is not None and is_in(session, user_id):
        return session
    if found := tables or await interaction.client.sessions.tables_of(user_id):
        return found[0]
    if session is None or session.seat_of(user_id) is None:
        raise Refused(answers.text_of(answers.NO_TABLE))
    return session  # they've left it, and its refusal says so


async def _why_nothing(interaction: Interaction, session: Session) -> str:
    """Return that there's nothing to do, with the player whose turn it is or the way to begin."""
    scene = await seen(interaction, session)
    return lobby.not_dealt_line(scene) if session.state is None else turning.nothing_to_do(scene)


def parse_typed(session: Session, text: str) -> Move:
    """Parse a typed move: `acquire 7`, `place 5C 9S`, `play card:8S suit:H`. Raises Malformed.

    A move with a single option can be typed without its name: `acquire 7`.
    """
    verb, _, rest = text.strip().removeprefix("/").partition(" ")
    kind = kinds_of(session).get(plain(verb))
    if kind is None:
        raise Malformed(verb)
    names = [field.encode_name for field in fields_of(kind)]
    given: dict[str, str] = {}
    if names and (marks := list(re.finditer(rf"(?:^|\s)({'|'.join(map(re.escape, names))}):", rest))):
        ends = [*(mark.start() for mark in marks[1:]), len(rest)]
        given = {mark[1]: rest[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)}
    elif len(names) == 1 and rest.strip():
        given = {names[0]: rest.strip()}
    return move_of(session, kind, {name: value.strip('"') for name, value in given.items()})


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Turn(bot))
