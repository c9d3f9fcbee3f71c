"""Computers at a table: a press in the lobby seats them, and they play."""

import pytest

from tests.helpers.guild import SimGuild, control, labels, text_of
from tests.helpers.tables import acted, with_computers

pytestmark = pytest.mark.quick_computers


async def test_one_press_from_the_lobby_to_cards(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="craits")
    assert {"Play alone", "Add a computer"} <= {*labels(guild.table)}

    await ann.press(guild.table, "Play alone")
    await acted(guild, await guild.session())

    session = await guild.session()
    assert session.record.status == "playing"
    assert [user > 0 for user in session.record.players] == [True, False, False]
    assert text_of(guild.messages[-1]).startswith("Ann is playing Craits against ")
    assert ann.dms == []


async def test_a_computer_is_chosen_by_character_and_level(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="craits")

    page = await ann.press(guild.table, "Add a computer")
    assert page.is_private
    assert page.text.startswith("### Who sits down?")
    await ann.choose(page.message, "Anyone", "magpie")
    sits = await ann.press(page.message, "Hard")

    assert sits.text == "Magpie sits down, hard."
    assert "2. ⚙ Magpie · computer, hard" in guild.table_text
    assert "Play alone" not in labels(guild.table)
    home = await ann.press(sits.message, "Send Magpie home")
    assert home.text == "Magpie has left."
    assert "Magpie" not in guild.table_text


async def test_another_computer_needs_a_free_seat(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="crapette")

    page = await ann.press(guild.table, "Add a computer")
    sits = await ann.press(page.message, "Easy")

    assert [label[:5] for label in labels(sits.message)] == ["Send "]


async def test_controls_for_computers_go_with_deal(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="craits")
    page = await ann.press(guild.table, "Add a computer")
    await ann.press(page.message, "Easy")
    await ann.add_computer(level="easy")

    await ann.press(guild.table, "Start")

    private = [one for one in guild.channel.history(viewer=ann.actor) if one.flags.ephemeral]
    assert [text_of(one).startswith("**Craits** · table 1") for one in private] == [True]


async def test_computers_come_and_go_by_buttons(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="skrap")

    sits = await ann.add_computer(level="easy", character="wasp")
    assert sits.text == "Wasp sits down, easy."
    more = await ann.press(guild.table, "More")
    home = control(more.message, "Send Wasp home")
    gone = (await ann.press(more.message, "Send Wasp home")).text
    none = await ann.forge(more.message, home)

    assert gone == "Wasp has left."
    assert none.text == "That computer isn't at this table."


async def test_a_move_names_a_computer_by_command(guild: SimGuild) -> None:
    ann, session = guild.players[0], await with_computers(guild, "wasp", "hare")

    nobody = await ann.move("cooperate")
    absent = await ann.slash("cooperate", player="Fox")
    [hare] = await ann.complete("cooperate", "player", "ha")
    assert len(await ann.complete("challenge", "player", "")) == 2
    made = await ann.slash("cooperate", player=hare)

    assert "player" in nobody.text
    assert "Fox doesn't have a seat at this table" in absent.text
    assert "Hare" in made.text
    history = await guild.bot.store.history(session.record.id)
    assert [played.move for played in history][1:] == ["cooperate player:C"]


async def test_joining_full_table_takes_computers_seat(guild: SimGuild) -> None:
    ann, ben = guild.players[:2]
    await ann.slash("cards", game="skrap")
    for character in ("fox", "magpie", "wasp", "hare"):
        await ann.add_computer(character=character)
    assert "Join (takes Hare's seat)" in labels(guild.table)

    await ben.press(guild.table, "Join (takes Hare's seat)")

    session = await guild.session()
    assert session.record.players[-1] == ben.id
    assert "Hare" not in guild.table_text


async def test_replaced_computer_leaves_other_seats_alone(guild: SimGuild) -> None:
    ann, ben, cyd, dan = guild.players
    await ann.slash("cards", game="skrap")
    await ann.add_computer()
    for player in (ben, cyd, dan, guild.join("eve")):
        await player.press(guild.table, "Join")

    assert (await guild.session()).record.players[2:] == (ben.id, cyd.id, dan.id)


async def test_only_who_sits_at_the_table_calls_computers(guild: SimGuild) -> None:
    ann, ben = guild.players[:2]
    await ann.slash("cards", game="craits")

    page = await ben.press(guild.table, "Add a computer")
    refused = await ben.press(page.message, "Easy")

    assert refused.text == "You don't have a seat at this table."
    assert "computer," not in text_of(guild.table)


async def test_leaving_computers_alone_ends_their_game(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="craits")
    await ann.press(guild.table, "Play alone")
    await acted(guild, await guild.session())

    asked = await ann.open("leave")
    await ann.press(asked.message, "Leave")

    assert text_of(guild.messages[-1]).endswith("Nobody wins.")
