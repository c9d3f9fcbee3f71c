"""Discord's rules for messages. A request that breaks one is refused with 50035 and fails the test."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tests.discord_http.payloads import (
    BUTTON,
    COMPONENTS_V2,
    CONTAINER,
    GALLERY,
    ROW,
    SECTION,
    SELECT,
    SEPARATOR,
    TEXT,
    Json,
    walk,
)
from tests.discord_http.requests import Request

MAX_NONCE: Final = 25
MAX_TEXT: Final = 4000
MAX_COMPONENTS: Final = 40
MAX_PARAGRAPHS: Final = 3
"""The number of texts that a section can hold."""
MAX_FILES: Final = 10
MAX_FILE_BYTES: Final = 10 * 2**20
MAX_PINGS: Final = 100
MAX_ID: Final = 2**31 - 1
LINK: Final = 5
"""The style of a button that opens a web address."""
SHOWN: Final = (4, 7)
"""Kinds of answers to interactions that show a page."""


def broken_rules(asked: Request) -> Iterator[str]:
    """Yield each rule that a request breaks, in a few words that don't quote the page."""
    if asked.kind == "post":
        yield from _of_nonce(asked.body)
    if asked.kind in ("post", "edit", "late edit") or (
        asked.kind == "answer" and asked.body.get("type") in SHOWN
    ):
        every = list(walk(asked.components))
        yield from _of_page(asked.page, every)
        yield from _of_files(every, asked.page, asked.files)


def _of_nonce(body: Json) -> Iterator[str]:
    nonce = body.get("nonce", "")
    if not isinstance(nonce, str) or len(nonce) > MAX_NONCE:
        yield f"nonce: a string of at most {MAX_NONCE} characters"
    if not nonce or not body.get("enforce_nonce"):
        yield "nonce: without one a repeated post is shown twice"


def _of_page(page: Json, every: Sequence[Json]) -> Iterator[str]:
    if not every:
        yield "components: nothing is shown"
    if not page.get("flags", 0) & COMPONENTS_V2:
        yield "flags: these components need the flag of their version"
    if page.get("content") or page.get("embeds"):
        yield "content: goes into components now"
    if len(page.get("allowed_mentions", {}).get("users", ())) > MAX_PINGS:
        yield f"allowed_mentions: at most {MAX_PINGS} users"
    if sum(len(one["content"]) for one in every if one["type"] == TEXT) > MAX_TEXT:
        yield f"components: at most {MAX_TEXT} characters of text"
    if len(every) > MAX_COMPONENTS:
        yield f"components: at most {MAX_COMPONENTS}"
    yield from _of_ids(every)
    for component in every:
        yield from _of_component(component)


def _of_ids(every: Sequence[Json]) -> Iterator[str]:
    for name in ("custom_id", "id"):
        ids = [one[name] for one in every if one.get(name)]
        if len(set(ids)) < len(ids):
            yield f"{name}: each stands once"
    if any(not 0 <= one.get("id", 0) <= MAX_ID for one in every):
        yield "id: a positive number of 32 bits"


def _of_component(component: Json) -> Iterator[str]:
    match component["type"]:
        case 1:
            yield from _of_row(component["components"])
        case 2:
            yield from _of_button(component)
        case 3:
            yield from _of_select(component)
        case 9:
            yield from _of_section(component)
        case 10 if not 1 <= len(component["content"]) <= MAX_TEXT:
            yield f"content: 1 to {MAX_TEXT} characters"
        case 12 if not 1 <= len(component["items"]) <= 10:
            yield "items: 1 to 10 pictures"
        case 17 if not component["components"]:
            yield "components: an empty container"
        case kind if kind not in (ROW, BUTTON, SELECT, SECTION, TEXT, GALLERY, SEPARATOR, CONTAINER):
            yield f"type: {kind}"


def _of_row(inside: Sequence[Json]) -> Iterator[str]:
    kinds = [one["type"] for one in inside]
    if kinds != [SELECT] and not (1 <= len(kinds) <= 5 and set(kinds) == {BUTTON}):
        yield "components: 1 to 5 buttons or one select in a row"


def _of_section(section: Json) -> Iterator[str]:
    kinds = [one["type"] for one in section["components"]]
    if not (1 <= len(kinds) <= MAX_PARAGRAPHS and set(kinds) == {TEXT}):
        yield f"components: 1 to {MAX_PARAGRAPHS} texts in a section"
    if section.get("accessory", {}).get("type") != BUTTON:
        yield "accessory: a button beside the text of a section"


def _of_button(button: Json) -> Iterator[str]:
    if button["style"] == LINK:
        yield from _length("url", button.get("url"), 1, 512)
        if "custom_id" in button:
            yield "custom_id: a link has none"
    else:
        yield from _length("custom_id", button.get("custom_id"), 1, 100)
    yield from _length("label", button.get("label"), 0 if button.get("emoji") else 1, 80)


def _of_select(select: Json) -> Iterator[str]:
    options = select.get("options", [])
    yield from _length("custom_id", select.get("custom_id"), 1, 100)
    yield from _length("placeholder", select.get("placeholder"), 0, 150)
    if not 1 <= len(options) <= 25:
        yield "options: 1 to 25"
    if len({option["value"] for option in options}) < len(options):
        yield "value: each option has its own"
    if not 0 <= select.get("min_values", 1) <= select.get("max_values", 1) <= len(options):
        yield "max_values: no more than there are options"
    for option in options:
        yield from _length("label", option["label"], 1, 100)
        yield from _length("value", option["value"], 1, 100)
        yield from _length("description", option.get("description"), 0, 100)


def _of_files(every: Sequence[Json], page: Json, files: Mapping[str, bytes]) -> Iterator[str]:
    if len(files) > MAX_FILES or sum(map(len, files.values())) > MAX_FILE_BYTES:
        yield f"files: at most {MAX_FILES}, together at most {MAX_FILE_BYTES} bytes"
    items = (item for one in every if one["type"] == GALLERY for item in one["items"])
    shown = {item["media"]["url"].removeprefix("attachment://") for item in items}
    if shown - files.keys():
        yield "media: shows a file that does not come along"
    if files.keys() - shown:
        yield "files: one is not shown"
    named = {file.get("filename") for file in page.get("attachments", ())}
    if files.keys() - named:
        yield "attachments: names every file"


def _length(name: str, value: str | None, least: int, most: int) -> Iterator[str]:
    if not least <= len(value or "") <= most:
        yield f"{name}: {least} to {most} characters"
