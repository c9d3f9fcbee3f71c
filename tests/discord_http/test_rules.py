"""Each of Discord's rules for messages, tested with a page that breaks only that rule."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.discord_http.payloads import (
    BUTTON,
    COMPONENTS_V2,
    CONTAINER,
    GALLERY,
    ROW,
    SECTION,
    SELECT,
    TEXT,
    Json,
)
from tests.discord_http.requests import Request
from tests.discord_http.rules import MAX_FILE_BYTES, broken_rules

WORDS: Json = {"type": TEXT, "content": "the table"}
LINK: Json = {"type": BUTTON, "style": 5, "label": "Table", "url": "https://discord.com/channels/1/2/3"}
PRESS: Json = {"type": BUTTON, "style": 1, "label": "Move", "custom_id": "move"}
CHOOSE: Json = {
    "type": SELECT,
    "custom_id": "choose",
    "placeholder": "a card",
    "options": [{"label": "King", "value": "K"}],
}
SHOW: Json = {"type": GALLERY, "items": [{"media": {"url": "attachment://table.png"}}]}
FILES = {"table.png": b"not really a picture"}


def row(*inside: Json) -> Json:
    return {"type": ROW, "components": list(inside)}


def press(**other: Any) -> Json:
    return row(PRESS | other)


def choose(*options: Json, **other: Any) -> Json:
    return row(CHOOSE | ({"options": list(options)} if options else {}) | other)


def section(*inside: Json, **other: Any) -> Json:
    return {"type": SECTION, "components": list(inside), "accessory": PRESS} | other


def post(*components: Json, files: Mapping[str, bytes] | None = None, **other: Any) -> Request:
    body: Json = {
        "nonce": "n" * 25,
        "enforce_nonce": True,
        "flags": COMPONENTS_V2,
        "components": [{"type": CONTAINER, "components": list(components)}],
        "attachments": [{"filename": name} for name in files or ()],
    }
    return Request("post", 10, 0, body | other, files or {})


def option(number: int, **other: Any) -> Json:
    return {"label": "King", "value": str(number)} | other


@pytest.mark.parametrize(
    "request_",
    [
        post(WORDS, row(*(PRESS | {"custom_id": f"{n}"} for n in range(5))), choose()),
        post(SHOW, files=FILES),
        post({"type": TEXT, "content": "x" * 4000}),
        post(choose(*map(option, range(25)))),
        post(press(label="x" * 80, custom_id="x" * 100)),
        post(row(LINK, LINK)),
        post(section(*[WORDS] * 3)),
        Request("answer", 0, 5, {"type": 4, "data": {"components": [WORDS], "flags": COMPONENTS_V2}}),
        Request("answer", 0, 5, {"type": 5}),
        Request("delete", 10, 5),
    ],
    ids=[
        "controls",
        "picture",
        "long text",
        "many options",
        "long names",
        "links",
        "section",
        "answer",
        "deferred",
        "no page",
    ],
)
def test_a_page_that_just_fits_breaks_no_rule(request_: Request) -> None:
    assert list(broken_rules(request_)) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (post(WORDS, nonce="n" * 26), "nonce: a string of at most 25 characters"),
        (post(WORDS, nonce=""), "nonce: without one a repeated post is shown twice"),
        (post(WORDS, enforce_nonce=False), "nonce: without one a repeated post is shown twice"),
        (post(components=[]), "components: nothing is shown"),
        (post(WORDS, flags=0), "flags: these components need the flag of their version"),
        (post(WORDS, content="hello"), "content: goes into components now"),
        (post(WORDS, allowed_mentions={"users": [*range(101)]}), "allowed_mentions: at most 100 users"),
        (post(*[WORDS | {"content": "x" * 2001}] * 2), "components: at most 4000 characters of text"),
        (post(*[WORDS] * 40), "components: at most 40"),
        (post(press(), press(label="Other")), "custom_id: each stands once"),
        (post(WORDS | {"id": 7}, WORDS | {"id": 7}), "id: each stands once"),
        (post(WORDS | {"id": 2**31}), "id: a positive number of 32 bits"),
        (post(WORDS | {"content": ""}), "content: 1 to 4000 characters"),
        (post(), "components: an empty container"),
        (post({"type": 99}), "type: 99"),
        (post(row()), "components: 1 to 5 buttons or one select in a row"),
        (
            post(row(*(PRESS | {"custom_id": f"{n}"} for n in range(6)))),
            "components: 1 to 5 buttons or one select in a row",
        ),
        (post(row(PRESS, CHOOSE)), "components: 1 to 5 buttons or one select in a row"),
        (post(section()), "components: 1 to 3 texts in a section"),
        (post(section(*[WORDS] * 4)), "components: 1 to 3 texts in a section"),
        (post(section(PRESS | {"custom_id": "other"})), "components: 1 to 3 texts in a section"),
        (post(section(WORDS, accessory=WORDS)), "accessory: a button beside the text of a section"),
        (post(section(WORDS, accessory=PRESS | {"label": ""})), "label: 1 to 80 characters"),
        (post(press(custom_id="")), "custom_id: 1 to 100 characters"),
        (post(press(custom_id="x" * 101)), "custom_id: 1 to 100 characters"),
        (post(row(LINK | {"custom_id": "way"})), "custom_id: a link has none"),
        (post(row(LINK | {"url": "https://" + "x" * 505})), "url: 1 to 512 characters"),
        (post(press(label="")), "label: 1 to 80 characters"),
        (post(press(label="x" * 81)), "label: 1 to 80 characters"),
        (post(choose(placeholder="x" * 151)), "placeholder: 0 to 150 characters"),
        (post(choose(*map(option, range(26)))), "options: 1 to 25"),
        (post(choose(option(1), option(1))), "value: each option has its own"),
        (post(choose(max_values=2)), "max_values: no more than there are options"),
        (post(choose(option(1, label="x" * 101))), "label: 1 to 100 characters"),
        (post(choose(option(1, value="x" * 101))), "value: 1 to 100 characters"),
        (post(choose(option(1, description="x" * 101))), "description: 0 to 100 characters"),
        (post(SHOW), "media: shows a file that does not come along"),
        (post(WORDS, files=FILES), "files: one is not shown"),
        (post(SHOW, files=FILES, attachments=[]), "attachments: names every file"),
        (
            post(SHOW, files={"table.png": b"x" * (MAX_FILE_BYTES + 1)}),
            f"files: at most 10, together at most {MAX_FILE_BYTES} bytes",
        ),
        (post({"type": GALLERY, "items": []}), "items: 1 to 10 pictures"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_page_that_breaks_one_rule_is_noticed(wrong: Request, said: str) -> None:
    assert list(broken_rules(wrong)) == [said]
