"""The door: it admits each interaction once, in time, in its user's language, and answers errors."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.cluster.cluster import Cluster
from bot.delivery.background import Background
from bot.delivery.layouts import laid_out
from bot.door.press import Interaction, answered, press_of
from bot.door.rights import may_run
from bot.rendering import answers
from bot.rendering.catalog import speak
from bot.rendering.languages import language_of
from bot.rendering.page import Page, text_page
from bot.sessions.clocks import SteadyClock
from bot.sessions.preferences import Choices
from bot.storage.errors import NotInstalled, NotSaved, SeenBefore, Stale, StoreError

log = structlog.get_logger(__name__)

LATE_SECONDS: Final = 2.5
"""The age of an interaction, by Discord's own clock, from which it isn't answered."""
MAX_DRIFT: Final = 2e-4
"""The most by which two clocks drift apart in a second, even if nobody sets them."""
CLOSING_SECONDS: Final = 2.0
"""The time a stopping bot waits for its last answers. Discord takes none after three seconds."""
MAX_BURST: Final = 15.0
"""The number of suggestions that a user may get in a row."""
PER_SECOND: Final = 5.0
MAX_KNOWN: Final = 2000
"""The number of users that are remembered, the most recent ones."""
CHANGED_COMMAND: Final = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""The errors for a command that Discord still has in a form this program doesn't know."""


class InteractionLag:
    """A measure of how late interactions come: it takes the quickest one so far as instant.

    Discord forgets an interaction after three seconds. A move made later would count without an answer, and
    its player would believe that nothing had happened. So the bot doesn't make it at all.
    """

    def __init__(self) -> None:
        self._least_lag = float("inf")
        self._at = 0.0

    def lag(self, sent_at: float, now: float) -> float:
        """Return the seconds that an interaction sent at this time, by Discord's clock, took to arrive."""
        difference = now - sent_at
        self._least_lag = min(difference, self._least_lag + MAX_DRIFT * (now - self._at))
        self._at = now
        return difference - self._least_lag


class RateLimiter:
    """A limit on suggestions for users who ask faster than anyone can read, which spares everyone else.

    The `clock` is in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()
        """The suggestions that each user had left at a time."""

    def is_over_limit(self, user_id: int) -> bool:
        """Whether a user has had too many suggestions lately. If not, count one more."""
        now = self._clock()
        left, at = self._left.pop(user_id, (MAX_BURST, now))
        left = min(MAX_BURST, left + (now - at) * PER_SECOND)
        is_flood = left < 1
        self._left[user_id] = (left if is_flood else left - 1, now)
        if len(self._left) > MAX_KNOWN:
            self._left.popitem(last=False)
        return is_flood


class Door:
    """The gate for interactions: admits those that this process answers, and knows the tasks at it."""

    def __init__(
        self,
        cluster: Cluster,
        choices: Choices,
        background: Background,
        clock: SteadyClock,
        *,
        on_dm_seen: Callable[[int], None],
    ) -> None:
        self.on_dm_seen = on_dm_seen
        """Called once for each user who uses the bot's DM for the first time."""
        self._cluster = cluster
        self._choices = choices
        self._background = background
        self._clock = clock
        self.interaction_lag = InteractionLag()
        self._rate_limiter = RateLimiter(lambda: clock.elapsed)
        self.answering = background.answering
        self.is_closed = False

    async def admits(self, interaction: Interaction) -> bool:
        """Whether the present task should answer an interaction. If so, Discord hears about it in time."""
        lag = self.interaction_lag.lag(interaction.created_at.timestamp(), self._clock.elapsed)
        press_of(interaction).pressed_at = self._clock() - lag
        if lag > LATE_SECONDS or self.is_closed:
            log.warning("came_too_late", interaction=interaction.id)
            return False
        self._begin(interaction)
        try:
            return await self._is_ours(interaction)
        except Exception as error:  # noqa: BLE001 # the edge: every error is answered in one place
            await answer_error(interaction, error)
            return False

    def _begin(self, interaction: Interaction) -> None:
        """Count an interaction as being answered until the present task ends."""
        task = asyncio.current_task()
        assert task is not None

        def on_done(task: asyncio.Task[Any]) -> None:
            self.answering.discard(task)
            self._background.drop_press(interaction.id)
            press_of(interaction).withdraw()

        self.answering.add(task)
        self._background.add_press(interaction.id)
        task.add_done_callback(on_done)

    async def _is_ours(self, interaction: Interaction) -> bool:
        """Whether no other process answers it. If so, this task speaks the user's language."""
        if interaction.type is discord.InteractionType.autocomplete:
            # At worst two processes suggest something, and Discord takes the first.
            return await self._may_suggest(interaction)
        try:
            if not await self._cluster.claim(interaction.id):
                return False
        except StoreError:
            await self._speak_to(interaction)
            raise
        press_of(interaction).promise(interaction.client.timings.answer)
        await self._speak_to(interaction)
        return True

    async def _may_suggest(self, interaction: Interaction) -> bool:
        """Whether a user gets suggestions. After too many requests the list is empty for a while."""
        await self._speak_to(interaction)
        if not self._rate_limiter.is_over_limit(interaction.user.id):
            return True
        await answered(lambda: interaction.response.autocomplete([]))
        return False

    async def _speak_to(self, interaction: Interaction) -> None:
        """Answer in a user's language until the present task ends.

        They have chosen it, or it's the language of their Discord, which is kept for DMs.
        """
        locale, user_id = str(interaction.locale), interaction.user.id
        # Not in a DM with others where they have brought the bot along.
        in_our_dm = interaction.guild_id is None and not interaction.context.private_channel
        try:
            was_seen = (await self._choices.of_user(user_id)).dm == "seen"
            chosen = await self._choices.note_use(user_id, locale, in_dm=in_our_dm)
        except StoreError:  # the request itself will say so if it needs the database
            speak(language_of(locale))
        else:
            speak(chosen.reads)
            if chosen.dm == "seen" and not was_seen:  # the answer first, or a hand would be drawn over it
                task = asyncio.current_task()
                assert task is not None
                task.add_done_callback(lambda _: self.on_dm_seen(user_id))

    async def close(self) -> None:
        """Admit nothing new and wait for the answers under way. Those that take too long are given up.

        Moves that they have stored count, and the tables show them later.
        """
        self.is_closed = True
        if not self.answering:
            return
        _, late = await asyncio.wait(self.answering, timeout=CLOSING_SECONDS)
        if late:
            log.warning("answers_given_up", number=len(late))
            for answer in late:
                answer.cancel()
            await asyncio.wait(late)


async def answer_error(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Answer any error of a command, button, select or modal.

    1. the interaction was carried out before: say nothing
    2. another change was first, or the database didn't write: say so, nothing happened
    3. the game of the table isn't installed: say which, and let its host or a moderator end it
    4. the command has changed: say how to go on
    5. not allowed here: say what is missing
    6. anything else is a bug: log all of it, and let the table show what was done
    """
    match error:
        case SeenBefore():
            return
        case Stale():
            sentence = answers.text_of(answers.BEATEN_TO_IT)
        case NotInstalled():
            may_end = interaction.user.id == error.record.host_id or may_run(interaction, error.record)
            await give(interaction, answers.not_installed(error.record, may_end=may_end))
            return
        case NotSaved():
            log.error("not_saved", error=str(error))
            sentence = answers.text_of(answers.NOT_SAVED)
        case StoreError():
            log.error("store_failed", error=str(error))
            sentence = answers.text_of(answers.TABLE_DAMAGED)
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            sentence = answers.text_of(answers.COMMAND_CHANGED)
        case app_commands.CheckFailure():
            sentence = answers.text_of(answers.ONLY_IN_SERVERS)
        case _:
            log.error("interaction_failed", exc_info=error)
            sentence = answers.text_of(answers.BOT_ERROR)
    await give(interaction, text_page(sentence))


async def give(interaction: discord.Interaction[Any], page: Page) -> None:
    """Show only this user a page, whether or not the interaction has been answered."""
    await press_of(interaction).settle()
    with laid_out(page) as (view, _):
        if interaction.response.is_done():
            await answered(lambda: interaction.followup.send(view=view, ephemeral=True))
        else:
            await answered(lambda: interaction.response.send_message(view=view, ephemeral=True))
