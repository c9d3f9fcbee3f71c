"""A visitor of the playground's page without a browser, who exchanges the same data as the page."""

from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any

from aiohttp.test_utils import TestClient

from bot.playground.server import Server

Json = dict[str, Any]


class Visitor:
    """A person at the page, who can be every user."""

    def __init__(self, client: TestClient[Any, Any], server: Server, printed: list[str]) -> None:
        self.client, self.server, self.printed = client, server, printed

    async def enter(self, key: str | None = None) -> int:
        """Open the link, and return the status of the resulting page."""
        answer = await self.client.get("/", params={"key": self.server.door.key if key is None else key})
        return answer.status

    async def ask(self, path: str, **body: Any) -> Json:
        """Do something that must be accepted, and return the answer."""
        status, answer = await self.try_to(path, **body)
        assert status == 200, answer
        return answer

    async def try_to(self, path: str, **body: Any) -> tuple[int, Json]:
        """Do something and return the status and the answer."""
        response = await self.client.post(path, json=body)
        return response.status, await response.json()

    async def state(self, *seats: str) -> Json:
        """Return what the page shows about these users."""
        response = await self.client.get("/state", params={"seats": ",".join(seats)})
        assert response.status == 200, await response.text()
        state: Json = await response.json()
        return state

    async def messages(self, seat: str, place: str = "channel") -> list[Json]:
        """Return the messages a user sees in one place."""
        state = await self.state(seat)
        found: list[Json] = state["seats"][seat][place]
        return found

    async def say(self, seat: str, text: str, place: str = "channel") -> Json:
        """Type a line and send it."""
        return await self.ask("/say", seat=seat, place=place, text=text)

    async def offered(self, seat: str, text: str, place: str = "channel") -> list[str]:
        """Return the completions of a typed line."""
        answer = await self.ask("/suggest", seat=seat, place=place, text=text)
        return [item["text"] for item in answer["items"]]

    async def press(self, seat: str, label: str, place: str = "channel") -> Json:
        """Click the newest button with this label."""
        message, button = await self._newest(seat, place, 2, "label", label)
        control = button["custom_id"]
        return await self.ask("/press", seat=seat, place=place, message=message["id"], control=control)

    async def choose(self, seat: str, label: str, *entries: str, place: str = "channel") -> Json:
        """Choose options of the newest select menu with this placeholder, the first one if none is named."""
        message, menu = await self._newest(seat, place, 3, "placeholder", label)
        wanted = entries or (menu["options"][0]["label"],)
        values = [option["value"] for option in menu["options"] if option["label"] in wanted]
        where = {"seat": seat, "place": place, "message": message["id"], "control": menu["custom_id"]}
        return await self.ask("/choose", **where, values=values)

    async def _newest(self, seat: str, place: str, kind: int, name: str, label: str) -> tuple[Json, Json]:
        for message in reversed(await self.messages(seat, place)):
            for component in parts(message):
                if component["type"] == kind and component.get(name, "").startswith(label):
                    return message, component
        raise AssertionError(f"{seat} sees no {label!r}")

    async def start_game(self, options: str = "threshold=50") -> None:
        """Open a table of C.R.A.P. as Ann, join as the others, and start."""
        await self.say("ann", f"/cards game:C.R.A.P. rules:{options}")
        for seat in ("ben", "cyd"):
            await self.press(seat, "Join")
        await self.press("ann", "Start")

    async def whose_turn(self) -> str:
        """Return the user whose turn it is, according to a DM."""
        for seat in ("ann", "ben", "cyd"):
            if "### Your turn" in all_text(await self.messages(seat, "dm")):
                return seat
        raise AssertionError("it is nobody's turn")


def parts(message: Json) -> Iterator[Json]:
    """Yield all components of a message, including nested ones."""
    todo = list(message["components"])
    while todo:
        component = todo.pop(0)
        yield component
        beside = [component["accessory"]] if "accessory" in component else []
        todo = [*component.get("components", []), *beside, *todo]


def pictures(message: Json) -> list[Json]:
    """Return the pictures of a message, with their descriptions."""
    return [item for part in parts(message) if part["type"] == 12 for item in part["items"]]


def text_of(message: Json) -> str:
    """Return all text of a message."""
    return "\n".join([message["text"], *(part["content"] for part in parts(message) if part["type"] == 10)])


def all_text(messages: list[Json]) -> str:
    """Return all text of a conversation."""
    return "\n".join(map(text_of, messages))


def cookie_of(headers: Any) -> Any:
    """Return the one cookie set by an answer."""
    (cookie,) = SimpleCookie(headers["Set-Cookie"]).values()
    return cookie
