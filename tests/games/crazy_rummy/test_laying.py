"""Sets and feeding (sections 4 and 5)."""

from itertools import combinations

import pytest

from bot.engine.cards import RANK_OF
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.ending import WentOut
from bot.games.crazy_rummy.laying import CardsFed, Meld, SetLaid, completes_set, feed_refusal, meld_refusal
from bot.games.crazy_rummy.state import State
from tests.games.crazy_rummy.positions import NEXT_DEAL, at

FIVES = {"B": [["5C", "5D", "5H"]]}
OWN_FIVES = {"A": FIVES["B"]}
FULL = "JS JH JD JC KS KD 6S 6C 6D 6H 3C / 3D"


@pytest.mark.parametrize("text", ["XX", "2H", "JK", '"4C 5C 2C"', '""', '","'])
@pytest.mark.parametrize("command", ["meld cards", "feed cards", "discard card"])
def test_bad_card(command: str, text: str) -> None:
    assert at("4C 9D / KS").code(f"A: {command}:{text}") == "bad-card"


def test_bad_card_comes_before_not_in_hand() -> None:
    assert at("4C 9D / KS").refused("A: feed cards:KS,2H").facts == {"text": "2H"}


def test_not_in_hand_counts_copies() -> None:
    refusal = at("JS JH 6C 4C / KS").refused("A: meld cards:JS,JS,6C")

    assert refusal.code == "not-in-hand"
    assert refusal.facts == {"cards": ("JS",)}


def test_not_in_hand_comes_before_what_makes_set() -> None:
    assert at("4C 9D / KS").code("A: meld cards:KS") == "not-in-hand"
    assert at("4C 9D / KS").code("A: feed cards:KS") == "not-in-hand"


def test_cards_may_be_typed_in_any_form() -> None:
    game = at("10S 10H 6C 4C / KS").do('A: meld cards:"ts, 10h 6c"')

    assert game.state.sets[0] == (("10S", "10H", "6C"),)


def test_set_too_small() -> None:
    refusal = at("JS JH 4C / KS").refused("A: meld cards:JS,JH")

    assert refusal.code == "set-too-small"
    assert refusal.facts == {"cards": 2, "needed": 3}


def test_set_too_small_comes_before_mixed_ranks() -> None:
    assert at("JS 9H 4C / KS").code("A: meld cards:JS,9H") == "set-too-small"


def test_r6_a_run_has_mixed_ranks() -> None:
    refusal = at("7S 8S 9S 4C / KS").refused("A: meld cards:7S,8S,9S")

    assert refusal.code == "mixed-ranks"
    assert refusal.facts == {"ranks": ["7", "8", "9"]}


def test_mixed_ranks_comes_before_too_many_wilds() -> None:
    game = at("JS 9S 6S 6C 4C / KS", first_play_done=["A"], fed={"A": ["5S"]}, sets=FIVES)

    assert game.code("A: meld cards:JS,9S,6S,6C") == "mixed-ranks"


def test_set_is_told_with_its_rank_and_points() -> None:
    assert at("6C JS JH 4C / KS").do("A: meld cards:6C,JS,JH").events == [
        SetLaid(0, ("6C", "JS", "JH"), "J", 120, 1)
    ]


def test_e4_first_play_with_four_wilds_wins_hand() -> None:
    game = at("JS JH JD 6S 6C 6D 6H 4C / KS KD / QS QD", marker="6H", chance=NEXT_DEAL)

    [laid] = game.do("A: meld cards:JS,JH,JD,6S,6C,6D,6H").told(SetLaid)
    game.do("A: discard card:4C")

    assert (laid.rank, laid.points) == ("J", 30 + 400)
    assert game.told(WentOut) == [WentOut(0)]
    assert game.state.totals == (430, -20, -20)


def test_e5_later_plays_take_one_wild_each() -> None:
    game = at("JS JH JD 6S 6C 9C 9D 4C / KS", sets=OWN_FIVES, chance=NEXT_DEAL)

    assert game.code("A: meld cards:JS,JH,6S,6C") == "too-many-wilds"
    assert game.code("A: meld cards:JS,6S,6C") == "too-many-wilds"
    game.do("A: meld cards:JS,JH,JD,6S", "A: meld cards:9C,9D,6C")
    assert [laid.points for laid in game.told(SetLaid)] == [130, 120]
    assert game.legal("A") == ["discard card:4C"]
    assert game.do("A: discard card:4C").told(WentOut) == [WentOut(0)]


def test_e6_feeding() -> None:
    game = at("JS JH 6S 9C KD 4C / KS", sets={"B": [["JD", "JC", "6D"]]})

    game.do("A: feed cards:JS,JH")

    assert game.events == [CardsFed(0, ("JS", "JH"), 20, 4)]
    assert game.state.fed == (("JS", "JH"), ())
    assert game.code("A: feed cards:6S") == "wild-cannot-feed"
    assert game.code("A: feed cards:9C") == "rank-not-open"


def test_e7_out_without_a_discard() -> None:
    game = at("KD 9S / 3C", sets={"B": [["KS", "KH", "KC"], ["9H", "9C", "9D"]]}, chance=NEXT_DEAL)

    game.do("A: feed cards:KD,9S")

    assert game.events[:2] == [CardsFed(0, ("KD", "9S"), 20, 0), WentOut(0)]
    assert game.state.totals == (20, 60 - 5)


def test_r7_sets_of_first_play_may_hold_many_wilds() -> None:
    game = at("JS 6S 6C KS 6D 6H 4C / 3D")

    assert game.do("A: meld cards:JS,6S,6C", "A: meld cards:KS,6D,6H").state.hands[0] == ("4C",)


def test_r7_feed_before_set_leaves_turn_first_play() -> None:
    game = at("5S JS 6S 6C 4C / KS 3D", sets=FIVES, first_play_done=["B"])

    assert game.do("A: feed cards:5S", "A: meld cards:JS,6S,6C").state.hands[0] == ("4C",)


def test_r7_feed_on_earlier_turn_uses_up_first_play() -> None:
    game = at("5S JS 6S 6C 4C / KS 3D", sets=FIVES, first_play_done=["B"])

    game.do("A: feed cards:5S", "A: discard card:4C", "B: draw", "B: discard card:3D", "A: draw")

    assert game.state.first_play_done == (0, 1)
    assert game.code("A: meld cards:JS,6S,6C") == "too-many-wilds"


def test_r7_waiting_keeps_the_right() -> None:
    game = at("JS 6S 6C 4C 3C / KS 3D")

    game.do("A: discard card:4C", "B: draw", "B: discard card:3D", "A: draw", "A: meld cards:JS,6S,6C")

    assert game.state.first_play_done == ()


def test_r8_one_wild_per_set_after_the_first_play() -> None:
    game = at("JS JH JD 6S 6C 4C / KS", sets=OWN_FIVES)

    refusal = game.refused("A: meld cards:JS,JH,JD,6S,6C")

    assert refusal.code == "too-many-wilds"
    assert refusal.facts == {"wilds": 2, "most": 1, "wild": "6"}
    assert game.do("A: meld cards:JS,JH,JD,6S").state.hands[0] == ("6C", "4C")


def test_r8_the_wild_may_be_the_third_card() -> None:
    assert at("JS JH 6S 4C / KS", sets=OWN_FIVES).do("A: meld cards:JS,JH,6S").state.hands[0] == ("4C",)


def test_r9_wilds_alone_are_set_of_their_rank() -> None:
    game = at("6S 6C 6D 4C 3C / KS 6H", sets=OWN_FIVES)

    assert game.do("A: meld cards:6S,6C,6D").state.opened == {"5", "6"}
    game.do("A: discard card:4C", "B: draw", "B: feed cards:6H")
    assert game.state.fed[1] == ("6H",)


def test_r9_wild_inside_set_does_not_open_its_rank() -> None:
    refusal = at("JS JH 6S 6C 4C / KS").do("A: meld cards:JS,JH,6S").refused("A: feed cards:6C")

    assert refusal.code == "wild-cannot-feed"
    assert refusal.facts == {"card": "6C", "wild": "6"}


def test_rank_not_open_comes_before_wild_cannot_feed() -> None:
    game = at("6C 9D 5S / KS", sets=FIVES)

    refusal = game.refused("A: feed cards:6C,5S,9D")

    assert refusal.code == "rank-not-open"
    assert refusal.facts == {"card": "9D", "rank": "9"}
    assert game.code("A: feed cards:5S,6C") == "wild-cannot-feed"


def test_r10_own_sets_can_be_fed_on_same_turn() -> None:
    game = at("JS JH JD JC 4C / KS").do("A: meld cards:JS,JH,JD", "A: feed cards:JC")

    assert game.events[-1] == CardsFed(0, ("JC",), 10, 1)


def test_r10_player_without_set_can_feed_leavers_ranks() -> None:
    game = at("5S 4C / KS / QS", sets=FIVES)

    assert game.do("B: leave", "A: feed cards:5S").state.fed[0] == ("5S",)


def test_r16_laying_everything_goes_out_without_a_discard() -> None:
    game = at("JS JH JD / KS", chance=NEXT_DEAL).do("A: meld cards:JS,JH,JD")

    assert game.events[1] == WentOut(0)
    assert game.state.totals == (30, -10)
    assert game.chance_left == 0


def make_up(cards: tuple[str, ...]) -> tuple[frozenset[str], int, int]:
    """Return the make-up of a set: the ranks of its naturals, their number, and the number of wilds."""
    ranks = [RANK_OF[card] for card in cards]
    return frozenset(ranks) - {"6"}, len(ranks) - ranks.count("6"), ranks.count("6")


def assert_every_set_is_offered(state: State) -> None:
    hand = state.hands[0]
    ways = [cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size)]
    allowed = {make_up(cards) for cards in ways if meld_refusal(state, cards) is None}
    offered = [
        make_up(tuple(move.cards.split(","))) for move in GAME.legal(state, 0) if isinstance(move, Meld)
    ]

    assert set(offered) == allowed
    assert len(set(offered)) == len(offered)


def test_every_make_up_is_offered_once_at_first() -> None:
    assert_every_set_is_offered(at(FULL).state)


def test_every_make_up_is_offered_once_later() -> None:
    assert_every_set_is_offered(at(FULL, sets=OWN_FIVES).state)


def test_cards_offered_for_feeding_are_those_not_refused() -> None:
    game = at("5S 5S 6S 9D / KS", sets=FIVES, discard="3C")
    state = game.state

    allowed = [card for card in dict.fromkeys(state.hands[0]) if feed_refusal(state, (card,)) is None]

    assert allowed == ["5S"]
    assert [move for move in game.legal("A") if "feed" in move] == ["feed cards:5S,5S", "feed cards:5S"]


@pytest.mark.parametrize(
    ("hand", "card", "completed"),
    [
        (("9C", "9D", "4C"), "9S", True),
        (("9C", "9C", "4C"), "9C", True),
        (("6C", "6D"), "6H", True),
        (("9C", "6D"), "9S", False),
        (("9C", "9D", "9H"), "9S", False),
    ],
)
def test_card_completes_set_lacking_just_one(hand: tuple[str, ...], card: str, completed: bool) -> None:
    assert completes_set(hand, card) is completed
