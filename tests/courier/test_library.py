"""What Discord's library is made to do with less means the same."""

import io
import json

import aiohttp
import discord
import pytest
from discord import utils
from discord.http import handle_message_parameters

from bot.delivery.courier import allowed_mentions, layout
from bot.delivery.library import spare_work
from bot.rendering.page import Action, Button, Buttons, Choice, Page, Select, Text

ACTION = Action(session_id=1, revision=2, act="hand")
PAGE = Page(
    (
        Text("ä ♣ 🂡 \u2028 \x07 <@5>"),
        Buttons((Button("Hand", ACTION, "green"),)),
        Select("Which?", ACTION, (Choice("7♣", "7C", hint="or not"),)),
    ),
    pings=(2**62,),
)


@pytest.fixture(autouse=True)
def _spared() -> None:
    spare_work()


def test_a_page_is_written_as_the_standard_module_writes_it() -> None:
    view, _ = layout(PAGE)
    with handle_message_parameters(view=view, allowed_mentions=allowed_mentions(PAGE)) as params:
        payload = params.payload

    assert json.loads(utils._to_json(payload)) == json.loads(json.dumps(payload))


def test_what_discord_says_is_read_as_the_standard_module_reads_it() -> None:
    said = (
        '{"id": "18446744073709551615", "n": 123456789012345678901, "x": 1.5, "of": [null, true, "\\u00e4"]}'
    )

    assert utils._from_json(said) == json.loads(said)


def test_a_mention_of_nobody_is_written() -> None:
    assert json.loads(utils._to_json(discord.AllowedMentions.none().to_dict())) == {"parse": []}


class Wire:
    """Keeps what is written to it."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    async def write(self, piece: bytes) -> None:
        self.pieces.append(bytes(piece))


async def test_a_page_with_a_picture_is_written_at_once_as_long_as_was_announced() -> None:
    picture = b"\x89PNG" * 9000
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", io.BytesIO(picture), filename="a.png", content_type="image/png")
    body, wire = form(), Wire()

    await body.write(wire)  # type: ignore[arg-type]

    [written] = wire.pieces
    assert len(written) == body.size
    assert b"\r\n\r\n{}\r\n--" in written
    assert b"\r\n\r\n" + picture + b"\r\n--" in written
