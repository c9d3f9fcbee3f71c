"""The guide leads from a fresh machine to a healthy bot."""

import asyncio
import os
from pathlib import Path

import pytest

from tests.discord_http.payloads import guild
from tests.discord_http.stand_in import StandIn, serving
from tests.shipping.fresh import WAYS, Machine


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
async def test_guide_leads_from_fresh_machine_to_healthy_bot(way: str, tmp_path: Path) -> None:
    before = os.times()
    async with serving(StandIn(guilds=[guild(1, [10])])) as address:
        machine = Machine(tmp_path, address)
        try:
            await asyncio.to_thread(machine.follow, way)
        finally:
            if machine.bot is not None:
                machine.bot.terminate()
                await asyncio.to_thread(machine.bot.wait)

    spent = os.times()
    processor = spent.children_user + spent.children_system - before.children_user - before.children_system
    print(
        f"{way}: {machine.seconds:.0f} s, {processor:.0f} s of processor time, load {os.getloadavg()[0]:.1f}"
    )
    print("\n".join(machine.said))
    assert machine.bot is not None
    assert machine.bot.returncode == 0
    assert any("All is well." in said for said in machine.said), "the doctor has nothing to find fault with"
