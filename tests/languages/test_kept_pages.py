"""The pages that people keep on disk are entirely in their reader's language, without a network."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.engine.cards import DECK
from bot.rendering.languages import NAMES
from tests.conventions import speaking
from tests.fair.vectors import FOLDER
from tests.helpers.chromium import in_browser
from tests.languages import pseudo
from tests.playground.browser import PHONE

pytestmark = [pytest.mark.slow, in_browser]

REPLAY, VERIFY = speaking.PAGES
SEEN = """() => {
  const body = document.body.cloneNode(true);
  body.querySelectorAll("script, option, pre, #moves summary").forEach(node => node.remove());
  const names = [...document.querySelectorAll("[aria-label]")].map(node => node.ariaLabel);
  return [document.title, body.textContent, ...names].join("\\n");
}"""
"""Returns all words of a page, without those from a file and the names of languages."""


async def opened(chromium: Any, address: str, locale: str = "en-US") -> Any:
    """Open a page from disk in a browser of this language. An error on it fails the test."""
    context = await chromium.new_context(offline=True, locale=locale, viewport=PHONE)
    page = await context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    await page.goto(address)
    return page


def marked(page: Path, folder: Path) -> str:
    """Write a page with every message marked, with the language's tag in its name. Return its address."""
    text = page.read_text(encoding="utf-8")
    catalog = Catalog(locale=pseudo.TAG)
    for message in speaking.said_in(text):
        catalog.add(message, pseudo.marked(message))
    file = folder / pseudo.TAG / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as written:
        write_po(written, catalog)
    made = folder / f"{page.stem}.{pseudo.TAG}.html"
    made.write_text(speaking.speaking(text, folder), encoding="utf-8")
    return made.as_uri()


def a_replay(folder: Path) -> Path:
    """Write the replay of a game without any words of its own. Return its path."""
    changed = {"hands": {"A": ["KH"], "B": ["2C"]}, "stock": DECK[:20], "last_hand": True}
    step = {"commands": [], "at": 0, "said": "7", "changed": changed}
    whole = {"format": "cardcrate replay 1", "title": "7", "result": "7", "names": {"A": "1", "B": "2"}}
    file = folder / "replay.json"
    file.write_text(json.dumps({**whole, "labels": dict.fromkeys(changed, "7"), "steps": [step, step]}))
    return file


async def test_replay_has_only_words_of_catalog(chromium: Any, tmp_path: Path) -> None:
    page = await opened(chromium, marked(REPLAY, tmp_path))
    closed = await page.evaluate(SEEN)
    await page.set_input_files("#file", a_replay(tmp_path))
    await page.wait_for_selector("#controls:visible")
    deal = await page.evaluate(SEEN)
    await page.keyboard.press("ArrowRight")
    move = await page.evaluate(SEEN)
    (tmp_path / "7.json").write_text("{}")
    await page.set_input_files("#file", tmp_path / "7.json")
    await page.wait_for_selector("#wrong:visible")

    for said in (closed, deal, move, await page.evaluate(SEEN)):
        assert "èè" in said
        assert pseudo.unmarked(said, frozenset({"json"})) == []


async def test_checked_deal_has_only_words_of_catalog(chromium: Any, tmp_path: Path) -> None:
    page = await opened(chromium, marked(VERIFY, tmp_path))
    await page.locator("#file").set_input_files(FOLDER / "crap.json")
    for number in (0, 1):
        await page.locator("#moves summary").nth(number).click()
    proved = await page.evaluate(SEEN)
    await page.locator("#noted").fill("0" * 64)
    await page.locator("#noted").blur()
    await page.locator(".bad").wait_for()

    for said in (proved, await page.evaluate(SEEN)):
        assert "èè" in said
        assert pseudo.unmarked(said, frozenset({"seal"})) == []


@pytest.mark.parametrize(
    ("address", "locale", "tag"),
    [
        ("verify.html", "nl-NL", "en"),
        ("verify.html", "pt-PT", "pt-BR"),
        ("verify.html#table=4&lang=fr", "de-DE", "fr"),
        ("verify.es.html", "de-DE", "es"),
        ("verify.pt-BR.html", "de-DE", "pt-BR"),
        ("verify.en%20(1).html", "de-DE", "en"),
    ],
)
async def test_page_follows_its_name_address_or_browser(
    chromium: Any, tmp_path: Path, address: str, locale: str, tag: str
) -> None:
    name, _, fragment = address.replace("%20", " ").partition("#")
    shutil.copy(VERIFY, tmp_path / name)
    page = await opened(chromium, f"{tmp_path.as_uri()}/{address}", locale)

    assert await page.evaluate("document.documentElement.lang") == tag
    assert await page.input_value("#language") == tag
    assert bool(fragment) == (await page.evaluate("location.hash") != "")


async def test_chosen_language_fits_everywhere(chromium: Any) -> None:
    page = await opened(chromium, VERIFY.as_uri())
    await page.locator("#file").set_input_files(FOLDER / "crap.json")
    await page.locator("#moves details").first.wait_for()
    heads: set[str] = set()
    for tag in NAMES:
        await page.select_option("#language", tag)
        await page.locator("#moves details").first.wait_for()
        heads.add(" ".join(await page.locator("h1, h2").all_inner_texts()))
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], tag

    assert len(heads) == len(NAMES)
