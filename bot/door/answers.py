"""Answers to interactions, seen by their user alone: with the picture, or text first if that takes long."""

import asyncio
from functools import partial
from typing import NamedTuple
from weakref import WeakValueDictionary

import discord
import structlog

from bot.delivery import page_rendering
from bot.delivery.background import Background
from bot.delivery.errors import FORBIDDEN, DeliveryError
from bot.delivery.layouts import laid_out
from bot.delivery.page_rendering import pictures_due_within, wait_for_pictures
from bot.delivery.transport import DiscordTransport, allowed_mentions
from bot.door.ephemeral import HandInDm, Message, OwnPages, after_pictures
from bot.door.press import Fate, Interaction, Press, answered, press_of
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page
from bot.sessions.agenda import Tasks
from bot.sessions.session import Session

log = structlog.get_logger(__name__)


class Reply(NamedTuple):
    """An answer as it was sent, and the page with the pictures that are still to come."""

    sent: Page
    page: Page
    fate: Fate
    is_whole: bool
    """Whether all its words were sent."""


class Replies:
    """The answers to interactions, in a simpler form if Discord refuses a page."""

    def __init__(self, transport: DiscordTransport, background: Background, own_pages: OwnPages) -> None:
        self._transport = transport
        self._background = background
        self._messages: WeakValueDictionary[int, Message] = WeakValueDictionary()
        """The messages that may still be changed, by id."""
        self._completing = Tasks()
        self.own_pages = own_pages
        self._until_deal: dict[int, list[Interaction]] = {}

    def _message_at(self, place: int | None) -> Message:
        """Return the message that an answer replaces, or a new one."""
        return Message() if place is None else self._messages.setdefault(place, Message())

    async def give(
        self, interaction: Interaction, page: Page, hand: HandInDm | None = None
    ) -> Message | None:
        """Answer with a page, perhaps with pictures on order. Return None if it's lost or outdated.

        An answer that replaces a page may wait for its pictures once Discord knows that it's coming. If
        something else is pressed on that page first, the later answer wins.
        """
        press = press_of(interaction)
        await press.settle()
        message = self._message_at(press.place)
        version = message.begin()
        if not await _may_be_said(press, self._for_channel(interaction, page)):
            return None
        if not interaction.response.is_done():
            return await self._send_finished(press, page, hand, message, version)
        async with message.changing:
            return await self._send_finished(press, page, hand, message, version)

    async def _send_finished(
        self, press: Press, page: Page, hand: HandInDm | None, message: Message, version: int
    ) -> Message | None:
        """Send the finished parts of a page, and plan the rest."""
        interaction = press.interaction
        is_edit = interaction.response.is_done()
        is_crossed = not is_edit and message.changing.locked()
        if message.version != version:
            if not is_edit:
                await answered(interaction.response.defer)
            return None
        reply = await self._send(press, page)
        if reply.fate != "given" or press.answer is None or message.version != version:
            return None
        self._messages[press.answer] = message
        message.id, message.edit = press.answer, partial(self._edit_for_channel, interaction)
        message.delete, message.is_expired = interaction.delete_original_response, interaction.is_expired
        seconds = (interaction.expires_at - discord.utils.utcnow()).total_seconds()
        message.until = asyncio.get_running_loop().time() + seconds
        if reply.page.pending or is_crossed:
            complete = partial(
                message.complete, version, reply.page, hand, self._background, is_crossed=is_crossed
            )
            after_pictures(reply.page, lambda: self._completing.begin(complete()))
        if hand is not None and reply.is_whole:
            await (hand.edited(message.edit, reply.sent) if is_edit else hand.shown(reply.sent))
        return message

    async def _send(self, press: Press, page: Page) -> Reply:
        """Send what exists of a page, in the first form that Discord takes."""
        channel_id, form, is_whole = press.interaction.channel_id, page, True
        simpler = iter((pages.plain, pages.brief))
        while True:
            allowed = self._for_channel(press.interaction, form)
            sent = allowed.finished()
            fate = await answered(partial(self._respond, press, sent), has_files=bool(sent.pictures))
            if fate == "no files" and channel_id is not None:
                self._transport.files.refuse(channel_id)  # the next try goes without them
            elif fate == "refused" and (simplified := next(simpler, None)) is not None:
                form, is_whole = simplified(page), False
            else:
                has_all = len(sent.pictures) == len(allowed.pictures)
                return Reply(sent, sent if has_all else allowed, fate, is_whole)

    def _for_channel(self, interaction: Interaction, page: Page) -> Page:
        """Leave out pictures in a channel that refuses files."""
        return page if self._transport.files.are_allowed(interaction.channel_id) else page.without_pictures()

    async def _respond(self, press: Press, page: Page) -> None:
        """Send a page into the private page that was pressed, or as a new message."""
        response, mentions = press.interaction.response, allowed_mentions(page)
        if response.is_done():
            edited = await self._edit(press.interaction, page)
            press.answer = press.place or edited.id
            return
        with laid_out(page, self._transport.signs) as (view, files):
            if press.replaces:
                await response.edit_message(view=view, attachments=files, allowed_mentions=mentions)
                press.answer = press.place
            else:
                done = await response.send_message(
                    view=view, files=files, ephemeral=True, allowed_mentions=mentions
                )
                press.answer = done.message_id

    async def _edit(self, interaction: Interaction, page: Page) -> discord.InteractionMessage:
        """Edit the answer to an interaction."""
        with laid_out(page, self._transport.signs) as (view, files):
            return await interaction.edit_original_response(
                view=view, attachments=files, allowed_mentions=allowed_mentions(page)
            )

    async def _edit_for_channel(self, interaction: Interaction, page: Page) -> discord.InteractionMessage:
        """Edit the answer to an interaction, without pictures if its channel refuses them."""
        allowed, channel_id = self._for_channel(interaction, page), interaction.channel_id
        try:
            return await self._edit(interaction, allowed)
        except discord.HTTPException as error:
            if not allowed.pictures or channel_id is None or error.code not in FORBIDDEN:
                raise
        self._transport.files.refuse(channel_id)
        return await self._edit(interaction, allowed.without_pictures())

    def before_move(self, interaction: Interaction, session: Session, seat: Seat | None) -> None:
        """Prepare for the answer to a move: leave alone the page that it replaces or supersedes."""
        if (place := press_of(interaction).place) is not None:
            self._message_at(place).begin()
        elif seat is not None:
            self.own_pages.supersede((session.record.id, seat))

    async def give_silently(self, interaction: Interaction) -> None:
        """Answer without a word: the private page that was pressed goes, and a command leaves nothing."""
        press = press_of(interaction)
        await press.settle()
        self._message_at(press.place).begin()
        await answered(lambda: _dismiss(press))

    async def announce(self, interaction: Interaction, page: Page) -> None:
        """Add a public message below an answer.

        If an answer was promised but never given, Discord would take this message for it and show it to one
        user. In that case the bot posts it.
        """
        press = press_of(interaction)
        if press.needs_new_message and press.answer is None and interaction.channel_id is not None:
            try:
                nonce = f"t{interaction.id}"
                await self._transport.post(interaction.channel_id, page, nonce=nonce, purpose="answer")
            except DeliveryError as error:
                log.warning("not_told_all", error=str(error))
            return
        with laid_out(page) as (view, _):
            send, mentions = interaction.followup.send, allowed_mentions(page)
            await answered(partial(send, view=view, allowed_mentions=mentions))

    def keep(self, session_id: int, interaction: Interaction) -> None:
        """Remember an answer to delete when the cards of a table are dealt."""
        unexpired = {
            table: [one for one in kept if not one.is_expired()] for table, kept in self._until_deal.items()
        }
        self._until_deal = {table: kept for table, kept in unexpired.items() if kept}
        self._until_deal.setdefault(session_id, []).append(interaction)

    async def dealt(self, session_id: int) -> None:
        """Delete the answers kept until the deal, as far as Discord still allows that."""
        for interaction in self._until_deal.pop(session_id, ()):
            if not interaction.is_expired():
                await answered(interaction.delete_original_response, lost="answer_stays")

    def close(self) -> None:
        """Stop changing answers."""
        for message in list(self._messages.values()):
            message.begin()
        self._completing.cancel()


async def _may_be_said(press: Press, page: Page) -> bool:
    """Wait for the pictures of an answer while it may wait. False if Discord won't take an answer any more.

    A new message hardly waits, because there's nothing in its place that could stay meanwhile.
    """
    if not pictures_due_within(page, page_rendering.ANSWER_SECONDS):
        return True
    await wait_for_pictures(page, page_rendering.SOON_SECONDS)
    response = press.interaction.response
    may_wait = response.is_done() or press.replaces
    if not may_wait or not pictures_due_within(page, page_rendering.ANSWER_SECONDS):
        return True
    if not response.is_done() and await answered(response.defer) != "given":
        return False
    await wait_for_pictures(page, page_rendering.ANSWER_SECONDS)
    return True


async def _dismiss(press: Press) -> None:
    if not press.interaction.response.is_done():
        await press.interaction.response.defer(ephemeral=True)
    if press.needs_new_message or press.replaces:
        await press.interaction.delete_original_response()
