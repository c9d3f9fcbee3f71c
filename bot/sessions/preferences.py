"""Preferences of users and servers. Everything has a default, so most never choose anything."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from bot.cluster.cluster import Cluster
from bot.engine.contract import AnyGame
from bot.engine.options import options_text
from bot.rendering.languages import ENGLISH, known_tag, language_of
from bot.sessions.times import QuietHours
from bot.storage import people, queries, ratings
from bot.storage.records import HintsFor, PaceName, Rated, Record
from bot.storage.store import Store

Chosen = TypeVar("Chosen", "UserPreferences", "ServerPreferences")


class UserPreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """One user's choices."""

    language: str | None = None
    """The tag of the language this user wants to read. None: the language of their Discord."""
    told: str = ENGLISH
    """The language of their Discord at their last interaction. The bot's DMs use it as well."""
    dm: Literal["unknown", "seen"] = "unknown"
    """Whether this user has ever used anything in our DM. Discord may put it where they never look."""

    hand: Literal["dm", "button"] = "dm"
    """Whether hands come by DM, or only by the *My hand* button and `/hand`."""
    pictures: bool = True
    deck: Literal["two", "four"] = "two"
    """The number of colours of the deck in pictures."""
    order: Literal["usual", "rank", "suit"] = "usual"
    """The order of a hand's cards. Usual: as suits the game."""
    calls: bool = False
    """Whether a DM announces this user's turn in games without a hand by DM."""
    when: Literal["twice", "turn", "never"] = "twice"
    """When this user is called: as a decision becomes theirs and near its end, only at first, or never."""
    quiet: QuietHours | None = None
    """The hours in which no call goes out. Calls wait until they're over. Clocks don't."""
    away_until: float | None = None
    """When this user is back. Until then no call goes out, and slow tables don't wait. Any move ends it."""
    pings: bool = True
    """Whether a mention in the channel may call this user where no DM does."""
    invites: bool = True
    """Whether those who want a rematch may name this user."""
    listed: bool = True
    """Whether lists of a server may name this user: its games and its ratings."""
    keep: bool = False
    """Whether games still name this user half a year after they ended."""

    @property
    def reads(self) -> str:
        """The tag of the language in which the bot writes to this user."""
        return known_tag(self.language) or known_tag(self.told) or ENGLISH

    def quiet_for(self, now: float) -> float:
        """Return the seconds until this user may be called. `now` is since the epoch."""
        away = self.away_for(now)
        return away + (0.0 if self.quiet is None else self.quiet.left(now + away))

    def away_for(self, now: float) -> float:
        """Return the seconds until this user is back. 0 if they aren't away."""
        return max(0.0, (self.away_until or 0.0) - now)

    @property
    def sees_dms(self) -> bool:
        """Whether this user surely sees a DM, or nothing else may call them."""
        return self.dm == "seen" or not self.pings

    def may_ping(self, now: float) -> bool:
        """Whether a mention may notify this user of a new table, or of a choice to be made."""
        return self.pings and not self.quiet_for(now)


class ServerPreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """One server's choices, made by its moderators."""

    language: str | None = None
    """The tag of the language of tables. None until the first table is opened."""
    languages: dict[str, str] = {}
    """The language of single channels and the threads in them, by the channel's id."""

    games: tuple[str, ...] = ()
    """Games that may be opened. Empty: all."""
    channels: tuple[int, ...] = ()
    """Channels in which tables may be opened, threads in them included. Empty: all."""
    options: dict[str, str] = {}
    """Default options by game, as people type them."""
    rules: dict[str, dict[str, str]] = {}
    """Saved rules by game and name: their options that aren't standard, as people type them."""
    turn_seconds: Annotated[int, Meta(ge=30, le=604800)] | None = None
    response_seconds: Annotated[int, Meta(ge=15, le=604800)] | None = None
    pace: PaceName | None = None
    """The pace of new tables. None: the game's own clocks, or the seconds above."""
    hints: HintsFor = "first-games"
    """The hint rule of new tables."""
    commands: Literal["played", "never"] = "played"
    """Whether the server has the commands of the games that it plays."""
    threads: bool = False
    """Whether each table opens its own thread."""
    pictures: bool = True
    ratings: bool = True
    """Whether games between people change ratings."""

    def plays(self, game_id: str) -> bool:
        """Whether a game may be opened."""
        return not self.games or game_id in self.games

    def rules_name(self, game: AnyGame, options: Mapping[str, Any]) -> str:
        """Return the name under which these options are saved. Empty if they aren't."""
        text = options_text(game.options, options)
        return next((name for name, saved in self.rules.get(game.id, {}).items() if saved == text), "")


class Choices:
    """All preferences, read from the database when first asked for and kept in memory.

    Without `pictures` none are rendered, whatever anyone has chosen. `verify_page` is the
    web address of the page that checks deals. Empty if there's none.
    """

    def __init__(
        self,
        store: Store,
        cluster: Cluster | None = None,
        *,
        pictures: bool = False,
        verify_page: str = "",
        parent_of: Callable[[int], int | None] = lambda _channel_id: None,
    ) -> None:
        self._store = store
        self._cluster = cluster or Cluster(store)
        self.pictures = pictures
        self.verify_page = verify_page
        self.parent_of = parent_of
        """The function that gives the channel of a thread, if known."""
        self._users: dict[int, UserPreferences] = {}
        self._servers: dict[int, ServerPreferences] = {}
        self._read_at: dict[tuple[str, int], float] = {}

    async def of_user(self, user_id: int) -> UserPreferences:
        """Return what a user has chosen."""
        if user_id not in self._users or not self._cluster.trusts(self._read_at.get(("user", user_id), 0.0)):
            self._users[user_id] = await self._read("user", user_id, UserPreferences)
        return self._users[user_id]

    async def of_server(self, guild_id: int) -> ServerPreferences:
        """Return what a server has chosen."""
        read_at = self._read_at.get(("server", guild_id), 0.0)
        if guild_id not in self._servers or not self._cluster.trusts(read_at):
            self._servers[guild_id] = await self._read("server", guild_id, ServerPreferences)
        return self._servers[guild_id]

    async def note_use(self, user_id: int, locale: str, *, in_dm: bool = False) -> UserPreferences:
        """Return a user's choices. Store the language of their Discord and their use of our DM, if new."""
        chosen = await self.of_user(user_id)
        told, dm = language_of(locale), "seen" if in_dm else chosen.dm
        is_known = (chosen.told, chosen.dm) == (told, dm)
        return chosen if is_known else await self.set_user(user_id, told=told, dm=dm)

    def language(self, guild_id: int, channel_id: int) -> str:
        """Return the tag of the language that tables in a channel speak, as far as the server is known."""
        chosen = self.known_server(guild_id)
        for place in (channel_id, self.parent_of(channel_id)) if chosen.languages else ():
            if own := known_tag(chosen.languages.get(str(place))):
                return own
        return known_tag(chosen.language) or ENGLISH

    async def had_finished(self, user_id: int, game: str, at: float) -> bool:
        """Whether a user had finished a game of this kind before a time since the epoch."""
        return await self._store.read(queries.had_finished, user_id, game, at)

    async def met_too_often(self, record: Record) -> tuple[int, ...]:
        """Return two seats of a lobby whose players have met too often in recent rated games, if any."""
        return await self._store.read(
            ratings.frequent_pair, (record.guild_id, record.game), record.players, record.updated_at
        )

    async def rated_game(self, session_id: int) -> Rated | None:
        """Return what a finished game did to ratings."""
        return await self._store.read(ratings.rated_game, session_id)

    def known_user(self, user_id: int) -> UserPreferences:
        """Return a user's choices if they're in memory. The defaults otherwise."""
        return self._users.get(user_id, UserPreferences())

    def known_server(self, guild_id: int) -> ServerPreferences:
        """Return a server's choices if they're in memory. The defaults otherwise."""
        return self._servers.get(guild_id, ServerPreferences())

    async def set_user(self, user_id: int, **chosen: Any) -> UserPreferences:
        """Change a user's choices. Raises msgspec.ValidationError for an invalid value."""
        now = await self._change("user", user_id, UserPreferences, lambda _before: chosen)
        self._users[user_id] = now
        return now

    async def set_server(self, guild_id: int, **chosen: Any) -> ServerPreferences:
        """Change a server's choices. Raises msgspec.ValidationError for an invalid value."""
        return await self.change_server(guild_id, lambda _before: chosen)

    async def change_server(
        self, guild_id: int, choose: Callable[[ServerPreferences], Mapping[str, Any]]
    ) -> ServerPreferences:
        """Change a server's choices depending on those stored. `choose` may run repeatedly, on a thread."""
        now = await self._change("server", guild_id, ServerPreferences, choose)
        self._servers[guild_id] = now
        return now

    def drop(self, user_id: int) -> None:
        """Drop a user's choices from memory, because the database has forgotten them."""
        self._users.pop(user_id, None)

    async def _read(self, owner: str, owner_id: int, kind: type[Chosen]) -> Chosen:
        self._read_at[owner, owner_id] = self._cluster.elapsed()
        return msgspec.convert(await self._store.read(people.preferences, owner, owner_id), kind)

    async def _change(
        self, owner: str, owner_id: int, kind: type[Chosen], choose: Callable[[Chosen], Mapping[str, Any]]
    ) -> Chosen:
        """Change single fields, because others may be changed meanwhile, here or in another process."""

        def change(stored: dict[str, Any]) -> dict[str, Any]:
            chosen = choose(msgspec.convert(stored, kind))
            checked = msgspec.convert(chosen, kind)
            return {name: msgspec.to_builtins(getattr(checked, name)) for name in chosen}

        return msgspec.convert(
            await self._store.write(people.change_preferences, owner, owner_id, change), kind
        )
