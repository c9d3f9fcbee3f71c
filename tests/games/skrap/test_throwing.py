"""The throw (R6)."""

from bot.games.skrap import GAME
from bot.games.skrap.opening import Called
from bot.games.skrap.throwing import ThrowShown
from tests.games.driver import Driver
from tests.games.skrap.positions import surging

DOUBLE_TIE = surging(A="QS 2S 2H", B="QH 3S 3H", C="4D 7S 7H", D="4C 5S 5H", E="4H 6S 6H")
TIE = ("A: surge card:QS", "B: surge card:QH", "C: surge card:4D", "D: surge card:4C", "E: surge card:4H")


def thrown(*shapes: str) -> list[str]:
    return [f"{seat}: throw shape:{shape}" for seat, shape in zip("CDE", shapes, strict=False)]


def test_r6_the_losers_of_a_throw_throw_again() -> None:
    game = Driver(GAME, 5, DOUBLE_TIE).do(*TIE, *thrown("scissors", "rock", "scissors"))

    assert game.deciders == "CE"
    assert game.told(ThrowShown)[0].losers == (2, 4)


def test_r6_one_loser_of_three_opens() -> None:
    """E4 has the same end."""
    game = Driver(GAME, 5, DOUBLE_TIE).do(*TIE, *thrown("scissors", "paper", "scissors"))

    assert (game.phase, game.deciders) == ("open", "D")
    assert game.told(Called) == [Called(seat=3, by="throw")]


def test_r6_three_shapes_are_undecided() -> None:
    game = Driver(GAME, 5, DOUBLE_TIE).do(*TIE, *thrown("rock", "paper", "scissors"))

    assert (game.deciders, game.position["undecided"]) == ("CDE", 1)


def test_r6_one_shape_is_undecided() -> None:
    game = Driver(GAME, 5, DOUBLE_TIE).do(*TIE, *thrown("paper", "paper", "paper"))

    assert (game.deciders, game.position["undecided"]) == ("CDE", 1)


def test_r6_a_decisive_throw_restarts_the_count() -> None:
    game = Driver(GAME, 5, DOUBLE_TIE).do(
        *TIE, *thrown("rock", "rock", "rock"), *thrown("rock", "rock", "paper")
    )

    assert (game.deciders, game.position["undecided"]) == ("CD", 0)


def test_r6_after_three_undecided_throws_chance_picks_a_contender() -> None:
    game = Driver(GAME, 5, DOUBLE_TIE, chance=[{"seat": "E"}])

    game.do(*TIE, *thrown("rock", "rock", "rock") * 3)

    assert (game.phase, game.deciders) == ("open", "E")
    assert game.told(Called) == [Called(seat=4, by="chance")]
    assert game.chance_left == 0
