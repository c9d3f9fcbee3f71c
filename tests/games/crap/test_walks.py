"""Random games keep every invariant (section 10), whatever is played."""

import random

import msgspec
import pytest

from bot.engine.chance import SeededChance
from bot.engine.draft import Refusal, Step
from bot.engine.moves import Move
from bot.engine.notation import parse_move
from bot.games.crap import GAME
from bot.games.crap.options import CrapOptions
from bot.games.crap.state import State
from tests.games.crap.walks import table_of, walk

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

GAMES_PER_TEST = 25
BATCHES = [
    pytest.param(range(first, first + GAMES_PER_TEST), id=str(first))
    for first in range(0, 120, GAMES_PER_TEST)
]

ANYTHING = [
    "score rank:7",
    "score rank:7 cards:7C,7D,7H,JK",
    "recycle",
    "acquire rank:K",
    "call-bluff",
    "believe",
    "challenge player:A",
    "place cards:2C",
    "guess rank:A suit:S",
    "protect card:5H",
    "cooperate player:B",
    "force-recycle player:C",
    "vote choice:yes",
]


@pytest.mark.parametrize("seeds", BATCHES)
def test_random_games_states_are_sound_and_readable(seeds: range) -> None:
    for seed in seeds:
        seats, options = table_of(seed)
        for _, _, _, step in walk(seed):
            text = GAME.dump(step.state)
            assert GAME.faults(step.state) == []
            assert msgspec.json.decode(msgspec.json.encode(text)) == text
            assert GAME.load(text, seats, options) == step.state


@pytest.mark.parametrize("seeds", BATCHES[:3])
def test_totals_change_only_in_scoring_and_sets_never(seeds: range) -> None:
    for seed in seeds:
        for before, _, _, step in walk(seed):
            after = step.state
            scored = after.scoring_rounds > before.scoring_rounds or after.end == "turn-limit"
            assert after.totals == before.totals or scored
            assert all(new >= old for old, new in zip(before.totals, after.totals, strict=True))
            assert after.scoring_rounds <= before.scoring_rounds + 1
            if not scored:
                values = [(laid.owner, laid.rank, laid.value, laid.double) for laid in before.sets]
                assert [(laid.owner, laid.rank, laid.value, laid.double) for laid in after.sets][
                    : len(values)
                ] == values


@pytest.mark.parametrize("seeds", BATCHES[:2])
def test_every_decider_has_accepted_moves(seeds: range) -> None:
    for seed in seeds:
        chance = SeededChance.from_text("offers")
        for before, _, _, _ in walk(seed):
            for seat in range(len(before.hands)):
                moves = GAME.legal(before, seat)
                assert bool(moves) == (seat in GAME.deciders(before))
                for move in moves[seed % 7 :: 7]:
                    assert isinstance(GAME.apply(before, seat, move, chance), Step)


@pytest.mark.parametrize("seeds", BATCHES[:2])
def test_refused_command_changes_nothing_and_uses_no_chance(seeds: range) -> None:
    refused = 0
    for seed in seeds:
        seats, _ = table_of(seed)
        rng = random.Random(seed)
        anything = [parse_move(GAME, text, seats) for text in ANYTHING]
        for before, _, _, _ in walk(seed):
            refused += _is_refused(before, rng.randrange(seats), rng.choice(anything))
    assert refused > 1000


def _is_refused(state: State, seat: int, move: Move) -> bool:
    text, chance = GAME.dump(state), SeededChance.from_text("refused")
    result = GAME.apply(state, seat, move, chance)
    assert GAME.dump(state) == text
    return isinstance(result, Refusal) and not chance.counts


def test_refusal_means_that_move_was_not_offered() -> None:
    moves = [parse_move(GAME, text, 3) for text in ANYTHING if "cards" not in text]
    chance = SeededChance.from_text("0")
    for before, _, _, _ in walk(0):
        for seat in range(3):
            offered = GAME.legal(before, seat)
            for move in moves:
                is_accepted = isinstance(GAME.apply(before, seat, move, chance), Step)
                assert is_accepted == (move in offered), (seat, move)


def test_same_seed_and_commands_give_same_game() -> None:
    seats, options = table_of(5)
    chance = SeededChance.from_text("5")
    state = GAME.deal(seats, options, chance).state
    for _, seat, move, step in walk(5):
        saved = GAME.load(GAME.dump(state), seats, options)
        again = (
            GAME.timeout(saved, chance)
            if seat is None or move is None
            else GAME.apply(saved, seat, move, chance)
        )
        assert again == step
        state = step.state


def test_the_walks_reach_every_phase_event_and_end() -> None:
    phases, events, ends = set(), set(), set()
    for seed in range(150):
        for before, _, _, step in walk(seed, silence=0.5 if seed % 10 == 9 else 0.02):
            phases.add(before.phase)
            events |= {type(event) for event in step.events}
            ends.add(step.state.end)

    assert len(phases) == 6
    assert ends == {None, "threshold", "turn-limit", "forfeit", "abandoned"}
    from_setup = {"HandRolled", "Hand", "StartRolled"}
    assert {kind.__name__ for kind in set(GAME.events) - events} <= from_setup | {"DrawsLost"}
    assert events <= set(GAME.events)


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_game_of_silence_ends_after_two_rounds(seats: int) -> None:
    chance = SeededChance.from_text("silence")
    state = GAME.deal(seats, CrapOptions(), chance).state

    turns = 0
    while isinstance(step := GAME.timeout(state, chance), Step):
        state, turns = step.state, turns + 1

    assert (turns, state.end) == (2 * seats, "abandoned")
