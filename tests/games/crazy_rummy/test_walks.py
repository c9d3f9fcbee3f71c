"""Random games to the end, and the properties that hold after every move (section 10).

The properties of every game are in `tests/games/test_every_game.py`.
"""

import random
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

import msgspec
import pytest

from bot.engine.chance import SeededChance
from bot.engine.draft import Refusal, Step
from bot.engine.events import Event, visible_to
from bot.engine.moves import Leave, Move
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.cards import PLAYED_PACK
from bot.games.crazy_rummy.dealing import DealerDrawn, Dealt
from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import Draw
from bot.games.crazy_rummy.ending import ExtraHand
from bot.games.crazy_rummy.laying import Feed, Meld
from bot.games.crazy_rummy.options import CrazyRummyOptions
from bot.games.crazy_rummy.state import State
from bot.games.crazy_rummy.turns import TurnStarted
from tests.games.crazy_rummy.positions import hidden_cards_turned_round

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

SHORT = [
    CrazyRummyOptions(target=300, max_hands=4),
    CrazyRummyOptions(target=300, max_hands=2, dealer_wild="hand", reshuffles=0),
    CrazyRummyOptions(target=300, max_hands=3, packs=3, reshuffles=3),
]
ANY_EVENT: Any = reduce(or_, GAME.events)


def walk(seed: int, *, leaving: float = 0.002, waiting: float = 0.02) -> Iterator[tuple[State, Step[State]]]:
    """Yield each state of a random game with the step made from it."""
    picks, chance = random.Random(seed), SeededChance.from_text(str(seed))
    seats = picks.randint(2, 10)
    state = GAME.deal(seats, SHORT[seed % 3], chance).state
    while state.phase != "over":
        roll = picks.random()
        if roll < leaving:
            step = GAME.apply(state, picks.choice(state.active), Leave(), chance)
        elif roll < leaving + waiting:
            step = GAME.timeout(state, chance)
        else:
            step = GAME.apply(state, state.mover, picks.choice(GAME.legal(state, state.mover)), chance)
        assert isinstance(step, Step), f"seed {seed}: {step}"
        yield state, step
        state = step.state


@pytest.mark.parametrize("block", range(3))
def test_random_games_stay_sound_to_the_end(block: int) -> None:
    for seed in range(block * 40, block * 40 + 40):
        for _, step in walk(seed):
            assert GAME.faults(step.state) == [], f"seed {seed}"
        assert step.state.hand_number <= step.state.options.max_hands
        assert GAME.outcome(step.state) is not None


def test_every_position_is_restored_exactly() -> None:
    for seed in range(12):
        for _, step in walk(seed):
            given = msgspec.json.decode(msgspec.json.encode(GAME.dump(step.state)))
            again = GAME.load(given, len(step.state.hands), step.state.options)
            assert again == step.state, f"seed {seed}"


def test_cards_move_only_as_the_rules_say() -> None:
    for seed in range(24):
        for state, step in walk(seed, leaving=0, waiting=0):
            after, seat = step.state, state.mover
            if after.hand_number > state.hand_number or after.phase == "over":
                continue
            assert after.totals == state.totals
            assert len(after.hands[seat]) - len(state.hands[seat]) <= 1
            for board, before in zip(after.sets, state.sets, strict=True):
                assert board[: len(before)] == before
            others = [hand for other, hand in enumerate(state.hands) if other != seat]
            assert others == [hand for other, hand in enumerate(after.hands) if other != seat]


def test_a_deal_gives_what_the_up_cards_say() -> None:
    counts = {"A": 11, "J": 10, "Q": 10, "K": 10} | {str(count): count for count in range(3, 11)}
    for seed in range(100):
        dealt = GAME.deal(4, CrazyRummyOptions(), SeededChance.from_text(str(seed))).events[1]
        given: dict[str, Any] = msgspec.to_builtins(dealt)
        sizes = {seat: counts[card[:-1]] for seat, card in given["up_cards"]}
        sizes[given["dealer"]] -= 1
        assert list(given["hand_sizes"]) == [sizes[seat] for seat in range(4)]
        assert given["stock"] >= 1


def test_refused_moves_change_nothing_and_use_no_chance() -> None:
    picks = random.Random(5)
    refused = 0
    for seed in range(8):
        for state, _ in walk(seed):
            chance, before = SeededChance(b"none"), GAME.dump(state)
            if isinstance(
                GAME.apply(state, picks.randrange(len(state.hands)), any_move(picks), chance), Refusal
            ):
                refused += 1
                assert chance.counts == {}
                assert GAME.dump(state) == before
    assert refused > 1000


def any_move(picks: random.Random) -> Move:
    cards = ",".join(picks.choices(PLAYED_PACK, k=picks.randint(1, 4)))
    return picks.choice([Draw("discard"), Meld(cards), Feed(cards), Discard(cards), Draw()])


def test_the_same_seed_gives_the_same_game() -> None:
    assert [step for _, step in walk(7)] == [step for _, step in walk(7)]


def test_tables_differing_in_hidden_cards_look_alike() -> None:
    for seed in range(8):
        for state, _ in walk(seed):
            for viewer in (*range(len(state.hands)), None):
                assert GAME.veil(hidden_cards_turned_round(state, viewer), viewer) == GAME.veil(state, viewer)


def test_nobody_else_learns_card_from_stock() -> None:
    for seed in range(16):
        for state, _ in walk(seed):
            if state.phase == "draw":
                for viewer in (*{*range(len(state.hands))} - {state.mover}, None):
                    other = hidden_cards_turned_round(state, viewer)
                    assert heard_of_a_draw(other, viewer) == heard_of_a_draw(state, viewer)


def heard_of_a_draw(state: State, viewer: int | None) -> tuple[Event, ...]:
    step = GAME.apply(state, state.mover, Draw(), SeededChance(b"none"))
    assert isinstance(step, Step)
    return visible_to(step.events, viewer)


def test_events_survive_the_log() -> None:
    heard: set[type[Event]] = set()
    for seed in range(24):
        for _, step in walk(seed):
            heard |= {type(event) for event in step.events}
            raw = msgspec.json.encode(step.events)
            assert msgspec.json.decode(raw, type=tuple[ANY_EVENT, ...]) == step.events
    assert heard >= {*GAME.events} - {DealerDrawn, ExtraHand}


def test_the_clock_changes_exactly_with_the_turn() -> None:
    for seed in range(16):
        for state, step in walk(seed):
            passed = any(isinstance(event, TurnStarted | Dealt) for event in step.events)
            if step.state.phase != "over":
                assert (GAME.clock(state) != GAME.clock(step.state)) is passed, f"seed {seed}"
