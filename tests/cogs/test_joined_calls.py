"""One message in the channel calls all players with closed DMs who have to act at the same time."""

from collections import Counter
from typing import Any

import pytest

from bot.sessions.absence import SitIn
from bot.sessions.session import Session
from tests.helpers import views
from tests.helpers.guild import HEAD, Player, SimGuild, labels, mentioned, text_of
from tests.helpers.tables import started

TURN = 600.0


async def asked(guild: SimGuild) -> tuple[Session, Player, list[Player]]:
    """Close all DMs and acquire a rank after a while. Return the session, the asker, and those who answer."""
    for player in guild.players:
        player.close_dms()
    await guild.bot.sessions.choices.set_server(
        guild.handle.id, turn_seconds=int(TURN), response_seconds=int(TURN)
    )
    session = await started(guild, "crap", "turn-timeout=600 response-timeout=600")
    asker = guild.players[session.game.deciders(session.state)[0]]
    await guild.pass_time(200)
    guild.env.backend.http_requests.clear()
    await asker.slash("acquire", rank="7")
    return session, asker, [player for player in guild.players if player is not asker]


def calls(guild: SimGuild) -> list[Any]:
    """Return the public messages other than the table."""
    return [one for one in guild.messages if not HEAD.match(text_of(one))]


def notified(guild: SimGuild) -> Counter[str]:
    """Count the mentions that have notified each player since the asker acquired the rank."""
    posts = [one for one in guild.env.backend.http_requests if one.method == "POST"]
    ids = [user for one in posts for user in (one.json or {}).get("allowed_mentions", {}).get("users", [])]
    return Counter(
        next(one.actor.name for one in guild.players if str(one.id) == str(found)) for found in ids
    )


def said(guild: SimGuild) -> str:
    (call,) = calls(guild)
    return mentioned(text_of(call), guild.players)


@pytest.mark.players(3)
async def test_one_mention_notifies_each_player_once(guild: SimGuild) -> None:
    _, _, others = await asked(guild)
    one, other = (player.actor.name for player in others)

    assert said(guild) == (f"@{one} and @{other}, table 1 is waiting for you.")
    assert notified(guild) == {one: 1, other: 1}


@pytest.mark.players(4)
async def test_players_with_closed_dms_share_one_mention(guild: SimGuild) -> None:
    for player in guild.players:
        player.close_dms()
    before = len(guild.env.backend.http_requests)

    await started(guild, "skrap")

    made = guild.env.backend.http_requests[before:]
    posts = [one.json or {} for one in made if one.method == "POST"]
    assert len([one for one in posts if one.get("allowed_mentions", {}).get("users")]) == 1
    assert said(guild).startswith("@ann, @ben, @cyd and @dan, table 1 is waiting for you.")


@pytest.mark.players(3)
async def test_its_button_opens_hand_of_whoever_presses_it(guild: SimGuild) -> None:
    session, asker, others = await asked(guild)
    (call,) = calls(guild)
    assert labels(call) == ["My hand"]

    for player in (*others, asker):
        reply = await player.press(call, "My hand")
        seat = guild.players.index(player)
        sheet = views.noted(session.scene(seat))
        assert f"Your hand ({len(sheet.hands['ABC'[seat]])}" in text_of(reply.message)


@pytest.mark.players(3)
async def test_mention_names_the_rest_and_leaves_with_last(guild: SimGuild) -> None:
    _, _, (one, other) = await asked(guild)
    (call,) = calls(guild)

    await one.slash("believe")

    assert [left.id for left in calls(guild)] == [call.id], "it is edited, and notifies nobody again"
    assert said(guild) == f"@{other.actor.name}, your turn at table 1."
    assert notified(guild)[other.actor.name] == 1
    await other.slash("believe")
    assert call.id not in [left.id for left in calls(guild)]


@pytest.mark.players(3)
async def test_last_call_names_all_in_place_of_first(guild: SimGuild) -> None:
    _, _, others = await asked(guild)
    (first,) = calls(guild)
    one, other = (player.actor.name for player in others)

    await guild.pass_time(0.8 * TURN + 5)

    (last,) = calls(guild)
    assert last.id != first.id
    assert said(guild).startswith(f"@{one} and @{other}, 2 minutes left at table 1.\n")
    assert notified(guild) == {one: 2, other: 2}


@pytest.mark.players(3)
async def test_later_called_player_joins_existing_mention(guild: SimGuild) -> None:
    _, _, (one, other) = await asked(guild)
    await guild.bot.sessions.choices.set_user(other.id, when="turn")
    (first,) = calls(guild)

    await guild.pass_time(0.8 * TURN + 5)

    (last,) = calls(guild)
    assert last.id != first.id
    assert said(guild).startswith(f"@{one.actor.name} and @{other.actor.name}, 2 minutes left at table 1.\n")
    assert notified(guild) == {one.actor.name: 2, other.actor.name: 1}


@pytest.mark.players(3)
async def test_mention_leaves_when_bluff_is_called_early(guild: SimGuild) -> None:
    _, _, (one, _) = await asked(guild)
    (call,) = calls(guild)

    await one.slash("call-bluff")

    assert call.id not in [left.id for left in calls(guild)]


@pytest.mark.players(3)
async def test_it_is_kept_up_to_date_after_restart(guild: SimGuild) -> None:
    _, _, (one, other) = await asked(guild)
    (call,) = calls(guild)

    await guild.restart()
    await one.slash("believe")

    assert [left.id for left in calls(guild)] == [call.id]
    assert said(guild).startswith(f"@{other.actor.name}, your turn at table 1.")


@pytest.mark.quick_computers
@pytest.mark.players(3)
async def test_mention_still_naming_someone_stays_same_call(guild: SimGuild) -> None:
    session, _, (one, other) = await asked(guild)
    (call,) = calls(guild)

    def now() -> str:
        (left,) = (text_of(one) for one in guild.messages if one.id == call.id)
        return mentioned(left, guild.players)

    assert await guild.bot.sessions.act(session, one.id, SitIn()) is None
    while now().startswith(f"@{one.actor.name}"):
        await guild.pass_time(1)

    assert now().startswith(f"@{other.actor.name}, your turn at table 1.")
