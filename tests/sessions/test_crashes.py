"""What a process that died has posted is found by the next one, whatever else is known of its reader."""

from bot.delivery.errors import Unknown
from bot.storage import facts
from tests.sessions.rig import PLAYERS, Rig, dm, no_fault


async def test_a_hand_of_before_a_crash_is_found_although_dms_were_found_closed_since(rig: Rig) -> None:
    called = PLAYERS[1]
    rig.courier.executes = True
    rig.courier.fault = lambda what, channel: (
        Unknown("lost") if channel == dm(called) and what in ("post", "find") else None
    )
    session = await rig.table()
    assert len(rig.courier.in_channel(dm(called))) == 1
    await rig.store.write(facts.keep_dm_closed, called, rig.time)

    again = await rig.restart()
    rig.courier.fault = no_fault
    await again.sessions.show_again()
    await again.quiet()
    again.time += 3600  # DMs are tried again
    resumed = await again.sessions.get(session.record.id)
    assert resumed is not None
    await again.publisher.show_hand_again(resumed, 1)
    await again.quiet()

    assert len(again.courier.in_channel(dm(called))) == 1
    assert not await again.is_left(session)
