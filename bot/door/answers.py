"""Answers to interactions, for their sender alone: with the picture, or text first where that takes long."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import discord
import structlog

from bot.delivery import offload
from bot.delivery.background import Background
from bot.delivery.courier import FORBIDDEN, DiscordCourier, allowed_mentions
from bot.delivery.errors import DeliveryError
from bot.delivery.layouts import laid_out
from bot.delivery.offload import are_coming, offloaded, pictured
from bot.delivery.publisher import Publisher
from bot.door.ephemeral import Delete, OwnPage, OwnPages
from bot.door.message import Edit, Following, LaterPictures
from bot.door.press import Fate, Interaction, answered, press_of
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.session import Session

log = structlog.get_logger(__name__)


class Standing:
    """Where an answer stands; here nothing but further answers changes it."""

    def is_newest(self) -> bool:
        """Whether nothing newer has come from elsewhere."""
        return True

    async def shown(self, page: Page) -> None:
        """The answer says this page."""

    async def edited(self, page: Page, edit: Edit) -> None:
        """The answer has been edited into this page."""

    def stands(self, answer: Following, seconds: float, delete: Delete) -> None:
        """The answer stands there, and can be edited or deleted for so many seconds."""


class HandInDm(Standing):
    """A hand answered in its DM, which the publisher edits, too; `usual` when that would show the same.

    `scene` is what the answer was made from.
    """

    def __init__(
        self,
        publisher: Publisher,
        session: Session,
        seat: Seat,
        message_id: int,
        *,
        usual: bool,
        scene: Scene | None = None,
    ) -> None:
        self._publisher = publisher
        self._session = session
        self._seat = seat
        self._message_id = message_id
        self._usual = usual
        self._scene = scene
        self._mark = publisher.mark(session, seat)
        self._revision = session.record.revision

    def is_newest(self) -> bool:
        """Whether the game has not gone on, and the publisher has edited nothing."""
        return self._is_ours() and self._session.record.revision == self._revision

    def _is_ours(self) -> bool:
        return self._mark is not None and self._mark == self._publisher.mark(self._session, self._seat)

    async def shown(self, page: Page) -> None:
        """Tell the publisher that the hand says this page, so that it needs no edit."""
        if self._usual:
            await self._publisher.answered(self._session, self._seat, self._message_id, page, self._mark)
            if self._scene is not None:
                self._publisher.note_made(self._session, self._scene, page)

    async def edited(self, page: Page, edit: Edit) -> None:
        """Note what the hand says; where the publisher has edited it beside, show what is so now."""
        if self._is_ours():
            await self.shown(page)
        else:
            newer = await offloaded(pages.hand, self._session.scene(self._seat))
            if await answered(lambda: edit(newer), lost="answer_not_edited") != "given":
                await self._publisher.show_hand_again(self._session, self._seat)


class Reply(NamedTuple):
    """An answer as it was sent, and the page with all that is to come."""

    sent: Page
    page: Page
    fate: Fate
    message_id: int | None = None
    is_whole: bool = True
    """Whether it says everything, if perhaps without its pictures."""


class Replies:
    """Answers interactions, more simply where Discord refuses a page."""

    def __init__(self, courier: DiscordCourier, background: Background, clock: Callable[[], float]) -> None:
        self._courier = courier
        self._later = LaterPictures(background)
        self.own_pages = OwnPages(self._later, clock)
        self._until_deal: dict[int, list[Interaction]] = {}
        self._last: dict[int, Interaction] = {}
        """By message: what was pressed there last, while the answer to that is on its way."""

    async def give(
        self, interaction: Interaction, page: Page, standing: Standing | OwnPage | None = None
    ) -> None:
        """Answer by a page, perhaps with pictures on order.

        Where it takes the place of a page, it may wait for them: nothing changes there meanwhile, and Discord
        knows that it comes. If something else is pressed on that page first, the answer to that stands there.
        """
        await press_of(interaction).settle()
        place = _place(interaction)
        if place is not None:
            self.own_pages.leave(place)
            self._later.replace(place)
            self._last[place] = interaction
        say = partial(self._say, interaction, page, standing or Standing(), place)
        try:
            if not await _may_be_said(interaction, self._as_taken(interaction, page)):
                return
            if place is not None and interaction.response.is_done():
                await self._later.in_turn(place, say)
            else:
                await say()
        finally:
            if place is not None and not self._is_overtaken(interaction, place):
                del self._last[place]

    def _is_overtaken(self, interaction: Interaction, place: int | None) -> bool:
        """Whether something was pressed later on the page whose place an answer takes."""
        return place is not None and self._last.get(place) is not interaction

    async def _say(
        self, interaction: Interaction, page: Page, standing: Standing | OwnPage, place: int | None
    ) -> None:
        """Say what there is of a page, and have the rest follow."""
        is_edit = interaction.response.is_done()
        if self._is_overtaken(interaction, place):
            if not is_edit:
                await answered(interaction.response.defer)
            return
        older = None if place is None or is_edit else self._later.replace(place)
        reply = await self._accepted(interaction, page)
        if reply.fate != "given" or reply.message_id is None or self._is_overtaken(interaction, place):
            return
        answer = self._following(interaction, reply, standing)
        self._later.follow(answer, older)
        seconds = (interaction.expires_at - discord.utils.utcnow()).total_seconds()
        standing.stands(answer, seconds, interaction.delete_original_response)
        if reply.is_whole:
            await (standing.edited(reply.sent, answer.edit) if is_edit else standing.shown(reply.sent))

    async def _accepted(self, interaction: Interaction, page: Page) -> Reply:
        """Send a page in the first form that is not refused."""
        reply = await self._send(interaction, page)
        if reply.fate == "no files" and interaction.channel_id is not None:
            self._courier.files.refuse(interaction.channel_id)
            reply = await self._send(interaction, page)
        for simpler in (pages.plain, pages.brief):
            if reply.fate == "refused":
                reply = (await self._send(interaction, simpler(page)))._replace(is_whole=False)
        return reply

    async def _send(self, interaction: Interaction, page: Page) -> Reply:
        """Send as much of a page as is there and taken in its channel."""
        page = self._as_taken(interaction, page)
        sent = page.finished()
        place: list[int | None] = []

        async def respond() -> None:
            place.append(await self._respond(interaction, sent))

        fate = await answered(respond, has_files=bool(sent.pictures))
        has_all = len(sent.pictures) == len(page.pictures)
        return Reply(sent, sent if has_all else page, fate, place[0] if place else None)

    def _as_taken(self, interaction: Interaction, page: Page) -> Page:
        """A page without what its channel does not take."""
        return page if self._courier.files.are_taken(interaction.channel_id) else page.without_pictures()

    async def _respond(self, interaction: Interaction, page: Page) -> int | None:
        """Send a page: in place where the control stood on a private page, else by a new message; its id."""
        response = interaction.response
        if response.is_done():  # what was said first is replaced
            message_id: int | None = (await self._edit(interaction, page)).id
        else:
            done = await self._begin(interaction, page)
            message_id = None if done is None else done.message_id
        press_of(interaction).answer = _place(interaction) or message_id
        return _place(interaction)

    async def _begin(
        self, interaction: Interaction, page: Page
    ) -> discord.InteractionCallbackResponse[Any] | None:
        """Answer for the first time; what Discord has made of that."""
        response, mentions = interaction.response, allowed_mentions(page)
        with laid_out(page, self._courier.emojis) as (view, files):
            if press_of(interaction).replaces:
                return await response.edit_message(view=view, attachments=files, allowed_mentions=mentions)
            return await response.send_message(
                view=view, files=files, ephemeral=True, allowed_mentions=mentions
            )

    async def _edit(self, interaction: Interaction, page: Page) -> discord.InteractionMessage:
        """Change what an interaction was answered with."""
        with laid_out(page, self._courier.emojis) as (view, files):
            return await interaction.edit_original_response(
                view=view, attachments=files, allowed_mentions=allowed_mentions(page)
            )

    async def _edit_as_taken(self, interaction: Interaction, page: Page) -> discord.InteractionMessage:
        """Change it into as much of a page as its channel takes."""
        taken, channel_id = self._as_taken(interaction, page), interaction.channel_id
        try:
            return await self._edit(interaction, taken)
        except discord.HTTPException as error:
            if not taken.pictures or channel_id is None or error.code not in FORBIDDEN:
                raise
        self._courier.files.refuse(channel_id)
        return await self._edit(interaction, taken.without_pictures())

    def is_moving(self, interaction: Interaction, session: Session, seat: Seat | None) -> None:
        """A move is about to be answered: leave the page alone that the answer replaces."""
        if (place := _place(interaction)) is not None:
            self.own_pages.leave(place)
        elif seat is not None:
            self.own_pages.supersede(session.record.id, seat)

    def _following(self, interaction: Interaction, reply: Reply, standing: Standing | OwnPage) -> Following:
        assert reply.message_id is not None

        edit = partial(self._edit_as_taken, interaction)
        return Following(
            message_id=reply.message_id,
            page=reply.page,
            edit=edit,
            is_newest=lambda: standing.is_newest() and not interaction.is_expired(),
            then=lambda page: standing.edited(page, edit),
        )

    async def give_silently(self, interaction: Interaction) -> None:
        """Answer without a word: the private page that was pressed goes, and a command leaves nothing."""
        await press_of(interaction).settle()
        place = _place(interaction)
        if place is not None:
            self._later.replace(place)
        await answered(lambda: _vanish(interaction))

    async def tell_all(self, interaction: Interaction, page: Page) -> None:
        """Say something further below an answer, for everybody to read.

        Discord would put it in the place of an answer that was promised and has gone without a word, where
        nobody else sees it; then it is a message of ours.
        """
        if _is_promised_only(interaction) and interaction.channel_id is not None:
            try:
                nonce = f"t{interaction.id}"
                await self._courier.post(interaction.channel_id, page, nonce=nonce, purpose="answer")
            except DeliveryError as error:
                log.warning("not_told_all", error=str(error))
            return
        with laid_out(page) as (view, _):
            send, mentions = interaction.followup.send, allowed_mentions(page)
            await answered(partial(send, view=view, allowed_mentions=mentions))

    def keep(self, session_id: int, interaction: Interaction) -> None:
        """Remember an answer that is over as soon as the cards of a table are dealt."""
        lasting = {
            table: [one for one in kept if not one.is_expired()] for table, kept in self._until_deal.items()
        }
        self._until_deal = {table: kept for table, kept in lasting.items() if kept}
        self._until_deal.setdefault(session_id, []).append(interaction)

    async def dealt(self, session_id: int) -> None:
        """Delete the answers that are over with the deal, as far as Discord still lets anybody."""
        for interaction in self._until_deal.pop(session_id, ()):
            if not interaction.is_expired():
                await answered(interaction.delete_original_response, lost="answer_stays")

    def close(self) -> None:
        """Change no answer from now on."""
        self.own_pages.close()
        self._later.close()


async def _may_be_said(interaction: Interaction, page: Page) -> bool:
    """Wait for the pictures of an answer while it may wait; False when Discord takes no answer any more.

    A new message hardly waits: where it appears nothing stood before that would have to last.
    """
    if not are_coming(page, offload.ANSWER_SECONDS):
        return True
    await pictured(page, offload.SOON_SECONDS)
    response = interaction.response
    if not are_coming(page, offload.ANSWER_SECONDS) or not (
        response.is_done() or press_of(interaction).replaces
    ):
        return True
    if not response.is_done() and await answered(response.defer) != "given":
        return False
    await pictured(page, offload.ANSWER_SECONDS)
    return True


async def _vanish(interaction: Interaction) -> None:
    if not interaction.response.is_done():
        await interaction.response.defer(ephemeral=True)
    if press_of(interaction).comes_beside or press_of(interaction).replaces:
        await interaction.delete_original_response()


def _is_promised_only(interaction: Interaction) -> bool:
    """Whether an answer was promised beside what stands there, and nothing was said so far."""
    return press_of(interaction).comes_beside and press_of(interaction).answer is None


def _place(interaction: Interaction) -> int | None:
    """The message that the answer replaces, if it replaces one."""
    return press_of(interaction).place
