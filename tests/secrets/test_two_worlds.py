"""Nobody learns a card that they may not know: worlds that differ only in it look the same, byte for byte.

Both worlds are played through the whole bot, with the same commands. `--walks N` compares N times as many.
"""

import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.engine.contract import AnyGame
from bot.engine.moves import Move
from bot.games import GAMES
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from tests.helpers.figures import Figure
from tests.helpers.guild import Player, SimGuild, labels
from tests.helpers.tables import started
from tests.helpers.walks import Walk
from tests.secrets.screens import Screen, opened
from tests.secrets.tables import completed, options_of, put, typed
from tests.secrets.twins import Pair, pairs

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

PAIRS = 2
LOOKS = ("hand", "table", "my-tables", "cardcrate")


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> range:
    """Return the seeds of the games."""
    return range(int(request.config.getoption("--walks")))


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
async def test_worlds_differing_in_hidden_cards_look_alike(
    game: AnyGame, seeds: range, tmp_path: Path, figure: Figure
) -> None:
    for seed in seeds:
        viewer = seed % game.seats.start
        walk, twins = pairs(game, seed, viewer, PAIRS)
        assert len(twins) > 1
        shown = [await played(tmp_path / f"{seed}-{world}", walk, twins, viewer, world) for world in (0, 1)]
        for number, (one, other) in enumerate(zip(*shown, strict=True)):
            assert len(one[-1]["answers"]) >= len(LOOKS)
            assert one == other, f"pair {number} of {game.id}, seed {seed}"
    figure("P21", pairs_through_the_whole_bot=PAIRS * len(seeds), differences=0)


@pytest.mark.sabotage("P21")
async def test_a_planted_leak_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Session.scene

    def leaky(self: Session, viewer: int | None) -> Scene:
        told = zlib.crc32(repr(self.record.position).encode())
        return msgspec.structs.replace(honest(self, viewer), deadline=float(told))

    monkeypatch.setattr(Session, "scene", leaky)
    walk, twins = pairs(GAMES["crap"], 0, 0, 1)

    shown = [await played(tmp_path / str(world), walk, twins, 0, world) for world in (0, 1)]

    assert shown[0] != shown[1]


async def played(folder: Path, walk: Walk, twins: list[Pair], viewer: int, world: int) -> list[list[Any]]:
    """Return the pages of the viewer and a spectator in one world, by pair. The first pair has pictures.

    Each pair has a table of its own, because the log of one doesn't lead to the next.
    """
    seen = []
    for number, pair in enumerate(twins):
        async with opened(folder.with_suffix(f".{number}"), walk.seats) as guild:
            session = await started(guild, walk.game.id, options_of(walk))
            watchers = guild.players[viewer], guild.join("zoe")
            guild.bot.sessions.choices.pictures = number == 0
            seen.append(await pair_played(guild, session, pair, watchers, world))
    return seen


async def pair_played(
    guild: SimGuild, session: Session, pair: Pair, watchers: tuple[Player, ...], world: int
) -> list[Any]:
    """Play a pair in one world, and return everything that the watchers get."""
    screens = [Screen(guild, watcher) for watcher in watchers]
    await put(guild, session, pair.positions[world])
    seen = [await pried(guild, session, watcher, pair.vain) for watcher in watchers]
    for seat, move in pair.played:
        before = session.record.revision
        reply = await typed(guild.players[seat], guild, move)
        if reply is not None and labels(reply.message)[1:2] == ["Back"]:  # The bot asks first.
            await guild.players[seat].press(reply.message, labels(reply.message)[0])
        assert session.record.revision == before + 1, move
    seen += [await asked(guild, watchers[0])]
    return [*seen, *[await screen.look() for screen in screens]]


async def pried(guild: SimGuild, session: Session, watcher: Player, vain: list[Move]) -> list[Any]:
    """Ask for everything that changes nothing, and return the answers that come as data."""
    for command in LOOKS:
        await watcher.slash(command)
    before = session.record
    for move in vain:
        await typed(watcher, guild, move)
    assert session.record == before
    return [await asked(guild, watcher), await completed(guild, session, watcher)]


async def asked(guild: SimGuild, watcher: Player) -> list[str]:
    """Press the controls that explain something, and return the labels of the hand."""
    await watcher.open_log()
    panel = await watcher.press(guild.table, "My ")
    offered = labels(panel.message)
    if "Why not…?" in offered:
        await watcher.press(panel.message, "Why not")
    return offered
