"""Random games to the end: invariants, round trips, refusals and secrets after every move (section 10)."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.cards import DECK
from bot.engine.chance import SeededChance
from bot.engine.draft import Refusal, Step
from bot.engine.events import Event, visible_to
from bot.engine.moves import Leave, Move
from bot.games.craits import GAME
from bot.games.craits.count import CountRaised
from bot.games.craits.dealing import DealerDrawn, Dealt, Hand, TurnedUp
from bot.games.craits.drawing import Drew, DrewCards
from bot.games.craits.ending import GameEnded, HandEnded, PlayerScored
from bot.games.craits.options import CraitsOptions
from bot.games.craits.playing import Played
from bot.games.craits.state import State
from bot.games.craits.turns import TurnStarted

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

SHORT = CraitsOptions(hands=2)
VARIANTS = (
    SHORT,
    CraitsOptions(hands=3, faces=True),
    CraitsOptions(hands=2, faces=True, packs="2", opening_suit="seen"),
    CraitsOptions(hands=3, hand_cap=100),
)
SHOWN = (Played, TurnedUp, DealerDrawn, PlayerScored)
OWED = {"unable": 1, "five": 1, "six": 1, "seven": 1, "king": 1, "penalty": 2, "queen": 5}

Walked = tuple[State, State, tuple[Event, ...]]


def walk(seed: int, given: CraitsOptions = SHORT, leaving: float = 0.002) -> Iterator[Walked]:
    """Yield the steps of a random game: the state before, the state after, and the events."""
    rng = random.Random(seed)
    chance = SeededChance.from_text(f"craits walk {seed}")
    step = GAME.deal(2 + seed % 6, given, chance)
    yield step.state, step.state, step.events
    while GAME.deciders(step.state):
        state = step.state
        seat, move = chosen(state, rng, leaving)
        made = GAME.apply(state, seat, move, chance)
        assert isinstance(made, Step), f"{move}: {made}"
        step = made
        yield state, step.state, step.events


def chosen(state: State, rng: random.Random, leaving: float) -> tuple[int, Move]:
    """Return a random seat and its move. Deciders come up more often."""
    seats = GAME.deciders(state) if rng.random() < 0.8 else GAME.active(state)
    seat = rng.choice([seat for seat in seats if GAME.legal(state, seat)] or GAME.deciders(state))
    return seat, Leave() if rng.random() < leaving else rng.choice(GAME.legal(state, seat))


def games(number: int) -> Iterator[tuple[int, Iterator[Walked]]]:
    for seed in range(number):
        yield seed, walk(seed, VARIANTS[seed // 6 % len(VARIANTS)])


def test_no_move_of_random_game_breaks_invariant() -> None:
    for seed, steps in games(24):
        for _, state, _ in steps:
            assert GAME.faults(state) == [], seed


def test_a_saved_game_comes_back_as_it_was() -> None:
    for _, steps in games(8):
        for _, state, _ in steps:
            saved = GAME.dump(state)
            assert GAME.dump(GAME.load(saved, len(state.hands), state.options)) == saved


@pytest.mark.parametrize("seed", range(6))
def test_saving_after_every_move_changes_nothing(seed: int) -> None:
    def last(*, saving: bool) -> dict[str, Any]:
        rng, chance = random.Random(seed), SeededChance.from_text("saved")
        state = GAME.deal(2 + seed % 6, VARIANTS[seed % 4], chance).state
        while GAME.deciders(state):
            seat, move = chosen(state, rng, 0.002)
            made = GAME.apply(state, seat, move, chance)
            assert isinstance(made, Step)
            state = made.state
            if saving:
                state = GAME.load(GAME.dump(state), len(state.hands), state.options)
        return GAME.dump(state)

    assert last(saving=True) == last(saving=False)


def test_clock_makes_deciders_first_legal_move() -> None:
    for seed in range(8):
        for _, state, _ in walk(seed, VARIANTS[seed % 4]):
            if GAME.outcome(state):
                continue
            seat = GAME.deciders(state)[0]
            by_clock = GAME.timeout(state, SeededChance.from_text("x"))
            by_hand = GAME.apply(state, seat, GAME.legal(state, seat)[0], SeededChance.from_text("x"))
            assert isinstance(by_clock, Step)
            assert isinstance(by_hand, Step)
            assert (by_clock.state, by_clock.events[1:]) == (by_hand.state, by_hand.events)


def test_totals_are_hand_points_and_doubling_pressures() -> None:
    for _, steps in games(48):
        for before, state, _ in steps:
            scores = state.scores
            for seat, total in enumerate(scores.totals):
                points = sum(dict(hand.points).get(seat, 0) for hand in scores.record)
                assert total == points + 5 * (2 ** scores.pressures[seat] - 1)
                assert scores.pressures[seat] >= before.scores.pressures[seat]


def test_owed_cards_are_drawn_while_any_are_left() -> None:
    for _, steps in games(48):
        next(steps)
        for before, _, events in steps:
            if any(isinstance(event, HandEnded) and event.why == "nothing-left" for event in events):
                continue
            raised = [event.value for event in events if isinstance(event, CountRaised)]
            varying = {"jack": 2 * (before.jack_run + 1), "count": [before.count, *raised][-1]}
            for drew in (event for event in events if isinstance(event, Drew)):
                assert drew.count == {**OWED, **varying}[drew.why]


def test_cards_are_told_only_to_those_allowed() -> None:
    for _, steps in games(48):
        for _, _, events in steps:
            for event in events:
                if isinstance(event, Hand | DrewCards):
                    assert event.to == (event.seat,)
                elif not isinstance(event, SHOWN):
                    fields = {getattr(event, name) for name in event.__struct_fields__}
                    assert not fields & {*DECK}, event
            assert all(event.to is None for event in visible_to(events, None))


def test_hidden_cards_do_not_change_view() -> None:
    rng = random.Random(7)
    for seed in range(8):
        for place, (_, state, _) in enumerate(walk(seed, VARIANTS[seed % 4])):
            if place % 3 == seed % 3 and not state.revealed:
                for viewer in (None, *range(len(state.hands))):
                    assert GAME.veil(state, viewer) == GAME.veil(permuted(state, viewer, rng), viewer)


def permuted(state: State, viewer: int | None, rng: random.Random) -> State:
    """Return a state that looks the same to this viewer, with the cards they can't see in other places."""
    known = {viewer} if viewer is not None and not state.is_blind(viewer) else set()
    unseen = [*state.stock, *state.under]
    unseen += [card for seat, hand in enumerate(state.hands) if seat not in known for card in hand]
    rng.shuffle(unseen)
    hands = [
        hand if seat in known else tuple(unseen.pop() for _ in hand) for seat, hand in enumerate(state.hands)
    ]
    stock = tuple(unseen.pop() for _ in state.stock)
    return replace(state, hands=tuple(hands), stock=stock, under=tuple(unseen))


def test_clock_starts_anew_with_each_new_decision() -> None:
    for _, steps in games(48):
        next(steps)
        for before, state, events in steps:
            decision = any(isinstance(event, TurnStarted | HandEnded | GameEnded) for event in events)
            assert (GAME.clock(state) != GAME.clock(before)) == decision


def test_deal_goes_round_clockwise_past_those_who_left() -> None:
    for _, steps in games(24):
        dealer = None
        for _, state, events in steps:
            for dealt in (event for event in events if isinstance(event, Dealt)):
                if dealer is not None:
                    seats = len(state.hands)
                    around = [(dealer + places) % seats for places in range(1, seats + 1)]
                    assert dealt.dealer == next(seat for seat in around if seat in state.active)
                dealer = dealt.dealer


@pytest.mark.parametrize("given", VARIANTS)
def test_the_clock_alone_finishes_the_game(given: CraitsOptions) -> None:
    chance = SeededChance.from_text("clock")
    step = GAME.deal(4, given, chance)
    for _ in range(given.hands * (given.hand_cap + 2)):
        made = GAME.timeout(step.state, chance)
        if isinstance(made, Refusal):
            break
        step = made

    assert GAME.outcome(step.state) is not None


def test_winners_are_active_seats_with_lowest_total() -> None:
    for _, steps in games(48):
        *_, (_, state, _) = steps
        outcome = GAME.outcome(state)
        assert outcome is not None
        totals = {seat: state.scores.totals[seat] for seat in state.active}
        assert outcome.winners == tuple(seat for seat in totals if totals[seat] == min(totals.values()))


def test_same_seed_and_moves_give_same_game() -> None:
    for seed in range(6):
        assert [*walk(seed)] == [*walk(seed)]
