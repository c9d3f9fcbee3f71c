"""A refused choice of cards stays chosen, so that the player only has to correct it."""

from typing import Any, Final

import pytest

from bot.sessions.session import Session
from tests.helpers.guild import Player, Reply, SimGuild, labels, walk
from tests.helpers.tables import in_position, started

HAND: Final = ["4C", "9D", "9D", "9H", "9S", "JC", "JD", "JH", "KC"]
pytestmark = pytest.mark.players(2)
PROMPT: Final = "Three or more of one rank"


@pytest.fixture
async def ann(guild: SimGuild) -> Player:
    """Return a player of Crazy Rummy who may lay sets."""
    session = await started(guild, "crazy-rummy")
    await dealt(guild, session, HAND)
    return guild.players[0]


async def dealt(guild: SimGuild, session: Session, hand: list[str]) -> None:
    position = {"phase": "play", "turn": "A", "marker": "6H", "discard": ["5S"], "stock": ["10C", "8C"]}
    whole = {**position, "packs": 2, "hands": {"A": hand, "B": ["3D"]}}
    state = session.game.load(whole, 2, session.options)
    await in_position(guild, session, **session.game.dump(state))


async def opened(ann: Player) -> Reply:
    mine = await ann.press(ann.guild.table, "My hand")
    return await ann.press(mine.message, "Another set")


def chosen(reply: Reply) -> list[str]:
    """Return the cards that are already chosen in a page's select."""
    [select] = [one for one in walk(reply.message) if one["type"] == 3]
    return [option["label"] for option in select["options"] if option.get("default")]


async def test_a_refused_set_stays_chosen_below_the_reason(ann: Player) -> None:
    page = await opened(ann)
    assert chosen(page) == []

    refused = await ann.choose(page.message, PROMPT, "9♦", "9♥", "J♣")

    assert refused.text.splitlines()[1] == "> A set has one rank, plus wild 6s. You chose 9s and jacks."
    assert "### Which set?" in refused.text
    assert chosen(refused) == ["9♦", "9♥", "J♣"]
    assert "Back" in labels(refused.message)


async def test_the_corrected_set_is_laid(ann: Player) -> None:
    page = await opened(ann)
    refused = await ann.choose(page.message, PROMPT, "9♦", "9♥", "J♣")

    laid = await ann.choose(refused.message, PROMPT, "9♦", "9♥", "9♠")

    assert "You laid 9s" in laid.text
    assert "### Which set?" not in laid.text


async def test_equal_cards_stay_chosen_by_number(ann: Player) -> None:
    page = await opened(ann)
    [select] = [one for one in walk(page.message) if one["type"] == 3]
    picked = [one["value"] for one in select["options"] if one["label"] in ("9♦", "J♣")]

    refused = await ann.choose(page.message, PROMPT, *picked)

    assert chosen(refused) == ["9♦", "9♦", "J♣"]


async def test_closed_choice_is_not_kept(guild: SimGuild, ann: Player) -> None:
    page = await opened(ann)
    [select] = [one for one in walk(page.message) if one["type"] == 3]
    picked = [one["value"] for one in select["options"] if one["label"] in ("9♥", "J♣", "K♣")]
    await ann.slash("discard-card", card="4C")

    late = await ann.forge(guild.table, select["custom_id"], *picked)  # the page is gone by now

    assert "has moved on" in late.text
    assert "### Which set?" not in late.text


async def test_form_leaves_out_cards_not_held(guild: SimGuild, ann: Player) -> None:
    session = await guild.session()
    act: Any = f"b:{session.record.id}:{session.record.revision}:form meld cards:9D,AS,zz,JC,JC"

    page = await ann.forge(guild.table, act)

    assert chosen(page) == ["9♦", "J♣"]
