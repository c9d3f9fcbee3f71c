"""The web server of the playground, for this computer only."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from bot.playground import CannotPlay, opening, view
from bot.playground.actions import Actions
from bot.playground.door import Door, guard_headers
from bot.playground.refusals import Busy, Refused
from bot.playground.requests import (
    Choose,
    CloseDms,
    Dismiss,
    Learn,
    Menu,
    Nothing,
    Open,
    Press,
    Say,
    Speak,
    Submit,
    Wait,
)
from bot.playground.world import World

T = TypeVar("T")
PAGE = Path(__file__).parent / "page"
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Server:
    """The web application of the page. `announce` reports a new link after the old one was used."""

    def __init__(self, world: World, announce: Callable[[str], None]) -> None:
        self.world = world
        self.actions = Actions(world)
        self.door = Door(lambda: announce(f"Playground: {self.link}"))
        self.address = ""
        self._closing = asyncio.Event()

    @property
    def link(self) -> str:
        """The link that opens the page."""
        return f"{self.address}/?key={self.door.key}"

    def app(self) -> web.Application:
        """Return the application to be served."""
        app = web.Application(middlewares=[self.door.middleware, answer_refusals])
        app.on_response_prepare.append(guard_headers)
        app.on_shutdown.append(self._close)
        app.router.add_get("/", self._index)
        app.router.add_get("/page/{name}", self._asset)
        app.router.add_get("/state", self._state)
        app.router.add_get("/events", self._events)
        app.router.add_get("/games", self._games)
        app.router.add_get("/cover/{game}", self._cover)
        app.router.add_get("/warnings", self._warnings)
        app.router.add_get(
            "/file/{seat}/{place:channel|dm|\\d+}/{message:\\d+}/{file:\\d+}", self._attachment
        )
        for path, kind, do in self._routes():
            app.router.add_post(path, reading(kind, do))
        return app

    def _routes(self) -> list[tuple[str, Any, Callable[[Any], Awaitable[Any]]]]:
        actions = self.actions
        return [
            ("/say", Say, actions.say),
            ("/suggest", Say, actions.suggest),
            ("/press", Press, actions.press),
            ("/choose", Choose, actions.choose),
            ("/menu", Menu, actions.menu),
            ("/submit", Submit, actions.submit),
            ("/dismiss", Dismiss, actions.dismiss),
            ("/dms", CloseDms, actions.close_dms),
            ("/language", Speak, actions.speak),
            ("/open", Open, actions.open),
            ("/learn", Learn, actions.learn),
            ("/wait", Wait, actions.wait),
            ("/restart", Nothing, actions.restart),
            ("/delete-table", Nothing, actions.delete_table),
            ("/add-user", Nothing, actions.add_user),
        ]

    async def _close(self, _app: web.Application) -> None:
        self._closing.set()

    async def _index(self, _request: web.Request) -> web.Response:
        return _file("index.html")

    async def _asset(self, request: web.Request) -> web.Response:
        return _file(request.match_info["name"])

    async def _state(self, request: web.Request) -> web.Response:
        keys = [key for key in request.query.get("seats", "").split(",") if key]
        return _json(view.state(self.world, keys))

    async def _games(self, _request: web.Request) -> web.Response:
        return _json(opening.offers())

    async def _cover(self, request: web.Request) -> web.Response:
        cover = await asyncio.to_thread(opening.cover, request.match_info["game"])
        return web.Response(body=cover, content_type="image/png")

    async def _warnings(self, _request: web.Request) -> web.Response:
        return _json(list(self.world.logbook.lines))

    async def _attachment(self, request: web.Request) -> web.Response:
        # A slow page may ask for a replaced picture, so it gets the one that fits its text.
        if picture := self.world.album.find(request.path):
            return web.Response(body=picture, content_type="image/png")
        parts = request.match_info
        seat = self.world.seat(parts["seat"])
        message = seat.message(parts["place"], int(parts["message"]))
        file = next((one for one in message.attachments if str(one.id) == parts["file"]), None)
        if file is None:
            raise Refused("That file isn't there any more.")
        kind = file.content_type or "application/octet-stream"
        return web.Response(body=await file.read(), content_type=kind)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Send the page an event for every change until either side closes the connection."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        changed = self.world.watch()
        closing = waiting = asyncio.ensure_future(self._closing.wait())
        try:
            while not closing.done():
                changed.clear()
                await response.write(f"data: {self.world.version}\n\n".encode())
                waiting = asyncio.ensure_future(changed.wait())
                await asyncio.wait((waiting, closing), return_when=asyncio.FIRST_COMPLETED)
        except ConnectionResetError:
            pass  # The page was closed.
        finally:
            waiting.cancel()  # Also runs when the page closes while we wait.
            closing.cancel()
            self.world.unwatch(changed)
        return response


def reading(
    kind: type[T], do: Callable[[T], Awaitable[Any]]
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return a handler that parses a request of this kind and answers with the result."""

    async def handler(request: web.Request) -> web.Response:
        if request.content_type != "application/json":
            raise Refused("A request must be JSON.")
        return _json(await do(msgspec.json.decode(await request.read(), type=kind)))

    return handler


@web.middleware
async def answer_refusals(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Turn a refused action into a JSON answer with the reason."""
    try:
        return await handler(request)
    except Busy:
        return _json({})
    except Refused as refusal:
        return _json({"error": str(refusal)}, status=409)
    except msgspec.DecodeError as error:
        return _json({"error": f"I don't understand that request: {error}"}, status=400)


def _json(value: object, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), content_type="application/json", status=status)


def _file(name: str) -> web.Response:
    """Return one of the files directly in `page/`."""
    path = PAGE / name
    if path.suffix not in KINDS or path.parent != PAGE or not path.is_file():
        raise web.HTTPNotFound
    return web.Response(body=path.read_bytes(), content_type=KINDS[path.suffix], charset="utf-8")


async def serve(world: World, port: int, announce: Callable[[str], None], *, first: str) -> None:
    """Serve the page and run the clock until cancelled. `first` is a hint to print after the link."""
    server = Server(world, announce)
    runner = web.AppRunner(server.app(), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await _listen(runner, port)
        server.address = "http://{}:{}".format(*runner.addresses[0][:2])
        announce(f"Playground: {server.link}")
        announce(first)
        await world.keep_time()
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, port: int) -> None:
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
    except PermissionError as error:
        raise CannotPlay(f"only root may use port {port}: try one above 1023 with --port") from error
    except OSError as error:
        raise CannotPlay(f"port {port} on this computer is taken: try another with --port") from error
