"""The commands that Discord has: nine everywhere, and in each server those of the games it plays."""

import hashlib
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final

import discord
import msgspec
import structlog
from discord import app_commands

from bot.games import GAMES
from bot.process.findings import another_application
from bot.process.refusals import TODAYS_LIMIT
from bot.rendering.catalog import say_command
from bot.rendering.commands import EVERYWHERE, MENUS, SERIAL, commands_of
from bot.rendering.languages import ENGLISH, language_of
from bot.rendering.words import capitalised
from bot.sessions.clocks import SteadyClock
from bot.sessions.sessions import Sessions
from bot.storage import facts
from bot.storage.store import Store

log = structlog.get_logger(__name__)

PLAYED_DAYS: Final = 90
"""The days for which a server keeps a game's commands after its last table was opened."""
SPACING_SECONDS: Final = 1.0
"""The time between the lists sent for two servers: after an upgrade very many are due at once."""
DAY_SECONDS: Final = 86400
MAX_DESCRIPTION_CHARACTERS: Final = 100
GLOBAL_ONLY: Final = ("contexts", "integration_types")
"""The fields that Discord takes for global commands only."""


class CommandTexts(app_commands.Translator):
    """Descriptions and values of commands in every language. Names stay, since rules use them."""

    UNTRANSLATED: Final = frozenset(
        (
            app_commands.TranslationContextLocation.command_name,
            app_commands.TranslationContextLocation.group_name,
            app_commands.TranslationContextLocation.parameter_name,
        )
    )

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in a language, or None if Discord is to show the English one."""
        if context.location in self.UNTRANSLATED:
            return None
        if locale is discord.Locale.american_english:
            return string.message  # else Discord may show it what others read
        tag = language_of(locale.value)
        if tag == ENGLISH:
            return None
        found = say_command(tag, string.extras.get("message", string.message))
        if "message" in string.extras:
            found = capitalised(found)
        return found[:MAX_DESCRIPTION_CHARACTERS]


class Sent(msgspec.Struct, frozen=True):
    """The note of the last list sent to Discord for a server, or for every server."""

    serial: int = 0
    digest: str = ""
    played: dict[str, int] = {}
    """The day on which a table of each game was last opened, counted from the epoch."""


class Registration:
    """The registration of commands: sends a server those that it should have, if Discord has others.

    It checks a server when something happens there, never by a timer. Nothing waits for it and nothing
    depends on it, because buttons and `/turn` do everything.
    """

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        clock: SteadyClock,
        *,
        client: discord.Client,
        describe: Callable[[], Awaitable[Sequence[dict[str, Any]]]],
        give_way: Callable[[], Awaitable[None]],
        home: int | None,
    ) -> None:
        self._store, self._sessions, self._clock = store, sessions, clock
        self._client = client
        self._describe, self._give_way = describe, give_way
        self._home = home
        """The only server that has commands, or None. It has all of them."""
        self._payloads: dict[str, dict[str, Any]] = {}
        self._checked: set[int] = set()
        self._opened: dict[int, set[str]] = {}
        self._retry_days: dict[int, int | None] = {}
        """The servers that refuse commands, each with the day of the next try, None if there won't be any."""
        self._known_commands: dict[int, frozenset[str]] = {}
        self._free_at = 0.0

    def known_commands(self, guild_id: int | None) -> frozenset[str]:
        """Return the commands of games that a server is known to have. A DM has none."""
        return self._known_commands.get(guild_id or 0, frozenset())

    def check_once(self, guild_id: int | None) -> None:
        """Check a server's commands at its first interaction with this process."""
        if guild_id is not None and guild_id not in self._checked:
            self.check(guild_id)

    def note_opened(self, guild_id: int, game_id: str) -> None:
        """Note that a table was opened in a server, and check its commands."""
        if guild_id:
            self._opened.setdefault(guild_id, set()).add(game_id)
            self.check(guild_id)

    def check(self, guild_id: int) -> None:
        """Check soon whether a server has the commands that it should."""
        self._checked.add(guild_id)
        if self._home is None:
            self._sessions.agenda.put(("commands", guild_id), 0.0, partial(self._check, guild_id))

    def forget(self, guild_id: int) -> None:
        """Forget soon what a server was sent: Discord has dropped it with the bot."""
        self._checked.discard(guild_id)
        self._known_commands.pop(guild_id, None)
        self._sessions.agenda.drop(("send commands", guild_id))
        self._sessions.agenda.put(("commands", guild_id), 0.0, partial(self._forget, guild_id))

    async def begin(self, *, again: bool = False) -> None:
        """Send the commands that are the same everywhere, if they've changed or `again`.

        Raises what Discord answers.
        """
        self._payloads = {str(one["name"]): one for one in await self._describe()}
        names = [*EVERYWHERE, *MENUS]
        if self._home is not None:
            own = self._commands(await self._allowed(self._home))
            self._known_commands[self._home] = frozenset(own)
            names += own
        await self._check_application()
        sent = await self._sent(self._home)
        is_ours = sent.serial <= SERIAL
        if again or (is_ours and sent.digest != self._digest(self._home, names)):
            await self._upload(self._home, names)
            await self._keep(self._home, sent, names)
            log.info("commands_synced", count=len(names))

    async def _check_application(self) -> None:
        """Warn if the games in the database are of another application, whose messages can't be edited."""
        known, present = await self._store.read(facts.applications), self._client.application_id
        if present is not None and (other := another_application(known, present)):
            log.warning("another_application", why=other.words, cure=other.advice)

    async def wanted_commands(self, guild_id: int, played: dict[str, int]) -> list[str]:
        """Return the commands of games that a server should have. `played` has the last day of each game."""
        chosen = await self._sessions.choices.of_server(guild_id)
        if chosen.commands == "never":
            return []
        open_now = {record.game for record in await self._sessions.in_guild(guild_id)}
        lately = {game for game, day in played.items() if day > self._today - PLAYED_DAYS}
        return self._commands([game for game in await self._allowed(guild_id) if game in open_now | lately])

    async def _check(self, guild_id: int) -> None:
        key = ("send commands", guild_id)
        if key in self._sessions.agenda or await self._due(guild_id) is None or self._is_refusing(guild_id):
            return
        now = self._clock.elapsed
        at = max(now, self._free_at)
        self._free_at = at + SPACING_SECONDS
        self._sessions.agenda.put(key, at - now, partial(self._send, guild_id))

    async def _due(self, guild_id: int) -> tuple[Sent, list[str]] | None:
        """Return a server's note and the commands to send. None if it has them, or a later program's."""
        sent = await self._sent(guild_id)
        if sent.serial > SERIAL:
            return None
        noted = msgspec.structs.replace(sent, played=self._last_played(guild_id, sent))
        names = await self.wanted_commands(guild_id, noted.played)
        if (names or sent.digest) and sent.digest != self._digest(guild_id, names):
            return noted, names
        self._known_commands[guild_id] = frozenset(names)
        if noted.played != sent.played:
            await self._keep(guild_id, noted, names)
        return None

    async def _forget(self, guild_id: int) -> None:
        await self._store.write(facts.forget_note, self._note(guild_id))

    async def _send(self, guild_id: int) -> None:
        if (due := await self._due(guild_id)) is None:
            return
        noted, names = due
        await self._give_way()
        try:
            await self._upload(guild_id, names)
        except (discord.Forbidden, discord.NotFound) as error:
            self._note_refusal(guild_id, error, until=None)
        except (discord.HTTPException, discord.RateLimited) as error:
            is_for_today = isinstance(error, discord.HTTPException) and error.code == TODAYS_LIMIT
            self._note_refusal(guild_id, error, until=self._today + is_for_today)
        else:
            self._known_commands[guild_id] = frozenset(names)
            await self._keep(guild_id, noted, names)
            log.info("commands_synced", count=len(names), server=guild_id)

    def _note_refusal(self, guild_id: int, error: Exception, until: int | None) -> None:
        """Remember that a server refuses commands, for this process's life or until a day."""
        self._retry_days[guild_id] = until
        log.warning("commands_not_synced", server=guild_id, why=str(error))

    def _is_refusing(self, guild_id: int) -> bool:
        if guild_id not in self._retry_days:
            return False
        until = self._retry_days[guild_id]
        return until is None or self._today < until

    @property
    def _today(self) -> int:
        return int(self._clock() // DAY_SECONDS)

    def _last_played(self, guild_id: int, sent: Sent) -> dict[str, int]:
        return {**sent.played, **dict.fromkeys(self._opened.get(guild_id, ()), self._today)}

    async def _allowed(self, guild_id: int) -> list[str]:
        chosen = await self._sessions.choices.of_server(guild_id)
        return list(filter(chosen.plays, GAMES))

    def _commands(self, games: Sequence[str]) -> list[str]:
        return [name for game in games for name in commands_of(game)]

    def _note(self, guild_id: int | None) -> str:
        return f"commands:{self._client.application_id}:{guild_id or 'global'}"

    async def _sent(self, guild_id: int | None) -> Sent:
        kept = await self._store.read(facts.note, self._note(guild_id))
        return Sent() if kept is None else msgspec.json.decode(kept, type=Sent)

    async def _keep(self, guild_id: int | None, sent: Sent, names: Sequence[str]) -> None:
        self._opened.pop(guild_id or 0, None)
        now = msgspec.structs.replace(sent, serial=SERIAL, digest=self._digest(guild_id, names))
        await self._store.write(facts.keep_note, self._note(guild_id), msgspec.json.encode(now).decode())

    def _digest(self, guild_id: int | None, names: Sequence[str]) -> str:
        whole = json.dumps(self._payload(guild_id, names), sort_keys=True, default=str)
        return hashlib.sha256(whole.encode()).hexdigest()

    def _payload(self, guild_id: int | None, names: Sequence[str]) -> list[dict[str, Any]]:
        unsent = () if guild_id is None else GLOBAL_ONLY
        described = [self._payloads[name] for name in names if name in self._payloads]
        return [{name: value for name, value in one.items() if name not in unsent} for one in described]

    async def _upload(self, guild_id: int | None, names: Sequence[str]) -> None:
        payload, http = self._payload(guild_id, names), self._client.http
        assert self._client.application_id is not None
        if guild_id is None:
            await http.bulk_upsert_global_commands(self._client.application_id, payload=payload)
        else:
            await http.bulk_upsert_guild_commands(self._client.application_id, guild_id, payload=payload)
