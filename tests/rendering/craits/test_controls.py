"""The controls of Craits: each button says what it does, and none says who forgot to declare."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.craits.one_card import Idiot
from bot.games.craits.playing import Play
from bot.rendering import pages, panel
from bot.rendering.page import Button, Buttons, Select
from bot.rendering.scene import Scene
from tests.helpers.controls import acts, page_fault
from tests.rendering.craits.sessions import FACE, STOCK, at, labels
from tests.rendering.spoken import do

USUAL = ["Hint", "Rules", "More"]
FACES_ON = {"options": {"faces": True}}


def buttons(scene: Scene, form: str | None = None) -> list[Button]:
    """Return the buttons of a hand, without those that every hand has."""
    blocks = [block for block in pages.hand(scene, form=form).blocks if isinstance(block, Buttons)]
    return [one for block in blocks for one in block.buttons if one.label not in USUAL]


def said(scene: Scene, form: str | None = None) -> list[tuple[str, str]]:
    return [(one.label, one.style) for one in buttons(scene, form)]


def test_fitting_cards_are_clicks_in_order_of_hand() -> None:
    scene = at("5H 9D QD 8S 2C KC / 3C 4C 7C / 3H 4H 7H", top="5D", stock=STOCK).scene(0)

    assert said(scene) == [
        ("9♦ · keep ♦", "blue"),
        ("9♦ · switch to ♥", "blue"),
        ("Q♦ · no effect", "blue"),
        ("5♥ · everyone else draws a card", "blue"),
        ("8♠ · you name the suit", "blue"),
    ]


@pytest.mark.parametrize(
    ("card", "label"),
    [
        ("AS", "A♠ · no effect"),
        ("2S", "2♠ · starts a count at 2"),
        ("3S", "3♠ · no effect"),
        ("4S", "4♠ · skips Ben"),
        ("5S", "5♠ · everyone else draws a card"),
        ("6S", "6♠ · play again"),
        ("7S", "7♠ · Cyd draws 1"),
        ("10S", "10♠ · reverses play"),
        ("JS", "J♠ · Ben draws 2, skipped"),
        ("QS", "Q♠ · Ben draws 5, skipped"),
        ("KS", "K♠ · play 3 more"),
    ],
)
def test_button_names_player_whom_card_hits(card: str, label: str) -> None:
    session = at(f"{card} 2D 3D / KD / QD / KC", top="9S", stock=STOCK, **FACES_ON)
    session.names = dict(zip(session.record.players, ("Ann", "Ben", "Cyd", "Dan"), strict=True))

    assert labels(pages.hand(session.scene(0)))[0] == label


def test_direction_and_players_decide_who_is_hit() -> None:
    back = at("7S 4S 2D / KD / QD / KC", top="9S", stock=STOCK, direction="anticlockwise").scene(0)
    two = at("7S 5S 10S 2D / KD QD", top="9S", stock=STOCK).scene(0)

    assert labels(pages.hand(back))[:2] == ["4♠ · skips Seat 4", "7♠ · Seat 3 draws 1"]
    assert labels(pages.hand(two))[:3] == ["5♠ · Seat 2 draws 1", "7♠ · Seat 2 draws 1", "10♠ · no effect"]


def test_jacks_in_row_say_what_next_one_costs() -> None:
    scene = at("JS 2D 3D / KD", top="JH", stock=STOCK, jack_run=2, **FACES_ON).scene(0)

    assert labels(pages.hand(scene))[0] == "J♠ · Seat 2 draws 6, skipped"


def test_cards_without_effect_after_a_king_say_so() -> None:
    run = {"phase": "king-run", "king_steps": 2, **FACES_ON}

    assert labels(pages.hand(at("4S 2D 3D / KD", top="KS", **run).scene(0)))[0] == "4♠ · no effect"


@pytest.mark.parametrize(
    ("card", "label"),
    [("KS", "K♠ · you go out"), ("6S", "6♠ · you draw a card"), ("5S", "5♠ · everyone else draws a card")],
)
def test_a_last_card_says_what_comes_of_it(card: str, label: str) -> None:
    assert labels(pages.hand(at(f"{card} / KD QD / KC 2C", top="9S", stock=STOCK).scene(0)))[0] == label


def test_answer_to_count_tells_height_and_next_player() -> None:
    count = {"phase": "count", "count": 5, "top": "2S"}
    scene = at("AH 2C KS 4D / KD", **count).scene(0)

    assert labels(pages.hand(scene))[:2] == ["2♣ · count 7, Seat 2 next", "A♥ · count 6, Seat 2 next"]


def test_with_two_cards_declaring_play_comes_first() -> None:
    scene = at("5H 2S / KD QD / KC 3C", top="5D", stock=STOCK).scene(0)

    assert said(scene) == [("5♥, “one card!” · others draw 1", "blue"), ("5♥, say nothing", "grey")]


def test_many_silent_plays_are_a_select_alone() -> None:
    scene = at("9S 2S / KD QD / KC 3C", top="5S", stock=STOCK).scene(0)
    alone = replace(scene, guild_id=0)

    assert [style for _, style in said(scene)] == ["blue"] * 3 + ["grey"] * 3
    assert [style for _, style in said(alone)] == ["blue"] * 3
    [select] = [block for block in pages.hand(alone).blocks if isinstance(block, Select)]
    assert len(select.choices) == 3
    assert all(one.label.endswith("say nothing") for one in select.choices)
    assert page_fault(pages.hand(alone)) is None


def test_eight_asks_for_suit_held_most_first() -> None:
    scene = at("8S 2H 5H KH 3D / KC QC", top="9S", stock=STOCK).scene(0)
    form = "play card:8S declare:"

    assert [one.action.act for one in buttons(scene)][-1] == f"form {form}"
    assert said(scene, form) == [
        ("Hearts ♥", "blue"),
        ("Diamonds ♦", "grey"),
        ("Clubs ♣", "grey"),
        ("Spades ♠", "grey"),
        ("Back", "grey"),
    ]
    assert "### 8♠: which suit?\n-# You hold 3 hearts, 1 diamond." in pages.hand(scene, form=form).text


def test_eight_declared_as_last_keeps_declaration() -> None:
    scene = at("8S KH / KC QC", top="9S", stock=STOCK).scene(0)

    assert [one.action.act for one in buttons(scene)] == [
        "form play card:8S declare:true",
        "form play card:8S declare:",
    ]
    aloud = [one.action.act for one in buttons(scene, "play card:8S declare:true")][:-1]
    silent = [one.action.act for one in buttons(scene, "play card:8S declare:")][:-1]
    assert aloud == [f"move play card:8S suit:{suit} declare:true" for suit in "HCDS"]
    assert silent == [f"move play card:8S suit:{suit}" for suit in "HCDS"]


def test_many_plays_become_select_except_eights() -> None:
    hand = " ".join(f"{rank}S" for rank in ("A", *range(2, 11), "J", "Q", "K")) + " 8H 8C 8D 9H 9C 9D KH"
    scene = at(f"{hand} / 4D 5D", top="KD", suit="S", stock=STOCK).scene(0)
    page = pages.hand(scene)
    [select] = [block for block in page.blocks if isinstance(block, Select)]

    assert select.label == "A card from your hand…"
    assert "4♠ · skips Seat 2" in [one.label for one in select.choices]
    assert [label for label, _ in said(scene)] == [f"8{sign} · you name the suit" for sign in "♣♦♥♠"]
    assert page_fault(page) is None


def test_draw_is_one_press_and_says_how_many() -> None:
    one = at("KC QC / KD QD", top="5S").scene(0)
    four = at("KC QC / KD QD", top="2S", phase="count", count=4).scene(0)

    assert said(one) == [("Draw now", "blue")]
    assert said(four) == [("Draw 4 now", "blue")]


SINGLE = "KC QC 5C / KD / QD / 3C 4C"


@pytest.mark.parametrize("undeclared", [[], ["B"], ["C"], ["B", "C"]])
@pytest.mark.parametrize("declared", [[], ["B"]])
def test_everyone_with_one_card_can_be_called(undeclared: list[str], declared: list[str]) -> None:
    flags = {"undeclared": [one for one in undeclared if one not in declared], "declared": declared}
    session = at(SINGLE, top="KS", stock=STOCK, **flags)

    assert said(session.scene(0))[-2:] == [("Idiot! Seat 2", "grey"), ("Idiot! Seat 3", "grey")]


def test_caught_player_is_called_no_more() -> None:
    session = at(SINGLE, top="KS", stock=STOCK, owes=["B"])

    assert said(session.scene(0))[-1] == ("Idiot! Seat 3", "grey")
    assert said(session.scene(1)) == []


def test_hand_off_turn_offers_no_calls() -> None:
    session = at(SINGLE, top="KS", stock=STOCK, undeclared=["B"])
    table = pages.table(session.scene(None))

    assert said(session.scene(3)) == []
    assert labels(table) == ["My hand", "Idiot!", "Rules", "More"]
    assert "form idiot" in [*acts(table)]
    assert "### Who forgot to say it?" in pages.hand(session.scene(3), form="idiot").text
    assert said(session.scene(3), "idiot") == [
        ("Seat 2 · 1 card", "blue"),
        ("Seat 3 · 1 card", "blue"),
        ("Back", "grey"),
    ]


def test_call_without_candidates_explains_itself() -> None:
    scene = at("KC QC 5C / KD AD", top="KS", stock=STOCK).scene(1)

    assert panel.can_finish(scene, FACE, "idiot")
    assert "### Nobody else has one card" in pages.hand(scene, form="idiot").text


@pytest.mark.parametrize("undeclared", [[], ["B"]])
def test_one_card_can_be_said_late(undeclared: list[str]) -> None:
    session = at(SINGLE, top="KS", stock=STOCK, undeclared=undeclared, declared=["C"])

    offered = ["Say “one card”" in labels(pages.hand(session.scene(seat))) for seat in range(4)]

    assert offered == [False, True, False, False]


@pytest.mark.parametrize("position", [{"phase": "between-hands"}, {"phase": "opening-suit", "top": "8S"}])
def test_nobody_can_be_called_while_nobody_plays(position: dict[str, Any]) -> None:
    session = at(SINGLE, **{"top": "KS", **position})

    assert not any("idiot" in act for seat in range(4) for act in acts(pages.hand(session.scene(seat))))
    assert "Idiot!" not in labels(pages.table(session.scene(None)))


def test_player_who_left_is_offered_another_game() -> None:
    session = do(at(SINGLE, top="KS", stock=STOCK), "D: leave")

    assert said(session.scene(3)) == [("Another game", "blue")]


def test_long_name_is_shortened_to_what_fits_phone() -> None:
    session = at("4C 7S 2C / KD / 3D 5D", top="KC", stock=STOCK, declared=["B"])
    session.names = dict.fromkeys(session.record.players, "N" * 32)
    said = labels(pages.hand(session.scene(0)))

    assert max(map(len, said)) == 34
    assert FACE.label(Idiot(1), session.scene(0)) == f"{'N' * 24}… · 1 card"
    assert "skips NNNN" in said[1]


def test_next_hand_is_dealt_from_table_or_hand() -> None:
    session = at("KH / KD QD", top="KS", phase="between-hands")

    assert labels(pages.table(session.scene(None))) == ["My hand", "Deal", "Rules", "More"]
    assert said(session.scene(0)) == [("Deal", "blue")]


def test_dealer_names_first_suit_at_table_or_hand() -> None:
    session = at("KH 5H / QD 2C / 4C 5C", top="8H", phase="opening-suit", stock=STOCK)
    suits = ["Hearts ♥", "Clubs ♣", "Diamonds ♦", "Spades ♠"]

    assert [label for label, _ in said(session.scene(0))] == suits
    assert labels(pages.table(session.scene(None)))[:4] == suits


def test_why_not_names_most_expensive_misfits() -> None:
    turn = at("QS KC 2C 5H / KD QD", top="5D", stock=STOCK).scene(0)
    count = at("QS AC / KD QD", top="2D", phase="count", count=2).scene(0)

    assert FACE.nearly(turn) == ("2♣: clubs don't fit.", "K♣: clubs don't fit.", "Q♠: spades don't fit.")
    assert FACE.nearly(count) == ("Q♠: only an ace or a 2 answers.",)
    assert FACE.nearly(at("QS / KD", top="5D", turn="B").scene(0)) == ()


def test_playable_cards_are_those_the_engine_lists() -> None:
    scene = at("8H 9D KC / KD 4C", top="KS").scene(0)

    assert {*scene.legal} <= {*FACE.menu_moves(scene)}
    assert Play("KC") in [quick.move for quick in FACE.quick_moves(scene)]
