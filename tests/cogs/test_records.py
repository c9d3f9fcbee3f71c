"""Replays, histories and ratings of finished games, as users see them."""

import json
import threading
from collections.abc import Callable
from typing import Any

import discord
import msgspec
import pytest

from bot.engine.notation import referee
from bot.games import GAMES
from bot.players.policy import EDITION
from bot.rendering.replay_file import replay_file
from bot.sessions import histories, replays
from bot.sessions.agenda import in_thread
from bot.sessions.lobby import AddComputer, SetOptions
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage import analysis, privacy, ratings
from bot.storage.analysis import StoredReview
from cogs.records import users_to_name
from tests.cogs.test_rights import member_with
from tests.helpers.guild import SimGuild, text_of, walk
from tests.helpers.rated import play_round_robin
from tests.helpers.records import LOBBY
from tests.helpers.silence import lose_patience
from tests.helpers.tables import started

DAY = 86400.0


async def read(message: Any, place: int = 0) -> Any:
    """Return the parsed JSON of a message's attachment."""
    return json.loads(await message.attachments[place].read())


async def finished(guild: SimGuild) -> Session:
    """Play Crapette until both players have had a turn, then resign as Ann."""
    session = await started(guild, "crapette")
    while session.state.turn_number < 3:
        seat = session.state.turn
        move = session.game.legal(session.state, seat)[0]
        assert await guild.bot.sessions.act(session, guild.players[seat].id, MakeMove(move)) is None
    await guild.players[0].resign()
    return session


async def without_hints(guild: SimGuild, game: str = "crapette", options: str = "") -> Session:
    """Open a lobby without hints that everyone has joined."""
    ann, *others = guild.players
    await ann.slash("cards", game=game, rules=options)
    for player in others:
        await player.press(guild.table, "Join")
    session = await guild.session()
    await guild.bot.sessions.act(session, ann.id, SetOptions(hints="off"))
    await guild.settle()
    return session


@pytest.mark.players(2)
async def test_lobby_shows_whether_and_why_not_rated(guild: SimGuild) -> None:
    ann, ben = guild.players
    await ann.slash("cards", game="craits")
    await ben.press(guild.table, "Join")
    session, act = await guild.session(), guild.bot.sessions.act
    assert "-# Not rated: hints are on" in guild.table_text

    async def after(request: Any) -> str:
        assert await act(session, ann.id, request) is None
        await guild.settle()
        return guild.table_text

    assert "-# Rated" in await after(SetOptions(hints="off"))
    assert "Not rated: custom rules" in await after(SetOptions({"packs": "2"}))
    assert "-# Rated" in await after(SetOptions({"packs": "auto", **GAMES["craits"].lengths["long"]}))
    assert "Not rated: computers play" in await after(AddComputer("easy"))

    moderator = member_with(guild, manage_guild=True)
    shown = await moderator.set_up(ratings=False)
    assert "ated" not in await after(SetOptions(hints="off"))
    await moderator.choose(shown.message, "Ratings: none", "Keep them")
    assert "Not rated: computers play" in await after(SetOptions(hints="off"))


@pytest.mark.players(2)
async def test_rated_game_changes_ratings_once_and_says_so(guild: SimGuild) -> None:
    session = await without_hints(guild)
    ann, ben = guild.players
    await ann.press(guild.table, "Start")
    while session.state.turn_number < 3:
        seat = session.state.turn
        move = session.game.legal(session.state, seat)[0]
        await guild.bot.sessions.act(session, guild.players[seat].id, MakeMove(move))

    await ann.resign()

    assert "-# Rated: Ann 1 of 10 games, Ben 1 of 10 games." in guild.table_text
    own = await ben.stats("Ratings")
    assert own.is_private
    assert "### Crapette · ratings, season 1\nYou: 1 of 10 rated games.\nNobody is listed yet." in own.text
    assert (await guild.bot.store.write(ratings.rebuild))[2] == []
    [kept] = (await guild.bot.store.read_long(privacy.known_of, ben.id))["ratings"]
    assert [one["game"] for one in kept["ratings"]] == ["crapette"]


@pytest.mark.players(2)
async def test_unrated_lobby_changes_no_ratings(guild: SimGuild) -> None:
    await finished(guild)

    assert "Rated" not in guild.table_text
    assert (await guild.bot.store.read(ratings.present_season, (guild.handle.id, "crapette")))[1] == {}


@pytest.mark.players(5)
async def test_ratings_list_willing_recently_active_members(guild: SimGuild) -> None:
    users, now = tuple(player.id for player in guild.players), guild.bot.sessions.clock()
    ben, eve = guild.players[1], guild.players[4]
    await play_round_robin(guild.bot.store, (*users, 999), now - 30 * DAY, guild_id=guild.handle.id)
    page = (await eve.stats("Ratings")).text

    rows = page[page.index("```") :].splitlines()
    assert [row.split()[1] for row in rows[1:6]] == ["Ann", "Ben", "Cyd", "Dan", "Eve"]
    assert rows[6] == "```"  # user 999 isn't a member
    assert all(row.endswith("20 games") for row in rows[1:6])
    assert f"You: **{rows[5].split()[2]}** after 20 games." in page

    shown = await ben.open("settings")
    await ben.choose(shown.message, "Leaderboards", "Never list me")
    assert "Ben" not in (await eve.stats("Ratings", game="crap")).text
    assert "Ben" not in (await eve.stats("This server")).text

    guild.bot.sessions.clock = lambda: now + 90 * DAY
    assert "Nobody is listed yet." in (await eve.stats("Ratings")).text


@pytest.mark.players(5)
async def test_a_new_season_posts_the_old_list_once(guild: SimGuild) -> None:
    users, now = tuple(player.id for player in guild.players), guild.bot.sessions.clock()
    await play_round_robin(guild.bot.store, users, now - 30 * DAY, guild_id=guild.handle.id)
    ann, moderator = guild.players[0], member_with(guild, manage_guild=True)
    shown = await moderator.stats("Ratings")
    asked = await moderator.press(shown.message, "New season…")
    [begin] = [one for one in controls_of(asked.message) if "newseason" in one]
    own = await ann.stats("Ratings")
    assert not any("season" in one for one in controls_of(own.message))
    refused = await ann.forge(own.message, begin)
    assert "season" not in refused.text

    begun = await moderator.press(asked.message, "Begin it")
    told = begun.text
    again = await moderator.forge(begun.message, begin)

    posted = [text_of(one) for one in guild.messages if "season 1 is over" in text_of(one)]
    assert len(posted) == 1
    assert "1 Ann" in posted[0]
    assert "season 2" in told
    assert "Nobody is listed yet." in told
    assert "That season is over." in again.text


@pytest.mark.players(2)
async def test_records_open_with_the_game_one_came_from(guild: SimGuild) -> None:
    await finished(guild)
    ann = guild.players[0]
    more = await ann.press(guild.table, "More")

    own = await ann.press(more.message, "Your games")
    head = own.text.splitlines()[0]
    server = await ann.press(own.message, "This server")
    head_of_server = server.text.splitlines()[0]
    every = await ann.forge(server.message, "s:0:0:record server *", "all")

    assert head == "### Your games of Crapette"
    assert head_of_server == "### Games of Crapette in this server"
    assert every.text.startswith("### Games in this server")


def controls_of(message: Any) -> list[str]:
    return [one["custom_id"] for one in walk(message) if "custom_id" in one]


@pytest.mark.players(2)
async def test_finished_game_is_replayed_on_private_message(guild: SimGuild) -> None:
    session = await finished(guild)
    ben = guild.players[1]

    shown = await ben.press(guild.table, "Replay")
    assert shown.is_private
    assert "**The deal:**" in shown.text
    last = len(await guild.bot.store.history(session.record.id)) - 1
    shown = await ben.press(shown.message, "▶")
    assert f"**Move 1 of {last}:** Ann lifts" in shown.text
    shown = await ben.press(shown.message, "⏭")
    assert f"**Move {last} of {last}:** Ann resigns." in shown.text
    shown = await ben.press(shown.message, "◀")
    assert f"**Move {last - 1} of {last}:**" in shown.text

    case = await ben.press(shown.message, "Position")
    judged = referee(GAMES, json.dumps(await read(case.message)))
    assert judged["position"]["turn_number"] == 3
    whole = await ben.press((await ben.open("replay")).message, "As a file")
    assert "replay.en.html" in [one.filename for one in whole.message.attachments]
    played = referee(GAMES, json.dumps((await read(whole.message))["case"]))
    assert played["position"] == session.record.position


@pytest.mark.players(2)
async def test_files_of_games_are_written_by_one_thread(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    await without_hints(guild)
    ann, ben = guild.players
    await ann.press(guild.table, "Start")
    await ann.resign()
    writers: set[threading.Thread] = set()

    def noting(write: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any) -> Any:
            writers.add(threading.current_thread())
            return write(*args)

        return noted

    monkeypatch.setattr("cogs.replay.replay_file", noting(replay_file))
    monkeypatch.setattr(replays, "written_proof", noting(replays.written_proof))
    await ann.press((await ann.open("replay")).message, "As a file")
    await ben.press(guild.table, "Verify")

    assert writers == {await in_thread(threading.current_thread)}


async def test_replay_shows_any_seat_or_all_cards(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    ann, ben, *_ = guild.players
    asked = await ann.open("end")
    await ann.press(asked.message, "End it")
    hands = session.game.dump(session.state)["hands"]

    shown = await ben.open("replay")
    everybody = shown.text
    shown = await ben.choose(shown.message, "Seen by: everyone", "Seen by: Ann")
    assert len(hands["A"]) == shown.text.count("Your hand (") * len(hands["A"])
    shown = await ben.choose(shown.message, "Seen by: Ann", "All cards open")

    assert "Your hand" not in everybody
    for letter, name in zip("ABC", ("Ann", "Ben", "Cyd"), strict=True):
        [line] = [line for line in shown.text.splitlines() if line.startswith(f"**{name}:**")]
        assert len(line.split()) == 1 + len(hands[letter])


async def test_running_game_cannot_be_replayed_by_any_door(guild: SimGuild) -> None:
    await started(guild, "craits")
    ann = guild.players[0]

    assert (await ann.open("replay")).text == "### Your games\nNo finished games yet."
    assert (await ann.open("replay", table=1)).text == "This game is still running."
    for act in ("replay", "replay 0 open", "replay file", "replay position 0"):
        assert (await ann.forge(guild.table, f"b:1:1:{act}")).text == "This game is still running."


@pytest.mark.players(2)
async def test_foreign_servers_game_is_shown_to_its_players(guild: SimGuild) -> None:
    session = await finished(guild)
    record = msgspec.structs.replace(session.record, guild_id=5)
    session.record = record
    stranger = guild.join("zoe")

    assert "No finished game like that here." in (await stranger.open("replay", table=1)).text
    assert "**The deal:**" in (await guild.players[0].open("replay", table=1)).text


@pytest.mark.players(2)
async def test_private_channels_game_is_shown_to_its_readers(guild: SimGuild) -> None:
    ann, ben = guild.players
    cyd, zoe = guild.join("cyd"), guild.join("zoe")
    may_read, hidden = (discord.PermissionOverwrite(view_channel=is_open) for is_open in (True, False))
    bot: Any = guild.bot.user
    rules: dict[Any, discord.PermissionOverwrite] = {guild.handle.default_role: hidden, bot: may_read}
    rules |= {player.actor: may_read for player in (ann, ben, cyd)}
    public = guild.channel
    guild.channel = secret = guild.handle.create_text_channel("secret", overwrites=rules)
    await finished(guild)
    guild.channel = public
    refused = "No finished game like that here. `/cardcrate` (*Stats*) lists yours."

    assert "**The deal:**" in (await cyd.open("replay", table=1)).text
    assert "Crapette · table 1" in (await cyd.stats("This server")).text
    assert (await zoe.open("replay", table=1)).text == refused
    assert not (await zoe.open("deal", table=1)).message.attachments
    listed = (await zoe.stats("This server")).text
    assert "Most played: Crapette 1×." in listed
    assert "table 1" not in listed

    channel: Any = guild.bot.get_channel(secret.id)
    await channel.delete()
    await guild.settle()
    assert (await cyd.open("replay", table=1)).text == refused
    assert "**The deal:**" in (await ann.open("replay", table=1)).text


@pytest.mark.players(2)
async def test_histories_name_only_remaining_members(guild: SimGuild) -> None:
    await finished(guild)
    ann, ben = guild.players
    mine = await ben.stats()
    assert mine.is_private
    assert "Games played: 1 · won: 1\nMost played: Crapette 1×." in mine.text
    assert "Crapette · table 1: you won. [Open](https://discord.com/channels/" in mine.text
    assert "No finished games yet." in (await ben.stats(game="skrap")).text
    again = await ben.press(mine.message, "Replay")
    assert "**The deal:**" in again.text

    asked = await ben.privacy("Delete")
    await ben.press(asked.message, "Delete")

    text = (await ann.stats("This server")).text
    assert "Seat 2 won." in text
    assert "Ben" not in text
    assert "Ann (one game, 0 won)" in text
    assert "No finished games yet." in (await ben.stats()).text


def test_large_games_leave_nobody_without_a_name() -> None:
    tables = [tuple(range(first, first + 10)) for first in (100, 200, 300)]
    last = [Session(GAMES["crap"], msgspec.structs.replace(LOBBY, players=users)) for users in tables]

    named = users_to_name(last, range(1, 100))

    assert set(named) >= {user for users in tables for user in users}
    assert set(named) >= set(range(1, 11))


@pytest.mark.players(5)
async def test_table_with_advised_options_is_rated(guild: SimGuild) -> None:
    session = await without_hints(guild, "craits", "hands=15")
    assert "-# Rated" in guild.table_text

    await guild.players[0].press(guild.table, "Play with two decks")

    assert session.record.options["packs"] in (2, "2")
    assert "-# Rated" in guild.table_text


@pytest.mark.players(2)
async def test_answers_that_take_long_are_promised_in_time(guild: SimGuild) -> None:
    lose_patience(guild)
    await without_hints(guild)
    ann, ben = guild.players
    await ann.press(guild.table, "Start")
    await ann.resign()

    proof = await ben.press(guild.table, "Verify")
    shown = await ben.press(guild.table, "Replay")
    assert "**The deal:**" in shown.text
    turned = await ben.press(shown.message, "▶")
    sent = await ben.press(turned.message, "As a file")
    mine = await ben.stats()

    assert [one.filename for one in proof.message.attachments] == ["cardcrate-table-1.json", "verify.en.html"]
    assert "**Move 1 of 1:** Ann resigns." in turned.text
    assert turned.message.id == shown.message.id
    assert [one.filename for one in sent.message.attachments] == ["table-1.json", "replay.en.html"]
    assert "Games played: 1 · won: 1" in mine.text
    assert all(one.is_private for one in (proof, shown, turned, sent, mine))
    said = guild.env.transcript()
    assert said.count("/callback {'type': 5, 'data': {'flags': 64}}") >= 3
    assert "/callback {'type': 6" in said


@pytest.mark.players(2)
async def test_stats_average_own_play_of_reviewed_games(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, ann = await finished(guild), guild.players[0]
    seat = session.seat_of(ann.id)
    assert seat is not None
    for one, skill in ((seat, 0.08), (1 - seat, -0.5)):
        await guild.bot.store.write(
            analysis.keep_review, StoredReview(session.record.id, one, EDITION, skill, 0.1, "{}")
        )
    assert "Your play" not in (await ann.slash("cardcrate", open="stats")).text

    monkeypatch.setattr(histories, "MIN_REVIEWED", 1)

    shown = (await ann.slash("cardcrate", open="stats")).text
    assert (
        "\nCompared with a medium computer's, your moves give you +8 of 100 a game, over 1 reviewed games.\n"
        in shown
    )
