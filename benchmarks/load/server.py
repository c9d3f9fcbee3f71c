"""The Discord of the load bench, which counts requests and keeps the page each user clicks on next."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from benchmarks.load.wire import control_of, with_control
from tests.discord_http.ids import is_dm, user_of
from tests.discord_http.interactions import Interaction
from tests.discord_http.payloads import Json
from tests.discord_http.rates import Rates
from tests.discord_http.requests import Request
from tests.discord_http.stand_in import StandIn

Kind = Literal["table edit", "table post", "hand edit", "hand post", "delete", "find", "open DM", "name"]
KINDS: Final[tuple[Kind, ...]] = Kind.__args__  # type: ignore[attr-defined]
KIND_OF: Final[Mapping[tuple[str, bool], Kind]] = {
    ("post", False): "table post",
    ("post", True): "hand post",
    ("edit", False): "table edit",
    ("edit", True): "hand edit",
    **{("delete", where): "delete" for where in (False, True)},
    **{("find", where): "find" for where in (False, True)},
    ("dm", True): "open DM",
    ("user", True): "name",
}
"""The name of a request, by its kind and whether it's about a DM."""


class Call(NamedTuple):
    """A request that counts against the bot's limit."""

    kind: Kind
    channel_id: int
    at: float
    message_id: int = 0


class Body(NamedTuple):
    """The content of a request."""

    components: list[Json]
    files: Mapping[str, bytes]


class ShownRevision(NamedTuple):
    """A revision that a public table has shown."""

    at: float
    revision: int


class Server(StandIn):
    """Discord for one bot. `network` is how long a request takes, in seconds.

    Apart from answers to interactions, it accepts at most `limit` requests per second (0 for any) and refuses
    the others with 429. Requests are listed in `calls`. Their content is kept in `bodies` only while that's
    a list.
    """

    def __init__(self, guilds: Sequence[Json], network: float = 0.05, limit: int = 0) -> None:
        super().__init__(guilds=guilds, network=network, rates=Rates(limit))
        self.calls: list[Call] = []
        self.bodies: list[tuple[Call | None, Body]] | None = None
        self.tables: dict[int, Json] = {}
        self.pages: dict[int, Json] = {}
        self.seen: defaultdict[int, list[ShownRevision]] = defaultdict(list)
        """The revisions each public table has shown, by session."""
        self.slow: dict[int, float] = {}
        """The seconds that a request takes in a slow channel."""

    async def click(self, user_id: int, custom_id: str, on: Json, guild_id: int) -> Interaction:
        """Click a button for a user, even one that a message doesn't show."""
        return await self.press(user_id, with_control(on, custom_id), custom_id, guild_id)

    def forget(self) -> None:
        """Restart the counts."""
        self.calls.clear()
        self.seen.clear()
        self.refused = 0

    async def quiesce(self, seconds: float) -> None:
        """Wait until no request has arrived for this long."""
        # There's no event for it.
        while self.in_flight or time.monotonic() - self.last_at < seconds:  # noqa: ASYNC110
            await asyncio.sleep(seconds / 20)

    def delay_of(self, asked: Request) -> float:
        return self.slow.get(asked.channel_id, self.network)

    def on_request(self, asked: Request) -> None:
        kind = KIND_OF[asked.kind, is_dm(asked.channel_id)]
        call = Call(kind, asked.channel_id, time.monotonic(), asked.number)
        self.calls.append(call)
        self._keep(call, asked)

    def on_answer(self, click: Interaction, shown: Json, asked: Request) -> None:
        self._show(self.pages, click.user_id, shown, is_new=click.user_id not in self.pages)
        if click.text:  # Shown for the first time.
            self._keep(None, asked)
        click.text = ""  # Saves memory, because nobody reads it.

    def on_change(self, asked: Request, shown: Json) -> None:
        if asked.kind == "delete":
            return
        channel_id = asked.channel_id
        shelf, owner = (self.pages, user_of(channel_id)) if is_dm(channel_id) else (self.tables, channel_id)
        self._show(shelf, owner, shown, is_new=asked.kind == "post")
        if shelf is self.tables and (control := control_of(asked.components)):
            self.seen[control.session_id].append(ShownRevision(time.monotonic(), control.revision))

    def _show(self, shelf: dict[int, Json], owner: int, shown: Json, *, is_new: bool) -> None:
        if is_new or shelf.get(owner, shown)["id"] == shown["id"]:
            shelf[owner] = shown

    def _keep(self, call: Call | None, asked: Request) -> None:
        if self.bodies is not None:
            self.bodies.append((call, Body(asked.components, asked.files)))
