"""Properties of every game, tried in random games. The documents' example of a game is among them.

Numbers are games per kind of game. `--walks N` plays N times as many.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal, Step
from bot.engine.events import Event, visible_to, write_events
from bot.engine.moves import Leave, Move, verb_of
from bot.engine.notation import parse_move, read_options
from bot.sessions.session import read_events
from tests.helpers.chances import fork
from tests.helpers.every_move import BOUNDED, every_move, similarity_key
from tests.helpers.figures import Figure
from tests.helpers.nonsense import any_move
from tests.helpers.recipe import EVERY_GAME
from tests.helpers.walks import (
    MAX_STEPS,
    REPEATING,
    RESTLESS,
    SHORT,
    UNLISTED,
    USUAL,
    WAKEFUL,
    Habits,
    Walk,
    cards_in,
    cards_of,
    contents,
    packs_in,
    reloaded,
    story,
)
from tests.helpers.worlds import completions, hides, twin, view
from tests.sabotage.games import list_moves_by_the_stock
from tests.sabotage.planting import sabotaged
from tests.sabotage.sessions import let_silence_change_nothing

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.


@pytest.fixture(params=list(EVERY_GAME.values()), ids=list(EVERY_GAME))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Return each game."""
    found: AnyGame = request.param
    return found


def moments(
    game: AnyGame, number: int, share: float = 1.0, habits: Habits = USUAL
) -> Iterator[tuple[Walk, Any]]:
    """Yield a share of the states of this many games, each with its walk."""
    for seed in range(number):
        walk = Walk(game, seed, habits)
        picks = random.Random(seed)
        for state in walk.states():
            if picks.random() < share:
                yield walk, state


def stepped(made: Step[Any] | Refusal) -> Step[Any]:
    """Return the step made by a move, which must have been accepted."""
    assert isinstance(made, Step), made
    return made


def test_no_random_game_breaks_an_invariant(game: AnyGame, times: int, figure: Figure) -> None:
    moves = 0
    for _, state in moments(game, 24 * times):
        assert game.faults(state) == []
        moves += 1
    figure("P31", moves_of_random_games=moves)


def test_someone_can_act_until_game_is_over(game: AnyGame, times: int) -> None:
    for _, state in moments(game, 8 * times):
        deciders = game.deciders(state)
        assert all(game.legal(state, seat) for seat in deciders)
        assert set(deciders) <= set(game.active(state))
        is_over = game.outcome(state) is not None
        clock = game.clock(state)
        assert is_over == (not deciders) == (clock is None) == (game.phase(state) == "over")
        assert clock is None or any(sign.isdigit() for sign in clock.key), "words are for tables that wait"


def test_winners_are_among_those_who_stayed(game: AnyGame, times: int) -> None:
    for seed in range(6 * times):
        walk = Walk(game, seed, RESTLESS)
        *_, last = walk.states()
        outcome = game.outcome(last)
        assert outcome is not None
        assert set(outcome.winners) <= set(game.active(last))
        assert outcome.end


def test_cards_are_neither_lost_nor_made(game: AnyGame, times: int) -> None:
    for seed in range(6 * times):
        walk = Walk(game, seed, RESTLESS)
        first = cards_in(game.dump(walk.state), walk.options)
        for state in walk.states():
            position = game.dump(state)
            cards = cards_in(position, walk.options)
            assert cards.keys() == first.keys()
            assert packs_in(cards) == position.get("packs", packs_in(first))
            assert cards["JK"] == first["JK"]


def test_listed_moves_are_accepted_and_read_back(game: AnyGame, times: int) -> None:
    for walk, state in moments(game, 8 * times, 0.5):
        for seat in range(walk.seats):
            moves = game.legal(state, seat)
            for move in random.Random(0).sample(moves, min(4, len(moves))):
                assert isinstance(game.apply(state, seat, move, fork(walk.chance)), Step), move
                assert parse_move(game, str(move), walk.seats) == move


def test_no_move_but_those_listed_is_accepted(game: AnyGame, times: int) -> None:
    """A list of legal moves, even one that's made for speed, agrees with the refusals."""
    for walk, state in moments(game, 6 * times, 0.06):
        for seat in range(walk.seats):
            listed = game.legal(state, seat)
            results = [stepped(game.apply(state, seat, move, fork(walk.chance))).state for move in listed]
            known = {similarity_key(move) for move in listed}
            for move in every_move(game, state, seat):
                made = game.apply(state, seat, move, fork(walk.chance))
                if isinstance(made, Step) and move.verb not in BOUNDED.get(game.id, ()):
                    assert similarity_key(move) in known or made.state in results, move


def test_every_verb_of_a_game_comes_up(game: AnyGame) -> None:
    missing = {verb_of(kind) for kind in game.moves} - UNLISTED.get(game.id, frozenset())
    for seed in range(500):
        missing -= {turn.what.verb for turn in Walk(game, seed).turns() if isinstance(turn.what, Move)}
        if not missing:
            break

    assert missing == set()


def test_refused_command_changes_nothing_and_uses_no_chance(game: AnyGame, times: int) -> None:
    refused: Counter[str] = Counter()
    rng = random.Random(1)
    for seed in range(200 * times):
        if refused.total() > 500 * times:
            break
        walk, stale = Walk(game, seed, RESTLESS), list[Move]()
        for state in walk.states():
            seat = rng.randrange(walk.seats)
            move = rng.choice(stale) if stale and rng.random() < 0.4 else any_move(game, walk.seats, rng)
            before, chance = game.dump(state), fork(walk.chance)
            made = game.apply(state, seat, move, chance)
            if isinstance(made, Refusal):
                refused[made.code] += 1
                assert chance.counts == walk.chance.counts
                assert game.dump(state) == before
            else:
                assert game.faults(made.state) == []
            stale = [*stale[-50:], *list(game.legal(state, seat))[:2]]

    assert refused.total() > 500 * times
    assert len(refused) > 2


def test_after_the_end_everything_is_refused(game: AnyGame, times: int) -> None:
    rng = random.Random(2)
    for seed in range(6 * times):
        walk = Walk(game, seed)
        *_, last = walk.states()
        for seat in range(walk.seats):
            assert not game.legal(last, seat)
            for move in (Leave(), *(any_move(game, walk.seats, rng) for _ in range(5))):
                assert isinstance(game.apply(last, seat, move, walk.chance), Refusal)
        assert isinstance(game.timeout(last, walk.chance), Refusal)


def test_every_position_survives_being_written_down(game: AnyGame, times: int) -> None:
    for walk, state in moments(game, 8 * times, habits=RESTLESS):
        again = reloaded(game, state, walk.seats, walk.options)
        assert game.dump(again) == game.dump(state)
        assert contents(again) == contents(state)


def test_public_facts_survive_being_written(game: AnyGame, times: int) -> None:
    for walk, state in moments(game, 10 * times, 0.3, RESTLESS):
        again = reloaded(game, state, walk.seats, walk.options)
        for viewer in (*range(walk.seats), None):
            assert view(game, again, viewer) == view(game, state, viewer)


@pytest.mark.parametrize("seed", range(5))
def test_game_saved_after_every_move_goes_on_equally(game: AnyGame, seed: int) -> None:
    assert story(game, seed, saving=True) == story(game, seed)


def test_seed_determines_the_game(game: AnyGame) -> None:
    assert story(game, 1) == story(game, 1)
    assert story(game, 1) != story(game, 1 + len(game.seats))


def test_events_survive_the_store(game: AnyGame, times: int) -> None:
    met: set[type[Event]] = set()
    for seed in range(8 * times):
        walk = Walk(game, seed, RESTLESS)
        steps = [walk.dealt.events, *(turn.step.events for turn in walk.turns())]
        for events in steps:
            assert read_events(game, write_events(events)) == events
            met |= {type(event) for event in events}

    assert met <= {*game.events}
    assert len(met) > 0.6 * len(game.events)


@sabotaged("P15", let_silence_change_nothing)
def test_a_game_whose_players_never_answer_ends(game: AnyGame, times: int, figure: Figure) -> None:
    ended = 0
    for seed in range(6 * times):
        walk = Walk(game, seed)
        for options in (walk.options, read_options(game, SHORT.get(game.id, {})), game.options()):
            state = game.deal(walk.seats, options, walk.chance).state
            for _ in range(MAX_STEPS):
                if game.outcome(state) is not None:
                    break
                state = stepped(game.timeout(state, walk.chance)).state
            assert game.outcome(state) is not None
            assert game.faults(state) == []
            ended += 1
    figure("P15", games_of_silent_players=ended, ended=ended)


def test_the_clock_may_run_out_at_any_moment(game: AnyGame, times: int) -> None:
    for walk, state in moments(game, 8 * times, 0.5):
        if game.outcome(state) is None:
            after = stepped(game.timeout(state, fork(walk.chance))).state
            assert game.faults(after) == []


def test_running_clock_has_own_name_and_sensible_length(game: AnyGame, times: int) -> None:
    for _, state in moments(game, 10 * times):
        clock = game.clock(state)
        if clock is not None:
            assert clock.key
            assert clock.seconds is None or clock.seconds > 0


def test_anyone_may_leave_at_any_moment(game: AnyGame, times: int) -> None:
    for walk, state in moments(game, 6 * times, 0.3):
        for seat in game.active(state) if game.outcome(state) is None else ():
            after = stepped(game.apply(state, seat, Leave(), fork(walk.chance))).state
            assert game.faults(after) == []
            assert seat not in game.active(after)
            assert seat not in game.deciders(after)
            assert not game.legal(after, seat)
            assert isinstance(game.apply(after, seat, Leave(), fork(walk.chance)), Refusal)


def test_game_ends_when_all_but_one_have_left(game: AnyGame, times: int) -> None:
    rng = random.Random(3)
    for walk, state in moments(game, 10 * times, 0.1):
        chance, left = fork(walk.chance), state
        while game.outcome(left) is None and len(game.active(left)) > 1:
            left = stepped(game.apply(left, rng.choice(game.active(left)), Leave(), chance)).state
            assert game.faults(left) == []
        for _ in range(3):  # An unfinished action may have to time out first.
            if game.outcome(left) is None:
                left = stepped(game.timeout(left, chance)).state
        assert game.outcome(left) is not None


def test_completion_never_fails_whatever_is_typed(game: AnyGame, times: int) -> None:
    rng = random.Random(4)
    for walk, state in moments(game, 5 * times, 0.3):
        move = any_move(game, walk.seats, rng)
        given = {
            name: getattr(move, field)
            for field, name in zip(move.__struct_fields__, move.__struct_encode_fields__, strict=True)
        }
        typed = {name: value for name, value in given.items() if value is not None}
        for name in given:
            offered = game.complete(state, rng.randrange(walk.seats), move.verb, name, typed)
            assert all(isinstance(text, str) for text in offered)
            assert len(offered) == len(set(offered))


Twins = tuple[Walk, Seat | None, Any, Any]


def twins(game: AnyGame, number: int, rng: random.Random) -> Iterator[Twins]:
    """Yield this many pairs of positions that a viewer can't tell apart. Most positions have such a twin."""
    tried = found = 0
    phases: Counter[str] = Counter()
    for walk, state in moments(game, 40 * number, habits=WAKEFUL):
        viewer, phase = rng.choice((*range(walk.seats), None)), game.phase(state)
        is_rare = phases[phase] * len(phases) <= phases.total()
        if rng.random() > (0.5 if is_rare else 0.05) or not hides(game, state, viewer):
            continue
        phases[phase] += 1
        pair = twin(game, state, viewer, seats=walk.seats, options=walk.options, rng=rng)
        tried += 1
        if pair is not None:
            found += 1
            yield walk, viewer, *pair
        if found == number:
            break
    assert found == number or not tried
    assert found >= 0.6 * tried


@sabotaged("P21", list_moves_by_the_stock)
def test_view_does_not_depend_on_what_it_hides(game: AnyGame, times: int, figure: Figure) -> None:
    pairs = 0
    for _, viewer, one, other in twins(game, 150 * times, random.Random(5)):
        assert game.dump(one) != game.dump(other)
        assert view(game, other, viewer) == view(game, one, viewer)
        pairs += 1
    figure("P21", pairs_of_views=pairs, differences=0)


def test_help_with_typing_tells_nothing_that_is_hidden(game: AnyGame, times: int) -> None:
    for _, viewer, one, other in twins(game, 150 * times, random.Random(6)):
        if viewer is not None:
            assert completions(game, other, viewer) == completions(game, one, viewer)


def test_answers_to_commands_reveal_nothing_hidden(game: AnyGame, times: int, figure: Figure) -> None:
    rng, pairs = random.Random(7), 0
    for walk, viewer, one, other in twins(game, 100 * times, rng):
        if viewer is None:
            continue
        for move in (any_move(game, walk.seats, rng) for _ in range(4)):
            answers = [game.apply(world, viewer, move, fork(walk.chance)) for world in (one, other)]
            refusals = [made if isinstance(made, Refusal) else None for made in answers]
            assert refusals[0] == refusals[1], move
            pairs += 1
    figure("P21", pairs_of_answers=pairs, differences=0)


def test_equal_worlds_stay_equal_until_something_is_revealed(game: AnyGame, times: int) -> None:
    rng = random.Random(8)
    pairs = alike = 0
    for _, viewer, *worlds in twins(game, 120 * times, rng):
        pairs += 1
        after: Worlds | None = (worlds[0], worlds[1])
        for _ in range(6):
            after = after and led_on(game, after, viewer, rng)
            alike += after is not None

    assert alike >= 0.25 * pairs


Worlds = tuple[Any, Any]


def led_on(game: AnyGame, worlds: Worlds, viewer: Seat | None, rng: random.Random) -> Worlds | None:
    """Return both worlds after the same move, or `None` once the viewer may tell them apart."""
    steps = same_move(game, worlds, viewer, rng)
    if steps is None or visible_to(steps[0].events, viewer) != visible_to(steps[1].events, viewer):
        return None
    after = (steps[0].state, steps[1].state)
    for ask in (game.phase, game.deciders, game.active, game.clock, game.outcome):
        assert ask(after[0]) == ask(after[1])
    # Everyone may see a card that a move has uncovered, or that a pile has shrunk.
    in_the_open = differing(game, after, None)
    assert differing(game, after, viewer) <= in_the_open <= zones(game, after)
    if in_the_open:
        return None
    assert view(game, after[0], viewer) == view(game, after[1], viewer)
    return after


def differing(game: AnyGame, worlds: Worlds, viewer: Seat | None) -> set[str]:
    """Return the parts of a view in which two worlds differ."""
    one, other = (game.view(world, viewer) for world in worlds)
    return {name for name in one if one[name] != other[name]}


def zones(game: AnyGame, worlds: Worlds) -> set[str]:
    """Return the parts of a position that hold cards."""
    positions = [game.dump(world) for world in worlds]
    return {name for position in positions for name in {*position} - REPEATING if [*cards_of(position[name])]}


def same_move(
    game: AnyGame, worlds: Worlds, viewer: Seat | None, rng: random.Random
) -> tuple[Step[Any], Step[Any]] | None:
    """Make the same move in both worlds with the same chance, or return `None` if only one accepts it."""
    if game.outcome(worlds[0]) is not None:
        return None
    key = rng.randbytes(8)
    if rng.random() < 0.1:
        one, other = (game.timeout(world, SeededChance(key)) for world in worlds)
        return stepped(one), stepped(other)
    seat = rng.choice(game.deciders(worlds[0]))
    move = rng.choice(list(game.legal(worlds[0], seat)))
    one, other = (game.apply(world, seat, move, SeededChance(key)) for world in worlds)
    if isinstance(other, Refusal):
        assert seat != viewer, f"{move} is answered with {other}"
        return None
    return stepped(one), other
