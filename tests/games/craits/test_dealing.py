"""Section 3: who deals first, the start of each hand, the card turned up."""

from typing import Any

import pytest

from bot.engine.cards import PACK
from bot.engine.chance import SeededChance
from bot.engine.contract import Malformed
from bot.games.craits import GAME
from bot.games.craits.events import DealerDrawn, Drew, HandDealt, Held, SuitNamed, TurnedUp
from tests.games.craits.table import Table, new_table, options, table

SIZES = [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8]


def paused(cards: str, deck: str, seats: int = 3, **position: Any) -> Table:
    """Between hands, A the next dealer of one card each unless said otherwise, with this shuffle to come."""
    fields: dict[str, Any] = {
        "phase": "between-hands",
        "hand_number": 7,
        "dealer": "ABCDEFG"[seats - 1],
        "stock": cards,
    }
    return table(" / ".join([""] * seats), deck, **{**fields, **position})


def turned_up(top: str, rest: str = "QC QD QH", **position: Any) -> Table:
    """Three players have been dealt KC (B), KD (C), KH (A), and this card has been turned up."""
    deck = f"KC KD KH {top} {rest}"
    return paused(deck, deck, **position).do("A: deal")


@pytest.mark.parametrize(("seats", "cards"), [(2, 52), (5, 52), (6, 104), (7, 104)])
def test_r1_a_second_pack_comes_in_with_the_sixth_player(seats: int, cards: int) -> None:
    state = GAME.deal(seats, options(), SeededChance.from_text("r1")).state

    assert len(state.pack) == cards


@pytest.mark.parametrize("packs", ["2", 2])
def test_r1_two_packs_may_be_asked_for(packs: str | int) -> None:
    state = GAME.deal(2, options(packs=packs), SeededChance.from_text("r1")).state

    assert state.pack == tuple(card for card in PACK for _ in range(2))


def test_r1_two_to_seven_may_play() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7]


def test_r2_the_lowest_card_deals_first_and_the_ace_is_high() -> None:
    dealt = new_table(3, "AC KD QH", "")

    assert dealt.now["dealer"] == "C"
    assert dealt.told(DealerDrawn) == [DealerDrawn(rounds=(((0, "AC"), (1, "KD"), (2, "QH")),), dealer=2)]


def test_r2_tied_players_draw_on_from_the_same_pack() -> None:
    dealt = new_table(3, "4C 9D 4H 7S 6S", "")

    (drawn,) = dealt.told(DealerDrawn)
    assert drawn.rounds == (((0, "4C"), (1, "9D"), (2, "4H")), ((0, "7S"), (2, "6S")))
    assert dealt.now["dealer"] == "C"


def test_r2_the_lowest_seat_deals_when_the_pack_cannot_part_the_tied() -> None:
    pairs = " ".join(
        f"{rank}{suits[0]} {rank}{suits[1]}" for suits in ("CD", "HS") for rank in "23456789JQKA"
    )

    dealt = new_table(2, f"{pairs} 10C 10D 10H 10S", "")

    assert len(dealt.told(DealerDrawn)[0].rounds) == 26
    assert dealt.now["dealer"] == "A"


def test_r3_the_deal_goes_to_the_left_and_every_hand_starts_clockwise() -> None:
    dealt = paused("KC KD KH 3S QC", "KC KD KH 3S QC", direction="anticlockwise", dealer="A").do("C: deal")

    assert (dealt.now["dealer"], dealt.now["direction"]) == ("B", "clockwise")
    assert dealt.awaited == ("turn", "C")


def test_r4_fifteen_hands_of_eight_down_to_one_and_up_again() -> None:
    chance = SeededChance.from_text("r4")
    step = GAME.deal(3, options(), chance)
    sizes = []
    while not GAME.outcome(step.state):
        sizes += [event.size for event in step.events if isinstance(event, HandDealt)]
        timed_out = GAME.timeout(step.state, chance)
        assert not hasattr(timed_out, "code")
        step = timed_out

    assert sizes == SIZES


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    deck = "2C 3C 4C 5C 6C 7C KS QC"

    dealt = paused(deck, deck, hand_number=6, dealer="A").do("A: deal")

    assert dealt.now["dealer"] == "B"
    assert dealt.now["hands"] == {"A": ["3C", "6C"], "B": ["4C", "7C"], "C": ["2C", "5C"]}
    assert (dealt.now["top"], dealt.now["stock"]) == ("KS", ["QC"])


def test_everyone_is_told_their_own_hand_and_nobody_elses() -> None:
    dealt = turned_up("3S")

    assert [(held.seat, held.cards, held.to) for held in dealt.told(Held)] == [
        (0, ("KH",), (0,)),
        (1, ("KC",), (1,)),
        (2, ("KD",), (2,)),
    ]
    assert dealt.told(TurnedUp) == [TurnedUp(card="3S")]


@pytest.mark.parametrize(
    ("top", "awaited"),
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
def test_r5_the_card_turned_up_works_as_if_the_dealer_had_played_it(
    top: str, awaited: tuple[str, str]
) -> None:
    assert turned_up(top).awaited == awaited


def test_r5_a_five_turned_up_makes_all_but_the_dealer_draw() -> None:
    dealt = turned_up("5S")

    assert [drew.seat for drew in dealt.told(Drew)] == [1, 2]


def test_r5_the_faces_work_when_turned_up() -> None:
    with_faces = options(faces=True)

    jack = turned_up("JS", given=with_faces)
    assert (jack.awaited, jack.now["jack_run"], len(jack.hand("B"))) == (("turn", "C"), 1, 3)
    queen = turned_up("QS", rest="2C 3C 4C 5C 6C", given=with_faces)
    assert (queen.awaited, len(queen.hand("B"))) == (("turn", "C"), 6)
    king = turned_up("KS", given=with_faces)
    assert (king.awaited, king.now["king_steps"]) == (("king-run", "A"), 3)


def test_r5_a_card_turned_up_leaves_no_duty_to_declare() -> None:
    dealt = turned_up("6S")

    assert (dealt.now["undeclared"], dealt.hand("A")) == ([], ["KH"])


def test_r5_a_turned_up_six_can_win_a_one_card_hand_at_once() -> None:
    dealt = turned_up("6H").do("A: play card:KH")

    assert dealt.awaited[0] == "between-hands"
    assert dealt.now["totals"] == {"A": 0, "B": 10, "C": 10}


def test_r6_a_blind_dealer_sees_the_hand_only_after_naming_the_suit() -> None:
    dealt = turned_up("8S")
    assert [held.seat for held in dealt.told(Held)] == [1, 2]

    dealt.do("A: suit suit:C")

    assert dealt.told(Held)[-1] == Held(seat=0, cards=("KH",), to=(0,))
    assert dealt.told(SuitNamed) == [SuitNamed(seat=0, suit="C")]
    assert (dealt.now["suit"], dealt.awaited) == ("C", ("turn", "B"))


def test_r6_with_the_option_seen_the_dealer_looks_first() -> None:
    dealt = turned_up("8S", given=options(opening_suit="seen"))

    assert [held.seat for held in dealt.told(Held)] == [0, 1, 2]
    assert GAME.look(dealt.state, 0, "hand") is None
    assert len(dealt.do("A: suit suit:C").told(Held)) == 3


def test_r6_a_turned_up_nine_keeps_its_colour() -> None:
    dealt = turned_up("9D")

    assert dealt.legal("A") == ["suit suit:D", "suit suit:H"]
    assert dealt.refused("A: suit suit:S").facts["suits"] == ("D", "H")
    assert dealt.do("A: suit suit:H").now["suit"] == "H"


def test_only_the_dealer_names_the_suit() -> None:
    dealt = turned_up("8S")

    assert dealt.code("B: suit suit:C") == "not-your-turn"
    assert dealt.legal("B") == []
    assert dealt.legal("A")[0] == "suit suit:S"


def test_too_few_cards_for_the_next_hand_make_the_deal_malformed() -> None:
    dealt = paused("KC KD KH", "KC KD KH")

    with pytest.raises(Malformed, match="too few"):
        dealt.do("A: deal")
