"""Answers to interactions, for their sender alone: the text at once, its picture as soon as it is there."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import discord

from bot.delivery.answering import Fate, answered
from bot.delivery.background import Background
from bot.delivery.courier import DiscordCourier, allowed_mentions, layout
from bot.delivery.later import Edit, Following, LaterPictures
from bot.delivery.offload import offloaded
from bot.delivery.own_pages import Delete, OwnPage, OwnPages
from bot.delivery.publisher import Publisher
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.session import Session

Interaction = discord.Interaction[Any]
BESIDE: Final = "beside"
"""In the extras of an interaction: the number of the table in a DM that stays where it was pressed."""
ANSWER: Final = "answer"
"""In the extras of an interaction: the message by which it was answered first."""


class Standing:
    """Where an answer stands; here nothing but further answers changes it."""

    def is_newest(self) -> bool:
        """Whether nothing newer has come from elsewhere."""
        return True

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

    async def give(
        self, interaction: Interaction, page: Page, standing: Standing | OwnPage | None = None
    ) -> Page | None:
        """Answer by a page, perhaps with pictures on order; the page that surely stands there now."""
        place = _place(interaction)
        older = None
        if place is not None:
            self.own_pages.leave(place)
            older = self._later.replace(place)
        reply = await self._accepted(interaction, page)
        if reply.fate != "given":
            return None
        if reply.message_id is not None:
            standing = standing or Standing()
            answer = self._following(interaction, reply, standing)
            self._later.follow(answer, older)
            seconds = (interaction.expires_at - discord.utils.utcnow()).total_seconds()
            standing.stands(answer, seconds, interaction.delete_original_response)
        return reply.sent if reply.is_whole else None

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
        if not self._courier.files.are_taken(interaction.channel_id):
            page = page.without_pictures()
        sent = page.finished()
        place: list[int | None] = []

        async def respond() -> None:
            place.append(await self._respond(interaction, sent))

        fate = await answered(respond, has_files=bool(sent.pictures))
        has_all = len(sent.pictures) == len(page.pictures)
        return Reply(sent, sent if has_all else page, fate, place[0] if place else None)

    async def _respond(self, interaction: Interaction, page: Page) -> int | None:
        """Send a page: in place where the control stood on a private page, else by a new message; its id."""
        view, files = layout(page, self._courier.emojis)
        mentions = allowed_mentions(page)
        response = interaction.response
        if response.is_done():  # what was said first is replaced
            await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=mentions)
            return _place(interaction)
        if replaces(interaction):
            done = await response.edit_message(view=view, attachments=files, allowed_mentions=mentions)
        else:
            done = await response.send_message(
                view=view, files=files, ephemeral=True, allowed_mentions=mentions
            )
        interaction.extras[ANSWER] = _place(interaction) or (None if done is None else done.message_id)
        return _place(interaction)

    def is_moving(self, interaction: Interaction, session: Session, seat: Seat | None) -> None:
        """A move is about to be answered: leave the page alone that the answer replaces."""
        if (place := _place(interaction)) is not None:
            self.own_pages.leave(place)
        elif seat is not None:
            self.own_pages.supersede(session.record.id, seat)

    def _following(self, interaction: Interaction, reply: Reply, standing: Standing | OwnPage) -> Following:
        assert reply.message_id is not None

        async def edit(page: Page) -> None:
            view, files = layout(page, self._courier.emojis)
            mentions = allowed_mentions(page)
            await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=mentions)

        return Following(
            message_id=reply.message_id,
            page=reply.page,
            edit=edit,
            is_newest=lambda: standing.is_newest() and not interaction.is_expired(),
            then=lambda page: standing.edited(page, edit),
        )

    async def give_silently(self, interaction: Interaction) -> None:
        """Answer without a word: the private page that was pressed goes, and a command leaves nothing."""
        place = _place(interaction)
        if place is not None:
            self._later.replace(place)
        await answered(lambda: _vanish(interaction))

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


async def _vanish(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    if interaction.message is None or replaces(interaction):
        await interaction.delete_original_response()


def is_private(message: discord.Message | None) -> bool:
    """Whether a message is seen by one user only."""
    return message is not None and (message.flags.ephemeral or message.guild is None)


def replaces(interaction: Interaction) -> bool:
    """Whether an answer takes the place of the message on which something was pressed."""
    return is_private(interaction.message) and BESIDE not in interaction.extras


def _place(interaction: Interaction) -> int | None:
    """The message that an answer replaces, if it replaces one."""
    if (earlier := interaction.extras.get(ANSWER)) is not None:
        return int(earlier)
    message = interaction.message
    return message.id if message is not None and replaces(interaction) else None
