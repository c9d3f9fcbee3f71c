"""The controls of Craits: what they say, and that they do not say who has forgotten to declare."""

from typing import Any

import pytest

from bot.engine.options import described
from bot.games.craits.moves import Idiot, Play
from bot.games.craits.state import CraitsOptions
from bot.rendering import pages
from tests.helpers.controls import acts, page_fault
from tests.rendering.craits_table import FACE, STOCK, at, labels, session_of
from tests.rendering.spoken import do


def test_plays_are_labelled_with_all_they_say() -> None:
    three = at("8H 9D KC / KD 4C", top="KS").scene(0)
    two = at("8H KC / KD 4C", top="KS").scene(0)

    assert [FACE.label(one, three) for one in three.legal] == [
        "Play 8♥ naming hearts",
        "Play 8♥ naming clubs",
        "Play 8♥ naming diamonds",
        "Play 8♥ naming spades",
        "Play 9♦ naming diamonds",
        "Play 9♦ naming hearts",
        "Play K♣",
    ]
    said = [FACE.label(one, two) for one in two.legal]
    assert said[4] == 'Play K♣, and say "one card"'
    assert said[3] == 'Play 8♥ naming spades, and say "one card"'
    assert said[5:] == [*(text.removesuffix(', and say "one card"') for text in said[:5])]


def test_a_long_name_does_not_burst_a_label() -> None:
    session = at("KC QC / KD", top="KS")
    session.names = {session.record.players[1]: "N" * 100}
    label = FACE.label(Idiot(1), session.scene(0))

    assert len(label) == 80
    assert label.startswith("Call idiot: NNN")


def test_a_draw_says_how_many() -> None:
    assert labels(pages.hand(at("KC QC / KD QD", top="5S").scene(0))) == ["Draw 1 card"]
    assert labels(pages.hand(at("KC QC / KD QD", top="2S", phase="count", count=4).scene(0))) == [
        "Draw 4 cards"
    ]


SINGLE = "KC QC 5C / KD / QD / 3C 4C"


@pytest.mark.parametrize("undeclared", [[], ["B"], ["C"], ["B", "C"]])
def test_whoever_holds_one_card_can_be_called_by_the_panel(undeclared: list[str]) -> None:
    session = at(SINGLE, top="KS", stock=STOCK, undeclared=undeclared)

    assert labels(pages.hand(session.scene(3))) == ["Call idiot: Seat 2", "Call idiot: Seat 3"]
    assert [act for act in acts(pages.hand(session.scene(0))) if "idiot" in act] == [
        "move idiot player:B",
        "move idiot player:C",
    ]


def test_who_has_declared_cannot_be_called_by_the_panel() -> None:
    session = at(SINGLE, top="KS", stock=STOCK, undeclared=["B"], declared=["C"])

    assert labels(pages.hand(session.scene(3))) == ["Call idiot: Seat 2"]


def test_who_has_been_called_is_not_offered_again() -> None:
    session = do(at(SINGLE, top="KS", stock=STOCK, undeclared=["B"]), "A: idiot player:B")

    assert labels(pages.hand(session.scene(3))) == ["Call idiot: Seat 3"]


@pytest.mark.parametrize("undeclared", [[], ["B"]])
def test_whoever_holds_a_single_card_is_offered_to_declare_it_forgotten_or_not(undeclared: list[str]) -> None:
    session = at(SINGLE, top="KS", stock=STOCK, undeclared=undeclared)

    offered = ["One card!" in labels(pages.hand(session.scene(seat))) for seat in range(4)]

    assert offered == [len(session.state.hands[seat]) == 1 for seat in range(4)]


@pytest.mark.parametrize("position", [{"phase": "between-hands"}, {"phase": "opening-suit", "top": "8S"}])
def test_nobody_can_be_called_while_nobody_plays(position: dict[str, Any]) -> None:
    session = at(SINGLE, **{"top": "KS", **position})

    assert not any("idiot" in act for seat in range(4) for act in acts(pages.hand(session.scene(seat))))


def test_who_has_left_is_offered_nothing() -> None:
    session = do(at(SINGLE, top="KS", stock=STOCK), "D: leave")

    assert labels(pages.hand(session.scene(3))) == []


def test_very_many_plays_are_chosen_card_by_card() -> None:
    hand = " ".join(f"{rank}S" for rank in ("A", *range(2, 11), "J", "Q", "K")) + " 8H 8C 8D 9H 9C 9D KH"
    scene = at(f"{hand} / 4D 5D", top="KD", suit="S", stock=STOCK).scene(0)
    page = pages.hand(scene, form="play")

    assert len(scene.legal) > 25
    assert labels(pages.hand(scene))[:2] == labels(page)[:2]
    assert labels(pages.hand(scene, form="play card:9H")) == [
        "Play 9♥ naming hearts",
        "Play 9♥ naming diamonds",
        "Back",
    ]
    assert page_fault(page) is None


def test_the_lobby_offers_the_short_and_the_full_game() -> None:
    hands = next(option for option in described(CraitsOptions) if option.name == "hands")

    assert {8, 15} <= {*hands.offered}
    assert "hands=15" in pages.table(session_of(3).scene(None)).text


def test_what_can_be_played_is_what_the_engine_lists() -> None:
    scene = at("8H 9D KC / KD 4C", top="KS").scene(0)

    assert Play("KC") in FACE.offered(scene)
    assert FACE.hand(scene).splitlines()[:2] == [
        "Your hand (**3 cards**, 90 points against you): K♣ 9♦ 8♥",
        "You can play: **K♣ 9♦ 8♥**",
    ]
