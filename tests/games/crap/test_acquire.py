"""Acquiring and calling bluffs (5.3; R17-R25)."""

from bot.games.crap.acquire import NothingFound, RandomDiscarded, Received, Surrendered
from tests.games.crap.table import Table

HONEST = {"hands": {"A": ["KH", "5C"], "B": ["KS", "KD", "3H"], "C": ["9C", "2D"]}}


def test_r17_jokers_are_neither_asked_for_nor_proof() -> None:
    position = {"hands": {"A": ["JK"], "B": ["JK", "3H"]}}
    table = Table(position, options={"jokers": True}, chance=[{"pick": ["JK"]}])

    table.run("A: acquire rank:K", "B: call-bluff")

    assert table["last"]["proof"] is None
    assert (table["hands"]["B"], table["discard"]) == (["JK", "3H"], ["JK"])


def test_r17_a_rank_that_lies_on_the_table_may_be_named() -> None:
    kings = {"owner": "B", "rank": "K", "cards": ["KC", "KD", "KH", "KS"] * 2}

    table = Table({"sets": [kings]}).run("A: acquire rank:K")

    assert table.deciders == "BC"


def test_r18_an_empty_hand_risks_nothing_by_calling_or_bluffing() -> None:
    wrong = Table({"hands": {"A": ["KH"], "C": ["KS"]}}).run("A: acquire rank:K", "B: call-bluff")
    caught = Table({"hands": {"B": ["KS"]}}).run("A: acquire rank:K", "C: call-bluff")

    assert (wrong["discard"], wrong["hands"]["A"]) == ([], ["KH", "KS"])
    assert (caught["discard"], caught["hands"]["B"]) == ([], ["KS"])
    assert [event.card for event in wrong.happened(RandomDiscarded)] == [None]


def test_r18_the_first_call_closes_the_window() -> None:
    table = Table(HONEST, chance=[{"pick": ["3H"]}]).run("A: acquire rank:K", "B: call-bluff")

    assert table.error("C: call-bluff") == "wrong-phase"


def test_r19_belief_is_final() -> None:
    table = Table(HONEST).run("A: acquire rank:K", "B: believe")

    assert table.error("B: call-bluff") == "already-answered"
    assert table.error("B: believe") == "already-answered"
    assert table.deciders == "C"


def test_r19_the_clock_makes_everybody_believe() -> None:
    table = Table(HONEST).run("A: acquire rank:K", "B: believe", "*: timeout")

    assert table["hands"]["A"] == ["KH", "5C", "KS", "KD"]
    assert table.deciders == "B"


def test_r20_a_caller_whose_whole_hand_was_taken_pays_nothing_more() -> None:
    position = {"hands": {"A": ["KH"], "B": ["KS", "KD"]}}

    table = Table(position).run("A: acquire rank:K", "B: call-bluff")

    assert table["hands"] == {"A": ["KH", "KS", "KD"], "B": [], "C": []}
    assert table["discard"] == []


def test_r21_called_honest_and_fruitless_costs_both() -> None:
    position = {"hands": {"A": ["KH", "5C"], "B": ["3H"]}}
    table = Table(position, chance=[{"pick": ["3H"]}])

    table.run("A: acquire rank:K", "B: call-bluff")

    assert table["discard"] == ["3H", "KH"]
    assert table["last"]["proof"] == "KH"


def test_r22_exactly_one_card_goes_hand_before_protected() -> None:
    position = {"hands": {"A": ["KS", "KH"]}, "protected": {"A": ["KC"]}}

    table = Table(position).run("A: acquire rank:K", "*: timeout")

    assert (table["hands"]["A"], table["protected"]["A"], table["discard"]) == (["KS"], ["KC"], ["KH"])
    assert [event.card for event in table.happened(NothingFound)] == ["KH"]


def test_r23_protected_cards_of_others_are_no_match_but_ones_own_are_proof() -> None:
    position = {"hands": {"B": ["3H"]}, "protected": {"A": ["KH"], "C": ["KC"]}}
    table = Table(position, chance=[{"pick": ["3H"]}])

    table.run("A: acquire rank:K", "B: call-bluff")

    assert (table["protected"], table["discard"]) == ({"A": [], "B": [], "C": ["KC"]}, ["3H", "KH"])


def test_a_shown_protected_card_stays_protected_when_there_is_a_match() -> None:
    position = {"hands": {"B": ["KS"], "C": ["2D"]}, "protected": {"A": ["KH"]}}
    table = Table(position, chance=[{"pick": ["2D"]}])

    table.run("A: acquire rank:K", "C: call-bluff")

    assert (table["hands"]["A"], table["protected"]["A"]) == (["KS"], ["KH"])


def test_a_bluff_that_nobody_calls_takes_the_matches() -> None:
    position = {"hands": {"A": ["5C"], "B": ["KS"], "C": ["KD"]}}

    table = Table(position).run("A: acquire rank:K", "C: believe", "B: believe")

    assert table["hands"]["A"] == ["5C", "KS", "KD"]
    assert table["last"]["proof"] is None


def test_r25_bystanders_learn_only_how_many() -> None:
    table = Table(HONEST).run("A: acquire rank:K", "*: timeout")

    (public,) = table.happened(Surrendered)
    (private,) = table.happened(Received)
    assert (public.to, public.seat, public.count) == (None, 1, 2)
    assert (private.to, private.cards) == ((1, 0), ("KS", "KD"))


def test_the_acquirer_is_not_asked_himself() -> None:
    table = Table(HONEST).run("A: acquire rank:K")

    assert table.error("A: believe") == "not-asked"
