"""Controls, commands and forms change only what their user may change, whatever table they name."""

from typing import Any, NamedTuple

import discord
import msgspec
import pytest

from bot.engine.chance import SeededChance
from bot.engine.draft import Step
from bot.engine.moves import Leave, Move
from bot.games import GAMES
from bot.rendering.page import Action
from bot.sessions.frame import End
from bot.sessions.lobby import Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage.records import IDLE
from tests.helpers.guild import Player, SimGuild
from tests.helpers.tables import started
from tests.sabotage.planting import sabotaged
from tests.sabotage.sessions import forget_who_asks, know_no_controls_of_before, let_anybody_be_the_host
from tests.secrets.tables import Raw, completed, forged, put, replaced, typed

PLAYERS = {"crap": 4, "skrap": 2, "craits": 3, "crazy-rummy": 3, "crapette": 2}
DOORS = ("button", "select", "dm")
NAMED = ("now", "stale", "other table", "ended table", "nowhere", "another version")
games = pytest.mark.parametrize(
    "game_id",
    [
        pytest.param(game, marks=pytest.mark.players(PLAYERS.get(game, GAMES[game].seats[0])))
        for game in GAMES
    ],
)


class Situation(NamedTuple):
    """A running table, two more tables, and everyone who may try to use their controls."""

    guild: SimGuild
    session: Session
    other: Session
    ended: Session
    people: dict[str, Player]
    position: dict[str, Any]
    move: Move


async def situation(guild: SimGuild, game_id: str) -> Situation:
    """Return a running table, a second one of the same players, and a third that has ended."""
    session = await started(guild, game_id)
    people = {"spectator": guild.join("zoe"), "moderator": moderator(guild)}
    if len(guild.players) > 2:
        people["former player"] = await somebody_gone(guild, session)
    seat = session.game.deciders(session.state)[0]
    people["decider"] = guild.players[seat]
    people["other seat"] = next(
        player
        for place, player in enumerate(guild.players)
        if place != seat and player not in people.values()
    )
    other, ended = [await elsewhere(guild, game_id, place) for place in (1, 2)]
    await guild.bot.sessions.act(ended, people["decider"].id, End(moderator=True))
    move = next(iter(lasting(session, seat)))
    position = session.game.dump(session.state)
    return Situation(guild, session, other, ended, people, position, move)


def moderator(guild: SimGuild) -> Player:
    """Return a member who may manage the server and doesn't play."""
    role = guild.handle.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    user = guild.env.create_user("mod", global_name="Mod")
    return Player(guild, guild.handle.add_member(user, roles=[role]))


async def somebody_gone(guild: SimGuild, session: Session) -> Player:
    """Let a player leave the running game, and return them."""
    seat = next(
        seat
        for seat in session.game.active(session.state)
        if seat not in session.game.deciders(session.state)
    )
    await guild.bot.sessions.act(session, guild.players[seat].id, MakeMove(Leave()))
    await guild.settle()
    return guild.players[seat]


async def elsewhere(guild: SimGuild, game_id: str, place: int) -> Session:
    """Open another running table of the same players, in a channel of its own."""
    channel = guild.handle.create_text_channel(f"cards-{place}")
    ids = [player.id for player in guild.players]
    opened = await guild.bot.sessions.open(
        game_id, {}, guild_id=guild.handle.id, channel_id=channel.id, host_id=ids[0], others=ids[1:]
    )
    assert isinstance(opened, Session)
    await guild.bot.sessions.act(opened, ids[0], Start())
    await guild.settle()
    return opened


def lasting(session: Session, seat: int) -> list[Move]:
    """Return the moves of a seat after which the game goes on."""
    game, state = session.game, session.state
    steps = {move: game.apply(state, seat, move, SeededChance(b"try")) for move in game.legal(state, seat)}
    return [m for m, step in steps.items() if isinstance(step, Step) and game.outcome(step.state) is None]


async def stored(guild: SimGuild) -> list[Any]:
    """Return everything that's stored about the three tables."""
    return [await guild.bot.store.load(number) for number in (1, 2, 3)]


def action(one: Situation, named: str) -> Action:
    """Return a control that makes the move at the named table."""
    act = f"move {one.move}"
    session = {"other table": one.other, "ended table": one.ended}.get(named, one.session)
    if named == "nowhere":
        return Action(session_id=99, revision=1, act=act)
    if named == "another version":
        return Raw(session_id=0, revision=0, act=f"x9-{act}")
    revision = one.session.record.since - 1 if named == "stale" else session.record.revision
    return Action(session_id=session.record.id, revision=revision, act=act)


def may(one: Situation, who: Player, session: Session) -> bool:
    """Whether the rules let this person make the move there now."""
    seat, game = session.seat_of(who.id), session.game
    if seat is None or session.record.status != "playing":
        return False
    return isinstance(game.apply(session.state, seat, one.move, session.chance), Step)


@games
async def test_controls_change_only_what_their_user_may_change(
    guild: SimGuild, game_id: str, request: pytest.FixtureRequest
) -> None:
    one = await situation(guild, game_id)
    changed = set()
    turn = list(GAMES).index(game_id)  # By day one kind of control is tried each time, by night all.
    tried = len(DOORS) if request.config.getoption("--walks") > 1 else 1
    for who, player in one.people.items():
        for named in NAMED:
            turn += 1
            for door in (DOORS * 2)[turn % len(DOORS) :][:tried]:
                before, target = await stored(guild), one.other if named == "other table" else one.session
                allowed = named in ("now", "other table") and may(one, player, target)
                given = action(one, named)
                if door == "select":
                    value = str(one.move)
                    given = msgspec.structs.replace(given, act=given.act.replace(value, f"{one.move.verb} *"))
                reply = await forged(
                    player, given, str(one.move) if door == "select" else None, by_dm=door == "dm"
                )
                assert reply.result.acknowledged, (who, named, door)
                assert reply.text, (who, named, door)
                after = await stored(guild)
                assert [old != new for old, new in zip(before, after, strict=True)] == [
                    allowed and target is one.session,
                    allowed and target is one.other,
                    False,
                ], (who, named, door)
                if allowed:
                    changed.add(who)
                    await put(guild, target, one.position if target is one.session else before[1].position)
    assert "decider" in changed
    assert not changed & {"spectator", "moderator", "former player"}


@games
@sabotaged("P23", forget_who_asks)
async def test_commands_change_only_what_their_user_may_change(guild: SimGuild, game_id: str) -> None:
    one = await situation(guild, game_id)
    for who, player in one.people.items():
        before, allowed = await stored(guild), may(one, player, one.session)
        reply = await typed(player, guild, one.move)
        assert reply is not None
        assert reply.is_private
        assert reply.text, who
        after = await stored(guild)
        assert (after[0] != before[0]) == allowed, who
        assert after[1:] == before[1:]
        if allowed:
            await put(guild, one.session, one.position)


@games
async def test_typing_is_completed_for_players_only(guild: SimGuild, game_id: str) -> None:
    one = await situation(guild, game_id)
    helped = {who: await completed(guild, one.session, player) for who, player in one.people.items()}

    for who in ("spectator", "moderator"):
        assert not any(helped[who])
    await guild.bot.sessions.act(one.session, guild.players[0].id, End(moderator=True))
    left = await completed(guild, one.session, one.people["decider"])
    assert all(value.startswith(f"{one.other.record.id}.") for found in left for value in found)


ACTS = ("join", "leave", "start", "options", "end", "rematch", "wake")
STATUSES = ("lobby", "playing", "idle", "cancelled", "over", "frozen")
CHANGES = {
    ("join", "lobby"): {"spectator", "moderator"},
    ("leave", "lobby"): {"host", "guest"},
    ("start", "lobby"): {"host"},
    ("end", "lobby"): {"host", "moderator"},
    ("end", "playing"): {"host", "guest", "moderator"},
    ("end", "idle"): {"host", "guest", "moderator"},
    ("wake", "idle"): {"host", "guest"},
}
"""The users who may change a table by a control. In a game, guests vote to end it, and leaving asks first."""


@pytest.mark.players(3)
@pytest.mark.parametrize("status", STATUSES)
async def test_outer_controls_change_only_permitted_things(guild: SimGuild, status: str) -> None:
    session = await started(guild)
    before = session.record
    people = {"host": guild.players[0], "guest": guild.players[1], "spectator": guild.join("zoe")}
    people["moderator"] = moderator(guild)
    for act in ACTS:
        for who, player in people.items():
            fields: dict[str, Any] = {"status": status, "host_id": before.host_id, "players": before.players}
            fields |= {"acted": before.acted, "clock_key": before.clock_key}
            if status == "idle":
                fields |= {"status": "playing", "clock_key": IDLE}
            fields |= {"end_votes": (), "position": None if status == "lobby" else before.position}
            await replaced(guild, session, **fields)
            was = await guild.bot.store.load(1)
            reply = await forged(player, Action(session_id=1, revision=session.record.revision, act=act))
            assert reply.result.acknowledged
            is_changed = await guild.bot.store.load(1) != was
            assert is_changed == (who in CHANGES.get((act, status), ())), (act, who)
            await end_rematch(guild)


async def end_rematch(guild: SimGuild) -> None:
    """Close the lobby that a rematch has opened, so that the channel is free again."""
    again = await guild.bot.sessions.at(guild.channel.id)
    if again is not None and again.record.id != 1:
        await guild.bot.sessions.act(again, again.record.host_id, End())
        await guild.settle()


@pytest.mark.players(2)
@sabotaged("P13", know_no_controls_of_before)
async def test_open_form_is_answered_after_restart(guild: SimGuild) -> None:
    host, _ = guild.players
    await host.slash("cards", game="crap")
    shown = await host.open_numbers()
    await guild.restart()

    reply = await host.submit(shown, threshold="450")

    assert reply.is_private
    assert "Saved as you choose" in reply.text
    assert (await guild.session()).record.options["threshold"] == 450


@pytest.mark.parametrize("status", ["playing", "cancelled", "over", "frozen"])
async def test_form_that_comes_after_lobby_changes_nothing(guild: SimGuild, status: str) -> None:
    host, *others = guild.players
    await host.slash("cards", game="crap")
    shown = await host.open_numbers()
    for other in others:
        await other.press(guild.table, "Join")
    await host.press(guild.table, "Start")
    await replaced(guild, await guild.session(), status=status)
    before = await guild.bot.store.load(1)

    reply = await host.submit(shown, threshold="450")

    assert reply.is_private
    assert reply.text
    assert await guild.bot.store.load(1) == before


@sabotaged("P23", let_anybody_be_the_host)
async def test_former_hosts_form_changes_nothing(guild: SimGuild) -> None:
    host, guest, *_ = guild.players
    await host.slash("cards", game="crap")
    shown = await host.open_numbers()
    await guest.press(guild.table, "Join")
    await host.open("leave")

    reply = await host.submit(shown, threshold="450")

    assert f"Only <@{guest.id}>, the host" in reply.text
    assert (await guild.session()).record.options["threshold"] == 300
