"""Tables in a position that a test chooses, moves as commands, and forged controls."""

from collections.abc import Collection
from typing import Any

import msgspec
import simcord

from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.engine.options import option_infos, option_text
from bot.rendering.commands import commands_of
from bot.rendering.page import Action, Button, Choice, Page, Select, button_rows
from bot.sessions import deadlines
from bot.sessions.session import Session
from bot.storage.records import Commit
from tests.helpers.guild import Player, Reply, SimGuild
from tests.helpers.walks import Walk
from tests.secrets.twins import KEY


async def put(guild: SimGuild, session: Session, position: dict[str, Any]) -> None:
    """Replace the table's position, with chance that's the same in both worlds."""
    game = session.game
    state = game.load(position, len(session.record.players), session.options)
    clock = game.clock(state)
    fields: dict[str, Any] = {
        "clock_key": clock.key if clock else None,
        "chance_key": KEY,
        "chance_counts": {},
    }
    await replaced(guild, session, game.deciders(state), position=game.dump(state), **fields)


async def replaced(guild: SimGuild, session: Session, called: Collection[Seat] = (), **fields: Any) -> None:
    """Change a stored table, as no user could, and show it."""
    before = session.record
    now = before.revision + 1
    record = msgspec.structs.replace(before, revision=now, version=before.version + 1, since=now, **fields)
    record = deadlines.with_calls(record, called)
    await guild.bot.store.commit(Commit(record=record))
    session.record, session.state = record, None
    if record.position is not None:
        session.state = session.game.load(record.position, len(record.players), session.options)
    guild.bot.publisher.show(session)
    await guild.settle()


async def typed(player: Player, guild: SimGuild, move: Move) -> Reply | None:
    """Type a move. Return the reply, or `None` if Discord itself wouldn't send the command."""
    try:
        return await player.slash("turn", move=str(move))
    except simcord.SetupError:
        return None


def options_of(walk: Walk) -> str:
    """Return a walk's options as they're typed."""
    values = msgspec.to_builtins(walk.options)
    names = [option.name for option in option_infos(walk.game.options)]
    return " ".join(f"{name}={option_text(values[name])}" for name in names)


async def completed(guild: SimGuild, session: Session, player: Player) -> list[list[str]]:
    """Return the completions of every option of the game's commands."""
    found: list[list[str]] = []
    for name in ("turn", *commands_of(session.game.id)):
        command: Any = guild.bot.tree.get_command(name)
        helped = [one.display_name for one in command.parameters if one.autocomplete]
        found += [await player.complete(command.name, option) for option in helped]
    return found


class Raw(Action, frozen=True):
    """A control whose custom id is exactly `act`."""

    def custom_id(self, kind: str) -> str:
        return self.act


async def forged(player: Player, action: Action, value: str | None = None, *, by_dm: bool = False) -> Reply:
    """Post and use a control that no present bot makes: a select if there's a value, or else a button."""
    dm = player.actor.user.dm_channel
    channel = dm if by_dm else player.guild.channel
    block = (
        Select("Choose", action, (Choice("this", value),))
        if value
        else button_rows([Button("Go", action)])[0]
    )
    number = await player.guild.bot.transport.post(channel.id, Page((block,)), nonce="", purpose="table")
    await player.guild.settle()
    message = next(one for one in channel.history() if one.id == number)
    return await (player.choose(message, "Choose", value) if value else player.press(message, "Go"))
