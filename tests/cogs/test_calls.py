"""A player's calls: one when a decision becomes theirs, another before their time ends, and no more."""

import hashlib
from typing import Any

import pytest
from simcord import HttpLogEntry

from bot.engine.chance import Seat
from bot.sessions.session import Session
from tests.helpers.guild import Player, SimGuild, labels, mentioned, text_of
from tests.helpers.tables import started

TURN = 600.0
MUTED = 4096
"""The flag of a message that notifies nobody."""


async def slow(guild: SimGuild, game: str = "crap", seed: str = "0") -> Session:
    """Start a table with ten minutes for every decision."""
    await guild.bot.sessions.choices.set_server(
        guild.handle.id, turn_seconds=int(TURN), response_seconds=int(TURN)
    )
    options = {"crap": "turn-timeout=600 response-timeout=600", "crapette": "clock-minutes=10"}
    return await started(guild, game, options.get(game, ""), seed)


class Ear:
    """The notifications of a player from now on: DMs, and mentions in channels."""

    def __init__(self, guild: SimGuild, player: Player) -> None:
        self.guild, self.player = guild, player
        self.since = len(guild.env.backend.http_requests)

    @property
    def calls(self) -> list[HttpLogEntry]:
        """Return the posts that notified this player."""
        made = self.guild.env.backend.http_requests[self.since :]
        return [one for one in made if one.method == "POST" and self._rings(one)]

    def _rings(self, request: HttpLogEntry) -> bool:
        body: dict[str, Any] = request.json or {}
        if not request.path.endswith("/messages") or int(body.get("flags", 0)) & MUTED:
            return False
        if any(fault["path"] == request.path for fault in self.guild.env.backend.faults):
            return False  # Discord refused it
        in_dm = request.path == f"/channels/{self.player.actor.user.dm_channel.id}/messages"
        users = body.get("allowed_mentions", {}).get("users", [])
        return in_dm or str(self.player.id) in map(str, users)


def on_turn(guild: SimGuild, session: Session) -> tuple[Player, Seat]:
    seat = session.game.deciders(session.state)[0]
    return guild.players[seat], seat


async def test_silent_player_is_called_again_near_the_end(guild: SimGuild) -> None:
    session = await slow(guild)
    player, _ = on_turn(guild, session)
    ear, first = Ear(guild, player), player.dm.id

    await guild.pass_time(0.8 * TURN - 5)
    assert ear.calls == []
    await guild.pass_time(10)

    assert len(ear.calls) == 1
    assert [message.id for message in player.dms] != [first], "the hand is a new message"
    assert len(player.dms) == 1, "and the old one goes"
    assert text_of(player.dm).startswith("### 2 minutes left at C.R.A.P.\n-# Table 1 in <#")
    assert "Your turn. Pick one." in text_of(player.dm)
    await guild.pass_time(0.15 * TURN)
    assert len(ear.calls) == 1, "nobody is called a third time"


async def test_the_others_hear_nothing_of_it(guild: SimGuild) -> None:
    session = await slow(guild)
    player, _ = on_turn(guild, session)
    ears = [Ear(guild, other) for other in guild.players if other is not player]

    await guild.pass_time(0.9 * TURN)

    assert [ear.calls for ear in ears] == [[], [], []]


async def test_active_player_is_not_called_again(guild: SimGuild) -> None:
    session = await slow(guild)
    player, _ = on_turn(guild, session)
    await guild.pass_time(0.5 * TURN)
    ear = Ear(guild, player)

    await player.slash("recycle")
    await guild.pass_time(0.45 * TURN)

    assert ear.calls == []


async def test_the_call_survives_a_restart(guild: SimGuild) -> None:
    session = await slow(guild)
    player, _ = on_turn(guild, session)

    await guild.pass_time(0.5 * TURN)
    await guild.restart()
    ear = Ear(guild, player)
    await guild.pass_time(0.3 * TURN + 5)

    assert len(ear.calls) == 1
    await guild.restart()
    await guild.pass_time(0.15 * TURN)
    assert len(ear.calls) == 1


async def test_hand_drops_time_once_player_has_acted(guild: SimGuild) -> None:
    session = await slow(guild)
    player, _ = on_turn(guild, session)
    await guild.pass_time(0.8 * TURN + 5)
    assert "left at C.R.A.P." in text_of(player.dm)

    await player.slash("recycle")
    await guild.pass_time(120)

    assert "left at C.R.A.P." not in text_of(player.dm)


async def test_a_short_clock_brings_no_second_call(guild: SimGuild) -> None:
    session = await started(guild, "crap", "turn-timeout=240")
    player, _ = on_turn(guild, session)
    ear = Ear(guild, player)

    await guild.pass_time(235)

    assert ear.calls == []


async def test_closed_dms_bring_a_mention_until_the_move(guild: SimGuild) -> None:
    for player in guild.players:
        player.close_dms()
    session = await slow(guild)
    player, _ = on_turn(guild, session)
    ear = Ear(guild, player)

    await guild.pass_time(0.8 * TURN + 5)

    assert len(ear.calls) == 1
    lines = [mentioned(text_of(message), guild.players) for message in guild.messages]
    name = player.actor.name
    assert [line for line in lines if line.startswith(f"@{name}, ")] == [
        f"@{name}, 2 minutes left at table 1."
    ]
    await player.slash("recycle")
    assert not any(text_of(message).startswith(f"<@{player.id}>, ") for message in guild.messages)


@pytest.mark.players(2)
async def test_in_game_without_hands_call_leads_to_moves(guild: SimGuild) -> None:
    for player in guild.players:
        await guild.bot.sessions.choices.set_user(player.id, calls=True)
    session = await slow(guild, "crapette")
    player, _ = on_turn(guild, session)
    await guild.pass_time(80)
    ear = Ear(guild, player)

    await guild.pass_time(0.8 * TURN - 75)

    assert len(ear.calls) == 1
    assert len(player.dms) == 1
    text = text_of(player.dm)
    assert text.startswith("### 2 minutes left at Crapette\nTable 1 in <#")
    assert labels(player.dm) == ["Open Crapette", "Quiet hours…"]
    opened = await player.press(player.dm, "Open Crapette")
    assert "Your turn. What do you move?" in opened.text
    assert text_of(player.dms[0]) == text, "the call stays as it is"


@pytest.mark.players(2)
async def test_starter_without_hand_is_called_only_when_idle(guild: SimGuild) -> None:
    ears = [Ear(guild, player) for player in guild.players]
    for player in guild.players:
        await guild.bot.sessions.choices.set_user(player.id, calls=True)

    session = await slow(guild, "crapette")
    assert on_turn(guild, session)[0] is guild.players[0], "who has pressed Start"
    assert [ear.calls for ear in ears] == [[], []]

    await guild.pass_time(80)
    assert [len(ear.calls) for ear in ears] == [1, 0]


@pytest.mark.players(2)
async def test_refused_start_during_deal_changes_no_call(guild: SimGuild) -> None:
    ann, ben = guild.players
    await guild.bot.sessions.choices.set_user(ann.id, calls=True)
    guild.bot.sessions.new_key = lambda: hashlib.sha256(b"0").digest()
    await ann.slash("cards", game="crapette")
    await ben.press(guild.table, "Join")
    ear = Ear(guild, ann)

    await guild.all_press("Start", ann, ben)

    assert on_turn(guild, await guild.session())[0] is ann
    assert ear.calls == []


@pytest.mark.players(1)
async def test_player_who_deals_alone_needs_no_call(guild: SimGuild) -> None:
    [ann] = guild.players
    await guild.bot.sessions.choices.set_user(ann.id, calls=True)
    guild.bot.sessions.new_key = lambda: hashlib.sha256(b"0").digest()
    await ann.slash("cards", game="crapette")
    ear = Ear(guild, ann)

    await ann.press(guild.table, "Play alone")

    assert on_turn(guild, await guild.session())[0] is ann
    assert ear.calls == []


async def test_player_wanting_one_call_gets_one(guild: SimGuild) -> None:
    session = await slow(guild)
    player, _ = on_turn(guild, session)
    page = await player.open("settings")
    await player.choose(page.message, "Call me", "On my turn only")
    ear = Ear(guild, player)

    await guild.pass_time(0.9 * TURN)

    assert ear.calls == []


async def test_player_without_calls_still_has_hand(guild: SimGuild) -> None:
    for player in guild.players:
        await guild.bot.sessions.choices.set_user(player.id, when="never")
    ears = [Ear(guild, player) for player in guild.players]
    session = await slow(guild)
    player, _ = on_turn(guild, session)

    await guild.pass_time(0.9 * TURN)

    assert [ear.calls for ear in ears] == [[]] * 4
    assert "Your turn. Pick one." in text_of(player.dm)
