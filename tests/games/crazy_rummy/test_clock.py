"""The clock of a turn, and what happens when it runs out (section 4)."""

from bot.engine.contract import Clock
from bot.engine.events import TimedOut
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Drew, DrewCards
from bot.games.crazy_rummy.turns import TurnStarted
from tests.games.crazy_rummy.positions import NEXT_DEAL, at


def test_a_timeout_draws_from_the_stock_and_discards() -> None:
    game = at("KD 8C / KS", phase="draw", stock="3D 7H").do("*: timeout")

    assert game.events == [
        TimedOut(seats=(0,)),
        Drew(0, 1),
        DrewCards(0, "3D", to=(0,)),
        Discarded(0, "3D", 2),
        TurnStarted(1),
    ]


def test_e14_a_timeout_discards_the_cheapest_card() -> None:
    game = at("6S AS KD 8C 4C / KS", phase="draw", stock="3D 7H").do("*: timeout")

    assert game.state.discard[-1] == "3D"
    assert game.position["hands"]["A"] == ["6S", "AS", "KD", "8C", "4C"]


def test_a_timeout_after_drawing_only_discards() -> None:
    game = at("KD 8C 4C 3D / KS", stock="7H").do("*: timeout")

    assert game.events == [TimedOut(seats=(0,)), Discarded(0, "3D", 3), TurnStarted(1)]
    assert game.state.stock == ("7H",)


def test_a_timeout_lays_nothing() -> None:
    assert at("JS JH JD 6S / KS").do("*: timeout").state.sets == ((), ())


def test_a_timeout_spares_what_may_not_be_discarded() -> None:
    assert at("3D 4C / KS", taken="3D").do("*: timeout").state.discard[-1] == "4C"


def test_timeout_discards_lower_rank_then_first_suit() -> None:
    assert at("KD 10S 10C / KS").do("*: timeout").state.discard[-1] == "10C"
    assert at("AD 6S / KS").do("*: timeout").state.discard[-1] == "6S"


def test_a_timeout_can_go_out() -> None:
    assert at("3D / KS", chance=NEXT_DEAL).do("*: timeout").state.totals == (0, -10)


def test_one_clock_covers_draw_and_play() -> None:
    game = at("4C 9D / KS / QS", phase="draw")
    clocks = [GAME.clock(game.do(*commands).state) for commands in ((), ("A: draw", "C: leave"))]

    assert clocks == [Clock("1A")] * 2
    assert GAME.clock(game.do("A: discard card:4C").state) == Clock("1B")


def test_a_new_hand_starts_a_new_clock() -> None:
    game = at("4C / KS", dealer="A", chance=NEXT_DEAL).do("A: discard card:4C")

    assert game.deciders == "A"
    assert GAME.clock(game.state) == Clock("2A")


def test_no_clock_runs_when_the_game_is_over() -> None:
    assert GAME.clock(at("4C / KS", phase="over", turn=None).state) is None
