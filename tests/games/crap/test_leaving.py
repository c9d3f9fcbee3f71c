"""Players who leave (R36, R37)."""

import pytest

from bot.games.crap.departure import PlayerLeft
from bot.games.crap.leaving import LeaveAnnounced
from tests.games.crap.positions import FORCE, SEVENS, SEVENS_OF_B, game_at


def test_r36_leaver_discards_all_but_sets() -> None:
    position = {"hands": {"B": ["2C"]}, "protected": {"B": ["3C"]}, "sets": [SEVENS_OF_B], "idle": {"B": 2}}

    game = game_at(position).do("B: leave")

    assert (game.position["discard"], game.position["hands"]["B"], game.position["protected"]["B"]) == (
        ["2C", "3C"],
        [],
        [],
    )
    assert (game.position["left"], game.position["idle"]["B"], len(game.position["sets"])) == (["B"], 0, 1)
    assert (game.deciders, game.position["turn_number"], game.position["last"]) == ("A", 1, None)
    assert game.told(PlayerLeft) == [PlayerLeft(seat=1, cards=("2C", "3C"))]


def test_r36_leavers_sets_lend_without_scoring() -> None:
    position = {
        "hands": {"A": ["AC", "AD", "AH", "AS"]},
        "sets": [SEVENS_OF_B],
        "left": ["B"],
        "discard": ["2C"],
    }
    game = game_at(position, chance=[{"shuffle": []}])

    game.do("A: score rank:A", "C: cooperate player:A")

    assert game.position["totals"] == {"A": 80, "B": 0, "C": 0}


def test_r36_leaving_in_ones_own_turn_ends_it() -> None:
    game = game_at({}).do("A: leave")

    assert (game.deciders, game.position["turn_number"]) == ("B", 2)


def test_r36_the_last_one_wins_by_forfeit() -> None:
    game = game_at({}).do("B: leave", "A: leave")

    assert (game.position["end"], game.position["winners"], game.deciders) == ("forfeit", ["C"], "")


def test_r36_leaving_in_last_turn_of_limit_counts_sets() -> None:
    position = {"turn_number": 50, "sets": [SEVENS_OF_B]}

    game = game_at(position, options={"turn-limit": 50}).do("A: leave")

    assert (game.position["end"], game.position["winners"], game.position["turn_number"]) == (
        "turn-limit",
        ["B"],
        50,
    )


def test_r37_a_giver_who_leaves_believes_and_still_gives() -> None:
    position = {"hands": {"A": ["KH"], "B": ["KS", "3H"], "C": ["9C"]}}
    game = game_at(position).do("A: acquire rank:K", "B: leave")
    assert (game.position["leaving"], game.position["left"], game.position["pending"]["believed"]) == (
        ["B"],
        [],
        ["B"],
    )
    assert (game.position["hands"]["B"], game.deciders) == (["KS", "3H"], "C")

    game.do("C: believe")

    assert game.position["hands"] == {"A": ["KH", "KS"], "B": [], "C": ["9C"]}
    assert (game.position["discard"], game.position["left"], game.position["leaving"]) == (["3H"], ["B"], [])
    assert game.deciders == "C"
    assert game.told(LeaveAnnounced) == [LeaveAnnounced(seat=1)]


def test_r37_the_last_answer_may_be_a_leave() -> None:
    position = {"hands": {"A": ["KH"], "B": ["KS"]}}

    game = game_at(position).do("A: acquire rank:K", "C: believe", "B: leave")

    assert (game.position["hands"]["A"], game.position["phase"], game.deciders) == (["KH", "KS"], "turn", "C")


def test_r37_an_acquirer_who_leaves_still_acquires() -> None:
    game = game_at({"hands": {"B": ["KS"], "C": ["9C"]}}).do("A: acquire rank:K", "A: leave")
    assert game.deciders == "BC"

    game.do("*: timeout")

    assert (game.position["discard"], game.position["hands"]["B"], game.deciders) == (["KS"], [], "B")


def test_r37_leaving_placer_places_randomly_without_guessing() -> None:
    position = {"hands": {"A": ["5C", "9S"], "B": ["2H", "KD"]}, "stock": ["3C", "4C"]}
    game = game_at(position, chance=[{"die": 1}, {"pick": ["9S"]}])
    game.do("A: challenge player:B", "A: leave", "B: place cards:KD")
    assert (game.position["phase"], game.deciders) == ("challenge-guess-2", "B")

    game.do("B: guess rank:9 suit:S")

    assert game.position["hands"] == {"A": [], "B": ["2H", "3C", "4C", "KD"], "C": []}
    assert sorted(game.position["discard"]) == ["5C", "9S"]


@pytest.mark.parametrize("leaver", ["A", "B"])
def test_r37_leave_in_first_guess_skips_leavers_guess(leaver: str) -> None:
    game = game_at({"hands": {"A": ["5C"], "B": ["2H"]}}, chance=[{"die": 2}])
    game.do("A: challenge player:B", f"{leaver}: leave")

    if leaver == "A":
        assert (game.position["phase"], game.deciders) == ("challenge-guess-2", "B")
    else:
        game.do("A: guess rank:A suit:S")
        assert (game.position["phase"], game.deciders, game.position["left"]) == ("turn", "C", ["B"])


def test_r37_a_leaving_target_is_recycled_first() -> None:
    position = {"hands": {"B": ["2H"]}, "stock": ["3C", "4C"]}
    game = game_at(position, options=FORCE, chance=[{"dice": [1, 1]}])

    game.do("A: force-recycle player:B", "B: leave", "C: vote choice:yes")

    assert game.position["discard"] == ["2H", "3C", "4C"]
    assert game.position["last"]["dice"] == [1, 1]


def test_r37_leaving_player_neither_scores_nor_wins() -> None:
    position = {"hands": {"A": ["5C"], "B": ["2H"]}, "sets": [SEVENS_OF_B], "totals": {"B": 990}}
    game = game_at(position, chance=[{"die": 2}, {"shuffle": ["7H", "7S", "7C"]}])

    game.do("A: challenge player:B", "B: leave", "A: guess rank:2 suit:H")

    assert game.position["totals"] == {"A": 0, "B": 990, "C": 0}
    assert (game.position["end"], game.position["left"]) == (None, ["B"])


def test_r37_if_action_ends_game_nothing_more_happens() -> None:
    sevens_of_c = {"owner": "C", "rank": "7", "cards": SEVENS}
    position = {"hands": {"A": ["5C"], "B": ["2H"]}, "sets": [sevens_of_c]}
    game = game_at(position, chance=[{"die": 2}], options={"threshold": 50})

    game.do("A: challenge player:B", "B: leave", "A: guess rank:2 suit:H")

    assert (game.position["end"], game.position["winners"], game.position["hands"]["B"]) == (
        "threshold",
        ["C"],
        ["2H"],
    )
    assert (game.position["leaving"], game.position["left"]) == (["B"], [])


@pytest.mark.parametrize(("leavers", "winners"), [("AB", ["C"]), ("ABC", [])])
def test_r37_leaves_are_carried_out_together(leavers: str, winners: list[str]) -> None:
    game = game_at({"hands": {"B": ["2H"]}}).do("A: acquire rank:K")

    game.do(*(f"{leaver}: leave" for leaver in leavers))
    if leavers == "AB":
        game.do("C: believe")

    assert (game.position["end"], game.position["winners"], game.position["left"]) == (
        "forfeit",
        winners,
        list(leavers),
    )
