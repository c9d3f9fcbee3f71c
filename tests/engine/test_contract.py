"""The template's answers in every game: legal movers, possible tables, and the course of a move."""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, Final

import msgspec
import pytest

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import Action, AnyGame, Check, Game, Malformed, Options, Outcome
from bot.engine.draft import Draft, Refusal, Step
from bot.engine.events import TimedOut
from bot.engine.moves import Leave, Move, verb_of
from bot.engine.notation import read_options
from bot.games import GAMES
from tests.engine.toy import TOY, Count, Give, LayDown, Shouted, Take, Taken, Toy, count_down
from tests.helpers.nonsense import any_value
from tests.helpers.walks import SHORT

TURN_OF_A = Count(count=5, turn=0)
LAST_OF_A = Count(count=1, turn=0)
UNPLAYABLE: Final[Mapping[str, tuple[int, dict[str, Any]]]] = {
    "toy": (2, {"pace": "fast", "start": 10}),
    "crazy-rummy": (5, {"packs": 1}),
    "crapette": (2, {"clock-minutes": 3}),
}
"""A number of players with options that don't suit it, for each game that has such options."""
MAX_STATES: Final = 200


class Fold(Move, frozen=True):
    """A move that no game here has."""


@pytest.fixture(params=[TOY, *GAMES.values()], ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Return the toy and each game."""
    found: AnyGame = request.param
    return found


def chance() -> SeededChance:
    return SeededChance.from_text("contract")


def short(game: AnyGame) -> Options:
    """Return the options of a short game."""
    return read_options(game, SHORT.get(game.id, {}))


@cache
def states(game: AnyGame) -> list[Any]:
    """Return the states of a random game from the deal to its end, with the most players."""
    rng, chance = random.Random(1), SeededChance.from_text("states")
    made: Step[Any] | Refusal = game.deal(game.seats[-1], short(game), chance)
    found = []
    while True:
        assert isinstance(made, Step), made
        found.append(made.state)
        if game.outcome(made.state) is not None:
            return found
        seat = rng.choice(game.deciders(made.state))
        made = game.apply(made.state, seat, rng.choice(list(game.legal(made.state, seat))), chance)


def running(game: AnyGame) -> list[Any]:
    """Return some of those states before the end."""
    before = states(game)[:-1]
    return before if len(before) <= MAX_STATES else random.Random(2).sample(before, MAX_STATES)


def a_move(kind: type[Move], seats: int) -> Move:
    """Return a move of this kind with any options, most of them wrong: nothing reads them this early."""
    rng = random.Random(0)
    fields = [field for field in msgspec.structs.fields(kind) if field.required]
    return kind(**{field.name: any_value(field.type, seats, rng) for field in fields})


def answers(game: AnyGame, state: Any, seat: Seat) -> Iterator[tuple[type[Move], Any]]:
    """Yield the results of a move of every kind by this seat."""
    for kind in game.actions:
        yield kind, game.apply(state, seat, a_move(kind, game.seats[-1]), chance())


# The right to move


def test_move_of_another_game_is_always_unknown(game: AnyGame) -> None:
    verbs = tuple(verb_of(kind) for kind in game.moves)

    for state in (states(game)[0], states(game)[-1]):
        for seat in (*range(game.seats[-1]), game.seats[-1]):
            assert game.apply(state, seat, Fold(), chance()) == Refusal(
                "unknown-move", {"verb": "fold", "verbs": verbs}
            )


def test_stranger_can_do_nothing_while_game_runs(game: AnyGame) -> None:
    for state in running(game):
        for kind, made in answers(game, state, game.seats[-1]):
            assert made == Refusal("not-a-player"), kind


def test_a_player_who_has_left_can_do_nothing(game: AnyGame) -> None:
    if game.seats[-1] == 2:
        pytest.skip("the game is over when one of two has left")
    left = game.apply(states(game)[0], 0, Leave(), chance())
    assert isinstance(left, Step)
    assert game.outcome(left.state) is None

    for kind, made in answers(game, left.state, 0):
        assert made == Refusal("not-a-player"), kind


def test_all_moves_are_refused_after_the_end(game: AnyGame) -> None:
    over = states(game)[-1]

    for seat in game.active(over):
        for kind, made in answers(game, over, seat):
            assert made == Refusal("game-over"), kind
    assert game.timeout(over, chance()) == Refusal("game-over")


def test_move_of_another_phase_names_phase_and_deciders(game: AnyGame) -> None:
    refused = 0
    for state in running(game):
        seats, phase = game.on_turn(state), game.phase(state)
        for kind, made in answers(game, state, seats[0]):
            phases = game.actions[kind].phases
            if phases and phase not in phases:
                assert made == Refusal("wrong-phase", {"phase": phase, "seats": seats}), kind
                refused += 1
    assert refused


def test_move_out_of_turn_names_deciders(game: AnyGame) -> None:
    codes = set()
    for state in running(game):
        deciders, phase = game.on_turn(state), game.phase(state)
        for seat in set(game.active(state)) - set(deciders):
            for kind, made in answers(game, state, seat):
                action = game.actions[kind]
                if not action.unasked and phase in (action.phases or [phase]):
                    assert made == game.refusal_when_unasked(state, seat), kind
                    codes.add(made.code)
                    assert made.code != "not-your-turn" or made.facts == {"seats": deciders}
    assert codes
    assert "not-your-turn" in codes or has_its_own(game, "refusal_when_unasked")


def has_its_own(game: AnyGame, method: str) -> bool:
    """Whether a game overrides a method of the template."""
    return any(
        method in vars(kind) for kind in type(game).__mro__ if issubclass(kind, Game) and kind is not Game
    )


def test_a_move_open_to_all_needs_no_turn() -> None:
    assert isinstance(TOY.apply(TURN_OF_A, 1, LayDown("AS"), chance()), Step)
    assert TOY.precheck(TURN_OF_A, 1, LayDown) is None
    assert TOY.precheck(TURN_OF_A, 1, Leave) is None


@pytest.mark.parametrize(
    ("checks", "codes"),
    [
        (
            ("not-a-player", "game-over", "not-your-turn", "wrong-phase"),
            ["not-a-player", "game-over", "not-your-turn", "wrong-phase"],
        ),
        (
            ("game-over", "not-a-player", "wrong-phase", "not-your-turn"),
            ["game-over", "game-over", "wrong-phase", "wrong-phase"],
        ),
    ],
)
def test_a_game_chooses_the_order_of_the_checks(checks: tuple[Check, ...], codes: list[str]) -> None:
    class Ordered(Toy):
        pass

    Ordered.checks = checks
    over = Count(count=0, turn=0)
    found = [
        Ordered().precheck(state, seat, Give)
        for state, seat in ((over, 5), (over, 0), (LAST_OF_A, 1), (LAST_OF_A, 0))
    ]

    assert [refusal.code for refusal in found if refusal] == codes


# The players and options of a table


def test_wrong_number_of_players_is_refused_everywhere(game: AnyGame) -> None:
    position = game.dump(states(game)[0])

    for seats in (game.seats[0] - 1, game.seats[-1] + 1, 0, -1):
        with pytest.raises(Malformed, match=f"^{game.id} is for .* players, not {seats}$"):
            game.deal(seats, game.options(), chance())
        with pytest.raises(Malformed, match=f"^{game.id} is for .* players, not {seats}$"):
            game.load(position, seats, game.options())


def test_unplayable_options_are_refused_everywhere(game: AnyGame) -> None:
    if not has_its_own(game, "problem"):
        pytest.skip("all options suit all players")
    seats, chosen = UNPLAYABLE[game.id]
    options = read_options(game, chosen)
    position = game.dump(game.deal(seats, game.options(), chance()).state)

    with pytest.raises(Malformed, match=r"^options: ") as dealt:
        game.deal(seats, options, chance())
    with pytest.raises(Malformed, match=r"^options: ") as loaded:
        game.load(position, seats, options)

    problem = game.problem(seats, options)
    assert problem is not None
    assert dealt.value.problem == loaded.value.problem == problem
    assert str(dealt.value) == str(loaded.value) == f"options: {problem.line}"


def test_running_position_without_decider_is_refused() -> None:
    with pytest.raises(Malformed, match=r"^position: the game is not over, but"):
        TOY.load({"count": 4, "turn": 1, "left": ["B"]}, 3, TOY.options())
    with pytest.raises(Malformed, match=r"^position: the game is not over, but"):
        TOY.load({"count": 4, "turn": 7}, 3, TOY.options())


def test_position_with_fault_is_refused() -> None:
    class Frail(Toy):
        def faults(self, state: Count) -> list[str]:
            return ["The count is odd."] if state.count % 2 else []

    assert Frail().load({"count": 2}, 2, TOY.options()) == Count(2)
    with pytest.raises(Malformed, match=r"^position: The count is odd\.$"):
        Frail().load({"count": 3}, 2, TOY.options())


def test_position_of_finished_game_needs_nobody_to_decide(game: AnyGame) -> None:
    over = states(game)[-1]

    assert game.deciders(over) == ()
    assert game.dump(game.load(game.dump(over), game.seats[-1], short(game))) == game.dump(over)


# The course of a move


def test_move_that_is_stopped_keeps_what_has_happened() -> None:
    made = TOY.apply(LAST_OF_A, 0, Take(loudly=True), chance())

    assert made == Step(Count(count=0, turn=1), (Taken(seat=0, left=0),))
    assert TOY.outcome(Count(count=0, turn=1)) == Outcome((1,), "counted")


def test_timeout_that_is_stopped_keeps_what_has_happened() -> None:
    assert TOY.timeout(LAST_OF_A, chance()) == Step(
        Count(count=0, turn=1), (TimedOut(seats=(0,)), Taken(seat=0, left=0))
    )


def test_stopped_deal_keeps_what_has_happened() -> None:
    class Hasty(Toy):
        def set_up(self, draft: Draft[Count]) -> None:
            count_down(draft, 9)
            draft.tell(Shouted(9))

    assert Hasty().deal(2, TOY.options(), chance()) == Step(Count(0, 1), (Taken(0, 0),))


def test_a_timeout_tells_first_whose_time_was_up(game: AnyGame) -> None:
    for state in running(game):
        made = game.timeout(state, chance())
        assert isinstance(made, Step)
        assert made.events[0] == TimedOut(seats=game.on_turn(state))


def test_refusal_leaves_nothing_of_what_move_has_begun() -> None:
    def begin(draft: Draft[Count], seat: Seat, _: Move) -> Refusal:
        draft.change(count=1)
        draft.tell(Taken(seat=seat, left=1))
        return Refusal("no")

    class Hesitant(Toy):
        actions: ClassVar[Mapping[type[Move], Action[Count]]] = {Take: Action(begin)}

    state = Count(count=5)

    assert Hesitant().apply(state, 0, Take(), chance()) == Refusal("no")
    assert state == Count(count=5)


def test_moves_of_game_are_its_actions_and_leaving(game: AnyGame) -> None:
    assert game.moves == tuple(kind for kind in game.actions if kind is not Leave)
    assert Leave in game.actions


def test_deal_tells_only_events_that_game_lists(game: AnyGame) -> None:
    dealt = game.deal(game.seats[0], game.options(), chance())

    assert {type(event) for event in dealt.events} <= set(game.events)


def test_unstated_parts_of_game_default_to_nothing() -> None:
    class Plain(Toy):
        problem = Game.problem
        wait = Game.wait
        look = Game.look

    plain = Plain()

    assert plain.problem(2, plain.options()) is None
    assert plain.wait(TURN_OF_A, 60, chance()) == Step(TURN_OF_A)
    assert plain.look(TURN_OF_A, 0, "table") is None


# Completion of typed commands


def complete(verb: str, option: str, **given: Any) -> list[str]:
    return TOY.complete(TURN_OF_A, 0, verb, option, given)


def test_typing_is_completed_from_legal_moves_once_each() -> None:
    assert complete("give", "player") == ["B", "A"]
    assert complete("give", "card") == ["AS", "KD"]
    assert complete("lay-down", "cards") == ["AS,KD", "KD"]


def test_unusable_verb_or_option_has_no_completion() -> None:
    assert complete("give", "second") == []
    assert complete("leave", "card") == []
    assert TOY.complete(TURN_OF_A, 1, "give", "card", {}) == []


def test_typed_option_does_not_limit_itself() -> None:
    assert complete("give", "card", card="K") == ["AS", "KD"]


@pytest.mark.parametrize(
    ("given", "numbers"),
    [({"loudly": True}, ["2"]), ({"loudly": "true"}, ["2"]), ({"loudly": False}, ["2", "3"])],
    ids=str,
)
def test_switch_that_was_set_limits_other_options(given: dict[str, Any], numbers: list[str]) -> None:
    assert complete("take", "number", **given) == numbers


def test_options_limit_others_as_values_or_texts() -> None:
    assert complete("take", "loudly", number=2) == complete("take", "loudly", number="2") == ["true"]
    assert complete("take", "loudly", number=3) == []
    assert complete("give", "card", player=1) == complete("give", "card", player="B") == ["AS", "KD"]
    assert complete("give", "card", player="C") == []
    assert complete("lay-down", "cards", to="right") == ["KD"]


def test_option_that_move_leaves_open_limits_nothing() -> None:
    assert complete("give", "card", second="QQ") == ["AS", "KD"]
