"""A lobby with a set time stays open, and mentions everyone seated ten minutes before. The host starts it."""

from tests.helpers.guild import Player, Reply, SimGuild, labels, notified_by, text_of

HOUR = 3600
RING = "your game starts"


async def set_time(guild: SimGuild, text: str) -> Reply:
    """Submit this time in the host's form."""
    host = guild.players[0]
    more = await host.press(guild.table, "More")
    return await host.submit(await host.press(more.message, "Set a time"), when=text)


async def in_hours(guild: SimGuild, hours: int) -> int:
    """Set the table's time to a full hour, about this many hours from now, and return it."""
    at = (int(guild.bot.clock()) // HOUR + hours) * HOUR
    await set_time(guild, f"{at // HOUR % 24}:00")
    return at


async def opened(guild: SimGuild) -> tuple[Player, Player]:
    """Open a lobby of two people, and return them."""
    host, other = guild.players[:2]
    await host.slash("cards", game="crap")
    await other.press(guild.table, "Join")
    return host, other


def rings(guild: SimGuild) -> list[str]:
    return [text_of(one) for one in guild.messages if RING in text_of(one)]


async def test_lobby_shows_the_time_until_the_deal(guild: SimGuild) -> None:
    host, _ = await opened(guild)
    at = await in_hours(guild, 3)

    assert f"Starts <t:{at}:F>, <t:{at}:R>." in guild.table_text
    await guild.restart()
    assert f"Starts <t:{at}:F>" in (await host.slash("table")).text

    taken_back = await set_time(guild, "")

    assert taken_back.text == "No set time."
    assert "Starts" not in guild.table_text


async def test_form_reads_the_zone_of_quiet_hours(guild: SimGuild) -> None:
    host, _ = await opened(guild)
    more = await host.press(guild.table, "More")
    form = await host.press(more.message, "Set a time")
    assert "In UTC, until you choose a time zone in Settings (quiet hours)." in str(form.modal)
    quiet = {"start": 1, "end": 2, "zone": "Asia/Tokyo"}
    await guild.bot.sessions.choices.set_user(host.id, quiet=quiet)

    form = await host.press(more.message, "Set a time")
    assert "In your time zone (Asia/Tokyo)." in str(form.modal)
    await host.submit(form, when="21:00")

    assert int((await guild.session()).record.starts_at or 0) % (24 * HOUR) == 12 * HOUR


async def test_unreadable_time_is_told_with_a_way_back(guild: SimGuild) -> None:
    await opened(guild)

    wrong = await set_time(guild, "soon")

    assert wrong.text == "I can't read “soon” as a time in the next 60 days. Try “Fri 20:00”."
    assert labels(wrong.message) == ["Set a time…"]
    assert (await guild.session()).record.starts_at is None


async def test_a_command_opens_the_form_too(guild: SimGuild) -> None:
    host, other = await opened(guild)
    at = (int(guild.bot.clock()) // HOUR + 3) * HOUR

    await host.submit(await host.slash("cardcrate", open="time"), when=f"{at // HOUR % 24}:00")

    assert f"Starts <t:{at}:F>, <t:{at}:R>." in guild.table_text
    assert "You don't have a table for that." in (await other.slash("cardcrate", open="time")).text


async def test_only_the_host_sets_a_time(guild: SimGuild) -> None:
    _, other = await opened(guild)
    assert "Set a time…" not in labels((await other.press(guild.table, "More")).message)

    refused = await other.submit(await other.act("time"), when="20:00")

    assert "host" in refused.text
    assert (await guild.session()).record.starts_at is None


async def test_seated_players_are_rung_once_before_it(guild: SimGuild) -> None:
    host, other = await opened(guild)
    at = await in_hours(guild, 2)
    await guild.pass_time(at - 610 - guild.bot.clock())
    assert rings(guild) == []

    await guild.pass_time(20)

    assert rings(guild) == [f"<@{host.id}> and <@{other.id}>, your game starts <t:{at}:R>."]
    assert notified_by(guild, RING) == {host.id, other.id}
    posted = [one for one in guild.env.http_requests if RING in str(one.json)]
    await guild.restart()
    await guild.players[2].press(guild.table, "Join")
    later = [one for one in guild.env.http_requests if RING in str(one.json) and one.method == "POST"]
    assert len(later) == len([one for one in posted if one.method == "POST"]) == 1
    await host.press(guild.table, "Start")
    assert rings(guild) == []


async def test_ring_comes_in_time_after_a_restart(guild: SimGuild) -> None:
    await opened(guild)
    at = await in_hours(guild, 2)
    await guild.restart()

    await guild.pass_time(at - 590 - guild.bot.clock())

    assert len(rings(guild)) == 1


async def test_lobby_closes_half_an_hour_after_its_time(guild: SimGuild) -> None:
    await guild.players[0].slash("cards", game="crap")
    at = await in_hours(guild, 4)
    await guild.pass_time(at + 200 - guild.bot.clock())
    assert "away for 5 minutes" not in guild.table_text
    await guild.pass_time(200)
    assert "away for 5 minutes" in guild.table_text

    await guild.pass_time(at + 1780 - guild.bot.clock())
    assert await guild.bot.sessions.at(guild.channel.id) is not None
    await guild.pass_time(30)

    assert await guild.bot.sessions.at(guild.channel.id) is None
