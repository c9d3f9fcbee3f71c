"""The words about ratings in a lobby and a result."""

import msgspec
import pytest

from bot.games import GAMES
from bot.ratings.conditions import Unrated
from bot.ratings.ledger import Shift
from bot.rendering import rated, ratings, records
from bot.rendering.ratings import Leaderboard, Row
from bot.rendering.records import PlayerStats
from bot.rendering.scene import Scene
from tests.helpers.controls import page_fault
from tests.rendering.spoken import session_at


def lobby_with(unrated: Unrated | None) -> Scene:
    scene = session_at(GAMES["craits"], 3, GAMES["craits"].options(), key="lobb").scene(None)
    return msgspec.structs.replace(scene, names=("Ann", "Ben", "Cyd"), may_be_rated=True, unrated=unrated)


@pytest.mark.parametrize(
    ("unrated", "line"),
    [
        (None, "Rated"),
        (Unrated("computers", (1,)), "Not rated: computers play"),
        (Unrated("options"), "Not rated: custom rules"),
        (Unrated("hints", (2,)), "Not rated: hints are on"),
        (Unrated("met", (0, 2)), "Not rated: same players five times this week"),
    ],
)
def test_lobby_tells_whether_and_why_not_rated(unrated: Unrated | None, line: str) -> None:
    assert rated.lobby_lines(lobby_with(unrated)) == [line]


def test_server_without_ratings_tells_nothing() -> None:
    scene = msgspec.structs.replace(lobby_with(None), may_be_rated=False)

    assert rated.lobby_lines(scene) == []
    assert rated.result_line(scene) == ""


def test_result_tells_rating_changes_best_first() -> None:
    shifts = (Shift(12, 1200, 1188), Shift(15, 1100, 1114), Shift(3))
    scene = msgspec.structs.replace(lobby_with(None), shifts=shifts)

    assert rated.result_line(scene) == "-# Rated: Ben +14, Cyd 3 of 10 games, Ann −12."


def test_rating_first_shown_begins_with_number() -> None:
    shifts = (Shift(10, None, 1188), Shift(30, 1100, 1100), Shift(14))
    scene = msgspec.structs.replace(lobby_with(None), shifts=shifts)

    said = "-# Rated: Ann begins with 1188, Ben 0, Cyd needs others to play with."
    assert rated.result_line(scene) == said


def test_the_longest_lists_fit_a_message() -> None:
    rows = [Row("W" * 40, 9999, 99999)] * 20
    board = Leaderboard("crazy-rummy", "Crazy Rummy", 99, rows)
    names = {game.id: game.name for game in GAMES.values()}
    scene = msgspec.structs.replace(lobby_with(None), names=("W" * 32,) * 3)
    last = [records.Entry(msgspec.structs.replace(scene, session_id=10**9 + n), 10**18) for n in range(5)]
    busiest = [("W" * 40, PlayerStats(99999, 9999, 99, 99))] * 20

    assert page_fault(ratings.page(board, None, names, may_end=True)) is None
    assert page_fault(ratings.final_list(board)) is None
    assert page_fault(ratings.confirm_season(board)) is None
    assert page_fault(records.server_page(last, [(one, 9999) for one in names.values()], busiest)) is None
    assert page_fault(records.user_page(last, [], busiest[0][1], "Crazy Rummy")) is None
