"""Every face keeps its promises throughout random games, with leavers, time-outs, computers and stand-ins."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

import msgspec
import pytest

from bot.engine.events import TimedOut
from bot.engine.options import option_infos
from bot.games import GAMES
from tests.helpers.walks import SHORT, varied
from tests.recordings.faces import moments
from tests.recordings.registers import nothing_drawn
from tests.rendering.promises import ALWAYS, SOMETIMES, Look

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

WALKS: Final[Mapping[str, int]] = {"crap": 8, "skrap": 12, "craits": 11, "crazy-rummy": 15, "crapette": 14}
"""The number of walks of a game, enough for two values of each option. Default: one per player count."""
EVERY: Final[Mapping[str, int]] = {"crap": 11, "skrap": 3, "craits": 23, "crazy-rummy": 13, "crapette": 13}
"""All promises are checked once in this many moves. Default: `OFTEN`."""
OFTEN: Final = 11
FIRST: Final = 2
"""All promises are also checked in this many first moments of each phase."""
QUICK_MOVES: Final = 25


def walks(game_id: str) -> range:
    """Return the seeds of a game's walks."""
    return range(WALKS.get(game_id, len(GAMES[game_id].seats)))


def looks(game_id: str, seed: int) -> Iterator[Look]:
    """Yield every moment of a walk, each with the one before it."""
    look = None
    for moment in moments(game_id, seed):
        look = Look(moment, look)
        yield look
        look.before = None


def kept(game_id: str, seed: int, most: int | None = None) -> bool:
    """Check the promises in a walk or its first `most` moments. Return whether it had any moments."""
    met = Counter[str]()
    with nothing_drawn():
        for look in islice(looks(game_id, seed), most):
            met[look.public.phase] += 1
            is_due = look.moment.number % EVERY.get(game_id, OFTEN) == 0 or look.moment.is_over
            is_due |= met[look.public.phase] <= FIRST
            for promise in (*ALWAYS, *SOMETIMES) if is_due else ALWAYS:
                faults = list(filter(None, promise(look)))
                assert not faults, f"{promise.__name__} after move {look.moment.number}: {faults}"
    return bool(met)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_face_begins_well(game_id: str) -> None:
    assert kept(game_id, 1, QUICK_MOVES)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "seed"), [(one, seed) for one in GAMES for seed in walks(one)])
def test_every_face_keeps_its_promises(game_id: str, seed: int, times: int) -> None:
    for lap in range(times):
        assert kept(game_id, seed + lap * len(walks(game_id)))


@pytest.mark.parametrize("game_id", GAMES)
def test_walks_vary_players_options_and_absences(game_id: str) -> None:
    game, seeds = GAMES[game_id], walks(game_id)
    chosen = [msgspec.to_builtins(varied(game, game.seats[seed % len(game.seats)], seed)) for seed in seeds]
    tables = [list(moments(game_id, seed))[-1] for seed in seeds]
    events = {type(event) for table in tables for step in table.past for event in step.events}
    # A clock's length changes no words, and all walks share the options that keep games short.
    fixed = {"turn-timeout", "response-timeout", "untimed", *SHORT.get(game_id, ())}
    options = {option.name for option in option_infos(game.options)} - fixed

    assert {len(table.table.players) for table in tables} == {*game.seats}
    assert [name for name in options if len({str(one[name]) for one in chosen}) < 2] == []
    assert TimedOut in events
    assert any(len(table.table.game.active(table.state)) < len(table.table.players) for table in tables)
    assert any(user < 0 for table in tables for user in table.table.players)
    assert any(step.stand_ins for table in tables for step in table.past)
