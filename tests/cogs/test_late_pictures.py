"""Answers never wait for a slow picture: it follows later, and never replaces anything newer."""

from collections.abc import Iterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.rendering.art.renderer import Renderer
from bot.sessions.session import Session
from tests.helpers.guild import Player, SimGuild, labels, text_of, walk
from tests.helpers.renderers import Patience, Rendering, opened_renderer, rendering
from tests.helpers.tables import started

pytestmark = [pytest.mark.pictures, pytest.mark.usefixtures("renderer")]

TOKEN_SECONDS = 15 * 60


@pytest.fixture(scope="module")
def real() -> Iterator[tuple[Renderer, Patience]]:
    with opened_renderer() as made:
        yield made


@pytest.fixture
def renderer(monkeypatch: pytest.MonkeyPatch, real: tuple[Renderer, Patience]) -> Iterator[Rendering]:
    with rendering(monkeypatch, *real) as made:
        yield made


def pictured(message: Any) -> bool:
    """Whether a message shows a picture."""
    return any(component["type"] == 12 for component in walk(message))


def at_turn(guild: SimGuild, session: Session) -> Player:
    turn: int = session.state.turn
    return guild.players[turn]


def orders(renderer: Rendering) -> int:
    """Return the number of pictures on order."""
    return len(renderer.real._orders)


async def test_stopped_renderer_leaves_text(guild: SimGuild, renderer: Rendering) -> None:
    session = await started(guild)
    player = at_turn(guild, session)
    assert pictured(player.dm)
    renderer.stop()

    await player.press(player.dm, "Recycle")
    reply = await player.press(player.dm, "Discard and roll")

    assert "Your hand" in reply.text
    assert not pictured(player.dm)
    assert at_turn(guild, session) is not player


async def test_picture_follows_when_renderer_goes_on(guild: SimGuild, renderer: Rendering) -> None:
    session = await started(guild)
    player = at_turn(guild, session)
    renderer.stop()
    await player.press(player.dm, "Recycle")
    said = text_of(player.dm)

    renderer.go_on()
    await guild.until(lambda: pictured(player.dm))

    assert "Your hand" in said
    assert "Your hand" not in text_of(player.dm), "the picture takes the place of its words"
    assert guild.env.errors == []


@pytest.mark.parametrize("command", ["hand", "table"])
async def test_an_ephemeral_answer_gets_its_picture_later(
    guild: SimGuild, renderer: Rendering, command: str
) -> None:
    await started(guild)
    renderer.stop()
    reply = await guild.players[0].slash(command)
    said = reply.text
    assert not pictured(reply.message)

    renderer.go_on()
    await guild.until(lambda: pictured(reply.message))

    assert reply.is_private
    assert said.splitlines()[-1] in reply.text


async def test_lesson_step_comes_before_its_picture(guild: SimGuild, renderer: Rendering) -> None:
    ann = guild.players[0]
    renderer.stop()
    page = await ann.learn("crap")
    assert "Your hand (6)" in page.text
    page = await ann.press(page.message, "Acquire kings")
    assert not pictured(page.message)

    renderer.go_on()
    await guild.until(lambda: pictured(page.message))

    assert "Your hand" not in page.text


async def test_killed_renderer_is_replaced(guild: SimGuild, renderer: Rendering) -> None:
    await started(guild)
    first = renderer.real.process
    renderer.kill()

    reply = await guild.players[0].slash("hand")
    assert "Your hand" in reply.text
    await guild.until(lambda: pictured(reply.message))

    assert renderer.real.process != first


async def test_stuck_renderer_is_replaced(guild: SimGuild, renderer: Rendering) -> None:
    await started(guild)
    first = renderer.real.process
    renderer.stop()
    reply = await guild.players[0].slash("hand")
    assert not pictured(reply.message)

    renderer.get_stuck()
    await guild.until(lambda: pictured(reply.message))

    assert renderer.real.process != first


async def test_late_picture_never_hides_newer_page(guild: SimGuild, renderer: Rendering) -> None:
    session = await started(guild)
    renderer.stop()
    player = at_turn(guild, session)
    reply = await player.slash("hand")
    newer = await player.press(reply.message, "More")
    said = newer.text

    renderer.go_on()
    await guild.until(lambda: not orders(renderer))

    assert newer.message.id == reply.message.id
    assert text_of(newer.message) == said
    assert not pictured(newer.message)


async def test_no_picture_of_hand_comes_over_newer_one(guild: SimGuild, renderer: Rendering) -> None:
    session = await started(guild)
    player = at_turn(guild, session)
    renderer.stop()
    await player.press(player.dm, "More")
    await player.press(player.dm, "Why not")
    await player.press(player.dm, "Back")
    assert not pictured(player.dm)
    await player.slash("recycle")
    newer = text_of(player.dm)
    assert "Recycle" not in labels(player.dm)

    renderer.go_on()
    await guild.until(lambda: not orders(renderer))

    assert text_of(player.dm) == newer
    assert "Recycle" not in labels(player.dm)


async def test_expired_answer_gets_no_picture(guild: SimGuild, renderer: Rendering) -> None:
    await started(guild)
    renderer.stop()
    reply = await guild.players[0].slash("hand")
    await guild.pass_time(TOKEN_SECONDS)

    renderer.go_on()
    with capture_logs() as logs:
        await guild.until(lambda: not orders(renderer))

    assert not pictured(reply.message)
    assert guild.env.errors == []
    assert [line for line in logs if line["log_level"] in ("warning", "error")] == []


async def test_refused_late_picture_is_no_error(guild: SimGuild, renderer: Rendering) -> None:
    await started(guild)
    renderer.stop()
    reply = await guild.players[0].slash("hand")
    guild.env.inject_error("PATCH", "/webhooks/*/messages/*", status=404, code=10008, message="gone")

    renderer.go_on()
    with capture_logs() as logs:
        await guild.until(lambda: "picture_lost" in [line["event"] for line in logs])

    assert not pictured(reply.message)
    assert guild.env.errors == []


async def test_table_gets_its_picture_by_the_next_edit(guild: SimGuild, renderer: Rendering) -> None:
    session = await started(guild)
    renderer.stop()
    await at_turn(guild, session).slash("recycle")
    assert "Turn 2 of" in guild.table_text
    assert not pictured(guild.table)

    renderer.go_on()
    await at_turn(guild, session).slash("recycle")

    assert "Turn 3 of" not in guild.table_text, "the picture takes the place of its words"
    assert pictured(guild.table)


async def test_no_picture_comes_once_the_bot_stops(guild: SimGuild, renderer: Rendering) -> None:
    await started(guild)
    renderer.stop()
    reply = await guild.players[0].slash("hand")
    guild.bot.replies.close()

    renderer.go_on()
    await guild.until(lambda: not orders(renderer))

    assert not pictured(reply.message)
