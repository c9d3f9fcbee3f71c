"""Random games to the end: invariants, round trips, refusals, secrets and the options, after every move."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot.engine.cards import ORDER
from bot.engine.chance import SeededChance
from bot.engine.draft import Refusal, Step
from bot.engine.events import Event, visible_to
from bot.engine.moves import Leave, Move
from bot.games.skrap import GAME
from bot.games.skrap.battle import Bot, BotPlayed
from bot.games.skrap.ending import GameEnded
from bot.games.skrap.options import SkrapOptions
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import Scavenge, Scavenged
from bot.games.skrap.scoring import Champion
from bot.games.skrap.state import State
from bot.games.skrap.surging import Surge, SurgeRevealed
from bot.games.skrap.throwing import Throw

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

PUBLIC_CARDS = (SurgeRevealed, BotPlayed, Champion, Scavenged)
OPTIONS = (
    SkrapOptions(),
    SkrapOptions(pass_rule="final"),
    SkrapOptions(edition=1, surged_king="equal", target=5),
    SkrapOptions(tie_break="random", max_rounds=5, target=30),
)
EVERY_VERB: tuple[Move, ...] = (
    Surge("AC"),
    Throw("rock"),
    Bot("AC", "AH"),
    Bot("JK", "JK"),
    Pass(),
    Scavenge("AC", "AS"),
    Surge("nothing"),
)
Walked = tuple[State, State, tuple[Event, ...]]


def walk(seed: int) -> Iterator[Walked]:
    """Yield the steps of a random game with time-outs and leavers: state before, state after, and events."""
    chooser = random.Random(seed)
    chance = SeededChance.from_text(str(seed))
    state = GAME.deal(2 + seed % 4, OPTIONS[seed // 4 % 4], chance).state
    while GAME.outcome(state) is None:
        step = random_step(state, chooser, chance)
        yield state, step.state, step.events
        state = step.state


def random_step(state: State, chooser: random.Random, chance: SeededChance) -> Step[State]:
    what = chooser.random()
    seat = chooser.choice(GAME.deciders(state))
    if what < 0.02:
        step = GAME.timeout(state, chance)
    elif what < 0.03:
        step = GAME.apply(state, chooser.choice(GAME.active(state)), Leave(), chance)
    else:
        step = GAME.apply(state, seat, chooser.choice(GAME.legal(state, seat)), chance)
    assert isinstance(step, Step)
    return step


def cards_in(value: Any) -> set[str]:
    """Return every card that's written anywhere in a plain JSON value."""
    if isinstance(value, str):
        return {value} & ORDER.keys()
    if isinstance(value, dict):
        return set().union(*map(cards_in, value.values())) if value else set()
    return set().union(*map(cards_in, value)) if isinstance(value, list) and value else set()


def hidden_from(viewer: int | None, state: State) -> set[str | None]:
    """Return a viewer's hidden cards: other hands, the stock, cards set aside, and unrevealed surge cards."""
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    slots = [state.surge[seat] for seat in others] if state.phase == "surge" else []
    hands = [card for seat in others for card in state.hands[seat]]
    return {*hands, *state.stock, *state.aside, *slots} - {"JK"}


@pytest.mark.parametrize("seed", range(200))
def test_invariants_hold_and_every_state_saves(seed: int) -> None:
    for _, state, _ in walk(seed):
        assert GAME.faults(state) == []
        position = GAME.dump(state)
        assert GAME.dump(GAME.load(position, len(state.hands), state.options)) == position
        assert GAME.load(position, len(state.hands), state.options) == state


@pytest.mark.parametrize("seed", range(60))
def test_a_refused_move_uses_no_chance(seed: int) -> None:
    for state, _, _ in walk(seed):
        chance = SeededChance.from_text("unused")
        refused = [move for move in EVERY_VERB if not GAME.legal(state, 0)]
        for move in refused:
            assert isinstance(GAME.apply(state, 0, move, chance), Refusal)
        assert chance.counts == {}


@pytest.mark.parametrize("seed", range(100))
def test_public_events_show_card_only_when_rules_do(seed: int) -> None:
    for _, _, events in walk(seed):
        for event in visible_to(events, None):
            assert isinstance(event, PUBLIC_CARDS) or not cards_in(msgspec.to_builtins(event))


@pytest.mark.parametrize("seed", range(60))
def test_view_holds_no_forbidden_card(seed: int) -> None:
    for _, state, _ in walk(seed):
        for viewer in (None, *range(len(state.hands))):
            seen = cards_in(GAME.view(state, viewer))
            assert seen.isdisjoint(hidden_from(viewer, state))


@pytest.mark.parametrize("seed", range(60))
def test_private_event_holds_own_cards_only(seed: int) -> None:
    for before, state, events in walk(seed):
        for event in events:
            if event.to is not None:
                (seat,) = event.to
                own = {*before.hands[seat], *state.hands[seat], before.surge[seat], state.surge[seat]}
                assert cards_in(msgspec.to_builtins(event)) <= own


@pytest.mark.parametrize("seed", range(60))
def test_same_seed_and_moves_give_same_game(seed: int) -> None:
    assert [state for _, state, _ in walk(seed)] == [state for _, state, _ in walk(seed)]


@pytest.mark.parametrize("seed", range(60))
def test_heads_gained_are_rounds_bots_less_one(seed: int) -> None:
    for before, state, events in walk(seed):
        for event in events:
            if isinstance(event, Champion):
                gained = sum(state.heads) - sum(before.heads)
                assert gained == (0 if event.lost else event.heads)
                assert event.total == state.heads[event.seat]


@pytest.mark.parametrize("seed", range(60))
def test_game_ends_once_with_what_outcome_says(seed: int) -> None:
    *_, (_, last, events) = walk(seed)
    outcome = GAME.outcome(last)

    assert outcome is not None
    assert [(event.winners, event.end) for event in events if isinstance(event, GameEnded)] == [
        (outcome.winners, outcome.end)
    ]


def test_the_walks_meet_every_kind_of_event() -> None:
    met = {type(event) for seed in range(600) for _, _, events in walk(seed) for event in events}

    assert {kind.__name__ for kind in GAME.events} - {kind.__name__ for kind in met} <= {"RoundVoid"}
