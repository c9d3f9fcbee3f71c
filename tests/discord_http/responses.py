"""Answers as HTTP responses."""

import asyncio
import socket
import struct
from collections.abc import Mapping
from typing import Any, Final

from aiohttp import web

from tests.discord_http import payloads
from tests.discord_http.answers import PROXY, Answer

JSON: Final = {"Content-Type": "application/json"}
"""The exact content type that the library looks for."""
NO_LINGER: Final = struct.pack("ii", 1, 0)


def success(said: Any, headers: Mapping[str, str]) -> web.Response:
    """Return a successful response. Its status is 204 if there's nothing to say."""
    if said is None:
        return web.Response(status=204, headers={**headers, **PROXY})
    return web.Response(body=payloads.dump(said), headers={**JSON, **headers, **PROXY})


def refusal(answer: Answer, headers: Mapping[str, str]) -> web.Response:
    """Return the response that refuses a request."""
    own = {**headers, **answer.headers}
    if isinstance(answer.body, str):
        return web.Response(status=answer.status, text=answer.body, content_type="text/html", headers=own)
    return web.Response(status=answer.status, body=payloads.dump(answer.body), headers={**JSON, **own})


def drop(request: web.BaseRequest, *, resets: bool) -> web.StreamResponse:
    """Close the connection without an answer, in order or with a reset."""
    transport = request.transport
    assert isinstance(transport, asyncio.Transport)
    if resets:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        transport.abort()
    else:
        transport.close()
    return web.Response()
