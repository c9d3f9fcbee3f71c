"""Registering commands: nine everywhere, and a game's own in servers that play it, with few requests."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from bot.door.registration import PLAYED_DAYS, Sent
from bot.games import GAMES
from bot.rendering.commands import EVERYWHERE, GAME_COMMANDS, MENUS, SERIAL
from bot.storage import facts
from tests.cogs.test_settings import moderator
from tests.helpers.guild import Player, SimGuild, open_bot, settings_for
from tests.helpers.tables import started

FOR_ALL = {*EVERYWHERE} - {"setup-cardcrate"}
DAY = 86400


def lines(player: Player, place: Any = None) -> set[str]:
    """Return the names of the bot's commands that Discord offers a user."""
    return set(player.actor.available_commands(place or player.guild.channel))


def puts(guild: SimGuild, part: str = "/guilds/") -> list[Any]:
    """Return the lists of commands sent to paths that contain `part`, by default to servers."""
    sent = [one for one in guild.env.http_requests if one.path.endswith("/commands") and one.method == "PUT"]
    return [one.json for one in sent if (part in one.path)]


def names(body: Any) -> list[str]:
    return [one["name"] for one in body]


async def kept(guild: SimGuild) -> Sent:
    note = f"commands:{guild.bot.application_id}:{guild.handle.id}"
    found = await guild.bot.store.read(facts.note, note)
    return Sent() if found is None else msgspec.json.decode(found, type=Sent)


async def keep(guild: SimGuild, sent: Sent) -> None:
    note = f"commands:{guild.bot.application_id}:{guild.handle.id}"
    await guild.bot.store.write(facts.keep_note, note, msgspec.json.encode(sent).decode())


async def open_table(guild: SimGuild, game: str, player: int = 0) -> None:
    guild.channel = guild.handle.create_text_channel(game)
    await guild.players[player].slash("cards", game=game)


async def test_new_server_has_the_commands_of_everywhere(guild: SimGuild) -> None:
    ann, mod = guild.players[0], moderator(guild)

    assert lines(ann) == FOR_ALL
    assert lines(mod) == {*EVERYWHERE}
    assert set(ann.actor.user.available_commands()) == FOR_ALL
    assert (len(lines(ann)), len(lines(mod))) == (8, 9)
    assert [sorted(names(body)) for body in puts(guild, "/commands")] == [sorted((*EVERYWHERE, *MENUS))]


async def test_server_playing_crap_has_only_its_commands(guild: SimGuild) -> None:
    ann = guild.players[0]
    other = guild.env.create_guild("Other")
    elsewhere = other.create_text_channel("cards")
    stranger = other.add_member(guild.env.create_user("zoe"))

    await ann.slash("cards", game="crap")

    assert lines(ann) == FOR_ALL | {
        "acquire", "protect", "challenge", "recycle", "score-set", "cooperate", "believe", "call-bluff",
    }  # fmt: skip
    assert len(lines(ann)) == 16
    assert set(stranger.available_commands(elsewhere)) == FOR_ALL
    assert set(ann.actor.user.available_commands()) == FOR_ALL
    [body] = puts(guild)
    assert all("contexts" not in one and "integration_types" not in one for one in body)


@pytest.mark.parametrize("game", GAMES)
async def test_server_with_one_game_has_few_lines(guild: SimGuild, game: str) -> None:
    await open_table(guild, game)

    assert lines(guild.players[0]) == FOR_ALL | {*GAME_COMMANDS[game]}
    assert len(lines(guild.players[0])) <= 16


async def test_server_with_all_games_has_28_lines(guild: SimGuild) -> None:
    for number, game in enumerate(GAMES):
        await open_table(guild, game, player=number % 4)
        await guild.pass_time(2)

    assert len(lines(guild.players[0])) == 28
    assert len(lines(moderator(guild))) == 29
    assert len(puts(guild)) == len(GAMES)


async def test_second_table_and_restart_send_nothing(guild: SimGuild) -> None:
    await open_table(guild, "crap")
    await guild.restart()
    guild.channel = guild.handle.create_text_channel("more")
    await guild.players[1].slash("cards", game="crap")

    assert len(puts(guild)) == 1
    assert len(puts(guild, "/commands")) == 2


async def test_disallowed_game_loses_its_commands_at_once(guild: SimGuild) -> None:
    await open_table(guild, "crap")
    mod = moderator(guild)

    await mod.set_up(games="skrap")
    assert lines(guild.players[0]) == FOR_ALL
    await guild.pass_time(2)
    await mod.set_up(games="skrap,crap")
    assert "acquire" in lines(guild.players[0])


async def test_switch_turns_a_games_commands_off(guild: SimGuild) -> None:
    await open_table(guild, "crap")

    await moderator(guild).set_up(commands="never")

    assert lines(guild.players[0]) == FOR_ALL


async def test_game_not_played_for_long_loses_its_commands(guild: SimGuild) -> None:
    await open_table(guild, "crap")
    await guild.players[0].open("leave")
    today = int(guild.bot.sessions.clock() // DAY)
    await keep(guild, msgspec.structs.replace(await kept(guild), played={"crap": today - PLAYED_DAYS}))
    await guild.pass_time(2)

    await open_table(guild, "skrap")

    assert lines(guild.players[0]) == FOR_ALL | {*GAME_COMMANDS["skrap"]}


async def test_open_table_keeps_its_commands(guild: SimGuild) -> None:
    await open_table(guild, "crap")
    today = int(guild.bot.sessions.clock() // DAY)
    await keep(guild, msgspec.structs.replace(await kept(guild), played={"crap": today - 2 * PLAYED_DAYS}))
    await guild.pass_time(2)

    await open_table(guild, "skrap")

    assert lines(guild.players[0]) >= {*GAME_COMMANDS["crap"], *GAME_COMMANDS["skrap"]}


async def test_removed_bot_forgets_what_it_sent(guild: SimGuild) -> None:
    await open_table(guild, "crap")
    assert (await kept(guild)).digest

    guild.env.backend.emit("GUILD_DELETE", {"id": str(guild.handle.id)})
    await guild.settle()

    assert await kept(guild) == Sent()


async def test_older_program_overwrites_nothing_newer(guild: SimGuild) -> None:
    newer = Sent(serial=SERIAL + 1, digest="newer", played={"crap": 1})
    await keep(guild, newer)

    for _ in range(3):
        await open_table(guild, "crap")
        await guild.players[0].open("leave")

    assert puts(guild) == []
    assert await kept(guild) == newer


async def test_newer_program_brings_a_server_up_to_date(guild: SimGuild) -> None:
    await open_table(guild, "crap")
    await keep(guild, msgspec.structs.replace(await kept(guild), digest="of an older program"))
    await guild.restart()

    await guild.players[1].slash("my-tables")

    assert len(puts(guild)) == 2
    assert len(puts(guild, "/commands")) == 3


@pytest.mark.parametrize(
    ("status", "code", "again"), [(403, 50001, False), (400, 30034, False), (500, 0, True)]
)
@pytest.mark.players(2)
async def test_refused_commands_cost_nothing(guild: SimGuild, status: int, code: int, again: bool) -> None:
    path = f"/applications/{guild.bot.application_id}/guilds/{guild.handle.id}/commands"
    guild.env.inject_error("PUT", path, status=status, code=code, message="No", times=1 if again else None)

    guild.players.append(guild.join("cyd"))
    session = await started(guild, "crap")
    player = guild.players[session.game.deciders(session.state)[0]]
    before = session.record.revision
    await player.slash("turn", move="acquire 7")
    guild.channel = guild.handle.create_text_channel("more")
    await guild.pass_time(2)
    await guild.players[1].slash("cards", game="skrap")

    assert session.record.revision > before
    assert ("acquire" in lines(guild.players[0])) == again
    assert not any(
        "acquire" in str(one.json) and "failed" in str(one.json) for one in guild.env.http_requests
    )


async def test_many_servers_are_sent_one_a_second(guild: SimGuild) -> None:
    asked: list[tuple[float, int]] = []
    bot = guild.bot

    async def noted(_application: int, server: int, payload: Any) -> list[Any]:
        asked.append((bot.clock.elapsed, server))
        return []

    bot.http.bulk_upsert_guild_commands = noted  # type: ignore[method-assign, assignment]
    with guild.env._bot_scope():
        for server in range(1, 41):
            bot.registration.note_opened(server, "crap")
    for _ in range(50):
        await guild.pass_time(1)

    times = sorted(at for at, _ in asked)
    assert len({server for _, server in asked}) == len(asked) == 40
    assert all(later - earlier >= 0.99 for earlier, later in pairwise(times))


@pytest.mark.simcord(check_errors=False)
async def test_changed_command_is_answered(guild: SimGuild) -> None:
    await open_table(guild, "crap")
    guild.bot.tree.remove_command("acquire")

    reply = await guild.players[0].slash("acquire", rank="7")

    assert reply.is_private
    assert reply.text == "That command has changed. Type it again, or use `/turn`."


async def test_only_server_has_every_command(tmp_path: Any, simcord_env: Any) -> None:
    """With GUILD_ID all commands go to that server at the start, and none anywhere else."""
    sent: list[tuple[int | None, list[str]]] = []
    bot = await open_bot(settings_for(tmp_path / "home.sqlite3", guild_id=7))

    def noting(server_of: Callable[..., int | None]) -> Callable[..., Any]:
        async def noted(*given: Any, payload: Any) -> list[Any]:
            sent.append((server_of(*given), names(payload)))
            return []

        return noted

    try:
        bot.http.bulk_upsert_guild_commands = noting(lambda _app, server: server)  # type: ignore[method-assign]
        bot.http.bulk_upsert_global_commands = noting(lambda _app: None)  # type: ignore[method-assign]
        bot._connection.application_id = 1
        bot.registration._describe = simcord_env_described
        await bot.registration.begin()
        await bot.registration.begin()
    finally:
        await bot.store.close()

    own = [name for game in GAME_COMMANDS.values() for name in game]
    assert sent == [(7, [*EVERYWHERE, *MENUS, *own])]
    assert bot.registration.known_commands(7) == frozenset(own)


async def simcord_env_described() -> list[dict[str, Any]]:
    return [
        {"name": name}
        for name in (*EVERYWHERE, *MENUS, *(name for game in GAME_COMMANDS.values() for name in game))
    ]
