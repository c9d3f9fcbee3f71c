"""Buttons, selects and forms of all pages, answered by their custom ids, also after a restart.

A custom id is only a hint: the seat, the revision and the rules are checked again for every press.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from bot.app import Cardcrate
from bot.door.door import answer_error
from bot.door.press import press_of
from bot.rendering import answers
from bot.sessions.session import Session
from cogs import cardcrate, daily, saved_rules, settings
from cogs.absence import ABSENCE_ACTS, choose
from cogs.base import (
    BadControl,
    CardcrateCog,
    FreeAct,
    Interaction,
    Refused,
    TableAct,
    ValueAct,
    answering,
    go_home,
    note_presence,
    note_user,
    show_hand,
    welcome,
)
from cogs.cardcrate import GENERAL_ACTS
from cogs.computers import COMPUTER_ACTS, TABLE_ACTS
from cogs.daily import share_result
from cogs.fair import ask_words, save_words
from cogs.hand import HAND_ACTS, ORDER_ACTS, Pressed, submit_move
from cogs.lobby import LOBBY_ACTS, ask_end, end_without_game, save_time
from cogs.mention_requests import change_request
from cogs.opening import GAME_ACTS
from cogs.options import OPTION_ACTS, save_numbers
from cogs.player import all_tables, back_to_mine
from cogs.records import RECORD_ACTS
from cogs.rematch import AGAIN_ACTS, ENDED_ACTS
from cogs.replay import show_page, show_review
from cogs.rules import READING_ACTS
from cogs.user_menu import BLOCK_ACTS, INVITING_ACTS

CONTROL = re.compile(r"(?P<kind>[bs]):(?P<session>\d{1,15}):(?P<revision>\d{1,15}):(?P<act>.+)", re.ASCII)
FORM = re.compile(
    r"m:(?P<session>\d{1,15}):"
    r"(?:(?P<form>numbers|time|words|save)|(?P<revision>\d{1,15}):write (?P<verb>[a-z-]{1,20}))",
    re.ASCII,
)
FORMS = {"numbers": save_numbers, "time": save_time, "words": save_words, "save": saved_rules.save_name}
KINDS = {discord.ComponentType.button.value: "b", discord.ComponentType.string_select.value: "s"}


def _protect_hand(interaction: Interaction, session: Session | None, *, is_reading: bool = False) -> None:
    """Note the table that was pressed, and keep its message in a DM for its hand: other answers are new ones.

    Rules and lessons (`is_reading`) replace no hand in a DM, because nothing on them leads back to it.
    """
    press = press_of(interaction)
    press.session = session
    if session is None or press.dm_message is None:
        return
    if is_reading:
        press.leave_message()
    elif session.record.is_in_dm:
        press.hand_only = session.record.id


async def handle_press(interaction: Interaction) -> None:
    """Carry out what a control's custom id says. Nothing else in its message is trusted."""
    data: Any = interaction.data or {}
    match = CONTROL.fullmatch(str(data.get("custom_id", "")))
    if match is None or KINDS.get(data.get("component_type")) != match["kind"]:
        raise BadControl
    await act(interaction, match, [str(value) for value in data.get("values", ())])


async def act(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Find the session and carry out what the control says there."""
    word, _, rest = match["act"].partition(" ")
    number = int(match["session"])
    if word == "end" and interaction.client.pauses.lacks_game(number):
        await end_without_game(interaction, number)
        return
    session = await interaction.client.sessions.get(number) if number else None
    _protect_hand(interaction, session, is_reading=word in READING_ACTS)
    if word in READING_ACTS:
        await READING_ACTS[word](interaction, number, rest, values)
        return
    if word in FREE_ACTS:
        await FREE_ACTS[word](interaction, rest, values)
        return
    if session is None:
        raise Refused(answers.text_of(answers.TABLE_LONG_GONE))
    note_user(interaction, session)
    await session.learn_choices()  # controls from before a restart can depend on them
    await note_presence(interaction, session)
    if word in RETURN_ACTS:
        await welcome(interaction, session)
    handler = ACTS.get(word)
    if handler is None:
        raise Refused(answers.text_of(answers.CONTROL_OF_ANOTHER_VERSION))
    await handler(Pressed(interaction, session, int(match["revision"]), rest, values, match["act"]))


RETURN_ACTS: Final = frozenset(("move", "form", "write", "picked", "add", "done"))
"""Controls of a hand whose press gives a player their seat back from a stand-in."""


async def _choose_wait(pressed: Pressed) -> None:
    """Choose what happens to players whose time is up."""
    await choose(pressed.interaction, pressed.session, pressed.revision, pressed.rest)


Handler = Callable[[Pressed], Awaitable[None]]


def _for_table(do: TableAct) -> Handler:
    """Return the handler of an act that needs only the presser and the table."""
    return lambda pressed: do(pressed.interaction, pressed.session)


def _with_values(do: ValueAct) -> Handler:
    """Return the handler of an act that also needs the rest of its custom id and the chosen values."""
    return lambda pressed: do(pressed.interaction, pressed.session, pressed.rest, pressed.values)


ACTS: dict[str, Handler] = {
    **HAND_ACTS,
    "hand": _for_table(show_hand),
    "seen": _for_table(show_hand),
    "home": _for_table(go_home),
    "ending": _for_table(ask_end),
    "late": _choose_wait,
    "words": _for_table(ask_words),
    "review": _for_table(show_review),
    "share": _for_table(share_result),
    **{name: _for_table(do) for name, do in {**LOBBY_ACTS, **TABLE_ACTS, **ENDED_ACTS}.items()},
    **{
        name: _with_values(do)
        for name, do in {
            **OPTION_ACTS,
            **saved_rules.SAVED_ACTS,
            **COMPUTER_ACTS,
            **ABSENCE_ACTS,
            **AGAIN_ACTS,
            **ORDER_ACTS,
        }.items()
    },
    "replay": _with_values(show_page),
    "mention": _with_values(change_request),
}


FREE_ACTS: dict[str, FreeAct] = {
    "set": settings.change,
    "server": settings.change_server,
    "settings": settings.show,
    "quiet": settings.ask_hours,
    "forget": cardcrate.forget,
    "seconds": settings.ask_seconds,
    "setup": settings.show_server,
    "rules-saved": saved_rules.show,
    "unsave": saved_rules.remove,
    "all-tables": all_tables,
    "tables": back_to_mine,
    "daily": daily.carry_out,
    **GENERAL_ACTS,
    **GAME_ACTS,
    **RECORD_ACTS,
    **INVITING_ACTS,
    **BLOCK_ACTS,
}
"""Controls that belong to no session."""


class Buttons(CardcrateCog):
    """Takes every press and every form, whichever process made them. Each one gets an answer."""

    @CardcrateCog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Carry out a press or a form. Errors go to the handler that all interactions share."""
        handler = HANDLERS.get(interaction.type)
        if handler is None or not await self.bot.door.admits(interaction):
            return
        try:
            await handler(interaction)
        except Exception as error:  # noqa: BLE001 # one place answers every error
            await answer_error(interaction, error)


async def handle_form(interaction: Interaction) -> None:
    """Carry out what a form says."""
    data: Any = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    if await settings.submit_form(interaction, custom_id, field_values(data)):
        return
    match = FORM.fullmatch(custom_id)
    session = await interaction.client.sessions.get(int(match["session"])) if match else None
    _protect_hand(interaction, session)
    if session is None or match is None:
        raise Refused(answers.text_of(answers.FORM_DEAD))
    note_user(interaction, session)
    typed = field_values(data)
    if match["form"] is not None:
        await FORMS[match["form"]](interaction, session, typed)
        return
    text = next(iter(typed.values()), "")
    await submit_move(Pressed(interaction, session, int(match["revision"]), match["verb"], []), text)


HANDLERS: dict[discord.InteractionType, Callable[[Interaction], Awaitable[None]]] = {
    discord.InteractionType.component: answering(handle_press),
    discord.InteractionType.modal_submit: answering(handle_form),
}
"""Handlers of all interactions except commands, which go to the library's command tree."""


MAX_ENTERED_CHARACTERS: Final = 200
"""The longest text read from a form. No field accepts as many, but a forged form may send more."""


def field_values(data: Any) -> dict[str, str]:
    """Return the texts of a form's fields by their custom ids."""
    fields = [label["component"] for label in data["components"] if "component" in label]
    return {str(field["custom_id"]): str(field["value"])[:MAX_ENTERED_CHARACTERS] for field in fields}


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Buttons(bot))
