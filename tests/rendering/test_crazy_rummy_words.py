"""What happens in Crazy Rummy, and what is refused, in sentences."""

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine.chance import Seat, SeededChance
from bot.engine.draft import Refusal
from bot.engine.events import TimedOut
from bot.engine.moves import Move
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.cards import PLAYED_PACK
from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import Draw
from bot.games.crazy_rummy.laying import Feed, Meld
from bot.games.crazy_rummy.state import State
from bot.rendering import pages
from bot.rendering.crazy_rummy.face import CrazyRummyFace
from bot.rendering.crazy_rummy.sentences import SENTENCES
from tests.games.crazy_rummy.table import options, refused, table, tell
from tests.rendering.crazy_rummy_table import scene_of, walk, with_letters

FACE = CrazyRummyFace()
SHORT: dict[str, Any] = {"target": 1500, "max_hands": 3}
TABLES = [(2, 1), (4, 2), (10, 3)]
"""Numbers of players, each with the seed of a game."""
RAW_CARD = re.compile(r"\b(?:10|[3-9JQKA])[CDHS]\b")


def is_proper(sentence: str) -> bool:
    """Whether a sentence is whole and holds nothing that only programs read."""
    begins = sentence[:1].isupper() or sentence[:1] in "<*“`" or sentence[:1].isdigit()
    return begins and sentence[-1:] in ".!*" and not re.search(r"None|[{}\[\]\n]", sentence)


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


def said(state: State, *commands: str, viewer: Seat | None = None, **given: Any) -> list[str]:
    """The sentences that commands lead to, with seats for mentions."""
    after, events = tell(state, *commands, **given)
    scene = scene_of(after, viewer)
    return [
        with_letters(FACE.sentence(event, scene)) for event in events if viewer is not None or not event.to
    ]


def test_a_set_is_told_with_its_stand_ins_and_points() -> None:
    state = table("JS JH 6S 6C 4C / KS")

    assert said(state, "A: meld cards:JS,JH,6S,6C") == [
        "@A lays a set of **jacks**: J ♥♠ +★♣♠, 220 points; 1 card left."
    ]


def test_fed_cards_are_told_by_rank() -> None:
    state = table("JS JH 9C / KS", sets={"B": [["JC", "JD", "6D"]]})

    assert said(state, "A: feed cards:JS,JH") == ["@A feeds J ♥♠, 20 points; 1 card left."]


def test_a_card_from_the_stock_is_named_to_its_drawer_alone() -> None:
    state = table("4C / KS", phase="draw", stock="10C 8C")

    assert said(state, "A: draw") == ["@A draws from the stock (1 left)."]
    assert said(state, "A: draw", viewer=0)[-1] == "You drew 10♣."


def test_the_end_of_a_hand_tells_how_everybody_scored() -> None:
    state = table("4C / KS AS", sets={"A": [["9C", "9D", "9H"]]}, totals={"A": 100, "B": -20})
    told = said(
        state,
        "A: discard card:4C",
        chance=[{"shuffle": ["4H", "9C", "KD", "3S", "6D", "QH", "5C", "AS", "8S", "10H", "7C"]}],
    )

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
    state = table("4C / KS", given=options(target=300), totals={"A": 290}, sets={"A": [["9C", "9D", "9H"]]})

    assert said(state, "A: discard card:4C")[-1] == (
        "The game is over, the target was reached: @A has won with 320 points."
    )


def test_a_tie_at_the_target_is_told() -> None:
    state = table("4C / KS", given=options(target=300), totals={"A": 300, "B": 310}, last_hand=False)

    assert "@A and @B lead with 300 points each: another hand is played until one leads alone." in said(
        state, "A: discard card:4C", chance=[{"shuffle": []}]
    )


def test_a_new_stock_is_told() -> None:
    state = table("4C KD / KS QS", stock="", discard="5S 7D 8C")

    assert said(state, "A: discard card:4C", chance=[{"shuffle": []}])[1:] == [
        (
            "The stock is used up: the discards under 4♣ are shuffled into a new one of 3 cards "
            "(for the last time in this hand)."
        ),
        "It is @B's turn.",
    ]


REFUSED = [
    (table("4C / KS"), "B: draw", "It is not your turn: the table waits for @A."),
    (table("4C / KS", phase="draw"), "A: discard card:4C", "Draw a card first"),
    (table("4C / KS"), "A: draw", "You have drawn already: lay sets and feed cards if you like"),
    (
        table("4C / KS", phase="draw", discard=""),
        "A: draw from:discard",
        "The discard pile is empty; draw from",
    ),
    (table("4C / KS", phase="draw", lock_count=4), "A: draw from:discard", "draw from the stock."),
    (table("4C / KS"), "A: discard card:2S", "“2S” is not a card here: write cards like 7S"),
    (table("4C / KS"), 'A: feed cards:""', "You named no card"),
    (table("4C / KS"), "A: discard card:9D", "You do not hold 9♦"),
    (table("4C 9D / KS"), "A: feed cards:9D,9D", "You hold 9♦ only once"),
    (table("4C 4D / KS"), "A: meld cards:4C,4D", "A set needs at least 3 cards; you named 2."),
    (
        table("4C 4D 9D / KS"),
        "A: meld cards:4C,4D,9D",
        "Beside wilds (6s) all cards of a set must have one rank; you named 4s and 9s.",
    ),
    (
        table("JS 6S 6C 4C / KS", sets={"A": [["5S", "5H", "5D"]]}),
        "A: meld cards:JS,6S,6C",
        "now a set takes at most 1 wild (6s) beside other cards, and you named 2.",
    ),
    (
        table("4C / KS", sets={"B": [["JC", "JD", "6D"]]}),
        "A: feed cards:4C",
        "nobody has laid a set of 4s in this hand. Open ranks: jacks.",
    ),
    (
        table("6S / KS", sets={"B": [["JC", "JD", "6D"]]}),
        "A: feed cards:6S",
        "6♠ is wild and goes to the table only inside a set",
    ),
    (table("4C 7D / KS", taken="7D"), "A: discard card:7D", "You have just taken 7♦"),
    (
        table("4C / KS / ", left=["C"]),
        "C: draw",
        "You are not playing in this game.",
    ),
    (table("4C / KS", phase="over", turn=None), "A: draw", "This game is over."),
]


@pytest.mark.parametrize(("state", "command", "hint"), REFUSED)
def test_a_refusal_says_what_would_be_right(state: State, command: str, hint: str) -> None:
    told = pages.refusal(scene_of(state, ord(command[0]) - ord("A")), refused(state, command))

    assert is_proper(told), told
    assert hint in with_letters(told)


def test_every_refusal_code_has_an_example() -> None:
    assert {refused(state, command).code for state, command, _ in REFUSED} == {
        "not-a-player", "game-over", "not-your-turn", "wrong-phase", "discard-empty", "discard-locked", "bad-card",
        "not-in-hand", "set-too-small", "mixed-ranks", "too-many-wilds", "rank-not-open", "wild-cannot-feed",
        "returned-card",
    }  # fmt: skip


def test_a_long_text_with_signs_of_its_own_is_quoted_in_short() -> None:
    why = Refusal("bad-card", {"text": "`@everyone`\n" + "x" * 5000})

    told = FACE.refusal(why, scene_of(table("4C / KS"), 0))

    assert len(told) < 150
    assert told.startswith("“everyone xxx")


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_whatever_is_refused_in_a_game_is_explained(seats: int, seed: int) -> None:
    picks, codes = random.Random(seed), set()
    for session in walk(seats, seed, **SHORT):
        for _ in range(3):
            seat = picks.choice([picks.randrange(seats), session.state.turn or 0])
            why = GAME.apply(
                session.state, seat, any_move(picks, session.state.hands[seat]), SeededChance(b"none")
            )
            if isinstance(why, Refusal):
                codes.add(why.code)
                assert is_proper(pages.refusal(session.scene(seat), why))
    assert len(codes) > 6


def any_move(picks: random.Random, hand: Sequence[str]) -> Move:
    """A move of the cards of a hand, or of any others."""
    some = hand if hand and picks.random() < 0.6 else [*PLAYED_PACK, "2C", "x"]
    cards = ",".join(picks.choices(some, k=picks.randint(1, 3)))
    return picks.choice([Draw("discard"), Meld(cards), Feed(cards), Discard(cards), Draw()])
