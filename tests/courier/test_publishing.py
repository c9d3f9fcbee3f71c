"""Tables shown through the real library while Discord and the network fail: nothing lost, nothing twice."""

import pytest
from structlog.testing import capture_logs

from bot.delivery.presenter import REPOST_MESSAGES
from tests.courier.house import CHANNEL, PLAYERS, House
from tests.discord_http.answers import ANSWERS
from tests.discord_http.ids import dm_of, is_dm
from tests.discord_http.payloads import BUTTON, Json, walk
from tests.discord_http.requests import Kind

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


def scrolled_away(house: House) -> None:
    """So many messages below the table that its next page is a new post."""
    for _ in range(REPOST_MESSAGES + 1):
        house.publisher.someone_wrote(CHANNEL)


@pytest.mark.parametrize("lost", LOST)
async def test_a_post_of_unknown_fate_is_found_or_sent_again_with_its_nonce_and_shown_once(
    house: House, lost: str
) -> None:
    fault = ANSWERS[lost]
    session = await house.table()
    before = len(house.server.posts(CHANNEL))
    tables = len(house.server.shown(CHANNEL))
    scrolled_away(house)
    house.server.once("post", fault, fault, channel_id=CHANNEL)

    await house.move(session)
    assert (await house.store.outbox(session.record.id))[0] != []
    await house.all_shown(session)

    tries = [post for post in house.server.posts(CHANNEL)[before:] if "Turn 2 of" in post.text]
    assert len(tries) == (1 if fault.executes else 3)
    assert len({post.nonce for post in tries}) == 1
    assert len(house.server.shown(CHANNEL)) == tables + 1
    assert sum("Turn 2 of" in text for text in house.server.shown(CHANNEL)) == 1


async def test_a_move_made_before_the_second_try_does_not_make_a_second_table(house: House) -> None:
    session = await house.table()
    tables = len(house.server.shown(CHANNEL))
    scrolled_away(house)
    house.server.always("post", ANSWERS["connection reset, executed"], channel_id=CHANNEL)
    tried = len(house.server.posts(CHANNEL))
    await house.move(session)
    await house.server.until(lambda: len(house.server.posts(CHANNEL)) > tried)
    await house.move(session)
    await house.pause()

    house.server.be_well()
    await house.all_shown(session)

    assert len(house.server.shown(CHANNEL)) == tables + 1
    assert "Turn 3 of" in house.server.shown(CHANNEL)[-1]


async def test_an_old_table_that_cannot_be_stripped_at_first_does_not_cost_the_new_one(house: House) -> None:
    session = await house.table()
    scrolled_away(house)
    house.server.once("edit", ANSWERS["connection dropped"], channel_id=CHANNEL)

    await house.move(session)
    await house.all_shown(session)

    *old, newest = house.server.shown(CHANNEL)
    assert all("has moved down" in text for text in old)
    assert "Turn 2 of" in newest


async def test_an_old_hand_that_cannot_be_removed_at_first_does_not_cost_the_new_one(house: House) -> None:
    session = await house.table()
    house.server.once("delete", ANSWERS["connection reset"], channel_id=None)

    await house.move(session)
    await house.all_shown(session)

    assert [len(house.server.shown(dm_of(player))) for player in PLAYERS] == [1, 1, 1]


@pytest.mark.parametrize("lost", ["connection dropped", "server error 502", "limit on writing here, 429"])
async def test_an_edit_of_unknown_fate_is_made_again(house: House, lost: str) -> None:
    session = await house.table()
    house.server.once("edit", *[ANSWERS[lost]] * 6, channel_id=CHANNEL)
    posts = len(house.server.posts(CHANNEL))

    await house.move(session)
    await house.all_shown(session)

    assert "Turn 2 of" in house.server.shown(CHANNEL)[-1]
    assert len(house.server.posts(CHANNEL)) == posts


@pytest.mark.parametrize("answer", ["message gone", "message too old to edit", "thread archived"])
async def test_a_table_that_is_gone_or_cannot_be_edited_is_posted_anew(house: House, answer: str) -> None:
    session = await house.table()
    *others, _ = house.server.shown(CHANNEL)
    house.server.always("edit", ANSWERS[answer], channel_id=CHANNEL)

    await house.move(session)
    await house.all_shown(session)

    *left, table = house.server.shown(CHANNEL)
    assert left == others, "what cannot say that the table has moved must go"
    assert "Turn 2 of" in table
    assert not any("cannot show table" in text for text in house.server.shown(HOST_DM))


@pytest.mark.parametrize("answer", ["DMs closed", "no server in common"])
async def test_closed_dms_cost_one_attempt_and_a_call_in_the_channel(house: House, answer: str) -> None:
    house.server.fault = lambda kind, channel: ANSWERS[answer] if kind == "post" and is_dm(channel) else None

    session = await house.table()
    await house.move(session)
    await house.all_shown(session)

    player = house.turn(session)
    assert [len(house.server.posts(dm_of(user))) for user in PLAYERS] == [1, 1, 1]
    call = house.server.posts(CHANNEL)[-1]
    assert f"<@{player}>, it is for you to act" in call.text
    assert call.body["allowed_mentions"]["users"] == [player]


async def test_dms_closed_to_the_bot_cost_one_attempt_for_all(house: House) -> None:
    house.server.always("dm", ANSWERS["opening DMs too fast"])

    session = await house.table()
    await house.move(session)
    await house.all_shown(session)

    assert house.server.counted()["dm"] == 1
    assert f"<@{house.turn(session)}>, it is for you to act" in house.server.posts(CHANNEL)[-1].text


@pytest.mark.parametrize(
    ("answer", "told"),
    [("may not see", "View Channel"), ("may not send", "Send Messages"), ("thread locked", "locked")],
)
async def test_a_channel_that_cannot_be_used_is_told_to_the_host_once(
    house: House, answer: str, told: str
) -> None:
    session = await house.table()
    house.server.fault = lambda _kind, channel: ANSWERS[answer] if channel == CHANNEL else None

    for _ in range(3):
        await house.move(session)
        await house.quiet()

    complaints = [text for text in house.server.shown(HOST_DM) if "cannot show table" in text]
    assert len(complaints) == 1
    assert told in complaints[0]
    assert session.state.turn_number == 4


@pytest.mark.parametrize("kind", ["post", "edit"])
async def test_a_refused_table_becomes_plain_text_and_is_never_sent_again(house: House, kind: Kind) -> None:
    session = await house.table()
    if kind == "post":
        scrolled_away(house)
    house.server.once(kind, TOO_LONG, channel_id=CHANNEL)
    before = len(house.server.requests)

    with capture_logs() as lines:
        await house.move(session)
        await house.all_shown(session)
        house.publisher.notify(session)
        await house.all_shown(session)

    sent = [r for r in house.server.requests[before:] if r.channel_id == CHANNEL and "Turn 2 of" in r.text]
    refused, plain = sent
    assert refused.body["components"] != plain.body["components"]
    assert labels(plain.body["components"]) == ["My hand"]
    assert plain.text == refused.text
    assert "Turn 2 of" in house.server.shown(CHANNEL)[-1]
    assert [line["event"] for line in lines if line["log_level"] == "error"] == ["page_refused"]
    if kind == "post":
        assert refused.nonce != plain.nonce
        assert len(plain.nonce) <= 25


async def test_a_lost_answer_to_a_plain_page_does_not_bring_the_refused_one_back(house: House) -> None:
    session = await house.table()
    scrolled_away(house)
    before = len(house.server.posts(CHANNEL))
    house.server.once("post", TOO_LONG, ANSWERS["connection dropped, executed"], channel_id=CHANNEL)

    await house.move(session)
    await house.all_shown(session)

    sent = [post for post in house.server.posts(CHANNEL)[before:] if "Turn 2 of" in post.text]
    assert [labels(post.body["components"]) for post in sent[1:]] == [["My hand"]]
    assert sum("Turn 2 of" in text for text in house.server.shown(CHANNEL)) == 1


async def test_a_table_refused_in_every_form_is_told_to_the_host_and_holds_nothing_up(house: House) -> None:
    session = await house.table()
    house.server.always("edit", TOO_LONG, channel_id=CHANNEL)

    await house.move(session)
    await house.all_shown(session)

    assert "cannot show table" in house.server.shown(HOST_DM)[-1]
    bodies = [str(r.body) for r in house.server.requests if r.kind == "edit" and r.channel_id == CHANNEL]
    assert len(set(bodies)) == len(bodies)


@pytest.mark.parametrize("answer", ["stopped by a filter", "stopped by a filter in a title"])
async def test_a_table_that_a_filter_stops_is_shown_in_brief(house: House, answer: str) -> None:
    session = await house.table()
    house.server.once("edit", ANSWERS[answer], channel_id=CHANNEL)
    before = len(house.server.requests)

    await house.move(session)
    await house.all_shown(session)

    brief = house.server.shown(CHANNEL)[-1]
    assert brief.startswith(f"## {session.game.name} · table {session.record.id}\n")
    assert "filter" in brief
    assert "Turn 2 of" not in brief
    sent = [r for r in house.server.requests[before:] if r.kind == "edit" and r.channel_id == CHANNEL]
    assert len(sent) == 2


async def test_a_ban_stops_all_sending_for_ten_minutes_and_then_everything_is_shown(house: House) -> None:
    session = await house.table()
    house.server.once("edit", ANSWERS["shut out by the network"])
    before = len(house.server.requests)

    with capture_logs() as lines:
        await house.move(session)
        while not house.publisher.is_banned:
            await house.pause()
        for _ in range(20):  # the other lanes had something under way
            await house.pause()
        assert before < len(house.server.requests) <= before + 1 + len(PLAYERS)
        before = len(house.server.requests)
        house.clock.time += 599
        for _ in range(20):
            await house.pause()
    assert len(house.server.requests) == before
    assert [line["event"] for line in lines if line["log_level"] == "error"] == ["banned"]

    house.clock.time += 1
    await house.all_shown(session)
    assert "Turn 2 of" in house.server.shown(CHANNEL)[-1]


def labels(components: list[Json]) -> list[str]:
    """What the buttons among components are called."""
    return [one["label"] for one in walk(components) if one["type"] == BUTTON]
