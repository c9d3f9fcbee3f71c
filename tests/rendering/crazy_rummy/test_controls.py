"""The controls of Crazy Rummy, their order, and how few clicks they need."""

from typing import Any

import msgspec
import pytest

from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import Draw
from bot.rendering import pages
from bot.rendering.page import Buttons, Page, Select
from bot.rendering.scene import Scene
from tests.games.crazy_rummy.positions import at
from tests.rendering.crazy_rummy.sessions import FACE, scene_of

EIGHTS = {"B": [["8C", "8D", "8H"]]}
HAND = "4C 6D 9D 9H 9S QC QD 8S JC AD / KS"
"""A hand with a set, a set with the wild six, a card to feed, and others."""


def buttons(page: Page) -> list[tuple[str, str]]:
    """Return the labels and styles of a hand's buttons, without those that every hand has."""
    rows = [block for block in page.blocks if isinstance(block, Buttons)]
    every = [(one.label, one.style) for row in rows for one in row.buttons]
    return [one for one in every if one[0] not in ("Hint", "Rules", "More", "My hand")]


def labels(page: Page) -> list[str]:
    return [label for label, _ in buttons(page)]


def select(page: Page) -> Select:
    """Return the only select of a page."""
    (one,) = (block for block in page.blocks if isinstance(block, Select))
    return one


def play(hands: str, **position: Any) -> Scene:
    return scene_of(at(hands, **position).state, 0)


def test_sets_precede_feeds_and_both_precede_discard() -> None:
    page = pages.hand(play(HAND, sets=EIGHTS))

    assert labels(page) == ["Lay 9♦ 9♥ 9♠ · 30", "Lay Q♣ Q♦ + wild 6♦ · 120", "Feed 8♠ · 10", "Another set…"]
    controls = [type(block) for block in page.blocks if isinstance(block, Buttons | Select)]
    assert controls == [Buttons, Select, Buttons]


def test_alone_two_sets_fit_a_phones_line() -> None:
    scene = msgspec.structs.replace(play(HAND, sets=EIGHTS), players=(1, -1))

    assert labels(pages.hand(scene))[:2] == ["9♦ 9♥ 9♠ · 30", "Q♣ Q♦ 6♦ · 120"]


def test_discards_are_sorted_like_hand_with_costs() -> None:
    one = select(pages.hand(play(HAND, sets=EIGHTS, taken="9S")))

    assert one.label == "Discard one: ends your turn…"
    assert [(choice.label, choice.hint) for choice in one.choices] == [
        ("4♣", "5 points"),
        ("8♠", "10 points, or feed it"),
        ("9♦", "In the set above"),
        ("9♥", "In the set above"),
        ("9♠", "You just took it, so you can't discard it"),
        ("J♣", "10 points"),
        ("Q♣", "10 points"),
        ("Q♦", "10 points"),
        ("A♦", "100 points"),
        ("6♦", "Wild, 100 points"),
    ]


def test_hand_sorted_by_suit_sorts_discards_by_suit() -> None:
    scene = msgspec.structs.replace(play("3S 4C 7H 8D 9C 10S / KS"), order="suit")

    assert [choice.label for choice in select(pages.hand(scene)).choices] == [
        "4♣", "9♣", "8♦", "7♥", "3♠", "10♠",
    ]  # fmt: skip


def test_few_discards_are_one_press_each() -> None:
    assert buttons(pages.hand(play("4C 9D AS / KS"))) == [
        ("Discard 4♣", "blue"),
        ("Discard 9♦", "blue"),
        ("Discard A♠", "blue"),
    ]


def test_card_that_must_be_kept_is_no_button() -> None:
    assert labels(pages.hand(play("4C 9D / KS", taken="9D"))) == ["Discard 4♣"]


@pytest.mark.parametrize(
    ("hand", "offered"),
    [
        ("4C", [("Discard 4♣ and go out", "green")]),
        ("8S", [("Feed 8♠ · 10 and go out", "green"), ("Discard 8♠ and go out", "blue")]),
        (
            "9D 9H 9S",
            [
                ("Lay 9♦ 9♥ 9♠ · 30 and go out", "green"),
                *((f"Discard {card}", "blue") for card in ("9♦", "9♥", "9♠")),
            ],
        ),
    ],
)
def test_emptying_moves_say_so_and_best_is_green(hand: str, offered: list[tuple[str, str]]) -> None:
    assert sorted(buttons(pages.hand(play(f"{hand} / KS", sets=EIGHTS)))) == sorted(offered)


def test_sets_without_wilds_and_most_points_come_first() -> None:
    scene = play("3C 3D 3H AC AD AH 4C 4D 6S / KS")

    assert [quick.label for quick in FACE.quick_moves(scene)] == [
        "Lay A♣ A♦ A♥ · 300",
        "Lay 3♣ 3♦ 3♥ · 15",
        "Lay 4♣ 4♦ + wild 6♠ · 110",
    ]


def test_spare_wilds_are_offered_with_most_expensive() -> None:
    once = [quick.label for quick in FACE.quick_moves(play("JS JH JD 6S 6C 4C 3C 5C 7C 8C / KS"))]
    later = play("JS JH JD 6S 6C 4C 3C 5C 7C 8C / KS", sets={"A": [["9C", "9D", "9H"]]})

    assert once[:2] == ["Lay J♦ J♥ J♠ · 30", "Lay 8♣ + wild 6♣ 6♠ · 210"]
    assert [quick.label for quick in FACE.quick_moves(later)] == [
        "Lay J♦ J♥ J♠ · 30",
        "Lay J♦ J♥ J♠ + wild 6♠ · 130",
    ]


def test_a_long_set_is_told_by_its_number() -> None:
    hand = "10C 10C 10D 10D 10H 10S 3C / KS"

    assert FACE.quick_moves(play(hand, packs=4))[0].label == "Lay 10♣ 10♣ 10♦ 10♦ 10♥ 10♠ · 60"
    assert FACE.quick_moves(play(f"10H 10S {hand}", packs=4))[0].label == "Lay eight 10s · 80"


def test_cards_of_rank_are_fed_together_or_singly() -> None:
    page = pages.hand(play("8S 8D 3C 4C 5C 7C / KS", sets=EIGHTS))

    assert labels(page)[:2] == ["Feed 8♦ 8♠ · 20", "Feed…"]
    assert "Feed…" not in labels(pages.hand(play("8S 3C 4C 5C 7C 9C / KS", sets=EIGHTS)))


def test_wild_card_is_fed_as_its_own_rank() -> None:
    page = pages.hand(play("6S 3C / KS", sets={"B": [["6C", "6D", "6H"]]}))

    assert "Feed 6♠ · 100" in labels(page)


def test_draw_is_one_click_in_hand_and_table() -> None:
    def offered(**position: Any) -> list[str]:
        state = at("4C / KS", phase="draw", **position).state
        assert labels(pages.table(scene_of(state))) == labels(pages.hand(scene_of(state, 0)))
        return labels(pages.table(scene_of(state)))

    assert offered() == ["Stock (4)", "Take 5♠"]
    assert offered(lock_count=4) == ["Stock (4)"]
    assert offered(discard="") == ["Stock (4)"]
    assert FACE.table_moves(scene_of(at("4C / KS").state)) == ()


def test_possible_cards_of_sets_are_picked_in_order() -> None:
    picks = FACE.picks(play("JS 6S JH AC AS 4C / KS", sets={"A": [["5S", "5H", "5D"]]}))

    assert list(picks) == ["meld"]
    assert picks["meld"].cards == ("JH", "JS", "AC", "AS", "6S")
    assert (picks["meld"].least, picks["meld"].placeholder) == (3, "Three or more of one rank, plus wild 6s…")
    page = pages.hand(play("JS 6S JH AC AS 4C / KS"), form="meld")
    assert [choice.label for choice in select(page).choices][:2] == ["J♥", "J♠"]
    assert "### Which set?" in page.text


def test_set_from_large_hand_is_picked_by_suit() -> None:
    many = " ".join(f"{rank}{suit}" for rank in "345789J" for suit in "CDHS")

    page = pages.hand(play(f"{many} / KS"), form="meld")

    assert "Choose 3 to 28 cards, one at a time. Your hand is long: each suit has its list." in page.text
    lists = [block.label for block in page.blocks if isinstance(block, Select)]
    assert lists == ["Add clubs…", "Add diamonds…", "Add hearts…", "Add spades…"]


def test_feedable_cards_are_picked_from_open_ranks() -> None:
    page = pages.hand(play("8S 8D 3C 4C 5C 7C / KS", sets=EIGHTS), form="feed")

    assert [choice.label for choice in select(page).choices] == ["8♦", "8♠"]
    assert "There are sets of 8s on the table." in page.text


def test_nobody_is_offered_anything_out_of_turn() -> None:
    state = at("4C / JS JH JD").state

    for scene in (scene_of(state, 1), scene_of(state)):
        assert FACE.picks(scene) == {}
        assert FACE.quick_moves(scene) == ()
        assert FACE.nearly(scene) == ()
    assert labels(pages.hand(scene_of(state, 1))) == []


def test_near_sets_of_the_hand_are_told() -> None:
    scene = play("JS JH 4C 4D KC / KS", sets=EIGHTS)

    assert FACE.nearly(scene) == (
        "4s: two of three.",
        "Jacks: two of three.",
        "Feed K♣: no kings on the table yet.",
    )


def test_other_moves_are_named_too() -> None:
    scene = play("4C / KS", discard="")

    assert FACE.label(Draw("discard"), scene) == "Draw"
    assert FACE.label(Discard("4C"), scene) == "4♣"
    assert FACE.hint(Draw(), scene) == ""
    assert FACE.question("discard", scene) is None
