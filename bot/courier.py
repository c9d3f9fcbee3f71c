"""The only sender: turns pages into Discord messages and Discord's errors into a few of our own."""

import io
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import ui

from bot.emojis import Emojis, adorned
from bot.engine.cards import Card
from bot.rendering.art.emoji import emoji_name
from bot.rendering.page import Block, Button, Buttons, Line, Page, Picture, Select, Style, Text
from bot.sessions.delivery import Closed, DeliveryError, Forbidden, Gone, Unfit, Unknown, Vanished

T = TypeVar("T")
NO_EMOJIS: Final[Emojis] = {}

STYLES: Final[dict[Style, discord.ButtonStyle]] = {
    "grey": discord.ButtonStyle.secondary,
    "blue": discord.ButtonStyle.primary,
    "green": discord.ButtonStyle.success,
    "red": discord.ButtonStyle.danger,
}

CLOSED: Final = frozenset((50007, 50278, 40003))
VANISHED: Final = frozenset((10003, 10004))
FORBIDDEN: Final[dict[int, str]] = {
    50001: "View Channel",
    50013: "Send Messages",
    160005: "Send Messages in Threads (the thread is locked)",
}
GONE: Final = frozenset((10008,))
UNEDITABLE: Final = frozenset((30046, 50083))
"""Too many edits of an old message, or an archived thread: posting anew is what helps."""


class DiscordCourier:
    """Sends through a discord.py client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.emojis: Emojis = NO_EMOJIS

    async def post(self, channel_id: int, page: Page, *, nonce: str, quiet: bool = False) -> int:
        """Post a page; see the Courier protocol for errors."""
        channel = self._client.get_partial_messageable(channel_id)
        view, files = layout(page, self.emojis)
        message = await _sent(
            lambda: channel.send(
                view=view, files=files, nonce=nonce, silent=quiet, allowed_mentions=allowed_mentions(page)
            )
        )
        return message.id

    async def edit(self, channel_id: int, message_id: int, page: Page) -> None:
        """Replace a message by a page."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        view, files = layout(page, self.emojis)
        await _sent(
            lambda: message.edit(view=view, attachments=files, allowed_mentions=allowed_mentions(page))
        )

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        await _sent(message.delete)

    async def dm_channel(self, user_id: int) -> int:
        """The DM channel of a user."""
        user = discord.Object(user_id)
        channel = await _sent(lambda: self._client.create_dm(user))
        return channel.id

    async def names(self, guild_id: int, user_ids: tuple[int, ...]) -> dict[int, str]:
        """Display names in a server."""
        found: dict[int, str] = {}
        guild = self._client.get_guild(guild_id)
        for user_id in user_ids:
            try:
                member = await _sent(lambda: self._member(guild, user_id))  # noqa: B023 # awaited at once
            except DeliveryError:
                continue
            found[user_id] = member.display_name
        return found

    async def _member(self, guild: discord.Guild | None, user_id: int) -> discord.Member | discord.User:
        if guild is None:
            return await self._client.fetch_user(user_id)
        return guild.get_member(user_id) or await guild.fetch_member(user_id)


def allowed_mentions(page: Page) -> discord.AllowedMentions:
    """Only the page's own pings notify anybody, whatever its text contains."""
    users = [discord.Object(user_id) for user_id in page.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def layout(page: Page, emojis: Emojis = NO_EMOJIS) -> tuple[ui.LayoutView, list[discord.File]]:
    """A page as a Components V2 view and its files; cards come with their emoji where there is one.

    The view is stopped at once: its controls are answered by the dynamic items of `cogs/buttons.py`, and a
    view that is kept waiting for clicks would stay in memory for ever.
    """
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=page.accent)
    for block in adorned(page, emojis).blocks:
        container.add_item(_item(block, emojis))
    view.add_item(container)
    view.stop()
    files = [
        discord.File(io.BytesIO(picture.png), picture.name, description=picture.alt)
        for picture in page.pictures
    ]
    return view, files


def _item(block: Block, emojis: Emojis) -> ui.Item[Any]:
    match block:
        case Text(text=text):
            return ui.TextDisplay(text)
        case Line():
            return ui.Separator()
        case Picture(name=name, alt=alt):
            return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))
        case Buttons(buttons=buttons):
            return ui.ActionRow(*(_button(button, emojis) for button in buttons))
        case Select():
            return ui.ActionRow(_select(block, emojis))


def _button(button: Button, emojis: Emojis) -> ui.Button[Any]:
    return ui.Button(
        label=button.label,
        style=STYLES[button.style],
        custom_id=button.action.custom_id("b"),
        disabled=button.disabled,
        emoji=_emoji(button.card, emojis),
    )


def _select(select: Select, emojis: Emojis) -> ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=choice.label,
            value=choice.value,
            description=choice.hint,
            emoji=_emoji(choice.card, emojis),
        )
        for choice in select.choices
    ]
    return ui.Select(
        custom_id=select.action.custom_id("s"),
        placeholder=select.label[:150],
        options=options,
        min_values=select.least,
        max_values=select.most,
    )


def _emoji(card: Card | None, emojis: Emojis) -> discord.PartialEmoji | None:
    if card is None or card not in emojis:
        return None
    return discord.PartialEmoji(name=emoji_name(card), id=emojis[card])


async def _sent(send: Callable[[], Awaitable[T]]) -> T:
    """Do one request and turn what goes wrong into a DeliveryError."""
    try:
        return await send()
    except discord.HTTPException as error:
        raise _delivery_error(error) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise Unknown(f"no answer: {type(error).__name__}") from error


def _delivery_error(error: discord.HTTPException) -> DeliveryError:
    code = error.code
    if code in CLOSED:
        return Closed(f"code {code}")
    if code in GONE or code in UNEDITABLE:
        return Gone(f"code {code}")
    if code in VANISHED:
        return Vanished(f"code {code}")
    if error.status == 403:
        return Forbidden(FORBIDDEN.get(code, f"needed here (code {code})"))
    if error.status == 404:
        return Gone(f"code {code}")
    if error.status in (429, 500, 502, 503, 504):
        return Unknown(f"status {error.status}")
    return Unfit(f"status {error.status}, code {code}: {error.text}")
