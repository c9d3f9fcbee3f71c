"""The cards that fit on each other (sections 1 and 5.1)."""

import pytest

from bot.games.crapette.cards import COURTS


@pytest.mark.parametrize(
    ("order", "card", "house_tops", "load_tops"),
    [
        ("KQJ", "7H", {"8S", "8C"}, {"6H", "8H"}),
        ("KQJ", "AS", {"2D", "2H"}, {"2S"}),
        ("KQJ", "KC", set(), {"QC"}),
        ("KQJ", "10H", {"JS", "JC"}, {"9H", "JH"}),
        ("KJQ", "10H", {"QS", "QC"}, {"9H", "QH"}),
        ("KJQ", "JS", {"KD", "KH"}, {"QS", "KS"}),
    ],
)
def test_r22_cards_go_on_right_piles(
    order: str, card: str, house_tops: set[str], load_tops: set[str]
) -> None:
    court = COURTS[order]

    assert court.house_tops[card] == {*house_tops, None}
    assert court.load_tops[card] == load_tops


@pytest.mark.parametrize(
    ("order", "top", "onto_house", "onto_load"),
    [
        ("KQJ", "JS", ["10D", "10H"], ["10S", "QS"]),
        ("KJQ", "JS", ["QD", "QH"], ["QS", "KS"]),
        ("KQJ", "AH", [], ["2H"]),
    ],
)
def test_fitting_cards_of_each_top_are_right(
    order: str, top: str, onto_house: list[str], onto_load: list[str]
) -> None:
    court = COURTS[order]

    assert court.cards_for_house(top) == onto_house
    assert court.cards_for_load(top) == onto_load


@pytest.mark.parametrize(("order", "queen_on"), [("KQJ", "JS"), ("KJQ", "10S")])
def test_a_finishing_pile_grows_in_the_court_order(order: str, queen_on: str) -> None:
    court = COURTS[order]
    whole = court.suit_pile("S", 13)

    assert court.finishes_on("QS") == queen_on
    assert [court.finishes_on(card) for card in whole[1:]] == [*whole[:-1]]
