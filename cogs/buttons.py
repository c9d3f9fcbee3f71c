"""Buttons and selects: every control of every page, answered by its custom id, also after a restart.

The custom id is only a hint: seat, revision and legality are judged again on arrival.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from bot.app import Cardcrate
from bot.door.ephemeral import HandView
from bot.door.errors import answer_error
from bot.door.press import press_of
from bot.engine.contract import Malformed
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.engine.notation import build_move, parse_move
from bot.engine.reasons import why_not
from bot.rendering import answers, more, pages, wishes, words
from bot.rendering.face import Pick, Writing
from bot.rendering.page import Field
from bot.rendering.panel import chosen_cards, leads_on, mask_with, with_cards
from bot.rendering.scene import Scene
from bot.sessions.idle import Resume
from bot.sessions.reading import read_apart
from bot.sessions.requests import Click, is_stale, outdated
from bot.sessions.session import Session
from bot.sessions.stand_ins import may_be_handed_over
from cogs import saved_rules, settings
from cogs.absence import ABSENCE_ACTS, choose
from cogs.ahead import AHEAD_ACTS
from cogs.base import (
    CardcrateCog,
    Interaction,
    answer,
    ask,
    give_own,
    go_home,
    kinds_of,
    make_move,
    meet,
    note_presence,
    open_form,
    say,
    show_hand,
    stand_beside,
    welcome,
)
from cogs.company import COMPANY_ACTS, TABLE_ACTS
from cogs.daily import share_result
from cogs.fair import ask_words, words_given
from cogs.free_acts import FREE_ACTS, READING_ACTS
from cogs.hints import show_hint
from cogs.lobby import LOBBY_ACTS, ask_end, end_without_game
from cogs.lobby import more as more_of_lobby
from cogs.options import OPTION_ACTS, numbers_given
from cogs.rematch import AGAIN_ACTS, ENDED_ACTS
from cogs.replay import turn
from cogs.reviews import show_review
from cogs.rights import may_run
from cogs.set_time import time_given
from cogs.wishes import change_wish

CONTROL = re.compile(r"(?P<kind>[bs]):(?P<session>\d{1,15}):(?P<revision>\d{1,15}):(?P<act>.+)", re.ASCII)
FORM = re.compile(
    r"m:(?P<session>\d{1,15}):"
    r"(?:(?P<form>numbers|time|words|save)|(?P<revision>\d{1,15}):write (?P<verb>[a-z-]{1,20}))",
    re.ASCII,
)
FORMS = {"numbers": numbers_given, "time": time_given, "words": words_given, "save": saved_rules.name_given}
KINDS = {discord.ComponentType.button.value: "b", discord.ComponentType.string_select.value: "s"}


class Impossible(Exception):
    """A control says what no page of ours has offered."""


async def pressed(interaction: Interaction) -> None:
    """Carry out what a control says, whatever else the message looks like on which it was pressed."""
    data: Any = interaction.data or {}
    match = CONTROL.fullmatch(str(data.get("custom_id", "")))
    if match is None or KINDS.get(data.get("component_type")) != match["kind"]:
        await say(interaction, answers.fixed(answers.CONTROL_DEAD))
        return
    try:
        await act(interaction, match, [str(value) for value in data.get("values", ())])
    except Impossible:
        await say(interaction, answers.fixed(answers.CONTROL_DEAD))


async def act(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Find the session and carry out what the control says there."""
    word, _, rest = match["act"].partition(" ")
    number = int(match["session"])
    if word == "end" and interaction.client.pauses.lacks_game(number):
        await end_without_game(interaction, number)
        return
    session = await interaction.client.sessions.get(number) if number else None
    stand_beside(interaction, session, is_reading=word in READING_ACTS)
    if word in READING_ACTS:
        await READING_ACTS[word](interaction, number, rest, values)
        return
    if word in FREE_ACTS:
        await FREE_ACTS[word](interaction, rest, values)
        return
    if session is None:
        await say(interaction, answers.fixed(answers.TABLE_LONG_GONE))
        return
    meet(interaction, session)
    await session.learn_choices()  # what was offered before a restart can depend on them
    await note_presence(interaction, session)
    if word in RETURNING:
        await welcome(interaction, session)
    door = ACTS.get(word)
    if door is None:
        await say(interaction, answers.fixed(answers.CONTROL_OF_ANOTHER_VERSION))
        return
    await door(Pressed(interaction, session, int(match["revision"]), rest, values, match["act"]))


RETURNING: Final = frozenset(("move", "form", "write", "picked", "add", "done"))
"""Controls of a hand by which a player takes the seat back from the computer that sits in."""


class Pressed:
    """One press of a control: by whom, on which session, made at which revision, with what."""

    def __init__(
        self,
        interaction: Interaction,
        session: Session,
        revision: int,
        rest: str,
        values: list[str],
        act: str = "",
    ) -> None:
        self.interaction = interaction
        self.session = session
        self.revision = revision
        self.rest = rest
        self.values = values
        self.act = " ".join((act, *values)) if act else ""

    async def move(self, text: str, form: str | None = None) -> None:
        """Make the move a control represents and show the hand again. See `make`."""
        try:
            move = parse_move(self.session.game, text, len(self.session.record.players))
        except Malformed:
            await say(self.interaction, words.HOST_REFUSALS["stale"]({}))
            return
        await self.make(move, form)

    async def make(self, move: Move, form: str | None = None) -> None:
        """Make a move and show the hand again. A refused form stays open with its contents."""
        refusal = await make_move(self.interaction, self.session, move, self.revision, self.act)
        is_kept = refusal is not None and form is not None and self._is_open(form)
        await show_hand(self.interaction, self.session, refusal, form=form if is_kept else None)

    def _is_open(self, form: str) -> bool:
        """Whether the presser may go on filling in a form."""
        scene = self.scene
        return scene is not None and leads_on(scene, pages.face_of(scene), form)

    @property
    def value(self) -> str:
        """The one value of a select that offers a choice of one."""
        if len(self.values) != 1:
            raise Impossible
        return self.values[0]

    @property
    def scene(self) -> Scene | None:
        """Return what the presser sees now. None where the page is outdated, or no game runs."""
        seat = self.session.seat_of(self.interaction.user.id)
        if seat is None or self.session.record.status != "playing" or self.outdated:
            return None
        return self.session.scene(seat)

    def writing(self, verb: str) -> Writing | None:
        """Return the presser's possible words for a verb."""
        scene = self.scene
        return None if scene is None else pages.face_of(scene).writings(scene).get(verb)

    def pick(self, verb: str) -> Pick | None:
        """Return the presser's possible cards for a verb."""
        scene = self.scene
        return None if scene is None else pages.face_of(scene).picks(scene).get(verb)

    async def show_as_it_is(self) -> None:
        """Show the hand, because the control is out of date."""
        seat = self.session.seat_of(self.interaction.user.id)
        click = Click(revision=self.revision, act=self.act)
        why = Refusal("stale") if seat is None else outdated(self.session, seat, click)
        await show_hand(self.interaction, self.session, why)

    @property
    def outdated(self) -> bool:
        """Whether the page speaks of an earlier decision of this user."""
        seat = self.session.seat_of(self.interaction.user.id)
        return seat is not None and is_stale(self.session, seat, self.revision)


async def _move(pressed: Pressed) -> None:
    verb, _, rest = pressed.rest.partition(" ")
    if rest != "*":
        await pressed.move(pressed.rest)
        return
    if pressed.value.partition(" ")[0] != verb:
        raise Impossible
    await pressed.move(pressed.value)


async def _hint(pressed: Pressed) -> None:
    """Say which move is good. An outdated page shows how the table stands."""
    if pressed.outdated:
        await pressed.show_as_it_is()
    else:
        await show_hint(pressed.interaction, pressed.session)


async def _hinted(pressed: Pressed) -> None:
    """Make the move of a hint too long for a button's id."""
    session, seat = pressed.session, pressed.session.seat_of(pressed.interaction.user.id)
    hints = pressed.interaction.client.sessions.hints
    move = None if seat is None or pressed.scene is None else hints.given(session, seat)
    if move is None:
        await pressed.show_as_it_is()
    else:
        await pressed.make(move)


async def _own(pressed: Pressed) -> None:
    """Show the hand, from a call that stays as it is."""
    press_of(pressed.interaction).leave_message()
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
    await pressed.interaction.client.names.learn(session)
    refused = why_not(session.game, session.state, seat)
    await answer(pressed.interaction, pages.reasons(session.scene(seat), refused))


async def _more(pressed: Pressed) -> None:
    """Return what a lobby, a table or a hand has besides its own buttons."""
    if pressed.session.record.status == "lobby":
        await more_of_lobby(pressed.interaction, pressed.session)
        return
    session, user_id = pressed.session, pressed.interaction.user.id
    await pressed.interaction.client.names.learn(session)
    scene = session.scene(session.seat_of(user_id))
    may_end = session.seat_of(user_id) is not None or may_run(pressed.interaction, session)
    of_hand = pressed.rest == more.HAND
    now = pressed.interaction.client.sessions.clock()
    away = [seat for seat in may_be_handed_over(session, user_id, now) if seat != scene.viewer]
    face = pages.face_of(scene)
    await answer(pressed.interaction, more.page(scene, face, of_hand=of_hand, may_end=may_end, absent=away))


async def _text(pressed: Pressed) -> None:
    """The whole table in words."""
    session = pressed.session
    await pressed.interaction.client.names.learn(session)
    scene = session.scene(session.seat_of(pressed.interaction.user.id))
    page = pages.dated(scene, pages.as_text(scene), pressed.interaction.client.clock())
    await answer(pressed.interaction, page)


async def _mention(pressed: Pressed) -> None:
    """Mention the presser when the next table opens, or don't."""
    await change_wish(pressed.interaction, pressed.session, wanted=pressed.rest != wishes.NOT)


async def _log(pressed: Pressed) -> None:
    """The game's moves as sentences, as far as the asker may know them."""
    session = pressed.session
    history = await pressed.interaction.client.store.history(session.record.id)
    seat = session.seat_of(pressed.interaction.user.id)
    await pressed.interaction.client.names.learn(session)
    scene = session.scene(seat)
    lines = await read_apart(lambda: pages.log_lines(scene, session.retold(history, seat)))
    number = int(pressed.rest) if pressed.rest.isdecimal() else None
    await answer(pressed.interaction, pages.log(scene, lines, number))


async def _form(pressed: Pressed) -> None:
    known, _, _ = pressed.rest.partition(" #")  # behind it: which of several selects it was
    form = known.replace("*", pressed.value) if "*" in known else known
    if (scene := pressed.scene) is None:
        await show_hand(pressed.interaction, pressed.session)
    elif not leads_on(scene, pages.face_of(scene), form):
        await pressed.show_as_it_is()
    else:
        await show_hand(pressed.interaction, pressed.session, form=form)


async def _write(pressed: Pressed) -> None:
    """Open the form of a verb whose option is written."""
    writing = pressed.writing(pressed.rest)
    if writing is None:
        await pressed.show_as_it_is()
        return
    session, verb = pressed.session, pressed.rest
    title = answers.fixed(pages.face_of(session.scene(None)).verbs[verb])
    field = Field(writing.option, writing.title, writing.most, writing.hint)
    custom_id = f"m:{session.record.id}:{pressed.revision}:write {verb}"
    await open_form(pressed.interaction, title, custom_id, field)


async def _written(pressed: Pressed, text: str) -> None:
    """Make the move whose option was written."""
    verb, session = pressed.rest, pressed.session
    writing = pressed.writing(verb)
    if writing is None:
        await pressed.show_as_it_is()
        return
    try:
        move = build_move(kinds_of(session)[verb], {writing.option: text}, len(session.record.players))
    except Malformed:
        await say(pressed.interaction, answers.unreadable())
        return
    await pressed.make(move)


async def _picked(pressed: Pressed) -> None:
    """A multiple select holds the whole choice."""
    await _place(pressed, pressed.rest.split(" ")[0], "0")


async def _done(pressed: Pressed) -> None:
    verb, _, mask = pressed.rest.partition(" ")
    await _place(pressed, verb, mask)


async def _add(pressed: Pressed) -> None:
    """A select of one suit adds a card to the choice."""
    verb, mask, *_ = *pressed.rest.split(" "), ""
    await pressed.interaction.client.names.learn(pressed.session)
    scene, pick = pressed.scene, pressed.pick(verb)
    if scene is None or pick is None:
        await pressed.show_as_it_is()
        return
    chosen = mask_with(pick, mask, [pressed.value])
    if chosen is None:
        raise Impossible
    page = pages.picking(scene, verb, chosen)
    if press_of(pressed.interaction).dm_message is None:
        await give_own(pressed.interaction, pressed.session, HandView(scene, page, is_filling=True))
    else:
        await answer(pressed.interaction, page)


async def _place(pressed: Pressed, verb: str, mask: str) -> None:
    """Make the move that all the picked cards represent."""
    pick = pressed.pick(verb)
    if pick is None:
        await pressed.show_as_it_is()
        return
    chosen = mask_with(pick, mask, pressed.values)
    if chosen is None or chosen.bit_count() < pick.least:
        raise Impossible
    text = with_cards(verb, pick, chosen_cards(pick, chosen))
    await pressed.move(text, form=text)


async def _late(pressed: Pressed) -> None:
    """Choose what becomes of players who weren't in time."""
    await choose(pressed.interaction, pressed.session, pressed.revision, pressed.rest)


Door = Callable[[Pressed], Awaitable[None]]


def _at_table(do: Callable[[Interaction, Session], Awaitable[None]]) -> Door:
    """The door of something that asks only who presses, and at which table."""
    return lambda pressed: do(pressed.interaction, pressed.session)


def _saying_more(do: Callable[[Interaction, Session, str, list[str]], Awaitable[None]]) -> Door:
    """The door of something that also asks what stands behind its name, and which values were chosen."""
    return lambda pressed: do(pressed.interaction, pressed.session, pressed.rest, pressed.values)


ACTS: dict[str, Door] = {
    "move": _move,
    "hand": _at_table(show_hand),
    "seen": _at_table(show_hand),
    "home": _at_table(go_home),
    "own": _own,
    "wake": _wake,
    "hint": _hint,
    "hinted": _hinted,
    "form": _form,
    "write": _write,
    "picked": _picked,
    "add": _add,
    "done": _done,
    "log": _log,
    "why": _why,
    "more": _more,
    "text": _text,
    "mention": _mention,
    "ending": _at_table(ask_end),
    "late": _late,
    "words": _at_table(ask_words),
    "review": _at_table(show_review),
    "share": _at_table(share_result),
    **{name: _at_table(do) for name, do in {**LOBBY_ACTS, **TABLE_ACTS, **ENDED_ACTS}.items()},
    **{
        name: _saying_more(do)
        for name, do in {
            **OPTION_ACTS,
            **saved_rules.SAVED_ACTS,
            **COMPANY_ACTS,
            **ABSENCE_ACTS,
            **AGAIN_ACTS,
            **AHEAD_ACTS,
        }.items()
    },
    "replay": _saying_more(turn),
}


class Buttons(CardcrateCog):
    """Takes every press and every form, whichever process made it. None may stay without an answer."""

    @CardcrateCog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Carry out a press or a form. Errors go to the one handler."""
        edge = EDGES.get(interaction.type)
        if edge is None or not await self.bot.door.admits(interaction):
            return
        try:
            await edge(interaction)
        except Exception as error:  # noqa: BLE001 # the edge: whatever happens is answered in one place
            await answer_error(interaction, error)


async def submitted(interaction: Interaction) -> None:
    """Carry out what a form says."""
    data: Any = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    if await settings.written(interaction, custom_id, entered(data)):
        return
    match = FORM.fullmatch(custom_id)
    session = await interaction.client.sessions.get(int(match["session"])) if match else None
    stand_beside(interaction, session)
    if session is None or match is None:
        await say(interaction, answers.fixed(answers.FORM_DEAD))
        return
    meet(interaction, session)
    typed = entered(data)
    if match["form"] is not None:
        await FORMS[match["form"]](interaction, session, typed)
        return
    text = next(iter(typed.values()), "")
    await _written(Pressed(interaction, session, int(match["revision"]), match["verb"], []), text)


EDGES: dict[discord.InteractionType, Callable[[Interaction], Awaitable[None]]] = {
    discord.InteractionType.component: pressed,
    discord.InteractionType.modal_submit: submitted,
}
"""Everything but commands, which the library's tree takes."""


MAX_ENTERED_CHARACTERS: Final = 200
"""The longest text read from a form. None of our fields accept as much, but a forged form may."""


def entered(data: Any) -> dict[str, str]:
    """Return what was written into the fields of a form, by their custom ids."""
    fields = [label["component"] for label in data["components"] if "component" in label]
    return {str(field["custom_id"]): str(field["value"])[:MAX_ENTERED_CHARACTERS] for field in fields}


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Buttons(bot))
