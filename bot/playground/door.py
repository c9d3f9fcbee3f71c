"""Access control: only the browser that opened the printed link, and no page of another site."""

import hmac
import secrets
from collections.abc import Callable

from aiohttp import web
from aiohttp.typedefs import Handler

HOSTS = frozenset(("127.0.0.1", "localhost"))
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
SHUT = "Open the link that the playground printed in the terminal. This address alone isn't enough.\n"
USED = "That link was used already. There's a new one in the terminal.\n"


class Door:
    """A gate that lets in the first browser with the link's key, and later recognises it by a cookie."""

    def __init__(self, announce: Callable[[], None]) -> None:
        self.key = secrets.token_urlsafe(24)
        self._pass = secrets.token_urlsafe(24)
        self._spent: set[str] = set()
        self._announce = announce

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Check every request before it reaches its handler."""
        if not _is_ours(request):
            return web.Response(status=403, text=SHUT)
        if self._has_pass(request):
            if "key" in request.query:
                return _without_key(request)
            return await handler(request)
        given = request.query.get("key", "")
        if given in self._spent:
            self._announce()
            return web.Response(status=403, text=USED)
        if not hmac.compare_digest(given.encode(), self.key.encode()):
            return web.Response(status=403, text=SHUT)
        return self._admit(request)

    def _has_pass(self, request: web.Request) -> bool:
        cookie = request.cookies.get(_cookie(request), "")
        return hmac.compare_digest(cookie.encode(), self._pass.encode())

    def _admit(self, request: web.Request) -> web.Response:
        """Accept the key once, because the link works only once."""
        self._spent.add(self.key)
        self.key = secrets.token_urlsafe(24)
        response = _without_key(request)
        response.set_cookie(_cookie(request), self._pass, httponly=True, samesite="Strict", path="/")
        return response


async def guard_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Forbid the page everything that it doesn't need."""
    response.headers.update(HEADERS)


def _cookie(request: web.Request) -> str:
    """Return the name of the cookie. It includes the port, because cookies are shared between ports."""
    return f"cardcrate-{request.url.port}"


def _without_key(request: web.Request) -> web.Response:
    """Redirect the browser to the same page without the key in the link."""
    query = {name: value for name, value in request.query.items() if name != "key"}
    return web.Response(status=303, headers={"Location": str(request.rel_url.with_query(query))})


def _is_ours(request: web.Request) -> bool:
    """Whether the request is for this computer, and isn't from another site's page."""
    origin = request.headers.get("Origin")
    return request.url.host in HOSTS and origin in (None, f"http://{request.host}")
