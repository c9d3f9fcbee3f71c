"""What happens in Crazy Rummy, in sentences."""

import re

import pytest

from bot.engine.chance import Seat
from bot.engine.events import TimedOut
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.state import State
from bot.rendering.crazy_rummy.sentences import SENTENCES
from tests.games.crazy_rummy.positions import NEXT_DEAL, at, shuffles
from tests.games.driver import Driver
from tests.rendering.crazy_rummy.sessions import FACE, SHORT, TABLES, is_proper, scene_of, walk, with_letters

RAW_CARD = re.compile(r"\b(?:10|[3-9JQKA])[CDHS]\b")


def test_every_event_has_its_sentence() -> None:
    assert {TimedOut, *SENTENCES} == set(GAME.events)


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_what_happens_in_a_game_is_told_in_whole_sentences(seats: int, seed: int) -> None:
    heard = set()
    for session in walk(seats, seed, leaving=0.004, **SHORT):
        for event in session.recent[-1].events:
            heard.add(type(event))
            told = FACE.sentence(event, session.scene(event.to[0] if event.to else None))
            assert is_proper(told), told
            assert not RAW_CARD.search(told), told
    assert len(heard) > 10


def said(game: Driver[State], *commands: str, viewer: Seat | None = None) -> list[str]:
    """The sentences that commands lead to, with seats for mentions."""
    events = game.do(*commands).events
    assert game.chance_left == 0
    scene = scene_of(game.state, viewer)
    return [
        with_letters(FACE.sentence(event, scene)) for event in events if viewer is not None or not event.to
    ]


def test_a_set_is_told_with_its_stand_ins_and_points() -> None:
    game = at("JS JH 6S 6C 4C / KS")

    assert said(game, "A: meld cards:JS,JH,6S,6C") == [
        "@A lays a set of **jacks**: J ♥♠ +★♣♠, 220 points; 1 card left."
    ]


def test_fed_cards_are_told_by_rank() -> None:
    game = at("JS JH 9C / KS", sets={"B": [["JC", "JD", "6D"]]})

    assert said(game, "A: feed cards:JS,JH") == ["@A feeds J ♥♠, 20 points; 1 card left."]


def test_a_card_from_the_stock_is_named_to_its_drawer_alone() -> None:
    def drawing() -> Driver[State]:
        return at("4C / KS", phase="draw", stock="10C 8C")

    assert said(drawing(), "A: draw") == ["@A draws from the stock (1 left)."]
    assert said(drawing(), "A: draw", viewer=0)[-1] == "You drew 10♣."


def test_the_end_of_a_hand_tells_how_everybody_scored() -> None:
    game = at(
        "4C / KS AS",
        sets={"A": [["9C", "9D", "9H"]]},
        totals={"A": 100, "B": -20},
        chance=shuffles("4H 9C KD 3S 6D QH 5C AS 8S 10H 7C"),
    )

    told = said(game, "A: discard card:4C")

    assert told[:4] == [
        "@A discards 4♣; no card left.",
        "**@A goes out!**",
        "@A: 30 laid − 0 held = **+30**, now 130.",
        "@B: 0 laid − 110 held = **−110**, now −130, holding K ♠ · A ♠.",
    ]
    assert told[4].startswith(
        "**Hand 2**: @B deals from 1 pack. First cards: @A 4♥ (4 cards), @B 6♦ (5 cards)."
    )
    assert "6♦ stays on the table as the marker: **6s** are wild. 7♣ begins the discard pile" in told[4]


def test_the_end_of_the_game_names_winner_and_points() -> None:
    game = at("4C / KS", options={"target": 300}, totals={"A": 290}, sets={"A": [["9C", "9D", "9H"]]})

    assert said(game, "A: discard card:4C")[-1] == (
        "The game is over, the target was reached: @A has won with 320 points."
    )


def test_a_tie_at_the_target_is_told() -> None:
    game = at("4C / KS", options={"target": 300}, totals={"A": 300, "B": 310}, chance=NEXT_DEAL)

    assert "@A and @B lead with 300 points each: another hand is played until one leads alone." in said(
        game, "A: discard card:4C"
    )


def test_a_new_stock_is_told() -> None:
    game = at("4C KD / KS QS", stock="", discard="5S 7D 8C", chance=shuffles(""))

    assert said(game, "A: discard card:4C")[1:] == [
        (
            "The stock is used up: the discards under 4♣ are shuffled into a new one of 3 cards "
            "(for the last time in this hand)."
        ),
        "It is @B's turn.",
    ]
