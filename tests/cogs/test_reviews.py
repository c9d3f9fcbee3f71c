"""*Review* below a result: a player's own moves, judged by what they could see, for them alone."""

from typing import Any

import pytest

from bot.engine.draft import Step
from bot.engine.notation import parse_move
from bot.games.crap.acquiring import CallBluff
from bot.players.judging import Judgement
from bot.rendering.review import COSTS
from bot.sessions.reviews import decisions, past_moves
from bot.sessions.session import Session
from tests.helpers.chances import fork
from tests.helpers.guild import Player, Reply, SimGuild, labels
from tests.helpers.playing_on import play_on
from tests.helpers.tables import started

pytestmark = [pytest.mark.quick_computers, pytest.mark.slow]

OPTIONS = {
    "crap": "threshold=50 turn-limit=50",
    "skrap": "target=4 max-rounds=5",
    "craits": "hands=1",
    "crazy-rummy": "target=300 max-hands=1",
    "crapette": "no-progress-turns=60",
}


async def ended(guild: SimGuild, player: Player, game: str) -> Session:
    """Play a game alone to its end."""
    guild.bot.sessions.new_key = lambda: bytes(32)  # in some deals nobody calls a bluff
    await player.slash_in_dm("cards", game=game, rules=OPTIONS[game])
    tables = [message for message in player.dms if not message.flags.ephemeral]
    await player.press(tables[-1], "Play alone")
    session = await guild.bot.sessions.at(player.actor.user.dm_channel.id)
    assert session is not None
    await play_on(guild, session, player)
    await guild.settle()
    return session


async def reviewed(player: Player) -> Reply:
    """Press *Review* below the result in a player's DM."""
    result = [message for message in player.dms if not message.flags.ephemeral][-1]
    return await player.press(result, "Review")


async def judged_of(guild: SimGuild, session: Session) -> Judgement:
    found = await guild.bot.sessions.reviews.stored(session, 0)
    assert found is not None
    return found


async def history_of(guild: SimGuild, session: Session) -> list[Any]:
    return await guild.bot.store.history(session.record.id)


@pytest.mark.parametrize("game", list(OPTIONS))
async def test_review_names_moves_that_presser_made(guild: SimGuild, game: str) -> None:
    ann = guild.players[0]
    session = await ended(guild, ann, game)

    shown = await reviewed(ann)

    assert shown.text.startswith("### Review")
    assert shown.is_private
    judged, history = await judged_of(guild, session), await history_of(guild, session)
    past = {one.number: one for one in decisions(session.game, session.record, history, 0)}
    assert 0 < judged.looked_at <= len(past)
    for named in judged.named:
        one = past[named.decision]
        better = parse_move(session.game, named.better, len(session.record.players))
        assert history[named.decision].seat == 0
        assert history[named.decision].move == str(one.move) != named.better
        assert isinstance(session.game.apply(one.state, 0, better, fork(session.chance)), Step)
        said = f"**Move {named.decision}** · {COSTS[named.cost]}\n-# "
        assert said in shown.text, "what was asked comes first"
    shows = [f"Show move {one.decision}" for one in judged.named]
    assert labels(shown.message) == [*shows, "Replay"]
    for show in shows:
        replay = await ann.press(shown.message, show)
        assert f"**{show.removeprefix('Show ').capitalize()} of " in replay.text


async def test_review_made_again_says_the_same(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await ended(guild, ann, "skrap")
    first, judged = await reviewed(ann), await judged_of(guild, session)
    await guild.bot.store.write(lambda connection: connection.execute("DELETE FROM reviews"))
    await guild.bot.store.pack_next((0.0, 0), float("inf"))
    await guild.restart()

    again = await reviewed(ann)

    assert again.text == first.text
    assert await judged_of(guild, await same(guild, session)) == judged


async def same(guild: SimGuild, session: Session) -> Session:
    found = await guild.bot.sessions.get(session.record.id)
    assert found is not None
    return found


async def test_review_is_deleted_with_its_player(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await ended(guild, ann, "skrap")
    await reviewed(ann)

    await guild.bot.sessions.forget(ann.actor.user.id)

    assert await guild.bot.sessions.reviews.stored(session, 0) is None


async def test_calls_of_finished_game_are_counted(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await ended(guild, ann, "crap")
    history = await history_of(guild, session)
    calls = [
        one
        for one in past_moves(session.game, session.record, history)
        if one.seat == 0 and isinstance(one.move, CallBluff)
    ]

    text = (await reviewed(ann)).text

    assert calls
    assert f" of {len(calls)}." in text
    assert "chance" not in text


@pytest.mark.players(2)
async def test_stranger_reads_that_review_is_for_players(guild: SimGuild) -> None:
    session = await started(guild, "skrap", OPTIONS["skrap"])
    ann, ben = guild.players
    while session.record.status == "playing":
        for player in (ann, ben):
            if session.seat_of(player.actor.user.id) in session.deciders:
                await play_on(guild, session, player, most=1)
    await guild.settle()

    stranger = await guild.join("cyd").press(guild.table, "Review")

    assert stranger.text == "Only players of this game can review their own moves."
    assert (
        "Judged as if the others played like a medium computer."
        in (await ben.press(guild.table, "Review")).text
    )
