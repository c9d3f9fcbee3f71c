"""Reading the rules: from a table, by command and by any name of a game."""

import pytest

from tests.helpers.guild import SimGuild, labels, text_of
from tests.helpers.tables import started


async def test_rules_open_in_short_and_lead_everywhere(guild: SimGuild) -> None:
    await started(guild)
    ann = guild.players[0]

    reply = await ann.slash("card-rules")
    short, is_private = reply.text, reply.is_private
    reply = await ann.choose(reply.message, "More about", "Challenge")
    section = reply.text
    reply = await ann.choose(reply.message, "More about", "In short")

    assert is_private
    assert "## C.R.A.P. in short" in short
    assert "## C.R.A.P. · Challenge" in section
    assert reply.text == short


async def test_rules_at_table_speak_of_its_options(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="crap", rules="threshold=350")

    here = await ann.press(guild.table, "Rules")
    command = await ann.slash("card-rules")
    another = await ann.slash("card-rules", game="skrap")

    assert "over 350 then" in here.text
    assert "over 350 then" in command.text
    assert "first player with 10 heads wins" in another.text


async def test_one_press_opens_the_section_that_matters_now(guild: SimGuild) -> None:
    await started(guild)
    ann = guild.players[0]
    rules = await ann.slash("card-rules")

    moment = await ann.press(rules.message, "This moment")
    at_table = await ann.press(guild.table, "Rules")

    assert "## C.R.A.P. · Your turn" in moment.text
    assert at_table.text == moment.text


@pytest.mark.parametrize(
    ("act", "heading"),
    [
        ("rules crap", "## C.R.A.P. in short"),
        ("rules crap -", "## C.R.A.P. in short"),
        ("rules crap 2", "## C.R.A.P. · Cards and setup"),
        ("rules crap protect", "## C.R.A.P. · Protect"),
        ("rules snap 2", "I don't know that game."),
    ],
)
async def test_section_is_found_by_name_or_number(guild: SimGuild, act: str, heading: str) -> None:
    await started(guild)

    reply = await guild.players[0].forge(guild.table, f"b:0:0:{act}")

    assert heading in reply.text


async def test_rules_without_table_follow_new_tables(guild: SimGuild) -> None:
    ann = guild.players[0]

    usual = (await ann.slash("card-rules", game="crap")).text
    await guild.bot.sessions.choices.set_server(
        guild.handle.id, options={"crap": "threshold=700"}, pace="slow-1"
    )
    reply = await ann.slash("card-rules", game="crap")
    own, clocks = reply.text, await ann.choose(reply.message, "More about", "Leaving and clocks")

    assert "If anyone is over 300 then" in usual
    assert "-# A new table: first over 300 · about " in usual
    assert "If anyone is over 700 then" in own
    assert "-# A new table: first over 700." in own
    assert "A turn: one day. Every other answer: 6 hours." in clocks.text


async def test_rules_leave_out_outdated_server_options(guild: SimGuild) -> None:
    await guild.bot.sessions.choices.set_server(guild.handle.id, options={"crap": "threshold=lots"})

    reply = await guild.players[0].slash("card-rules", game="crap")

    assert "If anyone is over 300 then" in reply.text


async def test_rules_without_a_game_ask_which(guild: SimGuild) -> None:
    reply = await guild.players[0].slash("card-rules")
    unknown = await guild.players[0].slash("card-rules", game="poker")

    assert reply.text.startswith("### The rules of which game?")
    assert labels(reply.message) == ["Rules"] * 5
    assert unknown.text == reply.text


async def test_a_game_is_found_by_its_other_names(guild: SimGuild) -> None:
    ann = guild.players[0]

    offered = await ann.complete("card-rules", "game", "russ")
    chosen = await ann.slash("card-rules", game=offered[0])
    typed = await ann.slash("card-rules", game="Crazy Eights")

    assert "## Crapette in short" in chosen.text
    assert "## Craits in short" in typed.text


async def test_rules_leave_a_hand_in_its_dm(guild: SimGuild) -> None:
    await started(guild)
    ann = guild.players[0]
    before = text_of(ann.dm)
    hand = ann.dm

    read = await ann.press(hand, "Rules")

    assert read.is_private
    assert "## C.R.A.P." in read.text
    assert "Learn it in 2 minutes" not in labels(read.message)
    [same] = ann.dms
    assert (same.id, text_of(same)) == (hand.id, before)
