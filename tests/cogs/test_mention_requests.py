"""*Mention me*: the bot mentions outsiders of a running game once, when the channel's next lobby opens."""

from typing import Any

import discord
import pytest

from bot.delivery.errors import Forbidden, Unknown
from bot.rendering import answers
from bot.rendering.page import Page
from bot.sessions.lobby import Start
from bot.sessions.mention_requests import KEPT_SECONDS, MAX_WAITING
from bot.sessions.session import Session
from bot.storage import people, privacy
from bot.storage.errors import NotSaved
from tests.helpers.behind import replace_call
from tests.helpers.guild import Player, Reply, SimGuild, labels, mentioned, notified_by, text_of
from tests.helpers.tables import started

pytestmark = pytest.mark.players(3)

PROMISED = "I'll mention you when the next table opens."
LINE = "is open: C.R.A.P., table 2. Press **Join** to play."


async def requesting(guild: SimGuild, player: Player) -> Reply:
    """Press *Mention me* as an outsider of the running game."""
    seen = await player.press(guild.table, "My hand")
    return await player.press(seen.message, "Mention me")


async def end(guild: SimGuild) -> Any:
    """End the game as its host. Return its last message."""
    ann = guild.players[0]
    asked = await ann.open("end")
    await ann.press(asked.message, "End it")
    return guild.table


async def requested(guild: SimGuild, *names: str) -> list[Player]:
    """Start a game, press *Mention me* as these outsiders, and end the game. Return the outsiders."""
    await started(guild)
    outsiders = [guild.join(name) for name in names]
    for player in outsiders:
        await requesting(guild, player)
    await end(guild)
    return outsiders


def lines(guild: SimGuild, place: Any = None) -> list[Any]:
    """Return the messages that mention people with a request."""
    history = (place or guild.channel).history()
    return [message for message in history if "Press **Join**" in text_of(message)]


async def test_press_promises_mention_and_offers_undo(guild: SimGuild) -> None:
    await started(guild)

    reply = await requesting(guild, guild.join("dan"))

    assert (reply.is_private, reply.text, labels(reply.message)) == (True, PROMISED, ["Don't"])


async def test_next_lobby_mentions_all_requesters_in_one_line(guild: SimGuild) -> None:
    dan, eve = await requested(guild, "dan", "eve")

    await guild.players[1].slash("cards", game="crap")

    [line] = lines(guild)
    assert mentioned(text_of(line), [dan, eve]) == f"@dan @eve The next one {LINE}"
    assert not line.flags.ephemeral
    assert notified_by(guild, "is open: ") == {dan.id, eve.id}


async def test_a_rematch_is_a_next_lobby_too(guild: SimGuild) -> None:
    dan, *_ = await requested(guild, "dan")

    await guild.players[1].press(guild.table, "Rematch")

    assert [mentioned(text_of(line), [dan]) for line in lines(guild) if LINE in text_of(line)] == [
        f"@dan The next one {LINE}"
    ]


async def test_a_request_is_met_once(guild: SimGuild) -> None:
    await requested(guild, "dan")
    for _ in range(2):
        await guild.players[1].slash("cards", game="crap")
        await guild.players[1].open("leave")

    assert len(lines(guild)) == 1


async def test_pressing_twice_is_one_request(guild: SimGuild) -> None:
    await started(guild)
    dan = guild.join("dan")
    await requesting(guild, dan)
    again = await requesting(guild, dan)
    await end(guild)

    await guild.players[1].slash("cards", game="crap")

    assert again.text == PROMISED
    assert [mentioned(text_of(line), [dan]) for line in lines(guild)] == [f"@dan The next one {LINE}"]


async def test_a_request_that_was_taken_back_mentions_nobody(guild: SimGuild) -> None:
    await started(guild)
    dan, eve = guild.join("dan"), guild.join("eve")
    reply = await requesting(guild, dan)
    await requesting(guild, eve)

    back = await dan.press(reply.message, "Don't")
    await end(guild)
    await guild.players[1].slash("cards", game="crap")

    assert (back.text, labels(back.message)) == ("I won't mention you.", ["Mention me"])
    assert notified_by(guild, "is open: ") == {eve.id}


async def test_renewed_request_is_mentioned(guild: SimGuild) -> None:
    await started(guild)
    dan = guild.join("dan")
    back = await dan.press((await requesting(guild, dan)).message, "Don't")

    again = await dan.press(back.message, "Mention me")
    await end(guild)
    await guild.players[1].slash("cards", game="crap")

    assert again.text == PROMISED
    assert notified_by(guild, "is open: ") == {dan.id}


async def test_the_request_survives_a_restart(guild: SimGuild) -> None:
    dan, *_ = await requested(guild, "dan")
    await guild.restart()

    await guild.players[1].slash("cards", game="crap")

    assert notified_by(guild, "is open: ") == {dan.id}


async def test_opener_of_next_lobby_is_not_mentioned(guild: SimGuild) -> None:
    dan, *_ = await requested(guild, "dan")

    await dan.slash("cards", game="crap")
    await dan.open("leave")
    await guild.players[1].slash("cards", game="crap")

    assert lines(guild) == []


async def test_departed_requester_is_not_mentioned(guild: SimGuild) -> None:
    dan, eve = await requested(guild, "dan", "eve")
    guild.handle.remove_member(dan.actor)

    await guild.players[1].slash("cards", game="crap")

    [line] = lines(guild)
    assert mentioned(text_of(line), [dan, eve]) == f"@eve The next one {LINE}"


async def test_requester_refusing_mentions_is_named_silently(guild: SimGuild) -> None:
    await started(guild)
    dan = guild.join("dan")
    await guild.bot.sessions.choices.set_user(dan.id, pings=False)

    reply = await requesting(guild, dan)
    await end(guild)
    await guild.players[1].slash("cards", game="crap")

    assert reply.text == (
        "I'll name you when the next table opens, silently, as you chose in `/cardcrate` (*Settings*)."
    )
    [line] = lines(guild)
    assert f"<@{dan.id}>" in text_of(line)
    assert notified_by(guild, "is open: ") == set()


async def test_a_lobby_in_another_channel_mentions_nobody(guild: SimGuild) -> None:
    await requested(guild, "dan")
    here, guild.channel = guild.channel, guild.handle.create_text_channel("elsewhere")

    await guild.players[1].slash("cards", game="crap")

    assert lines(guild) + lines(guild, here) == []


async def test_lobby_in_thread_of_channel_mentions_there(guild: SimGuild) -> None:
    await started(guild)
    dan, eve = guild.join("dan"), guild.join("eve")
    await requesting(guild, dan)
    seen = await eve.press(guild.table, "My hand")
    games = await eve.press(seen.message, "Open a table")
    busy = await eve.press(games.message, "Open")

    await eve.press(busy.message, "Open a thread for yours")

    [own] = await guild.bot.sessions.of(eve.id)
    posts = [request for request in guild.env.http_requests if "The next one is open: " in str(request.json)]
    assert [str(own.record.channel_id) in str(request.path) for request in posts] == [True]
    assert notified_by(guild, "is open: ") == {dan.id}
    assert lines(guild) == []


async def in_its_thread(guild: SimGuild) -> Any:
    """Start a game in a thread of its own and continue the test there. Return the parent channel."""
    parent = guild.channel
    await guild.bot.sessions.choices.set_server(guild.handle.id, threads=True)
    ann, *others = guild.players
    await ann.slash("cards", game="crap")
    guild.channel = parent.threads[0]
    for player in others:
        await player.press(guild.table, "Join")
    await ann.press(guild.table, "Start")
    return parent


async def test_next_thread_mentions_where_tables_have_threads(guild: SimGuild) -> None:
    parent = await in_its_thread(guild)
    dan = guild.join("dan")
    await requesting(guild, dan)
    guild.channel = parent

    await guild.join("eve").slash("cards", game="crap")

    [line] = [line for thread in parent.threads for line in lines(guild, thread)]
    assert mentioned(text_of(line), [dan]) == f"@dan The next one {LINE}"


async def test_private_thread_mentions_only_its_requesters(guild: SimGuild) -> None:
    dan, eve = guild.join("dan"), guild.join("eve")
    parent, channel = guild.channel, guild.bot.get_channel(guild.channel.id)
    assert isinstance(channel, discord.TextChannel)
    with guild.env._bot_scope():
        thread = await channel.create_thread(name="secret", type=discord.ChannelType.private_thread)
    await guild.settle()
    for player in (*guild.players, eve):
        guild.env.backend.add_thread_member(thread.id, player.id)
    await guild.bot.sessions.mention_requests.add(parent.id, dan.id)
    guild.channel = parent.threads[0]
    await started(guild)
    await requesting(guild, eve)
    await end(guild)

    await guild.players[1].slash("cards", game="crap")

    assert notified_by(guild, "is open: ") == {eve.id}
    assert len((await guild.bot.store.read_long(privacy.known_of, dan.id))["mention_requests"]) == 1


async def test_full_list_of_requests_refuses_next(guild: SimGuild) -> None:
    await started(guild)
    for user_id in range(1, MAX_WAITING + 1):
        assert await guild.bot.sessions.mention_requests.add(guild.channel.id, user_id)

    reply = await requesting(guild, guild.join("dan"))

    assert reply.text == "20 people are already waiting for the next one. I can't mention more."
    assert labels(reply.message) == []


async def test_housekeeping_forgets_old_requests(guild: SimGuild) -> None:
    dan, eve = await requested(guild, "dan", "eve")
    store, limit = guild.bot.store, guild.bot.clock() - KEPT_SECONDS
    await store.write(people.request_mention, guild.channel.id, dan.id, limit - 60, MAX_WAITING)
    await store.write(people.request_mention, guild.channel.id, eve.id, limit + 60, MAX_WAITING)

    guild.bot.chores.start_maintenance()
    await guild.settle()
    await guild.players[1].slash("cards", game="crap")

    assert (await store.read_long(privacy.known_of, dan.id))["mention_requests"] == []
    assert notified_by(guild, "is open: ") == {eve.id}


async def test_player_gets_hand_instead_of_a_mention(guild: SimGuild) -> None:
    await started(guild)
    ben = guild.players[1]

    assert "Mention me" not in labels((await ben.press(guild.table, "My hand")).message)
    forged = await ben.forge(guild.table, "b:1:1:mention")

    assert "Your hand" in forged.text
    assert (await guild.bot.store.read_long(privacy.known_of, ben.id))["mention_requests"] == []


async def test_mention_is_neither_offered_nor_taken_in_dm(guild: SimGuild) -> None:
    await started(guild)
    ben = guild.players[1]
    others = [guild.join(name).id for name in ("dan", "eve", "fay")]
    other = await guild.bot.sessions.open(
        "crap", {}, guild_id=guild.handle.id, channel_id=77, host_id=others[0], others=others[1:], shows=False
    )
    assert isinstance(other, Session)
    await guild.bot.sessions.act(other, others[0], Start())

    seen = await ben.forge(ben.dm, "b:2:1:hand")
    assert labels(seen.message) == ["Open a table", "As text"]
    assert seen.text.endswith(" You can watch.")
    for act in ("mention", "mention off"):
        reply = await ben.forge(ben.dm, f"b:2:1:{act}")
        assert reply.text == answers.ONLY_IN_SERVERS

    assert (await guild.bot.store.read_long(privacy.known_of, ben.id))["mention_requests"] == []


async def test_a_lobby_opens_though_the_mention_is_refused(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    await requested(guild, "dan")
    real = guild.bot.transport.post

    async def refusing(channel_id: int, page: Page, **named: Any) -> int:
        if "The next one" in page.text:
            raise Forbidden("Send Messages")
        return await real(channel_id, page, **named)

    monkeypatch.setattr(guild.bot.transport, "post", refusing)

    await guild.players[1].slash("cards", game="crap")

    assert (await guild.session()).record.status == "lobby"
    assert lines(guild) == []


async def test_unknown_members_keep_their_requests(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    dan, *_ = await requested(guild, "dan")

    async def silent(*_given: Any) -> str:
        raise Unknown("no answer")

    with monkeypatch.context() as patched:
        patched.setattr(guild.bot.transport, "name", silent)
        await guild.players[1].slash("cards", game="crap")
    await guild.players[1].open("leave")
    await guild.players[2].slash("cards", game="crap")

    assert notified_by(guild, "is open: ") == {dan.id}


async def test_a_lobby_opens_though_requests_cannot_be_written(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    await requested(guild, "dan")

    async def failing(*_given: Any) -> None:
        raise NotSaved("the disk is full")

    replace_call(monkeypatch, guild.bot.store, people.end_mention_requests, failing)

    await guild.players[1].slash("cards", game="crap")

    session: Session = await guild.session()
    assert session.record.status == "lobby"
    assert lines(guild) == []  # no mention is better than one at every lobby


async def test_privacy_tells_of_requests_and_deletes_them(guild: SimGuild) -> None:
    dan, *_ = await requested(guild, "dan")

    shown = await dan.open("privacy")
    [request] = (await guild.bot.store.read_long(privacy.known_of, dan.id))["mention_requests"]
    asked = await dan.privacy("Delete")
    await dan.press(asked.message, "Delete")
    await guild.players[1].slash("cards", game="crap")

    assert "where you want to be mentioned" in shown.text
    assert request["channel_id"] == guild.channel.id
    assert (await guild.bot.store.read_long(privacy.known_of, dan.id))["mention_requests"] == []
    assert lines(guild) == []
