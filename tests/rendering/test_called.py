"""Players' names: they keep everything visible, and nothing in them can affect a message."""

import re
from typing import Final

import msgspec
import pytest

from bot.games import GAMES
from bot.rendering import answers, endings, words
from bot.rendering.scene import Scene, escaped, unescaped
from tests.rendering.spoken import session_at
from tests.rendering.test_lobby import lobby_of

WHOLE: Final = (
    "🏳\ufe0f\u200d🌈 Ann",  # a rainbow flag
    "👩\u200d💻",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # the flag of England
    "می\u200cخواهم",  # Persian separates letters with this sign.
    "❤\ufe0f",
    "\U0001fae9",  # This emoji is newer than the Unicode of Python 3.11.
    "J. R. (Bob) O'Neil-Smith :)",
)
CUT: Final = (
    ("Ann\u200b", "Ann"),
    ("Ann\u00adbel", "Annbel"),
    ("\u200fדנה", "דנה"),
    ("\u2066Ann\u2069 \u202eneB", "Ann neB"),
    ("Ann\nBen\u2028Cy\u0007", "Ann Ben Cy"),
)
BLANK: Final = (
    "",
    " \n",
    "\u200b\u200d",
    "\u3164",
    "\u2800\u2800",
    "\u0301" * 9,
    "\ufe0f",
    "\U000e0067",
    "\u115f",
)
LINKS: Final = (
    "https://bad.example/x",
    "HTTP://BAD.EXAMPLE",
    "discord.gg/abcdef",
    "discord.com/invite/abcdef",
    "discord://-/channels/1/2",
    "steam://run/1",
    "www.bad.example",
    "mailto:a@bad.example",
    "<https://bad.example>",
    "<#1> <@1> </cmd:1> <t:1:R> <id:home>",
    ":smile: <:x:1>",
    "- item",
    "+ item",
    "1. item",
    "# head",
    "-# small",
    "> quote",
)
CLICKABLE: Final = re.compile(
    r"\w+:(?://|\w)|discord(?:app)?\.\w+/|www\.\w|(?<!\\)<[@#/:a-z]|\w@\w|^(?:[-+#>]|\d+\.|-#)", re.IGNORECASE
)
"""Text that Discord turns into a link, a mention, an emoji, a list or a heading."""
TURNING: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
UNSEEN: Final = re.compile(
    "[\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that appear blank, whatever their Unicode category."""


def named(name: str) -> Scene:
    """Return a lobby whose host has this name."""
    return msgspec.structs.replace(lobby_of(GAMES["crap"], 2), names=(name, "Ben"))


@pytest.mark.parametrize("name", WHOLE)
def test_name_keeps_what_joins_its_signs(name: str) -> None:
    assert unescaped(escaped(name)) == name
    assert named(name).name(0) == name


@pytest.mark.parametrize(("name", "shown"), CUT)
def test_name_loses_what_turns_or_breaks_lines(name: str, shown: str) -> None:
    assert escaped(name) == shown
    assert named(name).name(0) == shown


@pytest.mark.parametrize("name", BLANK)
def test_blank_name_becomes_that_of_its_seat(name: str) -> None:
    scene = named(name)
    stood_in = msgspec.structs.replace(scene, stand_ins={0: -11})

    assert [scene.name(0), scene.owner(0), words.name(scene, 0), words.in_block(scene, 0)] == ["Seat 1"] * 4
    assert stood_in.mention(0) == "Seat 1"


def test_every_sign_leaves_a_visible_name() -> None:
    for number in (*range(0x20000), *range(0xE0000, 0xE1000)):
        sign = chr(number)
        inside, alone = escaped(f"A{sign}B"), escaped(sign) or "Seat 1"

        assert (inside[0], inside[-1]) == ("A", "B"), hex(number)
        assert len(inside.splitlines()) == 1
        assert not TURNING.search(inside)
        assert UNSEEN.sub("", alone).strip(), hex(number)
        inside.encode()


@pytest.mark.parametrize("name", LINKS)
def test_nothing_in_a_name_can_be_clicked(name: str) -> None:
    assert CLICKABLE.search(name)
    assert not CLICKABLE.search(escaped(name))
    assert unescaped(escaped(name)) == name


@pytest.mark.parametrize("text", LINKS)
def test_nothing_typed_can_be_clicked_when_repeated(text: str) -> None:
    assert not CLICKABLE.search(words.quoted(text))
    assert unescaped(words.quoted(text)) == (text if len(text) <= 30 else f"{text[:29]}…")


@pytest.mark.parametrize("name", LINKS)
def test_winner_in_a_headline_cannot_be_clicked(name: str) -> None:
    assert endings.winners_line(named(name), [0]) == f"{escaped(name)} wins"


@pytest.mark.parametrize(
    ("host", "title"), [("\u3164", "Craits with Seat 1"), (LINKS[0], f"Craits with {LINKS[0]}")]
)
def test_thread_is_named_as_its_host_is_seen(host: str, title: str) -> None:
    assert answers.thread_name("Craits", host) == title


def test_unseen_name_in_a_session_becomes_its_seat() -> None:
    session = session_at(GAMES["crap"], 2, GAMES["crap"].options(), key="blank")
    user = session.record.players[0]
    session.names[user] = "\u200b"

    assert session.scene(None).names[0] == "Seat 1"
