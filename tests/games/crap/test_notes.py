"""A seat's memory of the others: cards that were shown, given or taken, and who had none."""

from typing import Any

from bot.engine.chance import Seat
from bot.engine.events import visible_to
from bot.games.crap import GAME
from bot.games.crap.notes import CrapNotes, Known
from tests.games.crap.positions import game_at

A, B, C = range(3)


def after(*commands: str, seat: Seat, chance: Any = (), **position: Any) -> CrapNotes:
    """Return a seat's notes after these commands in a position."""
    events = game_at(position, chance=chance).do(*commands).events
    notes: CrapNotes = GAME.observe(CrapNotes(seat=seat), visible_to(events, seat))
    return notes


KINGS = {"hands": {"A": ["KH", "5C"], "B": ["KS", "KD", "3H"], "C": ["9C"]}}
ASKED = ("A: acquire rank:K", "B: believe", "C: believe")


def test_bystander_remembers_number_of_given_cards() -> None:
    notes = after(*ASKED, seat=C, **KINGS)

    assert notes.of(A).ranks == {"K": 2}
    assert notes.of(A).cards == ()


def test_giver_remembers_given_cards() -> None:
    notes = after(*ASKED, seat=B, **KINGS)

    assert sorted(notes.of(A).cards) == ["KD", "KS"]
    assert notes.of(A).ranks == {}


def test_after_acquire_nobody_else_has_rank_in_hand() -> None:
    notes = after(*ASKED, seat=A, **KINGS)

    assert notes.of(B).fresh == {"K": 0}
    assert notes.of(C).fresh == {"K": 0}


def test_later_draws_may_have_missing_rank() -> None:
    notes = after(*ASKED, "B: cooperate player:C", seat=A, stock=["2C", "3C"], **KINGS)

    assert notes.of(B).fresh == {"K": 1}


def test_acquirer_whom_nobody_called_probably_holds_one_more() -> None:
    assert after(*ASKED, seat=C, **KINGS).of(A).likely == {"K": 1}


def test_caller_of_bluff_probably_keeps_several() -> None:
    hands = {"A": ["5C"], "B": ["KS", "KD", "3H"], "C": ["9C"]}
    notes = after("A: acquire rank:K", "B: call-bluff", seat=C, hands=hands, chance=[{"pick": ["5C"]}])

    assert notes.of(B).likely == {"K": 3}
    assert (notes.of(A).honest, notes.of(A).bluffs) == (0, 1)
    assert notes.of(A).fresh == {"K": 0}


def test_a_proof_that_was_shown_is_remembered() -> None:
    notes = after("A: acquire rank:K", "C: call-bluff", seat=C, chance=[{"pick": ["9C"]}], **KINGS)

    assert notes.of(A).cards == ("KH",)
    assert notes.of(A).ranks == {"K": 2}
    assert notes.of(A).honest == 1


def test_a_silent_failure_shows_a_bluff() -> None:
    notes = after(*ASKED, seat=C, hands={"A": ["5C"], "B": ["3H"], "C": ["9C"]})

    assert notes.of(A).bluffs == 1


def test_an_honest_failure_shows_an_honest_player() -> None:
    notes = after(*ASKED, seat=C, hands={"A": ["KH", "5C"], "B": ["3H"], "C": ["9C"]})

    assert notes.of(A).honest == 1


def test_flipped_cards_are_back_in_hand_and_known() -> None:
    hands = {"A": ["KH"], "B": ["KS", "3H"], "C": []}
    commands = ("A: challenge player:B", "A: guess rank:2 suit:C", "B: guess rank:2 suit:C")
    notes = after(*commands, seat=C, hands=hands, chance=[{"die": 6}])

    assert notes.of(B).cards == ("KS", "3H")


def test_shown_hand_is_known_completely() -> None:
    notes = after("A: cooperate player:B", seat=A, stock=["2C", "3C"], **KINGS)

    assert sorted(notes.of(B).cards) == ["3H", "KD", "KS"]
    assert notes.of(B).fresh["Q"] == 1


def test_third_player_learns_nothing_of_shown_hand() -> None:
    notes = after("A: cooperate player:B", seat=C, stock=["2C", "3C"], **KINGS)

    assert notes.of(B) == Known()


def test_recycling_makes_everything_possible_again() -> None:
    position = {**KINGS, "stock": ["2C"] * 2 + ["3C"] * 2}
    chance = [{"dice": [1, 2]}]
    notes = after(*ASKED, "B: recycle", seat=C, chance=chance, **position)

    assert notes.of(B).fresh == {}
    assert notes.of(B).cards == ()


def test_laid_cards_are_no_longer_held() -> None:
    hands = {"A": ["KH", "KC"], "B": ["KS", "KD", "3H"], "C": ["9C"]}
    notes = after(*ASKED, "B: recycle", "C: recycle", "A: score rank:K", seat=C, hands=hands,
                  stock=["2C", "2D", "2H", "2S"], chance=[{"dice": [1, 1]}, {"dice": [1, 1]}])  # fmt: skip

    assert notes.of(A) == Known()


def test_protected_cards_come_back_into_a_hand_unseen() -> None:
    hands = {"A": ["KH", "5C"], "B": ["KS", "3H", "4H"], "C": ["9C"]}
    chance = [{"dice": [1, 1]}, {"shuffle": ["9C"]}]
    notes = after(*ASKED, "B: protect card:4H", "C: recycle", seat=A, hands=hands, chance=chance)

    assert notes.of(B).fresh == {"K": 1}


def test_notes_of_a_long_game_stay_small() -> None:
    assert len(str(after(*ASKED, seat=C, **KINGS))) < 1000
