"""Surge cards, the called player and the opener: R1 to R8."""

from bot.games.skrap.opener import Called, Opens, RoundVoid, Unable
from bot.games.skrap.surging import SurgeKept, SurgePlaced, SurgeRevealed
from bot.games.skrap.throwing import ThrowAwaited, ThrowShown
from tests.games.skrap.table import Table, surging

DOUBLE_TIE = surging(A="QS 2S 2H", B="QH 3S 3H", C="4D 7S 7H", D="4C 5S 5H", E="4H 6S 6H")
TIE = ("A: surge card:QS", "B: surge card:QH", "C: surge card:4D", "D: surge card:4C", "E: surge card:4H")
NOBODY_CAN_BUILD = surging(A="KD 2S", B="QD 3S", C="JD 4H")
ALL_SURGE = ("A: surge card:KD", "B: surge card:QD", "C: surge card:JD")


def thrown(*shapes: str) -> list[str]:
    return [f"{seat}: throw shape:{shape}" for seat, shape in zip("CDE", shapes, strict=False)]


def test_r1_the_surge_card_leaves_the_hand() -> None:
    table = Table(2, surging(A="9C 2S 2H", B="8C 3S 3H")).do("A: surge card:9C")

    assert table.position["hands"]["A"] == ["2H", "2S"]
    assert table.position["surge"] == {"A": "9C", "B": None}


def test_r2_the_surge_card_cannot_be_put_in_a_bot() -> None:
    table = Table(2, surging(A="9C 2H", B="8C 3S 3H")).do("A: surge card:9C", "B: surge card:8C")

    assert table.position["unable"] == ["A"]
    assert table.refusal("A: bot weapon:9C armour:2H").code == "not-your-turn"


def test_r3_a_placed_surge_card_cannot_be_changed() -> None:
    table = Table(2, surging(A="9C 2S 2H", B="8C 3S 3H")).do("A: surge card:9C")

    assert table.refusal("A: surge card:2S").code == "already-done"


def test_r4_a_joker_cannot_be_a_surge_card() -> None:
    table = Table(2, surging(A="JK 9C", B="8C"))

    assert table.refusal("A: surge card:JK").code == "joker-only-weapon"
    assert table.legal(0) == ["surge card:9C"]


def test_surge_cards_are_counted_as_they_are_placed_and_revealed_together() -> None:
    table = Table(2, surging(A="9C 2S 2H", B="8C 3S 3H")).do("A: surge card:9C", "B: surge card:8C")

    assert [(event.placed, event.wanted) for event in table.told(SurgePlaced)] == [(1, 2), (2, 2)]
    assert [(event.card, event.to) for event in table.told(SurgeKept)] == [("9C", (0,)), ("8C", (1,))]
    assert table.told(SurgeRevealed) == [SurgeRevealed(seats=(0, 1), cards=("9C", "8C"))]


def test_r5_a_single_highest_is_called() -> None:
    table = Table(2, surging(A="9C 2S 2H", B="KC 3S 3H")).do("A: surge card:9C", "B: surge card:KC")

    assert table.told(Called) == [Called(seat=1, by="highest")]
    assert table.told(Opens) == [Opens(seat=1)]


def test_r5_with_a_tie_for_highest_a_single_lowest_is_called() -> None:
    table = Table(3, surging(A="9C 2S 2H", B="9S 3S 3H", C="8S 4S 4H"))

    table.do("A: surge card:9C", "B: surge card:9S", "C: surge card:8S")

    assert table.told(Called) == [Called(seat=2, by="lowest")]


def test_r5_only_those_tied_for_lowest_throw() -> None:
    table = Table(5, DOUBLE_TIE).do(*TIE)

    assert table.deciders == "CDE"
    assert table.told(ThrowAwaited) == [ThrowAwaited(seats=(2, 3, 4), undecided=0)]


def test_r5_in_a_tie_of_two_players_both_throw() -> None:
    table = Table(2, surging(A="9C 2S 2H", B="9S 3S 3H")).do("A: surge card:9C", "B: surge card:9S")

    assert (table.phase, table.deciders) == ("throw", "AB")


def test_r6_the_losers_of_a_throw_throw_again() -> None:
    table = Table(5, DOUBLE_TIE).do(*TIE, *thrown("scissors", "rock", "scissors"))

    assert table.deciders == "CE"
    assert table.told(ThrowShown)[0].losers == (2, 4)


def test_r6_one_loser_of_three_opens() -> None:
    table = Table(5, DOUBLE_TIE).do(*TIE, *thrown("scissors", "paper", "scissors"))

    assert (table.phase, table.deciders) == ("open", "D")
    assert table.told(Called) == [Called(seat=3, by="throw")]


def test_r6_three_shapes_are_undecided() -> None:
    table = Table(5, DOUBLE_TIE).do(*TIE, *thrown("rock", "paper", "scissors"))

    assert (table.deciders, table.position["undecided"]) == ("CDE", 1)


def test_r6_one_shape_is_undecided() -> None:
    table = Table(5, DOUBLE_TIE).do(*TIE, *thrown("paper", "paper", "paper"))

    assert (table.deciders, table.position["undecided"]) == ("CDE", 1)


def test_r6_a_decisive_throw_restarts_the_count() -> None:
    table = Table(5, DOUBLE_TIE).do(*TIE, *thrown("rock", "rock", "rock"), *thrown("rock", "rock", "paper"))

    assert (table.deciders, table.position["undecided"]) == ("CD", 0)


def test_r6_after_three_undecided_throws_chance_picks_a_contender() -> None:
    table = Table(5, DOUBLE_TIE, chance=[{"seat": "E"}])

    table.do(*TIE, *thrown("rock", "rock", "rock") * 3)

    assert (table.phase, table.deciders) == ("open", "E")
    assert table.told(Called) == [Called(seat=4, by="chance")]
    assert table.chance.left == 0


def test_a_tie_may_be_broken_by_chance_without_a_throw() -> None:
    table = Table(5, DOUBLE_TIE, chance=[{"seat": "D"}], options={"tie-break": "random"}).do(*TIE)

    assert (table.phase, table.deciders) == ("open", "D")
    assert table.chance.left == 0


def test_r7_who_lacks_a_colour_is_skipped_and_announced() -> None:
    table = Table(3, surging(A="KD 2S 3S", B="QD 2H 3H", C="JD 4S 4H")).do(*ALL_SURGE)

    assert table.deciders == "C"
    assert table.told(Unable) == [Unable(seat=0), Unable(seat=1)]


def test_r7_a_joker_is_weapon_enough_to_open() -> None:
    table = Table(2, surging(A="KD JK 2H", B="QD 3S 3H")).do("A: surge card:KD", "B: surge card:QD")

    assert (table.deciders, table.position["unable"]) == ("A", [])


def test_r8_a_round_in_which_nobody_can_build_is_dealt_anew_with_the_same_sizes() -> None:
    table = Table(3, NOBODY_CAN_BUILD | {"sizes": {"A": 11, "C": 11}}, chance=[{"shuffle": []}])

    table.do(*ALL_SURGE)

    assert (table.phase, table.position["round"]) == ("surge", 2)
    assert table.position["sizes"] == {"A": 11, "B": 10, "C": 11}
    assert table.position["unable"] == []
    assert table.told(RoundVoid) == [RoundVoid(round=1)]


def test_r8_a_void_last_round_ends_the_game() -> None:
    table = Table(3, NOBODY_CAN_BUILD | {"round": 5, "heads": {"B": 2}}, options={"max-rounds": 5})

    table.do(*ALL_SURGE)

    assert (table.phase, table.position["winners"]) == ("over", ["B"])
    assert table.position["round"] == 5
    assert table.position["unable"] == ["A", "B", "C"]
