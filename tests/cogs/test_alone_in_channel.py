"""Playing alone in a channel: the cards are on a private page, and the channel shows one quiet line."""

from typing import Any

import pytest

from bot.games import GAMES
from bot.players.computers import computer_of
from bot.players.policies import POLICIES
from bot.sessions.session import Session
from tests.helpers.guild import Player, Reply, SimGuild, labels, text_of
from tests.helpers.tables import acted

pytestmark = pytest.mark.quick_computers
QUARTER_OF_AN_HOUR = 15 * 60


async def dealt(guild: SimGuild, game: str = "skrap") -> tuple[Session, Reply]:
    """Play alone in the channel. Return the session, and the answer with the player's page."""
    ann = guild.players[0]
    await ann.slash("cards", game=game)
    page = await ann.press(guild.table, "Play alone")
    session = await guild.session()
    await acted(guild, session)
    return session, page


def own_pages(guild: SimGuild, player: Player) -> list[Any]:
    """Return the channel's messages that only this player sees, oldest first."""
    return [one for one in guild.channel.history(viewer=player.actor) if one.flags.ephemeral]


async def move_once(guild: SimGuild, session: Session, page: Any) -> None:
    """Make Ann's first candidate move on her page, and let the computers answer."""
    move = POLICIES[session.game.id].candidates(session.state, 0)[0]
    before = session.record.revision
    await guild.players[0].forge(page, f"b:{session.record.id}:{before}:move {move}")
    assert session.record.revision > before, move
    await acted(guild, session)


async def test_deal_gives_a_private_table_and_one_line(guild: SimGuild) -> None:
    _, page = await dealt(guild)

    assert page.is_private
    assert page.text.startswith("**Skrap** · table 1 · first to 10 heads")
    assert "Your hand (10)" in page.text
    assert "It leaves your hand" in page.text
    [line] = guild.messages
    assert text_of(line).startswith("Ann is playing Skrap against ")
    assert "⚙" not in text_of(line)
    assert labels(line) == ["My hand", "Watch", "Join"]
    assert [player.dms for player in guild.players] == [[], [], [], []]


async def test_private_table_follows_the_game(guild: SimGuild) -> None:
    session, page = await dealt(guild)

    await move_once(guild, session, page.message)

    assert "It leaves your hand" not in page.text
    assert len(own_pages(guild, guild.players[0])) == 1
    assert len(guild.messages) == 1


async def test_watcher_sees_the_table_without_hands(guild: SimGuild) -> None:
    await dealt(guild)
    ben = guild.players[1]

    seen = await ben.press(guild.messages[-1], "Watch")

    assert seen.is_private
    assert "**Skrap** · table 1" in seen.text
    assert "Your hand" not in seen.text


async def test_late_join_offers_what_still_works(guild: SimGuild) -> None:
    await dealt(guild)
    ben = guild.players[1]

    told = await ben.press(guild.messages[-1], "Join")

    assert "play here. You can watch." in told.text
    assert labels(told.message) == ["Watch", "Mention me", "Open a table", "As text"]
    seen = await ben.press(told.message, "Watch")
    assert "**Skrap** · table 1" in seen.text
    assert "Your hand" not in seen.text


@pytest.mark.parametrize("label", ["My hand", "Watch", "Join"])
async def test_line_leads_its_player_back_to_the_cards(guild: SimGuild, label: str) -> None:
    await dealt(guild)

    again = await guild.players[0].press(guild.messages[-1], label)

    assert again.is_private
    assert "Your hand (10)" in again.text


async def test_closed_page_opens_again_and_goes_on(guild: SimGuild) -> None:
    session, page = await dealt(guild)
    ann = guild.players[0]

    await guild.pass_time(QUARTER_OF_AN_HOUR)

    assert "This page is closed. **My hand** reopens it." in page.text
    again = await ann.press(page.message, "My hand")
    assert "It leaves your hand" in again.text
    await move_once(guild, session, again.message)
    assert "It leaves your hand" not in again.text


async def test_restart_leaves_the_page_playable(guild: SimGuild) -> None:
    _, page = await dealt(guild)

    await guild.restart()

    await move_once(guild, await guild.session(), page.message)


@pytest.mark.parametrize("game", GAMES)
async def test_lone_game_has_no_deadline(guild: SimGuild, game: str) -> None:
    session, page = await dealt(guild, game)

    await move_once(guild, session, page.message)
    await guild.pass_time(3600)

    assert session.record.deadline is None
    assert session.record.id not in guild.bot.sessions.clocks.deadlines
    moves = [played.move for played in await guild.bot.store.history(session.record.id)]
    assert "timeout" not in moves  # a draw may have been made for a player who can't play


async def test_rematch_deals_at_once_and_calls_nobody(guild: SimGuild) -> None:
    session, page = await dealt(guild)
    ann = guild.players[0]
    asked = await ann.open("end")
    await ann.press(asked.message, "End it")
    before = len(guild.env.http_requests)

    again = await ann.press(page.message, "Rematch")

    second = await guild.session()
    assert (second.record.status, second.record.players) == ("playing", session.record.players)
    assert "**Skrap** · table 2" in again.text
    assert "Your hand (10)" in again.text
    pings = [(one.json or {}).get("allowed_mentions") for one in guild.env.http_requests[before:]]
    assert not any(one.get("users") for one in pings if one)
    assert ann.dms == []


async def test_level_on_the_result_deals_again(guild: SimGuild) -> None:
    _, page = await dealt(guild)
    ann = guild.players[0]
    asked = await ann.open("end")
    await ann.press(asked.message, "End it")

    await ann.choose(page.message, "Computers: easy", "Hard")

    second = await guild.session()
    assert (second.record.status, levels(second)) == ("playing", {"hard"})


async def test_result_offers_rematch_and_other_games(guild: SimGuild) -> None:
    _, page = await dealt(guild)
    ann = guild.players[0]
    asked = await ann.open("end")

    await ann.press(asked.message, "End it")

    assert "Nobody wins" in page.text
    assert {"Rematch", "Another game", "Replay"} <= {*labels(page.message)}
    assert text_of(guild.messages[-1]).startswith("Ann played Skrap against ")
    games = await ann.press(page.message, "Another game")
    assert games.text.startswith("### Which game?")


async def test_first_game_is_against_easy_computers(guild: SimGuild) -> None:
    session, page = await dealt(guild)
    assert levels(session) == {"easy"}

    while session.record.status == "playing":
        await move_once(guild, session, page.message)
    second, _ = await dealt(guild)

    assert levels(second) == {"medium"}
    assert second.scene(0).has_hints


def levels(session: Session) -> set[str]:
    """Return the levels of a table's computers."""
    return {str(one.level) for user in session.record.players if (one := computer_of(user))}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_game_ends_without_leaving_the_channel(guild: SimGuild, game: str) -> None:
    session, page = await dealt(guild, game)

    for _ in range(3000):
        if session.record.status != "playing":
            break
        assert session.scene(0).asked
        assert len(page.text) <= 4000
        await move_once(guild, session, page.message)

    assert session.record.status == "over"
    assert {"Rematch", "Review"} <= {*labels(page.message)}
    assert len(guild.messages) == 1
    assert guild.players[0].dms == []
