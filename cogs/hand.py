"""The controls of a hand: moves, forms, picked cards, hints, deciding ahead, and pages to read."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from bot.delivery.page_rendering import render_now
from bot.door.ephemeral import HandView
from bot.door.press import press_of
from bot.door.rights import may_run
from bot.engine.contract import Malformed
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.engine.notation import build_move, parse_move
from bot.engine.reasons import why_not
from bot.rendering import answers, hints, more_menu, orders, pages, words
from bot.rendering.face import Pick, Writing
from bot.rendering.page import Field
from bot.rendering.panel import add_to_mask, can_finish, chosen_cards, move_text
from bot.rendering.scene import Scene
from bot.sessions.absence import Resume, may_be_handed_over
from bot.sessions.agenda import in_thread
from bot.sessions.orders import Decide, TakeBack
from bot.sessions.play import stale_refusal
from bot.sessions.session import Session
from bot.sessions.view import Click
from cogs.base import (
    BadControl,
    Interaction,
    Refused,
    answer,
    ask,
    give_page,
    kinds_of,
    make_move,
    open_form,
    seen,
    show_hand,
)
from cogs.lobby import more as more_of_lobby


class Pressed:
    """A press of a control: its interaction and session, and the control's revision and values."""

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
        """Make the move that a control names, and show the hand again. Raises Refused if it's unreadable."""
        try:
            move = parse_move(self.session.game, text, len(self.session.record.players))
        except Malformed as problem:
            raise Refused(words.HOST_REFUSALS["stale"]({})) from problem
        await self.make(move, form)

    async def make(self, move: Move, form: str | None = None) -> None:
        """Make a move and show the hand again. A refused form stays open with its contents."""
        refusal = await make_move(self.interaction, self.session, move, self.revision, self.act)
        is_kept = refusal is not None and form is not None and self._is_open(form)
        await show_hand(self.interaction, self.session, refusal, form=form if is_kept else None)

    def _is_open(self, form: str) -> bool:
        """Whether the presser can still fill in a form."""
        scene = self.scene
        return scene is not None and can_finish(scene, pages.face_of(scene), form)

    @property
    def value(self) -> str:
        """Return the only chosen value of a select. Raises BadControl if there isn't exactly one."""
        if len(self.values) != 1:
            raise BadControl
        return self.values[0]

    @property
    def scene(self) -> Scene | None:
        """Return the presser's scene. None on an outdated page, without a running game, or without a seat."""
        seat = self.session.seat_of(self.interaction.user.id)
        if seat is None or self.session.record.status != "playing" or self.is_outdated:
            return None
        return self.session.scene(seat)

    def writing(self, verb: str) -> Writing | None:
        """Return a verb's text field, if the presser may use it."""
        scene = self.scene
        return None if scene is None else pages.face_of(scene).writings(scene).get(verb)

    def pick(self, verb: str) -> Pick | None:
        """Return a verb's choice of cards, if the presser may use it."""
        scene = self.scene
        return None if scene is None else pages.face_of(scene).picks(scene).get(verb)

    async def show_outdated(self) -> None:
        """Show the hand with the reason why the control is out of date."""
        seat = self.session.seat_of(self.interaction.user.id)
        click = Click(revision=self.revision, act=self.act)
        why = Refusal("stale") if seat is None else stale_refusal(self.session, seat, click)
        await show_hand(self.interaction, self.session, why)

    @property
    def is_outdated(self) -> bool:
        """Whether the page was made for an earlier decision of this user."""
        seat = self.session.seat_of(self.interaction.user.id)
        return seat is not None and self.revision < self.session.decision_of(seat)


async def _move(pressed: Pressed) -> None:
    verb, _, rest = pressed.rest.partition(" ")
    if rest != "*":
        await pressed.move(pressed.rest)
        return
    if pressed.value.partition(" ")[0] != verb:
        raise BadControl
    await pressed.move(pressed.value)


async def _hint(pressed: Pressed) -> None:
    """Show a hint, or the hand if the page is outdated."""
    if pressed.is_outdated:
        await pressed.show_outdated()
    else:
        await show_hint(pressed.interaction, pressed.session)


async def _hinted(pressed: Pressed) -> None:
    """Make the move of a hint too long for a button's id."""
    session, seat = pressed.session, pressed.session.seat_of(pressed.interaction.user.id)
    hints = pressed.interaction.client.sessions.hints
    move = None if seat is None or pressed.scene is None else hints.hint_for(session, seat)
    if move is None:
        await pressed.show_outdated()
    else:
        await pressed.make(move)


async def _own(pressed: Pressed) -> None:
    """Show the hand in a new message, and leave the call that was pressed alone."""
    press_of(pressed.interaction).leave_message()
    await show_hand(pressed.interaction, pressed.session)


async def _wake(pressed: Pressed) -> None:
    """Resume an idle table."""
    interaction, session = pressed.interaction, pressed.session
    refusal = await ask(interaction, session, Resume())
    await show_hand(interaction, session, refusal)


async def _why(pressed: Pressed) -> None:
    """Show every move that the asker can't make now, with the reason."""
    session = pressed.session
    seat = session.seat_of(pressed.interaction.user.id)
    explains = pages.face_of(session.scene(None)).explains
    if seat is None or session.record.status != "playing" or not explains:
        await show_hand(pressed.interaction, session)
        return
    refused = why_not(session.game, session.state, seat)
    await answer(pressed.interaction, pages.why_not_page(await seen(pressed.interaction, session), refused))


async def _more(pressed: Pressed) -> None:
    """Show the *More* page of a lobby, a table or a hand."""
    if pressed.session.record.status == "lobby":
        await more_of_lobby(pressed.interaction, pressed.session)
        return
    session, user_id = pressed.session, pressed.interaction.user.id
    scene = await seen(pressed.interaction, session)
    may_end = session.seat_of(user_id) is not None or may_run(pressed.interaction, session.record)
    of_hand = pressed.rest == more_menu.HAND
    now = pressed.interaction.client.sessions.clock()
    away = [seat for seat in may_be_handed_over(session, user_id, now) if seat != scene.viewer]
    page = more_menu.page(scene, pages.face_of(scene), of_hand=of_hand, may_end=may_end, absent=away)
    await answer(pressed.interaction, page)


async def _text(pressed: Pressed) -> None:
    """Show the whole table in words."""
    session = pressed.session
    scene = await seen(pressed.interaction, session)
    page = pages.with_time(scene, pages.as_text(scene), pressed.interaction.client.clock())
    await answer(pressed.interaction, page)


async def _log(pressed: Pressed) -> None:
    """Show a page of the game's log, with only what the asker may know."""
    session = pressed.session
    history = await pressed.interaction.client.store.history(session.record.id)
    scene = await seen(pressed.interaction, session)
    lines = await in_thread(lambda: pages.log_lines(scene, session.recall(history, scene.viewer)))
    number = int(pressed.rest) if pressed.rest.isdecimal() else None
    await answer(pressed.interaction, pages.log(scene, lines, number))


async def _form(pressed: Pressed) -> None:
    known, _, _ = pressed.rest.partition(" #")  # the part after it tells selects with the same act apart
    form = known.replace("*", pressed.value) if "*" in known else known
    if (scene := pressed.scene) is None:
        await show_hand(pressed.interaction, pressed.session)
    elif not can_finish(scene, pages.face_of(scene), form):
        await pressed.show_outdated()
    else:
        await show_hand(pressed.interaction, pressed.session, form=form)


async def _write(pressed: Pressed) -> None:
    """Open the form of a verb whose option is typed."""
    writing = pressed.writing(pressed.rest)
    if writing is None:
        await pressed.show_outdated()
        return
    session, verb = pressed.session, pressed.rest
    title = pages.face_of(session.scene(None)).verbs[verb]
    field = Field(writing.option, writing.title, writing.most, writing.hint)
    custom_id = f"m:{session.record.id}:{pressed.revision}:write {verb}"
    await open_form(pressed.interaction, title, custom_id, field)


async def submit_move(pressed: Pressed, text: str) -> None:
    """Make the move whose option was typed into a form."""
    verb, session = pressed.rest, pressed.session
    writing = pressed.writing(verb)
    if writing is None:
        await pressed.show_outdated()
        return
    try:
        move = build_move(kinds_of(session)[verb], {writing.option: text}, len(session.record.players))
    except Malformed as problem:
        raise Refused(answers.text_of(answers.UNREADABLE)) from problem
    await pressed.make(move)


async def _picked(pressed: Pressed) -> None:
    """Make the move of cards that were all picked in one select."""
    await _move_picked(pressed, pressed.rest.split(" ")[0], "0")


async def _done(pressed: Pressed) -> None:
    verb, _, mask = pressed.rest.partition(" ")
    await _move_picked(pressed, verb, mask)


async def _add(pressed: Pressed) -> None:
    """Add a card from the select of one suit to the picked cards, and show them."""
    verb, mask, *_ = *pressed.rest.split(" "), ""
    await pressed.interaction.client.names.learn(pressed.session)
    scene, pick = pressed.scene, pressed.pick(verb)
    if scene is None or pick is None:
        await pressed.show_outdated()
        return
    chosen = add_to_mask(pick, mask, [pressed.value])
    if chosen is None:
        raise BadControl
    page = pages.picking(scene, verb, chosen)
    if press_of(pressed.interaction).dm_message is None:
        await give_page(pressed.interaction, pressed.session, HandView(scene, page, is_extended=True))
    else:
        await answer(pressed.interaction, page)


async def _move_picked(pressed: Pressed, verb: str, mask: str) -> None:
    """Make the move of the cards in `mask` and those just chosen."""
    pick = pressed.pick(verb)
    if pick is None:
        await pressed.show_outdated()
        return
    chosen = add_to_mask(pick, mask, pressed.values)
    if chosen is None or chosen.bit_count() < pick.least:
        raise BadControl
    text = move_text(verb, pick, chosen_cards(pick, chosen))
    await pressed.move(text, form=text)


async def show_hint(interaction: Interaction, session: Session) -> None:
    """Show only the asker a good move and its reason, and until then that the computer is thinking."""
    seat, giver = session.seat_of(interaction.user.id), interaction.client.sessions.hints
    if seat is None or session.record.status != "playing":
        await show_hand(interaction, session)
        return
    scene = await seen(interaction, session)
    if (refusal := giver.refusal(session, seat)) is not None:
        await show_hand(interaction, session, refusal)
        return
    if giver.hint_for(session, seat) is None:
        page = await render_now(hints.thinking_page, scene)
        await give_page(interaction, session, HandView(scene, page, is_extended=True))
    move = await giver.give(session, seat)
    if isinstance(move, Refusal):
        await show_hand(interaction, session, move)
        return
    notes = await giver.notes(session, seat)
    if giver.hint_for(session, seat) != move:  # someone has moved meanwhile
        await show_hand(interaction, session, Refusal("stale"))
        return
    scene = session.scene(seat)
    page = await render_now(partial(hints.page, move=move, notes=notes), scene)
    await give_page(interaction, session, HandView(scene, page, is_extended=True))


async def decide_ahead(interaction: Interaction, session: Session, _rest: str, _values: list[str]) -> None:
    """Show the decisions that a player can make ahead, or the hand if there are none."""
    scene = await seen(interaction, session)
    if scene.viewer is None or not scene.plans:
        is_quick = scene.viewer is not None and not session.record.is_unhurried
        await show_hand(interaction, session, Refusal("not-slow") if is_quick else None)
        return
    page = await render_now(partial(orders.page, face=pages.face_of(scene)), scene)
    await give_page(interaction, session, HandView(scene, page, is_extended=True))


async def store_order(interaction: Interaction, session: Session, rest: str, values: list[str]) -> None:
    """Store the order of one kind that a select names, or take it back."""
    kind = rest.partition(" ")[0]
    if len(values) != 1 or not kind:
        raise BadControl
    if values[0] == orders.ASK:
        await _take_back(interaction, session, TakeBack(kind))
    else:
        await show_hand(interaction, session, await ask(interaction, session, Decide(kind, values[0])))


async def take_back_all(interaction: Interaction, session: Session, _rest: str, _values: list[str]) -> None:
    """Take back all of the user's orders."""
    await _take_back(interaction, session, TakeBack())


async def _take_back(interaction: Interaction, session: Session, request: TakeBack) -> None:
    refusal = await ask(interaction, session, request)
    await show_hand(interaction, session, refusal, note=answers.text_of(orders.ASKED_AGAIN))


ORDER_ACTS: Final = {"ahead": decide_ahead, "plan": store_order, "unplan": take_back_all}
HAND_ACTS: Final[dict[str, Callable[[Pressed], Awaitable[None]]]] = {
    "move": _move,
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
}
