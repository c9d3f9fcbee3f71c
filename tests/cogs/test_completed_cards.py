"""Autocomplete shows cards as the panels do, and sends them as players type them."""

import pytest

from cogs.completing import choices, with_suits
from tests.helpers.guild import SimGuild
from tests.helpers.tables import started


@pytest.mark.players(3)
async def test_cards_are_offered_as_the_panels_show_them(guild: SimGuild) -> None:
    session = await started(guild)
    turn = guild.players[session.game.deciders(session.state)[0]]

    offered = await turn.actor.autocomplete(guild.channel, "protect", "card", "")

    assert offered
    for choice in offered:
        assert choice["name"] == with_suits(choice["value"])
        assert choice["name"][-1] in "♣♦♥♠r"


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [("7C,10H,JK", "7♣ 10♥ joker"), ("AS KD", "A♠ K♦"), ("R4-F", "R4-F"), ("K", "K"), ("rock", "rock")],
)
def test_only_cards_are_drawn(typed: str, drawn: str) -> None:
    assert with_suits(typed) == drawn


def test_entry_that_is_too_long_is_left_out() -> None:
    long = ",".join(["10C"] * 26)

    assert [one.value for one in choices([long, "10C"], "")] == ["10C"]
