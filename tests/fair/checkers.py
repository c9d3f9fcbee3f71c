"""The three programs that check a deal: the bot's own code, the script, and the page in Chromium."""

import runpy
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from bot.config import DATA
from bot.fair.verifying import Unproved, verify_proof
from tests.helpers.chromium import opened_context

SCRIPT = runpy.run_path(str(DATA / "verify.py"))
PAGE = DATA / "verify.html"
ASK = """texts => Promise.all(texts.map(text => check(text).then(() => ["", ""], error => {
  const said = [];
  for (let one = error; one; one = one.within) said.push(say(one.message, one.facts));
  return [error.step, said.join(" ")];
})))"""
FEW = 20
"""The number of files given to the page at once."""


class Verdict(NamedTuple):
    """The step at which a file is rejected, "" if it's valid, and the reason in lower case."""

    step: str = ""
    why: str = ""


def bots(text: str) -> Verdict:
    """Return the verdict of the bot's code on a file."""
    try:
        verify_proof(text.encode())
    except Unproved as refused:
        return Verdict(refused.step, refused.why.lower())
    return Verdict()


def scripts(text: str) -> Verdict:
    """Return the script's verdict on a file."""
    try:
        SCRIPT["check"](text.encode())
    except SCRIPT["Unproved"] as refused:
        step, why = refused.args
        return Verdict(step, why.lower())
    return Verdict()


async def pages(page: Any, texts: Sequence[str]) -> list[Verdict]:
    """Return the page's verdicts on many files."""
    found: list[Verdict] = []
    for start in range(0, len(texts), FEW):
        told = await page.evaluate(ASK, list(texts[start : start + FEW]))
        found += [Verdict(step, as_one(why)) for step, why in told]
    return found


def by_bot(text: str) -> str:
    """Return the step at which the bot's code rejects a file, or ""."""
    return bots(text).step


def by_script(text: str) -> str:
    """Return the step at which the script rejects a file, or ""."""
    return scripts(text).step


def as_one(sentences: str) -> str:
    """Return the sentences of the page in the form of the others, in lower case."""
    plain = sentences.replace("“", '"').replace("”", '"').removesuffix(".")
    return plain.replace(". ", "; ").lower()


@asynccontextmanager
async def opened_page(chromium: Any, fragment: str = "", width: int = 390) -> AsyncIterator[Any]:
    """Open the page from the disk, without a network. Anything it complains about fails the test."""
    complaints: list[str] = []
    async with opened_context(chromium, offline=True, viewport={"width": width, "height": 844}) as context:
        page = await context.new_page()
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(f"{PAGE.as_uri()}{fragment}")
        yield page
    assert complaints == []
