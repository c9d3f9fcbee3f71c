"""A daily follows from its key alone, and nothing but a line proves its result."""

import hashlib
import json
import random
from datetime import date, timedelta
from itertools import pairwise

import pytest

from bot.engine.contract import AnyGame
from bot.fair import daily as days
from bot.fair.daily import Choices, ResultLine, Source
from bot.fair.deal import key as key_of_deal
from bot.games import GAMES
from bot.players.daily import Daily, Play, checked, daily_of, lead, line_of, par
from bot.players.policy import EDITION
from bot.storage.dailies import Chain, chain_of

pytestmark = pytest.mark.no_cover  # Tracing whole games would double their time.

KEY = bytes(range(32))
SOURCE = Source(KEY)
FIRST = date(2026, 11, 29)
GOLDEN = {
    "crap": ("1b05b66c9965", "d6216744cc3a", "2db13d9c9016", "a39869c8e3ab", "5ee698c1dec8"),
    "skrap": ("a47bc2506391", "52d7c1cf7be4", "f9a65cd6d9fa", "4aebb68f0bbb", "2fe673d4ad99"),
    "craits": ("fd627f12be93", "633aca17363f", "8ae7c680e545", "60a26f034248", "2b0bca603f56"),
    "crazy-rummy": ("b94bb192915a", "8a87be727ba7", "3b333a2f1169", "5c6ba828ee34", "4a4f393501cf"),
    "crapette": ("85483472e12a", "5567161844d5", "51d13bfa5e41", "3b0e9cf8ff25", "f270114ad4b3"),
}
"""The beginnings of five days' digests. If one changes, raise `EDITION`."""
GOLDEN_EDITION = 3


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Return each game that has a daily."""
    return GAMES[request.param]


def day_of(number: int) -> str:
    return str(FIRST + timedelta(days=number))


def played(of_day: Daily, seed: int, slips: float = 0.1) -> tuple[Play, list[str]]:
    """Play a daily by sensible moves with random slips, and return the play and its moves."""
    play, rng, moves = Play(of_day), random.Random(seed), []
    while legal := play.legal:
        move = rng.choice(legal) if rng.random() < slips else play.sensible_move(rng)
        moves.append(str(move))
        play.make(move)
    return play, moves


def digest(of_day: Daily) -> str:
    """Return the beginning of a digest of the deal, a play, and its last position."""
    play, moves = played(of_day, 1)
    whole = [of_day.deal.transcript, moves, play.game.dump(play.state)]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()[:12]


def test_days_come_out_as_in_this_edition(game: AnyGame) -> None:
    found = tuple(digest(daily_of(game, day_of(number), SOURCE)) for number in range(5))

    assert EDITION == GOLDEN_EDITION
    assert found == GOLDEN[game.id]


def test_line_of_a_play_holds(game: AnyGame) -> None:
    for seed in range(6):
        of_day = daily_of(game, day_of(seed), SOURCE)
        play, moves = played(of_day, seed)
        line = line_of(of_day, moves)
        assert line.lead == lead(game, play.state)
        assert days.read_line(f"**Ann** won!\n-# {line}") == line
        if line.moves != days.NO_MOVES:
            found = checked(of_day, line)
            assert (found.lead, found.moves) == (line.lead, len(moves))
            assert len(str(line)) <= days.MAX_LINE


def test_cards_named_in_another_order_are_in_line() -> None:
    of_day = daily_of(GAMES["crazy-rummy"], day_of(26), SOURCE)
    play, moves = played(of_day, 0, slips=0.0)
    assert "feed cards:7C,7S,AD,AC" in moves

    line = line_of(of_day, moves)

    assert checked(of_day, line).lead == line.lead == lead(play.game, play.state)


def test_overlong_line_omits_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    of_day = daily_of(GAMES["crap"], day_of(0), SOURCE)
    play, moves = played(of_day, 1, slips=0.0)
    whole = line_of(of_day, moves)
    monkeypatch.setattr(days, "MAX_LINE", len(str(whole)) - 1)

    line = line_of(of_day, moves)

    assert whole.moves != days.NO_MOVES
    assert (line.moves, line.lead) == (days.NO_MOVES, lead(play.game, play.state))


def test_altered_line_never_holds_for_another_result(game: AnyGame, times: int) -> None:
    of_day = daily_of(game, day_of(0), SOURCE)
    _, moves = played(of_day, 3, slips=0.0)
    line, rng = line_of(of_day, moves), random.Random(5)
    assert line.moves != days.NO_MOVES
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    passed = 0
    for _ in range(60 * times):
        place = rng.randrange(len(line.moves))
        forged = line._replace(
            moves=line.moves[:place] + rng.choice(signs) + line.moves[place + 1 :],
            lead=line.lead + rng.choice((0, 1, 10)),
        )
        found = checked(of_day, forged)
        passed += found.lead == forged.lead and forged.lead != line.lead
    better = line._replace(lead=line.lead + 5)
    assert checked(of_day, better).lead == line.lead
    assert passed == 0, "moves that truly come to another result are no forgery, but none of these did"


@pytest.mark.parametrize("cut", [lambda text: text[:-1], lambda text: text.replace("craits", "skrap")])
def test_line_that_was_copied_wrongly_is_damaged(cut: object) -> None:
    line = ResultLine(1, "craits", "1129", -20, "AQab_-")

    assert callable(cut)
    assert days.read_line(str(line)) == line
    assert days.read_line(cut(str(line))) is None
    assert days.read_line("won by 35") is None


@pytest.mark.parametrize("text", ["", "~", "A", "é", "AB=C", "A" * 500])
def test_moves_that_nobody_packed_lead_nowhere(text: str) -> None:
    of_day = daily_of(GAMES["skrap"], day_of(0), SOURCE)

    assert checked(of_day, ResultLine(1, "skrap", "1129", 0, text)).lead is None


def test_choices_come_back_as_they_were_packed() -> None:
    rng = random.Random(1)
    for _ in range(200):
        sizes = [rng.randint(2, 40) for _ in range(rng.randint(0, 60))]
        picked = [(rng.randrange(size), size) for size in sizes]
        choices = Choices(days.pack_choices(picked))
        assert [choices.next(size) for size in sizes] == [place for place, _ in picked]
        assert choices.is_over


def test_each_day_hashes_to_the_day_before() -> None:
    chain = Chain(day_of(0), KEY)
    keys = [chain.key(day_of(number)) for number in range(days.DAYS)]

    assert all(keys)
    assert keys[-1] == KEY
    assert hashlib.sha256(keys[0] or b"").hexdigest() == chain.anchor
    assert all(hashlib.sha256(later or b"").digest() == before for before, later in pairwise(keys))
    assert chain.end == day_of(days.DAYS)
    assert chain.key(chain.end) is None
    assert chain.key(day_of(-1)) is None


def test_day_belongs_to_chain_that_began_last() -> None:
    first, second = Chain(day_of(0), KEY), Chain(day_of(5), bytes(32))
    chains = [first, second]

    found = [chain_of(chains, day_of(number)) for number in (-1, 0, 4, 5, days.DAYS, days.DAYS + 5)]

    assert found == [None, first, first, second, second, None]


def test_everyone_gets_only_the_cards_of_the_day(game: AnyGame) -> None:
    one, same, other = (daily_of(game, day_of(day), SOURCE) for day in (0, 0, 1))

    assert one.key == same.key == key_of_deal(one.deal.secret, one.deal.transcript)
    assert one.key != other.key
    assert one.deal.number(7) == 20261129
    assert daily_of(game, day_of(0), Source(bytes(32))).key != one.key


def test_par_is_a_mean_of_sensible_plays() -> None:
    of_day = daily_of(GAMES["craits"], day_of(0), SOURCE)
    play, _ = played(of_day, 1, slips=0.0)

    assert par(of_day) == lead(GAMES["craits"], play.state), "sensible moves of this game have no dice"
