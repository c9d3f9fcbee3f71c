"""The count (section 4.4)."""

from bot.games.craits.count import CountRaised
from bot.games.craits.drawing import Drew
from bot.games.craits.ending import HandEnded
from bot.games.craits.turns import TurnStarted
from tests.games.craits.positions import asked, table


def test_two_starts_count_that_aces_and_twos_raise() -> None:
    game = table("2H KC QC / AD 5C 4C / 2S 4S 4D", top="JH")

    game.do("A: play card:2H", "B: play card:AD", "C: play card:2S")

    assert game.told(CountRaised) == [CountRaised(value=value) for value in (2, 3, 5)]
    assert (asked(game), game.position["count"]) == (("count", "A"), 5)


def test_r11_count_ignores_suits_and_bars_wild_cards() -> None:
    game = table("AS 8H 9H KH / QD 5C", top="2H", phase="count", count=2)

    assert game.legal("A") == ["play card:AS"]
    refusal = game.refused("A: play card:8H suit:C")
    assert (refusal.code, refusal.facts["count"]) == ("count-only", 2)


def test_r7_the_count_must_be_answered_if_it_can() -> None:
    game = table("AS KH / QD 5C", top="2H", phase="count", count=2, stock="3C 3D")

    assert game.code("A: draw") == "must-play"


def test_r12_failing_player_draws_count_and_next_plays() -> None:
    game = table("3S KH / 2D 5C", top="2H", phase="count", count=3, stock="3C 3D 3H").do("A: draw")

    assert game.told(Drew) == [Drew(seat=0, count=3, why="count")]
    assert (asked(game), game.position["count"]) == (("turn", "B"), 0)
    assert game.do("B: play card:2D declare:true").position["count"] == 2


def test_r13_player_without_cards_fails_when_count_comes_round() -> None:
    game = table("2H / AD 5C", top="JH", stock="3C 3D 3H 3S").do("A: play card:2H", "B: play card:AD")

    assert (game.position["hands"]["A"], asked(game)) == (["3C", "3D", "3H"], ("turn", "B"))


def test_r13_several_players_may_be_out_together() -> None:
    game = table("2H / AD / KC QC", top="JH", stock="3C 3D 3H").do("A: play card:2H", "B: play card:AD")

    game.do("C: draw")

    assert game.told(HandEnded) == [HandEnded(hand_number=1, why="count")]
    assert game.position["totals"] == {"A": 0, "B": 0, "C": 9}


def test_r14_two_as_last_card_starts_count_first() -> None:
    game = table("2H / KC QC", top="JH", stock="4C 4D").do("A: play card:2H")

    assert game.told(TurnStarted) == [TurnStarted(seat=1, phase="count", king_steps=0)]
    assert game.do("B: draw").phase == "between-hands"


def test_r25_a_debtor_cannot_answer_the_count() -> None:
    game = table("2H KC QC / AD / 4S 4D", top="JH", owes=["B"], stock="3C 3D 3H 3S").do("A: play card:2H")

    assert [(drew.count, drew.why) for drew in game.told(Drew)] == [(2, "penalty"), (2, "count")]
    assert (asked(game), game.position["owes"], len(game.position["hands"]["B"])) == (("turn", "C"), [], 5)


def test_r30_the_count_goes_on_after_a_reshuffle() -> None:
    game = table("KC QC / QD 5C", "JC JD", top="2H", under="JC JD", phase="count", count=2)

    assert game.do("A: draw").position["hands"]["A"] == ["JC", "QC", "KC", "JD"]
