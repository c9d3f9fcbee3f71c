"""Turn order, clocks, idle players, leaving and the turn limit (4; R2, R36-R40, R42)."""

from typing import Any

import pytest

from bot.engine.contract import Clock
from bot.games.crap import GAME
from bot.games.crap.absence import LeaveAnnounced, Skipped, TimedOut
from bot.games.crap.drawing import FinalCount
from bot.games.crap.force_recycle import VoteCalled, VoteClosed, Voted
from bot.games.crap.turn import PlayerLeft, TurnBegan
from tests.games.crap.table import SEVENS, Script, Table

SEVENS_OF_B = {"owner": "B", "rank": "7", "cards": SEVENS}
FORCE = {"force-recycle": True}


def test_r1_setup_deals_in_seat_order_and_the_fewest_cards_start() -> None:
    chance: Script = [{"shuffle": ["2C"]}, {"dice": [2, 2]}, {"dice": [1, 1]}, {"dice": [1, 2]}]

    table = Table(None, chance=chance, options={"jokers": True})

    assert [len(cards) for cards in table["hands"].values()] == [4, 2, 3]
    assert table.deciders == "B"
    assert len(table["stock"]) == 108 - 9
    assert table.chance_left == 0


def test_r2_a_turn_that_runs_out_is_skipped() -> None:
    table = Table({"hands": {"A": ["2C"]}}).run("*: timeout")

    assert (table.deciders, table["turn_number"], table["hands"]["A"]) == ("B", 2, ["2C"])
    assert table["last"] == {"action": "skip", "seat": "A"}
    assert TimedOut(phase="turn", seats=(0,)) in table.events


def test_turns_go_clockwise_past_those_who_have_left() -> None:
    table = Table({"left": ["A"], "turn": "C"}).run("*: timeout")

    assert table.deciders == "B"
    assert table.happened(TurnBegan) == [TurnBegan(seat=1, number=2)]


@pytest.mark.parametrize("action", ["challenge", "cooperate", "force-recycle"])
def test_r42_only_another_active_player_can_be_chosen(action: str) -> None:
    table = Table({"left": ["C"]}, seats=4, options=FORCE)

    assert table.error(f"A: {action} player:A") == "bad-target"
    assert table.error(f"A: {action} player:C") == "bad-target"


def test_r36_who_leaves_discards_everything_but_his_sets() -> None:
    position = {"hands": {"B": ["2C"]}, "protected": {"B": ["3C"]}, "sets": [SEVENS_OF_B], "idle": {"B": 2}}

    table = Table(position).run("B: leave")

    assert (table["discard"], table["hands"]["B"], table["protected"]["B"]) == (["2C", "3C"], [], [])
    assert (table["left"], table["idle"]["B"], len(table["sets"])) == (["B"], 0, 1)
    assert (table.deciders, table["turn_number"], table["last"]) == ("A", 1, None)
    assert table.happened(PlayerLeft) == [PlayerLeft(seat=1, cards=("2C", "3C"))]


def test_r36_sets_of_who_has_left_score_for_nobody_but_still_lend() -> None:
    position = {
        "hands": {"A": ["AC", "AD", "AH", "AS"]},
        "sets": [SEVENS_OF_B],
        "left": ["B"],
        "discard": ["2C"],
    }
    table = Table(position, chance=[{"shuffle": []}])

    table.run("A: score rank:A", "C: cooperate player:A")

    assert table["totals"] == {"A": 80, "B": 0, "C": 0}


def test_r36_leaving_in_ones_own_turn_ends_it() -> None:
    table = Table({}).run("A: leave")

    assert (table.deciders, table["turn_number"]) == ("B", 2)


def test_r36_the_last_one_wins_by_forfeit() -> None:
    table = Table({}).run("B: leave", "A: leave")

    assert (table["end"], table["winners"], table.deciders) == ("forfeit", ["C"], "")


def test_r36_leaving_in_the_last_turn_of_the_limit_counts_the_sets() -> None:
    position = {"turn_number": 50, "sets": [SEVENS_OF_B]}

    table = Table(position, options={"turn-limit": 50}).run("A: leave")

    assert (table["end"], table["winners"], table["turn_number"]) == ("turn-limit", ["B"], 50)


def test_r37_a_giver_who_leaves_believes_and_still_gives() -> None:
    position = {"hands": {"A": ["KH"], "B": ["KS", "3H"], "C": ["9C"]}}
    table = Table(position).run("A: acquire rank:K", "B: leave")
    assert (table["leaving"], table["left"], table["pending"]["believed"]) == (["B"], [], ["B"])
    assert (table["hands"]["B"], table.deciders) == (["KS", "3H"], "C")

    table.run("C: believe")

    assert table["hands"] == {"A": ["KH", "KS"], "B": [], "C": ["9C"]}
    assert (table["discard"], table["left"], table["leaving"]) == (["3H"], ["B"], [])
    assert table.deciders == "C"
    assert table.happened(LeaveAnnounced) == [LeaveAnnounced(seat=1)]


def test_r37_the_last_answer_may_be_a_leave() -> None:
    position = {"hands": {"A": ["KH"], "B": ["KS"]}}

    table = Table(position).run("A: acquire rank:K", "C: believe", "B: leave")

    assert (table["hands"]["A"], table["phase"], table.deciders) == (["KH", "KS"], "turn", "C")


def test_r37_an_acquirer_who_leaves_still_acquires() -> None:
    table = Table({"hands": {"B": ["KS"], "C": ["9C"]}}).run("A: acquire rank:K", "A: leave")
    assert table.deciders == "BC"

    table.run("*: timeout")

    assert (table["discard"], table["hands"]["B"], table.deciders) == (["KS"], [], "B")


def test_r37_a_placer_who_leaves_places_at_random_and_does_not_guess() -> None:
    position = {"hands": {"A": ["5C", "9S"], "B": ["2H", "KD"]}, "stock": ["3C", "4C"]}
    table = Table(position, chance=[{"die": 1}, {"pick": ["9S"]}])
    table.run("A: challenge player:B", "A: leave", "B: place cards:KD")
    assert (table["phase"], table.deciders) == ("challenge-guess-2", "B")

    table.run("B: guess rank:9 suit:S")

    assert table["hands"] == {"A": [], "B": ["2H", "3C", "4C", "KD"], "C": []}
    assert sorted(table["discard"]) == ["5C", "9S"]


@pytest.mark.parametrize("leaver", ["A", "B"])
def test_r37_a_leave_in_the_first_guess_skips_the_leavers_guess(leaver: str) -> None:
    table = Table({"hands": {"A": ["5C"], "B": ["2H"]}}, chance=[{"die": 2}])
    table.run("A: challenge player:B", f"{leaver}: leave")

    if leaver == "A":
        assert (table["phase"], table.deciders) == ("challenge-guess-2", "B")
    else:
        table.run("A: guess rank:A suit:S")
        assert (table["phase"], table.deciders, table["left"]) == ("turn", "C", ["B"])


def test_r37_a_voter_who_leaves_counts_as_no_even_if_he_had_voted_yes() -> None:
    table = Table({}, seats=6, options=FORCE).run(
        "A: force-recycle player:B", "C: vote choice:yes", "C: leave"
    )

    assert table["pending"]["votes"] == {"C": False}
    assert table.error("C: vote choice:yes") == "not-a-player"
    assert table.run("D: vote choice:no")["last"]["passed"] is False


def test_r37_a_leaving_target_is_recycled_first() -> None:
    position = {"hands": {"B": ["2H"]}, "stock": ["3C", "4C"]}
    table = Table(position, options=FORCE, chance=[{"dice": [1, 1]}])

    table.run("A: force-recycle player:B", "B: leave", "C: vote choice:yes")

    assert table["discard"] == ["2H", "3C", "4C"]
    assert table["last"]["dice"] == [1, 1]


def test_r37_who_is_leaving_neither_scores_nor_wins() -> None:
    position = {"hands": {"A": ["5C"], "B": ["2H"]}, "sets": [SEVENS_OF_B], "totals": {"B": 990}}
    table = Table(position, chance=[{"die": 2}, {"shuffle": ["7H", "7S", "7C"]}])

    table.run("A: challenge player:B", "B: leave", "A: guess rank:2 suit:H")

    assert table["totals"] == {"A": 0, "B": 990, "C": 0}
    assert (table["end"], table["left"]) == (None, ["B"])


def test_r37_if_the_action_ends_the_game_nothing_more_happens() -> None:
    sevens_of_c = {"owner": "C", "rank": "7", "cards": SEVENS}
    position = {"hands": {"A": ["5C"], "B": ["2H"]}, "sets": [sevens_of_c]}
    table = Table(position, chance=[{"die": 2}], options={"threshold": 50})

    table.run("A: challenge player:B", "B: leave", "A: guess rank:2 suit:H")

    assert (table["end"], table["winners"], table["hands"]["B"]) == ("threshold", ["C"], ["2H"])
    assert (table["leaving"], table["left"]) == (["B"], [])


@pytest.mark.parametrize(("leavers", "winners"), [("AB", ["C"]), ("ABC", [])])
def test_r37_leaves_are_carried_out_together(leavers: str, winners: list[str]) -> None:
    table = Table({"hands": {"B": ["2H"]}}).run("A: acquire rank:K")

    table.run(*(f"{leaver}: leave" for leaver in leavers))
    if leavers == "AB":
        table.run("C: believe")

    assert (table["end"], table["winners"], table["left"]) == ("forfeit", winners, list(leavers))


def test_r38_an_idle_player_is_sent_away_at_the_limit() -> None:
    position = {"hands": {"A": ["2C"]}, "idle": {"A": 1, "B": 1}}

    table = Table(position, options={"idle-limit": 2}).run("*: timeout")

    assert (table["left"], table["discard"], table.deciders) == (["A"], ["2C"], "B")
    assert table.happened(Skipped) == [Skipped(seat=0, idle=2, idle_limit=2)]
    assert table.happened(PlayerLeft) == [PlayerLeft(seat=0, cards=("2C",), idle=True)]


def test_r38_any_game_command_resets_the_counts() -> None:
    table = Table({"idle": {"A": 2, "B": 2, "C": 1}, "timeouts": 5}).run("A: acquire rank:K", "B: believe")

    assert (table["idle"], table["timeouts"]) == ({"A": 0, "B": 0, "C": 1}, 0)


def test_r38_leaving_and_refused_commands_reset_nothing() -> None:
    table = Table({"idle": {"A": 2, "B": 2}, "timeouts": 4}).run("C: leave")
    table.error("B: recycle")
    table.error("A: protect card:2C")

    assert (table["idle"]["A"], table["idle"]["B"], table["timeouts"]) == (2, 2, 4)


def test_r38_a_window_that_runs_out_is_not_idling() -> None:
    table = Table({}).run("A: acquire rank:K", "*: timeout")

    assert (table["idle"], table["timeouts"]) == ({"A": 0, "B": 0, "C": 0}, 0)


def test_r38_a_game_of_silence_is_abandoned_after_two_rounds() -> None:
    table = Table({}, seats=4).run(*["*: timeout"] * 8)

    assert (table["end"], table["winners"], table["turn_number"]) == ("abandoned", [], 8)
    assert table.error("*: timeout") == "game-over"


def test_r38_abandoning_is_judged_before_sending_away() -> None:
    table = Table({"timeouts": 5, "idle": {"A": 2}}).run("*: timeout")

    assert (table["end"], table["left"]) == ("abandoned", [])


def test_r39_who_is_asked_and_how_many_it_takes() -> None:
    table = Table({}, seats=6, options=FORCE).run("A: force-recycle player:B", "F: vote choice:no")

    assert table.happened(VoteCalled) == [VoteCalled(seat=0, target=1, voters=(2, 3, 4, 5), needed=3)]
    assert table.happened(Voted) == [Voted(seat=5)]
    assert table.deciders == "CDE"


def test_r39_a_tie_fails_as_soon_as_it_is_certain() -> None:
    table = Table({}, seats=4, options=FORCE)

    table.run("A: force-recycle player:B", "C: vote choice:no")

    closed = VoteClosed(target=1, voters=(2, 3), votes=(False, None), passed=False)
    assert table.happened(VoteClosed) == [closed]
    assert table["last"] == {
        "action": "force-recycle",
        "seat": "A",
        "target": "B",
        "votes": {"C": False},
        "passed": False,
    }


def test_r39_a_vote_is_final_and_only_voters_are_asked() -> None:
    table = Table({}, seats=5, options=FORCE).run("A: force-recycle player:B", "C: vote choice:yes")

    assert table.error("C: vote choice:no") == "already-answered"
    assert table.error("A: vote choice:yes") == "not-asked"
    assert table.error("B: vote choice:no") == "not-asked"


def test_r39_a_vote_needs_a_voter_and_the_option() -> None:
    assert Table({"left": ["C"]}, options=FORCE).error("A: force-recycle player:B") == "no-voters"
    assert Table({}).error("A: force-recycle player:A") == "option-off"


@pytest.mark.parametrize(
    ("sets", "winners", "totals"),
    [
        ([], [], {"A": 0, "B": 0, "C": 0}),
        ([SEVENS_OF_B], ["B"], {"A": 0, "B": 70, "C": 0}),
        ([SEVENS_OF_B, {**SEVENS_OF_B, "owner": "A"}], ["A", "B"], {"A": 70, "B": 70, "C": 0}),
    ],
)
def test_r40_the_limit_counts_the_sets(
    sets: list[dict[str, Any]], winners: list[str], totals: dict[str, int]
) -> None:
    position = {"turn_number": 50, "sets": sets, "protected": {"C": ["2C"]}}

    table = Table(position, options={"turn-limit": 50}).run("*: timeout")

    assert (table["end"], table["winners"], table["totals"]) == ("turn-limit", winners, totals)
    assert (table["scoring_rounds"], len(table["sets"]), table["hands"]["C"]) == (0, len(sets), ["2C"])
    assert len(table.happened(FinalCount)) == 1


def test_errors_come_in_the_order_of_the_rules() -> None:
    over = Table({"phase": "over", "end": "forfeit", "left": ["B"]})
    window = Table({"hands": {"A": ["2C"]}}).run("A: acquire rank:K")

    assert over.error("B: recycle") == "not-a-player"
    assert over.error("A: recycle") == "game-over"
    assert over.error("A: leave") == "game-over"
    assert window.error("A: force-recycle player:A") == "wrong-phase"
    assert window.error("B: vote choice:yes") == "wrong-phase"
    assert Table({}).error("B: protect card:xx") == "not-your-turn"
    assert Table({}).error("A: protect card:xx") == "bad-card"
    assert Table({}).error("A: protect card:JK") == "not-in-hand"
    assert Table({}).error("A: believe") == "wrong-phase"


def test_refusals_carry_what_their_sentence_needs() -> None:
    table = Table({})

    table.error("B: recycle")
    assert table.refusal is not None
    assert table.refusal.facts == {"turn": 0}
    table.error("B: believe")
    assert table.refusal.facts == {"phase": "turn", "waiting-for": (0,)}


def test_looking_is_free_even_for_who_has_left() -> None:
    state = Table({"left": ["B"]}).state

    assert GAME.look(state, 1, "hand") is None


def test_a_clock_runs_on_within_a_window_and_starts_anew_with_the_next() -> None:
    table = Table({"hands": {"A": ["2C"]}}, options={"turn-timeout": 100, "response-timeout": 20})
    turn = GAME.clock(table.state)
    window = GAME.clock(table.run("A: acquire rank:K").state)
    answered = GAME.clock(table.run("B: believe").state)
    after = GAME.clock(table.run("C: believe").state)

    assert turn == Clock("1 turn", "turn", 100)
    assert window == answered == Clock("1 bluff-window", "response", 20)
    assert after == Clock("2 turn", "turn", 100)
    assert GAME.clock(Table({"phase": "over", "end": "forfeit"}).state) is None
