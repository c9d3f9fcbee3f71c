"""The table speaks the server's language, and everyone reads their own hand in theirs."""

import json

import discord
import pytest

from bot.playground import simcord_internals
from bot.rendering.art.pictures import picture
from bot.rendering.catalog import speaking
from bot.rendering.commands import MENUS
from bot.storage import privacy
from tests.cogs.test_settings import moderator
from tests.helpers.guild import Player, SimGuild, labels, text_of
from tests.languages import tongues
from tests.rendering.art.samples import SAMPLES


@pytest.fixture(autouse=True)
def _tongues(monkeypatch: pytest.MonkeyPatch) -> None:
    tongues.install(monkeypatch)


def speaks(player: Player, locale: str) -> None:
    """Set the language of a player's Discord."""
    simcord_internals.set_locale(player.guild.env, player.id, locale)


async def begin(guild: SimGuild) -> None:
    """Open a table of C.R.A.P., let everyone join, and start it."""
    host, *others = guild.players
    await host.slash("cards", game="crap")
    for player in others:
        await player.act("join")
    await host.act("start")


def tags(text: str) -> set[str]:
    """Return the languages in which a text is marked, or else English."""
    return {tag for tag in ("de", "fr", "es", "pt-BR") if f"{tag}~" in text} or {"en"}


def public(guild: SimGuild) -> set[str]:
    """Return the languages of everything in the channel."""
    return set().union(*(tags(text_of(one) + " ".join(labels(one))) for one in guild.messages))


async def test_table_speaks_like_host_and_hands_like_readers(guild: SimGuild) -> None:
    ann, ben, cyd, _ = guild.players
    speaks(ann, "de")
    speaks(ben, "fr")
    speaks(cyd, "es-419")
    await begin(guild)

    assert public(guild) == {"de"}
    assert [tags(text_of(player.dm)) for player in guild.players] == [{"de"}, {"fr"}, {"es"}, {"en"}]
    assert tags((await ben.slash("hand")).text) == {"fr"}
    assert tags((await ben.slash("score-set", rank="7")).text) == {"fr"}
    await cyd.press(guild.messages[-1], "de~My hand")
    assert public(guild) == {"de"}


async def test_a_community_speaks_its_own_language(guild: SimGuild) -> None:
    speaks(guild.players[0], "de")
    known = guild.bot.get_guild(guild.handle.id)
    assert known is not None
    known.features, known.preferred_locale = ["COMMUNITY"], discord.Locale.french
    await guild.players[0].slash("cards", game="crap")

    assert public(guild) == {"fr"}


async def test_chosen_language_applies_at_once_and_later(guild: SimGuild) -> None:
    _, ben, *_ = guild.players
    await begin(guild)
    page = await ben.open("settings")
    chosen = await ben.choose(page.message, "Language", "Français")

    assert "fr~Language: Français" in labels(chosen.message)
    assert tags(text_of(ben.dm)) == {"fr"}
    assert public(guild) == {"en"}
    await guild.restart()
    session = await guild.session()
    await session.learn_choices()
    assert session.language(1) == "fr"
    assert (await guild.bot.store.read_long(privacy.known_of, ben.id))["preferences"] == {
        "language": "fr",
        "dm": "seen",
    }


async def test_discords_language_is_remembered_and_deletable(guild: SimGuild) -> None:
    dan = guild.players[3]
    speaks(dan, "pt-BR")
    await dan.slash("hand")
    await guild.restart()

    assert (await guild.bot.sessions.choices.of_user(dan.id)).reads == "pt-BR"
    assert (await guild.bot.store.read_long(privacy.known_of, dan.id))["preferences"] == {
        "told": "pt-BR",
        "dm": "seen",
    }
    speaks(dan, "en-US")
    asked = await dan.privacy("Delete")
    await dan.press(asked.message, "Delete")
    assert (await guild.bot.store.read_long(privacy.known_of, dan.id))["preferences"] == {}


async def test_managers_choose_language_of_tables_and_channels(guild: SimGuild) -> None:
    choices = guild.bot.sessions.choices
    await begin(guild)
    mod = moderator(guild)
    page = await mod.set_up(language="es")
    assert "Language of tables: Español" in labels(page.message)
    assert public(guild) == {"es"}
    await mod.set_up(language="fr", channel=guild.channel)
    assert public(guild) == {"fr"}
    back = await mod.set_up(language="server", channel=guild.channel)
    assert public(guild) == {"es"}
    await mod.choose(back.message, "Language of tables", "de")
    assert public(guild) == {"de"}
    guild_id, channel_id = guild.handle.id, guild.channel.id
    await choices.set_server(guild_id, language="fr", languages={str(channel_id + 1): "es"})

    assert choices.language(guild_id, channel_id) == "fr"
    assert choices.language(guild_id, channel_id + 1) == "es"
    guild.bot.sessions.choices.parent_of = {channel_id + 7: channel_id + 1}.get
    assert choices.language(guild_id, channel_id + 7) == "es"


async def test_call_in_channel_uses_servers_language(guild: SimGuild) -> None:
    await guild.bot.sessions.choices.set_server(guild.handle.id, language="es")
    for player in guild.players:
        speaks(player, "fr")
        player.close_dms()
    await begin(guild)
    await guild.pass_time(700)

    assert any("es~I can't DM you." in text_of(one) for one in guild.messages)
    assert public(guild) == {"es"}


def test_the_same_picture_is_described_in_each_language() -> None:
    said = []
    for tag in ("fr", "de", "fr"):
        with speaking(tag):
            said.append(picture(SAMPLES["crapette-table"], "table").alt)

    assert [tags(text) for text in said] == [{"fr"}, {"de"}, {"fr"}]


async def test_alone_in_dm_table_speaks_as_its_player(guild: SimGuild) -> None:
    ann = guild.players[0]
    speaks(ann, "de")
    await ann.slash_in_dm("cards", game="crap")

    assert tags(text_of(ann.dm)) == {"de"}


async def test_files_bring_page_in_askers_language(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    speaks(ben, "fr")
    await begin(guild)
    asked = await ann.open("end")
    await ann.press(asked.message, "End it")

    replay = await ben.act_at(1, "replay file")
    proof = await ben.press(guild.table, "Verify")

    whole, drawn = replay.message.attachments
    assert "open `replay.fr.html` in a browser" in replay.text
    assert (drawn.filename, await drawn.read()) == (
        "replay.fr.html",
        guild.bot.settings.replay_page.read_bytes(),
    )
    assert tags(json.loads(await whole.read())["title"]) == {"fr"}
    _, checks = proof.message.attachments
    assert (checks.filename, await checks.read()) == (
        "verify.fr.html",
        guild.bot.settings.verifier.read_bytes(),
    )


async def test_commands_are_described_in_every_language(guild: SimGuild) -> None:
    sent = next(one for one in guild.env.http_requests if one.path.endswith("/commands"))
    commands = {one["name"]: one for one in sent.json or ()}

    assert {name for name, one in commands.items() if not one.get("description")} == {*MENUS}
    for name, one in commands.items():
        assert "name_localizations" not in one or not one["name_localizations"], name
        if one.get("description"):
            assert set(one["description_localizations"]) == {"en-US", "de", "fr", "es-ES", "es-419", "pt-BR"}
            assert one["description_localizations"]["en-US"] == one["description"]
