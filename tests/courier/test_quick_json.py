"""The library's JSON means the same, whoever reads and writes it."""

import json

import discord
from discord import utils
from discord.http import handle_message_parameters

from bot.delivery.courier import allowed_mentions, layout
from bot.delivery.quick_json import use_msgspec
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


def test_a_page_is_written_as_the_standard_module_writes_it() -> None:
    use_msgspec()
    view, _ = layout(PAGE)
    with handle_message_parameters(view=view, allowed_mentions=allowed_mentions(PAGE)) as params:
        payload = params.payload

    assert json.loads(utils._to_json(payload)) == json.loads(json.dumps(payload))


def test_what_discord_says_is_read_as_the_standard_module_reads_it() -> None:
    use_msgspec()
    said = (
        '{"id": "18446744073709551615", "n": 123456789012345678901, "x": 1.5, "of": [null, true, "\\u00e4"]}'
    )

    assert utils._from_json(said) == json.loads(said)


def test_a_mention_of_nobody_is_written() -> None:
    use_msgspec()

    assert json.loads(utils._to_json(discord.AllowedMentions.none().to_dict())) == {"parse": []}
