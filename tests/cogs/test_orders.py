"""*Decide ahead* at slow tables: players give orders on their hand, which nobody else sees."""

from collections import Counter
from typing import Any

import pytest

from bot.games.crap.state import State
from bot.games.skrap.orders import ordered
from bot.games.skrap.surging import Surge
from bot.sessions import orders
from bot.sessions.session import Session
from tests.helpers.guild import Player, SimGuild, labels, text_of, walk
from tests.helpers.tables import dealt

pytestmark = pytest.mark.players(3)


@pytest.fixture(autouse=True)
def _slower_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make orders wait longer than any timer that SimCord runs in real time."""
    monkeypatch.setattr(orders, "QUICKEST", 12.0)


async def left_alone(guild: SimGuild, pace: str = "slow-1", game: str = "crap") -> Session:
    """Deal a table and let an hour pass there, or a few seconds at a quick pace."""
    session = await dealt(guild, game, pace=pace)
    await guild.pass_time(3600 if pace.startswith("slow") else 5)
    return session


def seats(guild: SimGuild, session: Session) -> tuple[Player, Player, Player]:
    """Return the player on turn and the two after them."""
    state: State = session.state
    return tuple(guild.players[(state.turn + by) % 3] for by in range(3))  # type: ignore[return-value]


async def call_from(player: Player, number: int) -> Any:
    """Decide ahead to call a bluff when holding this many of the rank. Return the page."""
    page = await player.press(player.dm, "Decide ahead")
    return await player.select(page, "plan acquire *", str(number))


async def wait_for_order(guild: SimGuild, session: Session) -> None:
    """Let time pass until the next order has acted."""
    first = orders.first_due(session, guild.bot.sessions.computers.key)
    assert first is not None
    await guild.pass_time(first[0] - guild.bot.clock() + 1)


def selects(page: Any) -> list[str]:
    """Return the placeholders of a page's selects."""
    return [one["placeholder"] for one in walk(page.message) if one.get("type") == 3]


async def test_two_clicks_give_an_order(guild: SimGuild) -> None:
    session = await left_alone(guild)
    _, ben, cyd = seats(guild, session)
    hand = await call_from(ben, 3)

    assert "-# Decided ahead: call from 3" in hand.text
    page = await ben.press(ben.dm, "Decide ahead")
    assert page.text.startswith("### Decide ahead\n-# So nobody has to wait for you. Only you see this.")
    assert selects(page)[0] == "Someone acquires a rank: call from 3"
    assert labels(page.message)[-2:] == ["Take it all back", "Back"]
    assert "Decided ahead" not in text_of(cyd.dm) + guild.table_text


async def test_it_acts_and_says_so_to_its_owner(guild: SimGuild) -> None:
    session = await left_alone(guild)
    ann, ben, cyd = seats(guild, session)
    await call_from(ben, 4)
    before = len(ben.dms)
    await ann.slash("acquire", rank="7")
    assert len(ben.dms) == before, "no call"
    await wait_for_order(guild, session)
    await guild.pass_time(100)

    name = ann.actor.user.global_name
    assert f"As you decided: you believed {name}." in text_of(ben.dm)
    assert "As you decided" not in text_of(cyd.dm) + guild.table_text
    log = await cyd.slash("cardcrate")
    assert "decided" not in log.text


@pytest.mark.parametrize("calls", [True, False])
async def test_turn_that_follows_order_says_what_it_did(guild: SimGuild, calls: bool) -> None:
    guild.bot.sessions.new_key = lambda: bytes(32)
    session = await left_alone(guild)
    ann, ben, cyd = seats(guild, session)
    state: State = session.state
    held = Counter(card[:-1] for card in state.hands[guild.players.index(ben)] if card != "JK")
    rank, number = max(held.items(), key=lambda one: one[1])
    assert 1 < number < 4
    await call_from(ben, 2 if calls else 4)  # the key deals them 2 or 3 cards of a rank
    await ann.slash("acquire", rank=rank)
    await wait_for_order(guild, session)
    if not calls:
        await cyd.slash("believe")
    await guild.pass_time(100)

    name, text = ann.actor.user.global_name, text_of(ben.dm)
    did = "you called the bluff" if calls else f"you believed {name}"
    assert f"As you decided: {did}.\n{'You called it' if calls else 'Your hand'}" in text
    assert text.count(f"{name} got ") == int(not calls)
    assert "### Your turn." in text
    await ben.slash("turn", move="recycle")
    assert "As you decided" not in text_of(ben.dm)


async def test_answer_of_order_repeats_no_older_news(guild: SimGuild) -> None:
    session = await left_alone(guild)
    ann, ben, _ = seats(guild, session)
    await ann.slash("turn", move="recycle")
    await call_from(ann, 4)
    await ben.slash("acquire", rank="7")
    await wait_for_order(guild, session)
    await guild.pass_time(100)

    name = ben.actor.user.global_name
    assert f"### As you decided: you believed {name}.\n-# Decided ahead" in text_of(ann.dm)


async def test_whoever_believes_reads_it_while_others_may_call(guild: SimGuild) -> None:
    session = await left_alone(guild)
    ann, ben, cyd = seats(guild, session)
    await ann.slash("turn", move="recycle")
    await ben.slash("acquire", rank="7")
    name = ben.actor.user.global_name

    assert f"### You believe {name}." in (await ann.slash("believe")).text
    await cyd.slash("believe")
    hand = await ann.press(guild.table, "My hand")
    assert "You believe" not in hand.text


async def test_next_move_is_chosen_from_legal_ones(guild: SimGuild) -> None:
    session = await left_alone(guild)
    ann, ben, _ = seats(guild, session)
    page = await ben.press(ben.dm, "Decide ahead")
    assert selects(page)[1] == "Your next turn: ask me"
    hand = await ben.select(page, "plan next *", "recycle")
    assert "-# Decided ahead: next turn: Recycle" in hand.text
    await ann.slash("turn", move="recycle")
    await wait_for_order(guild, session)
    await guild.pass_time(100)

    assert "As you decided: Recycle." in text_of(ben.dm)


async def test_the_player_on_turn_decides_no_next_move(guild: SimGuild) -> None:
    session = await left_alone(guild)
    ann, *_ = seats(guild, session)
    page = await ann.press(ann.dm, "Decide ahead")

    assert selects(page) == ["Someone acquires a rank: ask me"]


async def test_all_is_taken_back_at_once(guild: SimGuild) -> None:
    session = await left_alone(guild)
    _, ben, _ = seats(guild, session)
    await call_from(ben, 2)
    page = await ben.press(ben.dm, "Decide ahead")
    hand = await ben.press(page.message, "Take it all back")

    assert "Decided ahead" not in hand.text
    assert session.record.attendance.orders == ()


async def test_the_hand_says_why_it_asks(guild: SimGuild) -> None:
    session = await left_alone(guild)
    ann, ben, cyd = seats(guild, session)
    state: State = session.state
    seat = guild.players.index(ben)
    rank = next(card[:-1] for card in state.hands[seat] if card != "JK")
    page = await ben.press(ben.dm, "Decide ahead")
    await ben.select(page, "plan next *", "recycle")
    await ann.slash("acquire", rank=rank)
    for one in (ben, cyd):
        await one.slash("believe")

    name = ann.actor.user.global_name
    hand = await ben.press(guild.table, "My hand")
    assert f"Your plan is off: {name} took your " in hand.text
    await ben.slash("turn", move="recycle")
    assert session.record.attendance.orders == ()


async def test_a_command_opens_it_too(guild: SimGuild) -> None:
    session = await left_alone(guild)
    _, ben, _ = seats(guild, session)
    page = await ben.slash("cardcrate", open="ahead")
    hand = await ben.select(page, "plan acquire *", "3")

    assert "-# Decided ahead: call from 3" in hand.text


@pytest.mark.parametrize("pace", ["live", "relaxed"])
async def test_quick_tables_have_no_button(guild: SimGuild, pace: str) -> None:
    session = await left_alone(guild, pace)
    page = await seats(guild, session)[1].press(guild.table, "My hand")

    assert "Decide ahead" not in labels(page.message)


async def test_whoever_moved_reads_that_the_next_is_here(guild: SimGuild) -> None:
    session = await left_alone(guild)
    ann, ben, cyd = seats(guild, session)
    await ann.slash("turn", move="recycle")
    await ben.slash("turn", move="recycle")
    hand = await cyd.slash("turn", move="recycle")

    name = ann.actor.user.global_name
    assert f"-# {name} moved <t:" in hand.text
    assert "and is up." in hand.text
    assert "and is up." not in text_of(ben.dm) + guild.table_text


async def test_whoever_moved_long_ago_is_not_here(guild: SimGuild) -> None:
    session = await left_alone(guild)
    ann, ben, cyd = seats(guild, session)
    await ann.slash("turn", move="recycle")
    await guild.pass_time(700)
    await ben.slash("turn", move="recycle")
    hand = await cyd.slash("turn", move="recycle")

    assert "and is up." not in hand.text


async def test_skrap_places_the_usual_surge_card(guild: SimGuild) -> None:
    session = await left_alone(guild, game="skrap")
    ben = guild.players[1]
    [lowest] = ordered(session.state, 1, "usual", "usual") or ()
    assert isinstance(lowest, Surge)
    page = await ben.press(ben.dm, "Decide ahead")
    assert selects(page) == ["Surge, throws, scavengers: ask me"]
    await ben.select(page, "plan usual *", "usual")
    await guild.pass_time(1300)

    assert session.state.surge[1] == lowest.card
    assert session.state.surge[0] is None
    assert "-# Decided ahead: my usual" in text_of(ben.dm)


async def test_craits_plays_the_chosen_card_or_the_default(guild: SimGuild) -> None:
    session = await left_alone(guild, game="craits")
    turn = session.state.turn
    ben = guild.players[(turn + 1) % 3]
    page = await ben.press(ben.dm, "Decide ahead")
    assert selects(page) == ["The count: ask me", "Your next turn: ask me"]
    seat = guild.players.index(ben)
    [*_, value] = session.game.plans(session.state, seat)["next"]
    hand = await ben.select(page, "plan next *", value)

    assert "-# Decided ahead: next turn: " in hand.text
    [order] = session.record.attendance.orders
    assert (order.seat, order.kind, order.value) == (seat, "next", value)
