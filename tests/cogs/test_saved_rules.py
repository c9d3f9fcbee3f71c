"""Rules that players share as a code, and those that managers save under a name."""

from bot.engine.rule_codes import code_of
from bot.games import GAMES
from tests.cogs.test_settings import moderator
from tests.cogs.test_table_options import opened, options_of, value
from tests.helpers.guild import Player, Reply, SimGuild, labels

HOUSE = "threshold=450 jokers=on"
CODE = "C11X-201N"


async def end(host: Player) -> None:
    more = await host.press(host.guild.table, "More")
    await host.press((await host.press(more.message, "Close the table")).message, "Close it")


async def save(mod: Player, name: str) -> Reply:
    """Save the rules of this manager's lobby under a name."""
    page = await options_of(mod)
    return await mod.submit(await mod.press(page.message, "Save these rules"), name=name)


async def saved(guild: SimGuild, name: str = "House rules") -> Player:
    """Save rules as a manager, and close the lobby. Return the manager."""
    mod = moderator(guild)
    await mod.slash("cards", game="crap", rules=HOUSE)
    await save(mod, name)
    await end(mod)
    return mod


async def test_shared_code_opens_the_same_rules(guild: SimGuild) -> None:
    host = await opened(guild, options=HOUSE)
    page = await options_of(host)

    shared = await host.press(page.message, "Share these rules")
    await end(host)
    await guild.players[1].slash("cards", rules=CODE.lower())

    assert shared.is_private
    assert f"Your rules as a code: `{CODE}`." in shared.text
    assert await value(guild, "threshold") == 450
    assert await value(guild, "jokers") is True


async def test_code_goes_before_the_servers_defaults(guild: SimGuild) -> None:
    defaults = {"crap": "force-recycle=on turn-timeout=120"}
    await guild.bot.sessions.choices.set_server(guild.handle.id, options=defaults)

    await guild.players[0].slash("cards", game="crap", rules="C1Q")

    assert await value(guild, "threshold") == 1000
    assert await value(guild, "force-recycle") is False
    assert await value(guild, "turn-timeout") == 120


async def test_unreadable_codes_are_refused_in_words(guild: SimGuild) -> None:
    ann = guild.players[0]

    wrong = await ann.slash("cards", game="crap", rules="C11X-201M")
    unnamed = await ann.slash("cards", rules="C11X-201M")
    newer = await ann.slash("cards", game="crap", rules="C2H")
    other = await ann.slash("cards", game="skrap", rules=CODE)

    assert wrong.text == "“C11X-201M” isn't a code I know. Check each character."
    assert "isn't a code I know" in unnamed.text
    assert newer.text == "That code is from a newer version of Cardcrate."
    assert other.text == "That code is for C.R.A.P.: name that game, or none."
    assert not guild.messages


async def test_only_managers_are_offered_to_save_rules(guild: SimGuild) -> None:
    ann = await opened(guild)

    page = await options_of(ann)
    assert labels(page.message)[-3:] == ["Exact numbers…", "Standard again", "Share these rules"]
    form = await ann.forge(page.message, f"b:{(await guild.session()).record.id}:0:save")
    refused = await ann.submit(form, name="Mine")

    assert "Only people with *Manage Server*" in refused.text


async def test_saved_rules_are_named_in_their_lobbies(guild: SimGuild) -> None:
    mod = moderator(guild)
    await mod.slash("cards", game="crap", rules=HOUSE)

    done = await save(mod, "*House* rules")

    assert "Saved as “\\*House\\* rules”." in done.text
    assert "-# Rules: \\*House\\* rules" in guild.table_text
    await mod.choose(done.message, "Jokers", "off")
    assert "Rules:" not in guild.table_text
    await mod.choose((await options_of(mod)).message, "Saved rules", "*House* rules")
    assert "-# Rules: \\*House\\* rules\n-# Changed: four jokers" in guild.table_text


async def test_saved_rules_are_offered_and_taken_by_name(guild: SimGuild) -> None:
    await saved(guild)
    ann = guild.players[0]

    assert (await ann.complete("cards", "rules", "house", game="crap"))[0] == "House rules"
    assert "House rules" not in await ann.complete("cards", "rules", "", game="skrap")
    await ann.slash("cards", game="crap", rules="house RULES")

    assert await value(guild, "threshold") == 450
    assert "-# Rules: House rules" in guild.table_text


async def test_same_name_replaces_and_the_eleventh_is_refused(guild: SimGuild) -> None:
    mod = moderator(guild)
    await mod.slash("cards", game="crap", rules=HOUSE)
    for number in range(10):
        await save(mod, f"Rules {number}")

    again, eleventh = await save(mod, "rules 9"), await save(mod, "Rules 10")

    assert "Saved as “rules 9”." in again.text
    assert "C.R.A.P. already has 10 saved rules." in eleventh.text
    names = (await guild.bot.sessions.choices.of_server(guild.handle.id)).rules["crap"]
    assert list(names) == [*(f"Rules {number}" for number in range(9)), "rules 9"]


async def test_managers_remove_saved_rules_in_the_settings(guild: SimGuild) -> None:
    mod = await saved(guild)
    await guild.restart()
    await mod.slash("cards", game="crap", rules="House rules")

    listed = await mod.press((await mod.slash("setup-cardcrate")).message, "Saved rules")
    removed = await mod.choose(listed.message, "C.R.A.P.", "House rules")

    assert f"“House rules” is removed. Its rules: `{HOUSE}`" in removed.text
    assert "None yet." in removed.text
    assert "Rules:" not in guild.table_text
    assert "Seconds a turn…" in labels((await mod.press(removed.message, "Back")).message)


async def test_saved_rules_of_no_name_are_refused(guild: SimGuild) -> None:
    mod = moderator(guild)
    await mod.slash("cards", game="crap")

    assert (await save(mod, "\u200b")).text == "That name doesn't show. Choose another."


async def test_member_cannot_remove_saved_rules(guild: SimGuild) -> None:
    await saved(guild)
    ann = guild.players[0]
    own = await ann.open("settings")
    forged = {"b:0:0:rules-saved": (), "b:0:0:setup": (), "s:0:0:unsave crap": ("House rules",)}

    refused = [await ann.forge(own.message, control, *values) for control, values in forged.items()]

    assert all("Only people with *Manage Server*" in reply.text for reply in refused)
    assert (await guild.bot.sessions.choices.of_server(guild.handle.id)).rules["crap"] == {
        "House rules": HOUSE
    }


async def test_code_of_unplayable_rules_is_refused_as_usual(guild: SimGuild) -> None:
    ann, ben = guild.players[:2]
    await ann.slash("cards", rules=code_of(GAMES["crapette"], {"clock-minutes": 3}))
    await ben.press(guild.table, "Join")

    refused = await ann.press(guild.table, "Start")

    assert refused.text == "Clock: 0 for none, or 5 to 120 minutes, not 3."
