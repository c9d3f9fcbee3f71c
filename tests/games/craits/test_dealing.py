"""The first dealer, the start of each hand, and the card turned up (section 3)."""

from typing import Any

import pytest

from bot.engine.chance import SeededChance
from bot.engine.contract import Malformed
from bot.games.craits import GAME
from bot.games.craits.cards import HAND_SIZES
from bot.games.craits.dealing import DealerDrawn, Dealt, Hand, SuitNamed, TurnedUp
from bot.games.craits.drawing import Drew
from bot.games.craits.options import CraitsOptions
from bot.games.craits.state import State
from tests.games.craits.positions import asked, new_game, table
from tests.games.driver import Driver

SIZES = [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8]


def paused(cards: str, deck: str, seats: int = 3, **position: Any) -> Driver[State]:
    """Return a game between hands with this shuffle to come. By default A deals one card each."""
    fields: dict[str, Any] = {
        "phase": "between-hands",
        "hand_number": 7,
        "dealer": "ABCDEFG"[seats - 1],
        "stock": cards,
    }
    return table(" / ".join([""] * seats), deck, **{**fields, **position})


def turned_up(top: str, rest: str = "QC QD QH", **position: Any) -> Driver[State]:
    """Return three players who have been dealt KC (B), KD (C) and KH (A), and this card turned up."""
    deck = f"KC KD KH {top} {rest}"
    return paused(deck, deck, **position).do("A: deal")


def test_r2_lowest_card_deals_first_and_ace_is_high() -> None:
    dealt = new_game(3, "AC KD QH", "")

    assert dealt.position["dealer"] == "C"
    assert dealt.told(DealerDrawn) == [DealerDrawn(rounds=(((0, "AC"), (1, "KD"), (2, "QH")),), dealer=2)]


def test_r2_tied_players_draw_on_from_the_same_pack() -> None:
    dealt = new_game(3, "4C 9D 4H 7S 6S", "")

    (drawn,) = dealt.told(DealerDrawn)
    assert drawn.rounds == (((0, "4C"), (1, "9D"), (2, "4H")), ((0, "7S"), (2, "6S")))
    assert dealt.position["dealer"] == "C"


def test_r2_lowest_seat_deals_when_pack_cannot_part_tied() -> None:
    pairs = " ".join(
        f"{rank}{suits[0]} {rank}{suits[1]}" for suits in ("CD", "HS") for rank in "23456789JQKA"
    )

    dealt = new_game(2, f"{pairs} 10C 10D 10H 10S", "")

    assert len(dealt.told(DealerDrawn)[0].rounds) == 26
    assert dealt.position["dealer"] == "A"


def test_r3_deal_moves_left_and_hand_starts_clockwise() -> None:
    dealt = paused("KC KD KH 3S QC", "KC KD KH 3S QC", direction="anticlockwise", dealer="A").do("C: deal")

    assert (dealt.position["dealer"], dealt.position["direction"]) == ("B", "clockwise")
    assert asked(dealt) == ("turn", "C")


def test_r4_hands_go_from_eight_to_one_and_back() -> None:
    chance = SeededChance.from_text("r4")
    step = GAME.deal(3, CraitsOptions(), chance)
    sizes = []
    while not GAME.outcome(step.state):
        sizes += [event.size for event in step.events if isinstance(event, Dealt)]
        timed_out = GAME.timeout(step.state, chance)
        assert not hasattr(timed_out, "code")
        step = timed_out

    assert sizes == SIZES


def test_cards_are_dealt_singly_from_dealers_left() -> None:
    deck = "2C 3C 4C 5C 6C 7C KS QC"

    dealt = paused(deck, deck, hand_number=6, dealer="A").do("A: deal")

    assert dealt.position["dealer"] == "B"
    assert dealt.position["hands"] == {"A": ["3C", "6C"], "B": ["4C", "7C"], "C": ["2C", "5C"]}
    assert (dealt.position["top"], dealt.position["stock"]) == ("KS", ["QC"])


def test_everyone_learns_only_their_own_hand() -> None:
    dealt = turned_up("3S")

    assert [(held.seat, held.cards, held.to) for held in dealt.told(Hand)] == [
        (0, ("KH",), (0,)),
        (1, ("KC",), (1,)),
        (2, ("KD",), (2,)),
    ]
    assert dealt.told(TurnedUp) == [TurnedUp(card="3S")]


@pytest.mark.parametrize(
    ("top", "phase_and_decider"),
    [
        ("3S", ("turn", "B")),
        ("AS", ("turn", "B")),
        ("2S", ("count", "B")),
        ("4S", ("turn", "C")),
        ("6S", ("play-again", "A")),
        ("8S", ("opening-suit", "A")),
        ("9S", ("opening-suit", "A")),
        ("10S", ("turn", "C")),
        ("QS", ("turn", "B")),
    ],
)
def test_r5_turned_up_card_counts_as_dealers_play(top: str, phase_and_decider: tuple[str, str]) -> None:
    assert asked(turned_up(top)) == phase_and_decider


def test_r5_five_turned_up_makes_all_but_dealer_draw() -> None:
    dealt = turned_up("5S")

    assert [drew.seat for drew in dealt.told(Drew)] == [1, 2]


def test_r5_the_faces_work_when_turned_up() -> None:
    with_faces = {"faces": True}

    jack = turned_up("JS", options=with_faces)
    assert (asked(jack), jack.position["jack_run"], len(jack.position["hands"]["B"])) == (("turn", "C"), 1, 3)
    queen = turned_up("QS", rest="2C 3C 4C 5C 6C", options=with_faces)
    assert (asked(queen), len(queen.position["hands"]["B"])) == (("turn", "C"), 6)
    king = turned_up("KS", options=with_faces)
    assert (asked(king), king.position["king_steps"]) == (("king-run", "A"), 3)


def test_r5_card_turned_up_leaves_no_duty_to_declare() -> None:
    dealt = turned_up("6S")

    assert (dealt.position["undeclared"], dealt.position["hands"]["A"]) == ([], ["KH"])


def test_r5_turned_up_six_can_win_one_card_hand() -> None:
    dealt = turned_up("6H").do("A: play card:KH")

    assert dealt.phase == "between-hands"
    assert dealt.position["totals"] == {"A": 0, "B": 10, "C": 10}


def test_r6_blind_dealer_sees_hand_only_after_naming_suit() -> None:
    dealt = turned_up("8S")
    assert [held.seat for held in dealt.told(Hand)] == [1, 2]

    dealt.do("A: suit suit:C")

    assert dealt.told(Hand)[-1] == Hand(seat=0, cards=("KH",), to=(0,))
    assert dealt.told(SuitNamed) == [SuitNamed(seat=0, suit="C")]
    assert (dealt.position["suit"], asked(dealt)) == ("C", ("turn", "B"))


def test_r6_with_the_option_seen_the_dealer_looks_first() -> None:
    dealt = turned_up("8S", options={"opening_suit": "seen"})

    assert [held.seat for held in dealt.told(Hand)] == [0, 1, 2]
    assert GAME.look(dealt.state, 0, "hand") is None
    assert len(dealt.do("A: suit suit:C").told(Hand)) == 3


def test_r6_a_turned_up_nine_keeps_its_colour() -> None:
    dealt = turned_up("9D")

    assert dealt.legal("A") == ["suit suit:D", "suit suit:H"]
    assert dealt.refused("A: suit suit:S").facts["suits"] == ("D", "H")
    assert dealt.do("A: suit suit:H").position["suit"] == "H"


def test_only_the_dealer_names_the_suit() -> None:
    dealt = turned_up("8S")

    assert dealt.code("B: suit suit:C") == "not-your-turn"
    assert dealt.legal("B") == []
    assert dealt.legal("A")[0] == "suit suit:S"


def test_deal_without_enough_cards_is_malformed() -> None:
    dealt = paused("KC KD KH", "KC KD KH")

    with pytest.raises(Malformed, match="too few"):
        dealt.do("A: deal")


def test_deal_gathers_exactly_cards_of_position() -> None:
    game = table("/ ", "KC KD 3S", phase="between-hands", hand_number=7, stock="3S KC KD").do("A: deal")

    assert (game.position["hands"], game.position["top"]) == ({"A": ["KC"], "B": ["KD"]}, "3S")


def test_hands_shrink_to_one_card_and_grow_again() -> None:
    assert HAND_SIZES == (8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8)
