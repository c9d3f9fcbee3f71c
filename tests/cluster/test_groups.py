"""Shard groups have one holder each, by a lease that ends. Interactions are claimed by one process."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from bot.storage import facts, groups
from bot.storage.engine import Connection
from bot.storage.errors import Misarranged, NotHolder
from bot.storage.groups import Group, Lease
from bot.storage.store import Store
from tests.helpers.behind import change_in
from tests.helpers.records import LOBBY

pytestmark = pytest.mark.every_database

T = TypeVar("T")
END_LEASES = "UPDATE shard_groups SET until = 1"


async def do(store: Store, job: Callable[[Connection], T]) -> T:
    return await store.write(job)


async def arranged(store: Store, shards: int = 8, number: int = 2) -> None:
    await do(store, lambda connection: groups.arrange(connection, shards, number))


async def taken(store: Store, number: int | None = None, holder: str = "one") -> Lease | None:
    return await do(store, lambda connection: groups.take_group(connection, number, holder, 30.0))


async def held(store: Store, number: int | None = None, holder: str = "one") -> Lease:
    lease = await taken(store, number, holder)
    assert lease is not None
    return lease


async def found(store: Store) -> list[Group]:
    return await store.read(groups.groups)


@pytest.mark.parametrize(("shards", "number", "ranges"), [(8, 2, [(0, 4), (4, 4)]), (5, 2, [(0, 2), (2, 3)])])
async def test_shards_are_shared_out_evenly(
    store: Store, shards: int, number: int, ranges: list[tuple[int, int]]
) -> None:
    await arranged(store, shards, number)

    assert [(group.first_shard, group.shards) for group in await found(store)] == ranges


async def test_one_process_for_all_has_no_groups(store: Store) -> None:
    assert await found(store) == []
    assert await taken(store) is None


async def test_group_has_one_holder_until_its_lease_ends(store: Store) -> None:
    await arranged(store)
    first, second = await held(store), await held(store, holder="two")

    assert (first.number, second.number, await taken(store, holder="three")) == (0, 1, None)
    await change_in(store, END_LEASES)
    third = await held(store, 1, "three")

    assert (third.fencing_token, second.fencing_token) == (2, 1)
    assert not await do(store, lambda connection: groups.renew(connection, second, 30.0))
    assert await do(store, lambda connection: groups.renew(connection, third, 30.0))


async def test_group_free_for_longest_is_taken_first(store: Store) -> None:
    await arranged(store)
    await change_in(store, "UPDATE shard_groups SET until = 2 - number")

    assert [(await held(store)).number for _ in range(2)] == [1, 0]


async def test_a_lease_that_has_ended_is_not_renewed(store: Store) -> None:
    await arranged(store)
    lease = await held(store)

    await change_in(store, END_LEASES)

    assert not await do(store, lambda connection: groups.renew(connection, lease, 30.0))


async def test_renewed_lease_lasts_as_long_as_new_one(store: Store) -> None:
    await arranged(store)
    lease = await held(store)
    await change_in(store, "UPDATE shard_groups SET until = until - 20 WHERE number = 0")

    assert await do(store, lambda connection: groups.renew(connection, lease, 30.0))

    [group, free] = await found(store)
    assert 25 < group.left <= 30
    assert (group.is_held, group.holder, free.is_held) == (True, "one", False)


async def test_group_given_back_is_free_at_once(store: Store) -> None:
    await arranged(store)
    lease = await held(store)

    await do(store, lambda connection: groups.give_back(connection, lease))

    assert (await held(store, 0, "two")).fencing_token > lease.fencing_token


async def test_late_giving_back_takes_nothing_from_next_holder(store: Store) -> None:
    await arranged(store)
    lease = await held(store)
    await change_in(store, END_LEASES)
    await held(store, 0, "two")

    await do(store, lambda connection: groups.give_back(connection, lease))

    assert (await found(store))[0].is_held


async def test_group_given_back_is_silent_about_its_players(store: Store) -> None:
    await arranged(store)
    lease = await held(store)
    await do(store, lambda connection: groups.resume(connection, lease))

    await do(store, lambda connection: groups.give_back(connection, lease))
    await change_in(store, "UPDATE shard_groups SET alive_at = 1 WHERE number = 0")

    assert not await do(store, lambda connection: groups.beat(connection, lease))
    with pytest.raises(NotHolder):
        await do(store, lambda connection: groups.resume(connection, lease))
    await do(store, lambda connection: groups.stop(connection, lease, 0.0))
    [group, _] = await found(store)
    assert (group.stopped, (group.alive or 0.0) > 1e6) == (None, True)


async def test_fencing_token_shuts_out_who_held_group_before(store: Store) -> None:
    await arranged(store)
    lease = await held(store)
    await do(store, lambda connection: groups.resume(connection, lease))
    await change_in(store, END_LEASES)
    await held(store, 0, "two")

    with pytest.raises(NotHolder, match="shard group 0 has another holder now"):
        await do(store, lambda connection: groups.resume(connection, lease))


async def test_mark_of_a_lease_is_the_newest_session(store: Store) -> None:
    await arranged(store)
    record = await store.new(LOBBY)

    assert (await held(store)).mark == (await held(store)).mark == record.id


async def test_group_has_its_servers_tables_or_dms(store: Store) -> None:
    await arranged(store)
    first, second = await held(store), await held(store)

    assert [first.has(shard << 22) for shard in range(8)] == [True] * 4 + [False] * 4
    assert [second.has(shard << 22) for shard in range(8)] == [False] * 4 + [True] * 4
    assert (first.has(0), second.has(0), second.has((8 + 5) << 22)) == (True, False, True)


async def test_outage_is_known_whichever_process_served_last(store: Store) -> None:
    known = [await store.read(groups.last_played)]
    await store.write(facts.keep_note, "heartbeat", "1000.0")
    known.append(await store.read(groups.last_played))
    await arranged(store)
    await change_in(store, "UPDATE shard_groups SET alive_at = 2000 + number")
    known.append(await store.read(groups.last_played))
    await store.write(facts.keep_note, "heartbeat", "3000.0")
    known.append(await store.read(groups.last_played))

    assert known == [None, 1000.0, 2000.0, 3000.0]


async def test_time_served_by_one_process_stays_charged(store: Store) -> None:
    await arranged(store)
    await change_in(store, "UPDATE shard_groups SET alive_at = 1000")
    now = await store.read(groups.time)
    await store.write(facts.keep_note, "heartbeat", repr(now - 100))

    await held(store, 0)
    await store.write(facts.keep_note, "heartbeat", "900.0")
    await held(store, 1)

    stopped = [group.stopped or 0.0 for group in await found(store)]
    assert stopped == [pytest.approx(100, abs=10), pytest.approx(now - 1000, abs=10)]


async def test_arrangement_changes_only_while_nobody_holds_groups(store: Store) -> None:
    await arranged(store)
    lease = await held(store)
    await arranged(store)

    with pytest.raises(Misarranged, match="the bot runs with 8 shards in 2 groups: stop all"):
        await arranged(store, 16, 4)
    await do(store, lambda connection: groups.give_back(connection, lease))
    await arranged(store, 16, 4)

    assert [group.fencing_token > lease.fencing_token for group in await found(store)] == [True] * 4


async def test_more_groups_than_shards_cannot_be(store: Store) -> None:
    with pytest.raises(Misarranged, match="2 shards can't be in 3 groups"):
        await arranged(store, 2, 3)


async def test_an_interaction_is_claimed_once(store: Store) -> None:
    claims = [await do(store, lambda connection: groups.claim(connection, 7)) for _ in range(2)]
    await do(store, lambda connection: groups.forget_claims(connection, 3600.0))
    claims.append(await do(store, lambda connection: groups.claim(connection, 7)))
    await change_in(store, "UPDATE claims SET at = at - 3601")
    await do(store, lambda connection: groups.forget_claims(connection, 3600.0))

    assert [*claims, await do(store, lambda connection: groups.claim(connection, 7))] == [
        True,
        False,
        False,
        True,
    ]
