"""A bot that starts before the network retries names in the same process, which doesn't use up any starts."""

import socket

from structlog.testing import capture_logs

from bot.process.network import wait_for_dns


async def test_unknown_name_is_retried_less_and_less() -> None:
    asked: list[str] = []
    slept: list[float] = []

    async def resolve(host: str) -> object:
        asked.append(host)
        if len(asked) <= 8:
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
        return host

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    with capture_logs() as logs:
        await wait_for_dns("https://discord.com/api/v10", resolve=resolve, sleep=sleep)

    assert set(asked) == {"discord.com"}
    assert slept == [1, 2, 4, 8, 16, 32, 60, 60]
    assert {line["event"] for line in logs} == {"name_unknown"}


async def test_an_address_in_numbers_needs_no_name() -> None:
    with capture_logs() as logs:
        await wait_for_dns("http://127.0.0.1:9")

    assert logs == []
