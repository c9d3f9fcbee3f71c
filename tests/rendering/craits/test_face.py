"""The controls of Craits, its questions and results; nothing says who has forgotten to declare."""

from typing import Any

import pytest

from bot.games.craits.one_card import Idiot
from bot.games.craits.playing import Play
from bot.rendering import pages
from bot.rendering.page import Select
from tests.helpers.controls import acts, page_fault
from tests.rendering.craits.sessions import FACE, STOCK, at, labels, session_of, table
from tests.rendering.spoken import do, plain, told


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
def test_a_player_with_one_card_can_be_called_by_the_panel(undeclared: list[str]) -> None:
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
def test_a_single_card_can_be_declared_forgotten_or_not(undeclared: list[str]) -> None:
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


def test_the_lobby_offers_three_hands_and_all_of_them() -> None:
    page = pages.table(session_of(3).scene(None))

    [lengths] = [block for block in page.blocks if isinstance(block, Select)]
    assert [choice.label.split(" · ")[:2] for choice in lengths.choices] == [
        ["Short", "3 hands"],
        ["Normal", "8 hands"],
        ["Long", "all 15 hands"],
    ]
    assert lengths.label.startswith("Long · all 15 hands")


def test_what_can_be_played_is_what_the_engine_lists() -> None:
    scene = at("8H 9D KC / KD 4C", top="KS").scene(0)

    assert Play("KC") in FACE.offered(scene)
    assert FACE.hand(scene).splitlines()[:2] == [
        "Your hand (**3 cards**, 90 points against you): K♣ 9♦ 8♥",
        "You can play: **K♣ 9♦ 8♥**",
    ]


def test_a_blind_dealer_names_the_suit_unseen() -> None:
    session = at("KH 5H / QD 2C / 4C 5C", top="8H", phase="opening-suit", stock=STOCK)
    scene = session.scene(0)

    assert FACE.hand(scene).startswith("Your hand (2 cards) stays face down until you have named the suit.")
    assert FACE.asked(scene) == "Name the suit of 8♥, before you see your hand."
    assert FACE.default(scene) == "then the suit of the card itself is taken"
    assert labels(pages.hand(scene)) == ["Hearts ♥", "Clubs ♣", "Diamonds ♦", "Spades ♠"]
    assert labels(pages.table(session.scene(None)))[:4] == labels(pages.hand(scene))
    assert table(session)[0] == "Top card **8♥** · suit still to be named · direction ↓ clockwise"

    do(session, "A: suit suit:C")
    assert told(session, 0) == (
        "The suit to begin with is **clubs** (dealer: A). You hold 5♥ K♥. B is to play."
    )


def test_a_dealer_who_has_looked_is_not_told_otherwise() -> None:
    seen = at("KH / QD", top="9H", phase="opening-suit", options={"opening_suit": "seen"}).scene(0)

    assert FACE.asked(seen) == "Name the suit of 9♥."
    assert labels(pages.hand(seen)) == ["Hearts ♥", "Diamonds ♦"]


def test_the_result_names_the_winners_and_all_totals() -> None:
    totals = {"A": 212, "B": 177, "C": 187}
    session = at("KH / KS QD / KD", top="QS", hand_number=1, totals=totals, turn="B", options={"hands": 1})
    shared = do(session, "B: play card:KS declare:true", "C: play card:KD")

    assert plain(FACE.result(shared.scene(None))) == (
        "**B and C share the win!** That is the lowest total after 1 hand.\nTotals: B 187, C 187, A 222"
    )
    assert told(shared).endswith("The game is over: B and C share the win with the lowest total.")


def test_the_last_player_left_wins_with_any_total() -> None:
    session = do(at("KH QH / KS", top="QD", totals={"A": 5, "B": 1234}), "A: leave")

    assert plain(FACE.result(session.scene(None))) == (
        "**B wins!** All the others have left.\nTotals: B 1,234, A 5 (left)"
    )
    assert told(session).endswith("The game is over: B wins as the last player left.")
    assert FACE.awaits(session.scene(None)) == "Nobody has to act."
