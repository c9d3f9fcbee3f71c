"""The real library shows tables while Discord and the network fail: nothing is lost or shown twice."""

import pytest
from structlog.testing import capture_logs

from bot.delivery.wanted import REPOST_MESSAGES
from bot.storage import shown
from tests.discord_http.answers import ANSWERS
from tests.discord_http.ids import dm_of, is_dm
from tests.discord_http.payloads import BUTTON, Json, walk
from tests.discord_http.requests import Kind
from tests.sessions.rig import CHANNEL, PLAYERS
from tests.transport.rig import Rig

LOST = (
    "connection dropped",
    "connection dropped, executed",
    "connection reset",
    "connection reset, executed",
    "server error 503, executed",
    "slow mode",
    "limit on writing here",
    "limit on writing in the server, 429",
)
HOST_DM = dm_of(PLAYERS[0])
TOO_LONG = ANSWERS["body malformed"]


def scrolled_away(rig: Rig) -> None:
    """Report enough messages below the table to make its next page a new post."""
    for _ in range(REPOST_MESSAGES + 1):
        rig.publisher.tables.note_message(CHANNEL)


@pytest.mark.parametrize("lost", LOST)
async def test_post_of_unknown_fate_shows_once(rig: Rig, lost: str) -> None:
    fault = ANSWERS[lost]
    session = await rig.table()
    before = len(rig.server.posts(CHANNEL))
    scrolled_away(rig)
    rig.server.once("post", fault, fault, channel_id=CHANNEL)

    await rig.move(session)
    assert session.record.id in dict(await rig.store.read(shown.due))
    await rig.all_shown(session)

    tries = [post for post in rig.server.posts(CHANNEL)[before:] if "Turn 2 of" in post.text]
    assert len(tries) == (1 if fault.executes else 3)
    assert len({post.nonce for post in tries}) == 1
    (table,) = rig.server.shown(CHANNEL)
    assert "Turn 2 of" in table


async def test_move_before_second_try_makes_no_second_table(rig: Rig) -> None:
    session = await rig.table()
    scrolled_away(rig)
    rig.server.always("post", ANSWERS["connection reset, executed"], channel_id=CHANNEL)
    tried = len(rig.server.posts(CHANNEL))
    await rig.move(session)
    await rig.server.until(lambda: len(rig.server.posts(CHANNEL)) > tried)
    await rig.move(session)
    await rig.pause()

    rig.server.clear_fault()
    await rig.all_shown(session)

    (table,) = rig.server.shown(CHANNEL)
    assert "Turn 3 of" in table


async def test_undeletable_old_table_does_not_cost_new_one(rig: Rig) -> None:
    session = await rig.table()
    scrolled_away(rig)
    rig.server.once("delete", ANSWERS["connection dropped"], channel_id=CHANNEL)

    await rig.move(session)
    await rig.all_shown(session)

    (table,) = rig.server.shown(CHANNEL)
    assert "Turn 2 of" in table


@pytest.mark.parametrize("answer", ["may not send", "new code"])
async def test_undeletable_old_table_points_down(rig: Rig, answer: str) -> None:
    session = await rig.table()
    scrolled_away(rig)
    rig.server.once("delete", ANSWERS[answer], channel_id=CHANNEL)

    await rig.move(session)
    await rig.all_shown(session)

    old, newest = rig.server.shown(CHANNEL)
    assert old == f"-# {session.game.name} · table {session.record.id} has moved down."
    assert "Turn 2 of" in newest


async def test_untouchable_old_table_goes_once_allowed(rig: Rig) -> None:
    session = await rig.table()
    await rig.all_shown(session)
    scrolled_away(rig)
    refused = {"delete": ANSWERS["may not send"], "edit": ANSWERS["message too old to edit"]}
    rig.server.fault = lambda what, channel: refused.get(what) if channel == CHANNEL else None
    await rig.move(session)
    await rig.quiet()
    assert len(rig.server.shown(CHANNEL)) == 2

    rig.server.clear_fault()
    await rig.move(session)
    await rig.all_shown(session)

    (table,) = rig.server.shown(CHANNEL)
    assert "Turn 3 of" in table


async def test_unremovable_old_hand_does_not_cost_new_one(rig: Rig) -> None:
    session = await rig.table()
    rig.server.once("delete", ANSWERS["connection reset"], channel_id=None)

    await rig.move(session)
    await rig.all_shown(session)

    assert [len(rig.server.shown(dm_of(player))) for player in PLAYERS] == [1, 1, 1]


@pytest.mark.parametrize("lost", ["connection dropped", "server error 502", "limit on writing here, 429"])
async def test_an_edit_of_unknown_fate_is_made_again(rig: Rig, lost: str) -> None:
    session = await rig.table()
    rig.server.once("edit", *[ANSWERS[lost]] * 6, channel_id=CHANNEL)
    posts = len(rig.server.posts(CHANNEL))

    await rig.move(session)
    await rig.all_shown(session)

    assert "Turn 2 of" in rig.server.shown(CHANNEL)[-1]
    assert len(rig.server.posts(CHANNEL)) == posts


@pytest.mark.parametrize("answer", ["message gone", "message too old to edit", "thread archived"])
async def test_missing_or_uneditable_table_is_reposted(rig: Rig, answer: str) -> None:
    session = await rig.table()
    rig.server.always("edit", ANSWERS[answer], channel_id=CHANNEL)

    await rig.move(session)
    await rig.all_shown(session)

    (table,) = rig.server.shown(CHANNEL)
    assert "Turn 2 of" in table
    assert not any("can't show table" in text for text in rig.server.shown(HOST_DM))


@pytest.mark.parametrize("answer", ["DMs closed", "no server in common"])
async def test_closed_dms_cost_one_attempt_and_a_mention(rig: Rig, answer: str) -> None:
    rig.server.fault = lambda kind, channel: ANSWERS[answer] if kind == "post" and is_dm(channel) else None

    session = await rig.table()
    await rig.move(session)
    await rig.all_shown(session)

    player = rig.turn(session)
    assert [len(rig.server.posts(dm_of(user))) for user in PLAYERS] == [1, 1, 1]
    call = rig.server.posts(CHANNEL)[-1]
    assert f"<@{player}>, your turn at table" in call.text
    assert call.body["allowed_mentions"]["users"] == [player]


async def test_dms_closed_to_bot_cost_one_attempt(rig: Rig) -> None:
    rig.server.always("dm", ANSWERS["opening DMs too fast"])

    session = await rig.table()
    await rig.move(session)
    await rig.all_shown(session)

    assert rig.server.counted()["dm"] == 1
    assert f"<@{rig.turn(session)}>, your turn at table" in rig.server.posts(CHANNEL)[-1].text


@pytest.mark.parametrize(
    ("answer", "told"),
    [("may not see", "View Channel"), ("may not send", "Send Messages"), ("thread locked", "locked")],
)
async def test_unusable_channel_is_told_to_host_once(rig: Rig, answer: str, told: str) -> None:
    session = await rig.table()
    rig.server.fault = lambda _kind, channel: ANSWERS[answer] if channel == CHANNEL else None

    for _ in range(3):
        await rig.move(session)
        await rig.quiet()

    complaints = [text for text in rig.server.shown(HOST_DM) if "can't show table" in text]
    assert len(complaints) == 1
    assert told in complaints[0]
    assert session.state.turn_number == 4


@pytest.mark.parametrize("answer", ["new code", "not understood, new code"])
async def test_an_unlisted_refusal_is_final(rig: Rig, answer: str) -> None:
    session = await rig.table()
    rig.server.always("edit", ANSWERS[answer], channel_id=CHANNEL)

    await rig.move(session)
    await rig.all_shown(session)

    assert "can't show table" in rig.server.shown(HOST_DM)[-1]
    forms = [str(r.body) for r in rig.server.requests if r.kind == "edit" and r.channel_id == CHANNEL]
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize("answer", ["new code", "not found, new code"])
async def test_a_player_nobody_can_write_to_is_mentioned(rig: Rig, answer: str) -> None:
    rig.server.always("dm", ANSWERS[answer])

    session = await rig.table()
    await rig.move(session)
    await rig.all_shown(session)

    assert rig.server.counted()["dm"] == len(PLAYERS), "each is tried once"
    assert f"<@{rig.turn(session)}>, your turn at table" in rig.server.posts(CHANNEL)[-1].text


@pytest.mark.parametrize("kind", ["post", "edit"])
async def test_refused_table_becomes_plain_text_for_good(rig: Rig, kind: Kind) -> None:
    session = await rig.table()
    if kind == "post":
        scrolled_away(rig)
    rig.server.once(kind, TOO_LONG, channel_id=CHANNEL)
    before = len(rig.server.requests)

    with capture_logs() as lines:
        await rig.move(session)
        await rig.all_shown(session)
        rig.publisher.show(session)
        await rig.all_shown(session)

    sent = [r for r in rig.server.requests[before:] if r.channel_id == CHANNEL and "Turn 2 of" in r.text]
    refused, plain = sent
    assert refused.body["components"] != plain.body["components"]
    assert labels(plain.body["components"]) == ["My hand"]
    assert plain.text == refused.text
    assert "Turn 2 of" in rig.server.shown(CHANNEL)[-1]
    assert [line["event"] for line in lines if line["log_level"] == "error"] == ["page_refused"]
    if kind == "post":
        assert refused.nonce != plain.nonce
        assert len(plain.nonce) <= 25


async def test_lost_answer_to_plain_page_keeps_it_plain(rig: Rig) -> None:
    session = await rig.table()
    scrolled_away(rig)
    before = len(rig.server.posts(CHANNEL))
    rig.server.once("post", TOO_LONG, ANSWERS["connection dropped, executed"], channel_id=CHANNEL)

    await rig.move(session)
    await rig.all_shown(session)

    sent = [post for post in rig.server.posts(CHANNEL)[before:] if "Turn 2 of" in post.text]
    assert [labels(post.body["components"]) for post in sent[1:]] == [["My hand"]]
    assert sum("Turn 2 of" in text for text in rig.server.shown(CHANNEL)) == 1


async def test_host_learns_of_table_refused_in_every_form(rig: Rig) -> None:
    session = await rig.table()
    rig.server.always("edit", TOO_LONG, channel_id=CHANNEL)

    await rig.move(session)
    await rig.all_shown(session)

    assert "can't show table" in rig.server.shown(HOST_DM)[-1]
    bodies = [str(r.body) for r in rig.server.requests if r.kind == "edit" and r.channel_id == CHANNEL]
    assert len(set(bodies)) == len(bodies)


@pytest.mark.parametrize("answer", ["stopped by a filter", "stopped by a filter in a title"])
async def test_table_that_filter_stops_is_shown_in_brief(rig: Rig, answer: str) -> None:
    session = await rig.table()
    rig.server.once("edit", ANSWERS[answer], channel_id=CHANNEL)
    before = len(rig.server.requests)

    await rig.move(session)
    await rig.all_shown(session)

    brief = rig.server.shown(CHANNEL)[-1]
    assert brief.startswith(f"**{session.game.name}** · table {session.record.id} ")
    assert "filter" in brief
    assert "Turn 2 of" not in brief
    sent = [r for r in rig.server.requests[before:] if r.kind == "edit" and r.channel_id == CHANNEL]
    assert len(sent) == 2


async def test_ban_stops_sending_for_ten_minutes_then_recovers(rig: Rig) -> None:
    session = await rig.table()
    rig.server.once("edit", ANSWERS["shut out by the network"])
    before = len(rig.server.requests)

    with capture_logs() as lines:
        await rig.move(session)
        while not rig.publisher.transport.is_banned:
            await rig.pause()
        for _ in range(20):  # the other queues had something under way
            await rig.pause()
        assert before < len(rig.server.requests) <= before + 1 + len(PLAYERS)
        before = len(rig.server.requests)
        rig.clock.time += 599
        for _ in range(20):
            await rig.pause()
    assert len(rig.server.requests) == before
    assert [line["event"] for line in lines if line["log_level"] == "error"] == ["banned"]

    rig.clock.time += 1
    await rig.all_shown(session)
    assert "Turn 2 of" in rig.server.shown(CHANNEL)[-1]


def labels(components: list[Json]) -> list[str]:
    """Return the labels of all buttons among components."""
    return [one["label"] for one in walk(components) if one["type"] == BUTTON]
