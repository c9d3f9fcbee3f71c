"""Acquiring and calling bluffs (section 5.3, R17-R25)."""

from bot.games.crap.acquiring import NothingFound, RandomDiscarded, Received, Surrendered
from tests.games.crap.positions import game_at

HONEST = {"hands": {"A": ["KH", "5C"], "B": ["KS", "KD", "3H"], "C": ["9C", "2D"]}}


def test_r17_jokers_are_neither_asked_for_nor_proof() -> None:
    position = {"hands": {"A": ["JK"], "B": ["JK", "3H"]}}
    game = game_at(position, options={"jokers": True}, chance=[{"pick": ["JK"]}])

    game.do("A: acquire rank:K", "B: call-bluff")

    assert game.position["last"]["proof"] is None
    assert (game.position["hands"]["B"], game.position["discard"]) == (["JK", "3H"], ["JK"])


def test_r17_rank_that_lies_on_table_may_be_named() -> None:
    kings = {"owner": "B", "rank": "K", "cards": ["KC", "KD", "KH", "KS"] * 2}

    game = game_at({"sets": [kings]}).do("A: acquire rank:K")

    assert game.deciders == "BC"


def test_r18_empty_hand_risks_nothing_by_calling_or_bluffing() -> None:
    wrong = game_at({"hands": {"A": ["KH"], "C": ["KS"]}}).do("A: acquire rank:K", "B: call-bluff")
    caught = game_at({"hands": {"B": ["KS"]}}).do("A: acquire rank:K", "C: call-bluff")

    assert (wrong.position["discard"], wrong.position["hands"]["A"]) == ([], ["KH", "KS"])
    assert (caught.position["discard"], caught.position["hands"]["B"]) == ([], ["KS"])
    assert [event.card for event in wrong.told(RandomDiscarded)] == [None]


def test_r18_the_first_call_closes_the_window() -> None:
    game = game_at(HONEST, chance=[{"pick": ["3H"]}]).do("A: acquire rank:K", "B: call-bluff")

    assert game.code("C: call-bluff") == "wrong-phase"


def test_r19_belief_is_final() -> None:
    game = game_at(HONEST).do("A: acquire rank:K", "B: believe")

    assert game.code("B: call-bluff") == "already-answered"
    assert game.code("B: believe") == "already-answered"
    assert game.deciders == "C"


def test_r19_clock_makes_everyone_believe() -> None:
    game = game_at(HONEST).do("A: acquire rank:K", "B: believe", "*: timeout")

    assert game.position["hands"]["A"] == ["KH", "5C", "KS", "KD"]
    assert game.deciders == "B"


def test_r20_caller_without_cards_pays_nothing_more() -> None:
    position = {"hands": {"A": ["KH"], "B": ["KS", "KD"]}}

    game = game_at(position).do("A: acquire rank:K", "B: call-bluff")

    assert game.position["hands"] == {"A": ["KH", "KS", "KD"], "B": [], "C": []}
    assert game.position["discard"] == []


def test_r21_called_honest_and_fruitless_costs_both() -> None:
    position = {"hands": {"A": ["KH", "5C"], "B": ["3H"]}}
    game = game_at(position, chance=[{"pick": ["3H"]}])

    game.do("A: acquire rank:K", "B: call-bluff")

    assert game.position["discard"] == ["3H", "KH"]
    assert game.position["last"]["proof"] == "KH"


def test_r22_exactly_one_card_goes_hand_before_protected() -> None:
    position = {"hands": {"A": ["KS", "KH"]}, "protected": {"A": ["KC"]}}

    game = game_at(position).do("A: acquire rank:K", "*: timeout")

    assert (game.position["hands"]["A"], game.position["protected"]["A"], game.position["discard"]) == (
        ["KS"],
        ["KC"],
        ["KH"],
    )
    assert [event.card for event in game.told(NothingFound)] == ["KH"]


def test_r23_own_protected_cards_are_proof() -> None:
    position = {"hands": {"B": ["3H"]}, "protected": {"A": ["KH"], "C": ["KC"]}}
    game = game_at(position, chance=[{"pick": ["3H"]}])

    game.do("A: acquire rank:K", "B: call-bluff")

    assert (game.position["protected"], game.position["discard"]) == (
        {"A": [], "B": [], "C": ["KC"]},
        ["3H", "KH"],
    )


def test_shown_protected_card_stays_protected_after_match() -> None:
    position = {"hands": {"B": ["KS"], "C": ["2D"]}, "protected": {"A": ["KH"]}}
    game = game_at(position, chance=[{"pick": ["2D"]}])

    game.do("A: acquire rank:K", "C: call-bluff")

    assert (game.position["hands"]["A"], game.position["protected"]["A"]) == (["KS"], ["KH"])


def test_a_bluff_that_nobody_calls_takes_the_matches() -> None:
    position = {"hands": {"A": ["5C"], "B": ["KS"], "C": ["KD"]}}

    game = game_at(position).do("A: acquire rank:K", "C: believe", "B: believe")

    assert game.position["hands"]["A"] == ["5C", "KS", "KD"]
    assert game.position["last"]["proof"] is None


def test_r25_bystanders_learn_only_how_many() -> None:
    game = game_at(HONEST).do("A: acquire rank:K", "*: timeout")

    (public,) = game.told(Surrendered)
    (private,) = game.told(Received)
    assert (public.to, public.seat, public.count) == (None, 1, 2)
    assert (private.to, private.cards) == ((1, 0), ("KS", "KD"))


def test_the_acquirer_is_not_asked() -> None:
    game = game_at(HONEST).do("A: acquire rank:K")

    assert game.code("A: believe") == "not-asked"


def test_r24_an_uncalled_bluff_without_a_match_costs_nothing() -> None:
    position = {"hands": {"A": ["5C"], "B": ["3H"]}}

    game = game_at(position).do("A: acquire rank:K", "B: believe", "C: believe")

    assert game.position["hands"] == {"A": ["5C"], "B": ["3H"], "C": []}
    assert game.position["discard"] == []
