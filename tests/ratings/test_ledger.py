"""Ratings calculated from rated games: they're fair, and people can understand the shown numbers."""

import random
from collections.abc import Sequence

import pytest

from bot.ratings.conditions import find_frequent, has_usual_options, ranks
from bot.ratings.ledger import ENOUGH_GAMES, NEWCOMER, RatedGame, RatingRecord, replay_games, standings_after
from bot.ratings.model import MEAN, Rating, new_ratings

GAMES = 5_000
PEOPLE = 12


def played(count: int, seed: str) -> list[RatedGame]:
    """Return games of two to four people of different strength, sometimes with ties."""
    rng = random.Random(seed)
    games = []
    for at in range(count):
        numbers = rng.sample(range(1, PEOPLE + 1), rng.randint(2, 4))
        points = {number: rng.gauss(number, 4) // 2 for number in numbers}
        table = tuple(
            (number, 1 + sum(points[other] > points[number] for other in numbers)) for number in numbers
        )
        games.append(RatedGame(table, float(at)))
    return games


def strengths(count: int, rng: random.Random) -> list[Rating]:
    return [Rating(rng.uniform(10, 45), rng.uniform(0.8, 8.3)) for _ in range(count)]


def test_seat_order_does_not_matter() -> None:
    for game in played(200, "seats"):
        turned = RatedGame(game.ranks[::-1], game.ended_at)
        before = {number: RatingRecord(Rating(20.0 + number, 3.0)) for number, _ in game.ranks}

        (after, shifts), (turned_after, turned_shifts) = (
            standings_after(before, game),
            standings_after(before, turned),
        )

        assert after == turned_after
        assert shifts == turned_shifts[::-1]


def test_equal_ranks_of_equal_players_change_equally() -> None:
    for table in ((1, 1), (1, 2, 2), (1, 1, 3, 4), (1, 2, 2, 2), (1, 1, 1, 1)):
        after = new_ratings([Rating(27.0, 4.0)] * len(table), table)

        for rank in set(table):
            one, *others = (rating for rating, its in zip(after, table, strict=True) if its == rank)
            assert all(other.mean == pytest.approx(one.mean) for other in others)
            assert all(other.deviation == pytest.approx(one.deviation) for other in others)


@pytest.mark.slow
def test_sum_of_means_is_constant() -> None:
    standings, _ = replay_games(played(GAMES, "sum"))

    total = sum(one.rating.mean for one in standings.values())

    assert total == pytest.approx(MEAN * PEOPLE, rel=0.05)


def test_stronger_player_ends_with_higher_rating() -> None:
    standings, _ = replay_games(played(1_000, "order"))

    shown = [standings[number].rating.shown for number in (1, 4, 8, 12)]

    assert shown == sorted(shown)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_first_never_falls_and_last_never_rises(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(500):
        before = strengths(seats, rng)

        after = new_ratings(before, range(1, seats + 1))

        assert after[0].shown >= before[0].shown
        assert after[-1].shown <= before[-1].shown


def test_same_games_give_identical_standings() -> None:
    games = played(300, "again")
    standings: dict[int, RatingRecord] = {}
    for game in games:
        standings |= standings_after(standings, game)[0]

    assert replay_games(games)[0] == standings


def against(others: Sequence[int], games: int) -> RatingRecord:
    """Return a participant's standing after this many games against these opponents in turn."""
    played = (RatedGame(((99, 1), (others[at % len(others)], 2)), float(at)) for at in range(games))
    return replay_games(played)[0][99]


def test_rating_shows_after_enough_games_and_opponents() -> None:
    assert NEWCOMER.shown is None
    assert against((1, 2, 3, 4), ENOUGH_GAMES - 1).shown is None
    assert against((1, 2, 3), 3 * ENOUGH_GAMES).shown is None
    assert against((1, 2, 3, 4), ENOUGH_GAMES).shown is not None


def test_everyone_begins_at_the_same_rating() -> None:
    assert Rating().shown == 1000


def test_early_leavers_rank_behind_computers_seats() -> None:
    places = {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}

    assert ranks(places, winners=[1], absent=[0], gone=[3, 2]) == (3, 1, 5 - 1, 5, 2)


def test_winners_rank_first_without_points() -> None:
    assert ranks({0: 1, 1: 1}, winners=[1]) == (2, 1)
    assert ranks({0: 1, 1: 1}, winners=[]) == (1, 1)


def test_pair_with_five_meetings_is_named() -> None:
    assert find_frequent([(7, 8, 9)] * 4, (9, 7, 1)) == ()
    assert find_frequent([(7, 8, 9)] * 5, (9, 7, 1)) == (0, 1)
    assert find_frequent([(7, 8), (8, 9)] * 5, (9, 7, 1)) == ()


def test_only_changed_rules_make_tables_unrated() -> None:
    usual = {"jokers": 4, "target": 300, "turn-timeout": 60, "edition": 2}
    lengths = [{"target": 100}, {"target": 500}]

    for same in ({"target": 100}, {"target": 300}, {"turn-timeout": 10}, {"edition": 1}):
        assert has_usual_options({**usual, **same}, usual, lengths)
    for other in ({"target": 200}, {"jokers": 2}):
        assert not has_usual_options({**usual, **other}, usual, lengths)
