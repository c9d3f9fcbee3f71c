"""Crapette through Discord: no private hands, calls on request, draws, several moves at once, the clock."""

import asyncio
from typing import Any

import pytest

from bot.rendering.page import Page
from bot.sessions.session import Session
from tests.helpers.guild import Player, SimGuild, labels, text_of, walk
from tests.helpers.tables import in_position, started

pytestmark = pytest.mark.players(2)

BEN_BEGINS = "4"
"""The seed of a deal in which Ben begins. Ann presses *Start*, so Ben gets a call."""

ALL_MOVES = "### Your turn. What do you move?\n-# Your clock"
"""The lines above a list of all moves. The one about moves that fit would be between them."""


async def test_no_hand_is_sent_and_mover_is_mentioned(guild: SimGuild) -> None:
    session = await started(guild, "crapette", seed=BEN_BEGINS)
    turn = session.game.deciders(session.state)[0]

    assert all(player.dms == [] for player in guild.players)
    assert f"<@{guild.players[turn].id}>, your turn at table 1." in text_of(guild.messages[-1])


def way(player: Player) -> str:
    """Return the address of the link in a player's latest DM."""
    [address] = [str(one["url"]) for one in walk(player.dm) if "url" in one]
    return address


def ways(guild: SimGuild) -> tuple[str, str]:
    """Return the addresses of the channel and of the table's message in it."""
    channel = f"https://discord.com/channels/{guild.handle.id}/{guild.channel.id}"
    return channel, f"{channel}/{guild.table.id}"


async def called_by_dm(guild: SimGuild) -> tuple[Player, Player]:
    """Start a game with calls by DM. Return the player who moves first, and the other."""
    for player in guild.players:
        await guild.bot.sessions.choices.set_user(player.id, calls=True)
    session = await started(guild, "crapette", seed=BEN_BEGINS)
    turn = session.game.deciders(session.state)[0]
    return guild.players[turn], guild.players[1 - turn]


async def test_call_by_dm_has_link_to_table(guild: SimGuild) -> None:
    mover, other = await called_by_dm(guild)

    assert way(mover) in ways(guild)
    await mover.slash("lift-card")
    await mover.move("put", to="my-discard")

    assert way(other) == ways(guild)[1]


async def test_call_links_to_channel_while_table_moves(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, other = await called_by_dm(guild)
    before, real = guild.table.id, guild.bot.transport.post
    await mover.slash("lift-card")
    for number in range(12):
        await other.actor.send(guild.channel, f"message {number}")

    async def last(channel_id: int, page: Page, **named: Any) -> int:
        while channel_id == guild.channel.id and not other.dms:
            await asyncio.sleep(0)
        return await real(channel_id, page, **named)

    monkeypatch.setattr(guild.bot.transport, "post", last)
    await mover.move("put", to="my-discard")

    assert guild.table.id != before
    assert way(other) == ways(guild)[0]


async def test_wanted_dm_announces_turn_without_cards(guild: SimGuild) -> None:
    for player in guild.players:
        page = await player.press((await player.open("settings")).message, "More")
        await player.choose(page.message, "Games without hands", "By DM")
    session = await started(guild, "crapette", seed=BEN_BEGINS)
    turn = session.game.deciders(session.state)[0]
    mover, other = guild.players[turn], guild.players[1 - turn]

    assert "**Your turn at Crapette**, table 1 in" in text_of(mover.dm)
    await mover.slash("lift-card")
    await mover.move("put", to="my-discard")

    assert text_of(other.dm).startswith("**Your turn at Crapette**, table 1 in")
    assert text_of(other.dm).endswith(" and discards it.")
    assert mover.dms == []


async def test_stopped_line_explains_itself_to_its_player(guild: SimGuild) -> None:
    session = await started(guild, "crapette")
    houses = {"L1": ["9S"], "L2": ["8H"], "L3": ["7S"], "L4": [], "R1": [], "R2": [], "R3": [], "R4": []}
    await in_position(
        guild,
        session,
        turn="A",
        houses=houses,
        finish={},
        hands={"A": ["KC"], "B": ["KD"]},
        hand_unseen={"A": 1, "B": 1},
        undo=[],
        history=[],
    )

    reply = await guild.players[0].slash("move-cards", moves="L2-L1 L3-F")

    assert session.game.dump(session.state)["houses"]["L1"] == ["9S", "8H"]
    assert "7♠" in reply.text


async def test_a_draw_is_offered_and_accepted(guild: SimGuild) -> None:
    session = await started(guild, "crapette")

    await guild.players[0].move("offer-draw")
    await guild.players[1].move("accept-draw")

    assert session.record.status == "over"
    assert session.game.outcome(session.state).end == "agreed"  # type: ignore[union-attr]


async def test_typed_resigning_asks_first(guild: SimGuild) -> None:
    session = await started(guild, "crapette")
    player = guild.players[session.state.turn]

    asked = await player.move("resign")

    assert session.record.status == "playing"
    assert labels(asked.message)[:2] == ["Resign", "Back"]


async def test_resigning_gives_the_game_to_the_other(guild: SimGuild) -> None:
    session = await started(guild, "crapette")

    await guild.players[1].resign()

    assert session.record.status == "over"
    assert "Ann wins\n" in guild.table_text


async def test_the_clock_is_told_in_private(guild: SimGuild) -> None:
    await started(guild, "crapette", "clock-minutes=15")

    reply = await guild.players[0].slash("table")

    assert reply.is_private
    assert "15" in reply.text


async def test_chess_clock_runs_while_thinking_and_ends_game(guild: SimGuild) -> None:
    session = await started(guild, "crapette", "clock-minutes=5")
    turn = session.game.deciders(session.state)[0]

    await guild.pass_time(100)
    await guild.players[turn].slash("lift-card")
    used = session.game.dump(session.state)["used"]
    await guild.pass_time(300)

    assert used["AB"[turn]] in (100, 101)
    assert session.record.status == "over"
    assert session.game.outcome(session.state).end == "clock"  # type: ignore[union-attr]


async def test_passing_is_for_exhausted_turns(guild: SimGuild) -> None:
    session = await started(guild, "crapette")
    kings = {"L1": ["KC"], "L2": ["KC"], "L3": ["KD"], "L4": ["KD"], "R1": ["KH"], "R2": ["KH"], "R3": ["KS"]}
    crapauds = {"A": ["9S"], "B": ["9D"]}
    await in_position(
        guild,
        session,
        turn="A",
        houses={**kings, "R4": ["KS"]},
        finish={},
        hands={"A": [], "B": []},
        discards={"A": [], "B": []},
        crapauds=crapauds,
        hand_unseen={"A": 0, "B": 0},
        crapaud_unseen={"A": 0, "B": 0},
        undo=[],
        history=[],
    )

    await guild.players[0].move("pass")

    assert session.game.deciders(session.state) == (1,)


async def moves_page(guild: SimGuild, seat: int) -> str:
    """Return the text of the page that *My moves* opens for a seat."""
    return (await guild.players[seat].press(guild.table, "My moves")).text


async def test_first_game_shows_only_fitting_moves(guild: SimGuild) -> None:
    session = await started(guild, "crapette")
    turn = session.game.deciders(session.state)[0]
    assert "fit" in await moves_page(guild, turn)
    await guild.players[turn].resign()

    session = await started(guild, "crapette")
    turn = session.game.deciders(session.state)[0]

    assert ALL_MOVES in await moves_page(guild, turn)


async def eight_below_nine(guild: SimGuild) -> Session:
    """Start a game in which Ann's only card that fits anywhere is 8♥ from L2, on L1."""
    session = await started(guild, "crapette")
    kings = {f"{side}{number}": [f"K{suit}"] for side in "LR" for number, suit in enumerate("CDHS", 1)}
    position = {
        "turn": "A",
        "houses": {**kings, "L1": ["9S"], "L2": ["8H"]},
        "hands": {"A": ["2C"], "B": ["3C"]},
    }
    state = session.game.load(position, 2, session.options)
    return await in_position(guild, session, **session.game.dump(state))


async def first_game_of_ben(guild: SimGuild) -> Session:
    """Start the same game for Ben, who hasn't finished one yet, and Ann, who has."""
    ann, ben = guild.players
    guild.players[1] = guild.join("cyd")
    await started(guild, "crapette")
    await ann.resign()
    guild.players[1] = ben
    return await eight_below_nine(guild)


async def test_fitting_moves_depend_on_own_games(guild: SimGuild) -> None:
    session = await first_game_of_ben(guild)
    ann, ben = guild.players
    page = await ann.press(guild.table, "My moves")
    assert "fit" not in page.text
    assert "K♦ from R2" in labels(page.message)
    await ann.slash("lift-card")
    await ann.move("put", to="my-discard")

    assert session.game.deciders(session.state) == (1,)
    page = await ben.press(guild.table, "My moves")

    assert "Only moves that fit are shown." in page.text
    assert "K♦ from R2" not in labels(page.message)


async def test_after_restart_unfitting_card_can_be_tried(guild: SimGuild) -> None:
    await first_game_of_ben(guild)
    ann = guild.players[0]
    page = await ann.press(guild.table, "My moves")
    await guild.restart()

    page = await ann.press(page.message, "K♦ from R2")

    assert "### Move K♦…" in page.text
    assert "L1, on 9♠" in labels(page.message)


async def test_first_game_stays_first_after_another_ends(guild: SimGuild) -> None:
    await eight_below_nine(guild)
    ann, cards = guild.players[0], guild.channel
    page = await ann.press(guild.table, "My moves")
    guild.channel = guild.handle.create_text_channel("more-cards")
    await guild.pass_time(1)
    await started(guild, "crapette")
    await ann.resign()
    guild.channel = cards
    await guild.restart()

    page = await ann.press(page.message, "8♥ from L2")
    page = await ann.press(page.message, "Back")

    assert "Only moves that fit are shown." in page.text
    assert "K♦ from R2" not in labels(page.message)


async def test_after_restart_chosen_card_goes_where_button_said(guild: SimGuild) -> None:
    session = await first_game_of_ben(guild)
    ann = guild.players[0]
    page = await ann.press(guild.table, "My moves")
    page = await ann.press(page.message, "8♥ from L2")
    await guild.restart()

    page = await ann.press(page.message, "L1, on 9♠")

    assert page.text.splitlines()[1] == "8♥ is on L1."
    session = await guild.session()
    assert session.game.dump(session.state)["houses"]["L1"] == ["9S", "8H"]


async def test_table_may_show_all_moves_from_start(guild: SimGuild) -> None:
    session = await started(guild, "crapette", "fits-only=off")
    turn = session.game.deciders(session.state)[0]

    assert ALL_MOVES in await moves_page(guild, turn)


async def test_a_card_is_moved_with_three_presses(guild: SimGuild) -> None:
    session = await eight_below_nine(guild)
    ann = guild.players[0]

    page = await ann.press(guild.table, "My moves")
    page = await ann.press(page.message, "8♥ from L2")
    page = await ann.press(page.message, "L1, on 9♠")

    assert page.text.splitlines()[1] == "8♥ is on L1."
    assert "Ann: 8♥ from L2 to L1." in guild.table_text
    assert session.game.dump(session.state)["houses"]["L1"] == ["9S", "8H"]


async def test_hand_says_that_hands_lie_face_down(guild: SimGuild) -> None:
    await started(guild, "crapette")

    reply = await guild.players[0].slash("hand")

    assert reply.is_private
    assert "Hands are face down, and nobody may look at them." in reply.text
