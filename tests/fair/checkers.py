"""The three that check a deal: the bot's own code, the script, and the page in Chromium."""

import runpy
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from bot.config import DATA
from bot.fair.verifying import Unproved, verified
from tests.helpers.chromium import opened_context

SCRIPT = runpy.run_path(str(DATA / "verify.py"))
PAGE = DATA / "verify.html"
ASK = """texts => Promise.all(texts.map(text => check(text).then(() => "", error => error.step)))"""
FEW = 20
"""How many files are handed to the page at once."""


def by_bot(text: str) -> str:
    """The step at which the bot's code refuses a file; nothing where it holds."""
    try:
        verified(text.encode())
    except Unproved as refused:
        return refused.step
    return ""


def by_script(text: str) -> str:
    """The same of the script."""
    try:
        SCRIPT["check"](text.encode())
    except SCRIPT["Unproved"] as refused:
        return str(refused.args[0])
    return ""


async def by_page(page: Any, texts: Sequence[str]) -> list[str]:
    """The same of the page, for many files."""
    found: list[str] = []
    for start in range(0, len(texts), FEW):
        found += await page.evaluate(ASK, list(texts[start : start + FEW]))
    return found


@asynccontextmanager
async def opened_page(chromium: Any, fragment: str = "", width: int = 390) -> AsyncIterator[Any]:
    """The page as it is opened from the disk, without a network; nothing that it complains of is let pass."""
    complaints: list[str] = []
    async with opened_context(chromium, offline=True, viewport={"width": width, "height": 844}) as context:
        page = await context.new_page()
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(f"{PAGE.as_uri()}{fragment}")
        yield page
    assert complaints == []
