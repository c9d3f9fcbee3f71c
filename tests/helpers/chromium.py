"""Headless Chromium, started once per process, because a start takes longer than most tests.

A test that uses it has the mark `in_browser`, and runs in the event loop in which Chromium was started.
"""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
import pytest_asyncio

CHROMIUM: Final = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
LIMIT_MS: Final = 180_000
"""Longer than a page takes on the busiest machine. An endless wait fails its test, not the whole run."""
in_browser: Final = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Any]:
    """Yield Chromium. Tests are skipped if it or playwright is missing."""
    playwright = pytest.importorskip("playwright.async_api", reason="needs playwright (the dev extra has it)")
    if CHROMIUM is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    playwright.expect.set_options(timeout=LIMIT_MS)
    async with playwright.async_playwright() as player:
        launched = await player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        await launched.close()


@asynccontextmanager
async def opened_context(chromium: Any, **wanted: Any) -> AsyncIterator[Any]:
    """Yield a separate browser context, which is closed at the end."""
    context = await chromium.new_context(**wanted)
    context.set_default_timeout(LIMIT_MS)
    try:
        yield context
    finally:
        await context.close()
