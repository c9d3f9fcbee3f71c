"""Draw offers (sections 4 and 5.3, R17)."""

import pytest

from bot.engine.contract import Outcome
from bot.games.crapette import GAME
from bot.games.crapette.ending import GameEnded
from bot.games.crapette.offers import DrawAgreed, DrawDeclined, DrawOffered, OfferLapsed
from tests.games.crapette.positions import at


def test_r17_offer_is_made_and_answered_in_either_turn() -> None:
    game = at().do("B: offer-draw", "A: decline-draw", "A: offer-draw", "B: accept-draw")

    assert GAME.outcome(game.state) == Outcome((), "agreed")
    assert game.events[:3] == [DrawOffered(seat=1), DrawDeclined(seat=0), DrawOffered(seat=0)]
    assert (game.events[3], game.events[-1]) == (DrawAgreed(seat=1), GameEnded(end="agreed", winners=()))


def test_r17_one_offer_per_player_and_turn() -> None:
    game = at().do("B: offer-draw")

    assert game.code("B: offer-draw") == "offer-open"
    assert game.do("A: decline-draw").code("B: offer-draw") == "offer-limit"
    assert game.do("A: flip", "A: put to:my-discard", "B: offer-draw").state.offer == 1


def test_r17_lapsed_offer_is_used_up_for_this_turn() -> None:
    game = at().do("B: offer-draw", "A: flip")

    assert game.code("B: offer-draw") == "offer-limit"


def test_r17_offering_while_opponents_offer_is_open_accepts_it() -> None:
    game = at().do("A: offer-draw", "B: decline-draw", "B: offer-draw")

    assert game.do("A: offer-draw").state.end == "agreed"


@pytest.mark.parametrize("words", ["flip", "move from:R3 to:R4", 'line moves:"R3-R4"'])
def test_r17_a_card_action_cancels_the_offer(words: str) -> None:
    game = at({"R4": "-"}).do("A: offer-draw", f"A: {words}")

    assert game.state.offer is None
    assert game.events[1] == OfferLapsed(seat=0)
    assert game.code("B: accept-draw") == "no-offer"


@pytest.mark.parametrize("word", ["accept-draw", "decline-draw"])
def test_answer_without_offer_is_refused(word: str) -> None:
    assert at().code(f"A: {word}") == "no-offer"
    assert at().do("A: offer-draw").code(f"A: {word}") == "no-offer"


def test_offer_can_be_answered_while_card_is_lifted() -> None:
    game = at().do("A: flip", "A: offer-draw")

    assert GAME.deciders(game.state) == (0, 1)
    assert game.do("B: accept-draw").state.lifted == "3C"


def test_draw_commands_are_listed_last_and_resigning_never() -> None:
    game = at().do("B: offer-draw")

    assert game.legal("A")[-3:] == ["offer-draw", "accept-draw", "decline-draw"]
    assert game.legal("B") == []


def test_r19_own_card_action_ends_row_of_timeouts() -> None:
    assert at(timeouts={"A": 2, "B": 1}).do("A: flip").state.timeouts == (0, 1)
