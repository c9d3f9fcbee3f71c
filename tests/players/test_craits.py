"""Choices of computers in telling positions of Craits."""

import random
from typing import Any

import msgspec
import pytest

from bot.engine.draft import Step
from bot.games.craits import GAME
from bot.games.craits.state import State
from bot.players.craits.playing_on import RestOfHand, can_play_out
from bot.players.craits.policy import CraitsPolicy
from bot.players.craits.standing import prospect
from bot.players.player import Level, choose, seen_by
from bot.players.policy import PLAIN, PlayStyle, View
from bot.players.random_chance import RandomChance
from tests.games.craits.memory import remembered
from tests.games.craits.positions import table
from tests.games.driver import Driver

SEARCH_EFFORT = 20
"""The search effort of hard computers in tests that don't measure how well they think."""


def pick(game: Driver[Any], seat: int = 0, play_style: PlayStyle = PLAIN) -> str:
    """Return the sensible move of a seat, by a computer that remembers nothing."""
    return str(CraitsPolicy().choose(game.state, View(seat, random.Random(0), play_style)))


def chosen(game: Driver[Any], seat: int, level: Level, number: int = 30, **known: Any) -> list[str]:
    """Return a computer's moves with different seeds, after it has watched the game from its position on."""
    notes = remembered(game, seat, **known)
    seen = seen_by(GAME, game.state, notes, level=level, seed=b"")
    return [
        str(choose(msgspec.structs.replace(seen, seed=bytes([place]), search_effort=SEARCH_EFFORT)))
        for place in range(number)
    ]


def test_the_dearest_card_goes_first() -> None:
    assert pick(table("KS 10S JS 3S / QH 5H JH", top="AS", stock="2C")) == "play card:10S"


def test_an_eight_is_kept_while_anything_else_goes() -> None:
    assert pick(table("3S 8H JC / QH 5H JH", top="AS", stock="2C")) == "play card:3S"


def test_eight_precedes_three_when_someone_nears_the_end() -> None:
    played = pick(table("3S 8H JC JD / QH", top="AS", stock="2C", declared=["B"]))

    assert played.startswith("play card:8H")


def test_an_eight_names_the_longest_suit() -> None:
    assert pick(table("8H JC QC KD / QH 5H JH", top="AS", stock="2C")) == "play card:8H suit:C"


def test_four_is_played_at_once_only_with_two() -> None:
    two = table("4S 10S JC / QH 5H JH", top="AS", stock="2C")
    three = table("4S 10S JC / QH 5H JH / QD 5D JD", top="AS", stock="2C")

    assert [pick(two), pick(three)] == ["play card:4S", "play card:10S"]


def test_a_single_card_is_called_with_the_play() -> None:
    assert pick(table("KS JC / QH 5H", top="AS", stock="2C")) == "play card:KS declare:true"


def test_a_blind_dealer_names_the_printed_suit() -> None:
    game = table("KS JS / QH 5H", top="8D", phase="opening-suit", stock="2C")

    assert pick(game) == "suit suit:D"


def test_dealer_who_sees_hand_names_its_longest_suit() -> None:
    game = table(
        "KS JS / QH 5H", top="8D", phase="opening-suit", stock="2C", options={"opening-suit": "seen"}
    )

    assert pick(game) == "suit suit:S"


def test_anyone_deals_the_next_hand() -> None:
    game = table("KS / QH 5H", top="AS", stock="2C", hand_number=1).do("A: play card:KS")

    assert chosen(game, 1, "medium", 1) == ["deal"]


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_forgetful_player_is_mostly_caught(level: Level) -> None:
    game = table("KS JC / QS 5S 4S", top="AS", stock="2C 3C").do("A: play card:KS")
    moves = chosen(game, 1, level, 20, size=2, top="AS", suit="S")

    assert 12 <= moves.count("idiot player:A") <= 20


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_nobody_who_called_is_ever_called_an_idiot(level: Level) -> None:
    game = table("KS JC / QS 5S 4S", top="AS", stock="2C 3C").do("A: play card:KS", "A: one-card")
    moves = chosen(game, 1, level, 4, size=2, top="AS", suit="S")

    assert all(move.startswith("play") for move in moves)


def test_a_computer_that_did_not_watch_calls_nobody() -> None:
    game = table("KS JC / QS 5S 4S", top="AS", stock="2C 3C").do("A: play card:KS")

    assert all(move.startswith("play") for move in chosen(game, 1, "easy"))


def test_easy_computer_now_and_then_forgets_to_call() -> None:
    game = table("KS JS / QS 5S 4S", top="AS", stock="2C 3C")
    moves = chosen(game, 0, "easy", 60)

    assert 30 < sum("declare:true" in move for move in moves) < 60


def test_easy_computer_saves_its_eights() -> None:
    game = table("8H 3S JS QS / QH 5S 4S", top="AS", stock="2C 3C")

    assert not any(move.startswith("play card:8H") for move in chosen(game, 0, "easy", 60))


def test_computer_with_uncalled_card_makes_it_good() -> None:
    game = table("4S 4C / QS 5S", top="AS", stock="2C 3C").do("A: play card:4S")

    assert chosen(game, 0, "medium", 3, size=2, top="AS", suit="S") == ["one-card"] * 3


def test_hoarder_keeps_eight_that_others_give_away() -> None:
    game = table("QS 8H JC JD / QH", top="AS", stock="2C", declared=["B"])

    assert pick(game).startswith("play card:8H")
    assert pick(game, play_style=PlayStyle(hoard=1)) == "play card:QS"


def test_bold_player_keeps_eight_to_last() -> None:
    game = table("QS 8H JC JD / QH", top="AS", stock="2C", declared=["B"])

    assert pick(game, play_style=PlayStyle(bold=1)) == "play card:QS"


def test_a_spiteful_player_hits_who_leads() -> None:
    def at(totals: dict[str, int]) -> str:
        game = table("7S 10S JC / QH 5H JH / QD 5D", top="AS", stock="2C", totals=totals)
        return pick(game, play_style=PlayStyle(spite=1))

    assert at({"A": 50, "B": 10, "C": 90}) == "play card:7S"
    assert at({"A": 50, "B": 90, "C": 10}) == "play card:10S"


def test_fast_play_on_equals_the_game() -> None:
    compared = 0
    for seed in range(60):
        state = somewhere(seed)
        if state.turn is None or not can_play_out(state):
            continue
        quick = RestOfHand(state).play_out(RandomChance(random.Random(seed)))
        assert tuple(quick) == played_on(state, seed).scores.totals, seed
        compared += 1
    assert compared > 40


def somewhere(seed: int) -> State:
    """Return a position after some moves, sensible or not."""
    rng = random.Random(seed)
    luck, policy = RandomChance(rng), CraitsPolicy()
    state = GAME.deal(rng.choice((2, 3, 4, 5)), GAME.options(), luck).state
    for _ in range(rng.randrange(100)):
        seat = rng.choice(GAME.deciders(state))
        is_odd = rng.random() < 0.3
        move = rng.choice(GAME.legal(state, seat)) if is_odd else policy.choose(state, View(seat, rng))
        step = GAME.apply(state, seat, move, luck)
        assert isinstance(step, Step)
        state = step.state
    return state


def played_on(state: State, seed: int) -> State:
    """Return the state at the end of the hand, played move by move."""
    rng, policy = random.Random(seed), CraitsPolicy()
    while state.turn is not None:
        step = GAME.apply(state, state.turn, policy.choose(state, View(state.turn, rng)), RandomChance(rng))
        assert isinstance(step, Step)
        state = step.state
    return state


def test_unusual_table_is_left_to_the_game() -> None:
    faces = table("KS JC / QH 5H", top="AS", stock="2C", options={"faces": True})
    two_packs = GAME.deal(6, GAME.options(), RandomChance(random.Random(0))).state

    assert not can_play_out(faces.state)
    assert not can_play_out(two_packs)


def test_chance_to_win_grows_with_lead_and_hands() -> None:
    state = table("KS JC / QH 5H / KD 4D", top="AS", stock="2C", options={"hands": 8}).state
    even = prospect(state, [50, 50, 50], 0, 4)

    assert even == pytest.approx(1 / 3)
    assert even < prospect(state, [20, 50, 50], 0, 4) < prospect(state, [20, 50, 50], 0, 7) < 1
    assert prospect(state, [60, 50, 50], 0, 4) < even


@pytest.mark.parametrize(("totals", "share"), [((10, 20), 1), ((20, 10), 0), ((10, 10), 0.5)])
def test_after_last_hand_lowest_total_has_won(totals: tuple[int, int], share: float) -> None:
    state = table("KS JC / QH 5H", top="AS", stock="2C", options={"hands": 8}).state

    assert prospect(state, totals, 0, 8) == share
