"""Whole games of players with closed DMs: each game ends, and no DM is retried within ten minutes.

Only slash commands make moves. `--walks` above 1 plays every game with every way of closing DMs.
"""

from collections import defaultdict
from itertools import pairwise
from random import Random
from typing import Any, Final, Literal

import pytest
from _pytest.mark import ParameterSet

from bot.app import now
from bot.delivery.breaker import RETRY_DM_SECONDS
from bot.games import GAMES
from bot.sessions.session import Session
from tests.cogs.test_whole_games import choose, make, plan_of
from tests.helpers.figures import Figure
from tests.helpers.guild import SimGuild
from tests.helpers.tables import started

pytestmark = pytest.mark.no_cover  # random walks: tracing them would double their time

SHORT: Final = {
    "crap": (3, "threshold=50 turn-limit=50"),
    "skrap": (2, "target=3"),
    "craits": (2, "hands=1 hand-cap=100"),
    "crazy-rummy": (2, "target=300 max-hands=1"),
    "crapette": (2, "clock-minutes=15"),
}
"""The number of players and the options of short games, which needn't use every command."""
SEEDS: Final = {"crazy-rummy": "31"}
"""Seeds of deals that end soon. Any other seed works as well."""
MAX_MOVES: Final = 600
LOOKS_AWAY: Final = 250.0
"""Seconds that pass after every tenth move, so that a game takes more than ten minutes."""
IN_THE_MIDDLE: Final = 8
"""DMs close after this many moves."""
SHORTEST: Final = {
    "from the start": ("skrap", "crazy-rummy", "crapette"),
    "in the middle": ("craits",),
    "the whole bot": ("craits",),
}
"""The games that every run plays, by the way DMs are closed. The others are played at night."""
OPENING: Final = "/users/@me/channels"
Way = Literal["from the start", "in the middle", "the whole bot"]


class Attempts(list[Any]):
    """The requests of a guild's bot. `at` has the times of its requests to closed DMs, by path."""

    def __init__(self, guild: SimGuild, way: Way) -> None:
        super().__init__()
        self.guild, self.way = guild, way
        self.at: defaultdict[str, list[float]] = defaultdict(list)
        self._closed: set[str] = set()
        guild.env.backend.http_requests = self

    def append(self, request: Any) -> None:
        super().append(request)
        if request.method == "POST" and request.path in self._closed:
            self.at[request.path].append(now())

    def close_dms(self) -> None:
        """Refuse all DMs from now on."""
        if self.way == "the whole bot":
            self._closed.add(OPENING)
            self.guild.env.inject_error(
                "POST", OPENING, status=403, code=40003, message="flagged", times=None
            )
            return
        for player in self.guild.players:
            self._closed.add(f"/channels/{player.actor.user.dm_channel.id}/messages")
            player.close_dms()

    def check(self) -> int:
        """Check that nothing was retried within ten minutes. Return the number of attempts."""
        assert self.at, "nobody was tried at all"
        for times in self.at.values():
            assert all(after - before >= RETRY_DM_SECONDS for before, after in pairwise(times)), times
        return sum(map(len, self.at.values()))


def short(game: str) -> tuple[int, str]:
    """Return the number of players of a game, and options with which it ends soon."""
    return SHORT.get(game) or plan_of(game)


def closed(way: Way, *games: str) -> list[ParameterSet]:
    """Return test parameters for these games, each with its number of players."""
    return [pytest.param(game, way, marks=pytest.mark.players(short(game)[0])) for game in games]


async def played_out(session: Session, attempts: Attempts) -> int:
    """Play to the end by slash commands, with pauses. Return the number of moves."""
    chance, moves = Random(session.game.id), 0
    while session.record.status == "playing" and moves < MAX_MOVES:
        if moves == IN_THE_MIDDLE and attempts.way == "in the middle":
            attempts.close_dms()
        seat = chance.choice(session.game.deciders(session.state))
        await make(attempts.guild, session, seat, choose(session, seat, set(), chance))
        moves += 1
        if moves % 10 == 0:
            await attempts.guild.pass_time(LOOKS_AWAY)
    return moves


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "way"),
    [*closed("from the start", *GAMES), *closed("in the middle", *GAMES), *closed("the whole bot", *GAMES)],
)
async def test_closed_dms_bring_no_early_retries(
    guild: SimGuild, game: str, way: Way, times: int, figure: Figure
) -> None:
    if times == 1 and game not in SHORTEST[way]:
        pytest.skip("played at night")
    attempts = Attempts(guild, way)
    if way != "in the middle":
        attempts.close_dms()

    for player in guild.players:  # in a game without hands only players who want to be called get a DM
        await guild.bot.sessions.choices.set_user(player.id, calls=True)
    session = await started(guild, game, short(game)[1], seed=SEEDS.get(game, "0"))
    moves = await played_out(session, attempts)

    assert session.record.status == "over", f"not over after {moves} moves"
    figure("P16", games=1, moves=moves, dms_tried=attempts.check(), tried_too_soon=0)
