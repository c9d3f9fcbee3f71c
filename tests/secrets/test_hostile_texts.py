"""Names and texts are harmless: they notify nobody, format nothing, break no page and crash nothing."""

from typing import Any

import pytest

from bot.games import GAMES
from tests.helpers.guild import SimGuild, text_of, walk
from tests.helpers.tables import started
from tests.sabotage.planting import sabotaged
from tests.sabotage.screens import notify_everybody

PLAYERS = {"crap": 3, "skrap": 2, "craits": 3, "crazy-rummy": 3, "crapette": 2}
MAX_NAME_CHARACTERS = 32
"""Discord's limit for a display name."""
HOSTILE = (
    "@everyone @here",
    "<@1> <@&2> <@!3>",
    "</cmd:1> <t:1> <#1> <id:home>",
    "<a:x:1> <:y:2> \u202e\u2066rtl",
    "\u200b\u200d\u2060\ufeff",
    "```\n`code`",
    "# head\n> quote\n- item",
    "**b** __u__ ||s|| ~~x~~ [a](http://b.example)",
    "../../etc/passwd\\..\\",
    "' OR 1=1; --",
    "https://b.example/x :smile:",
    "discord.gg/abcdef",
    "\u0301" * 40,
    "x" * 4000,
)
SMALLEST = 3
"""The least number of messages that a test must check."""
games = pytest.mark.parametrize(
    "game_id",
    [
        pytest.param(game, marks=pytest.mark.players(PLAYERS.get(game, GAMES[game].seats[0])))
        for game in GAMES
    ],
)


def bodies(guild: SimGuild) -> list[dict[str, Any]]:
    """Return the messages and answers that the bot has sent or edited."""
    sent = [request.json for request in guild.env.http_requests if request.method in ("POST", "PATCH")]
    inner = [body.get("data", body) for body in sent if isinstance(body, dict)]
    return [body for body in inner if isinstance(body, dict) and "components" in body]


def assert_nobody_is_called(guild: SimGuild, allowed: set[int]) -> None:
    """Check that no message may notify anyone but these users."""
    found = bodies(guild)
    assert len(found) >= SMALLEST
    for body in found:
        mentions = body["allowed_mentions"] if "title" not in body else {"parse": []}
        assert mentions.get("parse", []) == []
        assert not mentions.get("roles")
        assert {int(user) for user in mentions.get("users", [])} <= allowed


def shape(message: Any) -> list[tuple[Any, ...]]:
    """Return the structure of a page: the kinds of its parts, and the line breaks and code fences in them."""
    return [
        (part["type"], part.get("content", "").count("\n"), part.get("content", "").count("```"))
        for part in walk(message)
    ]


@games
@pytest.mark.parametrize("pictures", [False, True])
async def test_pages_keep_their_structure_whatever_players_are_called(
    guild: SimGuild, game_id: str, pictures: bool
) -> None:
    guild.bot.sessions.choices.pictures = pictures
    session = await started(guild, game_id)
    seat = session.game.deciders(session.state)[0]
    plain = shape((await guild.players[seat].slash("table")).message)
    panel = shape((await guild.players[seat].press(guild.table, "My ")).message)

    for name in HOSTILE if not pictures else HOSTILE[3:6]:
        for user in guild.players:
            session.names[user.id] = name[:MAX_NAME_CHARACTERS]
        reply = await guild.players[seat].press(guild.table, "My ")
        looked = await guild.players[seat].slash("table")
        assert shape(reply.message) == panel, name
        assert shape(looked.message) == plain, name
        await guild.players[seat].open_log()
    assert_nobody_is_called(guild, {guild.players[seat].id})


@pytest.mark.parametrize("text", HOSTILE)
async def test_typed_text_is_answered_privately_and_harmlessly(guild: SimGuild, text: str) -> None:
    session = await started(guild)
    turn = session.game.deciders(session.state)[0]
    player, before = guild.players[turn], session.record

    for command, option in (
        ("protect", "card"),
        ("turn", "move"),
        ("score-set", "rank"),
        ("challenge", "player"),
    ):
        reply = await player.slash(command, **{option: text[:200] if command == "turn" else text})
        assert reply.is_private
        assert "Something broke" not in reply.text
        assert_typed_is_plain(reply.text, text)
        assert len(await player.complete(command, option, text[:100])) <= 25
    assert session.record == before
    assert_nobody_is_called(guild, set())


@pytest.mark.parametrize("text", HOSTILE)
async def test_options_are_refused_or_taken_without_harm(guild: SimGuild, text: str) -> None:
    host = guild.players[0]
    refused = await host.slash("cards", game="crap", rules=text)
    assert await guild.bot.sessions.at(guild.channel.id) is None
    await host.slash("cards", game="crap")
    shown = await host.open_numbers()
    by_form = await host.submit(shown, threshold=text[:8])

    for reply in (refused, by_form):
        assert reply.is_private
        assert "Something broke" not in reply.text
        assert_typed_is_plain(reply.text, text)
    assert text not in text_of(guild.table)
    assert_nobody_is_called(guild, set())


def assert_typed_is_plain(answer: str, text: str) -> None:
    """Check that typed text does nothing in an answer that repeats it."""
    assert len(answer) <= 4000
    assert "```" not in answer
    for sign in ("<@1>", "</cmd:1>", "<t:1>", "<#1>", "@everyone", "[a](", "\u202e"):
        if sign in text:
            assert sign not in answer


@sabotaged("P24", notify_everybody)
async def test_a_call_notifies_only_deciders(guild: SimGuild) -> None:
    for player in guild.players:
        player.close_dms()
    session = await started(guild)
    seat = session.game.deciders(session.state)[0]

    called = [body["allowed_mentions"].get("users", []) for body in bodies(guild)]

    assert [[int(user) for user in users] for users in called if users] == [[guild.players[seat].id]]
    assert_nobody_is_called(guild, {guild.players[seat].id})
