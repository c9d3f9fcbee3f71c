"""Only the browser that opened the printed link is let in, and only what the page needs is allowed."""

import re

import pytest

from bot.playground.server import PAGE
from tests.playground.visitor import Visitor, cookie_of


@pytest.mark.parametrize("path", ["/", "/state", "/events", "/log", "/page/main.js"])
async def test_page_without_the_link_shows_nothing(stranger: Visitor, path: str) -> None:
    answer = await stranger.client.get(path)

    assert answer.status == 403
    assert "link" in await answer.text()


async def test_request_without_the_link_does_nothing(stranger: Visitor) -> None:
    answer = await stranger.client.post("/say", json={"seat": "ann", "text": "hello"})

    assert answer.status == 403
    assert await stranger.enter() == 200
    assert await stranger.messages("ann") == []


async def test_wrong_key_opens_nothing(stranger: Visitor) -> None:
    assert await stranger.enter("guessed") == 403


async def test_link_redirects_to_an_address_without_key(stranger: Visitor) -> None:
    link = {"key": stranger.server.door.key, "seats": "ben"}
    answer = await stranger.client.get("/", params=link, allow_redirects=False)

    assert answer.status == 303
    assert answer.headers["Location"] == "/?seats=ben"
    cookie = cookie_of(answer.headers)
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"


async def test_used_link_prints_a_new_one(stranger: Visitor) -> None:
    key = stranger.server.door.key
    assert await stranger.enter(key) == 200
    assert await stranger.enter(key) == 200, "who is in stays in"
    stranger.client.session.cookie_jar.clear()

    assert await stranger.enter(key) == 403

    assert stranger.server.link in stranger.printed[-1]
    assert await stranger.enter() == 200


async def test_foreign_site_with_the_cookie_is_refused(visitor: Visitor) -> None:
    body = {"seat": "ann", "text": "hello"}
    foreign = await visitor.client.post("/say", json=body, headers={"Origin": "http://elsewhere.example"})
    renamed = await visitor.client.post("/say", json=body, headers={"Host": "elsewhere.example"})
    plain = await visitor.client.post("/say", data='{"seat": "ann", "text": "hello"}')

    assert [foreign.status, renamed.status, plain.status] == [403, 403, 409]
    assert await visitor.messages("ann") == []


async def test_page_may_load_nothing_from_outside(visitor: Visitor) -> None:
    answer = await visitor.client.get("/")

    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    named = {
        address for file in PAGE.iterdir() for address in re.findall(r"//[\w.]+", file.read_text("utf-8"))
    }
    assert named == {"//www.w3.org"}, "the name of SVG, which nobody fetches"


@pytest.mark.parametrize("name", sorted(file.name for file in PAGE.iterdir()))
async def test_every_file_of_the_page_is_served(visitor: Visitor, name: str) -> None:
    answer = await visitor.client.get(f"/page/{name}")

    assert answer.status == 200
    assert await answer.read() == (PAGE / name).read_bytes()


@pytest.mark.parametrize("name", ["nothing.js", "..%2Fserver.py", "server.py"])
async def test_other_files_are_not_served(visitor: Visitor, name: str) -> None:
    assert (await visitor.client.get(f"/page/{name}")).status == 404
