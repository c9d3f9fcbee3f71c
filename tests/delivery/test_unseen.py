"""Calls for players who may not see their DMs go to the channel, where they surely look."""

import pytest

from bot.rendering.page import Page
from bot.sessions import fault_points
from bot.storage.store import Store
from tests.delivery.rings import DAY, FIRST, SlowTables
from tests.helpers.controls import labels
from tests.sessions.rig import CHANNEL, PLAYERS, dm

_, SECOND, THIRD = PLAYERS
HELP = "Your cards are in your DMs. Not there? Look under Message Requests, or press **My hand**."
LINE = "No cards in your DMs? Press **My hand**."
SEEN = "I see my cards"


@pytest.fixture
def slow(slow: SlowTables) -> SlowTables:
    """Return slow tables whose players haven't used anything in a DM."""
    slow.unseen = set(PLAYERS)
    return slow


def posts(slow: SlowTables) -> list[Page]:
    """Return the messages in the table's channel, oldest first."""
    return slow.transport.in_channel(CHANNEL)


def called(slow: SlowTables) -> dict[int, int]:
    """Return the number of notifications of each player."""
    return {user: len(slow.transport.notified_at(user)) for user in PLAYERS}


async def later_turn(slow: SlowTables) -> int:
    """Open a table, and make a move after everyone has been away. Return the next player."""
    table = await slow.table()
    await slow.wait(1000)
    await slow.move(table)
    return slow.rig.turn(table)


async def test_the_deal_rings_whoever_begins_by_the_table(slow: SlowTables) -> None:
    table = await slow.table()

    first = slow.rig.turn(table)
    assert called(slow) == {user: int(user == first) for user in PLAYERS}
    (page,) = posts(slow)
    assert (page.pings, LINE in page.text) == ((first,), True)
    hand = slow.transport.in_channel(dm(first))[-1]
    assert SEEN in labels(hand)


async def test_later_turns_are_called_in_the_channel(slow: SlowTables) -> None:
    turn = await later_turn(slow)

    mention = posts(slow)[-1]
    assert mention.pings == (turn,)
    assert mention.text == f"<@{turn}>, your turn at table 1.\n-# {HELP}"
    assert LINE not in posts(slow)[0].text
    assert slow.transport.notified_at(turn) == [slow.rig.time]


async def test_the_last_call_goes_to_the_channel_too(slow: SlowTables) -> None:
    turn = await later_turn(slow)
    await slow.wait(0.8 * DAY + 1)

    assert len(slow.transport.notified_at(turn)) == 2
    assert posts(slow)[-1].text.startswith(f"<@{turn}>, 5 hours left at table 1.")


async def test_whoever_uses_their_dm_is_called_there(slow: SlowTables) -> None:
    table = await slow.table()
    await slow.wait(1000)
    for user in PLAYERS:
        await slow.rig.sessions.choices.set_user(user, dm="seen")
    slow.rig.sessions.look_at_tables_of(FIRST)
    await slow.rig.quiet()
    await slow.move(table)

    turn = slow.rig.turn(table)
    assert slow.transport.notified_at(turn)[-1] == slow.rig.time
    assert len(posts(slow)) == 1, "no mention"
    assert SEEN not in labels(slow.transport.in_channel(dm(turn))[-1])


async def test_without_mentions_the_dm_is_better_than_nothing(slow: SlowTables) -> None:
    for user in PLAYERS:
        await slow.rig.sessions.choices.set_user(user, pings=False)
    table = await slow.table()

    first = slow.rig.turn(table)
    assert called(slow) == {user: int(user == first) for user in PLAYERS}
    assert [page.pings for page in posts(slow)] == [()]


async def test_a_mention_stays_until_its_decision_is_made(slow: SlowTables) -> None:
    turn = await later_turn(slow)
    await slow.rig.sessions.choices.set_user(turn, dm="seen")
    slow.rig.sessions.look_at_tables_of(turn)
    await slow.rig.quiet()

    assert posts(slow)[-1].pings == (turn,)
    assert len(slow.transport.notified_at(turn)) == 1
    await slow.move(slow.tables[0])
    assert turn not in posts(slow)[-1].pings


async def test_a_restart_rings_nobody_twice(slow: SlowTables) -> None:
    table = await slow.table()
    await slow.restart()
    assert sum(called(slow).values()) == 1
    (table,) = slow.tables
    await slow.wait(1000)
    await slow.move(table)
    await slow.restart()

    assert sum(called(slow).values()) == 2


async def test_quiet_hours_put_the_first_call_off(slow: SlowTables) -> None:
    for user in PLAYERS:  # all day but for an hour
        quiet = {"start": 10, "end": 9, "zone": "UTC"}
        await slow.rig.sessions.choices.set_user(user, quiet=quiet)
    await slow.table()

    assert sum(called(slow).values()) == 0
    assert posts(slow)[0].pings == ()


@pytest.mark.parametrize("seen", [(), (SECOND,), (SECOND, THIRD)])
async def test_people_who_see_dms_are_called_as_often(store: Store, seen: tuple[int, ...]) -> None:
    slow = SlowTables.on(store)
    slow.unseen = set(PLAYERS) - set(seen)
    table = await slow.table()
    for _ in range(6):
        await slow.wait(1000)
        await slow.move(table)
    counts = called(slow)
    await slow.rig.close()

    assert sum(counts.values()) == 7
    assert all(one.message for one in slow.transport.notifications)


@pytest.mark.parametrize("point", ["before-post", "after-post", "before-note", "after-note"])
async def test_crash_while_the_table_rings_rings_nobody_twice(
    slow: SlowTables, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [point]

    def dies(name: str) -> None:
        if name in left:
            left.remove(name)
            raise MemoryError(name)

    slow.transport.executes = True
    monkeypatch.setattr(fault_points, "reach", dies)
    table = await slow.table()
    await slow.restart()
    await slow.wait(100)

    assert not left
    (table,) = slow.tables
    assert called(slow) == {user: int(user == slow.rig.turn(table)) for user in PLAYERS}
