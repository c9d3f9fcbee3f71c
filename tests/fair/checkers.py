"""The three that check a deal: the bot's own code, the script, and the page in Chromium."""

import runpy
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from bot.config import DATA
from bot.fair.verifying import Unproved, verified
from tests.helpers.chromium import opened_context

SCRIPT = runpy.run_path(str(DATA / "verify.py"))
PAGE = DATA / "verify.html"
ASK = """texts => Promise.all(texts.map(text => check(text).then(() => ["", ""], error => {
  const said = [];
  for (let one = error; one; one = one.within) said.push(say(one.message, one.facts));
  return [error.step, said.join(" ")];
})))"""
FEW = 20
"""How many files are handed to the page at once."""


class Verdict(NamedTuple):
    """The step at which a file is refused, nothing where it holds; and why, in small letters."""

    step: str = ""
    why: str = ""


def bots(text: str) -> Verdict:
    """What the bot's code says of a file."""
    try:
        verified(text.encode())
    except Unproved as refused:
        return Verdict(refused.step, refused.why.lower())
    return Verdict()


def scripts(text: str) -> Verdict:
    """What the script says of it."""
    try:
        SCRIPT["check"](text.encode())
    except SCRIPT["Unproved"] as refused:
        step, why = refused.args
        return Verdict(step, why.lower())
    return Verdict()


async def pages(page: Any, texts: Sequence[str]) -> list[Verdict]:
    """What the page says of many files."""
    found: list[Verdict] = []
    for start in range(0, len(texts), FEW):
        told = await page.evaluate(ASK, list(texts[start : start + FEW]))
        found += [Verdict(step, as_one(why)) for step, why in told]
    return found


def by_bot(text: str) -> str:
    """The step at which the bot's code refuses a file; nothing where it holds."""
    return bots(text).step


def by_script(text: str) -> str:
    """The same of the script."""
    return scripts(text).step


def as_one(sentences: str) -> str:
    """The sentences of the page as the others write them, in small letters."""
    plain = sentences.replace("“", '"').replace("”", '"').removesuffix(".")
    return plain.replace(". ", "; ").lower()


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
