"""Buttons and selects: every control of every page, answered by its custom id, also after a restart.

The custom id is only a hint: seat, revision and legality are judged again on arrival.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import ui

from bot.app import Cardcrate, answer_error, came_too_late
from bot.delivery.answering import answered
from bot.engine.contract import Malformed
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.engine.notation import build_move, parse_move
from bot.engine.reasons import why_not
from bot.rendering import answers, pages, words
from bot.rendering.face import Writing
from bot.rendering.panel import chosen_cards
from bot.rendering.rules import rules_page
from bot.sessions.requests import Resume, is_stale
from bot.sessions.session import Session
from cogs import privacy, settings
from cogs.base import CardcrateCog, Interaction, answer, ask, kinds_of, make_move, note_name, say, show_hand
from cogs.lobby import LOBBY_ACTS, set_options

TEMPLATE = r"(?P<session>\d{1,15}):(?P<revision>\d{1,15}):(?P<act>.+)"
FORM = r"m:(?P<session>\d{1,15}):(?:options|(?P<revision>\d{1,15}):write (?P<verb>[a-z-]{1,20}))"


class PressedButton(ui.DynamicItem[ui.Button[Any]], template="b:" + TEMPLATE):
    """A button of one of our pages."""

    def __init__(self, item: ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.match = match

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> "PressedButton":
        assert isinstance(item, ui.Button)
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await act(interaction, self.match, self.match["act"], [])


class ChosenSelect(ui.DynamicItem[ui.Select[Any]], template="s:" + TEMPLATE):
    """A select of one of our pages."""

    def __init__(self, item: ui.Select[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.match = match

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> "ChosenSelect":
        assert isinstance(item, ui.Select)
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await act(interaction, self.match, self.match["act"], self.item.values)


async def act(interaction: Interaction, match: re.Match[str], what: str, values: list[str]) -> None:
    """Find the session and carry out what the control says; errors go to the one handler."""
    if came_too_late(interaction):
        return
    try:
        word, _, rest = what.partition(" ")
        if word in FREE_ACTS:
            await FREE_ACTS[word](interaction, rest, values)
            return
        session = await interaction.client.sessions.get(int(match["session"]))
        if session is None:
            await say(interaction, answers.TABLE_LONG_GONE)
            return
        note_name(session, interaction.user)
        door = ACTS.get(word)
        if door is None:
            await say(interaction, answers.CONTROL_OF_ANOTHER_VERSION)
            return
        await door(Pressed(interaction, session, int(match["revision"]), rest, values))
    except Exception as error:  # noqa: BLE001 # the edge: whatever happens is answered in one place
        await answer_error(interaction, error)


async def turn_to_rules(interaction: Interaction, rest: str, values: list[str]) -> None:
    """Show a section of a game's rules; rules belong to no session and never grow stale."""
    game_id, _, section = rest.partition(" ")
    number = (values or [section])[0]
    rules = interaction.client.rules.get(game_id)
    if rules is None:
        await say(interaction, answers.UNKNOWN_GAME)
        return
    await answer(interaction, rules_page(game_id, rules, int(number) if number.isdigit() else None))


FREE_ACTS: dict[str, Callable[[Interaction, str, list[str]], Awaitable[None]]] = {
    "rules": turn_to_rules,
    "set": settings.change,
    "forget": privacy.forget,
}
"""Controls that belong to no session."""


class Pressed:
    """One press of a control: by whom, on which session, made at which revision, with what."""

    def __init__(
        self, interaction: Interaction, session: Session, revision: int, rest: str, values: list[str]
    ) -> None:
        self.interaction = interaction
        self.session = session
        self.revision = revision
        self.rest = rest
        self.values = values

    async def move(self, text: str) -> None:
        """Make the move a control stands for and show the hand anew."""
        try:
            move = parse_move(self.session.game, text, len(self.session.record.players))
        except Malformed:
            await say(self.interaction, words.HOST_REFUSALS["stale"]({}))
            return
        await self.make(move)

    async def make(self, move: Move) -> None:
        """Make a move and show the hand anew."""
        refusal = await make_move(self.interaction, self.session, move, self.revision)
        await show_hand(self.interaction, self.session, refusal)

    def writing(self, verb: str) -> Writing | None:
        """What this user may write for a verb now; None when the page speaks of an earlier decision."""
        seat = self.session.seat_of(self.interaction.user.id)
        if seat is None or self.outdated:
            return None
        scene = self.session.scene(seat)
        return pages.face_of(scene).writings(scene).get(verb)

    @property
    def outdated(self) -> bool:
        """Whether the page speaks of an earlier decision of this user."""
        seat = self.session.seat_of(self.interaction.user.id)
        return seat is not None and is_stale(self.session, seat, self.revision)


async def _move(pressed: Pressed) -> None:
    await pressed.move(pressed.values[0] if pressed.rest.endswith("*") else pressed.rest)


async def _hand(pressed: Pressed) -> None:
    await show_hand(pressed.interaction, pressed.session)


async def _wake(pressed: Pressed) -> None:
    """Carry an idle table on."""
    interaction, session = pressed.interaction, pressed.session
    refusal = await ask(interaction, session, Resume())
    await show_hand(interaction, session, refusal)


async def _why(pressed: Pressed) -> None:
    """Everything the asker may not do now, with the reason."""
    session = pressed.session
    seat = session.seat_of(pressed.interaction.user.id)
    explains = pages.face_of(session.scene(None)).explains
    if seat is None or session.record.status != "playing" or not explains:
        await show_hand(pressed.interaction, session)
        return
    refused = why_not(session.game, session.state, seat)
    await answer(pressed.interaction, pages.reasons(session.scene(seat), refused))


async def _log(pressed: Pressed) -> None:
    """The game's moves as sentences, as far as the asker may know them."""
    session = pressed.session
    history = await pressed.interaction.client.store.history(session.record.id)
    seat = session.seat_of(pressed.interaction.user.id)
    lines = pages.log_lines(session.scene(seat), session.retold(history, seat))
    number = int(pressed.rest) if pressed.rest.isdigit() else None
    await answer(pressed.interaction, pages.log(session.scene(seat), lines, number))


async def _form(pressed: Pressed) -> None:
    known, _, _ = pressed.rest.partition(" #")  # behind it: which of several selects it was
    form = None if pressed.outdated else known.replace("*", (pressed.values or [""])[0])
    await show_hand(pressed.interaction, pressed.session, form=form)


async def _write(pressed: Pressed) -> None:
    """Open the form of a verb whose option is written."""
    writing = pressed.writing(pressed.rest)
    if writing is None:
        await show_hand(pressed.interaction, pressed.session, Refusal("stale"))
        return
    form = writing_form(pressed, writing)
    await answered(lambda: pressed.interaction.response.send_modal(form))


def writing_form(pressed: Pressed, writing: Writing) -> ui.Modal:
    """A form with one field; stopped at once, because `submitted` answers it by its custom id."""
    session, verb = pressed.session, pressed.rest
    custom_id = f"m:{session.record.id}:{pressed.revision}:write {verb}"
    title = pages.face_of(session.scene(None)).verbs[verb]
    form = ui.Modal(title=title[:45], custom_id=custom_id)
    field: ui.TextInput[Any] = ui.TextInput(max_length=writing.most, custom_id=writing.option)
    form.add_item(ui.Label(text=writing.title, description=writing.hint, component=field))
    form.stop()
    return form


async def _written(pressed: Pressed, text: str) -> None:
    """Make the move whose option was written."""
    verb, session = pressed.rest, pressed.session
    writing = pressed.writing(verb)
    if writing is None:
        await show_hand(pressed.interaction, session, Refusal("stale"))
        return
    options = {writing.option: text}
    await pressed.make(build_move(kinds_of(session)[verb], options, len(session.record.players)))


async def _picked(pressed: Pressed) -> None:
    """A multiple select holds the whole choice."""
    mask = sum(1 << int(value) for value in pressed.values)
    await _place(pressed, pressed.rest.split(" ")[0], mask)


async def _add(pressed: Pressed) -> None:
    """A select of one suit adds a card to the choice."""
    verb, mask, *_ = pressed.rest.split(" ")
    if pressed.outdated:
        await show_hand(pressed.interaction, pressed.session)
        return
    chosen = int(mask, 16) | sum(1 << int(value) for value in pressed.values)
    seat = pressed.session.seat_of(pressed.interaction.user.id)
    if seat is None:
        await show_hand(pressed.interaction, pressed.session)
        return
    await answer(pressed.interaction, pages.picking(pressed.session.scene(seat), verb, chosen))


async def _done(pressed: Pressed) -> None:
    verb, mask = pressed.rest.split(" ")
    await _place(pressed, verb, int(mask, 16))


async def _place(pressed: Pressed, verb: str, mask: int) -> None:
    seat = pressed.session.seat_of(pressed.interaction.user.id)
    if seat is None or pressed.outdated:
        await show_hand(pressed.interaction, pressed.session)
        return
    scene = pressed.session.scene(seat)
    pick = pages.face_of(scene).picks(scene).get(verb)
    if pick is None:
        await show_hand(pressed.interaction, pressed.session)
        return
    await pressed.move(f"{verb} {pick.option}:{','.join(chosen_cards(pick, mask))}")


Door = Callable[[Pressed], Awaitable[None]]

ACTS: dict[str, Door] = {
    "move": _move,
    "hand": _hand,
    "home": _hand,
    "wake": _wake,
    "form": _form,
    "write": _write,
    "picked": _picked,
    "add": _add,
    "done": _done,
    "log": _log,
    "why": _why,
    **LOBBY_ACTS,
}


class Buttons(CardcrateCog):
    """Registers the controls, and answers those that nothing else knows."""

    async def cog_load(self) -> None:
        self.bot.add_dynamic_items(PressedButton, ChosenSelect)

    async def cog_unload(self) -> None:
        self.bot.remove_dynamic_items(PressedButton, ChosenSelect)

    @CardcrateCog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Forms, and controls whose custom id is not of our form: nothing may stay silent."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await submitted(interaction, custom_id)
        elif interaction.type is discord.InteractionType.component and not re.fullmatch(
            "[bs]:" + TEMPLATE, custom_id
        ):
            await say(interaction, answers.CONTROL_DEAD)


async def submitted(interaction: Interaction, custom_id: str) -> None:
    """Carry out what a form says, whenever and by whichever process it was opened."""
    if came_too_late(interaction):
        return
    try:
        match = re.fullmatch(FORM, custom_id)
        session = await interaction.client.sessions.get(int(match["session"])) if match else None
        if session is None or match is None:
            await say(interaction, answers.FORM_DEAD)
            return
        note_name(session, interaction.user)
        text = entered(interaction.data)
        if match["verb"] is None:
            await set_options(interaction, session, text)
        else:
            await _written(Pressed(interaction, session, int(match["revision"]), match["verb"], []), text)
    except Exception as error:  # noqa: BLE001 # the edge, as for controls
        await answer_error(interaction, error)


def entered(data: Any) -> str:
    """What was written into a form's one field."""
    return next(
        (str(label["component"]["value"]) for label in data["components"] if "component" in label), ""
    )


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Buttons(bot))
