"""`/cards` offers every game by a button, or opens one by any of its names."""

import pytest

from bot.games import GAMES
from bot.rendering.lobbies import LOBBIES
from tests.helpers.guild import SimGuild, labels, walk


async def test_without_game_all_five_are_offered(guild: SimGuild) -> None:
    reply = await guild.players[0].slash("cards")

    assert reply.is_private
    assert reply.text.splitlines()[:4] == [
        "### Which game?",
        "-# Players, and minutes of a short game.",
        "**Skrap** · 2 to 5 · 10 min",
        "-# Build bots from scrap. Destroy the rest.",
    ]
    assert "**Crapette** · 2 · 20 min\n-# Solitaire as a duel, on one shared table." in reply.text
    assert labels(reply.message) == ["Open"] * 5 + ["Learn one in 2 minutes", "My tables"]


async def test_open_posts_the_lobby_and_deletes_the_answer(guild: SimGuild) -> None:
    ann = guild.players[0]
    shown = await ann.slash("cards")
    crapette = next(
        one["custom_id"] for one in walk(shown.message) if one.get("custom_id", "").endswith("crapette")
    )

    opened = await ann.forge(shown.message, crapette)

    assert opened.message is None
    assert guild.table_text.startswith("## Crapette\n")
    assert [one.method for one in guild.env.http_requests if "@original" in one.path] == ["DELETE"]


async def test_name_that_means_nothing_brings_games_with_word(guild: SimGuild) -> None:
    reply = await guild.players[0].slash("cards", game="whist")

    assert reply.text.startswith("I don't know a game called “whist”.\n### Which game?")
    assert await guild.bot.sessions.at(guild.channel.id) is None


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("Robots", "skrap"),
        ("challenge, recycle, acquire, protect", "crap"),
        ("crap", "crap"),
        ("C.R.A.P.", "crap"),
        ("Crates", "craits"),
        ("creights", "craits"),
        ("crazy eights", "craits"),
        ("5000 rummy", "crazy-rummy"),
        ("1500", "crazy-rummy"),
        ("Russian Bank", "crapette"),
        ("crapaud", "crapette"),
    ],
)
async def test_game_is_opened_by_any_of_its_names(guild: SimGuild, name: str, game: str) -> None:
    await guild.players[0].slash("cards", game=name)

    assert (await guild.session()).game.id == game


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, about in LOBBIES.items() for name in about.other_names]
)
async def test_rules_and_lessons_know_every_other_name(guild: SimGuild, game: str, name: str) -> None:
    ann = guild.players[0]

    rules = await ann.slash("card-rules", game=name)
    lesson = await ann.learn(name)

    assert f"## {GAMES[game].name} in short" in rules.text
    assert f"Lesson · {GAMES[game].name} · step 1" in lesson.text
    assert (
        game
        in await ann.complete("cards", "game", name[:5])
        == await ann.complete("card-rules", "game", name[:5])
    )


def test_no_two_games_share_a_name() -> None:
    names = [name.casefold() for about in LOBBIES.values() for name in about.other_names]

    assert all(about.other_names for about in LOBBIES.values())
    assert len(set(names)) == len(names)


async def test_games_are_completed_by_their_other_names(guild: SimGuild) -> None:
    ann = guild.players[0]

    offered = await ann.actor.autocomplete(guild.channel, "cards", "game", "russ")
    everything = await ann.complete("cards", "game")

    assert [(one["name"], one["value"]) for one in offered] == [("Crapette (Russian Bank)", "crapette")]
    assert everything == ["skrap", "crap", "craits", "crazy-rummy", "crapette"]


async def test_my_tables_lists_pressers_games_and_leads_back(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ben.slash("cards", game="skrap")
    await ann.press(guild.table, "Join")
    shown = await ann.slash("cards")

    tables = await ann.press(shown.message, "My tables")
    assert "Skrap · table 1 · Ben" in tables.text
    again = await ann.press(tables.message, "Back")

    assert "### Which game?" in again.text


async def test_server_that_plays_some_games_shows_only_those(guild: SimGuild) -> None:
    await guild.bot.sessions.choices.set_server(guild.handle.id, games=["skrap"])

    reply = await guild.players[0].slash("cards")

    assert labels(reply.message) == ["Open", "Learn one in 2 minutes", "My tables"]
