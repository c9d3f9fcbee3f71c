"""Replays of finished games: by their own edition of the rules, and with every position as it was."""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from bot.engine.contract import AnyGame
from bot.engine.notation import referee
from bot.games import GAMES
from bot.rendering.replay_file import position_file, replay_file
from bot.sessions import play
from bot.sessions.clocks import Instant
from bot.sessions.replays import MAX_GAMES, STRIDE, Replays, states_and_script
from bot.sessions.session import Session
from bot.storage.errors import Damaged
from bot.storage.records import Played
from bot.storage.store import Store
from tests.storage.games import START, finish, keep, lobby_of, running, step

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


async def watched(
    store: Store, game: AnyGame, channel: int = 30, **options: Any
) -> tuple[Session, list[dict[str, Any]]]:
    """Play a game to its end. Return its session, and all of its positions."""
    session = await dealt_by(store, game, channel, options)
    positions = [session.record.position or {}]
    while session.record.status == "playing":
        await step(store, session, Random(f"{session.record.revision}"))
        positions.append(session.record.position or {})
    return session, positions


async def dealt_by(store: Store, game: AnyGame, channel: int, options: dict[str, Any]) -> Session:
    """Deal a game with options that nobody may choose."""
    session = await lobby_of(store, game, channel)
    session.record = msgspec.structs.replace(session.record, options={**session.record.options, **options})
    await keep(store, session, play.dealt(session, Instant.at(START)))
    return session


def whole_file(session: Session, replays_film: Any) -> dict[str, Any]:
    history = replays_film.history
    states, script = states_and_script(session.game, session.record, history)
    scene = msgspec.structs.replace(session.scene(None), recent=tuple(session.recall(history, None)))
    read: dict[str, Any] = json.loads(replay_file(scene, history, states, script))
    return read


def positions_in(read: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the positions as the replay's page puts them together."""
    position: dict[str, Any] = {}
    for one in read["steps"]:
        position = {**position, **one["changed"]}
        yield position


@each_game
async def test_replay_and_referee_agree_with_the_game(store: Store, game: AnyGame) -> None:
    session, positions = await watched(store, game)
    replays = Replays(store)

    timeline = await replays.timeline(session)

    assert timeline.last == len(positions) - 1
    looked_at = {0, 1, timeline.last, *(n for n in (STRIDE - 1, STRIDE, STRIDE + 1) if n <= timeline.last)}
    for number in looked_at:
        assert game.dump(await replays.state(session, timeline, number)) == positions[number]
        case = position_file(session.scene(None), number, positions[number])
        assert referee(GAMES, case)["position"] == positions[number]
    read = whole_file(session, timeline)
    assert list(positions_in(read)) == positions
    assert all(one["said"] or one["commands"] for one in read["steps"])
    judged = referee(GAMES, json.dumps(read["case"]))
    assert judged["position"] == positions[-1]
    assert [one["error"] for one in judged["steps"]] == [None] * len(judged["steps"])
    assert judged["chance_left"] == 0
    assert session.record.chance_key.hex() not in json.dumps(read)


async def test_changed_rule_changes_no_earlier_game(store: Store) -> None:
    """Edition 2 of Skrap also asks the champion's owner about scavengers. Edition 1 didn't."""
    skrap, differed = GAMES["skrap"], 0
    for channel in range(31, 51):
        old, positions = await watched(store, skrap, channel, edition=1)
        timeline = await Replays(store).timeline(old)

        assert positions_of(old, timeline.history) == positions
        by_todays = {**old.record.options, "edition": skrap.options().edition}
        old.record = msgspec.structs.replace(old.record, options=by_todays)
        try:
            differed += positions_of(old, timeline.history) != positions
        except Damaged:  # today's rules refuse a move of then
            differed += 1
        if differed:
            break

    assert differed  # so it was the stored edition that kept them as they were


def positions_of(session: Session, history: Sequence[Played]) -> list[dict[str, Any]]:
    states, _ = states_and_script(session.game, session.record, history)
    return [session.game.dump(state) for state in states]


async def test_a_running_game_is_never_shown(store: Store) -> None:
    session = await running(store, GAMES["craits"], 30)

    with pytest.raises(AssertionError, match="secrets"):
        await Replays(store).timeline(session)


async def test_only_the_games_looked_at_last_are_kept(store: Store) -> None:
    session = await running(store, GAMES["skrap"], 30, moves=0)
    await finish(store, session)
    replays, record = Replays(store), session.record

    for number in range(MAX_GAMES + 5):
        session.record = msgspec.structs.replace(record, id=record.id + number)
        replays._timelines[session.record.id] = await _film_of(store, session, record.id)
        await replays.timeline(session)

    assert list(replays._timelines) == [record.id + number for number in range(5, MAX_GAMES + 5)]


async def _film_of(store: Store, session: Session, session_id: int) -> Any:
    own = Session(session.game, msgspec.structs.replace(session.record, id=session_id))
    return await Replays(store).timeline(own)


async def test_moves_that_cannot_be_played_again_say_so(store: Store) -> None:
    session = await running(store, GAMES["craits"], 30, moves=0)
    await finish(store, session)
    session.record = msgspec.structs.replace(session.record, chance_key=b"x" * 32)

    with pytest.raises(Damaged, match="refused now"):
        await Replays(store).timeline(session)
