"""Choices of computers in telling positions of Crazy Rummy."""

import random
from typing import Any

import msgspec
import pytest

from bot.engine.draft import Step
from bot.engine.moves import move_text
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.notes import CrazyRummyNotes
from bot.games.crazy_rummy.state import State
from bot.players.crazy_rummy.policy import CrazyRummyPolicy
from bot.players.crazy_rummy.standing import prospect
from bot.players.player import choose, seen_by
from bot.players.policy import PLAIN, PlayStyle, View
from bot.players.random_chance import RandomChance
from tests.games.crazy_rummy.positions import at
from tests.games.driver import Driver

POLICY = CrazyRummyPolicy()


def picked(game: Driver[State], play_style: PlayStyle = PLAIN, **notes: Any) -> str:
    """Return the move of a medium computer in the deciding seat."""
    seat = game.state.mover
    view = View(seat, random.Random(0), play_style, CrazyRummyNotes(seat=seat, **notes))
    return move_text(POLICY.choose(game.state, view))


@pytest.mark.parametrize(
    ("hand", "top", "opened", "source"),
    [
        ("7S 7C 4D KD", "7D", "", "discard"),
        ("7S 6C 4D KD", "7D", "", "discard"),
        ("3S 4D KD", "6D", "", "discard"),
        ("3S 4D KD", "QD", "QS QC QH", "discard"),
        ("7S 3C 4D KD", "7D", "", "stock"),
        ("7S 7C 4D KD", "8D", "", "stock"),
    ],
)
def test_medium_takes_layable_or_wild_discards(hand: str, top: str, opened: str, source: str) -> None:
    sets = {"B": [opened.split()]} if opened else {}
    game = at(f"{hand} / KS KC", phase="draw", discard=f"5S {top}", sets=sets)

    assert picked(game) == ("draw" if source == "stock" else "draw from:discard")


def test_medium_computer_does_not_take_from_locked_pile() -> None:
    assert picked(at("7S 7C / KS", phase="draw", discard="5S 7D", lock_count=4)) == "draw"


def test_medium_lays_all_wilds_in_first_play() -> None:
    assert picked(at("KS 6S 6D 3C 4C / KC")) == "meld cards:KS,6S,6D"


def test_medium_computer_saves_wild_for_each_pair() -> None:
    game = at("KS KC 9S 9C 6S 6D 3C / KD")

    assert picked(game) == "meld cards:KS,KC,6S"
    assert picked(game.do("A: meld cards:KS,KC,6S")) == "meld cards:9S,9C,6D"


def test_medium_computer_feeds_before_it_spends_wild() -> None:
    game = at("KS KC 6S 3C / 4D", sets={"B": [["KD", "KH", "KC"]]})

    assert picked(game) == "feed cards:KS,KC"


def test_medium_discards_lone_card_of_dead_rank() -> None:
    assert picked(at("9S 9C KD 3C / 4D 4C", discard="KS 5S")) == "discard card:KD"
    assert picked(at("9S 9C KD 3C / 4D 4C", discard="9H 5S")) == "discard card:3C"


def test_medium_never_discards_wild_beside_others() -> None:
    assert picked(at("6S AC / KD")) == "discard card:AC"


def test_computer_keeps_card_it_must_not_return() -> None:
    game = at("3C KD / 4D 4C", phase="draw", discard="5S 3D").do("A: draw from:discard")

    assert picked(game) in ("discard card:3C", "discard card:KD")


@pytest.mark.parametrize(
    ("hand", "top", "plain", "bold"),
    [
        ("3S 4D KD", "AD", "draw", "draw from:discard"),
        ("3S 4D 5D 7D 8D 9D KD", "KS", "draw", "draw from:discard"),
        ("3S 4D KD", "KS", "draw", "draw"),
    ],
)
def test_bold_computer_takes_aces_and_later_pairs(hand: str, top: str, plain: str, bold: str) -> None:
    game = at(f"{hand} / KC", phase="draw", discard=f"5S {top}")

    assert (picked(game), picked(game, PlayStyle(bold=1))) == (plain, bold)


def test_hoarder_lays_set_without_spare_wild() -> None:
    game = at("KS KC KD 6S 3C / 4D")

    assert picked(game) == "meld cards:KS,KC,KD,6S"
    assert picked(game, PlayStyle(hoard=1)) == "meld cards:KS,KC,KD"


@pytest.mark.parametrize(("others", "waits"), [("4D 5D 7D 8D 9D 10D JD", True), ("4D 5D", False)])
def test_patient_computer_keeps_its_only_wild(others: str, waits: bool) -> None:
    game = at(f"KS KC 6S 3C / {others}")

    assert picked(game, PlayStyle(haste=-1)).startswith("discard" if waits else "meld")


def test_spiteful_computer_discards_what_next_player_lacks() -> None:
    game = at("9S QC KD / 4D 4C")

    assert picked(game) == "discard card:9S"
    assert picked(game, PlayStyle(spite=1), lacks=((1, "K"),)) == "discard card:KD"
    assert picked(game, PlayStyle(spite=1), held=((1, "9C"),)) == "discard card:QC"


def test_hard_computer_goes_out_by_its_discard() -> None:
    game = at("KS 9D / AS AD AC", sets={"B": [["KD", "KH", "KC"]]}, totals={"A": 1400})
    seen = seen_by(GAME, game.state, CrazyRummyNotes(seat=0), level="hard", seed=b"seed")

    assert move_text(choose(msgspec.structs.replace(seen, search_effort=100))) == "feed cards:KS"


def test_fast_play_on_by_ranks_equals_the_game() -> None:
    compared = 0
    for seed in range(40):
        state = somewhere(seed)
        if state.phase == "over":
            continue
        quick = POLICY.shortcut(state, state, 0, RandomChance(random.Random(seed)))
        assert quick == pytest.approx(POLICY.evaluate(played_on(state, seed), 0)), seed
        compared += 1
    assert compared > 20


def somewhere(seed: int) -> State:
    """Return a position after some moves, sensible or not."""
    rng = random.Random(seed)
    luck = RandomChance(rng)
    state = GAME.deal(rng.choice((2, 3, 4, 7)), GAME.options(), luck).state
    for _ in range(rng.randrange(60)):
        if state.phase == "over":
            break
        is_odd = rng.random() < 0.3
        seat = state.mover
        move = rng.choice(POLICY.candidates(state, seat)) if is_odd else POLICY.choose(state, View(seat, rng))
        step = GAME.apply(state, seat, move, luck)
        assert isinstance(step, Step)
        state = step.state
    return state


def played_on(state: State, seed: int) -> State:
    """Return the state at the end of the hand, played move by move."""
    rng, start = random.Random(seed), state
    while not POLICY.is_cutoff(start, state, 0):
        step = GAME.apply(state, state.mover, POLICY.choose(state, View(state.mover, rng)), RandomChance(rng))
        assert isinstance(step, Step)
        state = step.state
    return state


def test_chance_to_win_follows_own_and_others_totals() -> None:
    state = at("4C / KS / QS").state
    even = prospect(state, [500, 500, 500], 0, 1)

    assert prospect(state, [600, 500, 500], 0, 1) > even > prospect(state, [500, 600, 500], 0, 1)


@pytest.mark.parametrize(("totals", "chance"), [((1500, 1490), 1), ((1500, 1510), 0)])
def test_leader_at_target_has_won(totals: tuple[int, int], chance: float) -> None:
    assert prospect(at("4C / KS").state, totals, 0, 1) == chance


def test_a_tie_at_the_target_is_still_open() -> None:
    assert prospect(at("4C / KS").state, (1500, 1500), 0, 1) == 0.5
